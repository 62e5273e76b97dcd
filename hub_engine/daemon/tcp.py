"""TCP connections as streams, and the listener that makes a session of each.

The listener decides who gets a seat and how connections end. What is spoken on them it does not know.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import socket
import ssl
from typing import NamedTuple

from hub_engine.daemon.endpoint import Endpoint
from hub_engine.daemon.shares import Shares
from hub_engine.daemon.stream import CHUNK_BYTES, MakeSession, PeerLostError, PeerSession, SlowPeerError
from hub_engine.logs import Log

#: Time for a connection to close in an orderly way, seconds.
_CLOSE_DEADLINE_S = 0.5
#: What may wait for a peer, in the system and before it. Unlimited, the system takes megabytes for each.
_SEND_BUFFER_BYTES = 1 << 15
#: Time for a refused peer to take its refusal, seconds, and refusals at once that are given so much care.
_REFUSAL_DEADLINE_S = 1.0
_MAX_REFUSALS = 64
#: A connection without traffic is tried after this time, then at this distance, so many times. Seconds.
_KEEPALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 15, "TCP_KEEPCNT": 4}


class TcpStream:
    """One connection. write_s: longest time for the peer to take a line."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, write_s: float) -> None:
        self._reader = reader
        self._writer = writer
        self._write_s = write_s

    async def read(self) -> bytes:
        """The next bytes; `b""` when the peer is gone."""
        try:
            return await self._reader.read(CHUNK_BYTES)
        except OSError:
            return b""

    async def write(self, line: bytes) -> None:
        """Hands a line to the network; waits while the peer reads nothing. Raises PeerLostError."""
        try:
            async with asyncio.timeout(self._write_s):
                self._writer.write(line)
                await self._writer.drain()
        except TimeoutError as error:
            raise SlowPeerError(f"took no line for {self._write_s:g} s") from error
        except OSError as error:
            raise PeerLostError(str(error)) from error

    async def refuse(self, line: bytes) -> None:
        """Says why not, and waits a moment for the peer to have read it: bytes of its own on the way to a
        closed connection would wipe our line out.
        """
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(_REFUSAL_DEADLINE_S):
                self._writer.write(line)
                await self._writer.drain()
                if self._writer.can_write_eof():
                    self._writer.write_eof()
                while await self._reader.read(CHUNK_BYTES):
                    pass

    async def close(self) -> None:
        """Closes the connection; what it has not sent by the deadline is lost."""
        self._writer.close()
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(_CLOSE_DEADLINE_S):
                await self._writer.wait_closed()
                return
        self._writer.transport.abort()


class _HandshakeError(Exception):
    """The peer and we do not agree on how to encrypt, or not in time."""


class Door(NamedTuple):
    """What a listener does with a connection; may be exchanged while it listens.

    make_session: for a connection that has a seat. refusal: the line for one that has none. write_s: see TcpStream.
    tls: None = not encrypted. handshake_s: time for the peer to agree on the encryption.
    """

    make_session: MakeSession
    refusal: bytes
    write_s: float
    handshake_s: float = 10.0
    tls: ssl.SSLContext | None = None


class TcpListener:
    """Accepts connections; each is served by a task of its own, so what fails in one stays there.

    name: kind of the sessions, and the beginning of their names in the log.
    """

    def __init__(self, name: str, door: Door, shares: Shares, log: Log) -> None:
        self.door = door
        self._name = name
        self._shares = shares
        self._tally = shares.tally
        self._log = log
        self._numbers = itertools.count(1)
        self._sessions: dict[asyncio.Task[None], PeerSession | None] = {}
        self._n_refusals = 0
        self.endpoint = Endpoint(name, self._accept, log)

    async def end_sessions(self, deadline_s: float) -> None:
        """Asks every session to end, and cancels those that have not by the deadline."""
        for task, session in self._sessions.items():
            if session is None:
                task.cancel()
            else:
                session.stop()
        if self._sessions:
            await asyncio.wait(self._sessions, timeout=deadline_s)
        for task in self._sessions:
            task.cancel()
        await asyncio.gather(*self._sessions, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        name = f"{self._name}-{next(self._numbers)}"
        task = asyncio.create_task(self._run(reader, writer, name), name=name)
        self._sessions[task] = None
        task.add_done_callback(self._sessions.pop)

    async def _run(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, name: str) -> None:
        door = self.door
        stream = TcpStream(reader, writer, door.write_s)
        has_seat = self._shares.take_seat()
        try:
            if has_seat:
                await _encrypt(writer, door)
                set_options(writer)
                await self._serve(door.make_session(stream, name))
            else:
                await self._refuse(stream, writer, door, name)
        except _HandshakeError as error:
            self._tally.refusals["tls"] += 1
            self._log.warning("tcp.handshake_failed", session_id=name, reason=str(error))
        except Exception as error:  # noqa: BLE001 - the top of a session's task: the others go on
            self._log.error("tcp.session_failed", session_id=name, cause=error)
        finally:
            if has_seat:
                self._shares.give_seat_back()
            await stream.close()

    async def _serve(self, session: PeerSession) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._sessions[task] = session
        self._tally.sessions[self._name] += 1
        self._tally.sessions_open[self._name] += 1
        try:
            await session.run()
        finally:
            self._tally.sessions_open[self._name] -= 1

    async def _refuse(self, stream: TcpStream, writer: asyncio.StreamWriter, door: Door, name: str) -> None:
        self._tally.refusals["sessions"] += 1
        self._log.warning("tcp.connection_refused", session_id=name, reason="too many connections")
        # A flood of connections is not worth our care, nor our file descriptors.
        if self._n_refusals < _MAX_REFUSALS:
            self._n_refusals += 1
            try:
                await _encrypt(writer, door)
                await stream.refuse(door.refusal)
            finally:
                self._n_refusals -= 1


async def _encrypt(writer: asyncio.StreamWriter, door: Door) -> None:
    """Agrees with the peer on the encryption, if there is to be one. Raises _HandshakeError.

    Nothing may be awaited between the accepting of a connection and this: its first bytes belong here.
    """
    if door.tls is None:
        return
    try:
        await writer.start_tls(door.tls, ssl_handshake_timeout=door.handshake_s)
    except OSError as error:
        raise _HandshakeError(str(error) or type(error).__name__) from error


def set_options(writer: asyncio.StreamWriter) -> None:
    """Little waits for a peer that does not read, and the system finds out when its machine is gone."""
    writer.transport.set_write_buffer_limits(high=_SEND_BUFFER_BYTES)
    connection: socket.socket = writer.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in _KEEPALIVE.items():
        # Not every system has all of them.
        if hasattr(socket, option):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
