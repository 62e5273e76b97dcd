"""Values of rules as words of one language: directions, squares, numbers of pieces, lists.

A phrase is found by the rule's key and its value (`kings.landing.behind`). What a language says is in its table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from itertools import groupby

from hub_engine.config.rules import NO_LIMIT, Group, SideMaterial
from hub_engine.rules_text import english, spanish
from protocol.notation.squares import Board as Grid
from protocol.notation.squares import Naming


class Language(StrEnum):
    """A language that rules are told in."""

    EN = "en"
    ES = "es"


PHRASES: Mapping[Language, Mapping[str, str]] = {Language.EN: english.PHRASES, Language.ES: spanish.PHRASES}

#: Sets of directions that have a shorter name than the list of them.
_TOGETHER = {
    frozenset(Group): "directions.all",
    frozenset({Group.FORWARD, Group.BACKWARD, Group.SIDEWAYS}): "directions.straight",
    frozenset({Group.FORWARD_DIAGONALS, Group.BACKWARD_DIAGONALS}): "directions.diagonal",
}
#: From this many neighbours on, square numbers are written as a range.
_SHORTEST_RANGE = 3


class Speech:
    """Says things about one board in one language. words: those of rule files in that language."""

    def __init__(self, language: Language, grid: Grid, words: Mapping[str, str]) -> None:
        self._phrases = PHRASES[language]
        self._grid = grid
        self._words = words

    def say(self, key: str, **values: str | int) -> str:
        """The phrase of a key, its gaps filled."""
        return self._phrases[key].format(**values)

    def word(self, own: str) -> str:
        """What a rule file calls something; in its own words where the language has none."""
        return self._words.get(own, own)

    def any_of(self, words: Iterable[str]) -> str:
        """a, b or c."""
        return self._joined(words, "or")

    def all_of(self, words: Iterable[str]) -> str:
        """a, b and c."""
        return self._joined(words, "and")

    def directions(self, groups: Iterable[Group]) -> str:
        """Where a piece may go."""
        wanted = frozenset(groups)
        if wanted in _TOGETHER:
            return self.say(_TOGETHER[wanted])
        return self.all_of(self.say(f"direction.{group}") for group in Group if group in wanted)

    def squares(self, squares: Iterable[int]) -> str:
        """0-based squares by their own names; whole ranks, and numbers in a row, are taken together."""
        wanted = set(squares)
        if self._grid.naming is Naming.NUMERIC:
            return ", ".join(_ranges(sorted(self._grid.number(square) for square in wanted)))
        ranks: dict[int, set[int]] = {}
        for square in range(self._grid.n_squares):
            ranks.setdefault(self._grid.height - self._grid.cell(square)[1], set()).add(square)
        whole = sorted(rank for rank, members in ranks.items() if members <= wanted)
        rest = wanted.difference(*(ranks[rank] for rank in whole))
        words = [self._ranks(run[0], run[-1]) for run in _runs(whole)]
        return ", ".join([*words, *(self._grid.name(square) for square in sorted(rest, key=self._by_name))])

    def pieces(self, kind: str, low: int, high: int) -> str:
        """A number of men, kings or parachutists (`kind` is the phrase's first word)."""
        if low == high:
            return self.say(f"{kind}.one" if low == 1 else f"{kind}.some", n=low)
        return self.say(f"{kind}.open" if high == NO_LIMIT else f"{kind}.range", low=low, high=high)

    def material(self, side: SideMaterial) -> str:
        """What one side owns."""
        kinds = (("king", side.kings), ("man", side.men))
        owned = [self.pieces(kind, *count) for kind, count in kinds if count[1] > 0]
        return self.all_of(owned) if owned else self.say("no-piece")

    def _ranks(self, low: int, high: int) -> str:
        key = {0: "ranks.one", 1: "ranks.two"}.get(high - low, "ranks.some")
        return self.say(key, low=low, high=high)

    def _by_name(self, square: int) -> tuple[int, int]:
        column, row = self._grid.cell(square)
        return -row, column

    def _joined(self, words: Iterable[str], link: str) -> str:
        *others, last = words
        if not others:
            return last
        # Words that are lists themselves need a stronger sign between them.
        inner = (", ", self.say("and", others="", last=""))
        if any(sign in word for word in (*others, last) for sign in inner):
            return self.say(f"{link}.long", others="; ".join(others), last=last)
        return self.say(link, others=", ".join(others), last=last)


def _runs(numbers: list[int]) -> list[list[int]]:
    """Rising numbers, cut where one is left out."""
    return [
        [number for _, number in run]
        for _, run in groupby(enumerate(numbers), key=lambda item: item[1] - item[0])
    ]  # fmt: skip


def _ranges(numbers: list[int]) -> list[str]:
    words = []
    for run in _runs(numbers):
        words += [f"{run[0]}-{run[-1]}"] if len(run) >= _SHORTEST_RANGE else [str(number) for number in run]
    return words
