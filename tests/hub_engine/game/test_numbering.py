from __future__ import annotations

import random

import pytest

from hub_engine.board import Board
from hub_engine.config.engine import Numbering
from hub_engine.variants import load_variants, variant_names
from protocol.notation.fen import parse_hub_position
from protocol.notation.moves import MoveText, parse_hub_move


@pytest.mark.parametrize("name", variant_names())
@pytest.mark.parametrize("numbering", list(Numbering))
def test_what_is_sent_is_received_as_the_same_move(name: str, numbering: Numbering) -> None:
    board = Board(name)
    renumbering = board.variant.renumbering(numbering)
    chance = random.Random(1)
    for _ in range(30):
        if not board.legal_moves:
            break
        move = chance.choice(board.legal_moves)
        wire = renumbering.sent(move)
        text = MoveText(wire.origin, wire.landing, wire.captured, move.is_capture, huffed=wire.huffed)
        back = renumbering.received(text)
        assert (back.origin, back.landing, tuple(sorted(back.captured or ())), back.huffed) == (
            move.origin, move.landing, move.captured, move.huffed,
        )  # fmt: skip
        board.push(move)


@pytest.mark.parametrize(
    ("variant", "wire", "hub"),
    [
        ("russian", "9-13", "21-17"),
        ("brazilian", "9-13", "21-17"),
        ("italian", "21-17", "21-17"),
        ("english", "12-16", "12-16"),
    ],
)
def test_first_moves_of_pydraughts(variant: str, wire: str, hub: str) -> None:
    renumbering = load_variants().get(variant).renumbering(Numbering.VARIANT)
    assert renumbering.received(parse_hub_move(wire, 32)) == parse_hub_move(hub, 32)


def test_a_turned_board_turns_what_may_be_huffed() -> None:
    english = load_variants().get("english")
    shown = parse_hub_position("W" + "b" * 12 + "e" * 8 + "w" * 12 + "/huff=1,5", 32)
    assert english.renumbering(Numbering.VARIANT).setup(shown).huffable == (27, 31)


def test_a_game_begun_by_black_is_shown_from_the_other_side() -> None:
    english = load_variants().get("english")
    shown = parse_hub_position("W" + "b" * 12 + "e" * 8 + "w" * 12, 32)
    setup = english.renumbering(Numbering.VARIANT).setup(shown)
    assert Board.from_setup(english, setup).fen() == Board(english).fen()
    assert english.renumbering(Numbering.BOARD).setup(shown) is shown
