"""Why a move is refused: which rule forbids it, what had to be played instead.

    try:
        board.push("32-27")
    except RefusedMoveError as error:
        print(error.refusal.reason, error.refusal.rule, error)

Nothing here generates moves. The core is asked about the same position under rules that are relaxed one at a time:
the first relaxation under which the move is legal names the rule that forbids it. `relax` has the relaxations,
`case` the move that is refused, `explain` the order of the questions, `reasons` the answers and their sentences.
"""

from hub_engine.refusal.explain import explain, unreadable
from hub_engine.refusal.reasons import Reading, Reason, Refusal, RefusedMoveError, Spelling

__all__ = ["Reading", "Reason", "Refusal", "RefusedMoveError", "Spelling", "explain", "unreadable"]
