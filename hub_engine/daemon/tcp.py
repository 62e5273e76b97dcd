"""TCP connections as streams, and the listener that makes a session of each."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Awaitable, Callable

from hub_engine.daemon.stream import PeerLostError, Stream
from hub_engine.logs import Log

_CHUNK_BYTES = 1 << 16
#: Time for a connection to close in an orderly way, seconds.
_CLOSE_DEADLINE_S = 0.5

#: Serves one stream to its end; the text names the session in the log.
Serve = Callable[[Stream, str], Awaitable[None]]


class TcpStream:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def read(self) -> bytes:
        """The next bytes; `b""` when the peer is gone."""
        try:
            return await self._reader.read(_CHUNK_BYTES)
        except OSError:
            return b""

    async def write(self, line: bytes) -> None:
        """Hands a line to the network; waits while the peer reads nothing. Raises PeerLostError."""
        try:
            self._writer.write(line)
            await self._writer.drain()
        except OSError as error:
            raise PeerLostError(str(error)) from error

    async def close(self) -> None:
        """Closes the connection; what it has not sent by the deadline is lost."""
        self._writer.close()
        with contextlib.suppress(OSError, TimeoutError):
            await asyncio.wait_for(self._writer.wait_closed(), _CLOSE_DEADLINE_S)


class TcpListener:
    """Accepts connections; each is served by a task of its own, so what fails in one stays there."""

    def __init__(self, serve: Serve, log: Log) -> None:
        self._serve = serve
        self._log = log
        self._numbers = itertools.count(1)
        self._sessions: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self, host: str, port: int) -> int:
        """Listens; the port, which is a free one when 0 was asked for. Raises OSError when it is taken."""
        self._server = await asyncio.start_server(self._accept, host, port)
        actual: int = self._server.sockets[0].getsockname()[1]
        self._log.info("tcp.listening_started", host=host, port=actual)
        return actual

    async def close(self) -> None:
        """Accepts no more, ends every session and waits for that."""
        if self._server is not None:
            self._server.close()
        for session in self._sessions:
            session.cancel()
        await asyncio.gather(*self._sessions, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        name = f"tcp-{next(self._numbers)}"
        session = asyncio.create_task(self._run(TcpStream(reader, writer), name), name=name)
        self._sessions.add(session)
        session.add_done_callback(self._sessions.discard)

    async def _run(self, stream: TcpStream, name: str) -> None:
        try:
            await self._serve(stream, name)
        except Exception as error:  # noqa: BLE001 - the top of a session's task: the others go on
            self._log.error("hub.session_failed", session_id=name, cause=error)
            await stream.close()
