"""A board in the hand: a game of any variant with its history, in every notation.

    board = Board("Russian")
    board.push("c3-d4")
    print(board.fen(), board.result())

Decides how people and programs name positions and moves. The rules are the core's, the texts are
`protocol.notation`'s.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace

from hub_engine import refusal
from hub_engine._core import Game, IllegalMoveError, IllegalPositionError, Move, Position
from hub_engine.config.engine import DEFAULT_VARIANT
from hub_engine.game.notation import Notation
from hub_engine.game.result import Result
from hub_engine.variants import Variant, load_variants
from protocol.errors import NotationError, PdnError, shorten
from protocol.notation.fen import Setup, parse_position, write_fen, write_hub_position
from protocol.notation.moves import MoveText, read_otherwise, resolve, write_hub_move

__all__ = ["Board", "Notation"]

#: Letters of a diagram by piece code; a capital is a king, p and q are parachutists.
_LETTERS = ".wWbBpq"
#: A square in an error of the core, in Hub numbers.
_SQUARE = re.compile(r"\bsquare (\d+)")


class Board:
    """A position with the moves that led to it.

    variant: an id, Hub word or alias, or a `Variant`. position: FEN or Hub position, None for the start.
    Boards are equal when games and positions are, whatever was played before. copy, deepcopy and pickle keep the
    moves; an unpickled board needs a variant of the same id.
    Raises VariantError, IllegalPositionError (every fault in one text), TypeError.
    """

    def __init__(self, variant: str | Variant = DEFAULT_VARIANT, position: str | None = None) -> None:
        _expect(variant, (str, Variant), "variant: the name of one, or a Variant")
        _expect(position, (str, type(None)), "position: a FEN, a Hub position, or None for the start")
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
        _expect(square, (str,), "square: its name")
        code = self.position.pieces[self.variant.grid.square(square)]
        return _LETTERS[code] if code else None

    # --- playing ---------------------------------------------------------------------------------

    def push(self, move: Move | str, notation: Notation | None = None) -> Move:
        """Play a move, or its text (see `read`). Returns it.

        Raises RefusedMoveError (an IllegalMoveError that says why) and changes nothing when no or more than one
        legal move fits.
        """
        _expect(move, (str, Move), "move: a Move or its text")
        played = self.read(move, notation) if isinstance(move, str) else move
        try:
            self.game.push(played)
        except IllegalMoveError as error:
            raise self._refused_move(played) from error
        return played

    def push_all(self, moves: Iterable[Move | str], notation: Notation | None = None) -> None:
        """Play moves one after the other; those before an illegal one stay played."""
        for move in moves:
            self.push(move, notation)

    def push_line(self, text: str) -> None:
        """Play the moves of a text: PDN with or without move numbers, comments and a result (`1.32-28 19-23 *`).

        Moves read as in `read`; variations are passed over. Raises RefusedMoveError for the first illegal move, those
        before it stay played, or for a text that is not one line of play.
        """
        _expect(text, (str,), "text: moves")
        from protocol.notation.pdn import read_line  # few boards are given a text, and a process must start quickly

        try:
            words = read_line(text)
        except PdnError as error:
            word = error.faults[0].text
            # Where the text ends too early there is no word to show.
            raise refusal.RefusedMoveError(shorten(word or text.strip()), refusal.unreadable(word, error)) from error
        self.push_all(words)

    def pop(self) -> Move:
        """Take the last move back. Raises IndexError when there is none."""
        return self.game.pop()

    def copy(self) -> Board:
        """An independent board with the same history."""
        board = Board.__new__(Board)
        board.variant = self.variant
        board.game = self.game.copy()
        return board

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Board:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Board], tuple[object, ...]]:
        start = self.copy()
        while start.ply:
            start.pop()
        moves = tuple(write_hub_move(move) for move in self.moves)
        return _restored, (self.variant.id, dict(self.variant.config.choices), start.setup(), moves)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        mine, its = self.variant.config, other.variant.config
        is_same_game = (mine.names.id, mine.choices) == (its.names.id, its.choices)
        return is_same_game and self.position == other.position

    __hash__ = None  # type: ignore[assignment]  # a board changes with every move

    # --- texts -----------------------------------------------------------------------------------

    def read(self, text: str, notation: Notation | None = None) -> Move:
        """The legal move of a text. Raises RefusedMoveError when none fits, or more than one.

        notation: None reads native texts, short or with the whole path, and Hub's. Where a variant numbers its
        squares otherwise than Hub (Spanish, Portuguese, Thai), say Notation.HUB for a Hub text.
        """
        _expect(text, (str,), "text: a move")
        said = text.strip()
        try:
            return self.variant.notation.read(said, self.position, notation)
        except NotationError as error:
            raise self._refused_text(said, notation) from error

    def find(self, said: MoveText, shown: str, spelling: refusal.Spelling | None = None) -> Move:
        """The legal move that somebody else's text means; shown, spelling: how he writes it, and squares and moves.

        Raises RefusedMoveError.
        """
        try:
            return resolve(said, self.legal_moves, self.position.paths)
        except NotationError as error:
            raise self._refused(shown, _readings(said, spelling or _hub_spelling())) from error

    def text(self, move: Move, notation: Notation = Notation.NATIVE) -> str:
        """A legal move of this position as text. Raises RefusedMoveError."""
        _expect(move, (Move,), "move: a Move")
        if move not in self.legal_moves:
            raise self._refused_move(move)
        return self.variant.notation.write(move, self.position, notation)

    def line(self, moves: Iterable[Move], notation: Notation = Notation.NATIVE) -> str:
        """A line of play from here (a principal variation) as text. Raises IllegalMoveError."""
        position, words = self.position, []
        for move in moves:
            _expect(move, (Move,), "moves: each a Move")
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

    # --- refusing --------------------------------------------------------------------------------

    def _refused_text(self, text: str, notation: Notation | None) -> refusal.RefusedMoveError:
        native = self.variant.notation
        try:
            said = native.parse(text, notation)
        except NotationError as error:
            return refusal.RefusedMoveError(shorten(text), refusal.unreadable(text, error))
        written = native.as_written(text)
        spelling = _hub_spelling() if notation is Notation.HUB else refusal.Spelling(written.grid.name, written.write)
        if notation is not None:
            return self._refused(text, _readings(said, spelling))
        readings = [refusal.Reading(said, spelling)]
        if said.via:
            # A Hub text with the squares captured reads as a native path too.
            with suppress(NotationError):
                readings.append(refusal.Reading(native.parse(text, Notation.HUB), _hub_spelling()))
        return self._refused(text, readings)

    def _refused_move(self, move: Move) -> refusal.RefusedMoveError:
        said = MoveText(move.origin, move.landing, move.captured, move.is_capture, huffed=move.huffed)
        return self._refused(write_hub_move(move), [refusal.Reading(said, _hub_spelling())])

    def _refused(self, shown: str, readings: list[refusal.Reading]) -> refusal.RefusedMoveError:
        why = refusal.explain(self.variant.config.rules, self.variant.grid, self.position, readings)
        return refusal.RefusedMoveError(shorten(shown), why)

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
        try:
            return self._make_position(setup)
        except IllegalPositionError as error:
            if setup.naming is None:
                raise
            grid = replace(self.variant.grid, naming=setup.naming)
            told = _SQUARE.sub(lambda match: f"square {grid.name(int(match[1]) - 1)}", str(error))
            raise IllegalPositionError(told) from error

    def _make_position(self, setup: Setup) -> Position:
        """The position. Raises IllegalPositionError, squares in Hub numbers."""
        runs = setup.king_runs or (0, 0, 0, 0)
        return Position(self.variant.rules, setup.pieces, setup.white_to_move, runs, setup.huffable)


def _hub_spelling() -> refusal.Spelling:
    """Squares and moves as Hub writes them."""
    return refusal.Spelling(lambda square: str(square + 1), lambda move, _: write_hub_move(move))


def _readings(said: MoveText, spelling: refusal.Spelling) -> list[refusal.Reading]:
    """What a text may mean: what it says, and the same squares taken the other way."""
    other = read_otherwise(said)
    return [refusal.Reading(said, spelling)] + ([] if other is None else [refusal.Reading(other, spelling)])


def _expect(value: object, kinds: tuple[type, ...], what: str) -> None:
    if not isinstance(value, kinds):
        raise TypeError(f"{what}, not {type(value).__name__}")


def _restored(variant_id: str, choices: dict[str, str], start: Setup, moves: tuple[str, ...]) -> Board:
    """The board that was pickled. Raises VariantError when the variant is not at hand."""
    board = Board.from_setup(load_variants().get(variant_id, choices), start)
    board.push_all(moves, Notation.HUB)
    return board
