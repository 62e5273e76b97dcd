from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from hub_engine.board import Board
from hub_engine.config.time_control import TimeControl
from hub_engine.daemon import dxp_saving
from hub_engine.daemon.dxp_game import DxpGame
from hub_engine.daemon.dxp_saving import GameSaver
from hub_engine.game.journal import GameJournal
from hub_engine.logs import Log
from protocol.dxp.messages import EndReason
from protocol.notation.pdn import PdnReader

QUICK = TimeControl("quick", "quick", move_time_s=0.1)
PATIENCE_S = 30.0


def game(number: int = 1) -> DxpGame:
    return DxpGame(number, Board(), is_white=True, opponent="Them", control=QUICK)


def scene(journal: GameJournal | None, play: Callable[[GameSaver], Coroutine[Any, Any, None]]) -> tuple[list[str], int]:
    """What people are told while this is played, and how many games are lost in the end."""
    told = list[str]()

    async def run() -> int:
        saver = GameSaver(journal, "Us", told.append, Log())
        await play(saver)
        await saver.finish(PATIENCE_S)
        return saver.close()

    return told, asyncio.run(run())


async def save(saver: GameSaver, match: DxpGame) -> None:
    saver.save(match)
    await saver.finish(PATIENCE_S)


def saved_games(path: Path) -> list[tuple[str, str, int]]:
    """Number, result and plies of each game."""
    return [(saved.tags["Round"], saved.result, len(saved.line.moves)) for saved in PdnReader(path.read_text())]


def test_a_game_is_replaced_while_it_is_played_and_the_next_one_stands_behind_it(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"

    async def play(saver: GameSaver) -> None:
        for number in (1, 2):
            match = game(number)
            await save(saver, match)
            match.play(match.board.read("32-28"))
            await save(saver, match)
            assert saved_games(path)[-1] == (str(number), "*", 1)
            match.end(EndReason.DRAW, by_us=True, why="agreed")
            await save(saver, match)

    assert scene(GameJournal(path), play) == ([], 0)
    assert saved_games(path) == [("1", "1-1", 1), ("2", "1-1", 1)]


class SlowJournal(GameJournal):
    """Writes nothing before the disk is ready."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.n_writes = 0
        self.is_asked, self.is_ready = threading.Event(), threading.Event()

    def write(self) -> None:
        self.n_writes += 1
        self.is_asked.set()
        assert self.is_ready.wait(PATIENCE_S)
        super().write()


def test_a_slow_disk_holds_nothing_up_and_gets_all_there_is_at_once(tmp_path: Path) -> None:
    journal = SlowJournal(tmp_path / "games.pdn")

    async def play(saver: GameSaver) -> None:
        for number in (1, 2):
            match = game(number)
            saver.save(match)
            await asyncio.to_thread(journal.is_asked.wait, PATIENCE_S)
            match.play(match.board.read("32-28"))
            saver.save(match)
            match.break_off("link lost")
            saver.save(match)
        saver.save(game(3))
        journal.is_ready.set()

    assert scene(journal, play) == ([], 0)
    assert saved_games(journal.path) == [("1", "*", 1), ("2", "*", 1), ("3", "*", 0)]
    assert journal.n_writes == 2


def test_a_disk_that_does_not_come_back_is_not_waited_for(tmp_path: Path) -> None:
    journal = SlowJournal(tmp_path / "games.pdn")
    told = list[str]()

    async def run() -> int:
        saver = GameSaver(journal, "Us", told.append, Log())
        for number in (1, 2):
            match = game(number)
            match.break_off("stopped")
            saver.save(match)
        await asyncio.to_thread(journal.is_asked.wait, PATIENCE_S)
        await saver.finish(0.0)
        n_lost = saver.close()
        # Should the process live on, they are written all the same.
        journal.is_ready.set()
        await saver.finish(PATIENCE_S)
        return n_lost

    assert asyncio.run(run()) == 2
    assert told == [f"2 games are not saved in {journal.path}"]
    assert saved_games(journal.path) == [("1", "*", 0), ("2", "*", 0)]


def test_a_move_waits_for_the_disk_and_not_again_for_a_slow_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = SlowJournal(tmp_path / "games.pdn")

    async def play(saver: GameSaver) -> None:
        saver.save(game(1))
        monkeypatch.setattr(dxp_saving, "_SETTLING_S", 0.0)
        await saver.settle()
        monkeypatch.setattr(dxp_saving, "_SETTLING_S", PATIENCE_S)
        await saver.settle()
        assert not journal.path.exists()
        journal.is_ready.set()
        await saver.finish(PATIENCE_S)
        match = game(1)
        match.play(match.board.read("32-28"))
        saver.save(match)
        await saver.settle()
        assert saved_games(journal.path) == [("1", "*", 1)]

    assert scene(journal, play) == ([], 0)


def test_trouble_is_told_once_and_summed_up(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.touch()

    async def play(saver: GameSaver) -> None:
        for number in (1, 2):
            match = game(number)
            await save(saver, match)
            match.break_off("link lost")
            await save(saver, match)

    told, n_lost = scene(GameJournal(folder / "games.pdn"), play)
    assert n_lost == 2
    assert len(told) == 2
    assert "cannot be written" in told[0]
    assert told[1].startswith("2 games are not saved")


def test_trouble_that_comes_back_is_told_again(tmp_path: Path) -> None:
    folder = tmp_path / "games"

    async def play(saver: GameSaver) -> None:
        match = game()
        for _ in range(2):
            folder.touch()
            await save(saver, match)
            folder.unlink()
            await save(saver, match)
            (folder / "games.pdn").unlink()
            folder.rmdir()

    told, n_lost = scene(GameJournal(folder / "games.pdn"), play)
    assert len(told) == 2
    assert n_lost == 0


def test_a_thread_that_cannot_be_had_is_trouble_like_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class NoThreads:
        def __init__(self, *_: object) -> None:
            pass

        def submit(self, *_: object) -> None:
            raise RuntimeError("can't start new thread")

        def shutdown(self, *, wait: bool) -> None:
            assert not wait

    async def play(saver: GameSaver) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(dxp_saving, "ThreadPoolExecutor", NoThreads)
            match = game()
            match.break_off("link lost")
            await save(saver, match)
        await save(saver, game(2))

    told, n_lost = scene(GameJournal(tmp_path / "games.pdn"), play)
    assert len(told) == 1
    assert "cannot be written: can't start new thread" in told[0]
    assert n_lost == 0
    assert saved_games(tmp_path / "games.pdn") == [("1", "*", 0), ("2", "*", 0)]


@pytest.mark.parametrize("goes_on", [True, False], ids=["with the next game", "at the end of the link"])
def test_a_game_that_came_late_to_its_file_is_not_told_as_lost(tmp_path: Path, goes_on: bool) -> None:
    folder = tmp_path / "games"
    folder.touch()

    async def play(saver: GameSaver) -> None:
        match = game()
        match.break_off("link lost")
        await save(saver, match)
        folder.unlink()
        if goes_on:
            saver.save(game(2))

    told, n_lost = scene(GameJournal(folder / "games.pdn"), play)
    assert saved_games(folder / "games.pdn") == [("1", "*", 0), ("2", "*", 0)][: 1 + goes_on]
    assert len(told) == 1
    assert n_lost == 0


def test_without_a_journal_nothing_is_saved() -> None:
    async def play(saver: GameSaver) -> None:
        saver.save(game())

    assert scene(None, play) == ([], 0)
