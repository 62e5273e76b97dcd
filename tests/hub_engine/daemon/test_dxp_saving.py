from __future__ import annotations

from pathlib import Path

from hub_engine.board import Board
from hub_engine.config.time_control import TimeControl
from hub_engine.daemon.dxp_game import DxpGame
from hub_engine.daemon.dxp_saving import GameSaver
from hub_engine.game.journal import GameJournal
from hub_engine.logs import Log
from protocol.dxp.messages import EndReason
from protocol.notation.pdn import PdnReader

QUICK = TimeControl("quick", "quick", move_time_s=0.1)


def game(number: int = 1) -> DxpGame:
    return DxpGame(number, Board(), is_white=True, opponent="Them", control=QUICK)


def test_a_game_is_replaced_while_it_is_played_and_the_next_one_stands_behind_it(tmp_path: Path) -> None:
    path, told = tmp_path / "games.pdn", list[str]()
    saver = GameSaver(GameJournal(path), "Us", told.append, Log())
    for number in (1, 2):
        match = game(number)
        saver.save(match)
        match.play(match.board.read("32-28"))
        saver.save(match)
        match.end(EndReason.DRAW, by_us=True, why="agreed")
        saver.save(match)
    saver.close()
    assert [(saved.tags["Round"], saved.result) for saved in PdnReader(path.read_text())] == [
        ("1", "1-1"),
        ("2", "1-1"),
    ]
    assert told == []


def test_trouble_is_told_once_and_summed_up(tmp_path: Path) -> None:
    folder, told = tmp_path / "games", list[str]()
    folder.touch()
    saver = GameSaver(GameJournal(folder / "games.pdn"), "Us", told.append, Log())
    for number in (1, 2):
        match = game(number)
        saver.save(match)
        match.break_off("link lost")
        saver.save(match)
    saver.close()
    assert len(told) == 2
    assert "cannot be written" in told[0]
    assert told[1].startswith("2 games are not saved")


def test_trouble_that_comes_back_is_told_again(tmp_path: Path) -> None:
    folder, told = tmp_path / "games", list[str]()
    saver = GameSaver(GameJournal(folder / "games.pdn"), "Us", told.append, Log())
    match = game()
    for _ in range(2):
        folder.touch()
        saver.save(match)
        folder.unlink()
        saver.save(match)
        (folder / "games.pdn").unlink()
        folder.rmdir()
    saver.close()
    assert len(told) == 2


def test_a_game_that_came_late_to_its_file_is_not_told_as_lost(tmp_path: Path) -> None:
    folder, told = tmp_path / "games", list[str]()
    folder.touch()
    saver = GameSaver(GameJournal(folder / "games.pdn"), "Us", told.append, Log())
    match = game()
    match.break_off("link lost")
    saver.save(match)
    folder.unlink()
    saver.save(game(2))
    saver.close()
    assert [saved.tags["Round"] for saved in PdnReader((folder / "games.pdn").read_text())] == ["1", "2"]
    assert len(told) == 1


def test_without_a_journal_nothing_is_saved() -> None:
    told = list[str]()
    saver = GameSaver(None, "Us", told.append, Log())
    saver.save(game())
    saver.close()
    assert told == []
