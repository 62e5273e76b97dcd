"""What a session needs from the outside world, and what the world needs from a session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

#: Most bytes taken from a peer at once. They are served without a pause, and lines may be as short as one byte: 64 KiB
#: of those hold up every other session for half a second.
CHUNK_BYTES = 1 << 10


class PeerLostError(Exception):
    """The peer does not take our lines any more. `__cause__` is what the system said."""


class SlowPeerError(PeerLostError):
    """The peer is there and reads nothing."""


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


class PeerSession(Protocol):
    """What a listener makes of a connection: one conversation, of whatever protocol."""

    async def run(self) -> object:
        """Serves the peer to the end and closes the stream."""
        ...

    def stop(self) -> None:
        """Asks the session to end in an orderly way: what runs is answered, what must be kept is saved.

        `run` returns soon after; it is cancelled when it does not.
        """
        ...


#: Makes the session of a connection. The text names it in the log.
MakeSession = Callable[[Stream, str], PeerSession]
