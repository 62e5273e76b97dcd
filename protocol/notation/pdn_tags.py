"""What some PDN tags and comments say: the kind of game, the result, the clocks.

Sources: PDN 3.0, sections on GameType, Result and clock comments; the form with both clocks in one
comment is that of lidraughts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto

from protocol.errors import Fault, NotationError

#: The result of a game that has none, and what stands between games.
UNFINISHED = "*"

_GAME_TYPE = re.compile(r"([0-9]{1,4})(?:,([WB]),([0-9]{1,3}),([0-9]{1,3}),([ANS])([0123])(?:,([01]))?)?")
# Numbers of the standard's table that say by themselves that Black begins.
_BLACK_BEGINS = frozenset({21, 23, 31})
_HOURS = r"([0-9]{1,3}):([0-9]{2})(?::([0-9]{2}(?:\.[0-9]{1,9})?))?"
_CLOCK = re.compile(rf"\[%(clk|mct|egt|emt)\s+{_HOURS}\s*\]")
_BOTH_CLOCKS = re.compile(rf"\[%clock\s+([wW]){_HOURS}\s+([bB]){_HOURS}\s*\]")


# --- the kind of game ----------------------------------------------------------------------------


class SquareNames(Enum):
    """How squares are named. The value is the letter of the tag."""

    ALPHANUMERIC = "A"
    NUMERIC = "N"
    SHORT = "S"


@dataclass(frozen=True, slots=True)
class GameType:
    """The tag `GameType`: `20` or `20,W,10,8,A0,0`. All but the number may be left out, then it is None.

    white_begins: which side moves first. first_corner: where square 1 or a1 lies, seen by that side:
    0 bottom left, 1 bottom right, 2 top left, 3 top right. is_inverted: the bottom left corner is no
    playing square.
    """

    number: int
    white_begins: bool | None = None
    width: int | None = None
    height: int | None = None
    names: SquareNames | None = None
    first_corner: int | None = None
    is_inverted: bool | None = None


def parse_game_type(text: str) -> GameType:
    """The kind of game. Raises NotationError."""
    match = _GAME_TYPE.fullmatch(text)
    if match is None:
        raise NotationError([Fault(text, "not a game type: write 20 or 20,W,10,10,N2,0")])
    number, colour, width, height, names, corner, inverted = match.groups()
    if colour is None:
        return GameType(int(number))
    is_inverted = None if inverted is None else inverted == "1"
    return GameType(int(number), colour == "W", int(width), int(height), SquareNames(names), int(corner), is_inverted)


def starts_white(game_type: str) -> bool:
    """True when White moves first in games with this tag; also when the tag does not read or is empty."""
    match = _GAME_TYPE.fullmatch(game_type)
    if match is None:
        return True
    return match[2] == "W" if match[2] else int(match[1]) not in _BLACK_BEGINS


# --- the result ----------------------------------------------------------------------------------


class Outcome(Enum):
    """How a game ended for the side that moved first."""

    WIN = auto()
    DRAW = auto()
    LOSS = auto()
    BOTH_LOSE = auto()
    NONE = auto()


_OUTCOMES = {
    "2-0": Outcome.WIN,
    "1-1": Outcome.DRAW,
    "0-2": Outcome.LOSS,
    "1-0": Outcome.WIN,
    "1/2-1/2": Outcome.DRAW,
    "0-1": Outcome.LOSS,
    "0-0": Outcome.BOTH_LOSE,
    UNFINISHED: Outcome.NONE,
}


def parse_result(text: str) -> Outcome | None:
    """The outcome, written with two points for a win or with one; None for any other text."""
    return _OUTCOMES.get(text)


# --- the clocks ----------------------------------------------------------------------------------


class ClockKind(Enum):
    """What a clock comment counts. The value is its word."""

    REMAINING = "clk"
    MECHANICAL = "mct"  # time used, on a mechanical clock
    GAME = "egt"  # time used in the game
    MOVE = "emt"  # time used for the move


@dataclass(frozen=True, slots=True)
class ClockNote:
    """A time told in a comment. white: whose; None: of the one who has just moved. is_running: now."""

    kind: ClockKind
    time_s: float
    white: bool | None = None
    is_running: bool = False


def parse_clocks(comment: str) -> tuple[ClockNote, ...]:
    """The times told in the comment of a move; what does not read as one is text for people."""
    notes = [ClockNote(ClockKind(match[1]), _seconds(match.groups()[1:])) for match in _CLOCK.finditer(comment)]
    for match in _BOTH_CLOCKS.finditer(comment):
        groups = match.groups()
        for letter, time in ((groups[0], groups[1:4]), (groups[4], groups[5:8])):
            notes.append(ClockNote(ClockKind.REMAINING, _seconds(time), letter in "wW", letter.isupper()))
    return tuple(notes)


def write_clock(note: ClockNote) -> str:
    """The time of the side that has just moved, in whole seconds, for a comment: `[%clk 0:09:58]`."""
    minutes, seconds = divmod(max(0, round(note.time_s)), 60)
    return f"[%{note.kind.value} {minutes // 60}:{minutes % 60:02}:{seconds:02}]"


def _seconds(groups: tuple[str | None, ...]) -> float:
    hours, minutes, seconds = groups
    return 3600 * int(hours or 0) + 60 * int(minutes or 0) + float(seconds or 0)
