"""A daemon of one's own: a `serve` process with a configuration, and the events it logs."""

from __future__ import annotations

import json
import queue
import ssl
import subprocess
import threading
import time
from collections.abc import Sequence
from http.client import HTTPConnection
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.e2e.hub_script import DEFAULT_WAIT_S, ENGINE, Talk, TcpWire


class Daemon:
    """Listens on a port of its own until the `with` ends. log: what it has written to standard error."""

    def __init__(self, folder: Path, config: str = "", *, level: str = "info", engine: Sequence[str] = ENGINE) -> None:
        self.config = folder / "engine.yaml"
        self.write_config(config, level=level)
        self.log: list[str] = []
        self._wires: list[TcpWire] = []
        self._events: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.process = subprocess.Popen(
            [*engine, "serve", "--config", str(self.config)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        self._reader = threading.Thread(target=self._collect, daemon=True)
        self._reader.start()
        try:
            self.port = int(self.event("tcp.listening_started")["port"])
        except BaseException:
            self.process.kill()
            raise

    def get(self, path: str, port: int) -> tuple[int, str]:
        """Status and body of an HTTP request to the daemon."""
        connection = HTTPConnection("127.0.0.1", port, timeout=DEFAULT_WAIT_S)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, response.read().decode()
        finally:
            connection.close()

    def write_config(self, text: str, *, level: str = "info") -> None:
        """Writes the configuration; what a test needs and the text does not say is put before it."""
        head = "" if "hub_tcp:" in text else "hub_tcp: {port: 0}\n"
        log = "" if "log:" in text else f"log: {{level: {level}, format: json}}\n"
        self.config.write_text(f"{head}hash_mb: 1\n{log}{text}", "utf-8")

    def event(self, name: str, within_s: float = DEFAULT_WAIT_S) -> dict[str, Any]:
        """The next event of a name; others before it are skipped."""
        deadline_s = time.monotonic() + within_s
        while True:
            try:
                found = self._events.get(timeout=max(0.0, deadline_s - time.monotonic()))
            except queue.Empty:
                raise AssertionError("\n".join([f"no {name} within {within_s} s", *self.log[-30:]])) from None
            if found["event"] == name:
                return found

    def talk(self, tls: ssl.SSLContext | None = None) -> Talk:
        """A new connection, closed with the daemon."""
        self._wires.append(TcpWire(self.port, tls))
        return Talk(self._wires[-1])

    def end(self, within_s: float = 5.0) -> int:
        """Asks it to end; the exit code."""
        self.process.terminate()
        return self.process.wait(within_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        alive = self.process.poll() is None
        for wire in self._wires:
            wire.close()
        self.process.kill()
        self.process.wait()
        self._reader.join(DEFAULT_WAIT_S)
        assert self.process.stderr is not None
        self.process.stderr.close()
        assert alive or error is not None or self.process.returncode == 0, "\n".join(self.log[-30:])

    def _collect(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            text = line.decode("utf-8", "replace").rstrip()
            self.log.append(text)
            if text.startswith("{"):
                self._events.put(json.loads(text))


def refusal(folder: Path, config: str, *arguments: str) -> tuple[int, str]:
    """Exit code and complaint of a daemon that does not even start."""
    path = folder / "engine.yaml"
    path.write_text(config, "utf-8")
    done = subprocess.run(
        [*ENGINE, "serve", "--config", str(path), *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=20,
        check=False,
    )
    assert done.stdout == b""
    return done.returncode, done.stderr.decode()
