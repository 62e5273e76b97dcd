"""Draws by rule in the core's Game against the slow reference, over random endings of every variant."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from hub_engine._core import Game, Move, Position, RuleSet
from tests.fakes import reference_movegen as reference
from tests.fakes.reference_draws import draw_reasons
from tests.properties.test_reference_agreement import plain
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
    slow = reference.Reference(spec)  # reads the number of repetitions anew each time
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
        reasons = draw_reasons(slow, positions, moves)
        result = game.result()
        assert (result is not None) == bool(reasons), (positions[0], moves, result, reasons)
        if result is not None:
            assert result[0] == 0
            assert result[1] in reasons
            return {result[1]}
        move = _peaceful(slow, game.position, chance)
        game.push(move)
        moves.append(plain(move))
        positions.append(slow.play(positions[-1], moves[-1]))
    return set()


def _peaceful(slow: reference.Reference, position: Position, chance: random.Random) -> Move:
    """A random move, mostly one that leaves nothing to take and can go on for ever, so that endings last."""
    moves = position.legal_moves()
    chance.shuffle(moves)
    for move in moves:
        replies = position.play(move).legal_moves()
        if replies and not replies[0].is_capture and (_lasts(slow, position, move) or chance.random() < 0.05):
            return move
    return moves[0]


def _lasts(slow: reference.Reference, position: Position, move: Move) -> bool:
    """A king's move; where there are no kings, one along a row."""
    if slow.spec["promotion"]["squares"] != "none":
        return position.pieces[move.origin] in reference.KINGS
    return slow.board.cells[move.origin][1] == slow.board.cells[move.landing][1]


def _ending(slow: reference.Reference, chance: random.Random) -> reference.Position:
    """A lone king against one to four pieces, or two kings and men against the same; men where there are no kings."""
    pieces = [reference.EMPTY] * slow.n_squares
    first = [reference.WHITE_KING]
    second = [reference.BLACK_KING] * chance.randint(1, 4)
    if chance.random() < 0.5:
        first += [reference.WHITE_MAN] * chance.randint(0, 2)
        second += [reference.BLACK_MAN] * chance.randint(0, 2)
    codes = first + second
    if slow.spec["promotion"]["squares"] == "none":
        codes = [code - 1 if code in reference.KINGS else code for code in codes]
    edges = slow.promotion[True] | slow.promotion[False]
    squares = [square for square in range(slow.n_squares) if square not in edges]
    for square, code in zip(chance.sample(squares, len(codes)), codes, strict=True):
        pieces[square] = code
    return reference.Position(tuple(pieces), chance.random() < 0.5)
