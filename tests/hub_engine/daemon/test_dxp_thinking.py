from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from hub_engine._core import SearchResult
from hub_engine.board import Board
from hub_engine.config.engine import default_engine
from hub_engine.config.time_control import TimeControl
from hub_engine.daemon.dxp_agreement import DxpPlayer
from hub_engine.daemon.dxp_game import DxpGame
from hub_engine.daemon.dxp_thinking import Thinking
from hub_engine.daemon.shares import Shares
from hub_engine.daemon.tally import Tally
from hub_engine.engine.options import EngineOptions
from hub_engine.engine.service import SearchService
from hub_engine.errors import SearchError
from hub_engine.logs import Log
from hub_engine.variants import load_variants

SLOW = TimeControl("slow", "slow", move_time_s=60.0)
QUICK = TimeControl("quick", "quick", depth=3)
Outcome = SearchResult | Exception


def think(
    control: TimeControl,
    use: Callable[[Thinking, asyncio.Queue[Outcome]], Awaitable[None]],
    longest_move_s: float = 60.0,
) -> None:
    """Begins to think about the first move of a game, and does this meanwhile."""
    player = DxpPlayer(
        "Us", load_variants().get("international"), EngineOptions(1, 1), control, longest_move_s=longest_move_s
    )

    async def run() -> None:
        ended: asyncio.Queue[Outcome] = asyncio.Queue()
        thinking = Thinking(player, Shares(default_engine().limits, Tally()), ended.put_nowait, Log())
        thinking.begin_game()
        thinking.start(DxpGame(1, Board(player.variant), is_white=True, opponent="Them", control=control))
        async with asyncio.timeout(10):
            await use(thinking, ended)
        assert not thinking.is_running
        assert ended.empty()
        await thinking.close()

    asyncio.run(run())


def test_a_thought_is_taken_once() -> None:
    async def use(thinking: Thinking, ended: asyncio.Queue[Outcome]) -> None:
        outcome = await ended.get()
        assert isinstance(outcome, SearchResult)
        assert outcome.move is not None
        assert thinking.is_running
        spent_s = thinking.take()
        assert spent_s is not None
        assert spent_s >= 0.0
        assert not thinking.is_running
        assert thinking.take() is None

    think(QUICK, use)


def test_a_search_that_is_dropped_ends_and_is_worth_nothing() -> None:
    async def use(thinking: Thinking, ended: asyncio.Queue[Outcome]) -> None:
        thinking.drop()
        assert thinking.is_running
        await ended.get()
        assert thinking.take() is None

    think(SLOW, use)


def test_no_move_takes_longer_than_the_longest() -> None:
    async def use(thinking: Thinking, ended: asyncio.Queue[Outcome]) -> None:
        await ended.get()
        assert thinking.take() is not None

    think(SLOW, use, longest_move_s=0.01)


def test_a_search_that_cannot_be_run_has_an_end_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise SearchError("no memory")

    monkeypatch.setattr(SearchService, "start", refuse)

    async def use(thinking: Thinking, ended: asyncio.Queue[Outcome]) -> None:
        assert isinstance(await ended.get(), SearchError)
        assert thinking.take() is not None

    think(SLOW, use)
