from __future__ import annotations

import errno
import io
import json
import os
import signal
import tomllib
from pathlib import Path
from typing import Any

import pytest

import hub_engine
from hub_engine.board import Board
from hub_engine.cli.main import COMMANDS, main
from hub_engine.cli.output import flush, say
from hub_engine.daemon.catalogue import Catalogue

ROOT = Path(__file__).parents[3]
START = "W:W31-50:B1-20"


def output(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def test_version_is_said_once() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert hub_engine.__version__ == declared


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    assert f"hub-engine {command}" in capsys.readouterr().out.partition("examples:")[2]


def test_options_are_declared_without_measuring_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    def measure() -> None:
        raise AssertionError

    monkeypatch.setattr("shutil.get_terminal_size", measure)
    assert main(["perft", "1"]) == 0


def test_letters_that_the_terminal_lacks_are_shown_by_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A peer with a letter of its own in its name, or a path, must not end a match."""
    written = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(written, "cp437"))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n"), "utf-8"))
    assert main(["play", "--depth", "1", "--variant", "thai"]) == 0
    assert b"illegal move \\xff" in written.getvalue()
    say("\xfe \udcff")
    flush()
    assert written.getvalue().splitlines()[-1] == b"\\xfe \\udcff"


def test_complaints_that_cannot_be_written_leave_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def write(_: str) -> int:
        raise OSError(errno.ENOSPC, "full")

    for stderr in (None, io.StringIO()):
        monkeypatch.setattr("sys.stderr", stderr)
        if stderr is not None:
            monkeypatch.setattr(stderr, "write", write)
        assert main(["perft", "3", "--fen", "x"]) == 2


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    report = json.loads(output(capsys, "perft", "4", "--fen", START, "--json"))
    assert set(report) == {"variant", "fen", "depth", "nodes", "time_s", "nps"}
    assert report["nodes"] == 4265
    assert output(capsys, "perft", "4").split()[-1] == "4265"
    divided = output(capsys, "perft", "3", "--variant", "russian", "--divide").splitlines()
    assert sum(int(line.split()[1]) for line in divided[:7]) == 302


def test_moves_json_is_as_documented(capsys: pytest.CaptureFixture[str]) -> None:
    report = json.loads(output(capsys, "moves", "W:WK10,36:B33,41,42", "--json"))
    assert {"text", "native", "from", "to", "captured", "crowns"} == set(report["moves"][0])
    assert report["result"] is None
    played = json.loads(output(capsys, "moves", START, "--played", "32-28 19-23", "--json"))
    assert [move["text"] for move in played["moves"]] == ["28x19x23"]


@pytest.mark.parametrize(
    ("variant", "fen", "played"),
    [
        ("english", "B:W21-32:B1-12", "11-15 23-19"),
        ("english", "B:W21-32:B1-12", "1.11-15 23-19 2.8-11 *"),
        ("russian", "W:Wa1,c3:Bd6,h8", "c3-d4 d6-e5 d4:f6"),
        ("russian", "W:Wa1,c3:Bd6,h8", "22-18 10-15 18x11x15"),
        ("brazilian", "W:We3,c3:Bd6", "e3-f4 d6-e5 f4xd6"),
    ],
)
def test_played_moves_are_native_or_hub(
    variant: str, fen: str, played: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (["moves"], ["search", "--depth", "1", "--hash", "1"]):
        assert output(capsys, *command, fen, "--variant", variant, "--played", played)


def test_native_moves_of_json_can_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    """Spanish numbers are not Hub's: a text of numbers is read as Spanish."""
    fen = "W:W1-12:B21-32"
    shown = json.loads(output(capsys, "moves", fen, "--variant", "spanish", "--json"))["moves"]
    for move in shown:
        assert move["native"] != move["text"]
        assert output(capsys, "moves", fen, "--variant", "spanish", "--played", move["native"])


def test_a_value_with_a_dash_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["moves", START, "--played", "-17/18-22"])
    assert end.value.code == 2
    assert "one that begins with a dash is written --played=-..." in capsys.readouterr().err


def test_moves_that_take_a_piece_off(capsys: pytest.CaptureFixture[str]) -> None:
    full = "B" + ("bw" * 4 + "wb" * 4) * 4
    report = json.loads(output(capsys, "moves", full, "--variant", "konane", "--json"))
    assert {"text": "-28", "native": "-d5", "from": 28, "to": 28, "captured": [28], "crowns": False} in report["moves"]
    huffed = "Beeeeeeeeeeeeeeeewbeeeeeeeeeeeeee/huff=17"
    report = json.loads(output(capsys, "moves", huffed, "--variant", "children-es", "--json"))
    assert [move.get("huffed") for move in report["moves"]].count(17) == 2
    played = json.loads(output(capsys, "moves", huffed, "--variant", "children-es", "--played=-17/18-22", "--json"))
    assert played["result"]["reason"] == "no-pieces"


def test_options_of_a_variant(capsys: pytest.CaptureFixture[str]) -> None:
    king = "W:WK29:B1"
    assert len(output(capsys, "moves", king, "--variant", "soicos").splitlines()) == 7
    for words in (["--variant", "soicos", "--option", "flying_king=false"], ["--variant", "soicos-short"]):
        assert len(output(capsys, "moves", king, *words).splitlines()) == 1
    assert json.loads(output(capsys, "variants", "soicos", "--json"))["options"] == ["flying_king=true|false"]
    assert main(["moves", king, "--variant", "soicos", "--option", "flying_king=maybe"]) == 2
    assert "must be one of true, false" in capsys.readouterr().err


def test_moves_tells_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    report = json.loads(output(capsys, "moves", "W:W:B20", "--json"))
    assert report == {"moves": [], "result": {"text": "0-2", "winner": "black", "reason": "no-pieces"}}


def test_variants(capsys: pytest.CaptureFixture[str]) -> None:
    everything = json.loads(output(capsys, "variants", "--json"))
    assert {entry["id"] for entry in everything} >= {"international", "frisian", "spantsireti"}
    assert json.loads(output(capsys, "variants", "checkers", "--json"))["id"] == "english"


def test_a_variant_that_is_over_at_the_start_is_no_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    path = tmp_path / "variants" / "over.yaml"
    setup = "setup: {white: [6-50], black: [1-5]}"
    path.write_text(f"extends: international\nnames: {{title: Over, hub: over}}\n{setup}\n", "utf-8")
    wanted = f"{path}: setup: the game is over before its first move: 0-2 (no-move)"
    assert main(["check", str(path)]) == 1
    assert capsys.readouterr().err == f"hub-engine: {wanted}\n"
    catalogue = Catalogue(tmp_path)
    catalogue.check_own()
    assert catalogue.unusable == {"variants.over": wanted}


def test_variants_lists_the_others_when_one_cannot_be_used(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    path = tmp_path / "variants" / "l.yaml"
    path.write_text("extends: international\nnames: x\n", "utf-8")
    shipped = {form: output(capsys, "variants", *form) for form in ((), ("--json",))}
    for form, listed in shipped.items():
        assert main(["variants", "--config-dir", str(tmp_path), *form]) == 0
        told = capsys.readouterr()
        assert (told.out, told.err) == (listed, f"hub-engine: {path}:2: names: must be a mapping, not the text 'x'\n")


def test_variants_tells_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    told = output(capsys, "variants", "shashki")
    assert "other names  shashki" in told
    assert "Sources: FMJD-64 rules" in told
    assert "A king moves any number of free squares" in told
    assert max(map(len, told.split("Board")[1].splitlines())) <= 100
    assert "1-0 (Black wins)" in output(capsys, "variants", "english")
    spanish = output(capsys, "variants", "soicos", "--lang", "es", "--option", "flying_king=false")
    assert "La dama mueve una casilla" in spanish


def test_search(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "search", START, "--depth", "3", "--hash", "1")
    assert "White to move" in text
    assert "best move:" in text


def test_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    files = [str(path) for path in (ROOT / "configs").rglob("*.yaml")]
    assert len(output(capsys, "check", *files).splitlines()) == len(files)
    bad = tmp_path / "engine.yaml"
    bad.write_text("hash_mb: much\nthread: 2\n", "utf-8")
    assert main(["check", str(bad)]) == 1
    complaints = capsys.readouterr().err.splitlines()
    assert len(complaints) == 2
    assert f"{bad}:1: hash_mb" in complaints[0]


def test_check_says_how_a_variant_was_read_that_lies_elsewhere(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("extends: russian\nnames: {title: Mine, hub: mine}\n", "utf-8")
    assert main(["check", str(path)]) == 1
    first, *others = capsys.readouterr().err.splitlines()
    assert "was read as engine settings" in first
    assert "variants/" in first
    assert len(others) == 2


def test_check_says_what_serve_would(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    settings = tmp_path / "engine.yaml"
    settings.write_text(
        "hub_tcp: {token_file: nosuch.token, port: 7}\ndxp: {port: 7}\nvariant: checkrs\n"
        "time_control: 5mins\nhash_mb: lots\n",
        "utf-8",
    )
    assert main(["check", str(settings)]) == 1
    complaints = capsys.readouterr().err.splitlines()
    for complaint, (line, key, reason) in zip(
        complaints,
        [
            (1, "hub_tcp.token_file", "the token cannot be read"),
            (2, "dxp.port", "is that of hub_tcp already"),
            (3, "variant", "did you mean checkers"),
            (4, "time_control", "did you mean 5min?"),
            (5, "hash_mb", "must be a whole number"),
        ],
        strict=True,
    ):
        assert complaint.startswith(f"hub-engine: {settings}:{line}: {key}: ")
        assert reason in complaint


def test_a_file_that_cannot_be_looked_at_hides_no_other_finding(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    settings, long = tmp_path / "engine.yaml", "x" * 300
    (tmp_path / "variants").mkdir()
    settings.write_text(f"log: {{file: {long}}}\nhash_mb: lots\n", "utf-8")
    assert main(["check", long, str(tmp_path / "variants" / long), str(settings)]) == 1
    reason = os.strerror(errno.ENAMETOOLONG)
    assert capsys.readouterr().err.splitlines() == [
        f"hub-engine: {long}: cannot be read: {reason}",
        f"hub-engine: {tmp_path / 'variants' / long}: cannot be read: {reason}",
        f"hub-engine: {settings}:1: log.file: {tmp_path / long} cannot be used: {reason}",
        f"hub-engine: {settings}:2: hash_mb: must be a whole number, not the text 'lots'",
    ]


def test_a_folder_that_may_not_be_looked_into_hides_no_other_finding(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(path: Path, *_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "locked/mine.yaml")

    monkeypatch.setattr("hub_engine.cli.check.read_time_control", locked)
    missing = tmp_path / "missing.yaml"
    assert main(["check", "time-controls/mine.yaml", str(missing)]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "hub-engine: time-controls/mine.yaml: locked/mine.yaml cannot be read: Permission denied",
        f"hub-engine: {missing}: cannot be read: No such file or directory",
    ]


def test_check_finds_every_fault_of_a_variant(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    path = tmp_path / "variants" / "mine.yaml"
    path.write_text("extends: english\nnames: {title: Mine, hub: normal}\nkings: {rnage: short}\n", "utf-8")
    for options in ([], ["--config-dir", str(tmp_path)]):
        assert main(["check", *options, str(path)]) == 1
        assert capsys.readouterr().err.splitlines() == [
            f"hub-engine: {path}:2: names: 'normal' is a name of international already",
            f"hub-engine: {path}:3: kings.rnage: unknown key, did you mean range?",
        ]


def test_the_port_of_an_option_is_compared_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    settings = tmp_path / "engine.yaml"
    settings.write_text("dxp: {port: 27600}\n", "utf-8")
    assert main(["serve", "--config", str(settings), "--port", "27600"]) == 2
    assert capsys.readouterr().err == "hub-engine: --port: the port of dxp is that of hub_tcp already\n"


@pytest.mark.parametrize(
    "words",
    [
        ["perft", "3", "--variant", "nosuch"],
        ["moves", "nonsense"],
        ["moves", "W:W3:B40"],
        ["moves", START, "--played", "1-50"],
        ["moves", START, "--played", "32-28 nonsense"],
        ["moves", START, "--played", "32-28 * 19-23"],
        ["check", "--config-dir", "/no/such/folder", "x.yaml"],
        ["hub", "--threads", "0"],
        ["hub", "--variant", "nosuch"],
        ["serve", "--config", "/no/such/file.yaml"],
        ["bench", "--check", "/no/such/file"],
        ["variants", "--option", "flying_king=false"],
        ["variants", "--lang", "es"],
        ["dxp", "--listen", "0", "--colour", "black"],
        ["dxp", "--listen", "0", "--initiate", "--swap"],
        ["dxp", "--connect", "127.0.0.1:1", "--links", "2"],
        ["dxp", "--connect", "127.0.0.1:1", "--open"],
        ["variants", "soicos", "--lang", "es", "--json"],
        ["dxp", "--connect", "127.0.0.1:1", "--name", "x" * 33],
        ["dxp", "--connect", "127.0.0.1:1", "--name", " "],
        ["dxp", "--connect", "127.0.0.1:1", "--initiate", "--time-control", "infinite"],
        ["hub", "--log-file", "."],
    ],
)
def test_bad_input_is_a_sentence_and_code_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    error = capsys.readouterr().err
    assert error.startswith("hub-engine: ")
    assert "Traceback" not in error


def test_a_refused_move_says_why(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["moves", "W:W32,26:B21,10,9", "--played", "32-28"]) == 2
    assert capsys.readouterr().err == "hub-engine: illegal move 32-28: a capture must be made: 26x17\n"
    monkeypatch.setattr("sys.stdin", io.StringIO("c1:e3\n"))
    text = output(capsys, "play", "--variant", "russian", "--fen", "W:Wc1:Bd2,f4,f6", "--depth", "1")
    assert "illegal move c1:e3: the capture must go on to g5 and e7" in text
    assert text.splitlines()[-1] == "left unfinished after 0 moves: W:Wc1:Bf6,f4,d2"


@pytest.mark.parametrize("words", [["nosuch"], ["perft"], ["perft", "-1"], ["perft", "3", "--hash", "x"], ["--nosuch"]])
def test_wrong_usage_is_code_2(words: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2


def test_a_game_in_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    orders = "help\nmoves\nundo\n32-28\nundo\n32-28\nnonsense\nhint\nfen\ngo\nquit\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(orders))
    text = output(capsys, "play", "--depth", "2", "--hash", "1")
    assert "nothing to take back" in text
    assert "Black: " in text
    assert "not a move" in text


def test_nobody_can_type_where_standard_input_is_closed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert main(["play", "--depth", "1", "--hash", "1"]) == 2
    assert "standard input is closed" in capsys.readouterr().err
    assert main(["play", "--side", "none", "--depth", "1", "--hash", "1", "--fen", "W:WK46:BK5"]) == 0


def test_too_little_memory_is_a_sentence(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> int:
        raise MemoryError("no room")

    monkeypatch.setattr(Board, "perft", fail)
    assert main(["perft", "3"]) == 1
    assert capsys.readouterr().err == "hub-engine: there is not enough memory: no room\n"


@pytest.mark.parametrize(
    ("inherited", "meanwhile"),
    [(signal.default_int_handler, signal.SIG_DFL), (signal.SIG_IGN, signal.SIG_IGN)],
    ids=["heard", "ignored"],
)
def test_ctrl_c_ends_a_count_at_once_unless_it_is_ignored(
    monkeypatch: pytest.MonkeyPatch, inherited: Any, meanwhile: signal.Handlers
) -> None:
    handlers = []

    def note(*_: object, **__: object) -> int:
        handlers.append(signal.getsignal(signal.SIGINT))
        return 1

    monkeypatch.setattr(Board, "perft", note)
    before = signal.signal(signal.SIGINT, inherited)
    try:
        assert main(["perft", "3"]) == 0
        assert handlers == [meanwhile]
        assert signal.getsignal(signal.SIGINT) is inherited
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_engine_plays_itself(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "play", "--side", "none", "--depth", "2", "--hash", "1", "--fen", "W:WK46:BK5")
    assert text.splitlines()[-1] == "0-2 (no-pieces)"
