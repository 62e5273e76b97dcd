"""Whether a variant plays as a file of positions says: what `hub-engine check` finds in one."""

from __future__ import annotations

from collections.abc import Iterator

from hub_engine.board import Board
from hub_engine.config.positions import Case, Ending, PositionFile
from hub_engine.errors import ConfigError, IllegalMoveError, IllegalPositionError
from hub_engine.game.result import Result
from hub_engine.variants import Variants

_ENDINGS = {1: Ending.WHITE, 0: Ending.DRAW, -1: Ending.BLACK}


def prove(file: PositionFile, variants: Variants) -> int:
    """The number of cases, all of which hold. Raises ConfigError with every one that does not, VariantError."""
    variant = variants.get(file.variant)
    for case in file.cases:
        try:
            board = Board(variant, case.position)
            board.push_all(case.played)
        except IllegalPositionError as error:
            file.document.fault(f"{case.key}.position", str(error))
        except IllegalMoveError as error:
            file.document.fault(f"{case.key}.played", str(error))
        else:
            for key, fault in _faults(case, board):
                file.document.fault(f"{case.key}.{key}", f"{fault} ({case.rule})")
    file.document.raise_faults(ConfigError)
    return len(file.cases)


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
