"""Positions and moves as one Hub peer writes and reads them: of its variant, in its square numbers."""

from __future__ import annotations

from hub_engine import refusal
from hub_engine._core import Move
from hub_engine.board import Board
from hub_engine.config.engine import Numbering
from hub_engine.daemon.turn import Turn
from hub_engine.variants import Variant
from protocol.hub.messages import Pos
from protocol.notation.fen import parse_position
from protocol.notation.moves import parse_hub_move, write_hub_move


class HubTexts:
    """Reads and writes for one peer. numbering: what it calls the squares."""

    def __init__(self, variant: Variant, numbering: Numbering) -> None:
        self._variant = variant
        self._numbers = variant.renumbering(numbering)

    def write_move(self, move: Move) -> str:
        """A move as it is sent, every captured square told."""
        return write_hub_move(self._numbers.sent(move))

    async def read_position(self, pos: Pos, turn: Turn) -> Board:
        """The board of a `pos` line, its moves played. Raises NotationError, IllegalPositionError, IllegalMoveError.

        A whole game takes milliseconds, a megabyte of moves seconds: others get their turn meanwhile.
        """
        variant = self._variant
        if pos.position is None:
            board = Board(variant)
        else:
            grid = variant.grid.in_hub_numbering()
            setup = parse_position(pos.position, grid, has_parachutists=variant.has_parachutists)
            board = Board.from_setup(variant, self._numbers.setup(setup))
        spelling = refusal.Spelling(
            lambda square: str(self._numbers.number(square)), lambda move, _: self.write_move(move)
        )
        for text in pos.moves:
            await turn.pass_on()
            wanted = self._numbers.received(parse_hub_move(text, variant.grid.n_squares))
            board.push(board.find(wanted, text, spelling))
        return board
