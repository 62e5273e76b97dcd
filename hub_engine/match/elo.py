"""The difference in strength that a score tells, with its error.

Sources: Elo, The Rating of Chessplayers, the logistic form. The interval is the normal one of the mean score, carried
through the same curve, after half a game of each result was added: Agresti and Coull, Approximate is better than
"exact" for interval estimation of binomial proportions (1998), with the half counts of Jeffreys' prior for three
results. Without it games that all ended alike would have no variance, and the interval no width.
"""

from __future__ import annotations

import math
from typing import NamedTuple

#: Added to the number of each result.
_PSEUDO_GAMES = 0.5
#: Standard deviations of a two-sided interval that holds the truth in 95 cases of 100.
_Z_95 = 1.959964


class EloEstimate(NamedTuple):
    """A difference in Elo points and its 95 % interval.

    The difference is infinite at a score of 0 or 1, and so is then one end of the interval.
    """

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
    score, _ = _mean_and_variance(wins, draws, losses)
    mean, variance = _mean_and_variance(wins + _PSEUDO_GAMES, draws + _PSEUDO_GAMES, losses + _PSEUDO_GAMES)
    error = _Z_95 * math.sqrt(variance / (games + 3 * _PSEUDO_GAMES))
    return EloEstimate(elo_difference(score), elo_difference(mean - error), elo_difference(mean + error))


def _mean_and_variance(wins: float, draws: float, losses: float) -> tuple[float, float]:
    """Of the points of one game, 0..1; the number of games is above 0."""
    games = wins + draws + losses
    mean = (wins + draws / 2) / games
    return mean, (wins * (1 - mean) ** 2 + draws * (0.5 - mean) ** 2 + losses * mean**2) / games
