"""SIGHUP: the configuration is exchanged as a whole, or stays as it is."""

from __future__ import annotations

import signal
import socket
import sys
from pathlib import Path

import pytest

from tests.e2e.conftest import free_port
from tests.e2e.daemon import Daemon
from tests.e2e.hub_script import initialise

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no SIGHUP on this system")


def reload(daemon: Daemon, config: str) -> None:
    daemon.write_config(config)
    daemon.process.send_signal(signal.SIGHUP)


def test_new_sessions_have_the_new_settings_and_old_ones_keep_theirs(tmp_path: Path) -> None:
    with Daemon(tmp_path, "variant: russian\n") as daemon:
        old = daemon.talk()
        initialise(old)
        reload(daemon, "variant: frisian\nlimits: {sessions: 2}\n")
        event = daemon.event("server.reloaded")
        assert event["changed"] == ["variant: russian -> frisian", "limits.sessions: 256 -> 2"]
        old.send("hub")
        assert old.expect("param")["value"] == "russian"
        old.expect("wait")
        new = daemon.talk()
        new.send("hub")
        assert new.expect("param")["value"] == "frisian"
        new.expect("wait")
        third = daemon.talk()
        assert third.expect_error().startswith("2 connections are served already")


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ("variant: [", "engine.yaml:"),
        ("variant: no-such\n", "there is no variant 'no-such'"),
        ("limits: {sessions: 0}\nthreads: 0\n", "limits.sessions: 0 is not in 1..10000"),
        ("hub_tcp: {host: 0.0.0.0, port: 0}\n", "nothing guards it"),
        ("hub_tcp: {port: 0, token_file: no-such}\n", "the token cannot be read"),
        ("variant: children-es\ndxp: {port: 0}\n", "dxp.port: DXP has no word for a huff"),
        ("dxp: {port: 0, games_dir: engine.yaml}\n", "dxp.games_dir: "),
    ],
)
def test_a_broken_configuration_changes_nothing(tmp_path: Path, config: str, words: str) -> None:
    with Daemon(tmp_path, "variant: russian\n") as daemon:
        reload(daemon, config)
        assert words in daemon.event("server.reload_refused")["reason"]
        talk = daemon.talk()
        talk.send("hub")
        assert talk.expect("param")["value"] == "russian"
        reload(daemon, "variant: russian\n")
        assert daemon.event("server.reloaded")["changed"] == []


def test_the_new_address_is_open_before_the_old_one_closes(tmp_path: Path) -> None:
    with Daemon(tmp_path) as daemon:
        talk = daemon.talk()
        initialise(talk)
        old_port, new_port = daemon.port, free_port()
        reload(daemon, f"hub_tcp: {{port: {new_port}}}\n")
        daemon.event("tcp.listening_ended")
        daemon.event("server.reloaded")
        talk.run({"expect_alive": True})
        with pytest.raises(OSError):
            socket.create_connection(("127.0.0.1", old_port), timeout=1)
        daemon.port = new_port
        initialise(daemon.talk())


def test_a_taken_address_changes_nothing(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, Daemon(tmp_path) as daemon:
        port = taken.getsockname()[1]
        reload(daemon, f"variant: frisian\nhub_tcp: {{port: {port}}}\n")
        assert f"cannot listen on 127.0.0.1:{port}" in daemon.event("server.reload_refused")["reason"]
        talk = daemon.talk()
        talk.send("hub")
        assert talk.expect("param")["value"] == "normal"


def test_the_log_file_is_opened_again(tmp_path: Path) -> None:
    """So that `logrotate` can move it away."""
    with Daemon(tmp_path) as daemon:
        log = tmp_path / "engine.log"
        reload(daemon, f"log: {{level: info, format: json, file: {log}}}\n")
        while not log.exists():
            initialise(daemon.talk())
        log.rename(tmp_path / "engine.log.1")
        daemon.process.send_signal(signal.SIGHUP)
        while not log.exists():
            initialise(daemon.talk())
        assert daemon.end() == 0
        assert "server.ended" in log.read_text("utf-8")


def test_the_endpoint_for_supervisors_comes_and_goes(tmp_path: Path) -> None:
    with Daemon(tmp_path) as daemon:
        reload(daemon, "metrics: {port: 0}\n")
        port = int(daemon.event("tcp.listening_started")["port"])
        assert daemon.event("server.reloaded")["changed"] == ["metrics.port: None -> 0"]
        assert 'hub_engine_reloads_total{outcome="done"} 1.0' in daemon.get("/metrics", port)[1]
        reload(daemon, "")
        assert daemon.event("tcp.listening_ended")["listener"] == "metrics"
        with pytest.raises(OSError):
            daemon.get("/healthz", port)


def test_a_reload_that_hangs_does_not_hold_up_the_end(tmp_path: Path) -> None:
    # As a file on a network that is gone.
    program = """
import sys, threading
from hub_engine.cli import serve
from hub_engine.cli.main import main
first = [serve.make_setup]
def hang():
    print('{"event": "hanging"}', file=sys.stderr, flush=True)
    threading.Event().wait()
serve.make_setup = lambda *words, **options: first.pop()(*words, **options) if first else hang()
sys.exit(main(sys.argv[1:]))
"""
    with Daemon(tmp_path, engine=[sys.executable, "-c", program]) as daemon:
        daemon.process.send_signal(signal.SIGHUP)
        daemon.event("hanging")
        assert daemon.end(within_s=20) == 0
