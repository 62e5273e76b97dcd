"""A board in the hand: a game of any variant with its history, in every notation.

    board = Board("Russian")
    board.push("c3-d4")
    print(board.fen(), board.result())

Decides how people and programs name positions and moves. The rules are the core's, the texts are
`protocol.notation`'s.
"""

from __future__ import annotations

from collections.abc import Iterable

from hub_engine._core import Game, IllegalMoveError, IllegalPositionError, Move, Position
from hub_engine.config.engine import DEFAULT_VARIANT
from hub_engine.game.notation import Notation
from hub_engine.game.result import Result
from hub_engine.variants import Variant, load_variants
from protocol.errors import NotationError
from protocol.notation.fen import Setup, parse_position, write_fen, write_hub_position

__all__ = ["Board", "Notation"]

#: Letters of a diagram by piece code; a capital is a king, p and q are parachutists.
_LETTERS = ".wWbBpq"


class Board:
    """A position with the moves that led to it.

    variant: an id, Hub word or alias, or a `Variant`. position: FEN or Hub position, None for the start.
    Raises VariantError, IllegalPositionError (every fault in one text).
    """

    def __init__(self, variant: str | Variant = DEFAULT_VARIANT, position: str | None = None) -> None:
        self.variant = load_variants().get(variant) if isinstance(variant, str) else variant
        self.game = Game(self.variant.start if position is None else self._read_position(position))

    @classmethod
    def from_setup(cls, variant: Variant, setup: Setup) -> Board:
        """A board with placed pieces. Raises IllegalPositionError."""
        board = cls.__new__(cls)
        board.variant = variant
        board.game = Game(board._make_position(setup))
        return board

    # --- what stands there -----------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position now."""
        return self.game.position

    @property
    def white_to_move(self) -> bool:
        """True when White moves next."""
        return self.position.white_to_move

    @property
    def moves(self) -> list[Move]:
        """The moves played, oldest first."""
        return self.game.moves

    @property
    def ply(self) -> int:
        """The number of moves played."""
        return self.game.ply

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves; empty when the game is won. A drawn game may go on."""
        return self.position.legal_moves()

    @property
    def is_over(self) -> bool:
        """The game has ended."""
        return self.game.result() is not None

    def result(self) -> Result | None:
        """How the game ended and why; None while it goes on."""
        outcome = self.game.result()
        return None if outcome is None else self.variant.result(*outcome)

    def piece(self, square: str) -> str | None:
        """`w`, `b` man, `W`, `B` king, `p`, `q` parachutist on a square in native notation; None: empty.

        Raises NotationError when there is no such square.
        """
        code = self.position.pieces[self.variant.grid.square(square)]
        return _LETTERS[code] if code else None

    # --- playing ---------------------------------------------------------------------------------

    def push(self, move: Move | str, notation: Notation | None = None) -> Move:
        """Play a move, or its text (see `read`). Returns it.

        Raises IllegalMoveError and changes nothing when no or more than one legal move fits.
        """
        played = self.read(move, notation) if isinstance(move, str) else move
        self.game.push(played)
        return played

    def push_all(self, moves: Iterable[Move | str], notation: Notation | None = None) -> None:
        """Play moves one after the other; those before an illegal one stay played."""
        for move in moves:
            self.push(move, notation)

    def pop(self) -> Move:
        """Take the last move back. Raises IndexError when there is none."""
        return self.game.pop()

    def copy(self) -> Board:
        """An independent board with the same history."""
        board = Board.__new__(Board)
        board.variant = self.variant
        board.game = self.game.copy()
        return board

    # --- texts -----------------------------------------------------------------------------------

    def read(self, text: str, notation: Notation | None = None) -> Move:
        """The legal move of a text. Raises IllegalMoveError when none fits, or more than one.

        notation: None reads native texts, short or with the whole path, and Hub's. Where a variant numbers its
        squares otherwise than Hub (Spanish, Portuguese, Thai), say Notation.HUB for a Hub text.
        """
        try:
            return self.variant.notation.read(text.strip(), self.position, notation)
        except NotationError as error:
            raise IllegalMoveError(str(error)) from error

    def text(self, move: Move, notation: Notation = Notation.NATIVE) -> str:
        """A legal move of this position as text. Raises IllegalMoveError."""
        return self.variant.notation.write(move, self.position, notation)

    def line(self, moves: Iterable[Move], notation: Notation = Notation.NATIVE) -> str:
        """A line of play from here (a principal variation) as text. Raises IllegalMoveError."""
        position, words = self.position, []
        for move in moves:
            words.append(self.variant.notation.write(move, position, notation))
            position = position.play(move)
        return " ".join(words)

    def fen(self) -> str:
        """The position as FEN in native notation."""
        return write_fen(self.setup(), self.variant.grid)

    def hub(self) -> str:
        """The position as Hub writes it."""
        return write_hub_position(self.setup())

    def setup(self) -> Setup:
        """The position as plain data for `protocol.notation`."""
        position = self.position
        runs = position.king_runs if self.variant.has_king_limit else None
        return Setup(position.pieces, position.white_to_move, king_runs=runs, huffable=position.huffable)

    def diagram(self) -> str:
        """The board for a terminal, White at the bottom: w b men, W B kings, p q parachutists, . empty squares."""
        grid, pieces = self.variant.grid, self.position.pieces
        rows = [[" "] * grid.width for _ in range(grid.height)]
        squares_of_row: list[list[int]] = [[] for _ in range(grid.height)]
        for square, code in enumerate(pieces):
            column, row = grid.cell(square)
            rows[row][column] = _LETTERS[code]
            squares_of_row[row].append(square)
        lines = []
        for cells, squares in zip(rows, squares_of_row, strict=True):
            first, last = (grid.name(squares[0]), grid.name(squares[-1])) if squares else ("", "")
            lines.append(f"{first:>3}  {' '.join(cells)}  {last}")
        lines.append(f"{'White' if self.white_to_move else 'Black'} to move")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.diagram()

    def __repr__(self) -> str:
        return f"<Board {self.variant.id} {self.fen()} ply {self.ply}>"

    # --- counting --------------------------------------------------------------------------------

    def perft(self, depth: int, *, threads: int = 1, hash_mb: int = 0) -> int:
        """The number of lines of play of `depth` plies."""
        return self.position.perft(depth, threads, hash_mb)

    # --- reading ---------------------------------------------------------------------------------

    def _read_position(self, text: str) -> Position:
        try:
            setup = parse_position(text.strip(), self.variant.grid, has_parachutists=self.variant.has_parachutists)
        except NotationError as error:
            raise IllegalPositionError(str(error)) from error
        return self._make_position(setup)

    def _make_position(self, setup: Setup) -> Position:
        runs = setup.king_runs or (0, 0, 0, 0)
        return Position(self.variant.rules, setup.pieces, setup.white_to_move, runs, setup.huffable)
