"""Connecting, and connecting again: a match goes on where the link was lost."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hub_engine.config.engine import default_engine
from hub_engine.config.time_control import TimeControl
from hub_engine.daemon import dxp_links, dxp_session
from hub_engine.daemon.dxp_agreement import DxpPlayer
from hub_engine.daemon.dxp_game import DxpGame
from hub_engine.daemon.dxp_links import DxpLinks
from hub_engine.daemon.dxp_session import DxpSession, LinkEnd, Observer
from hub_engine.daemon.shares import Shares
from hub_engine.daemon.stream import Stream
from hub_engine.daemon.tally import Tally
from hub_engine.daemon.tcp import TcpStream
from hub_engine.engine.options import EngineOptions
from hub_engine.logs import Log
from hub_engine.match.schedule import Schedule
from hub_engine.variants import load_variants
from protocol.notation.pdn import PdnReader

PLAYER = DxpPlayer(
    "Us 1.0",
    load_variants().get("international"),
    EngineOptions(1, 1),
    TimeControl("quick", "quick", depth=1),
    move_limit=3,
    longest_move_s=0.01,
)


class Witness(Observer):
    """Keeps what it hears."""

    def __init__(self) -> None:
        self.ended: list[DxpGame] = []
        self.troubles: list[str] = []
        self.troubled = asyncio.Event()

    def game_ended(self, game: DxpGame) -> None:
        self.ended.append(game)

    def trouble(self, text: str) -> None:
        self.troubles.append(text)
        if len(self.troubles) == 3:
            self.troubled.set()


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dxp_session, "GAP_S", 0.0)
    monkeypatch.setattr(dxp_links, "_FIRST_WAIT_S", 0.01)


def shares() -> Shares:
    return Shares(default_engine().limits, Tally())


def test_a_match_goes_on_after_a_lost_link(tmp_path: Path) -> None:
    witness, cuts = Witness(), [1, 2]

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if cuts:
            # Gone before the answer, and gone in the middle of the first game.
            await reader.readuntil(b"\0")
            if cuts.pop(0) == 2:
                writer.write(b"AThem" + b" " * 28 + b"0\0")
                await reader.readuntil(b"\0")
            writer.close()
            return
        follower = replace(PLAYER, name="Them 1.0", move_limit=None)
        await DxpSession(TcpStream(reader, writer, 5.0), follower, None, Observer(), shares(), Log()).run()

    async def run() -> LinkEnd:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        links = DxpLinks(PLAYER, tmp_path, lambda _: witness, shares(), Log(), schedule=Schedule(2))
        async with server:
            return await asyncio.wait_for(links.connect("127.0.0.1", port), 30)

    assert asyncio.run(run()) is LinkEnd.SCHEDULE_PLAYED
    # The first game broke off and was asked for again: both games of the schedule have an end.
    assert [game.number for game in witness.ended] == [1, 1, 2]
    assert [game.conclusion is not None and game.conclusion.is_broken_off for game in witness.ended] == [
        True,
        False,
        False,
    ]
    files = sorted(tmp_path.iterdir())
    games = [game for path in files for game in PdnReader(path.read_text(encoding="utf-8"))]
    assert games[0].tags["Termination"] == "link lost"
    assert len(games) == 3


def test_a_peer_that_is_not_there_is_tried_again() -> None:
    witness = Witness()

    async def run() -> LinkEnd:
        server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        server.close()
        links = DxpLinks(PLAYER, None, lambda _: witness, shares(), Log())
        connecting = asyncio.create_task(links.connect("127.0.0.1", port))
        await asyncio.wait_for(witness.troubled.wait(), 5)
        links.stop()
        return await asyncio.wait_for(connecting, 5)

    assert asyncio.run(run()) is LinkEnd.STOPPED
    waits = [float(text.rpartition("next try in ")[2].split()[0]) for text in witness.troubles[:3]]
    assert waits == [0.01, 0.02, 0.04]


def test_a_peer_that_only_hangs_up_is_told_of_and_left_in_peace_ever_longer() -> None:
    witness = Witness()

    async def run() -> LinkEnd:
        server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        links = DxpLinks(PLAYER, None, lambda _: witness, shares(), Log())
        async with server:
            connecting = asyncio.create_task(links.connect("127.0.0.1", port))
            await asyncio.wait_for(witness.troubled.wait(), 5)
            links.stop()
            return await asyncio.wait_for(connecting, 5)

    assert asyncio.run(run()) is LinkEnd.STOPPED
    ends = [text.partition(" is ")[2] for text in witness.troubles[:3]]
    assert ends == [f"lost, next try in {wait} s" for wait in ("0.01", "0.02", "0.04")]


def test_a_peer_that_does_not_answer_is_told_of_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    witness = Witness()
    monkeypatch.setattr(dxp_links, "_CONNECT_DEADLINE_S", 0.0)

    async def run() -> None:
        links = DxpLinks(PLAYER, None, lambda _: witness, shares(), Log())
        connecting = asyncio.create_task(links.connect("127.0.0.1", 1))
        await asyncio.wait_for(witness.troubled.wait(), 5)
        links.stop()
        await asyncio.wait_for(connecting, 5)

    asyncio.run(run())
    assert witness.troubles[0] == "127.0.0.1:1 cannot be reached (no answer within 0 s), next try in 0.01 s"


def test_stopping_ends_an_attempt_that_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    witness = Witness()

    async def run() -> LinkEnd:
        under_way = asyncio.Event()

        async def connect(*_: Any) -> None:
            under_way.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(asyncio, "open_connection", connect)
        links = DxpLinks(PLAYER, None, lambda _: witness, shares(), Log())
        connecting = asyncio.create_task(links.connect("127.0.0.1", 1))
        await under_way.wait()
        links.stop()
        return await asyncio.wait_for(connecting, 5)

    assert asyncio.run(run()) is LinkEnd.STOPPED
    assert witness.troubles == []


def test_stopping_before_the_first_attempt_makes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> LinkEnd:
        monkeypatch.delattr(asyncio, "open_connection")
        links = DxpLinks(PLAYER, None, lambda _: Witness(), shares(), Log())
        links.stop()
        return await asyncio.wait_for(links.connect("127.0.0.1", 1), 5)

    assert asyncio.run(run()) is LinkEnd.STOPPED


def test_stopping_while_the_connection_is_made_ends_the_link_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()
        await writer.wait_closed()

    async def run() -> LinkEnd:
        served = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = served.sockets[0].getsockname()[1]
        links = DxpLinks(PLAYER, None, lambda _: Witness(), shares(), Log())
        connect = asyncio.open_connection

        async def connect_and_be_stopped(*args: Any) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
            made = await connect(*args)
            links.stop()
            return made

        monkeypatch.setattr(asyncio, "open_connection", connect_and_be_stopped)
        async with served:
            return await asyncio.wait_for(links.connect("127.0.0.1", port), 5)

    assert asyncio.run(run()) is LinkEnd.STOPPED


def test_the_system_finds_out_when_the_machine_that_we_reached_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    async def run() -> LinkEnd:
        server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        links = DxpLinks(PLAYER, None, lambda _: Witness(), shares(), Log())
        make_session = links.session

        def session(stream: Stream, name: str) -> DxpSession:
            connection = made[0].get_extra_info("socket")
            asked.append(connection.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE))
            links.stop()
            return make_session(stream, name)

        made: list[asyncio.StreamWriter] = []
        connect = asyncio.open_connection

        async def note(*args: Any) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
            reader, writer = await connect(*args)
            made.append(writer)
            return reader, writer

        monkeypatch.setattr(asyncio, "open_connection", note)
        monkeypatch.setattr(links, "session", session)
        async with server:
            return await asyncio.wait_for(links.connect("127.0.0.1", port), 5)

    asyncio.run(run())
    assert asked == [1]
