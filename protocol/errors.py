"""What can go wrong in `protocol`, and whose fault it is.

`LocalProtocolError`: our own program asked for something the protocol forbids (a bug of ours).
`RemoteProtocolError`: the peer sent something malformed or out of turn.
`NotationError`: a position or move text does not read, wherever it came from.
The message of every error is one line and fit for a Hub `error` line; the data is in attributes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

# An offending text may be a megabyte long; messages show its head only.
_SHOWN_CHARACTERS = 60
# A board of rubbish has a fault on every square; the message stays one readable line.
_SHOWN_FAULTS = 5


def printable(text: str) -> str:
    """A text of unknown origin as it may stand in a message or on a terminal: no control signs."""
    return "".join(character if character.isprintable() else "?" for character in text)


def shorten(text: str) -> str:
    """The text as it may appear in a message: printable, and cut after 60 characters."""
    shown = printable(text[:_SHOWN_CHARACTERS])
    return shown + "..." if len(text) > _SHOWN_CHARACTERS else shown


class ProtocolError(Exception):
    """Root of everything `protocol` raises on purpose."""


class LocalProtocolError(ProtocolError):
    """Our side broke the protocol: a message out of turn, a value that cannot be written."""


class RemoteProtocolError(ProtocolError):
    """The peer broke the protocol.

    reason: the fault without its context. text: the offending piece as received.
    command: first word of the line, field: name of the argument; None where unknown.
    """

    def __init__(
        self,
        reason: str,
        *,
        text: str = "",
        command: str | None = None,
        field: str | None = None,
    ) -> None:
        self.reason = reason
        self.text = text
        self.command = command
        self.field = field
        place = " ".join(shorten(word) for word in (command, field) if word is not None)
        shown = f"{reason}: {shorten(text)}" if text else reason
        super().__init__(f"{place}: {shown}" if place else shown)


class Fault(NamedTuple):
    """One thing wrong in a position or move text: the offending piece of it and the reason."""

    text: str
    reason: str

    def __str__(self) -> str:
        return f"{self.reason}: {shorten(self.text)}"


class NotationError(ProtocolError):
    """A position or move text does not read; `faults` lists everything found, in text order."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        shown = [str(fault) for fault in self.faults[:_SHOWN_FAULTS]]
        if len(self.faults) > _SHOWN_FAULTS:
            shown.append(f"and {len(self.faults) - _SHOWN_FAULTS} more")
        super().__init__("; ".join(shown))


class PdnError(NotationError):
    """A PDN text does not read at this place. line, column: counted from 1."""

    def __init__(self, fault: Fault, line: int, column: int) -> None:
        super().__init__([fault])
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.faults[0]}"


class UnknownSquareError(NotationError):
    """A text names a square that the board does not have."""


class UnknownMoveError(NotationError):
    """The move text reads, but no legal move fits it."""


class AmbiguousMoveError(NotationError):
    """The move text fits more than one legal move."""
