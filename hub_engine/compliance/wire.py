"""The way to a peer: a process on its standard streams, or a TCP connection.

Everything that waits is cut off from outside by `asyncio.timeout`. A program is started without a shell, in a
process group of its own, and its standard error is always read.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import struct
from collections import deque
from collections.abc import Sequence
from typing import Protocol

from hub_engine.compliance.checks import UnreachableError

_CHUNK_BYTES = 1 << 16
#: Time for a program to leave by itself after the end of its input, seconds.
_LEAVE_S = 0.3
_KILL_S = 5.0
#: Lines of standard error that are kept, and their length.
_STDERR_LINES = 20
_STDERR_LINE_BYTES = 1 << 12


class PeerLostError(Exception):
    """The peer takes no more bytes."""


class Wire(Protocol):
    """A connection to a peer."""

    async def read(self) -> bytes:
        """The next bytes; empty at the end."""
        ...

    async def write(self, data: bytes) -> None:
        """Hands bytes over. Raises PeerLostError."""
        ...

    def close_input(self) -> None:
        """Nothing more will come from us."""
        ...

    async def close(self) -> None:
        """Lets go of everything, by force if need be."""
        ...


class Process:
    """A program we started."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise ValueError("a process without pipes")
        self._process = process
        self._stdin, self._stdout = process.stdin, process.stdout
        self.stderr: deque[str] = deque(maxlen=_STDERR_LINES)
        self._drain = asyncio.create_task(self._keep(process.stderr))

    @classmethod
    async def start(cls, command: Sequence[str]) -> Process:
        """The running program. Raises UnreachableError."""
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise UnreachableError(f"{command[0]} cannot be started: {error.strerror}") from error
        return cls(process)

    async def read(self) -> bytes:
        """The next bytes of its standard output; empty at the end."""
        return await self._stdout.read(_CHUNK_BYTES)

    async def write(self, data: bytes) -> None:
        """Bytes for its standard input. Raises PeerLostError."""
        try:
            self._stdin.write(data)
            await self._stdin.drain()
        except OSError as error:
            raise PeerLostError(str(error)) from error

    def close_input(self) -> None:
        """Nothing more will come."""
        self._stdin.close()

    @property
    def has_ended(self) -> bool:
        """It is not running any more."""
        return self._process.returncode is not None

    async def ended(self) -> int:
        """Waits for its end; the exit code, negative for a signal."""
        return await self._process.wait()

    async def close(self) -> None:
        """Ends it, kindly first."""
        self.close_input()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), _LEAVE_S)
        self._kill()
        if self._stdin.transport.get_write_buffer_size():
            self._stdin.transport.abort()  # it never read this, and never will
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_KILL_S):
                while await self._stdout.read(_CHUNK_BYTES):
                    # A pipe that is not read to its end is never closed.
                    pass
                await asyncio.gather(self._process.wait(), self._drain)

    def _kill(self) -> None:
        """The program and whatever it started; a wrapper must not leave its engine behind."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    async def _keep(self, stderr: asyncio.StreamReader) -> None:
        while data := await stderr.read(_STDERR_LINE_BYTES):
            self.stderr.extend(data.decode("utf-8", "replace").splitlines())


class Connection:
    """A TCP connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, host: str, port: int, within_s: float) -> Connection:
        """A connection whose writes leave at once, each in a segment of its own. Raises UnreachableError."""
        try:
            async with asyncio.timeout(within_s):
                reader, writer = await asyncio.open_connection(host, port)
        except (OSError, TimeoutError) as error:
            raise UnreachableError(f"{host}:{port} cannot be reached: {_reason(error)}") from error
        writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return cls(reader, writer)

    async def read(self) -> bytes:
        """The next bytes; empty when the peer has gone."""
        try:
            return await self._reader.read(_CHUNK_BYTES)
        except OSError:
            return b""

    async def write(self, data: bytes) -> None:
        """Bytes for the peer. Raises PeerLostError."""
        try:
            self._writer.write(data)
            await self._writer.drain()
        except OSError as error:
            raise PeerLostError(str(error)) from error

    def close_input(self) -> None:
        """Nothing more will come."""
        with contextlib.suppress(OSError):
            self._writer.write_eof()

    @property
    def has_ended(self) -> bool:
        """The peer has gone."""
        return self._reader.at_eof()

    def reset(self) -> None:
        """Breaks the connection without a farewell."""
        # With no time to linger, closing sends a reset; the port is free at once, too.
        self._writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()

    async def close(self) -> None:
        """Ends it."""
        self._writer.close()
        with contextlib.suppress(OSError, TimeoutError):
            await asyncio.wait_for(self._writer.wait_closed(), _LEAVE_S)


def _reason(error: OSError | TimeoutError) -> str:
    return getattr(error, "strerror", None) or str(error) or "no answer"
