"""Whole games through clients that no one here wrote, unmodified; `make test-peers`.

The clients live in environments of their own, which are named by environment variables:

    PYDRAUGHTS_PYTHON=/path/bin/python PY_DRAUGHTS_PYTHON=/path/bin/python make test-peers
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.peers

PYDRAUGHTS_GAME = """
import sys, warnings
warnings.simplefilter("ignore")
import draughts, draughts.engine
variant, word, numbering, *command = sys.argv[1:]
engines = []
for _ in range(2):
    engine = draughts.engine.HubEngine(command)
    engine.configure({"variant": word, "numbering": numbering, "hash": "4"})
    engine.init()
    engines.append(engine)
board = draughts.Board(variant)
while not board.is_over() and len(board.move_stack) < 120:
    played = engines[len(board.move_stack) % 2].play(board, draughts.engine.Limit(movetime=0.02), False)
    assert "score" in played.info, played.info
    board.push(played.move)  # the client looks every move up in its own legal moves
for engine in engines:
    engine.quit()
    engine.kill_process()
print("plies", len(board.move_stack))
"""

PY_DRAUGHTS_GAME = """
import sys
from draughts.boards.standard import Board
from draughts.engines.hub import HubEngine
engines = [HubEngine(sys.argv[1], time_limit=0.02) for _ in range(2)]
for engine in engines:
    engine.start()
    assert engine.ping()
    engine.new_game()
board, plies = Board(), 0
while not board.game_over and plies < 120:
    move, _ = engines[plies % 2].get_best_move(board, with_evaluation=True)
    assert any(move.square_list == legal.square_list for legal in board.legal_moves)
    board.push(move)
    plies += 1
for engine in engines:
    engine.quit()
print("plies", plies)
"""


def interpreter(variable: str) -> str:
    path = os.environ.get(variable)
    if not path:
        pytest.skip(f"{variable} names no interpreter")
    return path


def plies(command: list[str]) -> int:
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return int(done.stdout.split()[-1])


@pytest.mark.parametrize(
    ("variant", "word", "numbering"),
    [
        ("standard", "normal", "board"),
        ("frisian", "frisian", "board"),
        ("antidraughts", "losing", "board"),
        ("breakthrough", "bt", "board"),
        ("russian", "russian", "variant"),
        ("brazilian", "brazilian", "variant"),
        ("english", "english", "variant"),
        ("italian", "italian", "board"),
    ],
)
def test_pydraughts(variant: str, word: str, numbering: str) -> None:
    python = interpreter("PYDRAUGHTS_PYTHON")
    engine = [sys.executable, "-m", "hub_engine", "hub"]
    assert plies([python, "-c", PYDRAUGHTS_GAME, variant, word, numbering, *engine]) > 10


def test_py_draughts() -> None:
    """It starts a program with the one argument `hub`."""
    python = interpreter("PY_DRAUGHTS_PYTHON")
    assert plies([python, "-c", PY_DRAUGHTS_GAME, str(Path(sys.executable).with_name("hub-engine"))]) > 10
