from __future__ import annotations

from pathlib import Path

import pytest

from hub_engine.errors import ConfigError
from hub_engine.match.openings import load_openings
from hub_engine.variants import load_variants

INTERNATIONAL = load_variants().get("international")


def write(folder: Path, text: str) -> Path:
    path = folder / "ballots.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_form_of_a_line(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """# ballots
        1. 32-28 19-23 2. 28x19   # a trailing remark
        33-29
        1.32-28 19-23 2.28x19 *
        1. 32-28 {a remark} (1. 31-27) 19-23!

        B:W31-50:B1-20
        Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww
        """,
    )
    boards = load_openings(path, INTERNATIONAL)
    assert [board.ply for board in boards] == [3, 1, 3, 2, 0, 0]
    assert [board.white_to_move for board in boards] == [False, False, False, True, False, True]


def test_windows_marks_and_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "ballots.txt"
    path.write_bytes(b"\xef\xbb\xbf32-28\r\n33-29\r\n")
    assert [board.ply for board in load_openings(path, INTERNATIONAL)] == [1, 1]


def test_moves_of_an_algebraic_game(tmp_path: Path) -> None:
    boards = load_openings(write(tmp_path, "c3-d4 d6-c5\nc3-d4\n"), load_variants().get("russian"))
    assert [board.ply for board in boards] == [2, 1]


def test_every_faulty_line_is_named(tmp_path: Path) -> None:
    path = write(tmp_path, "32-28\n32-27 99-98\nW:W60:B1\nW:W1:B\n32-28 * 33-28\n32-28 word\n")
    with pytest.raises(ConfigError) as caught:
        load_openings(path, INTERNATIONAL)
    assert [fault.line for fault in caught.value.faults] == [2, 3, 4, 5, 6]


@pytest.mark.parametrize(("text", "reason"), [("# nothing\n", "holds no opening")])
def test_an_empty_file_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(ConfigError, match=reason):
        load_openings(write(tmp_path, text), INTERNATIONAL)


def test_a_file_in_another_encoding_is_refused_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_bytes(b"# ballots\n# \xe9\n32-28\n")
    with pytest.raises(ConfigError) as refusal:
        load_openings(path, INTERNATIONAL)
    assert str(refusal.value) == f"{path}:2: is not UTF-8 text"


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read: No such file"):
        load_openings(tmp_path / "none.txt", INTERNATIONAL)
