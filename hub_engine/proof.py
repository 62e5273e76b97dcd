"""Whether a variant plays as a file of positions says: what `hub-engine check` finds in one."""

from __future__ import annotations

from collections.abc import Iterator

from hub_engine.board import Board
from hub_engine.config.positions import Case, Ending, PositionFile
from hub_engine.errors import IllegalMoveError, IllegalPositionError, VariantError
from hub_engine.game.result import Result
from hub_engine.variants import Variant, Variants

_ENDINGS = {1: Ending.WHITE, 0: Ending.DRAW, -1: Ending.BLACK}


def prove(file: PositionFile, variants: Variants) -> int:
    """The number of cases, all of which hold. Raises ConfigError with every one that does not, or has a fault."""
    variant = _variant(file, variants)
    if variant is not None:
        for case in file.cases:
            for key, fault in _case_faults(case, variant):
                file.document.fault(f"{case.key}.{key}", fault)
    file.document.raise_faults()
    return len(file.cases)


def _case_faults(case: Case, variant: Variant) -> Iterator[tuple[str, str]]:
    """The key that does not hold, and why."""
    try:
        board = Board(variant, case.position)
    except IllegalPositionError as error:
        yield "position", str(error)
        return
    try:
        board.push_all(case.played)
    except IllegalMoveError as error:
        yield "played", str(error)
        return
    for key, fault in _faults(case, board):
        yield key, f"{fault} ({case.rule})"


def _variant(file: PositionFile, variants: Variants) -> Variant | None:
    """The variant of a file; None, and the fault is noted, when there is none to be had."""
    if file.variant is None:
        return None
    try:
        return variants.get(file.variant)
    except VariantError as error:
        file.document.fault("variant", str(error))
        return None


def _faults(case: Case, board: Board) -> Iterator[tuple[str, str]]:
    """The key that does not hold, and what holds instead."""
    if case.moves is not None:
        yield from (("moves", fault) for fault in _move_faults(case.moves, board))
    for depth, leaves in enumerate(case.perft, start=1):
        found = board.perft(depth)
        if found != leaves:
            yield f"perft[{depth - 1}]", f"{found} lines of {depth} plies, not {leaves}"
            break
    ending = _ending(board.result())
    if case.result is not None and ending is not case.result:
        yield "result", f"{ending.value}, not {case.result.value}"


def _move_faults(texts: tuple[str, ...], board: Board) -> Iterator[str]:
    missing = list(board.legal_moves)
    for text in texts:
        try:
            move = board.read(text)
        except IllegalMoveError as error:
            yield str(error)
            continue
        if move in missing:
            missing.remove(move)
        else:
            yield f"{text} is named twice"
    if missing:
        yield f"legal too: {', '.join(board.text(move) for move in missing)}"


def _ending(result: Result | None) -> Ending:
    return Ending.NONE if result is None else _ENDINGS[result.winner]
