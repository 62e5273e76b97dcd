"""The rules of one variant as values, and their JSON for the core.

Decides the words of the rule groups and the shape of the JSON that `hub_engine._core.RuleSet` reads. Knows
nothing of files, names or notation. Squares are 0-based Hub squares here.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

#: Open end of a range of counts.
NO_LIMIT = 255


class Playable(StrEnum):
    """Which squares are played on: those of a1's colour, or the others (mirror board)."""

    DARK = "dark"
    LIGHT = "light"


class Group(StrEnum):
    """Neighbours of a square, seen by the owner of the piece."""

    FORWARD = "forward"
    BACKWARD = "backward"
    SIDEWAYS = "sideways"
    FORWARD_DIAGONALS = "forward-diagonals"
    BACKWARD_DIAGONALS = "backward-diagonals"


class Range(StrEnum):
    """How far a king goes: one step, or any distance over empty squares."""

    SHORT = "short"
    FLYING = "flying"


class Landing(StrEnum):
    """Where a king lands: anywhere behind, directly behind each victim, directly behind a last king."""

    FREE = "free"
    BEHIND = "behind"
    BEHIND_LAST_KING = "behind-last-king"


class Removal(StrEnum):
    """When captured pieces leave: with the end of the move, or before the next jump."""

    END = "end"
    IMMEDIATE = "immediate"


class Precedence(StrEnum):
    """A key that captures are compared by; the largest must be chosen."""

    QUANTITY = "quantity"
    VALUE = "value"
    KING_MOVER = "king-mover"
    KINGS_CAPTURED = "kings-captured"
    KING_EARLIEST = "king-earliest"


class InCapture(StrEnum):
    """A man on its promotion row in mid-capture: crowned and stops, goes on as a man, goes on as a king."""

    END = "end"
    STAY = "stay"
    CROWN = "crown"


class NoMove(StrEnum):
    """What being without a move means."""

    LOSES = "loses"
    WINS = "wins"


class KingMeans(StrEnum):
    """What owning a king means."""

    NOTHING = "nothing"
    WINS = "wins"


class Restart(StrEnum):
    """An event that restarts the count of a draw limit."""

    CAPTURE = "capture"
    MAN_MOVE = "man-move"
    PROMOTION = "promotion"


@dataclass(frozen=True, slots=True)
class Board:
    """Size (files, ranks) and playable squares."""

    width: int
    height: int
    playable: Playable

    @property
    def n_squares(self) -> int:
        """Number of playable squares."""
        cells = self.width * self.height
        return (cells + 1) // 2 if self.playable is Playable.DARK else cells // 2

    def cells(self) -> tuple[tuple[int, int], ...]:
        """(column from the left, row from the top) of each square, White at the bottom."""
        parity = 0 if self.playable is Playable.DARK else 1
        return tuple(
            (column, row)
            for row in range(self.height)
            for column in range(self.width)
            if (self.height - 1 - row + column) % 2 == parity
        )


@dataclass(frozen=True, slots=True)
class Men:
    """What men do."""

    move: tuple[Group, ...]
    capture: tuple[Group, ...]
    capture_kings: bool


@dataclass(frozen=True, slots=True)
class Kings:
    """What kings do. same_king_limit: quiet moves in a row with one king, 0 = no limit."""

    range: Range
    move: tuple[Group, ...]
    capture: tuple[Group, ...]
    landing: Landing
    same_king_limit: int


@dataclass(frozen=True, slots=True)
class Capture:
    """The law of captures. king_value: hundredths of a man, 0 where values are not compared."""

    removal: Removal
    turn_back: bool
    precedence: tuple[Precedence, ...]
    king_value: int


@dataclass(frozen=True, slots=True)
class Promotion:
    """The law of promotion."""

    in_capture: InCapture


@dataclass(frozen=True, slots=True)
class Objective:
    """Who wins."""

    no_move: NoMove
    king: KingMeans


@dataclass(frozen=True, slots=True)
class SideMaterial:
    """Inclusive ranges of the men and kings that one side owns."""

    men: tuple[int, int]
    kings: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Balance:
    """The material of both sides; either colour may be the first."""

    first: SideMaterial
    second: SideMaterial


@dataclass(frozen=True, slots=True)
class DrawLimit:
    """Drawn when the condition has held, without a restarting event, for a number of plies.

    material: one of these balances; empty = any. pieces: inclusive range of the total. both_kings: each side
    owns one. first_on: squares on which all of the first side stands; second_off, second_on: squares on which
    none, or some, of the second side stands; None = anywhere.
    """

    name: str
    plies: int
    material: tuple[Balance, ...]
    pieces: tuple[int, int]
    both_kings: bool
    first_on: tuple[int, ...] | None
    second_off: tuple[int, ...] | None
    second_on: tuple[int, ...] | None
    restart: tuple[Restart, ...]


@dataclass(frozen=True, slots=True)
class Draws:
    """When nobody wins. repetition: the occurrence of a position that draws, 0 = never."""

    repetition: int
    limits: tuple[DrawLimit, ...]


@dataclass(frozen=True, slots=True)
class RuleSpec:
    """All that the core needs to know of a variant."""

    board: Board
    men: Men
    kings: Kings
    capture: Capture
    promotion: Promotion
    objective: Objective
    draws: Draws

    def to_data(self) -> dict[str, Any]:
        """Plain mappings, lists, words and numbers, nested and named as in the rule file."""
        return asdict(self)

    def to_json(self) -> str:
        """The text that `hub_engine._core.RuleSet` takes."""
        return json.dumps(self.to_data(), sort_keys=True)
