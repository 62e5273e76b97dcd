"""Perft rates of every variant beside those of the usual game, in one run: `make variant-speed`.

Each variant is counted from its start position at the first depth that takes a third of a second, one thread,
bulk counting, no hash, processor time. Variants take turns in rounds, and the median counts: the machine may be
busy with other things, so only the ratios of one run are worth comparing.
"""

import argparse
import statistics
import sys
import time

from hub_engine import Board, variant_names

LEAST_S = 0.3


def counted(board: Board, depth: int) -> tuple[int, float]:
    """Leaves, and seconds of processor time."""
    began_s = time.process_time()
    leaves = board.perft(depth)
    return leaves, time.process_time() - began_s


def measured_depth(board: Board) -> int:
    """The first depth that takes long enough."""
    depth = 1
    while counted(board, depth)[1] < LEAST_S:
        depth += 1
    return depth


def main() -> int:
    """Prints the table; always 0: a figure is not a test."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("variants", nargs="*", help="default: all of them")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    usual = Board().variant.id
    names = [usual, *(name for name in arguments.variants or variant_names() if name != usual)]
    boards = {name: Board(name) for name in names}
    depths = {name: measured_depth(board) for name, board in boards.items()}
    rates: dict[str, list[float]] = {name: [] for name in names}
    leaves: dict[str, int] = {}
    for _ in range(arguments.rounds):
        for name in names:
            leaves[name], seconds = counted(boards[name], depths[name])
            rates[name].append(leaves[name] / seconds / 1e6)
    reference = statistics.median(rates[usual])
    print(f"| variant | depth | leaves | Mn/s | of {usual} |")
    print("|---|---|---|---|---|")
    for name in names:
        rate = statistics.median(rates[name])
        print(f"| {name} | {depths[name]} | {leaves[name]:,} | {rate:.0f} | {rate / reference:.2f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
