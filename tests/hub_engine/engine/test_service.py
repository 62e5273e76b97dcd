from __future__ import annotations

import asyncio

import pytest

from hub_engine import Board, Limits, SearchError, SearchInfo, SearchResult
from hub_engine.engine.options import EngineOptions, SearchMode
from hub_engine.engine.service import SearchService

OPTIONS = EngineOptions(hash_mb=1)


class Watcher:
    """Collects what a search reports."""

    def __init__(self) -> None:
        self.infos: list[SearchInfo] = []
        self.ends: list[SearchResult | Exception] = []
        self.ended = asyncio.Event()

    def info(self, info: SearchInfo) -> None:
        assert not self.ends, "a report after the end"
        self.infos.append(info)

    def end(self, outcome: SearchResult | Exception) -> None:
        self.ends.append(outcome)
        self.ended.set()


def begin(service: SearchService, limits: Limits, mode: SearchMode = SearchMode.THINK) -> Watcher:
    watcher = Watcher()
    service.start(Board().game, limits, mode, watcher.info, watcher.end)
    return watcher


def test_reports_then_one_end() -> None:
    async def run() -> None:
        service = SearchService(OPTIONS)
        watcher = begin(service, Limits(depth=4))
        await asyncio.wait_for(watcher.ended.wait(), 5)
        assert [info.depth for info in watcher.infos] == [1, 2, 3, 4]
        assert isinstance(watcher.ends[0], SearchResult)

    asyncio.run(run())


def test_ponder_waits_for_the_hit() -> None:
    async def run() -> None:
        service = SearchService(OPTIONS)
        watcher = begin(service, Limits(depth=2), SearchMode.PONDER)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(watcher.ended.wait(), 0.2)
        service.ponder_hit()
        await asyncio.wait_for(watcher.ended.wait(), 2)

    asyncio.run(run())


def test_a_hit_before_the_thread_runs_counts() -> None:
    async def run() -> None:
        service = SearchService(OPTIONS)
        for _ in range(20):
            watcher = begin(service, Limits(depth=2), SearchMode.PONDER)
            service.ponder_hit()
            await asyncio.wait_for(watcher.ended.wait(), 2)

    asyncio.run(run())


def test_second_search_is_refused() -> None:
    async def run() -> None:
        service = SearchService(OPTIONS)
        watcher = begin(service, Limits())
        with pytest.raises(SearchError):
            begin(service, Limits())
        await service.close()
        assert len(watcher.ends) == 1

    asyncio.run(run())


def test_options_may_change_between_searches() -> None:
    async def run() -> None:
        service = SearchService(OPTIONS)
        for options in (OPTIONS, EngineOptions(2, 2), EngineOptions(1, 1)):
            service.configure(options)
            service.clear()
            watcher = begin(service, Limits(depth=3))
            await asyncio.wait_for(watcher.ended.wait(), 5)
            assert isinstance(watcher.ends[0], SearchResult)

    asyncio.run(run())
