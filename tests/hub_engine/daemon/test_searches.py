from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from hub_engine import Board, SearchError, SearchInfo, SearchResult
from hub_engine.config.engine import default_engine
from hub_engine.daemon.limits import Order
from hub_engine.daemon.searches import Searches
from hub_engine.daemon.shares import Claim, Shares
from hub_engine.daemon.tally import Tally
from hub_engine.engine.handle import SearchHandle
from hub_engine.engine.options import EngineOptions, SearchMode
from hub_engine.engine.service import SearchService
from hub_engine.logs import Log
from protocol.hub.messages import Level

OPTIONS = EngineOptions(hash_mb=4)
LIMITS = default_engine().limits._replace(threads=1, hash_mb=8)


class Diary(Log):
    """Keeps the names and fields of events."""

    __slots__ = ("events",)

    def __init__(self) -> None:
        super().__init__()
        self.events: list[tuple[str, dict[str, object]]] = []

    def _write(self, level: str, event: str, fields: dict[str, object]) -> None:
        self.events.append((event, fields))


class Seat:
    """The searches of one session, and what they report."""

    def __init__(self, shares: Shares, search_s: float = 60.0, options: EngineOptions = OPTIONS) -> None:
        self.log = Diary()
        self.searches = Searches(options, shares, search_s, self.log)
        self.infos: list[SearchInfo] = []
        self.ends: asyncio.Queue[SearchResult | Exception] = asyncio.Queue()

    def start(self, level: Level, mode: SearchMode = SearchMode.THINK) -> None:
        order = Order(level, mode, use_default=False, overhead_s=0.0, clock=None)
        self.searches.start(Board().game, order, self.infos.append, self.ends.put_nowait)

    async def end(self) -> SearchResult:
        outcome = await asyncio.wait_for(self.ends.get(), 5)
        assert isinstance(outcome, SearchResult)
        assert self.ends.empty()
        return outcome


def run(scene: Callable[[Shares], Awaitable[None]]) -> Tally:
    """Plays a scene; afterwards nothing may be left in anybody's hands."""
    shares = Shares(LIMITS, Tally())
    asyncio.run(scene(shares))
    tally = shares.tally
    assert (tally.searches_running, tally.searches_waiting, shares.threads.n_waiting) == (0, 0, 0)
    assert shares.threads.claim(LIMITS.threads, lambda: None).is_granted
    return tally


def hold(shares: Shares) -> Claim:
    """All threads, taken by somebody else."""
    return shares.threads.claim(LIMITS.threads, lambda: None)


def test_a_search_waits_its_turn_and_runs() -> None:
    async def scene(shares: Shares) -> None:
        claim, seat = hold(shares), Seat(shares)
        seat.start(Level(depth=4))
        assert (shares.tally.searches_waiting, shares.tally.searches_running) == (1, 0)
        shares.threads.give_back(claim)
        assert (shares.tally.searches_waiting, shares.tally.searches_running) == (0, 1)
        assert (await seat.end()).move is not None
        assert seat.infos[-1].depth == 4
        await seat.searches.close()

    tally = run(scene)
    assert tally.searches == 1
    assert tally.nodes > 0


@pytest.mark.parametrize("level", [Level(move_time_s=0.05), Level(time_s=0.5), Level(time_s=-3.0, inc_s=1.0)])
def test_a_legal_move_comes_in_time_when_no_turn_does(level: Level) -> None:
    async def scene(shares: Shares) -> None:
        claim, seat = hold(shares), Seat(shares)
        seat.start(level)
        assert (await seat.end()).move in Board().legal_moves
        assert seat.infos[-1].depth == 1
        shares.threads.give_back(claim)
        await seat.searches.close()

    assert run(scene).refusals["threads"] == 1


@pytest.mark.parametrize("mode", list(SearchMode))
def test_stop_while_waiting_is_answered_at_once(mode: SearchMode) -> None:
    async def scene(shares: Shares) -> None:
        claim, seat = hold(shares), Seat(shares)
        seat.start(Level(infinite=True), mode)
        seat.searches.stop()
        assert (await seat.end()).move in Board().legal_moves
        shares.threads.give_back(claim)
        await seat.searches.close()

    run(scene)


def test_leaving_while_waiting_leaves_the_queue() -> None:
    async def scene(shares: Shares) -> None:
        claim, seat, other = hold(shares), Seat(shares), Seat(shares)
        seat.start(Level(infinite=True))
        other.start(Level(depth=2))
        await seat.searches.close()
        shares.threads.give_back(claim)
        await other.end()
        assert seat.ends.empty()
        await other.searches.close()

    run(scene)


def test_a_ponder_hit_while_waiting_starts_the_clock() -> None:
    async def scene(shares: Shares) -> None:
        claim, seat = hold(shares), Seat(shares)
        seat.start(Level(move_time_s=0.05), SearchMode.PONDER)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(seat.ends.get(), 0.1)
        seat.searches.ponder_hit()
        await seat.end()
        shares.threads.give_back(claim)
        await seat.searches.close()

    run(scene)


def test_the_longest_search_is_stopped_and_answered() -> None:
    async def scene(shares: Shares) -> None:
        seat = Seat(shares, search_s=0.05)
        seat.start(Level(infinite=True), SearchMode.ANALYZE)
        assert (await seat.end()).stopped
        await seat.searches.close()

    assert run(scene).refusals["search-time"] == 1


def test_tables_come_out_of_one_purse() -> None:
    async def scene(shares: Shares) -> None:
        first, second, third = Seat(shares), Seat(shares), Seat(shares)
        first.searches.configure(EngineOptions(hash_mb=6))
        with pytest.raises(SearchError, match="7 MiB do not fit: 2 of 8 are left"):
            second.searches.configure(EngineOptions(hash_mb=7))
        for seat, used_mb in ((second, 8), (third, 9)):
            seat.start(Level(depth=2))
            await seat.end()
            assert shares.tables.used_mb == used_mb, "two MiB of the four wanted, then the least"
        await first.searches.close()
        third.searches.clear()
        third.start(Level(depth=2))
        await third.end()
        assert shares.tables.used_mb == 2 + 4, "a new game is a new chance"
        await second.searches.close()
        await third.searches.close()
        assert shares.tables.used_mb == 0

    assert run(scene).refusals["hash"] == 1


def test_a_search_that_cannot_be_run_ends_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise SearchError("no memory")

    monkeypatch.setattr("hub_engine.engine.service.SearchService.start", refuse)

    async def scene(shares: Shares) -> None:
        seat = Seat(shares)
        seat.start(Level(depth=2))
        assert isinstance(await asyncio.wait_for(seat.ends.get(), 1), SearchError)
        assert shares.tables.used_mb == 0
        await seat.searches.close()

    run(scene)


def test_one_that_cannot_begin_costs_no_other_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The queue is served at the end of somebody else's search; and where one has no thread, the next has none."""

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    async def scene(shares: Shares) -> None:
        first, others = Seat(shares), [Seat(shares) for _ in range(300)]
        for seat in (first, *others):
            seat.start(Level(infinite=True))
        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", refuse)
            first.searches.stop()
            await first.end()
            for seat in others:
                outcome = await asyncio.wait_for(seat.ends.get(), 5)
                assert isinstance(outcome, SearchError)
                assert "can't start new thread" in str(outcome)
        assert shares.tables.used_mb == OPTIONS.hash_mb, "nobody holds memory for a search that did not begin"
        first.start(Level(depth=2))
        others[0].start(Level(depth=2))
        for seat in (first, others[0]):
            assert (await seat.end()).move is not None
        for seat in (first, *others):
            await seat.searches.close()

    run(scene)


def test_no_thread_runs_that_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search that answers when no turn came has one thread, the next one what was set again."""
    begin = SearchService.start
    n_threads: list[int] = []

    def start(service: SearchService, *arguments: Any) -> None:
        begin(service, *arguments)
        searcher = service._searcher
        assert searcher is not None
        n_threads.append(searcher.threads)

    monkeypatch.setattr(SearchService, "start", start)

    async def scene(shares: Shares) -> None:
        claim, seat = hold(shares), Seat(shares, options=OPTIONS._replace(threads=3))
        seat.start(Level(infinite=True))
        seat.searches.stop()
        await seat.end()
        shares.threads.give_back(claim)
        for options in (OPTIONS._replace(threads=3), OPTIONS._replace(threads=2)):
            seat.searches.configure(options)
            seat.start(Level(depth=2))
            await seat.end()
        await seat.searches.close()

    run(scene)
    assert n_threads == [1, 3, 2]


def test_each_search_is_logged_from_its_start_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """However it ends: by itself, by a failure, in the queue, or left to itself by a session that is gone."""

    def refuse(*_: object) -> None:
        raise SearchError("no memory")

    async def scene(shares: Shares) -> None:
        seat, gone, deaf = Seat(shares), Seat(shares), Seat(shares)
        seat.start(Level(depth=2, move_time_s=9.0))
        result = await seat.end()
        assert result.info is not None
        with monkeypatch.context() as patch:
            patch.setattr(SearchService, "start", refuse)
            seat.start(Level(depth=2))
            assert isinstance(await asyncio.wait_for(seat.ends.get(), 5), SearchError)
        limits: dict[str, object] = {"depth": 2, "infinite": False}
        assert [(event, fields) for event, fields in seat.log.events if event != "search.failed"] == [
            ("search.started", {"mode": "think", "limits": limits | {"move_time_s": 9.0}, "ply": 0}),
            ("search.finished", {"stopped": False, "nodes": result.info.nodes}),
            ("search.started", {"mode": "think", "limits": limits, "ply": 0}),
            ("search.finished", {"stopped": False, "nodes": 0}),
        ]
        assert [event for event, _ in seat.log.events].count("search.failed") == 1

        claim = hold(shares)
        gone.start(Level(infinite=True))
        await gone.searches.close()
        shares.threads.give_back(claim)
        unheard: list[SearchHandle] = []
        with monkeypatch.context() as patch:
            patch.setattr("hub_engine.engine.service.STOP_DEADLINE_S", 0.0)
            patch.setattr(SearchHandle, "stop", lambda handle: unheard.append(handle))
            deaf.start(Level(infinite=True), SearchMode.ANALYZE)
            await deaf.searches.close()
        for handle in unheard:
            handle.stop()
            await asyncio.wait_for(handle.ended(), 5)
        for left in (gone, deaf):
            assert left.log.events[0][0] == "search.started"
            assert left.log.events[-1] == ("search.finished", {"stopped": True, "nodes": 0})
        await seat.searches.close()

    run(scene)
