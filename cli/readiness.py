"""Asking services of this machine whether they are ready."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import urllib.error
import urllib.request

from cli.run_settings import Address

TIMEOUT_S = 2.0


async def is_ready(address: Address, needs: tuple[Address, ...] = ()) -> bool:
    """Ask a service, but not before one of those it needs is ready: it would log a refusal."""
    if needs and not any([await is_ready(each) for each in needs]):
        return False
    status, _ = await _get(f"{address.url}/readyz")
    return status == 200


async def why_not_ready(address: Address) -> str:
    """Return what a worker says it is busy with or has failed at; empty if it says nothing."""
    status, body = await _get(f"{address.url}/health")
    with contextlib.suppress(ValueError, KeyError, TypeError):
        if status:
            return str(json.loads(body)["reason"] or "")
    return ""


async def _get(url: str) -> tuple[int, bytes]:
    return await asyncio.to_thread(_get_blocking, url)


def _get_blocking(url: str) -> tuple[int, bytes]:
    """Return status and body; status 0 when nobody answers, or not in HTTP."""
    # No proxy, whatever the environment says: these are the services of this very run.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=TIMEOUT_S) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, b""
    except (OSError, http.client.HTTPException, ValueError):
        return 0, b""
