"""The messages of Hub 2 as data, both directions.

Decides names, types and units. Must not know how a message is written (`codec`) nor when it may
be sent (`states`). Positions and moves stay text here: reading them needs a board (`notation`).
Messages are named tuples: a process must start quickly, and a frozen dataclass takes four times as long to make.
Source: Hub 2 protocol text (Letouzey, 2019), sections on GUI and engine commands.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class GoMode(Enum):
    """How to search. The value is the flag of the `go` line."""

    THINK = "think"
    PONDER = "ponder"
    ANALYZE = "analyze"


class ParamKind(Enum):
    """Type of a declared parameter. The value is the word of the `param` line."""

    BOOL = "bool"
    INT = "int"
    REAL = "real"
    STRING = "string"
    ENUM = "enum"


@dataclass(frozen=True, slots=True)
class _Word:
    """A message that is its name and nothing else, equal to those of its class only, which empty tuples are not."""


# --- GUI to engine -------------------------------------------------------------------------------


class Hub(_Word):
    """The engine shall present itself: Id, ParamDecl for each parameter, Wait."""

    __slots__ = ()


class SetParam(NamedTuple):
    """Set a parameter. Both texts as received: a Latin-1 view of the bytes."""

    name: str
    value: str


class Init(_Word):
    """(Re)build everything with the current parameters and answer Ready."""

    __slots__ = ()


class NewGame(_Word):
    """The next search has nothing to do with earlier ones; the position stays."""

    __slots__ = ()


class Pos(NamedTuple):
    """Set a position, then replay moves.

    position: Hub position (or FEN) as received; None: the variant's start position.
    moves: Hub moves as received, oldest first.
    """

    position: str | None
    moves: tuple[str, ...] = ()


class Level(NamedTuple):
    """Limits of the next search; None: not given. The first limit reached ends the search.

    depth: plies, >= 0. nodes: >= 0. move_time_s: seconds for this move.
    time_s: seconds left on the clock, inc_s: added before each move; both may be negative.
    moves: moves to play in time_s, >= 0, 0 is the same as none. infinite: "no limit", said aloud.
    """

    depth: int | None = None
    nodes: int | None = None
    move_time_s: float | None = None
    moves: int | None = None
    time_s: float | None = None
    inc_s: float | None = None
    infinite: bool = False

    @property
    def has_limit(self) -> bool:
        """Something here ends a search by itself; `moves` or `inc` alone does not."""
        limits = (self.depth, self.nodes, self.move_time_s, self.time_s)
        return any(limit is not None for limit in limits)

    def extended(self, later: Level) -> Level:
        """Both lines together; what the later one gives again replaces the earlier value."""
        given = {name: value for name, value in later._asdict().items() if value is not None}
        return self._replace(**given | {"infinite": self.infinite or later.infinite})


class Go(NamedTuple):
    """Start a search."""

    mode: GoMode = GoMode.THINK


class Stop(_Word):
    """End the running search soon and answer Done."""

    __slots__ = ()


class PonderHit(_Word):
    """The expected move was played: the ponder search becomes a think search, the clock starts."""

    __slots__ = ()


class Ping(_Word):
    """Answer Pong, also while searching."""

    __slots__ = ()


class Quit(_Word):
    """Leave."""

    __slots__ = ()


# --- engine to GUI -------------------------------------------------------------------------------


class Id(NamedTuple):
    """Who the engine is."""

    name: str
    version: str | None = None
    author: str | None = None
    country: str | None = None


class ParamDecl(NamedTuple):
    """A parameter the engine understands.

    value: current value as text. minimum, maximum: inclusive, for INT and REAL.
    values: the choices of an ENUM, single words.
    """

    name: str
    value: str
    kind: ParamKind
    minimum: float | None = None
    maximum: float | None = None
    values: tuple[str, ...] = ()


class Wait(_Word):
    """End of the engine's presentation."""

    __slots__ = ()


class Ready(_Word):
    """Answer to Init."""

    __slots__ = ()


class Info(NamedTuple):
    """State of a search; None or empty: not told.

    depth: plies. mean_depth: plies. score: hundredths of a man, seen by the side to move.
    win_plies: n > 0 win in n plies, n < 0 lost in -n plies, 0 decided now (the score's sign says
    for whom), None no forced result known. nodes: count. time_s: seconds since the search began.
    nps: nodes per second; when None it is worked out from nodes and time_s for the wire.
    pv: Hub moves.
    """

    depth: int | None = None
    mean_depth: float | None = None
    score: int | None = None
    win_plies: int | None = None
    nodes: int | None = None
    time_s: float | None = None
    nps: float | None = None
    pv: tuple[str, ...] = ()


class Done(NamedTuple):
    """End of a search. move: Hub move, None when there is none. ponder: the expected reply."""

    move: str | None = None
    ponder: str | None = None


class Pong(_Word):
    """Answer to Ping."""

    __slots__ = ()


class Error(NamedTuple):
    """The engine could not use a line."""

    message: str


GuiMessage = Hub | SetParam | Init | NewGame | Pos | Level | Go | Stop | PonderHit | Ping | Quit
EngineMessage = Id | ParamDecl | Wait | Ready | Info | Done | Pong | Error
