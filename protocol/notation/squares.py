"""Squares of one board: 0-based index, Hub number, the game's own number, algebraic name.

The index counts playable squares row by row from the top left, White at the bottom; the Hub number
is the index plus one. Must not know variants: size, playable squares and naming are given.
Source: Hub 2 protocol text, section on positions; PDN 3.0, GameType.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import Enum

from protocol.errors import Fault, NotationError, UnknownSquareError

_FILES = "abcdefghijkl"
_NUMBER = re.compile(r"0{0,3}([1-9][0-9]{0,2})")
_ALGEBRAIC = re.compile(r"([a-lA-L])([1-9][0-9]?)")


class Playable(Enum):
    """Which cells are squares: those of a1's colour, the others (mirror board), or all."""

    DARK = "dark"
    LIGHT = "light"
    ALL = "all"


class Origin(Enum):
    """Where the game's own number 1 lies with White at the bottom."""

    TOP_LEFT = "top-left"
    BOTTOM_RIGHT = "bottom-right"


class Naming(Enum):
    """How the game's own notation names a square."""

    NUMERIC = "numeric"
    ALGEBRAIC = "algebraic"


def cell_name(column: int, row: int, height: int) -> str:
    """File letter and rank number of a cell, counted from 0 at the top left of a board `height` ranks high."""
    return f"{_FILES[column]}{height - row}"


@dataclass(frozen=True, slots=True)
class Board:
    """The squares of a board `width` files by `height` ranks, at most 12 each, and their names.

    holes: cells, counted from 0 row by row from the top left, where nothing can stand.
    """

    width: int
    height: int
    playable: Playable = Playable.DARK
    origin: Origin = Origin.TOP_LEFT
    naming: Naming = Naming.NUMERIC
    holes: tuple[int, ...] = ()
    _cells: tuple[tuple[int, int], ...] = field(init=False, repr=False, compare=False)
    _indices: dict[tuple[int, int], int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        cells = tuple(
            (column, row)
            for row in range(self.height)
            for column in range(self.width)
            if self._is_playable(column, row)
        )
        object.__setattr__(self, "_cells", cells)
        object.__setattr__(self, "_indices", {cell: square for square, cell in enumerate(cells)})

    def _is_playable(self, column: int, row: int) -> bool:
        if self.playable is Playable.ALL:
            return row * self.width + column not in self.holes
        is_dark = (column + self.height - 1 - row) % 2 == 0
        return is_dark is (self.playable is Playable.DARK)

    @property
    def n_squares(self) -> int:
        """Number of playable squares."""
        return len(self._cells)

    def cell(self, square: int) -> tuple[int, int]:
        """(column from the left, row from the top) of a square."""
        return self._cells[square]

    def square_at(self, column: int, row: int) -> int | None:
        """The square of a cell; None where nothing can stand."""
        return self._indices.get((column, row))

    def number(self, square: int) -> int:
        """The game's own number of a square, from 1."""
        return square + 1 if self.origin is Origin.TOP_LEFT else self.n_squares - square

    def from_number(self, number: int) -> int:
        """The square of a game's own number. Raises UnknownSquareError."""
        if not 1 <= number <= self.n_squares:
            raise UnknownSquareError([Fault(str(number), f"no square, the board has 1 to {self.n_squares}")])
        return number - 1 if self.origin is Origin.TOP_LEFT else self.n_squares - number

    def algebraic(self, square: int) -> str:
        """File letter and rank number."""
        return cell_name(*self._cells[square], self.height)

    def name(self, square: int) -> str:
        """The square in the game's own notation."""
        return self.algebraic(square) if self.naming is Naming.ALGEBRAIC else str(self.number(square))

    def square(self, text: str) -> int:
        """The square of a number or an algebraic name; either is read whatever the game writes.

        Raises UnknownSquareError.
        """
        if (number := _NUMBER.fullmatch(text)) is not None:
            return self.from_number(int(number[1]))
        if (name := _ALGEBRAIC.fullmatch(text)) is not None:
            cell = (_FILES.index(name[1].lower()), self.height - int(name[2]))
            if cell in self._indices:
                return self._indices[cell]
        raise UnknownSquareError([Fault(text, "no square of this board")])

    def has(self, text: str) -> bool:
        """True when the text names a square; see `square`."""
        try:
            self.square(text)
        except NotationError:
            return False
        return True

    def in_hub_numbering(self) -> Board:
        """The same board, squares named by their Hub numbers."""
        return replace(self, origin=Origin.TOP_LEFT, naming=Naming.NUMERIC)
