"""The difference in strength that a score tells, with its error.

Source: Elo, The Rating of Chessplayers, the logistic form; the error is the normal approximation of the
mean score's, carried through the same curve.
"""

from __future__ import annotations

import math
from typing import NamedTuple

#: Standard deviations of a two-sided interval that holds the truth in 95 cases of 100.
_Z_95 = 1.959964


class EloEstimate(NamedTuple):
    """A difference in Elo points and its 95 % interval; infinite at a score of 0 or 1."""

    elo: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.elo:+.0f} [{self.low:+.0f}, {self.high:+.0f}]"


def elo_difference(score: float) -> float:
    """Elo points by which a player is stronger who scores this share, 0..1, of the points."""
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return 400.0 * math.log10(score / (1.0 - score))


def estimate(wins: int, draws: int, losses: int) -> EloEstimate | None:
    """The difference that these results tell; None without results."""
    games = wins + draws + losses
    if games == 0:
        return None
    score = (wins + draws / 2) / games
    variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / games
    error = _Z_95 * math.sqrt(variance / games)
    return EloEstimate(elo_difference(score), elo_difference(score - error), elo_difference(score + error))
