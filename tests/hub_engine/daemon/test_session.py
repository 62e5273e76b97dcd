from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from hub_engine.config.engine import default_engine
from hub_engine.daemon.catalogue import Catalogue
from hub_engine.daemon.parameters import Parameters, first_settings
from hub_engine.daemon.session import Ending, Session
from hub_engine.engine.service import SearchService
from hub_engine.errors import SearchError
from hub_engine.logs import Log
from tests.fakes.memory_stream import MemoryStream

Talk = Callable[[MemoryStream], Awaitable[None]]


def converse(talk: Talk) -> Ending:
    """Runs a session against a scripted peer; the peer's end of input comes last."""

    async def run() -> Ending:
        stream = MemoryStream()
        catalogue = Catalogue()
        settings = first_settings(default_engine()._replace(hash_mb=1), catalogue)
        session = Session(stream, settings, Parameters(catalogue, is_local=True), Log())
        running = asyncio.create_task(session.run())
        try:
            await talk(stream)
            stream.feed("")
            return await asyncio.wait_for(running, 5)
        finally:
            running.cancel()
            assert stream.is_closed or not running.done()

    return asyncio.run(run())


def test_every_line_is_one_write() -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed("hub\ninit\npos start\nlevel depth=3\ngo think\n")
        await peer.until("done move=")
        assert all(write.count(b"\n") == 1 and write.endswith(b"\n") for write in peer.writes)

    assert converse(talk) is Ending.END_OF_INPUT


def test_quit_is_told_from_the_end_of_input() -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed("ping\nquit\n")
        await peer.until("pong")

    assert converse(talk) is Ending.QUIT


def test_a_lost_peer_ends_the_session() -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.is_lost = True
        peer.feed("ping\n")
        await asyncio.sleep(0.05)

    assert converse(talk) is Ending.PEER_LOST


@pytest.mark.parametrize(
    "level", ["depth=99999999999999999999", "nodes=1e3", "move-time=1e300", "moves=9999999999 time=0.1"]
)
def test_limits_beyond_all_bounds_do_no_harm(level: str) -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed(f"pos start\nlevel {level}\nlevel depth=1\ngo think\n")
        await peer.until("done move=")
        peer.feed("ping\n")
        await peer.until("pong")

    converse(talk)


def test_a_search_that_cannot_begin_is_answered_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise SearchError("no memory")

    monkeypatch.setattr(SearchService, "start", refuse)

    async def talk(peer: MemoryStream) -> None:
        peer.feed("pos start\nlevel depth=3\ngo think\n")
        assert "no memory" in await peer.until("error")
        assert "score=" in await peer.until("info")
        assert (await peer.until("done")).startswith("done move=")

    converse(talk)


def test_a_new_variant_forgets_the_position() -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed("pos pos=W:WK46:BK5\nset-param name=variant value=russian\nlevel depth=1\ngo think\n")
        move = (await peer.until("done")).removeprefix("done move=").split()[0]
        assert move in {"21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20"}

    converse(talk)


def test_a_time_control_stands_in_for_missing_limits() -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed("set-param name=time-control value=100ms-per-move\npos start\ngo think\n")
        await peer.until("done move=")

    converse(talk)


def test_bad_values_change_nothing() -> None:
    async def talk(peer: MemoryStream) -> None:
        for name, value in (
            ("threads", "0"),
            ("hash", "much"),
            ("ponder", "maybe"),
            ("time-overhead", "-1"),
            ("numbering", "x"),
        ):
            peer.feed(f"set-param name={name} value={value}\n")
            assert name in await peer.until("error")
        peer.feed("hub\n")
        assert "value=1 " in await peer.until("param name=threads")

    converse(talk)


def test_stop_before_the_search_thread_runs_is_not_lost() -> None:
    async def talk(peer: MemoryStream) -> None:
        for _ in range(20):
            peer.feed("pos start\nlevel infinite\ngo think\nstop\n")
            await peer.until("done move=")

    converse(talk)
