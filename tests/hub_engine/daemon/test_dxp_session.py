from __future__ import annotations

import asyncio
import itertools
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from hub_engine._core import Game, Limits, Searcher, SearchResult
from hub_engine.board import Board
from hub_engine.config.engine import default_engine
from hub_engine.config.time_control import TimeControl
from hub_engine.daemon import dxp_saving, dxp_session, dxp_thinking
from hub_engine.daemon.dxp_agreement import DxpPlayer
from hub_engine.daemon.dxp_game import DxpGame
from hub_engine.daemon.dxp_saving import GameSaver
from hub_engine.daemon.dxp_session import DxpSession, LinkEnd, Observer
from hub_engine.daemon.shares import Shares
from hub_engine.daemon.stream import SlowPeerError
from hub_engine.daemon.tally import Tally
from hub_engine.daemon.turn import Turn
from hub_engine.engine.options import EngineOptions
from hub_engine.game.journal import GameJournal
from hub_engine.logs import Log
from hub_engine.match.schedule import Schedule
from hub_engine.match.scoreboard import OurResult
from hub_engine.variants import load_variants
from protocol.notation.pdn import PdnReader
from tests.fakes.memory_stream import MemoryStream
from tests.fakes.pipe_stream import pipe

QUICK = TimeControl("quick", "quick", depth=1)
REQUEST = "R01Harness 1.0                     {}005075{}\0"
WHITE_FOLLOWS, BLACK_FOLLOWS = REQUEST.format("W", "A"), REQUEST.format("Z", "A")


class Witness(Observer):
    """Keeps what it hears."""

    def __init__(self) -> None:
        self.started: list[DxpGame] = []
        self.ended: list[DxpGame] = []
        self.chats: list[str] = []
        self.troubles: list[str] = []
        self.n_lost = 0

    def game_started(self, game: DxpGame) -> None:
        self.started.append(game)

    def game_ended(self, game: DxpGame) -> None:
        self.ended.append(game)

    def chat(self, text: str) -> None:
        self.chats.append(text)

    def trouble(self, text: str) -> None:
        self.troubles.append(text)

    def games_lost(self, n_games: int) -> None:
        self.n_lost += n_games


@pytest.fixture(autouse=True)
def no_gaps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dxp_session, "GAP_S", 0.0)


def player(name: str = "Us 1.0", variant: str = "international", **settings: Any) -> DxpPlayer:
    settings.setdefault("control", QUICK)
    settings.setdefault("longest_move_s", 0.01)
    return DxpPlayer(name, load_variants().get(variant), EngineOptions(1, 1), **settings)


def shares() -> Shares:
    return Shares(default_engine().limits, Tally())


def play(
    folder: Path, variant: str = "international", n_games: int = 1, openings: list[Board] | None = None, **settings: Any
) -> tuple[Witness, Witness, list[str], list[str]]:
    """A match of two of our own sessions, initiator and follower; the witnesses and both files' games."""
    initiator, follower = Witness(), Witness()

    async def run() -> None:
        ours, theirs = pipe()
        asking = DxpSession(
            ours,
            player("Asks 1.0", variant, **settings),
            GameJournal(folder / "a.pdn"),
            initiator,
            shares(),
            Log(),
            schedule=Schedule(n_games, openings or []),
        )
        following = DxpSession(
            theirs, player("Follows 1.0", variant), GameJournal(folder / "b.pdn"), follower, shares(), Log()
        )
        endings = await asyncio.wait_for(asyncio.gather(asking.run(), following.run()), 60)
        assert endings == [LinkEnd.SCHEDULE_PLAYED, LinkEnd.PEER_LOST]

    asyncio.run(run())
    return initiator, follower, games(folder / "a.pdn"), games(folder / "b.pdn")


def games(path: Path) -> list[str]:
    """Result and moves of each game of a file."""
    return [f"{game.result} {' '.join(game.line.moves)}" for game in PdnReader(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("variant", ["international", "frisian", "russian", "canadian"])
def test_both_ends_agree_on_whole_games(tmp_path: Path, variant: str) -> None:
    initiator, follower, asked, followed = play(tmp_path, variant, n_games=2)
    assert len(asked) == 2
    assert asked == followed
    assert [game.is_white for game in initiator.ended] == [True, False]
    assert [game.is_white for game in follower.ended] == [False, True]
    for mine, theirs in zip(initiator.ended, follower.ended, strict=True):
        assert mine.board.moves == theirs.board.moves
        assert mine.winner is not None
        assert theirs.winner == mine.winner
    assert not initiator.troubles + follower.troubles


def test_openings_and_a_move_limit(tmp_path: Path) -> None:
    opening = Board("international", "B:W31-50:B1-20")
    initiator, follower, asked, followed = play(tmp_path, openings=[opening], move_limit=3)
    assert asked == followed
    assert initiator.ended[0].board.ply == 6
    ways = {game.conclusion.why for game in initiator.ended + follower.ended if game.conclusion is not None}
    assert ways == {"move limit", "ended by the peer (none)"}
    assert follower.started[0].move_limit == 3
    text = (tmp_path / "a.pdn").read_text()
    assert '[FEN "B:' in text
    assert "1..." in text


Talk = Callable[[MemoryStream], Coroutine[Any, Any, None]]


def follow(
    talk: Talk, journal: GameJournal | None = None, witness: Witness | None = None, **settings: Any
) -> tuple[LinkEnd, Witness]:
    """Runs a follower against a scripted peer that leaves at the end."""
    witness = witness or Witness()

    async def run() -> LinkEnd:
        stream = MemoryStream()
        session = DxpSession(stream, player(**settings), journal, witness, shares(), Log())
        running = asyncio.create_task(session.run())
        try:
            await talk(stream)
            stream.feed("")
            return await asyncio.wait_for(running, 10)
        finally:
            running.cancel()

    return asyncio.run(run()), witness


def test_a_lost_link_leaves_the_game_saved_and_unfinished(tmp_path: Path) -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed(BLACK_FOLLOWS)
        await peer.until("A")
        peer.feed("M0000322800\0")
        await peer.until("M")

    ending, witness = follow(talk, GameJournal(tmp_path / "games.pdn"))
    assert ending is LinkEnd.PEER_LOST
    conclusion = witness.ended[0].conclusion
    assert conclusion is not None
    assert conclusion.is_broken_off
    (saved,) = PdnReader((tmp_path / "games.pdn").read_text())
    assert saved.result == "*"
    assert saved.tags["Termination"] == "link lost"
    assert saved.line.moves[0] == "32-28"
    assert len(saved.line.moves) == 2


class HeldSearches:
    """Stands in for `Searches`: a search ends when the test says so."""

    def __init__(self) -> None:
        self.plies: list[int] = []
        self._ends: list[Callable[[], None]] = []

    def start(self, game: Game, order: object, on_info: object, on_end: Callable[[SearchResult], None]) -> None:
        result = Searcher(1, 1).search(game, Limits(depth=1))
        self.plies.append(game.ply)
        self._ends.append(lambda: on_end(result))

    def end(self, number: int) -> None:
        """The search with this number, from 0, is over."""
        self._ends[number]()

    def stop(self) -> None:
        pass

    def clear(self) -> None:
        pass

    async def close(self) -> None:
        pass


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> HeldSearches:
    searches = HeldSearches()
    monkeypatch.setattr(dxp_thinking, "Searches", lambda *_: searches)
    return searches


def test_a_search_that_ends_while_chat_is_served_is_played_and_no_other_begins(held: HeldSearches) -> None:
    class Ends(Witness):
        def chat(self, text: str) -> None:
            held.end(0)

    async def talk(peer: MemoryStream) -> None:
        peer.feed(BLACK_FOLLOWS)
        await peer.until("A")
        peer.feed("M0000322800\0")
        peer.feed("Chello\0")
        await peer.until("M")

    follow(talk, witness=Ends())
    assert held.plies == [1]


def test_the_result_of_a_game_that_is_over_is_no_move_of_the_next(held: HeldSearches) -> None:
    class Ends(Witness):
        def game_ended(self, game: DxpGame) -> None:
            super().game_ended(game)
            if len(self.ended) == 1:
                held.end(0)

    async def talk(peer: MemoryStream) -> None:
        peer.feed(BLACK_FOLLOWS)
        await peer.until("A")
        peer.feed("M0000322800\0")
        peer.feed(f"E00\0{WHITE_FOLLOWS}")
        await peer.until("A")
        while len(held.plies) < 2:  # noqa: ASYNC110 - a fake has no event to wait for
            await asyncio.sleep(0)
        held.end(1)
        await peer.until("M")

    follow(talk, witness=Ends())
    assert held.plies == [1, 0]


def test_a_peer_that_wants_more_answers_than_can_leave_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dxp_session, "GAP_S", 60.0)

    async def talk(peer: MemoryStream) -> None:
        peer.feed(BLACK_FOLLOWS)
        peer.feed("M\0" * 1000)
        await peer.closed.wait()

    ending, witness = follow(talk)
    assert ending is LinkEnd.PEER_LOST
    assert witness.troubles[-1] == "the peer wants more answers than it can be sent, the link is cut"


def test_every_move_is_on_the_disk_when_it_is_played(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"

    async def talk(peer: MemoryStream) -> None:
        peer.feed(BLACK_FOLLOWS)
        await peer.until("A")
        for ply, text in enumerate(("M0000322800\0", "M0000332900\0")):
            peer.feed(text)
            await peer.until("M")
            (saved,) = PdnReader(path.read_text())
            assert len(saved.line.moves) == 2 * ply + 2
            if saved.line.moves[1] != "16-21" or ply:
                return

    follow(talk, GameJournal(path))


class SlowJournal(GameJournal):
    """Writes nothing before the disk is ready."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.is_ready = threading.Event()

    def write(self) -> None:
        assert self.is_ready.wait(30)
        super().write()


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowJournal]:
    monkeypatch.setattr(dxp_saving, "_SETTLING_S", 0.0)
    journal = SlowJournal(tmp_path / "games.pdn")
    yield journal
    # Whatever became of the test, no thread waits.
    journal.is_ready.set()


async def play_two_games(peer: MemoryStream) -> None:
    """Two plies each; then the peer ends them."""
    for move in ("M0000322800\0", "M0000332900\0"):
        peer.feed(BLACK_FOLLOWS)
        await peer.until("A")
        peer.feed(move)
        await peer.until("M")
        peer.feed("E00\0")
        await peer.until("E00")


def test_a_slow_disk_holds_up_no_move_and_a_link_waits_for_it_at_its_end(slow: SlowJournal) -> None:
    async def talk(peer: MemoryStream) -> None:
        await play_two_games(peer)
        peer.feed("")
        await peer.closed.wait()
        assert len(witness.ended) == 2
        assert not slow.path.exists()
        slow.is_ready.set()

    witness = Witness()
    follow(talk, slow, witness)
    assert [game.split()[1] for game in games(slow.path)] == ["32-28", "33-29"]
    assert witness.troubles == []


def test_who_has_to_go_waits_for_a_disk_only_a_moment(slow: SlowJournal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dxp_session, "_LEAVING_PATIENCE_S", 0.0)
    witness = Witness()

    async def run() -> LinkEnd:
        stream = MemoryStream()
        session = DxpSession(stream, player(), slow, witness, shares(), Log())
        running = asyncio.create_task(session.run())
        stream.feed(f"{BLACK_FOLLOWS}E00\0")
        await stream.until("E")
        session.stop()
        return await asyncio.wait_for(running, 20)

    assert asyncio.run(run()) is LinkEnd.STOPPED
    assert len(witness.ended) == 1
    assert witness.troubles == [f"1 game is not saved in {slow.path}"]
    assert witness.n_lost == 1


def test_a_link_that_is_broken_off_while_it_waits_for_a_disk_tells_what_is_lost(slow: SlowJournal) -> None:
    witness = Witness()

    async def run() -> None:
        stream = MemoryStream()
        running = asyncio.create_task(DxpSession(stream, player(), slow, witness, shares(), Log()).run())
        stream.feed(f"{BLACK_FOLLOWS}E00\0")
        await stream.until("E")
        stream.feed("")
        await stream.closed.wait()
        running.cancel()
        await asyncio.wait((running,))
        assert running.cancelled()

    asyncio.run(run())
    assert witness.n_lost == 1


def test_games_go_on_when_the_file_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.touch()

    async def talk(peer: MemoryStream) -> None:
        peer.feed(BLACK_FOLLOWS)
        await peer.until("A")
        peer.feed("M0000322800\0")
        await peer.until("M")
        while not witness.troubles:  # noqa: ASYNC110 - written by a thread
            await asyncio.sleep(0)
        folder.unlink()
        peer.feed("E00\0")
        await peer.until("E00")

    witness = Witness()
    follow(talk, GameJournal(folder / "games.pdn"), witness)
    (trouble,) = witness.troubles
    assert "cannot be written" in trouble
    (saved,) = PdnReader((folder / "games.pdn").read_text())
    assert len(saved.line.moves) == 2


def test_a_file_that_stays_unwritable_is_told_once_and_summed_up(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.touch()

    _, witness = follow(play_two_games, GameJournal(folder / "games.pdn"))
    first, last = witness.troubles
    assert first.endswith("the game goes on, and every move tries again")
    assert last == f"2 games are not saved in {folder / 'games.pdn'}"
    assert witness.n_lost == 2


def test_illegal_moves_change_nothing() -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed(BLACK_FOLLOWS)
        await peer.until("A")
        peer.feed("M0000322600\0")
        peer.feed("M0000999900\0")
        await peer.until("C")
        await peer.until("C")
        peer.feed("M0000322800\0")
        await peer.until("M")

    _, witness = follow(talk)
    assert witness.ended[0].board.ply == 2
    assert "illegal move" in witness.troubles[0]


def test_a_peer_whose_moves_take_long_does_not_hold_up_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = itertools.count()
    monkeypatch.setattr(dxp_session, "Turn", lambda: Turn(lambda: next(now_s)))
    busy = Witness()
    n_refused = 0

    class Counts(Witness):
        def chat(self, text: str) -> None:
            nonlocal n_refused
            n_refused = len(busy.troubles)

    async def run() -> None:
        peers = MemoryStream(), MemoryStream()
        sessions = [
            DxpSession(peer, player(), None, witness, shares(), Log())
            for peer, witness in zip(peers, (busy, Counts()), strict=True)
        ]
        running = [asyncio.create_task(session.run()) for session in sessions]
        peers[0].feed(BLACK_FOLLOWS + "M0000322600\0" * 40)
        peers[1].feed("Chello\0")
        for peer in peers:
            peer.feed("")
        await asyncio.wait_for(asyncio.gather(*running), 10)

    asyncio.run(run())
    assert n_refused < len(busy.troubles) == 40


def test_moves_are_taken_back_and_we_move_again() -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed(WHITE_FOLLOWS)
        await peer.until("A")
        await peer.until("M")
        peer.feed("B001W\0")
        assert await peer.until("K") == "K0\0"
        await peer.until("M")

    _, witness = follow(talk)
    assert witness.ended[0].board.ply == 1


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("BW" + "e" * 25 + "w" + "e" * 24, "Black has no pieces"),
        ("BWz" + "e" * 49, "the game is over"),
        ("BWw" + "e" * 49, "1"),
    ],
)
def test_positions_without_a_game_are_refused(position: str, reason: str) -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed(REQUEST.format("W", position))
        assert (await peer.until("A"))[33] == "2"
        assert reason in await peer.until("C")
        # Another game is welcome.
        peer.feed(WHITE_FOLLOWS)
        assert (await peer.until("A"))[33] == "0"

    follow(talk)


def test_the_end_stops_the_search_at_once() -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed(WHITE_FOLLOWS)
        await peer.until("A")
        peer.feed("E01\0")
        assert await peer.until("E") == "E01\0"

    ending, witness = follow(talk, control=TimeControl("slow", "slow", move_time_s=60.0))
    assert ending is LinkEnd.PEER_STOPPED
    assert witness.ended[0].our_result is OurResult.UNKNOWN
    assert witness.troubles == ["the peer wants no further game"]


def test_a_name_cannot_write_to_the_terminal() -> None:
    async def talk(peer: MemoryStream) -> None:
        name = "\x1b[31mEVIL\x9b0m".ljust(32)
        peer.feed(f"R01{name}Z005075A\0")
        await peer.until("A")

    _, witness = follow(talk)
    assert witness.started[0].opponent == "?[31mEVIL?0m"


def test_chat_is_heard_and_not_obeyed() -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed("Cconsole quit\0")
        peer.feed(BLACK_FOLLOWS)
        await peer.until("A")

    _, witness = follow(talk)
    assert witness.chats == ["console quit"]


def test_what_the_disk_takes_is_time_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    late_s = [0.0]
    monkeypatch.setattr(asyncio.BaseEventLoop, "time", lambda _, now=time.monotonic: now() + late_s[0])

    async def settle(_: GameSaver) -> None:
        late_s[0] += 7.0

    monkeypatch.setattr(GameSaver, "settle", settle)

    async def talk(peer: MemoryStream) -> None:
        peer.feed(BLACK_FOLLOWS)
        await peer.until("A")
        peer.feed("M0000322800\0")
        assert (await peer.until("M")).startswith("M0007")

    _, witness = follow(talk)
    assert witness.started[0].clock.left_s == pytest.approx(300 - 7, abs=0.5)


def test_a_silent_peer_is_given_up() -> None:
    async def talk(peer: MemoryStream) -> None:
        peer.feed(BLACK_FOLLOWS)
        await peer.until("A")
        assert await peer.until("E") == "E00\0"
        peer.feed("E00\0")
        peer.feed(BLACK_FOLLOWS)
        await peer.until("A")

    _, witness = follow(talk, silence_s=0.05)
    conclusion = witness.ended[0].conclusion
    assert conclusion is not None
    assert conclusion.why == "peer silent"


def test_talk_is_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    late_s = [0.0]
    monkeypatch.setattr(asyncio.BaseEventLoop, "time", lambda _, now=time.monotonic: now() + late_s[0])

    async def talk(peer: MemoryStream) -> None:
        peer.feed(BLACK_FOLLOWS)
        await peer.until("A")
        for _ in range(2):
            late_s[0] += 2.0
            peer.feed("Cjust a moment\0M0000322600\0")
            await peer.until("C")
        late_s[0] += 2.0
        assert await peer.until("E") == "E00\0"

    _, witness = follow(talk, silence_s=5.0)
    assert len(witness.chats) == 2


@pytest.mark.parametrize("is_one_segment", [False, True])
def test_the_patience_of_a_game_that_is_over_is_not_that_of_the_next_request(
    monkeypatch: pytest.MonkeyPatch, held: HeldSearches, is_one_segment: bool
) -> None:
    late_s = [0.0]
    monkeypatch.setattr(asyncio.BaseEventLoop, "time", lambda _, now=time.monotonic: now() + late_s[0])
    accepts = "AHarness" + " " * 25 + "0\0"

    async def run() -> LinkEnd:
        stream = MemoryStream()
        session = DxpSession(stream, player(), None, Witness(), shares(), Log(), schedule=Schedule(2))
        running = asyncio.create_task(session.run())
        await stream.until("R")
        if is_one_segment:
            late_s[0] += 29.0
            stream.feed(f"{accepts}E00\0")
        else:
            stream.feed(accepts)
            while not held.plies:  # noqa: ASYNC110 - a fake has no event to wait for
                await asyncio.sleep(0)
            late_s[0] += 29.0
            stream.feed("E00\0")
        await stream.until("R")
        late_s[0] += 2.0
        stream.feed(accepts)
        stream.feed("")
        return await asyncio.wait_for(running, 5)

    assert asyncio.run(run()) is LinkEnd.PEER_LOST


def test_a_link_without_a_game_is_dropped_after_a_while_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    # Event loops count from anywhere, often from the start of the machine.
    monkeypatch.setattr(asyncio.BaseEventLoop, "time", lambda _, now=time.monotonic: now() + 1e7)

    async def talk(peer: MemoryStream) -> None:
        peer.feed("Chello\0")
        peer.feed(BLACK_FOLLOWS)
        await peer.until("A")

    _, witness = follow(talk, idle_s=5.0)
    assert witness.chats == ["hello"]

    async def wait(peer: MemoryStream) -> None:
        await peer.closed.wait()

    assert follow(wait, idle_s=0.05)[0] is LinkEnd.PEER_LOST


def test_a_peer_that_is_dropped_is_counted_and_told_of_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, dict[str, object]]] = []
    monkeypatch.setattr(Log, "warning", lambda _, event, **fields: told.append((event, fields)))

    class ReadsNothing(MemoryStream):
        async def write(self, line: bytes) -> None:
            raise SlowPeerError("took no line for 30 s")

    async def drop(stream: MemoryStream, **settings: Any) -> dict[str, int]:
        ours = shares()
        session = DxpSession(stream, player(**settings), None, Witness(), ours, Log())
        assert await asyncio.wait_for(session.run(), 5) is LinkEnd.PEER_LOST
        return dict(ours.tally.refusals)

    assert asyncio.run(drop(MemoryStream(), idle_s=0.0)) == {"silence": 1}
    deaf = ReadsNothing()
    deaf.feed(BLACK_FOLLOWS)
    assert asyncio.run(drop(deaf)) == {"slow": 1}
    assert told == [
        ("dxp.peer_silent", {"waiting_for": None}),
        ("dxp.peer_lost", {"reason": "took no line for 30 s"}),
    ]


def test_stopping_ends_the_game_on_our_turn() -> None:
    async def run() -> tuple[LinkEnd, list[str]]:
        stream, witness = MemoryStream(), Witness()
        slow = TimeControl("slow", "slow", move_time_s=60.0)
        settings = DxpPlayer("Us", load_variants().get("international"), EngineOptions(1, 1), slow)
        session = DxpSession(stream, settings, None, witness, shares(), Log())
        running = asyncio.create_task(session.run())
        stream.feed("R01Harness 1.0                     W000075A\0")
        await stream.until("A")
        session.stop()
        ending = await asyncio.wait_for(running, 5)
        return ending, stream.lines

    ending, lines = asyncio.run(run())
    assert ending is LinkEnd.STOPPED
    assert lines == ["E01\0"]


def test_who_leaves_begins_no_further_game() -> None:
    """A peer that asks for games acknowledges the end of one and asks for the next in one breath."""
    request = "R01Harness 1.0                     W000075A\0"
    witness = Witness()

    async def run() -> tuple[LinkEnd, list[str]]:
        stream = MemoryStream()
        slow = TimeControl("slow", "slow", move_time_s=60.0)
        settings = DxpPlayer("Us", load_variants().get("international"), EngineOptions(1, 1), slow)
        session = DxpSession(stream, settings, None, witness, shares(), Log())
        running = asyncio.create_task(session.run())
        stream.feed(request)
        await stream.until("A")
        session.stop()
        await stream.until("E")
        stream.feed("E00\0" + request)
        return await asyncio.wait_for(running, 5), stream.lines

    ending, lines = asyncio.run(run())
    assert ending is LinkEnd.STOPPED
    assert lines == ["AUs                              3\0"]
    assert len(witness.started) == 1


def test_a_match_that_is_played_ends_the_link_of_a_follower() -> None:
    """Also when the next request came with the end of the last game: it is declined."""

    class OneGame(Witness):
        def wants_game(self) -> bool:
            return not self.ended

    witness = OneGame()

    async def run() -> tuple[LinkEnd, list[str]]:
        stream = MemoryStream()
        session = DxpSession(stream, player(), None, witness, shares(), Log())
        stream.feed(f"{BLACK_FOLLOWS}E10\0{BLACK_FOLLOWS}")
        return await asyncio.wait_for(session.run(), 5), stream.lines

    ending, lines = asyncio.run(run())
    assert ending is LinkEnd.SCHEDULE_PLAYED
    assert [line[0] + line[-2] for line in lines] == ["A0", "E0", "A3"]
    assert len(witness.started) == 1


def test_a_game_that_breaks_off_is_asked_for_again() -> None:
    schedule = Schedule(1)

    async def run(answers: list[str]) -> tuple[LinkEnd, list[str]]:
        stream = MemoryStream()
        session = DxpSession(stream, player(), None, Witness(), shares(), Log(), schedule=schedule)
        running = asyncio.create_task(session.run())
        for answer in answers:
            await asyncio.sleep(0)
            stream.feed(answer)
        await stream.until("R")
        stream.feed("")
        return await asyncio.wait_for(running, 5), stream.lines

    accept = "AHarness" + " " * 25 + "0\0"
    assert asyncio.run(run([accept]))[0] is LinkEnd.PEER_LOST
    assert schedule.take() is not None
