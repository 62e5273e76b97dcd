"""Move texts of one board: reading any notation into a legal move, writing a move in each.

Decides which notation is tried first. Knows no variant: the board and the capture sign are given.
"""

from __future__ import annotations

import re
from dataclasses import replace
from enum import StrEnum

from hub_engine._core import Move, Position
from protocol.errors import NotationError
from protocol.notation import moves as texts
from protocol.notation.squares import Board as Grid
from protocol.notation.squares import Naming


class Notation(StrEnum):
    """How a move is written."""

    HUB = "hub"
    """Hub numbers, every captured square: 28x19x23."""
    NATIVE = "native"
    """As the variant's own books write it: short, the full path where two moves share both ends."""
    PATH = "path"
    """The variant's own squares with every square landed on."""


class MoveNotation:
    """Reads and writes the moves of one board.

    grid: the playable squares and their native names. capture_sign: between the squares of a native capture.
    """

    def __init__(self, grid: Grid, capture_sign: str) -> None:
        self.grid = grid
        self.capture_sign = capture_sign

    def write(self, move: Move, position: Position, notation: Notation = Notation.NATIVE) -> str:
        """The move, legal in the position, as text. Raises IllegalMoveError when a path is asked for in vain."""
        if notation is Notation.HUB:
            return texts.write_hub_move(move)
        if notation is Notation.PATH:
            path = tuple(position.paths(move)[0])
            return texts.write_pdn_move(move, self.grid, self.capture_sign, path)
        return texts.pdn_text(move, position.legal_moves(), self.grid, position.paths, self.capture_sign)

    def read(self, text: str, position: Position, notation: Notation | None = None) -> Move:
        """The legal move of a text. Raises UnknownMoveError, AmbiguousMoveError or NotationError.

        notation: None tries native, then Hub. The two never disagree where native numbers are Hub's; where they
        are not (a text of numbers may then fit a move in each), native wins, so that what `write` gives by
        default reads back as the same move.
        """
        legal = position.legal_moves()
        if notation is Notation.HUB:
            return self._read_hub(text, legal, position)
        if notation is not None:
            return self._read_native(text, legal, position)
        try:
            return self._read_native(text, legal, position)
        except NotationError as native_error:
            try:
                return self._read_hub(text, legal, position)
            except NotationError:
                raise native_error from None

    def parse(self, text: str, notation: Notation | None = None) -> texts.MoveText:
        """What a text says, legal or not; None: in native notation if it reads so, else in Hub's.

        Raises NotationError.
        """
        if notation is Notation.HUB:
            return texts.parse_hub_move(text, self.grid.n_squares)
        try:
            return texts.parse_pdn_move(text, self.grid)
        except NotationError as native_error:
            if notation is not None:
                raise
            try:
                return texts.parse_hub_move(text, self.grid.n_squares)
            except NotationError:
                raise native_error from None

    def as_written(self, text: str) -> MoveNotation:
        """The notation whose squares have names, or numbers, as those of a native text have."""
        naming = Naming.ALGEBRAIC if re.search(r"[A-La-l][0-9]", text) else Naming.NUMERIC
        return MoveNotation(replace(self.grid, naming=naming), self.capture_sign)

    def _read_hub(self, text: str, legal: list[Move], position: Position) -> Move:
        return texts.resolve(texts.parse_hub_move(text, self.grid.n_squares), legal, position.paths)

    def _read_native(self, text: str, legal: list[Move], position: Position) -> Move:
        return texts.resolve(texts.parse_pdn_move(text, self.grid), legal, position.paths)
