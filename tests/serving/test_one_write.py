"""Head and body of an answer leave in one write, and nothing is held back for long."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from serving.one_write import JoinedWrites


class Recorder:
    """A transport that notes what it is told."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def write(self, data: bytes) -> None:
        self.told.append(data)

    def writelines(self, parts: tuple[bytes, ...]) -> None:
        self.told.append(list(parts))

    def close(self) -> None:
        self.told.append("close")

    def is_closing(self) -> bool:
        return self.told[-1:] == ["close"]


async def _joined() -> tuple[Recorder, JoinedWrites]:
    recorder = Recorder()
    transport = cast(asyncio.Transport, cast(Any, recorder))
    return recorder, JoinedWrites(transport, asyncio.get_running_loop())


def test_two_writes_become_one() -> None:
    async def main() -> None:
        recorder, joined = await _joined()
        joined.write(b"head")
        joined.write(b"body")
        assert recorder.told == [[b"head", b"body"]]
        await asyncio.sleep(0)
        assert recorder.told == [[b"head", b"body"]]

    asyncio.run(main())


def test_one_alone_leaves_at_the_loops_next_turn() -> None:
    async def main() -> None:
        recorder, joined = await _joined()
        joined.write(b"head")
        assert recorder.told == []
        await asyncio.sleep(0)
        assert recorder.told == [b"head"]

    asyncio.run(main())


def test_order_is_kept() -> None:
    async def main() -> None:
        recorder, joined = await _joined()
        for part in (b"a", b"b", b"c"):
            joined.write(part)
        joined.write(b"d")
        joined.write(b"e")
        joined.close()
        assert joined.is_closing()
        assert recorder.told == [[b"a", b"b"], [b"c", b"d"], b"e", "close"]
        await asyncio.sleep(0)
        assert recorder.told == [[b"a", b"b"], [b"c", b"d"], b"e", "close"]

    asyncio.run(main())
