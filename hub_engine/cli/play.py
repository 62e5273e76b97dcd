"""Play a game in the terminal.

Type a move in the variant's own notation (32-28, c3-d4) or in Hub's, or a command: `moves`, `undo`, `hint`,
`go` (the engine moves for you), `fen`, `help`, `quit`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from typing import TextIO

from hub_engine import Engine, IllegalMoveError, Limits
from hub_engine.board import Board
from hub_engine.cli.options import add_engine, add_variant, board
from hub_engine.cli.output import say
from hub_engine.cli.search import add_limits, limits, score_text

HELP = "a game in the terminal"
EXAMPLES = """examples:
  hub-engine play
  hub-engine play --variant russian --side black --move-time 1
  hub-engine play --variant frisian --side none --depth 8      watch the engine play itself"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_variant(parser)
    parser.add_argument("--fen", metavar="FEN", help="position to start from, FEN or Hub")
    parser.add_argument("--side", choices=("white", "black", "both", "none"), default="white", help="yours")
    add_limits(parser)
    add_engine(parser, hash_mb=64)


def run(arguments: argparse.Namespace) -> int:
    """Plays to the end of the game or of the input."""
    position = board(arguments, arguments.fen)
    if sys.stdin is None and arguments.side != "none":
        raise ValueError("standard input is closed, so nobody can type a move: open it, or watch with --side none")
    with Engine(hash_mb=arguments.hash, threads=arguments.threads) as engine:
        Table(position, engine, limits(arguments), arguments.side, sys.stdin).play()
    return 0


class Table:
    """A person and an engine at one board."""

    def __init__(self, position: Board, engine: Engine, limits: Limits, side: str, answers: TextIO) -> None:
        self._board = position
        self._engine = engine
        self._limits = limits
        self._human = {"white": (True,), "black": (False,), "both": (True, False), "none": ()}[side]
        self._answers = answers
        self._commands: dict[str, Callable[[], None]] = {
            "moves": self._show_moves,
            "undo": self._undo,
            "hint": self._hint,
            "go": self._move_engine,
            "fen": lambda: say(self._board.fen()),
            "help": lambda: say((__doc__ or "").partition("\n")[2].strip()),
        }

    def play(self) -> None:
        """Plays until the game is over or the person leaves."""
        say(f"{self._board.variant.title}. `help` lists what you can type.")
        orders = self._orders()
        while self._board.result() is None:
            if self._board.white_to_move not in self._human:
                self._move_engine()
                continue
            order = next(orders, "quit")
            if order == "quit":
                say(f"left unfinished after {self._board.ply} moves: {self._board.fen()}")
                return
            self._obey(order)
        say(f"{self._board.diagram()}\n{self._board.result()}")

    def _orders(self) -> Iterator[str]:
        while True:
            say(f"\n{self._board.diagram()}")
            sys.stdout.write("your move> ")
            sys.stdout.flush()
            line = self._answers.readline()
            if not line:
                say()
                return
            yield line.strip()

    def _obey(self, order: str) -> None:
        if order in self._commands:
            self._commands[order]()
        elif order:
            try:
                self._board.push(order)
            except IllegalMoveError as error:
                say(str(error))

    def _show_moves(self) -> None:
        say(" ".join(self._board.text(move) for move in self._board.legal_moves))

    def _undo(self) -> None:
        """Takes back to the person's move before."""
        if self._board.ply == 0:
            say("nothing to take back")
            return
        self._board.pop()
        while self._board.ply and self._board.white_to_move not in self._human:
            self._board.pop()

    def _hint(self) -> None:
        result = self._engine.search(self._board, self._limits)
        if result.move is not None:
            score = f" ({score_text(result.info)})" if result.info is not None else ""
            say(f"{self._board.text(result.move)}{score}")

    def _move_engine(self) -> None:
        result = self._engine.search(self._board, self._limits)
        if result.move is not None:
            side = "White" if self._board.white_to_move else "Black"
            say(f"{side}: {self._board.text(result.move)}")
            self._board.push(result.move)
