"""A game on a board as a PDN text."""

from __future__ import annotations

from collections.abc import Mapping

from hub_engine.board import Board
from hub_engine.game.notation import Notation
from protocol.notation.pdn import Game, Line, PlayedMove, write_game
from protocol.notation.pdn_tags import UNFINISHED


def write_record(board: Board, tags: Mapping[str, str], result: str = UNFINISHED) -> str:
    """The game that led to this position, with an empty line behind it.

    tags: what is known of the game; GameType, and FEN where the game did not begin at the start position, are
    added. result: as the variant writes it.
    """
    variant = board.variant
    walked = board.copy()
    played = board.moves
    for _ in played:
        walked.pop()
    all_tags = {**_printable(tags), "GameType": variant.config.notation.game_type}
    if walked.fen() != Board(variant).fen():
        all_tags["FEN"] = walked.fen()
    texts = []
    for move in played:
        texts.append(PlayedMove(walked.text(move, Notation.NATIVE)))
        walked.push(move)
    return write_game(Game(all_tags, Line(tuple(texts)), result)) + "\n"


def _printable(tags: Mapping[str, str]) -> dict[str, str]:
    """Tags as they may stand in a file: names come from peers, who may send anything."""
    return {name: "".join(sign if sign.isprintable() else " " for sign in value) for name, value in tags.items()}
