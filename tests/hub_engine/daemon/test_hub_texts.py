from __future__ import annotations

import asyncio
import itertools
import random

import pytest

from hub_engine._core import IllegalMoveError, IllegalPositionError
from hub_engine.board import Board
from hub_engine.config.engine import Numbering
from hub_engine.daemon.hub_texts import HubTexts
from hub_engine.daemon.turn import Turn
from hub_engine.errors import HubEngineError
from hub_engine.variants import load_variants
from protocol.errors import NotationError
from protocol.hub.messages import Pos


def read(texts: HubTexts, pos: Pos) -> Board:
    return asyncio.run(texts.read_position(pos, Turn()))


@pytest.mark.parametrize("numbering", list(Numbering))
@pytest.mark.parametrize("name", ["international", "russian", "frisian", "english", "turkish"])
def test_a_game_that_is_written_is_read_as_the_same_game(name: str, numbering: Numbering) -> None:
    texts, board = HubTexts(load_variants().get(name), numbering), Board(name)
    chance, moves = random.Random(1), []
    while board.ply < 30 and board.legal_moves:
        move = chance.choice(board.legal_moves)
        moves.append(texts.write_move(move))
        board.push(move)
    assert read(texts, Pos(None, tuple(moves))) == board


def test_a_position_is_in_hub_order_and_moves_are_in_the_numbers_of_the_peer() -> None:
    texts = HubTexts(load_variants().get("russian"), Numbering.VARIANT)
    assert read(texts, Pos(Board("russian").hub(), ("9-13",))).fen() == read(texts, Pos(None, ("9-13",))).fen()
    with pytest.raises(IllegalMoveError, match=r"9-14.*\b13\b"):
        read(texts, Pos(None, ("9-14",)))


@pytest.mark.parametrize(
    ("pos", "kind"),
    [
        (Pos("W"), NotationError),
        (Pos("W" + "e" * 49 + "x"), NotationError),
        (Pos("W" + "e" * 50), IllegalPositionError),
        (Pos(None, ("32_28",)), NotationError),
        (Pos(None, ("32-27", "32-27")), IllegalMoveError),
    ],
)
def test_what_does_not_read_says_so(pos: Pos, kind: type[HubEngineError | NotationError]) -> None:
    with pytest.raises(kind):
        read(HubTexts(load_variants().get("international"), Numbering.BOARD), pos)


def test_others_have_their_turn_while_a_long_game_is_read() -> None:
    now_s = itertools.count()
    told: list[str] = []

    async def other() -> None:
        told.append("other")

    async def run() -> None:
        texts = HubTexts(load_variants().get("international"), Numbering.BOARD)
        waiting = asyncio.create_task(other())
        await texts.read_position(Pos(None, ("32-28", "19-23", "28x19x23")), Turn(lambda: next(now_s)))
        told.append("read")
        await waiting

    asyncio.run(run())
    assert told == ["other", "read"]
