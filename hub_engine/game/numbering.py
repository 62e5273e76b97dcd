"""Square numbers on the wire: Hub's own, or each variant's as pydraughts sends them.

pydraughts writes positions in Hub order and moves in the variant's own numbers; where Black moves first it
turns the board and swaps the colours, so that its positions always begin with White. `Renumbering.native`
undoes both. It is chosen by a parameter and never guessed: most texts read both ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, Self

from protocol.notation.fen import Setup
from protocol.notation.moves import MoveData, MoveText
from protocol.notation.squares import Board as Grid
from protocol.notation.squares import Naming

#: Piece codes with the colours exchanged.
_SWAPPED = bytes([0, 3, 4, 1, 2, 6, 5])


class _WireMove(NamedTuple):
    """A move in the peer's squares, 0-based."""

    origin: int
    landing: int
    captured: tuple[int, ...]
    huffed: int | None


class Renumbering:
    """Translates between the wire and Hub squares for one board.

    to_wire: the peer's square of each Hub square; Hub's own when left out. is_turned: the peer shows the board
    from the other side, colours exchanged.
    """

    def __init__(self, grid: Grid, to_wire: Sequence[int] | None = None, *, is_turned: bool = False) -> None:
        self._is_turned = is_turned
        self._to_wire = tuple(range(grid.n_squares) if to_wire is None else to_wire)
        self._from_wire = tuple(sorted(range(grid.n_squares), key=self._to_wire.__getitem__))

    @classmethod
    def native(cls, grid: Grid, *, is_turned: bool) -> Self:
        """The variant's own square numbers. is_turned: Black moves first in this game."""
        order = _algebraic_order(grid) if grid.naming is Naming.ALGEBRAIC else _native_order(grid)
        return cls(grid, order, is_turned=is_turned)

    def setup(self, setup: Setup) -> Setup:
        """A position as received, in Hub order and true colours."""
        if not self._is_turned:
            return setup
        pieces = bytes(_SWAPPED[piece] for piece in reversed(setup.pieces))
        huffable = tuple(len(pieces) - 1 - square for square in reversed(setup.huffable))
        return replace(setup, pieces=pieces, white_to_move=not setup.white_to_move, huffable=huffable)

    def number(self, square: int) -> int:
        """The peer's number of a Hub square (0-based), from 1."""
        return self._to_wire[square] + 1

    def received(self, move: MoveText) -> MoveText:
        """A move as received, in Hub squares."""
        table = self._from_wire
        captured = None if move.captured is None else tuple(table[square] for square in move.captured)
        huffed = None if move.huffed is None else table[move.huffed]
        via = tuple(table[square] for square in move.via)
        return MoveText(table[move.origin], table[move.landing], captured, move.is_capture, via, huffed)

    def sent(self, move: MoveData) -> MoveData:
        """A move in Hub squares, as it is sent."""
        table = self._to_wire
        captured = tuple(sorted(table[square] for square in move.captured))
        huffed = None if move.huffed is None else table[move.huffed]
        return _WireMove(table[move.origin], table[move.landing], captured, huffed)


def _native_order(grid: Grid) -> list[int]:
    return [grid.number(square) - 1 for square in range(grid.n_squares)]


def _algebraic_order(grid: Grid) -> list[int]:
    """Squares counted as their names sort: rank by rank from White, file by file."""
    by_name = sorted(range(grid.n_squares), key=lambda square: (-grid.cell(square)[1], grid.cell(square)[0]))
    order = [0] * grid.n_squares
    for number, square in enumerate(by_name):
        order[square] = number
    return order
