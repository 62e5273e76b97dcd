"""DXP with a real process: every session and message of the vectors over a socket, matches of two processes."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from protocol.notation.pdn import PdnReader
from tests.e2e.dxp_script import FIRST_MOVE, REQUEST, DxpTalk, TcpWire, run_malformed
from tests.e2e.hub_script import ENGINE, ENGINE_ON_HANGING_DISK

VECTORS = yaml.safe_load((Path(__file__).parents[1] / "data" / "dxp-messages.yaml").read_text("utf-8"))
SCRIPTS = [session for session in VECTORS["sessions"] if session["steps"] != [{"run_malformed": True}]]
#: Short, but long enough for a peer's `E` to come while we think.
QUICK = ["--max-move-time", "0.3", "--hash", "1"]


class Player:
    """A process that plays DXP on a port of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        command = [*ENGINE, "dxp", "--listen", "0", "--games-dir", str(folder), "--links", "8", *QUICK, *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().rsplit(b":", 1)[1])

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[str, str]:
        """Both outputs, after an orderly end."""
        self.process.send_signal(number)
        output, errors = self.process.communicate(timeout=10)
        assert self.process.returncode == 0, errors
        return output.decode(), errors.decode()


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    running = Player(tmp_path_factory.mktemp("games"))
    yield running
    if running.process.poll() is None:
        running.stop()


@pytest.fixture
def talk(player: Player) -> Iterator[DxpTalk]:
    conversation = DxpTalk(lambda: TcpWire(player.port), checks_gaps=True)
    yield conversation
    conversation.close()


@pytest.mark.parametrize("session", SCRIPTS, ids=lambda session: session["id"])
def test_session(talk: DxpTalk, session: dict[str, Any]) -> None:
    for step in session["steps"]:
        talk.run(step)


@pytest.mark.parametrize("entry", VECTORS["malformed"], ids=lambda entry: entry["id"])
def test_malformed(talk: DxpTalk, entry: dict[str, Any]) -> None:
    run_malformed(talk, entry)


def test_every_byte_and_then_a_game(talk: DxpTalk) -> None:
    talk.send_hex(bytes(range(1, 256)).hex() + "00")
    talk.send_hex("00" * 50)
    talk.send_hex((b"M" * 1_000_000).hex() + "00")
    talk.send(REQUEST)
    talk.expect({"type": "A", "code": "0"})


def test_half_a_message_then_the_peer_is_gone(player: Player) -> None:
    wire = TcpWire(player.port)
    wire.write(REQUEST.encode() + b"\0" + FIRST_MOVE.encode()[:5])
    wire.close()
    other = DxpTalk(lambda: TcpWire(player.port))
    other.expect_alive()
    other.close()


def test_a_killed_process_has_saved_what_was_played(tmp_path: Path) -> None:
    player = Player(tmp_path)
    talk = DxpTalk(lambda: TcpWire(player.port))
    talk.send(REQUEST)
    talk.expect({"type": "A", "code": "0"})
    talk.send(FIRST_MOVE)
    talk.expect({"type": "M"})
    player.process.kill()
    player.process.communicate(timeout=10)
    talk.close()
    (path,) = tmp_path.iterdir()
    (game,) = PdnReader(path.read_text(encoding="utf-8"))
    assert game.result == "*"
    assert game.line.moves[0] == "32-28"
    assert len(game.line.moves) == 2


def test_a_link_too_many_is_told_so(tmp_path: Path) -> None:
    player = Player(tmp_path, "--links", "1")
    first, second = TcpWire(player.port), TcpWire(player.port)
    assert second.read(10) == b"C1 links are open already, try again later\0"
    first.close()
    second.close()
    player.stop()


def test_the_port_is_taken(player: Player) -> None:
    done = subprocess.run(
        [*ENGINE, "dxp", "--listen", str(player.port)], capture_output=True, timeout=20, check=False, text=True
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"hub-engine: cannot listen on 127.0.0.1:{player.port}: ")
    assert "in use" in done.stderr


def test_a_match_of_two_processes(tmp_path: Path) -> None:
    openings = tmp_path / "openings.txt"
    openings.write_text("32-28 19-23 28x19 14x23\n33-28 18-23\n")
    player = Player(tmp_path / "theirs", "--max-move-time", "0.05")
    done = subprocess.run(
        [
            *[*ENGINE, "dxp", "--connect", f"127.0.0.1:{player.port}", "--initiate", "--games", "4", "--moves", "10"],
            *["--openings", str(openings), "--swap", "--json", "--games-dir", str(tmp_path / "ours")],
            *["--time-control", "nodes-100k", "--max-move-time", "0.05"],
        ],
        capture_output=True,
        timeout=60,
        check=True,
        text=True,
    )
    summary = json.loads(done.stdout.splitlines()[-1])
    assert summary["opponents"][0]["games"] == 4
    assert summary["unsaved"] == 0
    player.stop()
    ours, theirs = (games(tmp_path / folder) for folder in ("ours", "theirs"))
    assert ours == theirs
    assert len(ours) == 4
    first_fens = [fen for fen, _, _ in ours]
    assert first_fens[0] == first_fens[1] != first_fens[2] == first_fens[3]


def test_a_match_goes_on_when_nobody_reads_its_progress(tmp_path: Path) -> None:
    player = Player(tmp_path / "theirs", "--max-move-time", "0.05")
    with subprocess.Popen(
        [
            *[*ENGINE, "dxp", "--connect", f"127.0.0.1:{player.port}", "--initiate", "--games", "2", "--moves", "10"],
            *["--games-dir", str(tmp_path / "ours"), "--time-control", "nodes-100k", "--max-move-time", "0.05"],
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as match:
        assert match.stdout is not None
        assert match.stderr is not None
        assert match.stdout.readline().startswith("game 1 ")
        match.stdout.close()
        assert match.wait(60) == 1
        assert match.stderr.read() == "hub-engine: standard output could not be written; the games went on without it\n"
    player.stop()
    assert len(games(tmp_path / "ours")) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="the size of a pipe")
@pytest.mark.parametrize("is_read", [True, False])
def test_a_match_goes_on_while_nobody_reads_its_progress(tmp_path: Path, is_read: bool) -> None:
    import fcntl

    player = Player(tmp_path, "--json")
    assert player.process.stdout is not None
    fcntl.fcntl(player.process.stdout, fcntl.F_SETPIPE_SZ, 4096)
    talk = DxpTalk(lambda: TcpWire(player.port))
    for _ in range(100):
        talk.send("C" + "x" * 126)
    talk.send(REQUEST)
    talk.expect({"type": "A", "code": "0"})
    talk.close()
    if is_read:
        output, _ = player.stop()
        lines = output.splitlines()
        assert " lines that nobody had read by then are left out)" in output
        assert json.loads(lines[-1]) == {"opponents": [], "unsaved": 0}
    else:
        player.process.terminate()
        assert player.process.wait(10) == 1
        player.process.communicate()


@pytest.mark.parametrize(
    ("answer", "code"), [(b"AThem" + b" " * 28 + b"2\0", 1), (b"E01\0", 0)], ids=["refused", "stopped"]
)
def test_the_process_ends_at_once(tmp_path: Path, answer: bytes, code: int) -> None:
    """Not as interpreters do: that would wait for threads, or pull them down in the middle of foreign code."""
    program = (
        "import atexit, sys; from hub_engine.cli.main import main; "
        "atexit.register(print, 'the ordinary end'); sys.exit(main(sys.argv[1:]))"
    )
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(20)
        address = f"127.0.0.1:{server.getsockname()[1]}"
        options = ["--connect", address, "--initiate", "--json", "--games-dir", str(tmp_path), *QUICK]
        with subprocess.Popen([sys.executable, "-c", program, "dxp", *options], stdout=subprocess.PIPE) as process:
            link, _ = server.accept()
            link.settimeout(20)
            link.recv(127)
            link.sendall(answer)
            assert process.stdout is not None
            output = process.stdout.read().decode()
            link.close()
    assert process.returncode == code
    assert json.loads(output.splitlines()[-1]) == {"opponents": [], "unsaved": 0}


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_disk_that_hangs_holds_up_neither_moves_nor_the_end(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(20)
        options = ["--connect", f"127.0.0.1:{server.getsockname()[1]}", "--games-dir", str(tmp_path), *QUICK]
        command = [*ENGINE_ON_HANGING_DISK, "dxp", *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            link, _ = server.accept()
            link.settimeout(20)
            link.sendall(f"{REQUEST}\0{FIRST_MOVE}\0".encode())
            answers = b""
            while answers.count(b"\0") < 2:
                answers += link.recv(127)
            link.close()
            process.send_signal(signal.SIGTERM)
            # Less than it waits for a disk when nobody is in a hurry.
            output, errors = process.communicate(timeout=15)
    assert answers.split(b"\0")[1].startswith(b"M")
    assert process.returncode == 3
    assert errors == b""
    assert b"1 game is not saved in " in output


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("code", [0, 1], ids=["read", "unread"])
def test_a_name_that_is_looked_up_for_ever_does_not_hold_up_the_end(tmp_path: Path, code: int) -> None:
    """Nor does it when nobody reads the results any more."""
    program = (
        "import socket, sys, threading; from hub_engine.cli.main import main; "
        "socket.getaddrinfo = lambda *_, **__: print('asked', flush=True) or threading.Event().wait(); "
        "sys.exit(main(sys.argv[1:]))"
    )
    options = ["--connect", "nowhere.invalid:1", "--json", "--games-dir", str(tmp_path), *QUICK]
    command = [sys.executable, "-c", program, "dxp", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"asked\n"
        if code:
            process.stdout.close()
        process.send_signal(signal.SIGTERM)
        assert process.wait(15) == code


def games(folder: Path) -> list[tuple[str, str, str]]:
    """Start, moves and result of every game of a folder's only file."""
    (path,) = folder.iterdir()
    return [
        (game.tags.get("FEN", ""), " ".join(game.line.moves), game.result)
        for game in PdnReader(path.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--listen", "--openings", "x"], "--openings, --swap, --moves and --colour are for the one who asks"),
        (["--listen", "0.0.0.0:0"], "0.0.0.0 lets other machines in, and nothing guards DXP: add --open to want that"),
        (["--listen", "0", "--variant", "children-es"], "DXP has no word for a huff"),
        (["--listen", "0", "--variant", "soicos", "--option", "flying_king=xx"], "flying_king"),
        (["--listen", "0", "--games-dir", "/dev/null/games"], "--games-dir: /dev/null/games cannot be made"),
        (["--listen", "0", "--log-file", "/dev/null/log"], "--log-file: /dev/null/log cannot be opened"),
        (["--connect", "nowhere"], "'nowhere' is not HOST:PORT"),
        (["--listen", "--time-control", "bullet"], "there is no time control 'bullet'"),
        (["--listen", "--initiate", "--openings", "/none.txt"], "cannot be read: No such file"),
    ],
)
def test_wrong_usage(options: list[str], message: str) -> None:
    done = subprocess.run([*ENGINE, "dxp", *options], capture_output=True, timeout=20, check=False, text=True)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_match_that_is_not_saved_says_so_in_its_exit_code_too(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    player = Player(folder, "--json", "--games", "1")
    folder.rmdir()
    folder.touch()
    talk = DxpTalk(lambda: TcpWire(player.port))
    talk.send(REQUEST)
    talk.expect({"type": "A", "code": "0"})
    talk.send("E00")
    talk.expect({"type": "E"})
    output, _ = player.process.communicate(timeout=20)
    talk.close()
    assert json.loads(output.splitlines()[-1])["unsaved"] == 1
    assert player.process.returncode == 3


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_an_orderly_end_saves_and_counts(name: str, tmp_path: Path) -> None:
    if signal.getsignal(signal.Signals[name]) is signal.SIG_IGN:
        pytest.skip("these tests run under nohup, and so would the process")
    player = Player(tmp_path)
    talk = DxpTalk(lambda: TcpWire(player.port))
    talk.send(REQUEST)
    talk.expect({"type": "A", "code": "0"})
    output, errors = player.stop(signal.Signals[name])
    talk.close()
    assert len(games(tmp_path)) == 1
    assert "game 1: *, stopped, 0 plies" in output
    assert errors == ""
