"""From what a peer asked for to what ends the search."""

from __future__ import annotations

from hub_engine._core import Limits
from hub_engine.engine.options import SearchMode
from hub_engine.game.clock import GameClock
from protocol.hub.messages import Level

#: For a peer whose `level` line was refused: it meant some limit, and an endless search is not it.
DEFAULT_MOVE_TIME_S = 1.0
#: Longest time a limit may name, seconds (about 30 years); keeps arithmetic with clocks finite.
_MAX_TIME_S = 1e9
#: The same for counts: beyond any search, within the core's words.
_MAX_DEPTH = 1_000_000
_MAX_NODES = 10**18
_MAX_MOVES = 1_000_000


def search_limits(
    level: Level, mode: SearchMode, *, use_default: bool, overhead_s: float, clock: GameClock | None
) -> Limits:
    """The limits of a search; the first one reached ends it.

    level: sum of the `level` lines. clock: the chosen time control, for a peer that sends no limit of its own;
    an analysis is not timed. overhead_s: time lost between us and the peer's clock, each move.
    """
    if use_default:
        return Limits(move_time_s=DEFAULT_MOVE_TIME_S, overhead_s=overhead_s)
    if clock is not None and not level.has_limit and not level.infinite and mode is not SearchMode.ANALYZE:
        return clock.limits(overhead_s)
    return Limits(
        depth=_counted(level.depth, _MAX_DEPTH),
        nodes=_counted(level.nodes, _MAX_NODES),
        move_time_s=_clamped(level.move_time_s),
        time_s=_clamped(level.time_s),
        inc_s=_clamped(level.inc_s) or 0.0,
        moves=_counted(level.moves, _MAX_MOVES),
        overhead_s=overhead_s,
    )


def _clamped(seconds: float | None) -> float | None:
    return None if seconds is None else min(max(seconds, -_MAX_TIME_S), _MAX_TIME_S)


def _counted(number: int | None, most: int) -> int | None:
    return None if number is None else min(number, most)
