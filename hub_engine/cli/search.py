"""Search a position once and show what the engine thinks.

Scores are in men, seen by the side to move.
"""

from __future__ import annotations

import argparse
import sys

from hub_engine import Engine, Limits, SearchInfo
from hub_engine.board import Board
from hub_engine.cli.options import add_engine, add_played, add_variant, board, seconds, whole
from hub_engine.cli.output import say

HELP = "one search for people, with a board diagram"
EXAMPLES = """examples:
  hub-engine search "W:W31-50:B1-20"
  hub-engine search "W:WKa1:Bh8,f6" --variant russian --depth 15
  hub-engine search "W:W31-50:B1-20" --played "32-28 19-23" --move-time 10 --threads 2"""

DEFAULT_MOVE_TIME_S = 3.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("fen", nargs="?", metavar="FEN", help="position, FEN or Hub (default: the start)")
    add_variant(parser)
    add_played(parser)
    add_limits(parser)
    add_engine(parser, hash_mb=64)


def add_limits(parser: argparse.ArgumentParser) -> None:
    """`--depth`, `--nodes`, `--move-time`."""
    parser.add_argument("--depth", type=whole(1, 200), metavar="N", help="plies")
    parser.add_argument("--nodes", type=whole(1, 10**15), metavar="N", help="positions")
    parser.add_argument(
        "--move-time", type=seconds, metavar="S", help=f"seconds (default without a limit: {DEFAULT_MOVE_TIME_S:g})"
    )


def limits(arguments: argparse.Namespace) -> Limits:
    """The limits of the options."""
    move_time_s = arguments.move_time
    if move_time_s is None and arguments.depth is None and arguments.nodes is None:
        move_time_s = DEFAULT_MOVE_TIME_S
    return Limits(depth=arguments.depth, nodes=arguments.nodes, move_time_s=move_time_s)


def run(arguments: argparse.Namespace) -> int:
    """Searches and shows."""
    position = board(arguments, arguments.fen, arguments.played)
    say(f"{position.variant.title}\n\n{position.diagram()}\n{position.fen()}\n")
    if not position.legal_moves:
        say(f"The game is over: {position.result()}")
        return 0

    def show(info: SearchInfo) -> None:
        say(describe(info, position))
        sys.stdout.flush()

    with Engine(hash_mb=arguments.hash, threads=arguments.threads) as engine:
        result = engine.search(position, limits(arguments), analyze=True, on_info=show)
    if result.move is not None:
        say(f"\nbest move: {position.text(result.move)}")
    return 0


def describe(info: SearchInfo, position: Board) -> str:
    """One line about an iteration."""
    line = position.line(info.pv)
    return f"{info.depth:>3}  {score_text(info):>9}  {info.time_s:>7.2f} s  {info.nodes / 1e6:>9.3f} Mn  {line}"


def score_text(info: SearchInfo) -> str:
    """`+0.35` men, or the distance to the end."""
    if info.win_plies is None:
        return f"{info.score / 100:+.2f}"
    return f"{'win' if info.win_plies > 0 else 'loss'} in {abs(info.win_plies)}"
