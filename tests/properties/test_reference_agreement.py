"""The core against the slow reference generator, position by position, for every variant.

Positions come from random games from the start position and from random set-ups with many kings, played on.
Compared: the moves with everything that makes them what they are, the position after the move played, and
the ways to carry out a capture.
"""

from __future__ import annotations

import random

import pytest

from hub_engine._core import Move, Position, RuleSet
from hub_engine.config.variant import VariantConfig
from tests.fakes import reference_movegen as reference
from tests.vectors import VARIANTS, variant

#: Positions compared for each variant.
POSITIONS = 10_000
#: How many of them come from random set-ups, where kings and long captures are common.
SETUP_POSITIONS = 3_000
#: Plies played on from one set-up; then a new one is made.
SETUP_PLIES = 12
#: Longest random game, plies.
GAME_PLIES = 160


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", VARIANTS)
def test_core_agrees_with_reference(name: str) -> None:
    assert Lines(variant(name)).run(SETUP_POSITIONS, POSITIONS) > POSITIONS / 20


class Lines:
    """Random lines of play of one variant, compared at every position."""

    def __init__(self, config: VariantConfig) -> None:
        self._slow = reference.Reference(config.rules.to_data())
        self._fast = RuleSet(config.to_spec_json())
        self._chance = random.Random(f"agreement {config.names.id}")
        self.start = reference.Position(tuple(config.start_pieces()), config.setup.first == "white")
        self.n_captures = 0

    def run(self, setup_positions: int, positions: int) -> int:
        """Compares that many positions, the first ones of random set-ups; how many captures were played."""
        compared = 0
        while compared < setup_positions:
            compared += self.compare(self.random_setup(), SETUP_PLIES)
        while compared < positions:
            compared += self.compare(self.start, GAME_PLIES)
        return self.n_captures

    def compare(self, at: reference.Position, plies: int) -> int:
        """How many positions were compared along a random line."""
        position = Position(self._fast, bytes(at.pieces), at.white_to_move)
        for ply in range(plies):
            expected = self._slow.moves(at)
            moves = position.legal_moves()
            assert {plain(move) for move in moves} == expected, at
            assert len(moves) == len(expected), at
            if not moves:
                return ply + 1
            move = self._chance.choice(moves)
            if move.is_capture:
                self.n_captures += 1
                _check_paths(position, move)
            at = self._slow.play(at, plain(move))
            position = position.play(move)
            assert position.pieces == bytes(at.pieces), at
            assert position.white_to_move == at.white_to_move
            assert position.king_runs == at.runs, at
            assert position.huffable == tuple(sorted(at.huffable)), at
        return plies

    def random_setup(self) -> reference.Position:
        """At most two fifths of the squares filled, half of the pieces kings, no man where it would be one.

        Where men are never crowned there are no kings; where there are parachutists, half of the pieces on the last row
        are.
        """
        pieces = [reference.EMPTY] * self._slow.n_squares
        n_pieces = self._chance.randint(2, self._slow.n_squares * 2 // 5)
        for square in self._chance.sample(range(len(pieces)), n_pieces):
            pieces[square] = self._random_piece(square, is_white=self._chance.random() < 0.5)
        # The side that has just moved owns something.
        owners = [code in reference.WHITE for code in pieces if code != reference.EMPTY]
        return reference.Position(tuple(pieces), not self._chance.choice(owners))

    def _random_piece(self, square: int, *, is_white: bool) -> int:
        man, king, parachutist = reference.WHITE if is_white else reference.BLACK
        if square in self._slow.promotion[is_white]:
            return parachutist if self._slow.spec["parachutists"] and self._chance.random() < 0.5 else king
        has_kings = self._slow.spec["promotion"]["squares"] != "none"
        return king if has_kings and self._chance.random() < 0.5 else man


def plain(move: Move) -> reference.Move:
    return reference.Move(move.origin, move.landing, frozenset(move.captured), move.crowns, move.huffed)


def _check_paths(position: Position, move: Move) -> None:
    """Every way to carry out a capture starts and ends where the move does, one landing a jump."""
    paths = position.paths(move)
    assert paths
    assert len({tuple(path) for path in paths}) == len(paths)
    for path in paths:
        assert path[0] == move.origin
        assert path[-1] == move.landing
        # A piece taken off by itself goes nowhere.
        assert len(path) == (1 if move.origin in move.captured else len(move.captured) + 1)
