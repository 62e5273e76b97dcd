"""A move that is refused, in its position: what `questions` asks about."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from hub_engine._core import Move, Position
from hub_engine.config.rules import RuleSpec
from hub_engine.refusal import relax
from hub_engine.refusal.effort import Effort
from hub_engine.refusal.reasons import Reason, Refusal, Spelling, sentence
from protocol.notation.moves import MoveText, fitting
from protocol.notation.squares import Board as Grid
from protocol.notation.squares import Playable

#: What a piece is called, and which are whose, by piece code.
PIECES = ("", "man", "king", "man", "king", "parachutist", "parachutist")
MEN, KINGS, PARACHUTISTS = (1, 3), (2, 4), (5, 6)
WHITE, BLACK = (1, 2, 5), (3, 4, 6)
#: With more pieces to take than this, rules under which everything may be taken have captures without number: 20 of
#: them on 64 squares have been seen to take the core 20 seconds. Such a capture is then refused without its rule.
_MOST_TAKEABLE = 10


@dataclass(slots=True)
class Case:
    """A move that is refused, and what there is to know about it."""

    rules: RuleSpec
    grid: Grid
    position: Position
    said: MoveText
    spelling: Spelling
    effort: Effort
    #: All legal moves.
    legal: list[Move] = field(init=False)

    def __post_init__(self) -> None:
        self.legal = self.position.legal_moves()

    @property
    def piece(self) -> int:
        """Code of the piece that is to move; 0: none."""
        return self.position.pieces[self.said.origin]

    @property
    def own_moves(self) -> tuple[Move, ...]:
        """Legal moves of the piece."""
        return tuple(move for move in self.legal if move.origin == self.said.origin and move.huffed is None)

    @property
    def captures(self) -> tuple[Move, ...]:
        """Legal moves that take something."""
        return tuple(move for move in self.legal if move.is_capture)

    def under(self, rules: RuleSpec, pieces: bytes | None = None) -> Position | None:
        """The position under other rules; with captures only where they can be counted, and while they may be."""
        placed = self.position.pieces if pieces is None else pieces
        has_captures = not self.effort.is_spent and self._n_takeable(placed) <= _MOST_TAKEABLE
        asked = rules if has_captures else relax.without_captures(rules)
        return relax.position_under(asked, placed, self.effort, white_to_move=self.position.white_to_move)

    def _n_takeable(self, pieces: bytes) -> int:
        """Enemy pieces that captures may be made of: all, for a king; of many, those free on both sides, for men."""
        mine = WHITE if self.position.white_to_move else BLACK
        enemies = [square for square, code in enumerate(pieces) if code and code not in mine]
        if len(enemies) <= _MOST_TAKEABLE or any(code in mine and code in KINGS for code in pieces):
            return len(enemies)
        straight = 1 if self.grid.playable is Playable.ALL else 2
        steps = ((straight, 0), (0, straight), (1, 1), (1, -1))

        def is_free(column: int, row: int) -> bool:
            square = self.grid.square_at(column, row)
            return square is not None and pieces[square] == 0

        return sum(
            any(is_free(column + x, row + y) and is_free(column - x, row - y) for x, y in steps)
            for column, row in map(self.grid.cell, enemies)
        )

    def found(self, position: Position | None) -> tuple[Move, ...]:
        """The moves of another position that fit the text."""
        if position is None:
            return ()
        with self.effort.counted():
            legal = position.legal_moves()
        return tuple(fitting(self.said, legal, partial(self.paths, position)))

    def found_here(self) -> tuple[Move, ...]:
        """The legal moves that fit the text."""
        return tuple(fitting(self.said, self.legal, partial(self.paths, self.position)))

    def paths(self, position: Position, move: Move) -> list[list[int]]:
        """Every way to carry out a move of a position; none when no more captures may be looked for."""
        if self.effort.is_spent:
            return []
        with self.effort.counted():
            return position.paths(move)

    def refuse(
        self,
        reason: Reason,
        rule: str = "",
        *,
        squares: tuple[int, ...] = (),
        moves: tuple[Move, ...] = (),
        n: int = 0,
    ) -> Refusal:
        """The refusal with its sentence."""
        name = self.spelling.square
        text = sentence(
            reason,
            [name(square) for square in squares],
            [self.spelling.move(move, self.position) for move in moves],
            piece=PIECES[self.piece],
            origin=name(self.said.origin),
            landing=name(self.said.landing),
            n=n,
        )
        return Refusal(reason, rule, squares, moves, text)
