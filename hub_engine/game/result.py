"""How a game ended, and how that is written.

The first number of a text belongs to the side that moves first, which is Black in some variants.
Source: PDN 3.0, Result tag.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ResultStyle(StrEnum):
    """How results are written. International counts two points a game."""

    INTERNATIONAL = "2-0"
    DEFAULT = "1-0"


#: By the result of the side that moves first: 1 won, 0 drawn, -1 lost.
_TEXTS = {
    ResultStyle.INTERNATIONAL: {1: "2-0", 0: "1-1", -1: "0-2"},
    ResultStyle.DEFAULT: {1: "1-0", 0: "1/2-1/2", -1: "0-1"},
}


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game.

    winner: 1 White, -1 Black, 0 nobody. reason: "no-move", "no-pieces", "king", "repetition" or the name
    of the draw rule. text: the result as the variant writes it, the side that moves first before the other.
    """

    winner: int
    reason: str
    text: str

    @property
    def is_draw(self) -> bool:
        """Nobody has won."""
        return self.winner == 0

    def __str__(self) -> str:
        return f"{self.text} ({self.reason})"


def make_result(winner: int, reason: str, style: ResultStyle, *, is_white_first: bool) -> Result:
    """A result with its text. winner: 1 White, 0 nobody, -1 Black."""
    return Result(winner, reason, _TEXTS[style][winner if is_white_first else -winner])
