from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from hub_engine.game.journal import GameJournal


def save(journal: GameJournal, text: str, *, is_over: bool = False) -> None:
    journal.note(text, is_over=is_over)
    journal.write()


def test_the_running_game_is_replaced_and_finished_ones_stay(tmp_path: Path) -> None:
    journal = GameJournal(tmp_path / "new" / "games.pdn")
    save(journal, "game 1: a b *\n")
    save(journal, "game 1: a *\n")
    assert journal.path.read_text() == "game 1: a *\n"
    save(journal, "game 1: a c 1-1\n", is_over=True)
    save(journal, "game 2: d *\n")
    save(journal, "game 2: d e *\n")
    assert journal.path.read_text() == "game 1: a c 1-1\ngame 2: d e *\n"


def test_a_file_that_is_there_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text("old game\n")
    journal = GameJournal(path)
    save(journal, "new game\n", is_over=True)
    assert path.read_text() == "old game\nnew game\n"


def test_what_cannot_be_written_comes_with_the_next_save(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.touch()  # a file where a folder is wanted
    journal = GameJournal(folder / "games.pdn")
    with pytest.raises(OSError, match="games"):
        save(journal, "game 1\n", is_over=True)
    assert journal.n_unsaved == 1
    folder.unlink()
    save(journal, "game 2 *\n")
    assert journal.n_unsaved == 0
    assert journal.path.read_text() == "game 1\ngame 2 *\n"
    save(journal, "game 2\n", is_over=True)
    assert journal.path.read_text() == "game 1\ngame 2\n"


def test_a_game_that_the_disk_did_not_take_is_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    journal = GameJournal(tmp_path / "games.pdn")
    save(journal, "game 1 *\n")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        for text in ("game 1\n", "game 2\n"):
            with pytest.raises(OSError, match="No space left"):
                save(journal, text, is_over=True)
    assert journal.n_unsaved == 2
    save(journal, "game 3 *\n")
    assert journal.n_unsaved == 0
    save(journal, "game 3\n", is_over=True)
    assert journal.path.read_text() == "game 1\ngame 2\ngame 3\n"


def test_a_full_disk_leaves_earlier_games(tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("needs /dev/full")
    with pytest.raises(OSError, match="No space left"):
        save(GameJournal(full), "game 1\n")


def test_a_path_that_can_never_be_is_told_by_the_save(tmp_path: Path) -> None:
    journal = GameJournal(tmp_path / ("x" * 300))
    with pytest.raises(OSError, match=os.strerror(errno.ENAMETOOLONG)):
        save(journal, "game 1\n")


def test_games_that_were_moved_away_leave_no_hole(tmp_path: Path) -> None:
    journal = GameJournal(tmp_path / "games.pdn")
    save(journal, "game 1\n", is_over=True)
    journal.path.rename(tmp_path / "elsewhere.pdn")
    save(journal, "game 2\n")
    assert journal.path.read_text() == "game 2\n"
    save(journal, "game 2\n", is_over=True)
    journal.path.write_text("")
    save(journal, "game 3\n")
    assert journal.path.read_text() == "game 3\n"


def test_of_each_game_only_the_last_version_is_written(tmp_path: Path) -> None:
    journal = GameJournal(tmp_path / "games.pdn")
    journal.note("game 1: a *\n", is_over=False)
    journal.note("game 1: a b *\n", is_over=False)
    journal.note("game 1: a b 1-1\n", is_over=True)
    journal.note("game 2 *\n", is_over=False)
    journal.note("game 2: c *\n", is_over=False)
    journal.write()
    assert journal.path.read_text() == "game 1: a b 1-1\ngame 2: c *\n"


def test_a_process_that_is_killed_in_a_write_leaves_no_rest_of_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class KilledError(Exception):
        pass

    def killed(*_: object) -> None:
        raise KilledError

    def opened(path: Path, mode: str) -> Any:
        file = open(path, mode)  # noqa: PTH123, SIM115 - the journal closes it
        monkeypatch.setattr(file, "truncate", killed)
        return file

    journal = GameJournal(tmp_path / "games.pdn")
    save(journal, "game 1: a b c d *\n")
    with monkeypatch.context() as patch, pytest.raises(KilledError):
        patch.setattr(Path, "open", opened)
        save(journal, "game 1: a *\n")
    assert journal.path.read_text().rstrip("\n") == "game 1: a *"


def test_what_is_handed_over_during_a_write_comes_with_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = GameJournal(tmp_path / "games.pdn")
    journal.note("game 1 *\n", is_over=False)
    journal.note("game 1\n", is_over=True)

    def busy(_: int) -> None:
        journal.note("game 2\n", is_over=True)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", busy)
        journal.write()
    assert journal.n_unsaved == 1
    assert journal.path.read_text() == "game 1\n"
    journal.write()
    assert journal.n_unsaved == 0
    assert journal.path.read_text() == "game 1\ngame 2\n"
