"""Results of games against other players, counted and shown as a table."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum

from hub_engine.match.elo import estimate


class OurResult(Enum):
    """What a game came to, seen from our side; the values are names of counters."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    UNKNOWN = "unknown"
    """It ended without a result, or has not ended."""


@dataclass(slots=True)
class Standing:
    """Games against one player, seen from our side. unknown: ended without a result."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    unknown: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses + self.unknown

    @property
    def score(self) -> float | None:
        """Share of the points in games with a result; None without one."""
        decided = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / decided if decided else None


@dataclass(slots=True)
class Scoreboard:
    """A standing for each player met, in the order of the first meeting."""

    standings: dict[str, Standing] = field(default_factory=dict)

    def add(self, opponent: str, our_result: OurResult) -> None:
        """Counts a game."""
        standing = self.standings.setdefault(opponent, Standing())
        match our_result:
            case OurResult.WON:
                standing.wins += 1
            case OurResult.DRAWN:
                standing.draws += 1
            case OurResult.LOST:
                standing.losses += 1
            case OurResult.UNKNOWN:
                standing.unknown += 1

    @property
    def games(self) -> int:
        """All games counted."""
        return sum(standing.games for standing in self.standings.values())

    def table(self) -> str:
        """The standings as aligned lines with the difference in Elo and its 95 % interval."""
        rows: list[tuple[str, ...]] = [("opponent", "games", "+", "=", "-", "?", "score", "Elo")]
        for name, standing in self.standings.items():
            score = "-" if standing.score is None else f"{100 * standing.score:.1f} %"
            elo = estimate(standing.wins, standing.draws, standing.losses)
            counts = (standing.games, standing.wins, standing.draws, standing.losses, standing.unknown)
            rows.append((name, *(str(count) for count in counts), score, "-" if elo is None else str(elo)))
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        return "\n".join(
            "  ".join(
                cell.ljust(width) if column in (0, len(row) - 1) else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        )

    def to_data(self) -> list[dict[str, object]]:
        """The table for programs; an infinite difference is None, since JSON has no number for it."""
        rows: list[dict[str, object]] = []
        for name, standing in self.standings.items():
            elo = estimate(standing.wins, standing.draws, standing.losses)
            rows.append(
                {
                    "opponent": name,
                    "games": standing.games,
                    "wins": standing.wins,
                    "draws": standing.draws,
                    "losses": standing.losses,
                    "unknown": standing.unknown,
                    "score": standing.score,
                    "elo": None if elo is None else _finite(elo.elo),
                    "elo_low": None if elo is None else _finite(elo.low),
                    "elo_high": None if elo is None else _finite(elo.high),
                }
            )
        return rows


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
