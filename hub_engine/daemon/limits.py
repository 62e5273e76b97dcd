"""From what a peer asked for to what ends the search."""

from __future__ import annotations

from typing import NamedTuple

from hub_engine._core import Limits
from hub_engine.engine.options import SearchMode
from hub_engine.game.clock import GameClock
from protocol.hub.messages import Level

#: For a peer whose `level` line was refused: it meant some limit, and an endless search is not it.
DEFAULT_MOVE_TIME_S = 1.0
#: Longest time a limit may name, seconds (about 30 years); keeps arithmetic with clocks finite.
_MAX_TIME_S = 1e9
#: The same for counts: beyond any search, within the core's words. Fewer than one is one: there must be a move.
_MAX_DEPTH = 1_000_000
_MAX_NODES = 10**18
_MAX_MOVES = 1_000_000
#: Shares of the time for a move, and of a whole clock, that may go by before the search begins. The core thinks
#: on a fifth of a move's time whatever the overhead is: the shares leave it more.
_WAIT_OF_MOVE_TIME = 0.7
_WAIT_OF_CLOCK = 0.05


class Order(NamedTuple):
    """What a peer asked for with a `go`.

    level: sum of the `level` lines. use_default: it was refused, and a short time stands in. overhead_s: lost
    between us and the peer's clock, each move. clock: the chosen time control, for a peer that sends no limit of
    its own; an analysis is not timed.
    """

    level: Level
    mode: SearchMode
    use_default: bool
    overhead_s: float
    clock: GameClock | None

    @property
    def _applied_clock(self) -> GameClock | None:
        level = self.level
        is_timed = not level.has_limit and not level.infinite and self.mode is not SearchMode.ANALYZE
        return self.clock if is_timed else None

    def limits(self, waited_s: float = 0.0) -> Limits:
        """The limits of the search; the first one reached ends it. waited_s: gone by since the `go`."""
        # To the peer's clock a wait is time lost on the way like any other.
        overhead_s = self.overhead_s + waited_s
        if self.use_default:
            return Limits(move_time_s=DEFAULT_MOVE_TIME_S, overhead_s=overhead_s)
        clock, level = self._applied_clock, self.level
        if clock is not None:
            return clock.limits(overhead_s)
        has_clock = level.time_s is not None
        inc_s = (_clamped(level.inc_s) or 0.0) if has_clock else 0.0
        return Limits(
            depth=_counted(level.depth, _MAX_DEPTH),
            nodes=_counted(level.nodes, _MAX_NODES),
            move_time_s=_clamped(level.move_time_s),
            # Some peers tell their clock without the increment: less than nothing late in a game.
            time_s=_clamped(level.time_s, -inc_s),
            inc_s=inc_s,
            moves=_counted(level.moves or None, _MAX_MOVES) if has_clock else None,
            overhead_s=overhead_s,
        )

    def longest_wait_s(self) -> float | None:
        """How long the search may wait for its turn; None: as long as it takes, since no time is limited."""
        if self.mode is SearchMode.PONDER:
            return None
        move_time_s, clock_s = self._times_s()
        waits = []
        if move_time_s is not None:
            waits.append(move_time_s * _WAIT_OF_MOVE_TIME)
        if clock_s is not None:
            waits.append(clock_s * _WAIT_OF_CLOCK)
        return max(0.0, min(waits) - self.overhead_s) if waits else None

    def _times_s(self) -> tuple[float | None, float | None]:
        """Seconds for this move, and seconds on the clock for this one and those after it."""
        clock, level = self._applied_clock, self.level
        if self.use_default:
            return DEFAULT_MOVE_TIME_S, None
        if clock is not None:
            return clock.move_time_s, clock.time_s
        clock_s = None if level.time_s is None else level.time_s + (level.inc_s or 0.0)
        return _clamped(level.move_time_s), _clamped(clock_s)


def _clamped(seconds: float | None, least_s: float = 0.0) -> float | None:
    return None if seconds is None else min(max(seconds, least_s), _MAX_TIME_S)


def _counted(number: int | None, most: int) -> int | None:
    return None if number is None else min(max(number, 1), most)
