"""The lines of one Hub peer as they come: bytes to messages, one at a time, and what waits meanwhile.

Knows neither end of the conversation: how a line is decoded is given.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.framing import LineFramer, OversizedLine
from protocol.hub.lexer import Command, parse_line

_ENCODING = "latin-1"
_Message = TypeVar("_Message")


@dataclass(frozen=True, slots=True)
class EndOfInput:
    """The peer closed its end. An engine leaves at once and without output."""


class Input(Generic[_Message]):
    """Received lines that nobody has looked at yet; true while there are any.

    max_line_bytes: a longer line is dropped, and `take` tells of it. decode: a command's message, None when it is
    unknown.
    """

    def __init__(self, max_line_bytes: int, decode: Callable[[Command], _Message | None]) -> None:
        self._decode = decode
        self._framer = LineFramer(max_line_bytes)
        self._lines: deque[bytes | OversizedLine] = deque()
        #: Memory that the waiting lines stand for.
        self.waiting_bytes = 0
        #: Lines received so far, whatever was in them.
        self.n_lines = 0
        self.is_ended = False

    def receive(self, data: bytes) -> None:
        """Take bytes as they came; `b""` is the end of input."""
        if self.is_ended:
            raise LocalProtocolError("data after the end of input")
        if not data:
            self.is_ended = True
            return
        lines = self._framer.feed(data)
        self._lines.extend(lines)
        self.n_lines += len(lines)
        self.waiting_bytes += sum(_size(line) for line in lines)

    @property
    def max_line_bytes(self) -> int:
        """The longest line that is read; may be changed, and holds for the bytes to come."""
        return self._framer.max_bytes

    @max_line_bytes.setter
    def max_line_bytes(self, value: int) -> None:
        self._framer.max_bytes = value

    def __bool__(self) -> bool:
        return bool(self._lines)

    def take(self) -> _Message | None:
        """The next line's message, None when it is blank or unknown. Raises RemoteProtocolError."""
        line = self._lines.popleft()
        self.waiting_bytes -= _size(line)
        if isinstance(line, OversizedLine):
            head = line.head.decode(_ENCODING)
            words = head.split(maxsplit=1)
            raise RemoteProtocolError(
                f"line longer than {self.max_line_bytes} bytes",
                text=head,
                command=words[0] if words else None,
            )
        command = parse_line(line.decode(_ENCODING))
        return None if command is None else self._decode(command)


def _size(line: bytes | OversizedLine) -> int:
    """Memory a waiting line stands for; the constant covers the objects around an empty one."""
    return 64 + (len(line) if isinstance(line, bytes) else len(line.head))


def to_bytes(line: str) -> bytes:
    """A line as it is sent, with its end; what is beyond Latin-1 becomes `?`."""
    return line.encode(_ENCODING, "replace") + b"\n"
