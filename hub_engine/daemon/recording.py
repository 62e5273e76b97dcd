"""Sessions written down as transcripts, as they happen.

Decides where a recording lies and what is left out of it. A recording never holds a session up: a thread of its own
writes it, and when the disk cannot follow, the recording ends and the session goes on.
"""

from __future__ import annotations

import asyncio
import os
import queue
import re
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

from hub_engine.config.variant import VariantConfig
from hub_engine.daemon.stream import Stream
from hub_engine.daemon.token import PARAMETER
from hub_engine.logs import Log
from hub_engine.transcript import Direction, Entry, Head, Protocol, write_entry, write_head

_SECRET = PARAMETER.encode("ascii")
_HIDDEN_LINE = b"set-param name=" + _SECRET + b" value=***\n"
_HIDDEN_ERROR = b"error message=***\n"
_WORD = re.compile(rb'[^\s="]+')
#: Errors quote the head of what they complain about; so much of a word is looked for in them.
_QUOTED_BYTES = 8
#: So many words are kept; who speaks of a token that often has all its errors hidden.
_MAX_QUOTES = 1000
_PLAIN_WORDS = frozenset({b"set-param"[:_QUOTED_BYTES], b"name", _SECRET, b"value"})
#: What stands behind each line or message.
_ENDS = {Protocol.HUB: b"\n", Protocol.DXP: b"\0"}
#: Of a longer line the pieces are written as they come.
_MAX_PIECE_BYTES = 1 << 16
#: Entries that may wait for the disk.
_MAX_WAITING = 20_000
#: Time for the last entries to reach the file, seconds.
_CLOSE_DEADLINE_S = 0.4


def recorded(
    stream: Stream, folder: Path | None, protocol: Protocol, session: str, variant: VariantConfig, log: Log
) -> Stream:
    """The stream, written down in a new file of the folder; unchanged when there is no folder.

    variant: the game that the session begins with.
    """
    if folder is None:
        return stream
    now = datetime.now(UTC)
    name = re.sub(r"[^A-Za-z0-9._-]", "_", session)
    path = folder / f"{now:%Y%m%dT%H%M%S}-{os.getpid()}-{name}.jsonl"
    started = now.isoformat(timespec="seconds")
    head = Head(protocol, session, started, variant.names.id, tuple(variant.choices.items()))
    return Recorder(stream, path, head, log)


class Recorder:
    """A stream that is written down while it is used: one entry for each line or message, whole or at its end."""

    def __init__(self, stream: Stream, path: Path, head: Head, log: Log) -> None:
        self._stream = stream
        self._log = log
        self._start_s = time.monotonic()
        # DXP has no word for a secret.
        self._censor = _Censor() if head.protocol is Protocol.HUB else None
        self._input = _Pieces(_ENDS[head.protocol])
        self._file = _FileThread(path, write_head(head), log)

    async def read(self) -> bytes:
        """What the stream reads."""
        data = await self._stream.read()
        for piece in self._input.feed(data):
            self._note(Direction.IN, piece)
        return data

    async def write(self, line: bytes) -> None:
        """Writes to the stream. Raises PeerLostError."""
        await self._stream.write(line)
        self._note(Direction.OUT, line)

    async def close(self) -> None:
        """Closes the stream, then the file."""
        await self._stream.close()
        for piece in self._input.rest():
            self._note(Direction.IN, piece)
        await asyncio.to_thread(self._file.close, _CLOSE_DEADLINE_S)

    def _note(self, direction: Direction, data: bytes) -> None:
        shown = data if self._censor is None else self._censor.hide(direction, data)
        self._file.put(write_entry(Entry(time.monotonic() - self._start_s, direction, shown)))


class _Pieces:
    """Input cut behind each end mark, so that a secret is seen whole however the bytes came."""

    def __init__(self, end: bytes) -> None:
        self._end = end
        self._partial = b""

    def feed(self, data: bytes) -> list[bytes]:
        """What is complete now; at the end of the input the rest, and then the empty piece that stands for it."""
        if not data:
            return [*self.rest(), b""]
        *lines, self._partial = (self._partial + data).split(self._end)
        pieces = [line + self._end for line in lines]
        if len(self._partial) > _MAX_PIECE_BYTES:
            pieces += self.rest()
        return pieces

    def rest(self) -> list[bytes]:
        """What came without an end."""
        rest, self._partial = self._partial, b""
        return [rest] if rest else []


class _Censor:
    """Takes the secret out of what is written down, and out of errors that quote it."""

    def __init__(self) -> None:
        self._is_in_secret_line = False
        self._quotes: set[bytes] = set()

    def hide(self, direction: Direction, piece: bytes) -> bytes:
        """The piece as it may be seen; a piece is a line, its head, or what follows a head."""
        if direction is Direction.OUT:
            is_quoted = piece.startswith(b"error") and (
                len(self._quotes) >= _MAX_QUOTES or any(quote in piece for quote in self._quotes)
            )
            return _HIDDEN_ERROR if is_quoted else piece
        is_secret = self._is_in_secret_line or _may_hold_secret(piece)
        self._is_in_secret_line = is_secret and not piece.endswith(b"\n")
        if not is_secret:
            return piece
        if len(self._quotes) < _MAX_QUOTES:
            self._quotes |= {word[:_QUOTED_BYTES] for word in _WORD.findall(piece)} - _PLAIN_WORDS
        return _HIDDEN_LINE


def _may_hold_secret(line: bytes) -> bool:
    """A line that speaks of the token, rightly or wrongly spelt: rather one too many than the secret once."""
    return _SECRET in line.lower()


class _FileThread:
    """Lines on their way to a file that may be slow."""

    def __init__(self, path: Path, head: str, log: Log) -> None:
        self._path = path
        self._log = log
        self._lines: queue.Queue[str | None] = queue.Queue(_MAX_WAITING)
        self._lines.put_nowait(head)
        self._is_broken = False
        self._thread = threading.Thread(target=self._run, name="recording", daemon=True)
        self._thread.start()

    def put(self, line: str) -> None:
        """Hands a line over; never waits."""
        if self._is_broken:
            return
        try:
            self._lines.put_nowait(line)
        except queue.Full:
            self._break("the disk cannot follow")

    def close(self, within_s: float) -> None:
        """Waits, for a while, until everything is written."""
        try:
            self._lines.put(None, timeout=0.0 if self._is_broken else within_s)
        except queue.Full:
            if not self._is_broken:
                self._break("the disk cannot follow")
        self._thread.join(within_s)

    def _run(self) -> None:
        try:
            with self._path.open("x", encoding="utf-8") as file:
                # Once it is broken nobody may be able to say that no line comes any more.
                while not self._is_broken and (line := self._lines.get()) is not None:
                    file.write(line)
                    if self._lines.empty():
                        file.flush()
        except OSError as error:
            self._break(error.strerror or str(error))

    def _break(self, reason: str) -> None:
        self._is_broken = True
        self._log.warning("recording.stopped", path=str(self._path), reason=reason)
