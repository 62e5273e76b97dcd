"""Positions of the Hub checks: usual game, 10x10, Hub numbers."""

from __future__ import annotations

import random

from hub_engine.board import Board, Notation
from hub_engine.compliance.hub.session import Scene

START = Scene(Board().hub())
#: White has one move, and it goes round: 32x32, taking 17, 18, 27, 28.
CIRCULAR = Scene("Weeeeeeeeeeeeeeeebbeeeeeeeebbeeeweeeeeeeeeeeeeeeeee")
CIRCULAR_MOVE = "32x32x17x18x27x28"
#: White has one move, 6-1.
ONE_MOVE = Scene("Weeeeeweeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeeeee")
#: White is to take 21 and 31, from 37 to 17; then Black has 1-6 and 1-7.
TWO_CAPTURED = "Wbeeeeeeeeeeeeeeeeeeebeeeeeeeeebeeeeeweeeeeeeeeeeew"
#: White's king 47 can take three and land on 36 in two ways: with 14 or with 19.
TWO_WAYS = "WeeeeeeeeeeeeebeeeebeeeeeeeeebebeeeeeeeeeebeeeeWeee"
#: White, to move, has no piece; White's man 46 cannot move.
TERMINAL = (
    Scene("Weeeeeeeeeeeeeeeeeeebeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"),
    Scene("Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeeebeeeeweeee"),
)
#: What is no position: too short, too long, an unknown letter, a man on his last row, one side without pieces.
BAD_POSITIONS = {
    "too short": START.position[:-1],
    "too long": START.position + "e",
    "an unknown letter": START.position[:-1] + "x",
    "a man on his promotion row": "Weeweeeeeeeeeeeeeeeebeeeeeeeeeweeeeeeeeeeeeeeeeeeee",
    "no pieces of the opponent": "Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeweeeeeeeeeeeeeeeeeeee",
}
#: King moves there and back, as long a game as one likes.
SHUFFLE = "WeeeeBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeWee"
SHUFFLE_MOVES = ("48-42", "5-10", "42-48", "10-5")


def random_game(seed: int, max_plies: int) -> Scene:
    """A game of random legal moves from the start, ended before its end by rule."""
    chance = random.Random(seed)  # noqa: S311 - the same games every time
    board = Board()
    while board.ply < max_plies:
        board.push(chance.choice(board.legal_moves))
        if not board.legal_moves:
            board.pop()
            break
    texts, replay = [], Board()
    for move in board.moves:
        texts.append(replay.text(move, Notation.HUB))
        replay.push(move)
    return Scene(START.position, tuple(texts))


def random_positions(count: int) -> list[Scene]:
    """Positions out of random games, without the moves that led there; many with kings."""
    games = (random_game(seed, 10 + 7 * seed) for seed in range(count))
    return [Scene(game.board().hub()) for game in games]
