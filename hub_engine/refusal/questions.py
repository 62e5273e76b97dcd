"""Finds the reason for which a move is refused.

The questions go from the outside in: is there such a piece, would the move be legal if nothing were compulsory, if
one rule were lifted, if the board were empty. What is left over cannot be reached at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from hub_engine._core import Move, Position
from hub_engine.config.rules import InCapture, Obligation, Precedence, RuleSpec
from hub_engine.refusal import relax
from hub_engine.refusal.case import KINGS, MEN, PARACHUTISTS, WHITE, Case
from hub_engine.refusal.effort import Effort
from hub_engine.refusal.reasons import Reading, Reason, Refusal
from protocol.errors import NotationError, UnknownSquareError
from protocol.notation.squares import Board as Grid

_PRECEDENCES = {
    Precedence.QUANTITY: Reason.QUANTITY,
    Precedence.VALUE: Reason.VALUE,
    Precedence.KING_MOVER: Reason.KING_MOVER,
    Precedence.KINGS_CAPTURED: Reason.KINGS_CAPTURED,
    Precedence.KING_EARLIEST: Reason.KING_EARLIEST,
}
_CROWNINGS = {
    InCapture.END: Reason.CROWNING_ENDS,
    InCapture.STAY: Reason.STAYS_A_MAN,
    InCapture.CROWN: Reason.CROWNED_AT_ONCE,
}


#: Reasons that a misread text has too: another reading with any other reason is what was meant.
_VAGUE = frozenset(
    {
        Reason.EMPTY_ORIGIN,
        Reason.NOT_YOUR_PIECE,
        Reason.DIRECTION,
        Reason.CAPTURE_DIRECTION,
        Reason.REACH,
        Reason.OCCUPIED_LANDING,
        Reason.BLOCKED,
        Reason.OTHER_PIECES,
        Reason.OTHER_PATH,
        Reason.NO_SUCH_CAPTURE,
        Reason.UNREACHABLE,
    }
)


def explain(
    rules: RuleSpec, grid: Grid, position: Position, readings: Sequence[Reading], effort: Effort | None = None
) -> Refusal:
    """Why a move is refused in this position. readings: what its text may mean, the usual meaning first; that one
    fits no legal move, or more than one. effort: when it is spent, captures are refused without their rule.
    """
    shared = Effort() if effort is None else effort
    refusals = (_reason(Case(rules, grid, position, *reading, shared)) for reading in readings)
    first = next(refusals)
    if first.reason not in _VAGUE:
        return first
    return next((refusal for refusal in refusals if refusal.reason not in _VAGUE), first)


def _reason(case: Case) -> Refusal:
    return next(refusal for question in _QUESTIONS if (refusal := question(case)) is not None)


def unreadable(text: str, error: NotationError) -> Refusal:
    """Why a text is no move."""
    reason = Reason.NO_SUCH_SQUARE if isinstance(error, UnknownSquareError) else Reason.UNREADABLE
    told = "; ".join(fault.reason if fault.text == text else str(fault) for fault in error.faults)
    return Refusal(reason, "", (), (), told)


def _ambiguous(case: Case) -> Refusal | None:
    found = case.found_here()
    return case.refuse(Reason.AMBIGUOUS, moves=found, n=len(found)) if len(found) > 1 else None


def _other_notation(case: Case) -> Refusal | None:
    """The text means this move in a notation that is not the one asked for."""
    found = case.found_here()
    if not found:
        return None
    return case.refuse(Reason.LANDINGS_WRITTEN if case.said.via else Reason.CAPTURED_WRITTEN, moves=found)


def _over(case: Case) -> Refusal | None:
    return None if case.legal else case.refuse(Reason.GAME_OVER)


def _huffing(case: Case) -> Refusal | None:
    """The piece to be taken off first, then the move proper in the position without it."""
    huffed = case.said.huffed
    if huffed is None:
        return None
    if huffed not in case.position.huffable:
        return case.refuse(Reason.NOT_HUFFABLE, "capture.obligation", squares=case.position.huffable)
    pieces = bytearray(case.position.pieces)
    pieces[huffed] = 0
    after = relax.position_under(case.rules, bytes(pieces), case.effort, white_to_move=case.position.white_to_move)
    if after is None:
        return None
    # What is legal there can be played here only together with the huff.
    whole = {_squares(move): move for move in case.legal if move.huffed == huffed}
    spelling = case.spelling._replace(
        move=lambda move, _: case.spelling.move(whole[_squares(move)], case.position),
    )
    rest = Case(case.rules, case.grid, after, case.said._replace(huffed=None), spelling, case.effort)
    refusal = _reason(rest)
    return replace(refusal, moves=tuple(whole[_squares(move)] for move in refusal.moves))


def _squares(move: Move) -> tuple[int, int, tuple[int, ...]]:
    return move.origin, move.landing, move.captured


def _opening(case: Case) -> Refusal | None:
    removals = tuple(move for move in case.legal if _is_removal(move))
    if removals:
        return case.refuse(Reason.OPENING, "opening", moves=removals)
    if case.said.captured != (case.said.origin,):
        return None
    if case.rules.opening:
        return case.refuse(Reason.NOT_IN_OPENING, "opening")
    if case.rules.capture.obligation is not Obligation.HUFFING:
        return case.refuse(Reason.NOT_TAKEN_OFF)
    huffs = tuple(move for move in case.legal if move.huffed == case.said.origin)
    return case.refuse(Reason.HUFFED_ALONE if huffs else Reason.NOT_HUFFABLE, "capture.obligation", moves=huffs)


def _is_removal(move: Move) -> bool:
    return move.origin in move.captured


def _ownership(case: Case) -> Refusal | None:
    if case.piece == 0:
        return case.refuse(Reason.EMPTY_ORIGIN)
    if (case.piece in WHITE) is not case.position.white_to_move:
        return case.refuse(Reason.NOT_YOUR_PIECE)
    return None


def _king_limit(case: Case) -> Refusal | None:
    limit = case.rules.kings.same_king_limit
    white_king, white_count, black_king, black_count = case.position.king_runs
    king, count = (white_king, white_count) if case.position.white_to_move else (black_king, black_count)
    is_tired = 0 < limit <= count and king == case.said.origin + 1
    if is_tired and case.found(case.under(relax.without_king_limit(case.rules))):
        return case.refuse(Reason.SAME_KING, "kings.same_king_limit", n=limit)
    return None


def _choice(case: Case) -> Refusal | None:
    """Possible, but something else has to be done."""
    found = case.found(case.under(relax.unforced(case.rules)))
    if not found:
        return None
    if not any(move.is_capture for move in found):
        return case.refuse(Reason.CAPTURE_COMPULSORY, "capture.obligation", moves=case.captures)
    for n_keys, key in enumerate(case.rules.capture.precedence, start=1):
        compared = case.found(case.under(relax.with_precedence(case.rules, case.rules.capture.precedence[:n_keys])))
        if case.effort.is_spent:
            return None  # without captures to compare, any key would seem to forbid it
        if not compared:
            best = max(_count(case, key, move) for move in case.captures)
            return case.refuse(_PRECEDENCES[key], "capture.precedence", moves=case.captures, n=best)
    return case.refuse(Reason.STRAIGHT_ON, "capture.continue", moves=case.own_moves)


def _count(case: Case, key: Precedence, move: Move) -> int:
    """What a key counts, where it is a number of pieces."""
    kings = sum(case.position.pieces[square] in KINGS for square in move.captured)
    return kings if key is Precedence.KINGS_CAPTURED else len(move.captured)


def _end_of_capture(case: Case) -> Refusal | None:
    """The beginning of a capture: it goes on from there."""
    free = case.under(relax.unforced(case.rules))
    for move in free.legal_moves() if free is not None else ():
        if move.origin == case.said.origin and move.is_capture and free is not None:
            for rest in _continuations(case, move, free):
                return case.refuse(Reason.MUST_GO_ON, "capture.continue", squares=rest, moves=case.own_moves)
    return None


def _continuations(case: Case, move: Move, position: Position) -> Iterator[tuple[int, ...]]:
    said = case.said
    if said.is_capture is False or not set(said.captured or ()) <= set(move.captured):
        return
    for path in case.paths(position, move):
        for end in range(1, len(path) - 1):
            if path[end] == said.landing and set(said.via) <= set(path[1:end]):
                yield tuple(path[end + 1 :])


def _one_rule(case: Case) -> Refusal | None:
    """One rule forbids it."""
    free = relax.unforced(case.rules)
    for relaxation in relax.RELAXATIONS:
        if case.found(case.under(relax.relaxed(free, relaxation))):
            return case.refuse(_own_reason(case, relaxation.reason), relaxation.rule, moves=case.own_moves)
    return None


def _own_reason(case: Case, reason: Reason) -> Reason:
    """What lifting a rule does not tell: what the rule is instead."""
    if reason is Reason.CROWNING_ENDS:
        return _CROWNINGS[case.rules.promotion.in_capture]
    if reason is Reason.DIRECTION and case.piece in MEN and not case.rules.men.move:
        return Reason.CAPTURES_ONLY
    return reason


def _parachutist(case: Case) -> Refusal | None:
    third = case.rules.parachutists
    if case.piece in PARACHUTISTS and third is not None and not third.move and not case.said.is_capture:
        return case.refuse(Reason.CAPTURES_ONLY, "parachutists.move", moves=case.own_moves)
    return None


def _same_ends(case: Case) -> Refusal | None:
    """The squares are those of a legal move, the rest of the text is not."""
    said = case.said
    same = tuple(
        move for move in case.own_moves if move.landing == said.landing and (move.is_capture or not said.is_capture)
    )
    if not same:
        return None
    if said.is_capture is False:
        return case.refuse(Reason.IS_A_CAPTURE, moves=same)
    return case.refuse(Reason.OTHER_PATH if said.via else Reason.OTHER_PIECES, moves=same)


def _occupied(case: Case) -> Refusal | None:
    landing = case.said.landing
    if landing != case.said.origin and case.position.pieces[landing]:
        return case.refuse(Reason.OCCUPIED_LANDING, squares=(landing,), moves=case.own_moves)
    return None


def _reach(case: Case) -> Refusal | None:
    """A flying king could do it."""
    own_king = KINGS[0] if case.position.white_to_move else KINGS[1]
    flying = case.under(relax.as_flying_kings(relax.unforced(case.rules)), _placed(case, own_king))
    if case.piece not in KINGS and case.found(flying):
        return case.refuse(Reason.REACH, moves=case.own_moves)
    return None


def _placed(case: Case, code: int) -> bytes:
    """The pieces with another one at the origin."""
    pieces = bytearray(case.position.pieces)
    pieces[case.said.origin] = code
    return bytes(pieces)


def _blocked(case: Case) -> Refusal | None:
    """It would be possible without the pieces between."""
    if case.said.is_capture and case.effort.is_spent:
        return None  # what stands between may be just what is to be captured
    between = _between(case.grid, case.said.origin, case.said.landing)
    barred = tuple(square for square in between if case.position.pieces[square])
    cleared = bytes(0 if square in barred else code for square, code in enumerate(case.position.pieces))
    if barred and case.found(case.under(relax.unforced(case.rules), cleared)):
        return case.refuse(Reason.BLOCKED, squares=barred, moves=case.own_moves)
    return None


def _between(grid: Grid, origin: int, landing: int) -> tuple[int, ...]:
    """Squares on the line between two squares, which is straight or diagonal."""
    (column, row), (last_column, last_row) = grid.cell(origin), grid.cell(landing)
    n_steps = max(abs(last_column - column), abs(last_row - row), 1)
    across, down = (last_column - column) // n_steps, (last_row - row) // n_steps
    cells = (grid.square_at(column + step * across, row + step * down) for step in range(1, n_steps))
    return tuple(square for square in cells if square is not None)


def _impossible(case: Case) -> Refusal:
    if case.said.is_capture:
        return case.refuse(Reason.NO_SUCH_CAPTURE, moves=case.own_moves)
    return case.refuse(Reason.UNREACHABLE, moves=case.own_moves)


_QUESTIONS: tuple[Callable[[Case], Refusal | None], ...] = (
    _ambiguous,
    _other_notation,
    _over,
    _huffing,
    _opening,
    _ownership,
    _king_limit,
    _choice,
    _end_of_capture,
    _one_rule,
    _parachutist,
    _same_ends,
    _occupied,
    _reach,
    _blocked,
    _impossible,
)
