"""The reference generator by itself, against counts and positions that other programs and people made."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.notation.fen import parse_fen
from protocol.notation.squares import Board
from tests.fakes import reference_movegen as reference
from tests.vectors import entries, read_fen, variant

#: Leaves of the largest count in the normal run, inclusive: the generator makes about 100,000 a second.
LEAVES = 5_000


def start(entry: dict[str, Any]) -> tuple[reference.Reference, reference.Position]:
    slow = reference.Reference(variant(entry["variant"]).rules.to_data())
    pieces, white_to_move = read_fen(entry["fen"], slow.n_squares)
    return slow, reference.Position(tuple(pieces), white_to_move)


def text(move: reference.Move) -> str:
    if move.huffed is not None:
        return f"-{move.huffed + 1}/{text(move._replace(huffed=None))}"
    if move.origin in move.captured:
        return f"-{move.origin + 1}"
    if not move.captured:
        return f"{move.origin + 1}-{move.landing + 1}"
    return "x".join(str(square + 1) for square in (move.origin, move.landing, *sorted(move.captured)))


@pytest.mark.parametrize("file", ["perft-classic.yaml", "perft-exotic.yaml"])
def test_counts(file: str) -> None:
    for entry in entries(file):
        slow, at = start(entry)
        expected = {depth: leaves for depth, leaves in entry["unique"].items() if leaves <= LEAVES}
        assert {depth: slow.perft(at, depth) for depth in expected} == expected, entry["id"]


@pytest.mark.parametrize("file", ["rules-classic.yaml", "rules-exotic.yaml", "known-faults.yaml"])
def test_positions(file: str) -> None:
    for entry in entries(file):
        if "legal_moves" in entry and "moves_played" not in entry:
            slow, at = start(entry)
            assert {text(move) for move in slow.moves(at)} == set(entry["legal_moves"]), entry


@pytest.mark.parametrize("entry", entries("rules-huffing.yaml"), ids=lambda entry: entry["rule"])
def test_huffing(entry: dict[str, Any]) -> None:
    slow = reference.Reference(variant(entry["variant"]).rules.to_data())
    setup = parse_fen(entry["fen"], Board(8, 8))
    at = reference.Position(tuple(setup.pieces), setup.white_to_move, huffable=frozenset(setup.huffable))
    moves = slow.moves(at)
    assert {text(move) for move in moves} == set(entry["legal_moves"])
    for move in moves:
        after = slow.play(at, move)
        assert sorted(square + 1 for square in after.huffable) == entry.get("huffable", {}).get(text(move), [])
