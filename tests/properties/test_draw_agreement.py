"""Draws by rule in the core's Game against the slow reference, over random endings of every variant."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from hub_engine._core import Game, Move, Position, RuleSet
from tests.fakes import reference_movegen as reference
from tests.fakes.reference_draws import draw_reasons
from tests.vectors import VARIANTS, variant

GAMES = 40
#: Longer than the longest limit of a shipped variant.
GAME_PLIES = 130
#: Games that do without repetition, so that long limits are reached.
WITHOUT_REPETITION = 0.7


@pytest.mark.parametrize("name", VARIANTS)
def test_game_agrees_with_reference(name: str) -> None:
    chance = random.Random(f"draws {name}")
    spec = variant(name).rules.to_data()
    slow = reference.Reference(spec)
    reached = set()
    for _ in range(GAMES):
        spec["draws"]["repetition"] = variant(name).rules.draws.repetition
        if chance.random() < WITHOUT_REPETITION:
            spec["draws"]["repetition"] = 0
        reached |= _compare_game(spec, slow, chance)
    limits = {limit["name"] for limit in spec["draws"]["limits"]}
    if limits:
        assert reached & limits, "no game reached a limit, the test sees nothing"


def _compare_game(spec: dict[str, Any], slow: reference.Reference, chance: random.Random) -> set[str]:
    """Plays an ending to its end; the reasons for which it was drawn."""
    at = _ending(slow, chance)
    game = Game(Position(RuleSet(json.dumps(spec)), bytes(at.pieces), at.white_to_move))
    positions, moves = [at], []
    while len(moves) < GAME_PLIES and game.position.winner() is None:
        reasons = draw_reasons(spec, positions, moves)
        result = game.result()
        assert (result is not None) == bool(reasons), (positions[0], moves, result, reasons)
        if result is not None:
            assert result[0] == 0
            assert result[1] in reasons
            return {result[1]}
        move = _peaceful(game.position, chance)
        game.push(move)
        moves.append(reference.Move(move.origin, move.landing, frozenset(move.captured), move.crowns))
        positions.append(slow.play(positions[-1], moves[-1]))
    return set()


def _peaceful(position: Position, chance: random.Random) -> Move:
    """A random move, mostly one of a king that leaves nothing to take, so that endings last."""
    moves = position.legal_moves()
    chance.shuffle(moves)
    for move in moves:
        replies = position.play(move).legal_moves()
        is_king = position.pieces[move.origin] in reference.KINGS
        if replies and not replies[0].is_capture and (is_king or chance.random() < 0.05):
            return move
    return moves[0]


def _ending(slow: reference.Reference, chance: random.Random) -> reference.Position:
    """A lone king against one to four pieces, or two kings and men against the same."""
    pieces = [reference.EMPTY] * slow.n_squares
    first = [reference.WHITE_KING]
    second = [reference.BLACK_KING] * chance.randint(1, 4)
    if chance.random() < 0.5:
        first += [reference.WHITE_MAN] * chance.randint(0, 2)
        second += [reference.BLACK_MAN] * chance.randint(0, 2)
    codes = first + second
    squares = [square for square in range(slow.n_squares) if square not in slow.last_row[True] | slow.last_row[False]]
    for square, code in zip(chance.sample(squares, len(codes)), codes, strict=True):
        pieces[square] = code
    return reference.Position(tuple(pieces), chance.random() < 0.5)
