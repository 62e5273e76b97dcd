"""Standard input and output as a stream.

Both are served by threads: event loops cannot wait for files, nor for consoles everywhere, and a peer that
does not read must not hold up the sessions of others. Bytes go past Python's buffers.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import threading
from collections.abc import Callable

from hub_engine.daemon.stream import CHUNK_BYTES, PeerLostError


class StdioStream:
    """The process's standard input and output. Must be made on the loop."""

    def __init__(self, input_fd: int = 0, output_fd: int = 1) -> None:
        self._loop = asyncio.get_running_loop()
        self._input_fd = input_fd
        self._output_fd = output_fd
        self._chunks: asyncio.Queue[bytes] = asyncio.Queue()
        # One chunk is read ahead, no more: a peer that floods us waits in its own pipe.
        self._may_read = threading.Semaphore(2)
        self._lines: queue.SimpleQueue[tuple[bytes, asyncio.Future[None]]] = queue.SimpleQueue()
        for name, target in (("stdin", self._read_forever), ("stdout", self._write_forever)):
            threading.Thread(target=target, name=name, daemon=True).start()

    async def read(self) -> bytes:
        """The next bytes; `b""` at the end of input or when there is no input at all."""
        chunk = await self._chunks.get()
        self._may_read.release()
        return chunk

    async def write(self, line: bytes) -> None:
        """Writes one line; waits for the peer to take it. Raises PeerLostError."""
        written = self._loop.create_future()
        self._lines.put((line, written))
        await written

    async def close(self) -> None:
        """Nothing to let go of: the streams are the process's."""

    def _read_forever(self) -> None:
        chunk = b"?"
        while chunk:
            self._may_read.acquire()
            try:
                chunk = os.read(self._input_fd, CHUNK_BYTES)
            except OSError:
                chunk = b""
            if not self._on_loop(self._chunks.put_nowait, chunk):
                return

    def _write_forever(self) -> None:
        while True:
            line, written = self._lines.get()
            try:
                while line:
                    line = line[os.write(self._output_fd, line) :]
            except OSError as error:
                lost = PeerLostError(error.strerror or str(error))
                lost.__cause__ = error
                self._on_loop(_settle, written, lost)
                return
            if not self._on_loop(_settle, written, None):
                return

    def _on_loop(self, function: Callable[..., object], *arguments: object) -> bool:
        """Calls on the loop; False when the loop has ended and with it everybody who waits."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function, *arguments)
            return True
        return False


def _settle(written: asyncio.Future[None], error: Exception | None) -> None:
    if written.cancelled():
        return
    if error is None:
        written.set_result(None)
    else:
        written.set_exception(error)


def has_input(input_fd: int = 0) -> bool:
    """True when standard input is open."""
    try:
        os.fstat(input_fd)
    except OSError:
        return False
    return True
