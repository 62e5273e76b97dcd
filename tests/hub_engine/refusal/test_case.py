from __future__ import annotations

import itertools

from hub_engine import Board
from hub_engine.refusal import Spelling, relax
from hub_engine.refusal.case import Case
from hub_engine.refusal.effort import MOST_S, Effort
from protocol.notation.moves import MoveText


def test_the_ways_of_captures_are_looked_for_until_the_effort_is_spent() -> None:
    board = Board(position="W:WK46:B37,28,19")
    config, position = board.variant.config, board.position
    (move, *_) = board.legal_moves
    now = itertools.count()
    effort = Effort(lambda: next(now) * MOST_S / 2)
    spelling = Spelling(str, lambda move, _: str(move))
    case = Case(config.rules, board.variant.grid, position, MoveText(45, 45, None, None), spelling, effort)
    assert [bool(case.paths(position, move)) for _ in range(4)] == [True, True, False, False]
    free = case.under(relax.unforced(config.rules))
    assert free is not None
    assert not any(move.is_capture for move in free.legal_moves())
