"""Huffing through the board: moves, what may be huffed, and the texts of both (tests/data/rules-huffing.yaml)."""

from __future__ import annotations

from typing import Any

import pytest

from hub_engine import Board, IllegalPositionError, Notation
from tests.vectors import entries


@pytest.mark.parametrize("entry", entries("rules-huffing.yaml"), ids=lambda entry: entry["rule"])
def test_rule(entry: dict[str, Any]) -> None:
    board = Board(entry["variant"], entry["fen"])
    assert sorted(board.text(move, Notation.HUB) for move in board.legal_moves) == sorted(entry["legal_moves"])
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        huffable = entry.get("huffable", {}).get(board.text(move, Notation.HUB), [])
        assert [square + 1 for square in after.position.huffable] == huffable


def test_what_may_be_huffed_is_part_of_the_position() -> None:
    board = Board("children-es", "W:Wc3:Bd4")
    board.push("c3-b4")
    assert board.fen() == "B:Wb4:Bd4:Xb4"
    assert board.hub().endswith("/huff=17")
    again = Board("children-es", board.fen())
    assert again.position == board.position
    assert again.position.key == board.position.key
    assert again.position != Board("children-es", "B:Wb4:Bd4").position
    board.push("-b4/d4-e3")
    result = board.result()
    assert result is not None
    assert (result.winner, result.reason) == (-1, "no-pieces")


@pytest.mark.parametrize(
    ("variant", "fen"),
    [("children-es", "B:Wb4:Bd4:Xd4"), ("children-es", "B:Wb4:Bd4:Xa1"), ("russian", "B:Wb4:Bd4:Xb4")],
)
def test_only_a_piece_of_the_side_that_has_moved_may_be_huffed(variant: str, fen: str) -> None:
    with pytest.raises(IllegalPositionError):
        Board(variant, fen)
