"""Results of games against other players, counted and shown as a table."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from hub_engine.match.elo import estimate


@dataclass(slots=True)
class Tally:
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
    """A tally for each player met, in the order of the first meeting."""

    tallies: dict[str, Tally] = field(default_factory=dict)

    def add(self, opponent: str, our_result: int | None) -> None:
        """Counts a game. our_result: 1 won, 0 drawn, -1 lost, None unknown."""
        tally = self.tallies.setdefault(opponent, Tally())
        match our_result:
            case 1:
                tally.wins += 1
            case 0:
                tally.draws += 1
            case -1:
                tally.losses += 1
            case _:
                tally.unknown += 1

    @property
    def games(self) -> int:
        """All games counted."""
        return sum(tally.games for tally in self.tallies.values())

    def table(self) -> str:
        """The tallies as aligned lines with the difference in Elo and its 95 % interval."""
        rows: list[tuple[str, ...]] = [("opponent", "games", "+", "=", "-", "?", "score", "Elo")]
        for name, tally in self.tallies.items():
            score = "-" if tally.score is None else f"{100 * tally.score:.1f} %"
            elo = estimate(tally.wins, tally.draws, tally.losses)
            counts = (tally.games, tally.wins, tally.draws, tally.losses, tally.unknown)
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
        for name, tally in self.tallies.items():
            elo = estimate(tally.wins, tally.draws, tally.losses)
            rows.append(
                {
                    "opponent": name,
                    "games": tally.games,
                    "wins": tally.wins,
                    "draws": tally.draws,
                    "losses": tally.losses,
                    "unknown": tally.unknown,
                    "score": tally.score,
                    "elo": None if elo is None else _finite(elo.elo),
                    "elo_low": None if elo is None else _finite(elo.low),
                    "elo_high": None if elo is None else _finite(elo.high),
                }
            )
        return rows


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
