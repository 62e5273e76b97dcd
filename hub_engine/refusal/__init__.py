"""Why a move is refused: which rule forbids it, what had to be played instead.

    try:
        board.push("32-27")
    except RefusedMoveError as error:
        print(error.refusal.reason, error.refusal.rule, error)

Nothing here generates moves. The core is asked about the same position under rules that are relaxed one at a time:
the first relaxation under which the move is legal names the rule that forbids it. `relax` has the relaxations,
`case` the move that is refused, `questions` their order, `reasons` the answers and their sentences, `effort` what it
may cost.
Names are fetched when first used: a process must start quickly, and in most games nothing is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hub_engine.lazy import names_from

if TYPE_CHECKING:
    from hub_engine.refusal.questions import explain, unreadable
    from hub_engine.refusal.reasons import Reading, Reason, Refusal, RefusedMoveError, Spelling

_HOMES = {
    "Reading": "hub_engine.refusal.reasons",
    "Reason": "hub_engine.refusal.reasons",
    "Refusal": "hub_engine.refusal.reasons",
    "RefusedMoveError": "hub_engine.refusal.reasons",
    "Spelling": "hub_engine.refusal.reasons",
    "explain": "hub_engine.refusal.questions",
    "unreadable": "hub_engine.refusal.questions",
}

__all__ = ["Reading", "Reason", "Refusal", "RefusedMoveError", "Spelling", "explain", "unreadable"]

__getattr__ = names_from(__name__, _HOMES)
