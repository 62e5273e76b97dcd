"""What a supervisor sees."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
from pathlib import Path

from tests.e2e.daemon import Daemon
from tests.e2e.hub_script import initialise


def test_health_readiness_and_numbers(tmp_path: Path) -> None:
    with Daemon(tmp_path, "metrics: {port: 0}\nlimits: {threads: 1}\n") as daemon:
        port = int(daemon.event("tcp.listening_started")["port"])
        assert daemon.get("/healthz", port) == (200, "alive\n")
        assert daemon.get("/readyz", port) == (200, "ready\n")
        first, second = daemon.talk(), daemon.talk()
        for talk in (first, second):
            initialise(talk)
            talk.send("pos start")
            talk.send("level infinite")
            talk.send("go think")
        daemon.event("search.queued")
        text = daemon.get("/metrics", port)[1]
        for line in (
            'hub_engine_sessions_open{kind="hub"} 2.0',
            "hub_engine_searches_running 1.0",
            "hub_engine_searches_waiting 1.0",
            "hub_engine_ready 1.0",
        ):
            assert line in text.splitlines()


def test_without_a_port_nothing_is_loaded(tmp_path: Path) -> None:
    """The library takes as long to import as half of our start."""
    script = """
import sys, hub_engine.cli.hub, hub_engine.cli.serve
sys.exit(any(name in sys.modules for name in ("prometheus_client", "structlog", "hub_engine.daemon.tls", "http")))
"""
    assert subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=False).returncode == 0


def test_not_ready_while_it_ends(tmp_path: Path) -> None:
    """A peer that reads nothing holds the end up, for a while."""
    with Daemon(tmp_path, "metrics: {port: 0}\n") as daemon:
        port = int(daemon.event("tcp.listening_started")["port"])
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(("127.0.0.1", daemon.port))
        deaf.settimeout(0.5)
        with contextlib.suppress(TimeoutError):
            while True:
                deaf.sendall(b"hub\n" * 1000)
        daemon.process.terminate()
        daemon.event("tcp.listening_ended")
        assert daemon.get("/readyz", port) == (503, "not ready\n")
        assert daemon.get("/healthz", port) == (200, "alive\n")
        assert daemon.process.wait(5) == 0
        deaf.close()
