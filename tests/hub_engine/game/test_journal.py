from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from hub_engine.game.journal import GameJournal


def test_the_running_game_is_replaced_and_finished_ones_stay(tmp_path: Path) -> None:
    journal = GameJournal(tmp_path / "new" / "games.pdn")
    journal.save("game 1: a b *\n")
    journal.save("game 1: a *\n")
    assert journal.path.read_text() == "game 1: a *\n"
    journal.close_game("game 1: a c 1-1\n")
    journal.save("game 2: d *\n")
    journal.save("game 2: d e *\n")
    assert journal.path.read_text() == "game 1: a c 1-1\ngame 2: d e *\n"


def test_a_file_that_is_there_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text("old game\n")
    journal = GameJournal(path)
    journal.close_game("new game\n")
    assert path.read_text() == "old game\nnew game\n"


def test_what_cannot_be_written_comes_with_the_next_save(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.touch()  # a file where a folder is wanted
    journal = GameJournal(folder / "games.pdn")
    with pytest.raises(OSError, match="games"):
        journal.close_game("game 1\n")
    assert journal.n_unsaved == 1
    folder.unlink()
    journal.save("game 2 *\n")
    assert journal.n_unsaved == 0
    assert journal.path.read_text() == "game 1\ngame 2 *\n"
    journal.close_game("game 2\n")
    assert journal.path.read_text() == "game 1\ngame 2\n"


def test_a_game_that_the_disk_did_not_take_is_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    journal = GameJournal(tmp_path / "games.pdn")
    journal.save("game 1 *\n")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        for text in ("game 1\n", "game 2\n"):
            with pytest.raises(OSError, match="No space left"):
                journal.close_game(text)
    assert journal.n_unsaved == 2
    journal.save("game 3 *\n")
    assert journal.n_unsaved == 0
    journal.close_game("game 3\n")
    assert journal.path.read_text() == "game 1\ngame 2\ngame 3\n"


def test_a_full_disk_leaves_earlier_games(tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("needs /dev/full")
    with pytest.raises(OSError, match="No space left"):
        GameJournal(full).save("game 1\n")


def test_a_path_that_can_never_be_is_told_by_the_save(tmp_path: Path) -> None:
    journal = GameJournal(tmp_path / ("x" * 300))
    with pytest.raises(OSError, match=os.strerror(errno.ENAMETOOLONG)):
        journal.save("game 1\n")


def test_games_that_were_moved_away_leave_no_hole(tmp_path: Path) -> None:
    journal = GameJournal(tmp_path / "games.pdn")
    journal.close_game("game 1\n")
    journal.path.rename(tmp_path / "elsewhere.pdn")
    journal.save("game 2\n")
    assert journal.path.read_text() == "game 2\n"
    journal.close_game("game 2\n")
    journal.path.write_text("")
    journal.save("game 3\n")
    assert journal.path.read_text() == "game 3\n"
