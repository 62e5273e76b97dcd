"""Positions with a move that is refused, and the reason: tests/data/refusals.yaml."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from hub_engine import Board, Notation
from hub_engine._core import Position
from hub_engine.config.rules import Precedence, RuleSpec
from hub_engine.refusal import Reason, RefusedMoveError, questions, relax
from hub_engine.refusal.effort import MOST_S, Effort
from hub_engine.refusal.questions import _PRECEDENCES, _VAGUE
from hub_engine.refusal.reasons import _SENTENCES
from hub_engine.variants import load_variants, variant_names
from protocol.notation.fen import Setup

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parents[2] / "data" / "refusals.yaml").read_text(encoding="utf-8")
)


def _board(case: dict[str, Any]) -> Board:
    return Board(case["variant"], case.get("position"))


def _notation(case: dict[str, Any]) -> Notation | None:
    if case.get("hub"):
        return Notation.HUB
    return Notation.NATIVE if case.get("native") else None


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['variant']} {case['reason']} {case['move']}")
def test_the_reason_and_the_rule(case: dict[str, Any]) -> None:
    board = _board(case)
    before = (board.hub(), board.ply)
    with pytest.raises(RefusedMoveError) as caught:
        board.push(case["move"], _notation(case))
    refusal = caught.value.refusal
    assert (refusal.reason, refusal.rule) == (case["reason"], case.get("rule", "")), refusal.text
    assert case.get("says", "") in refusal.text
    assert str(caught.value) == f"illegal move {case['move']}: {refusal.text}"
    assert (board.hub(), board.ply) == before
    assert set(refusal.moves) <= set(board.legal_moves)


def test_cases_are_many() -> None:
    assert len(CASES) >= 30
    assert len({case["variant"] for case in CASES}) >= 10
    # No shipped game has a capture that only a man crowned later could make.
    assert {case["reason"] for case in CASES} == set(Reason) - {Reason.CROWNED_AT_ONCE}


def test_rules_that_are_named_exist() -> None:
    for case in CASES:
        if group_and_key := case.get("rule"):
            group, _, key = group_and_key.partition(".")
            value = getattr(_board(case).variant.config.rules, group)
            assert not key or key in {name.removesuffix("_") for name in value._fields}


def test_every_reason_has_its_sentence_and_every_precedence_its_reason() -> None:
    assert set(_SENTENCES) == set(Reason) - {Reason.UNREADABLE, Reason.NO_SUCH_SQUARE}
    assert set(_PRECEDENCES) == set(Precedence)


@pytest.mark.parametrize("name", variant_names())
def test_every_move_that_is_not_legal_is_refused_with_a_reason(name: str) -> None:
    """All pairs of squares of a few positions; nothing else than a refusal comes of any of them."""
    variant = load_variants().get(name)
    grid = variant.grid
    board = Board(variant)
    for ply in range(3):
        for origin in range(ply, grid.n_squares, 4):
            for landing in range(0, grid.n_squares, 7):
                text = f"{origin + 1}-{landing + 1}"
                fits = [move for move in board.legal_moves if (move.origin, move.landing) == (origin, landing)]
                if any(not move.is_capture for move in fits):
                    continue
                with pytest.raises(RefusedMoveError) as caught:
                    board.push(text, Notation.HUB)
                assert caught.value.reason is not Reason.UNREADABLE
        board.push(board.legal_moves[0])


@pytest.mark.parametrize("name", variant_names())
def test_every_move_that_a_refusal_offers_is_legal(name: str) -> None:
    """Moves of a random game with one square changed; where pieces are huffed, many of them begin with a huff."""
    chance = random.Random(5)
    board = Board(name)
    n_squares = board.variant.grid.n_squares
    while not board.is_over and board.ply < 60:
        legal = board.legal_moves
        number = str(chance.randrange(n_squares) + 1)
        text = re.sub("[0-9]+$", number, board.text(chance.choice(legal), Notation.HUB))
        for wrong in (text, f"{text}x{number}"):
            try:
                board.read(wrong)
            except RefusedMoveError as error:
                assert set(error.refusal.moves) <= set(legal), error
        board.push(chance.choice(legal))


def test_a_move_of_another_position_is_refused_with_a_reason() -> None:
    move = Board(position="W:W26:B21").legal_moves[0]
    board = Board()
    with pytest.raises(RefusedMoveError, match="there is no piece on 26") as caught:
        board.push(move)
    assert caught.value.reason is Reason.EMPTY_ORIGIN
    with pytest.raises(RefusedMoveError):
        board.text(move)


@pytest.mark.parametrize(
    ("move", "reason"),
    [("46-37", Reason.CAPTURE_COMPULSORY), ("46-36", Reason.DIRECTION), ("46x21", Reason.NO_SUCH_CAPTURE)],
)
def test_where_captures_cannot_be_counted_quiet_moves_are_explained(move: str, reason: Reason) -> None:
    """With a king among so many pieces, relaxed rules are asked about quiet moves only."""
    board = Board(position="W:WK46:BK7,8,9,10,11,12,13,17,18,19,22,23,32")
    with pytest.raises(RefusedMoveError) as caught:
        board.push(move)
    assert caught.value.reason is reason


def _allow(monkeypatch: pytest.MonkeyPatch, n_looks: int) -> None:
    """Effort is spent when the core was asked so often, at least once."""
    now = itertools.count()
    monkeypatch.setattr(questions, "Effort", lambda: Effort(lambda: next(now) * MOST_S / n_looks))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['variant']} {case['reason']} {case['move']}")
def test_a_reason_that_could_not_be_found_out_is_vague_and_not_wrong(
    case: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for n_looks in (1, 2, 3, 4, 6, 8, 12, 16, 24, 32):
        _allow(monkeypatch, n_looks)
        with pytest.raises(RefusedMoveError) as caught:
            _board(case).push(case["move"], _notation(case))
        assert caught.value.reason in {Reason(case["reason"])} | _VAGUE - {Reason.BLOCKED}, caught.value


def test_no_captures_are_looked_for_when_the_effort_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both sides have kings everywhere: each look for captures takes milliseconds."""
    _allow(monkeypatch, 1)
    asked = []
    position_under = relax.position_under

    def note(rules: RuleSpec, pieces: bytes, effort: Effort, *, white_to_move: bool) -> Position | None:
        asked.append(rules == relax.without_captures(rules))
        return position_under(rules, pieces, effort, white_to_move=white_to_move)

    monkeypatch.setattr(relax, "position_under", note)
    board = Board(
        "altdeutsch",
        "W:WKh8,Ka7,Ke7,Kg7,Kh7,Kb6,c6,g6,Ka5,Kd5,Ka4,Kd4,Kg4,Kh4,Kc3,Ke3,Kg3,Kb2,Kc2,Kf2,Kg2:BKg8,Kf6,Kh3,Kb1",
    )
    with pytest.raises(RefusedMoveError, match="no legal capture leads from 43 to 34"):
        board.push("43x34x45", Notation.HUB)
    assert len(asked) > 10
    assert not asked[0]
    assert all(asked[1:])


def test_pieces_of_any_kind_and_number() -> None:
    """A refusal never fails itself, however odd the position is."""
    variant = load_variants().get("italian")
    pieces = bytes([2, 4] * 8 + [0] * 16)
    board = Board.from_setup(variant, Setup(pieces, white_to_move=True))
    for origin in range(1, 33):
        for landing in range(1, 33):
            if any((move.origin + 1, move.landing + 1) == (origin, landing) for move in board.legal_moves):
                continue
            with pytest.raises(RefusedMoveError):
                board.push(f"{origin}x{landing}", Notation.HUB)
