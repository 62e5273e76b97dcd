"""Small positions that pin one rule each (tests/data/rules-classic.yaml, rules-exotic.yaml, known-faults.yaml)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hub_engine.variants import Variant
from tests.vectors import entries, hub_text, move_of, play, position, rules_without, variant

#: The winner that a PDN result names.
WINNERS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "white wins": 1, "black wins": -1}
#: A square in words: names are read whatever the game writes.
SQUARE = re.compile(r"[a-l][0-9]+")


def _id(entry: dict[str, Any]) -> str:
    return f"{entry['variant']}-{entry.get('rule', entry.get('fault'))}".replace(" ", "-")[:80]


@pytest.mark.parametrize("entry", entries("rules-classic.yaml"), ids=_id)
def test_rule(entry: dict[str, Any]) -> None:
    check_position(entry)


@pytest.mark.parametrize("entry", entries("rules-exotic.yaml"), ids=_id)
def test_exotic_rule(entry: dict[str, Any]) -> None:
    check_position(entry, tells_crowns=False)
    grid = Variant(variant(entry["variant"])).grid

    def in_numbers(text: str) -> str:
        return SQUARE.sub(lambda name: str(grid.square(name[0]) + 1), text)

    assert {in_numbers(text) for text in entry["legal_moves_native"]} == set(entry["legal_moves"])
    start = position(entry["variant"], entry["fen"])
    assert start == position(entry["variant"], in_numbers(entry["fen_native"]))
    for text, after in entry.get("after_native", {}).items():
        played = start.play(move_of(start, in_numbers(text)))
        assert played == position(entry["variant"], in_numbers(after))


@pytest.mark.parametrize("entry", entries("known-faults.yaml"), ids=_id)
def test_known_fault(entry: dict[str, Any]) -> None:
    check_position(entry)


def check_position(entry: dict[str, Any], *, tells_crowns: bool = True) -> None:
    """Plays the moves given, then compares legal moves, which of them crown, counts and the result."""
    ruleset = rules_without(entry["variant"], entry["without"]) if "without" in entry else None
    start = position(entry["variant"], entry["fen"], ruleset)
    game = play(start, entry.get("moves_played", []) + entry.get("cycle", []) * entry.get("times", 1))
    legal = game.position.legal_moves()
    if "legal_moves" in entry:
        assert {hub_text(move) for move in legal} == set(entry["legal_moves"])
        assert len(legal) == len(entry["legal_moves"])
        if tells_crowns:
            assert {hub_text(move) for move in legal if move.crowns} == set(entry.get("crowns", []))
    for depth, leaves in entry.get("perft", {}).items():
        assert game.position.perft(depth) == leaves
    result = game.result()
    assert (result and result[0]) == WINNERS.get(entry.get("result"))
    if "reason" in entry:
        assert result is not None
        assert result[1] == entry["reason"]
