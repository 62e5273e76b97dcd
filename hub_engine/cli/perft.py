"""Count the lines of play from a position; two ways to capture the same pieces between the same squares are one.

Correct counts are published for many variants, so this checks the move generator and measures its speed.
"""

from __future__ import annotations

import argparse
import time

from hub_engine._core import MAX_PERFT_DEPTH
from hub_engine.board import Board, Notation
from hub_engine.cli.interrupt import interruptible
from hub_engine.cli.options import add_engine, add_variant, board, whole
from hub_engine.cli.output import say, say_json

HELP = "count lines of play"
EXAMPLES = """examples:
  hub-engine perft 6
  hub-engine perft 8 --variant russian --threads 2 --hash 256
  hub-engine perft 4 --variant frisian --fen "W:W31-50:B1-20" --divide
  hub-engine perft 7 --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("depth", type=whole(0, MAX_PERFT_DEPTH), metavar="DEPTH", help="plies")
    add_variant(parser)
    parser.add_argument("--fen", metavar="FEN", help="position, FEN or Hub (default: the start)")
    parser.add_argument("--divide", action="store_true", help="one count for each move")
    add_engine(parser, hash_mb=0)
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Counts and reports."""
    position = board(arguments, arguments.fen)
    began_s = time.perf_counter()
    counts = []
    with interruptible():
        if arguments.divide and arguments.depth > 0:
            counts = position.position.divide(arguments.depth, arguments.threads, arguments.hash)
            nodes = sum(count for _, count in counts)
        else:
            nodes = position.perft(arguments.depth, threads=arguments.threads, hash_mb=arguments.hash)
    time_s = time.perf_counter() - began_s
    rows = {position.text(move, Notation.HUB): count for move, count in counts}
    if arguments.json:
        say_json(_report(position, arguments, nodes, time_s) | ({"divide": rows} if rows else {}))
        return 0
    for text, count in rows.items():
        say(f"{text:<20} {count}")
    rate = f", {nodes / time_s / 1e6:.1f} Mn/s" if time_s > 0 else ""
    say(f"perft {arguments.depth} of {position.variant.id}: {time_s:.3f} s{rate}")
    say(f"{nodes}")
    return 0


def _report(position: Board, arguments: argparse.Namespace, nodes: int, time_s: float) -> dict[str, object]:
    return {
        "variant": position.variant.id,
        "fen": position.fen(),
        "depth": arguments.depth,
        "nodes": nodes,
        "time_s": round(time_s, 6),
        "nps": round(nodes / time_s) if time_s > 0 else None,
    }
