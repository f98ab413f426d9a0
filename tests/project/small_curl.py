"""As much of curl as the documents use, so that their steps run on machines without it.

Knows ``-s``, ``-N``, ``-H``, ``-d``, ``-c``, ``-b`` and ``--max-time``; anything else is a mistake
in a document or a reason to teach it more.
"""

from __future__ import annotations

import argparse
import contextlib
import http.cookiejar
import sys
import time
import urllib.error
import urllib.request

TIMED_OUT = 28
CHUNK_BYTES = 65_536


def main() -> int:
    """Send one request and write what comes; curl's exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("-s", action="store_true")
    parser.add_argument("-N", action="store_true")
    parser.add_argument("-H", action="append", default=[])
    parser.add_argument("-d")
    parser.add_argument("-c", metavar="FILE", help="write cookies to")
    parser.add_argument("-b", metavar="FILE", help="send cookies from")
    parser.add_argument("--max-time", type=float, default=60.0)
    options = parser.parse_args()
    headers = dict(header.split(": ", 1) for header in options.H)
    data = None if options.d is None else options.d.encode()
    request = urllib.request.Request(options.url, data, headers)
    end_at = time.monotonic() + options.max_time
    jar = http.cookiejar.MozillaCookieJar()
    if options.b:
        jar.load(options.b, ignore_discard=True)
    cookies = urllib.request.HTTPCookieProcessor(jar)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), cookies)
    try:
        answer = opener.open(request, timeout=options.max_time)
    except urllib.error.HTTPError as error:
        answer = error
    if options.c:
        jar.save(options.c, ignore_discard=True)
    with contextlib.closing(answer):
        while time.monotonic() < end_at:
            try:
                chunk = answer.read1(CHUNK_BYTES)
            except TimeoutError:
                return TIMED_OUT
            if not chunk:
                return 0
            sys.stdout.buffer.write(chunk)
            sys.stdout.flush()
    return TIMED_OUT


if __name__ == "__main__":
    sys.exit(main())
