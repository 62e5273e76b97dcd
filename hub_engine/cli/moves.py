"""List the legal moves of a position, and the result if the game is over.

Each move is shown as Hub writes it and, where that differs, in the game's own notation.
"""

from __future__ import annotations

import argparse

from hub_engine.board import Board, Notation
from hub_engine.cli.options import add_played, add_variant, board
from hub_engine.cli.output import say, say_json

HELP = "list the legal moves of a position"
EXAMPLES = """examples:
  hub-engine moves "W:W31-50:B1-20"
  hub-engine moves "W:W31-50:B1-20" --played "32-28 19-23"
  hub-engine moves "W:Wa1-h2:Bh8" --variant russian --played "g1-f2 h8-g7"
  hub-engine moves "B:W21-32:B1-12" --variant english --json
  hub-engine moves Beeeeeeeeeeeeeeeewbeeeeeeeeeeeeee/huff=17 --variant children-es --played=-17/18-22"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("fen", metavar="FEN", help="position, FEN or Hub")
    add_variant(parser)
    add_played(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Lists and reports."""
    position = board(arguments, arguments.fen, arguments.played)
    if arguments.json:
        say_json(report(position))
        return 0
    for move in position.legal_moves:
        hub, native = position.text(move, Notation.HUB), position.text(move)
        say(hub if hub == native else f"{hub:<24} {native}")
    result = position.result()
    if result is not None:
        say(f"over: {result}")
    return 0


def report(position: Board) -> dict[str, object]:
    """The moves and the result as plain data, squares Hub's from 1; `huffed` only where a piece is."""
    moves = [
        {
            "text": position.text(move, Notation.HUB),
            "native": position.text(move),
            "from": move.origin + 1,
            "to": move.landing + 1,
            "captured": [square + 1 for square in move.captured],
            "crowns": move.crowns,
        }
        | ({} if move.huffed is None else {"huffed": move.huffed + 1})
        for move in position.legal_moves
    ]
    result = position.result()
    ended = None
    if result is not None:
        winner = {1: "white", -1: "black", 0: None}[result.winner]
        ended = {"text": result.text, "winner": winner, "reason": result.reason}
    return {"moves": moves, "result": ended}
