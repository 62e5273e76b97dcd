"""Two streams in memory, joined: what one end writes the other reads."""

from __future__ import annotations

import asyncio

from hub_engine.daemon.stream import PeerLostError


class PipeStream:
    """One end of a pair; see `pipe`."""

    def __init__(self, incoming: asyncio.Queue[bytes], outgoing: asyncio.Queue[bytes]) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self.is_closed = False

    async def read(self) -> bytes:
        return b"" if self.is_closed else await self._incoming.get()

    async def write(self, line: bytes) -> None:
        if self.is_closed:
            raise PeerLostError("closed")
        self._outgoing.put_nowait(line)

    async def close(self) -> None:
        if not self.is_closed:
            self.is_closed = True
            self._outgoing.put_nowait(b"")
            self._incoming.put_nowait(b"")


def pipe() -> tuple[PipeStream, PipeStream]:
    """Both ends."""
    there: asyncio.Queue[bytes] = asyncio.Queue()
    back: asyncio.Queue[bytes] = asyncio.Queue()
    return PipeStream(there, back), PipeStream(back, there)
