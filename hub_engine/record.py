"""A game on a board as a PDN text."""

from __future__ import annotations

from collections.abc import Mapping

from hub_engine.board import Board


def write_record(board: Board, tags: Mapping[str, str]) -> str:
    """The game that led to this position. tags: in their order; GameType and FEN are added where they belong."""
    start = board.copy()
    moves = board.moves
    for _ in moves:
        start.pop()
    lines = [f'[{k} "{v}"]' for k, v in tags.items()]
    return "\n".join(lines) + f'\n[FEN "{start.fen()}"]\n\n' + start.line(moves) + "\n*\n\n"
