"""Which games are played: colours and openings, one after the other."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hub_engine.board import Board


class Pairing(NamedTuple):
    """One game to be played. opening: where it begins, None for the start position."""

    number: int
    is_white: bool
    opening: Board | None


class Schedule:
    """The games of a match, handed out one at a time, to several links at once if need be.

    n_games: None never ends. openings: taken in turn, from the first again after the last. begins_white: our
    colour in the first game; it alternates. swap: each opening is played twice in a row, so that either side has
    either colour in it.
    """

    def __init__(
        self, n_games: int | None, openings: Sequence[Board] = (), *, begins_white: bool = True, swap: bool = False
    ) -> None:
        self._games = _pairings(n_games, openings, begins_white, swap)
        self._returned: deque[Pairing] = deque()

    def take(self) -> Pairing | None:
        """The next game; None when all are taken."""
        return self._returned.popleft() if self._returned else next(self._games, None)

    def give_back(self, pairing: Pairing) -> None:
        """A game that broke off is to be played again."""
        self._returned.append(pairing)


def _pairings(n_games: int | None, openings: Sequence[Board], begins_white: bool, swap: bool) -> Iterator[Pairing]:
    for index in itertools.count() if n_games is None else range(n_games):
        opening = openings[(index // 2 if swap else index) % len(openings)] if openings else None
        yield Pairing(index + 1, begins_white == (index % 2 == 0), opening)
