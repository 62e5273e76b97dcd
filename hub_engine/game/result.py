"""How a game ended, and how that is written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ResultStyle(StrEnum):
    """How results are written. International counts two points a game."""

    INTERNATIONAL = "2-0"
    DEFAULT = "1-0"


_TEXTS = {
    ResultStyle.INTERNATIONAL: {1: "2-0", 0: "1-1", -1: "0-2"},
    ResultStyle.DEFAULT: {1: "1-0", 0: "1/2-1/2", -1: "0-1"},
}


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game.

    winner: 1 White, -1 Black, 0 nobody. reason: "no-move", "no-pieces", "king", "repetition" or the name
    of the draw rule. text: the result as the variant writes it.
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


def make_result(winner: int, reason: str, style: ResultStyle) -> Result:
    """A result with its text."""
    return Result(winner, reason, _TEXTS[style][winner])
