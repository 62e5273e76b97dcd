"""What a GUI and an operator meet beyond the handed sessions."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.e2e.hub_script import ENGINE, StdioWire, Talk, TcpWire, initialise

START = "pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"


def test_standard_error_stays_empty() -> None:
    lines = b"hub\ninit\nfoo\nlevel depth=x\npos pos=W\ngo\nquit\n"
    done = subprocess.run([*ENGINE, "hub"], input=lines, capture_output=True, timeout=20, check=True)
    assert done.stderr == b""
    assert done.stdout.decode().splitlines()[-1] == "done"


def test_files_that_cannot_be_used_are_left_out(tmp_path: Path) -> None:
    bad = {"x": 'names: {title: X, hub: ""}', "y": 'names: {title: Y, hub: "a\\nerror message=x"}', "dup": "extends: x"}
    good = {"z": "names: {title: Z, hub: mine}"}
    for room in ("variants", "time-controls"):
        (tmp_path / room).mkdir()
    for name, text in {**bad, **good, "w": 'names: {title: W, hub: "a=b"}'}.items():
        (tmp_path / "variants" / f"{name}.yaml").write_text(f"extends: international\n{text}\n", "utf-8")
    (tmp_path / "variants" / "latin.yaml").write_bytes(b"names: {title: \xe9}\n")
    for name in ("e f", "none"):
        (tmp_path / "time-controls" / f"{name}.yaml").write_text("title: e\ndepth: 3\n", "utf-8")
    log = tmp_path / "log"
    logged = [*ENGINE, "hub", "--log-file", str(log), "--log-level", "warning"]
    plain, own = (
        subprocess.run([*logged, *words], input=b"hub\nquit\n", capture_output=True, timeout=20, check=True).stdout
        for words in ([], ["--config-dir", str(tmp_path)])
    )
    # A variant's word stands where its id does.
    assert own == plain.replace(b' turkish-page"', b' turkish-page mine"')
    left_out = [line for line in log.read_text("utf-8").splitlines() if "server.file_left_out" in line]
    assert len(left_out) == 7


def test_a_start_loads_nothing_that_few_sessions_need() -> None:
    """A GUI waits for it; see docs/adr/0001."""
    words = [ENGINE[0], "-X", "importtime", *ENGINE[1:], "hub"]
    done = subprocess.run(words, input=b"hub\ninit\n", capture_output=True, timeout=20, check=True)
    assert done.stdout.endswith(b"\nready\n")
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.decode().splitlines()}
    assert "hub_engine.daemon.session" in loaded
    assert loaded.isdisjoint(
        {
            "hub_engine.daemon.recording",
            "hub_engine.daemon.tls",
            "hub_engine.refusal.reasons",
            "hub_engine.refusal.questions",
            "http",
            "prometheus_client",
            "structlog",
        }
    )


@pytest.mark.parametrize("level", ["time=0.05", "time=0.3 inc=0", "moves=1 time=0.2", "time=-1 inc=1.05"])
def test_low_clock_answers_in_time(stdio: Talk, level: str) -> None:
    initialise(stdio)
    stdio.send(f"pos {START}")
    stdio.send(f"level {level}")
    stdio.send("go think")
    # The bound is generous: a loaded machine must not fail the test, thinking for seconds must.
    assert stdio.expect("done", 1.5)["move"]


def test_two_tcp_sessions_do_not_touch_each_other(server_port: int) -> None:
    first, second = Talk(TcpWire(server_port)), Talk(TcpWire(server_port))
    for talk, variant in ((first, "russian"), (second, "normal")):
        talk.send("hub")
        talk.expect("wait")
        talk.send(f"set-param name=variant value={variant}")
        talk.send("init")
        talk.expect("ready")
    first.send("pos start")
    first.send("level infinite")
    first.send("go analyze")
    second.send("pos start")
    second.send("level depth=6")
    second.send("go think")
    assert second.expect("done")["move"]
    second.wire.close()
    first.run({"expect_alive": True})
    first.send("stop")
    move = first.expect("done")["move"]
    assert move in {"21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20"}
    first.wire.close()


def test_many_connections(server_port: int) -> None:
    talks = [Talk(TcpWire(server_port)) for _ in range(50)]
    for talk in talks:
        talk.send("hub")
    for talk in talks:
        talk.expect("wait")
        talk.wire.close()
    again = Talk(TcpWire(server_port))
    again.run({"expect_alive": True})
    again.wire.close()


def test_a_peer_that_vanishes_in_mid_search_leaves_the_others_alone(server_port: int) -> None:
    for _ in range(5):
        gone = Talk(TcpWire(server_port))
        gone.send(f"pos {START}")
        gone.send("level infinite")
        gone.send("go think")
        gone.wire.close()
    left = Talk(TcpWire(server_port))
    initialise(left)
    left.run({"expect_alive": True})
    left.wire.close()


def test_serve_goes_on_when_its_input_ends(server_port: int, tcp: Talk) -> None:
    initialise(tcp)


def test_serve_speaks_hub_on_its_standard_streams(tmp_path: Path) -> None:
    config = tmp_path / "engine.yaml"
    config.write_text("hub_tcp: {host: 127.0.0.1, port: 0}\n", "utf-8")
    wire = StdioWire("serve", "--config", str(config))
    talk = Talk(wire)
    initialise(talk)
    talk.send("quit")
    assert wire.wait_end(2)
    wire.close()


def test_port_in_use_is_one_clear_sentence(server_port: int, tmp_path: Path) -> None:
    config = tmp_path / "engine.yaml"
    config.write_text(f"hub_tcp: {{host: 127.0.0.1, port: {server_port}}}\n", "utf-8")
    done = subprocess.run(
        [*ENGINE, "serve", "--config", str(config)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=20,
        check=False,
    )
    assert done.returncode == 1
    message = done.stderr.decode()
    assert str(server_port) in message
    assert "Traceback" not in message


@pytest.mark.parametrize("variant", ["russian", "brazilian", "frisian", "bt", "losing", "killer", "italian"])
def test_variants_by_hub_word(stdio: Talk, variant: str) -> None:
    stdio.send("hub")
    stdio.expect("wait")
    stdio.send(f"set-param name=variant value={variant}")
    stdio.send("init")
    stdio.expect("ready")
    stdio.send("pos start")
    stdio.send("level depth=6")
    stdio.send("go think")
    assert stdio.expect("done")["move"]


def test_numbering_of_the_variant(stdio: Talk) -> None:
    """pydraughts counts Russian squares from a1: its c3-b4 is 10-13 and its a3-b4 is 9-13."""
    stdio.send("hub")
    stdio.expect("wait")
    for name, value in (("variant", "russian"), ("numbering", "variant")):
        stdio.send(f"set-param name={name} value={value}")
    stdio.send("init")
    stdio.expect("ready")
    stdio.send('pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves="9-13 22-18 13x22x18"')
    stdio.send("level depth=2")
    stdio.send("go think")
    assert stdio.expect("done")["move"] in {"26x17x22", "27x18x22", "26x19x22"}


def test_memory_is_flat_over_many_searches(stdio: Talk) -> None:
    assert isinstance(stdio.wire, StdioWire)
    status = Path(f"/proc/{stdio.wire.process.pid}/statm")
    if not status.exists():
        pytest.skip("no /proc on this system")
    initialise(stdio)

    def search(count: int) -> int:
        for _ in range(count):
            stdio.send(f"pos {START}")
            stdio.send("level depth=2")
            stdio.send("go think")
            stdio.expect("done")
        return int(status.read_text().split()[1])

    before = search(100)
    assert search(200) - before < 2000  # pages of 4 KiB


def test_end_of_input_in_mid_search_ends_the_process_at_once(stdio: Talk) -> None:
    initialise(stdio)
    stdio.send(f"pos {START}")
    stdio.send("level infinite")
    stdio.send("go analyze")
    stdio.expect_none("done", 0.2)
    stdio.wire.close_input()
    start_s = time.monotonic()
    assert stdio.wire.wait_end(1.0)
    assert time.monotonic() - start_s < 1.0


def test_a_table_that_does_not_fit_is_an_error_and_not_the_end(stdio: Talk) -> None:
    initialise(stdio)
    stdio.send("set-param name=hash value=1048576")
    stdio.send(f"pos {START}")
    stdio.send("level depth=1")
    stdio.send("go think")
    # Where a machine really has a tebibyte, there is no error; a move comes everywhere.
    assert stdio.expect("done", may_err=True)["move"]
    stdio.run({"expect_alive": True})
    stdio.send("set-param name=hash value=8")
    stdio.send(f"pos {START}")
    stdio.send("level depth=2")
    stdio.send("go think")
    assert stdio.expect("done")["move"]


def test_an_empty_address_does_not_mean_every_address() -> None:
    done = subprocess.run(
        [*ENGINE, "serve", "--host", "", "--port", "0"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=20,
        check=False,
    )
    assert done.returncode == 2
    assert b"--host" in done.stderr


def test_output_that_cannot_be_written_is_said_in_a_sentence() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full on this system")
    with full.open("w") as output:
        done = subprocess.run([*ENGINE, "variants"], stdout=output, stderr=subprocess.PIPE, timeout=20, check=False)
    assert done.returncode == 1
    assert b"cannot be written" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("words", [["hub"], ["hub", "--help"], ["--help"]])
def test_a_full_disk_under_the_protocol_is_said_in_a_sentence(words: list[str]) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full on this system")
    with full.open("w") as output:
        done = subprocess.run(
            [*ENGINE, *words], input=b"hub\n", stdout=output, stderr=subprocess.PIPE, timeout=20, check=False
        )
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert b"cannot be written: No space left on device" in done.stderr


def test_a_peer_that_closes_its_pipe_has_left() -> None:
    process = subprocess.Popen([*ENGINE, "hub"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.close()
    process.stdin.write(b"hub\n")
    process.stdin.flush()
    assert process.wait(10) == 0
    process.stdout = None
    assert process.communicate()[1] == b""


def test_help_tells_the_exit_codes_that_are_used() -> None:
    done = subprocess.run([*ENGINE, "serve", "--help"], capture_output=True, timeout=20, check=True)
    assert b"1 the address cannot be listened on" in done.stdout


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_request_to_end_is_answered_by_done(stdio: Talk, name: str) -> None:
    number = getattr(signal, name)
    assert isinstance(stdio.wire, StdioWire)
    initialise(stdio)
    for line in ("pos start", "level infinite", "go think"):
        stdio.send(line)
    stdio.run({"expect_alive": True})
    stdio.wire.process.send_signal(number)
    assert stdio.expect("done", 5.0)["move"]
    assert stdio.wire.wait_end(5.0)


def test_lines_and_paths_of_windows(tmp_path: Path) -> None:
    folder = tmp_path / "my games \u00e9"
    folder.mkdir()
    config = folder / "my engine.yaml"
    config.write_bytes(b"hash_mb: 2\r\nrecord: my record\r\nlog: {file: my log.txt, level: info}\r\n")
    wire = StdioWire("hub", "--config", str(config))
    talk = Talk(wire)
    for line, answer in (("hub", "wait"), ("init", "ready"), ("pos start\r\nlevel depth=3\r\ngo think", "done")):
        talk.send(f"{line}\r")
        talk.expect(answer)
    talk.send("quit\r")
    assert wire.wait_end(5.0)
    wire.close()
    assert "search.finished" in (folder / "my log.txt").read_text("utf-8")
    assert list((folder / "my record").iterdir())


LINES = b"hub\ninit\nset-param name=hash value=x\npos start\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("is_file", [True, False])
def test_a_log_that_cannot_be_written_ends_nothing(is_file: bool) -> None:
    words = ["--log-level", "debug", *(["--log-file", "/dev/full"] if is_file else [])]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*ENGINE, "hub", *words],
            input=LINES + b"ping\n",
            stdout=subprocess.PIPE,
            stderr=full,
            timeout=20,
            check=True,
        )
    assert done.stdout.endswith(b"\npong\n")


def test_a_log_that_nobody_reads_holds_up_nothing() -> None:
    with subprocess.Popen(
        [*ENGINE, "hub", "--log-level", "debug"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        # Far more events than a pipe holds.
        process.stdin.write(LINES + b"pos start\n" * 900 + b"ping\n")
        process.stdin.flush()
        for line in process.stdout:
            if line == b"pong\n":
                break
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes with a name")
@pytest.mark.parametrize(
    "words",
    [
        ["hub", "--log-file", "{pipe}"],
        ["hub", "--config", "{pipe}"],
        ["dxp", "--listen", "0", "--log-file", "{pipe}"],
        ["dxp", "--listen", "0", "--initiate", "--openings", "{pipe}"],
        ["serve", "--config", "{config}"],
        ["check", "{config}"],
    ],
    ids=lambda words: " ".join(words),
)
def test_no_pipe_is_waited_for(words: list[str], tmp_path: Path) -> None:
    pipe, config = tmp_path / "pipe", tmp_path / "engine.yaml"
    os.mkfifo(pipe)
    config.write_text("hub_tcp: {port: 0, token_file: pipe, tls: {cert_file: pipe, key_file: pipe}}\n", "utf-8")
    command = [*ENGINE, *(word.format(pipe=pipe, config=config) for word in words)]
    done = subprocess.run(command, capture_output=True, timeout=20, check=False, text=True)
    assert done.returncode == (1 if words[0] == "check" else 2)
    assert "it is not a file" in done.stderr
    assert done.stderr.count("\n") == done.stderr.count(str(pipe))


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes with a name")
def test_a_pipe_as_log_is_refused_and_the_session_goes_on(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    lines = f"set-param name=log-file value={pipe}\nping\n"
    done = subprocess.run([*ENGINE, "hub"], input=lines, capture_output=True, timeout=20, check=True, text=True)
    refusal, pong = done.stdout.splitlines()
    assert f"the log file {pipe} cannot be opened: it is not a file" in refusal
    assert pong == "pong"
