"""Small positions that pin one rule each (tests/data/rules-classic.yaml, known-faults.yaml)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.vectors import entries, hub_text, play, position, rules_without

#: The winner that a PDN result names.
WINNERS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}


def _id(entry: dict[str, Any]) -> str:
    return f"{entry['variant']}-{entry.get('rule', entry.get('fault'))}".replace(" ", "-")[:80]


@pytest.mark.parametrize("entry", entries("rules-classic.yaml"), ids=_id)
def test_rule(entry: dict[str, Any]) -> None:
    check_position(entry)


@pytest.mark.parametrize("entry", entries("known-faults.yaml"), ids=_id)
def test_known_fault(entry: dict[str, Any]) -> None:
    check_position(entry)


def check_position(entry: dict[str, Any]) -> None:
    """Plays the moves given, then compares legal moves, which of them crown, counts and the result."""
    ruleset = rules_without(entry["variant"], entry["without"]) if "without" in entry else None
    start = position(entry["variant"], entry["fen"], ruleset)
    game = play(start, entry.get("moves_played", []) + entry.get("cycle", []) * entry.get("times", 1))
    legal = game.position.legal_moves()
    if "legal_moves" in entry:
        assert {hub_text(move) for move in legal} == set(entry["legal_moves"])
        assert len(legal) == len(entry["legal_moves"])
        assert {hub_text(move) for move in legal if move.crowns} == set(entry.get("crowns", []))
    for depth, leaves in entry.get("perft", {}).items():
        assert game.position.perft(depth) == leaves
    result = game.result()
    assert (result and result[0]) == WINNERS.get(entry.get("result"))
    if "reason" in entry:
        assert result is not None
        assert result[1] == entry["reason"]
