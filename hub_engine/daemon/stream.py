"""What a session needs from the outside world: bytes in, lines out."""

from __future__ import annotations

from typing import Protocol


class PeerLostError(Exception):
    """The peer does not take our lines any more."""


class Stream(Protocol):
    """A connection to one peer."""

    async def read(self) -> bytes:
        """Some bytes; `b""` at the end of input, for whatever reason it came."""
        ...

    async def write(self, line: bytes) -> None:
        """Hands one line over, in one piece. Raises PeerLostError."""
        ...

    async def close(self) -> None:
        """Lets go of the connection."""
        ...
