"""What can be chosen about a search beside its limits."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple, Protocol

from hub_engine._core import Game


class SearchMode(Enum):
    """Why a search is run."""

    THINK = auto()
    """A move is wanted; a single legal one is answered at once."""
    PONDER = auto()
    """The opponent thinks: no answer before the hit or stop, the clock stands."""
    ANALYZE = auto()
    """The truth is wanted: a single legal move is searched too."""


class EngineOptions(NamedTuple):
    """hash_mb: transposition table, MiB. threads: search threads."""

    hash_mb: int = 64
    threads: int = 1


class HasGame(Protocol):
    """Anything that holds a line of play, such as `hub_engine.Board`."""

    @property
    def game(self) -> Game:
        """The line of play to search."""
        ...
