"""One side's clock over a whole game, for a peer that names a time control instead of sending its clock, and how long
one move takes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol

from hub_engine._core import Limits


class Period(Protocol):
    """A stretch of a clock: `moves` (None: the rest of the game) in `time_s`, `inc_s` more before each move."""

    @property
    def moves(self) -> int | None:
        """Moves it lasts for; None: the rest of the game."""
        ...

    @property
    def time_s(self) -> float:
        """Seconds on the clock when it begins."""
        ...

    @property
    def inc_s(self) -> float:
        """Seconds added before each move."""
        ...


class Control(Protocol):
    """Limits of a game's moves; see `hub_engine.config.time_control.TimeControl`."""

    @property
    def periods(self) -> Sequence[Period]:
        """Stretches of the clock, in order; none: the time is not limited so."""
        ...

    @property
    def move_time_s(self) -> float | None:
        """Seconds for each move."""
        ...

    @property
    def turn_s(self) -> float | None:
        """Seconds after which the engine moves by itself."""
        ...

    @property
    def depth(self) -> int | None:
        """Plies."""
        ...

    @property
    def nodes(self) -> int | None:
        """Nodes."""
        ...


class GameClock:
    """What is left of a time control. Nobody starts or stops it: time is charged after each move."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self._periods = list(control.periods)
        self._index = -1
        self._moves_left: int | None = None
        #: Seconds left, before the next increment; 0 when no clock runs.
        self.left_s = 0.0
        if self._periods:
            self._enter_next_period()

    @property
    def is_flagged(self) -> bool:
        """More time was used than there was."""
        return bool(self._periods) and self.left_s < 0.0

    @property
    def move_time_s(self) -> float | None:
        """Seconds for each move; None when that is not limited, or a clock runs."""
        if self._periods:
            return None
        # When a turn clock runs out the best move found is made, so a turn is a time for one move.
        return self._control.move_time_s if self._control.move_time_s is not None else self._control.turn_s

    @property
    def time_s(self) -> float | None:
        """Seconds on the clock for the next move and those after it, its increment added; None when none runs."""
        return self.left_s + self._periods[self._index].inc_s if self._periods else None

    def limits(self, overhead_s: float = 0.0) -> Limits:
        """The limits of the next move. overhead_s: lost on the way to the clock."""
        control = self._control
        if not self._periods:
            return Limits(depth=control.depth, nodes=control.nodes, move_time_s=self.move_time_s, overhead_s=overhead_s)
        inc_s = self._periods[self._index].inc_s
        return Limits(
            depth=control.depth,
            nodes=control.nodes,
            # A game may go on behind the flag: then there is no time left, nor a move to make in it.
            time_s=max(self.left_s, -inc_s),
            inc_s=inc_s,
            moves=self._moves_left or None,
            overhead_s=overhead_s,
        )

    def spend(self, seconds: float) -> None:
        """A move was made in this time.

        The flag is looked at before the next period's time is granted: the last move of a period may be late too.
        """
        if not self._periods or self.is_flagged:
            return
        self.left_s += self._periods[self._index].inc_s - seconds
        if self._moves_left is not None:
            self._moves_left -= 1
            if self._moves_left == 0 and not self.is_flagged:
                self._enter_next_period()

    def take_back(self, n_moves: int) -> None:
        """So many moves are to be made again. Their time stays spent, and a period that was entered is not left."""
        if self._moves_left is not None:
            self._moves_left = min(self._moves_left + n_moves, self._periods[self._index].moves or 0)

    def _enter_next_period(self) -> None:
        # The last period repeats.
        self._index = min(self._index + 1, len(self._periods) - 1)
        period = self._periods[self._index]
        self.left_s += period.time_s
        self._moves_left = period.moves


class MoveTimer:
    """How long we think about one move: it runs from `begin` to `take`. clock: seconds, from any point on."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began_s: float | None = None

    def begin(self) -> None:
        """From now on the time counts."""
        self._began_s = self._clock()

    def drop(self) -> None:
        """The time so far counts for nothing."""
        self._began_s = None

    def take(self) -> float | None:
        """Seconds since it began, told once; None: it does not run."""
        began_s, self._began_s = self._began_s, None
        return None if began_s is None else self._clock() - began_s
