"""Time controls by name: `configs/time-controls/<name>.yaml` to a frozen `TimeControl`.

Decides which limits a file may set and which go together. Clocks that run belong to `hub_engine.game`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from hub_engine.config import paths
from hub_engine.config.loader import Document, load_document
from hub_engine.config.names import NO_CONTROL, check_file_name
from hub_engine.config.schema import Field, Flag, Integer, ListOf, Number, Table, Text, suggestion
from hub_engine.errors import ConfigFault, UnknownTimeControlError

if TYPE_CHECKING:
    from pathlib import Path

#: Longest time that a file may name, seconds: a week.
_MAX_TIME_S = 604_800.0
#: Shortest time for a move, seconds.
_MIN_MOVE_TIME_S = 0.01


class Period(NamedTuple):
    """A stretch of a clock.

    moves: how many must be made in it; None for the rest of the game. time_s: added to the clock when the
    period begins. inc_s: added for each move.
    """

    moves: int | None
    time_s: float
    inc_s: float


class TimeControl(NamedTuple):
    """Limits for the moves of a game; the first one reached ends a search, none at all means until stopped.

    periods: a clock for the whole game; the last period repeats when it counts moves. move_time_s: fixed time
    for each move. turn_s: a clock for each turn; when it runs out the best move found is made. depth: plies.
    nodes: per move.
    """

    name: str
    title: str
    periods: tuple[Period, ...] = ()
    move_time_s: float | None = None
    turn_s: float | None = None
    depth: int | None = None
    nodes: int | None = None

    @property
    def is_infinite(self) -> bool:
        """Nothing ends a search but a stop."""
        return not self.periods and all(
            limit is None for limit in (self.move_time_s, self.turn_s, self.depth, self.nodes)
        )


_PERIOD = Table(
    {
        "moves": Field(Integer(1, 1000), None),
        "time_s": Field(Number(0.0, _MAX_TIME_S)),
        "inc_s": Field(Number(0.0, 3600.0), 0.0),
    }
)

#: Every key of a time control file.
SCHEMA = Table(
    {
        "title": Field(Text(r"\S(.{0,78}\S)?", "a title of at most 80 characters")),
        "periods": Field(ListOf(_PERIOD, at_least=1, at_most=8), ()),
        "move_time_s": Field(Number(_MIN_MOVE_TIME_S, _MAX_TIME_S), None),
        "turn_s": Field(Number(_MIN_MOVE_TIME_S, _MAX_TIME_S), None),
        "depth": Field(Integer(1, 200), None),
        "nodes": Field(Integer(1, 10**15), None),
        "infinite": Field(Flag(), default=False),
    }
)

_CLOCKS = ("periods", "move_time_s", "turn_s")


def load_time_control(name: str, folders: tuple[Path, ...]) -> TimeControl:
    """The time control of a name.

    Raises UnknownTimeControlError, or ConfigError with every fault of its file.
    """
    known = time_control_paths(folders)
    if name not in known:
        message = f"there is no time control {name!r}{suggestion(name, list(known))}"
        raise UnknownTimeControlError((ConfigFault(folders[0] / paths.TIME_CONTROLS, 0, "", message),))
    return read_time_control(known[name])


def read_time_control(path: Path) -> TimeControl:
    """The time control of a file. Raises ConfigError with every fault."""
    document = load_document(path, SCHEMA)
    # A fault of the title hides nothing.
    if document.are_sound(*_CLOCKS, "depth", "nodes", "infinite"):
        _check(document, document.values)
    check_file_name(document, taken=(NO_CONTROL,))
    document.raise_faults()
    values = dict(document.values)
    del values["infinite"]
    values["periods"] = tuple(Period(**period) for period in values["periods"])
    return TimeControl(name=document.path.stem, **values)


def time_control_paths(folders: tuple[Path, ...]) -> dict[str, Path]:
    """The files of all time controls by name, sorted."""
    return paths.listing(folders, paths.TIME_CONTROLS)


def _check(document: Document, values: dict[str, Any]) -> None:
    clocks = [key for key in _CLOCKS if values[key]]
    if len(clocks) > 1:
        document.fault(clocks[1], f"cannot stand beside {clocks[0]}: one kind of clock a file")
    limits = [key for key in (*_CLOCKS, "depth", "nodes") if values[key]]
    if values["infinite"] and limits:
        document.fault("infinite", f"cannot be true beside {limits[0]}")
    if not values["infinite"] and not limits:
        document.fault("", "sets no limit; say `infinite: true` if that is meant")
    for index, period in enumerate(values["periods"]):
        is_last = index == len(values["periods"]) - 1
        if period["moves"] is None and not is_last:
            document.fault(f"periods[{index}].moves", "is missing: only the last period lasts to the end")
        if not period["time_s"] and not period["inc_s"]:
            document.fault(f"periods[{index}].time_s", "gives no time at all")
