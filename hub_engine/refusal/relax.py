"""Rules without one of their limits, and positions under them.

A relaxation changes one rule so that it forbids less. The core then says what would be legal.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from hub_engine._core import IllegalPositionError, Position, RuleSet
from hub_engine.config.rules import (
    Continue,
    Group,
    InCapture,
    Landing,
    Lines,
    Obligation,
    Precedence,
    Range,
    Removal,
    RuleSpec,
)
from hub_engine.refusal.effort import Effort
from hub_engine.refusal.reasons import Reason

_EVERYWHERE = tuple(Group)


class Relaxation(NamedTuple):
    """A reason, the rule behind it, and the changes of its group that lift it."""

    reason: Reason
    rule: str
    changes: dict[str, Any]


def _one(reason: Reason, rule: str, value: Any, **also: Any) -> Relaxation:
    return Relaxation(reason, rule, {rule.partition(".")[2]: value, **also})


#: From the finest limit to the coarsest: of two that would do, the first one is the more telling.
RELAXATIONS = (
    _one(Reason.FORCED_LANDING, "capture.forced_landing", value=False),
    _one(Reason.KING_NOT_BY_MAN, "men.capture_kings", value=True),
    _one(Reason.LANDING_BEHIND, "kings.landing", Landing.FREE),
    _one(Reason.NO_TURN_BACK, "capture.turn_back", value=True),
    _one(Reason.JUMPED_ONCE, "capture.removal", Removal.IMMEDIATE),
    _one(Reason.CROWNING_ENDS, "promotion.in_capture", InCapture.STAY),
    _one(Reason.CROWNING_ENDS, "promotion.in_capture", InCapture.CROWN),
    _one(Reason.RESTS, "men.rest_on_last_row", value=False),
    _one(Reason.NO_LINE, "board.lines", Lines.ALL),
    _one(Reason.OVER_OWN_MEN, "men.linear", value=True),
    _one(Reason.CAPTURE_DIRECTION, "men.capture_next", _EVERYWHERE),
    _one(Reason.DIRECTION, "men.move", _EVERYWHERE),
    _one(Reason.CAPTURE_DIRECTION, "men.capture", _EVERYWHERE, capture_next=_EVERYWHERE),
    _one(Reason.DIRECTION, "kings.move", _EVERYWHERE),
    _one(Reason.CAPTURE_DIRECTION, "kings.capture", _EVERYWHERE),
    _one(Reason.REACH, "kings.range", Range.FLYING),
)


def relaxed(rules: RuleSpec, relaxation: Relaxation) -> RuleSpec:
    """The rules with one limit lifted; the same rules where there is no such limit."""
    return _changed(rules, relaxation.rule.partition(".")[0], **relaxation.changes)


def without_king_limit(rules: RuleSpec) -> RuleSpec:
    """One king may move as often as it likes."""
    return _changed(rules, "kings", same_king_limit=0)


def unforced(rules: RuleSpec) -> RuleSpec:
    """Nothing is compulsory: every quiet move and every complete capture is legal, the opening is over."""
    # Where pieces are huffed the core plays just that: whatever is not forbidden may be done, at a risk.
    free = _changed(without_king_limit(rules), "capture", continue_=Continue.MUST, obligation=Obligation.HUFFING)
    return free._replace(opening=())


def with_precedence(rules: RuleSpec, keys: tuple[Precedence, ...]) -> RuleSpec:
    """Captures are compared by these keys only."""
    king_value = rules.capture.king_value if Precedence.VALUE in keys else 0
    return _changed(without_king_limit(rules), "capture", precedence=keys, king_value=king_value)


def without_captures(rules: RuleSpec) -> RuleSpec:
    """Men and kings cannot capture."""
    return _changed(_changed(rules, "men", capture=(), capture_next=()), "kings", capture=())


def as_flying_kings(rules: RuleSpec) -> RuleSpec:
    """Kings go everywhere and at any distance."""
    return _changed(rules, "kings", range=Range.FLYING, move=_EVERYWHERE, capture=_EVERYWHERE, landing=Landing.FREE)


def position_under(rules: RuleSpec, pieces: bytes, effort: Effort, *, white_to_move: bool) -> Position | None:
    """A position of other rules; None where the core takes the rules or the pieces for impossible.

    effort: what the core does is counted there.
    """
    compiled = _compiled(rules)
    if compiled is None:
        return None
    try:
        with effort.counted():
            return Position(compiled, pieces, white_to_move)
    except IllegalPositionError:
        return None


@lru_cache(maxsize=256)
def _compiled(rules: RuleSpec) -> RuleSet | None:
    try:
        return RuleSet(rules.to_json())
    except ValueError:
        return None


def _changed(rules: RuleSpec, group: str, **changes: Any) -> RuleSpec:
    return rules._replace(**{group: getattr(rules, group)._replace(**changes)})
