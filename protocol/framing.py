"""Bytes to Hub lines or DXP messages: cuts at their ends, however the bytes were split on their way.

Decides ends and the length limit. Must not know what a line or message means.
Sources: Hub 2 protocol text, section on lines, the cap being our own policy; DamExchange protocol,
layer 1.
"""

from __future__ import annotations

from typing import NamedTuple

DEFAULT_MAX_LINE_BYTES = 1 << 20
# Enough of a dropped line to tell which command it was.
HEAD_BYTES = 32


class OversizedLine(NamedTuple):
    """A line or message longer than the cap was dropped. head: its first bytes."""

    head: bytes


class _Framer:
    """Collects bytes and returns what stands before each end mark.

    end: one byte. max_bytes: longest accepted piece, `<=`, without its end. A longer one is dropped
    up to its end and reported once, as soon as it is known to be too long. Every byte is looked at a
    constant number of times, also when they arrive one by one.
    """

    def __init__(self, end: bytes, max_bytes: int) -> None:
        self._end = end
        #: May be changed; holds for the bytes to come.
        self.max_bytes = max_bytes
        self._partial = bytearray()
        self._is_dropping = False

    def feed(self, data: bytes) -> list[bytes | OversizedLine]:
        """What these bytes completed, in order; the unfinished rest is kept."""
        *ends, rest = data.split(self._end)
        found: list[bytes | OversizedLine] = []
        for end in ends:
            self._append(end, found)
            if not self._is_dropping:
                found.append(bytes(self._partial))
            self._partial.clear()
            self._is_dropping = False
        self._append(rest, found)
        return found

    def _append(self, piece: bytes, found: list[bytes | OversizedLine]) -> None:
        if self._is_dropping:
            return
        if len(self._partial) + len(piece) <= self.max_bytes:
            self._partial += piece
            return
        # Not above the cap: the head must not depend on how much came beyond it in one piece.
        head_bytes = min(HEAD_BYTES, self.max_bytes)
        head = bytes(self._partial[:head_bytes]) + piece[:head_bytes]
        found.append(OversizedLine(head[:head_bytes]))
        self._partial.clear()
        self._is_dropping = True


class LineFramer(_Framer):
    """Whole Hub lines without their LF or CR LF.

    max_line_bytes: longest accepted line, `<=`, counted before LF, CR included.
    """

    def __init__(self, max_line_bytes: int = DEFAULT_MAX_LINE_BYTES) -> None:
        super().__init__(b"\n", max_line_bytes)

    def feed(self, data: bytes) -> list[bytes | OversizedLine]:
        """The lines completed by these bytes, in order; the unfinished rest is kept."""
        return [line.removesuffix(b"\r") if isinstance(line, bytes) else line for line in super().feed(data)]


class NulFramer(_Framer):
    """Whole DXP messages without their NUL; empty ones are left out.

    max_message_bytes: longest accepted message, `<=`, counted before the NUL.
    """

    def __init__(self, max_message_bytes: int) -> None:
        super().__init__(b"\0", max_message_bytes)

    def feed(self, data: bytes) -> list[bytes | OversizedLine]:
        """The messages completed by these bytes, in order; the unfinished rest is kept."""
        return [message for message in super().feed(data) if message]
