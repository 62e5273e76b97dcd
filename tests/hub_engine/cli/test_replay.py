"""Recorded by our own process, played again by the command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from hub_engine.cli.main import main
from hub_engine.transcript import Direction, Entry, Head, Protocol, write_entry, write_head

ANSWERED = write_head(Head(Protocol.HUB, "x", "", "soicos")) + write_entry(Entry(0.0, Direction.OUT, b"wait\n"))
FAKE = str(Path(__file__).parents[2] / "fakes" / "faulty_hub_engine.py")


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    folder = tmp_path / "recordings"
    command = [sys.executable, "-m", "hub_engine", "hub", "--record", str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for lines, last_word in (
            (b"hub\n", b"wait"),
            (b"set-param name=token value=Geheimnis\ninit\n", b"ready"),
            (b"pos start\nlevel depth=3\ngo think\n", b"done"),
            (b"ping\n", b"pong"),
        ):
            process.stdin.write(lines)
            while not process.stdout.readline().startswith(last_word):
                pass
        process.stdin.write(b"quit\n")
        assert process.wait(20) == 0
    (path,) = folder.glob("*.jsonl")
    assert "Geheimnis" not in path.read_text("utf-8")
    return path


@pytest.mark.parametrize("options", [[], ["--fast"]])
def test_our_own_engine_answers_as_it_did(
    recording: Path, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", *options, str(recording)]) == 0
    assert capsys.readouterr().out.endswith("answers, in number and kind as recorded\n")


def test_another_engine_is_shown_beside_the_recording(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = [sys.executable, "-S", FAKE, "two-pongs"]
    assert main(["replay", "--fast", str(recording), "--", *program]) == 1
    shown = capsys.readouterr().out
    assert "recorded" in shown.splitlines()[0]
    assert "* " in shown
    assert shown.splitlines()[-1] == "pong: 1 recorded, 2 replayed"


def test_a_link_is_played_to_our_own_follower(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "link.jsonl"
    said = [
        Entry(0.0, Direction.IN, b"R01Recorded                        Z001075A\0"),
        Entry(0.1, Direction.OUT, b"AAnother                         0\0"),
        Entry(0.2, Direction.IN, b"E00\0"),
        Entry(0.3, Direction.OUT, b"E00\0"),
    ]
    path.write_text(write_head(Head(Protocol.DXP, "x", "")) + "".join(map(write_entry, said)), "utf-8")
    assert main(["replay", "--fast", str(path)]) == 0
    assert capsys.readouterr().out == "2 answers, in number and kind as recorded\n"


def test_an_engine_that_is_not_there(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(recording), "--", "./no-such-engine"]) == 1
    assert "no-such-engine" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "cannot be read"),
        ("hub\ninit\n", "x.jsonl:1: no JSON"),
        (write_head(Head(Protocol.HUB, "x", "")) + "{}\n", "x.jsonl:2: 't_s' is missing"),
        (
            write_head(Head(Protocol.HUB, "x", "")) + '{"t_s": 1e300, "dir": "in", "data": ""}\n',
            "x.jsonl:2: t_s: not a time",
        ),
        (write_head(Head(Protocol.HUB, "x", "")) + '{"t_s": 1, "dir"', "x.jsonl:2: cut off"),
        (write_head(Head(Protocol.HUB, "x", "")), "holds no answer"),
        (ANSWERED.replace("soicos", "nosuch"), "there is no variant 'nosuch'"),
        (
            write_head(Head(Protocol.DXP, "x", "")) + write_entry(Entry(0.0, Direction.OUT, b"R01\0")),
            "the engine asked for the games",
        ),
    ],
)
def test_files_that_cannot_be_played(
    tmp_path: Path, text: str | None, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.jsonl"
    if text is not None:
        path.write_text(text, "utf-8")
    assert main(["replay", str(path)]) == 2
    assert reason in capsys.readouterr().err


def test_the_address_is_for_links_and_must_be_known_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(ANSWERED.replace('"hub"', '"dxp"'), "utf-8")
    assert main(["replay", str(path), "--", "./engine"]) == 2
    assert "--connect" in capsys.readouterr().err
    path.write_text(ANSWERED, "utf-8")
    assert main(["replay", "--connect", "127.0.0.1:27531", str(path)]) == 2
    assert "is a Hub session" in capsys.readouterr().err


def test_bytes_that_are_no_text_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(ANSWERED.encode() + b"\xff\xfe\n")
    assert main(["replay", str(path)]) == 2
    assert "x.jsonl:3: not UTF-8 text" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("head", "square"),
    [
        (Head(Protocol.DXP, "x", "", "russian"), "22"),
        (Head(Protocol.DXP, "x", "", "soicos", (("flying_king", "false"),)), "22"),
    ],
)
def test_our_own_engine_plays_the_game_of_the_recording(
    head: Head, square: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first move is none of international draughts, and nothing answers as the engine did then."""
    said = [
        Entry(0.0, Direction.IN, b"R01Recorded                        Z001075A\0"),
        Entry(0.1, Direction.OUT, b"AAnother                         0\0"),
        Entry(0.2, Direction.IN, f"M0000{square}1800\0".encode()),
        Entry(0.3, Direction.OUT, b"M0000999900\0"),
        Entry(0.4, Direction.IN, b"M0000181400\0"),
        Entry(0.5, Direction.OUT, b"M0000999900\0"),
        Entry(0.6, Direction.IN, b"R01Recorded                        Z001075A\0"),
        Entry(0.7, Direction.OUT, b"AAnother                         0\0"),
        Entry(0.8, Direction.IN, b"E00\0"),
        Entry(0.9, Direction.OUT, b"E00\0"),
    ]
    path = tmp_path / "link.jsonl"
    path.write_text(write_head(head) + "".join(map(write_entry, said)), "utf-8")
    assert main(["replay", "--fast", str(path)]) == 0
    named, counted = capsys.readouterr().out.splitlines()
    assert named.startswith("lines 6 to 7 are not compared: the engine has moved M")
    assert counted == "4 answers, in number and kind as recorded"


def test_a_folder_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["hub", "--record", str(tmp_path / "file" / "folder")]) == 2
    assert "cannot be made" in capsys.readouterr().err
