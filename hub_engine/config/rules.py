"""The rules of one variant as values, and their JSON for the core.

Decides the words of the rule groups and the shape of the JSON that `hub_engine._core.RuleSet` reads. Knows
nothing of files, names or notation. Squares are 0-based Hub squares here.
"""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Any, Literal, NamedTuple

#: Open end of a range of counts.
NO_LIMIT = 255


class Playable(StrEnum):
    """Which squares are played on: those of a1's colour, the others (mirror board), or all."""

    DARK = "dark"
    LIGHT = "light"
    ALL = "all"


class Lines(StrEnum):
    """Which lines join the squares: all, or diagonals only from points of a1's colour."""

    ALL = "all"
    ALTERNATE = "alternate"


class Group(StrEnum):
    """Neighbours of a square, seen by the owner of the piece."""

    FORWARD = "forward"
    BACKWARD = "backward"
    SIDEWAYS = "sideways"
    FORWARD_DIAGONALS = "forward-diagonals"
    BACKWARD_DIAGONALS = "backward-diagonals"


class BlackForward(StrEnum):
    """Where Black's men go: toward White, or the same way as White's."""

    DOWN = "down"
    UP = "up"


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


class Continue(StrEnum):
    """After a jump the piece goes on if it can, or may stop or go on, then only in the same direction."""

    MUST = "must"
    MAY_STRAIGHT = "may-straight"


class Obligation(StrEnum):
    """A capture must be made, or a piece that could have made it may be taken off by the opponent."""

    COMPULSORY = "compulsory"
    HUFFING = "huffing"


class Precedence(StrEnum):
    """A key that captures are compared by; the largest must be chosen."""

    QUANTITY = "quantity"
    VALUE = "value"
    KING_MOVER = "king-mover"
    KINGS_CAPTURED = "kings-captured"
    KING_EARLIEST = "king-earliest"


class PromotionSquares(StrEnum):
    """Where men are crowned, when no squares are listed: on the last row, or nowhere."""

    LAST_ROW = "last-row"
    NONE = "none"


class InCapture(StrEnum):
    """A man on its promotion row in mid-capture: crowned and stops, goes on as a man, goes on as a king."""

    END = "end"
    STAY = "stay"
    CROWN = "crown"


class Becomes(StrEnum):
    """What a parachutist is after its capture."""

    MAN = "man"


class Remover(StrEnum):
    """Who takes a piece off in the opening."""

    WHITE = "white"
    BLACK = "black"


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


class Board(NamedTuple):
    """Size (files, ranks), playable squares and the lines between them.

    holes: squares, counted as if there were none, that are not played on. All other squares of a variant are
    counted over those that are left.
    """

    width: int
    height: int
    playable: Playable
    lines: Lines = Lines.ALL
    holes: tuple[int, ...] = ()

    @property
    def n_squares(self) -> int:
        """Number of playable squares."""
        return len(self.cells())

    def cells(self) -> tuple[tuple[int, int], ...]:
        """(column from the left, row from the top) of each square, White at the bottom."""
        cells = [(column, row) for row in range(self.height) for column in range(self.width)]
        if self.playable is Playable.ALL:
            return tuple(cell for number, cell in enumerate(cells) if number not in self.holes)
        parity = 0 if self.playable is Playable.DARK else 1
        return tuple((column, row) for column, row in cells if (self.height - 1 - row + column) % 2 == parity)


class Men(NamedTuple):
    """What men do.

    capture_next: directions of the jumps after the first one of a move. linear: a line of men may be jumped by
    its last one, without capture. rest_on_last_row: a man there makes no quiet move.
    """

    move: tuple[Group, ...]
    capture: tuple[Group, ...]
    capture_next: tuple[Group, ...]
    capture_kings: bool
    linear: bool
    rest_on_last_row: bool
    black_forward: BlackForward


class Kings(NamedTuple):
    """What kings do. same_king_limit: quiet moves in a row with one king, 0 = no limit."""

    range: Range
    move: tuple[Group, ...]
    capture: tuple[Group, ...]
    landing: Landing
    same_king_limit: int


class Capture(NamedTuple):
    """The law of captures.

    king_value: hundredths of a man, 0 where values are not compared. continue_: `continue` in the rule file.
    forced_landing: a king goes to a landing from which it can capture on, if there is one.
    """

    removal: Removal
    turn_back: bool
    precedence: tuple[Precedence, ...]
    king_value: int
    continue_: Continue
    obligation: Obligation
    forced_landing: bool


class SquaresOfSides(NamedTuple):
    """Squares of White's men and of Black's, ascending."""

    white: tuple[int, ...]
    black: tuple[int, ...]


class Promotion(NamedTuple):
    """The law of promotion."""

    squares: PromotionSquares | SquaresOfSides
    in_capture: InCapture


class Parachutists(NamedTuple):
    """What the third kind of piece does: it waits on the last row of its men and comes down by one short leap."""

    move: tuple[Group, ...]
    capture: tuple[Group, ...]
    becomes: Becomes


class OpeningMove(NamedTuple):
    """A ply of the opening that takes one own piece off: one of these, or one beside the gap ("adjacent")."""

    side: Remover
    remove: tuple[int, ...] | Literal["adjacent"]


class Objective(NamedTuple):
    """Who wins."""

    no_move: NoMove
    king: KingMeans


class SideMaterial(NamedTuple):
    """Inclusive ranges of the men and kings that one side owns."""

    men: tuple[int, int]
    kings: tuple[int, int]


class Balance(NamedTuple):
    """The material of both sides; either colour may be the first."""

    first: SideMaterial
    second: SideMaterial


class DrawLimit(NamedTuple):
    """Drawn when the condition has held, without a restarting event, for a number of plies.

    material: one of these balances; empty = any. pieces: inclusive range of the total. both_kings: each side
    owns one. unless_capture: not while the side to move can capture. first_on: squares on which all of the first
    side stands; second_off, second_on: squares on which none, or some, of the second side stands; None = anywhere.
    """

    name: str
    plies: int
    material: tuple[Balance, ...]
    pieces: tuple[int, int]
    both_kings: bool
    unless_capture: bool
    first_on: tuple[int, ...] | None
    second_off: tuple[int, ...] | None
    second_on: tuple[int, ...] | None
    restart: tuple[Restart, ...]


class Draws(NamedTuple):
    """When nobody wins. repetition: the occurrence of a position that draws, 0 = never."""

    repetition: int
    limits: tuple[DrawLimit, ...]


class RuleSpec(NamedTuple):
    """All that the core needs to know of a variant."""

    board: Board
    men: Men
    kings: Kings
    capture: Capture
    promotion: Promotion
    parachutists: Parachutists | None
    opening: tuple[OpeningMove, ...]
    objective: Objective
    draws: Draws

    def to_data(self) -> dict[str, Any]:
        """Plain mappings, lists, words and numbers, nested and named as in the rule file."""
        data: dict[str, Any] = _plain(self)
        return data

    def to_json(self) -> str:
        """The text that `hub_engine._core.RuleSet` takes."""
        return json.dumps(self.to_data(), sort_keys=True)


def _plain(value: Any) -> Any:
    if not isinstance(value, tuple):
        return value
    if hasattr(value, "_asdict"):
        # A name that Python keeps for itself has a final underscore here.
        return {name.removesuffix("_"): _plain(field) for name, field in value._asdict().items()}
    return [_plain(item) for item in value]
