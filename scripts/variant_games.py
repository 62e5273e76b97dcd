"""Plays games of every variant against itself and tells how they ended: `make variant-games`.

A check of the rule files as a whole: every game must end by a rule, with legal moves only, and a game of more
than 500 plies by a draw rule. The first four plies are random, so that the games differ; the rest is the
engine's at a fixed number of nodes, on one thread, so the same seed gives the same games.
"""

import argparse
import random
import sys
from typing import NamedTuple

from hub_engine import Board, Engine, Limits, Result, variant_names

RANDOM_PLIES = 4
LONG_GAME_PLIES = 500


class Games(NamedTuple):
    """Games of one variant, results seen by the side that moves first."""

    wins: int
    draws: int
    losses: int
    plies: list[int]
    reasons: dict[str, int]
    faults: list[str]

    @property
    def score(self) -> float:
        """Share of the points that the first side made, 0..1."""
        return (self.wins + self.draws / 2) / (self.wins + self.draws + self.losses)


def play(name: str, engine: Engine, nodes: int, random_source: random.Random, most_plies: int) -> tuple[Board, str]:
    """One game to its end, and the fault in it, or nothing."""
    board = Board(name)
    engine.new_game()
    while board.result() is None:
        if board.ply >= most_plies:
            return board, f"no end after {most_plies} plies: {board.fen()}"
        if board.ply < RANDOM_PLIES:
            move = random_source.choice(board.legal_moves)
        else:
            found = engine.search(board, Limits(nodes=nodes)).move
            if found is None or found not in board.legal_moves:
                return board, f"illegal move {found} in {board.fen()}"
            move = found
        board.push(move)
    return board, ""


def play_all(name: str, n_games: int, nodes: int, seed: int, most_plies: int) -> Games:
    """The games of one variant."""
    random_source = random.Random(f"{name} {seed}")
    first_is_white = Board(name).white_to_move
    points = {1: 0, 0: 0, -1: 0}
    plies: list[int] = []
    reasons: dict[str, int] = {}
    faults: list[str] = []
    with Engine(hash_mb=4) as engine:
        for _ in range(n_games):
            board, fault = play(name, engine, nodes, random_source, most_plies)
            plies.append(board.ply)
            result = board.result()
            if fault or result is None:
                faults.append(fault)
                continue
            points[result.winner if first_is_white else -result.winner] += 1
            reasons[result.reason] = reasons.get(result.reason, 0) + 1
            if board.ply > LONG_GAME_PLIES and not result.is_draw:
                faults.append(f"{board.ply} plies and no draw rule: {_shown(result)}")
    return Games(points[1], points[0], points[-1], plies, reasons, faults)


def _shown(result: Result) -> str:
    return f"{result.text} by {result.reason}"


def main() -> int:
    """Exit code: 0 every game ended as it must, 1 some did not."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("variants", nargs="*", help="default: all of them")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=1000, help="a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most-plies", type=int, default=2000, help="give a game up here")
    arguments = parser.parse_args()
    print("| variant | + | = | - | first side | plies: median, longest | ended by |")
    print("|---|---|---|---|---|---|---|")
    faults: list[str] = []
    for name in arguments.variants or variant_names():
        games = play_all(name, arguments.games, arguments.nodes, arguments.seed, arguments.most_plies)
        faults += [f"{name}: {fault}" for fault in games.faults]
        ended = ", ".join(f"{reason} {count}" for reason, count in sorted(games.reasons.items()))
        ordered = sorted(games.plies)
        decided = games.wins + games.draws + games.losses
        score = f"{100 * games.score:.0f} %" if decided else "-"
        row = (games.wins, games.draws, games.losses, score, f"{ordered[len(ordered) // 2]}, {ordered[-1]}", ended)
        print(f"| {name} | {' | '.join(str(cell) for cell in row)} |", flush=True)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
