"""Bytes to Hub lines: cuts at LF, however the bytes were split on their way.

Decides line ends and the length limit. Must not know what a line means.
Source: Hub 2 protocol text, section on lines; the cap is our own policy.
"""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_MAX_LINE_BYTES = 1 << 20
# Enough of a dropped line to tell which command it was.
HEAD_BYTES = 32


@dataclass(frozen=True, slots=True)
class OversizedLine:
    """A line longer than the cap was dropped. head: its first bytes."""

    head: bytes


class LineFramer:
    """Collects bytes and returns whole lines without their LF or CR LF.

    max_line_bytes: longest accepted line, `<=`, counted before LF, CR included. A longer line is
    dropped up to its LF and reported once, as soon as it is known to be too long. Every byte is
    looked at a constant number of times, also when they arrive one by one.
    """

    def __init__(self, max_line_bytes: int = DEFAULT_MAX_LINE_BYTES) -> None:
        self._max_line_bytes = max_line_bytes
        # Not above the cap: the head must not depend on how much came beyond it in one piece.
        self._head_bytes = min(HEAD_BYTES, max_line_bytes)
        self._partial = bytearray()
        self._is_dropping = False

    def feed(self, data: bytes) -> list[bytes | OversizedLine]:
        """The lines completed by these bytes, in order; the unfinished rest is kept."""
        *ends, rest = data.split(b"\n")
        lines: list[bytes | OversizedLine] = []
        for end in ends:
            self._append(end, lines)
            if not self._is_dropping:
                line = bytes(self._partial)
                lines.append(line[:-1] if line.endswith(b"\r") else line)
            self._partial.clear()
            self._is_dropping = False
        self._append(rest, lines)
        return lines

    def _append(self, piece: bytes, lines: list[bytes | OversizedLine]) -> None:
        if self._is_dropping:
            return
        if len(self._partial) + len(piece) <= self._max_line_bytes:
            self._partial += piece
            return
        head = bytes(self._partial[: self._head_bytes]) + piece[: self._head_bytes]
        lines.append(OversizedLine(head[: self._head_bytes]))
        self._partial.clear()
        self._is_dropping = True
