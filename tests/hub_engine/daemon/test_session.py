from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from hub_engine import logs
from hub_engine._core import Limits, Searcher, SearchResult
from hub_engine.board import Board
from hub_engine.config.engine import default_engine
from hub_engine.daemon import session
from hub_engine.daemon.catalogue import Catalogue
from hub_engine.daemon.limits import Order
from hub_engine.daemon.parameters import Parameters, first_settings
from hub_engine.daemon.searches import Searches
from hub_engine.daemon.session import Ending, Session
from hub_engine.daemon.shares import Shares
from hub_engine.daemon.tally import Tally
from hub_engine.daemon.terms import Terms, pipe_terms
from hub_engine.daemon.token import Token
from hub_engine.daemon.turn import Turn
from hub_engine.engine.handle import EndSink, InfoSink
from hub_engine.engine.service import SearchService
from hub_engine.errors import SearchError
from hub_engine.game.clock import MoveTimer
from hub_engine.logs import Log, LogFormat, LogLevel
from tests.fakes.memory_stream import MemoryStream

Talk = Callable[[MemoryStream], Awaitable[None]]

CONFIG = default_engine()._replace(hash_mb=1)
LIMITS = CONFIG.limits
TERMS = pipe_terms(LIMITS)


def make_session(stream: MemoryStream, shares: Shares, terms: Terms = TERMS) -> Session:
    catalogue = Catalogue()
    parameters = Parameters(catalogue, LIMITS, is_local=True)
    return Session(stream, first_settings(CONFIG, catalogue), parameters, terms, shares, Log())


def converse(talk: Talk, terms: Terms = TERMS, shares: Shares | None = None) -> Ending:
    """Runs a session against a scripted peer; the peer's end of input comes last."""

    async def run() -> Ending:
        stream = MemoryStream()
        session = make_session(stream, shares or Shares(LIMITS, Tally()), terms)
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


def test_games_that_take_pieces_off_and_options_of_a_variant() -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed("set-param name=variant value=konane\ninit\npos start moves=-28\nlevel depth=1\ngo think\n")
        await peer.until("done move=-")
        peer.feed("set-param name=variant value=children-es\n")
        peer.feed('pos pos="Beeeeeeeeeeeeeeeewbeeeeeeeeeeeeee/huff=17"\nlevel depth=3\ngo think\n')
        await peer.until("done move=-17/18-2")
        peer.feed("set-param name=obligation value=compulsory\n")
        peer.feed("pos pos=Weeeeeeeeeeeeeeeeebeeeweeeeeeeeee moves=22-17\nping\n")
        await peer.until("error")

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
    ("variant", "position"), [("normal", "B:W50:B"), ("normal", "W:W46:B32,37,41"), ("bt", "B:WK1,32:B20")]
)
def test_where_the_game_is_over_thinking_without_a_limit_is_answered_at_once(variant: str, position: str) -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed(f"set-param name=variant value={variant}\npos pos={position}\ngo think\n")
        assert await peer.until("done") == "done"
        # Who analyses or ponders decides when that ends.
        for mode in ("analyze", "ponder"):
            peer.feed(f"go {mode}\nping\n")
            await peer.until("pong")
            assert peer.writes[-1] == b"pong\n"
            peer.feed("stop\n")
            await peer.until("done")

    converse(talk)


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


def test_the_last_info_begins_with_the_move_of_an_iteration_that_was_broken_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def searched(depth: int) -> SearchResult:
        return Searcher(1, 1).search(Board().game, Limits(depth=depth))

    reported, found = (
        searched(1),
        next(result for depth in range(2, 9) if (result := searched(depth)).move != searched(1).move),
    )

    def start(_: Searches, game: object, order: object, on_info: InfoSink, on_end: EndSink) -> None:
        assert reported.info is not None
        on_info(reported.info)
        on_end(found)

    monkeypatch.setattr(Searches, "start", start)

    async def talk(peer: MemoryStream) -> None:
        peer.feed("pos start\ngo think\n")
        # Of the two that wait in a row only the last is sent.
        info = await peer.until("info")
        move = (await peer.until("done move=")).split()[1].removeprefix("move=")
        assert f"pv={move}" in info.replace('"', "")

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


def test_a_search_that_fails_costs_its_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = 100.0
    left_s: list[float] = []

    def fail(_: Searches, game: object, order: Order, on_info: InfoSink, on_end: EndSink) -> None:
        nonlocal now_s
        assert order.clock is not None
        left_s.append(order.clock.left_s)
        now_s += 7.0
        on_end(SearchError("no memory"))

    monkeypatch.setattr(Searches, "start", fail)
    monkeypatch.setattr(session, "MoveTimer", lambda: MoveTimer(lambda: now_s))

    async def talk(peer: MemoryStream) -> None:
        peer.feed("set-param name=time-control value=5min\npos start\ngo think\ngo think\n")
        for _ in range(2):
            await peer.until("done move=")

    converse(talk)
    assert left_s == [300.0, 293.0]


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


def test_a_refused_move_says_why() -> None:
    async def talk(peer: MemoryStream) -> None:
        position = "W" + "".join({21: "b", 10: "b", 9: "b", 26: "w", 32: "w"}.get(n, "e") for n in range(1, 51))
        peer.feed(f'hub\ninit\npos pos={position} moves="32-28"\n')
        assert "illegal move 32-28: a capture must be made: 26x17x21" in await peer.until("error")
        peer.feed('pos start moves="32-28 19-24 28-32"\n')
        assert "illegal move 28-32: a man does not move in that direction" in await peer.until("error")
        position = "W" + "".join({47: "W", 31: "b", 42: "b", 29: "b", 19: "b"}.get(n, "e") for n in range(1, 51))
        peer.feed(f'pos pos={position} moves="47x38x24x13x36"\n')
        assert "squares landed on, write those captured: 47x36x19x29x31x42" in await peer.until("error")
        peer.feed("set-param name=variant value=alquerque\n")
        peer.feed(f"pos pos=W{'e' * 20}Weeeb\n")
        assert "square 21: these rules know no kings" in await peer.until("error")
        # In the peer's own numbers, from White's side on: a3 is 9, b4 is 13.
        peer.feed("set-param name=variant value=russian\nset-param name=numbering value=variant\n")
        peer.feed('pos start moves="9-18"\n')
        assert "does not go that far; it can play 9-13" in await peer.until("error")

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


def test_the_log_is_opened_again_only_where_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Path | None] = []
    configure = logs.configure

    def note(level: LogLevel, path: Path | None, style: LogFormat) -> None:
        configure(level, path, style)
        opened.append(path)

    monkeypatch.setattr(logs, "configure", note)
    path = tmp_path / "engine.log"

    async def talk(peer: MemoryStream) -> None:
        for value in (path, path, tmp_path / "none" / "x.log"):
            peer.feed(f"set-param name=log-file value={value}\nset-param name=log-level value=info\n")
        assert "cannot be opened" in await peer.until("error")
        peer.feed("hub\n")
        assert f"value={path}" in (await peer.until("param name=log-file")).replace('"', "")
        peer.feed("pos start\nlevel depth=1\ngo think\n")
        await peer.until("done")

    try:
        converse(talk)
    finally:
        logs.close()
    assert opened == [path, path]
    assert "search.started" in path.read_text("utf-8")


def test_stop_before_the_search_thread_runs_is_not_lost() -> None:
    async def talk(peer: MemoryStream) -> None:
        for _ in range(20):
            peer.feed("pos start\nlevel infinite\ngo think\nstop\n")
            await peer.until("done move=")

    converse(talk)


def test_a_silent_peer_is_told_and_dropped() -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed("half a li")
        assert "no whole line for 0.05 s" in await peer.until("error")

    assert converse(talk, TERMS._replace(first_line_s=0.05)) is Ending.SILENCE


def test_a_search_is_not_silence_and_what_comes_after_it_is() -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed("pos start\nlevel move-time=0.3\ngo think\n")
        await peer.until("done move=")
        assert "no whole line for 0.1 s" in await peer.until("error")

    assert converse(talk, TERMS._replace(first_line_s=5.0, idle_s=0.1)) is Ending.SILENCE


def test_a_line_beyond_the_limit_is_one_error() -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed("pos " + "x" * 2000 + "\nping\n")
        assert "longer than 1024 bytes" in await peer.until("error")
        await peer.until("pong")

    converse(talk, TERMS._replace(line_bytes=1024))


@pytest.mark.parametrize("is_waiting", [True, False])
def test_a_session_that_is_stopped_answers_its_search_first(is_waiting: bool) -> None:
    async def run() -> None:
        stream, shares = MemoryStream(), Shares(LIMITS._replace(threads=1), Tally())
        if is_waiting:
            shares.threads.claim(1, lambda: None)
        session = make_session(stream, shares)
        running = asyncio.create_task(session.run())
        stream.feed("pos start\nlevel infinite\ngo think\nping\n")
        await stream.until("pong")
        session.stop()
        assert await asyncio.wait_for(running, 5) is Ending.STOPPED
        assert [line for line in stream.lines if line.startswith("done move=")] == stream.lines[-1:]

    asyncio.run(run())


def test_an_idle_session_that_is_stopped_just_ends() -> None:
    async def run() -> None:
        stream = MemoryStream()
        session = make_session(stream, Shares(LIMITS, Tally()))
        running = asyncio.create_task(session.run())
        session.stop()
        assert await asyncio.wait_for(running, 5) is Ending.STOPPED
        assert stream.lines == []

    asyncio.run(run())


def test_a_session_that_is_cancelled_while_its_engine_ends_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        closing = asyncio.Event()

        async def close_slowly(_: Searches) -> None:
            closing.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(Searches, "close", close_slowly)
        stream = MemoryStream()
        running = asyncio.create_task(make_session(stream, Shares(LIMITS, Tally())).run())
        stream.feed("")
        await closing.wait()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert stream.is_closed
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(run())


def test_one_done_for_each_go_that_waits() -> None:
    shares = Shares(LIMITS._replace(threads=1), Tally())
    shares.threads.claim(1, lambda: None)

    async def talk(peer: MemoryStream) -> None:
        for _ in range(3):
            peer.feed("pos start\nlevel infinite\ngo think\nstop\n")
            await peer.until("done move=")
        peer.feed("go ponder\nping\npos start\nlevel move-time=0.05\ngo think\n")
        await peer.until("pong")
        await peer.until("done move=")
        await peer.until("done move=")
        peer.feed("go think\nquit\n")
        await peer.until("done move=")

    assert converse(talk, shares=shares) is Ending.QUIT
    assert shares.threads.n_waiting == 0


def test_what_a_session_did_is_counted() -> None:
    shares = Shares(LIMITS, Tally())

    async def talk(peer: MemoryStream) -> None:
        peer.feed("hub\ninit\nlevel depth=x\nset-param name=hash value=x\npos pos=W\npos start\nlevel depth=3\ngo\n")
        await peer.until("done move=")

    converse(talk, shares=shares)
    tally = shares.tally
    assert (tally.lines_received, tally.lines_rejected, tally.searches) == (8, 3, 1)
    assert tally.lines_sent > 10
    assert tally.nodes > 0
    assert tally.search_s > 0


SECRET = "correct-horse-battery"
GUARDED = TERMS._replace(token=Token(SECRET.encode()), first_line_s=5.0)


def test_only_the_token_opens_the_door() -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed("ping\nhub\n")
        await peer.until("pong")
        assert await peer.until("param") == 'param name=token value="" type=string'
        await peer.until("wait")
        peer.feed("level depth=2\ngo think\nstop\n")
        assert "not before the token" in await peer.until("error")
        assert await peer.until("done") == "done"
        for line in ("init", "new-game", "pos start", "set-param name=hash value=2"):
            peer.feed(f"{line}\n")
            assert "not before the token" in await peer.until("error")
        peer.feed(f"set-param name=token value={SECRET}\ninit\npos start\nlevel depth=2\ngo think\n")
        await peer.until("ready")
        await peer.until("done move=")

    assert converse(talk, GUARDED) is Ending.END_OF_INPUT


def test_a_client_that_forgets_init_needs_the_token_all_the_same() -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed(f"pos start\nset-param name=token value={SECRET}\npos start\nlevel depth=2\ngo think\n")
        assert "not before the token" in await peer.until("error")
        await peer.until("done move=")

    converse(talk, GUARDED)


def test_a_wrong_token_may_be_tried_three_times() -> None:
    async def talk(peer: MemoryStream) -> None:
        for _ in range(3):
            peer.feed("set-param name=token value=correct-horse-batterz\n")
            assert await peer.until("error") == 'error message="set-param: this is not the token"'

    assert converse(talk, GUARDED) is Ending.TURNED_AWAY


def test_talking_does_not_stand_in_for_the_token() -> None:
    async def talk(peer: MemoryStream) -> None:
        for _ in range(3):
            peer.feed("ping\n")
            await peer.until("pong")
        assert "no token for 0.1 s" in await peer.until("error")

    assert converse(talk, GUARDED._replace(first_line_s=0.1, idle_s=5.0)) is Ending.SILENCE


def test_where_no_token_is_asked_for_it_is_no_fault() -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed("set-param name=token value=anything\nhub\n")
        assert (await peer.until("param")).startswith("param name=variant")
        assert not any(line.startswith("error") for line in peer.lines)

    converse(talk)


def test_the_token_is_in_no_log(tmp_path: Path) -> None:
    path = tmp_path / "engine.log"

    async def talk(peer: MemoryStream) -> None:
        for line in (
            f"set-param name=tokn value={SECRET}",
            f'set-param name=token value="{SECRET}',
            f"set-param {SECRET}",
            f"{SECRET}=x",
            f"set-param name=token value={SECRET}x",
            f"set-param name=token value={SECRET}",
            f'set-param name=token value="{SECRET}',
            f"set-param name=token value={SECRET}",
        ):
            peer.feed(f"{line}\n")
        peer.feed("ping\n")
        await peer.until("pong")

    logs.configure(LogLevel.DEBUG, path)
    try:
        converse(talk, GUARDED)
    finally:
        logs.close()
    text = path.read_text("utf-8")
    assert "hub.event_received" in text
    assert "hub.token_rejected" in text
    assert SECRET not in text
    assert SECRET[:12] not in text


def test_strangers_may_not_say_much_at_once() -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed("pos " + "x" * 70_000 + "\n")
        assert "longer than 65536 bytes" in await peer.until("error")
        peer.feed(f"set-param name=token value={SECRET}\npos pos=" + "x" * 65_000)
        peer.feed("x" * 65_000 + "\n")
        assert "x" * 20 in await peer.until("error")

    converse(talk, GUARDED)


def test_a_peer_whose_lines_take_long_does_not_hold_up_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = itertools.count()
    monkeypatch.setattr(session, "Turn", lambda: Turn(lambda: next(now_s)))

    async def run() -> None:
        shares = Shares(LIMITS, Tally())
        busy, quick = MemoryStream(), MemoryStream()
        running = [asyncio.create_task(make_session(peer, shares).run()) for peer in (busy, quick)]
        busy.feed("pos start moves=32-26\n" * 12)
        quick.feed("ping\n")
        await quick.until("pong")
        assert shares.tally.lines_rejected < 12
        for peer in (busy, quick):
            peer.feed("")
        await asyncio.wait_for(asyncio.gather(*running), 5)
        assert shares.tally.lines_rejected == 12

    asyncio.run(run())
