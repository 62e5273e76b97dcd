"""Plays a scripted Hub conversation against a live engine, over its standard streams or over TCP.

The script language is that of tests/data/hub-sessions.yaml, described at the head of that file.
"""

from __future__ import annotations

import contextlib
import queue
import re
import select
import socket
import ssl
import subprocess
import sys
import threading
import time
from typing import Any, Protocol

from protocol.hub.lexer import Command, parse_line

ENGINE = [sys.executable, "-m", "hub_engine"]
_HANGING_DISK = """
import os, sys, threading
from hub_engine.cli.main import main
os.fsync = lambda _: threading.Event().wait()
sys.exit(main(sys.argv[1:]))
"""
#: The same where nothing ever comes to the disk.
ENGINE_ON_HANGING_DISK = [sys.executable, "-c", _HANGING_DISK]
DEFAULT_WAIT_S = 10.0


class Wire(Protocol):
    """One connection to an engine."""

    def write(self, data: bytes) -> None:
        """Send bytes."""

    def read(self) -> bytes:
        """The next bytes; empty at the end."""

    def close_input(self) -> None:
        """Tell the engine that nothing more comes."""

    def wait_end(self, seconds: float) -> bool:
        """True when the engine has ended this conversation in time."""

    def close(self) -> None:
        """Leave nothing behind."""


class StdioWire:
    """An engine process of its own."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*ENGINE, *(arguments or ("hub",))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
        )
        self._is_read_out = threading.Event()

    def write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)

    def read(self) -> bytes:
        assert self.process.stdout is not None
        data = self.process.stdout.read(1 << 16)
        if not data:
            self._is_read_out.set()
        return data

    def close_input(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def wait_end(self, seconds: float) -> bool:
        try:
            return self.process.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            return False

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        # The reading thread must be out of the stream before it is closed under it.
        self._is_read_out.wait(DEFAULT_WAIT_S)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()


class TcpWire:
    """One session of an engine that listens."""

    def __init__(self, port: int, tls: ssl.SSLContext | None = None) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=DEFAULT_WAIT_S)
        # One thread reads while another writes, and an encrypted socket may be used by one at a time only.
        self._turn = threading.Lock() if tls is not None else contextlib.nullcontext()
        self._is_encrypted = tls is not None
        if tls is not None:
            self._socket = tls.wrap_socket(self._socket, server_hostname="localhost")
        self._socket.settimeout(None)
        self._ended = threading.Event()

    def write(self, data: bytes) -> None:
        with self._turn:
            self._socket.sendall(data)

    def read(self) -> bytes:
        try:
            data = self._read_encrypted() if self._is_encrypted else self._socket.recv(1 << 16)
        except (OSError, ValueError):
            data = b""
        if not data:
            self._ended.set()
        return data

    def _read_encrypted(self) -> bytes:
        while True:
            select.select([self._socket], [], [])
            with self._turn:
                self._socket.settimeout(0)
                try:
                    # Larger than a TLS record, so nothing is left behind in the layer above the socket.
                    return self._socket.recv(1 << 16)
                except ssl.SSLWantReadError:
                    continue
                finally:
                    self._socket.settimeout(None)

    def close_input(self) -> None:
        self._socket.shutdown(socket.SHUT_WR)

    def wait_end(self, seconds: float) -> bool:
        return self._ended.wait(seconds)

    def close(self) -> None:
        self._socket.close()


class Talk:
    """A conversation: lines sent, lines expected."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.transcript: list[str] = []
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._infos: list[str] = []
        threading.Thread(target=self._collect, daemon=True).start()

    def _collect(self) -> None:
        rest = b""
        while data := self.wire.read():
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._lines.put(line.decode("latin-1"))
        self._lines.put(None)

    def send(self, line: str) -> None:
        self.transcript.append(f"> {line[:200]}")
        if line.split()[:1] == ["go"]:
            self._infos = []
        self.wire.write(line.encode("latin-1") + b"\n")

    def next_line(self, within_s: float) -> str | None:
        """The engine's next line; None when none came in time or the conversation has ended."""
        try:
            line = self._lines.get(timeout=max(within_s, 0.0))
        except queue.Empty:
            return None
        if line is not None:
            self.transcript.append(f"< {line[:200]}")
            if line.startswith("info "):
                self._infos.append(line)
        return line

    def expect(self, name: str, within_s: float = DEFAULT_WAIT_S, *, may_err: bool = False) -> dict[str, str]:
        """The arguments of the next line that is this command; others before it are skipped.

        may_err: an `error` on the way is the right answer to what was sent before.
        """
        deadline_s = time.monotonic() + within_s
        while (line := self.next_line(deadline_s - time.monotonic())) is not None:
            command = parse_line(line)
            if isinstance(command, Command) and command.name == name:
                return dict(command.pairs)
            # Only an answer or a refusal that nobody expects is a fault; the rest is told on the way.
            unexpected = isinstance(command, Command) and command.name in ({"done"} if may_err else {"done", "error"})
            assert not unexpected, self.told(f"{line} instead of {name}")
        raise AssertionError(self.told(f"no {name} within {within_s} s"))

    def expect_error(self, within_s: float = DEFAULT_WAIT_S) -> str:
        """The message of the next line, which is an `error`; reports of a search before it are skipped."""
        deadline_s = time.monotonic() + within_s
        while (line := self.next_line(deadline_s - time.monotonic())) is not None and line.startswith("info "):
            pass
        command = parse_line(line or "")
        assert isinstance(command, Command) and command.name == "error", self.told(f"{line} instead of error")
        return dict(command.pairs)["message"]

    def expect_none(self, name: str | None, seconds: float) -> None:
        """No line of this command (None: no line at all) for a while."""
        deadline_s = time.monotonic() + seconds
        while (line := self.next_line(deadline_s - time.monotonic())) is not None:
            assert name is not None and line.split()[0] != name, self.told(f"unexpected {line}")

    def told(self, fault: str) -> str:
        return "\n".join([fault, *self.transcript[-30:]])

    def run(self, step: dict[str, Any]) -> None:
        """Carry out one step of a script."""
        match step:
            case {"send": line}:
                self.send(line)
            case {"send_hex": data}:
                self.transcript.append(f"> (hex) {data[:200]}")
                self.wire.write(bytes.fromhex(data))
            case {"send_big": big}:
                self.send(big["prefix"] + big["fill"] * big["count"] + big["suffix"])
            case {"sleep": seconds}:
                self.expect_none("done", seconds)
            case {"close_stdin": True}:
                self.wire.close_input()
            case {"expect": {"cmd": name, **more}}:
                self._check(self.expect(name, step.get("within", DEFAULT_WAIT_S)), more.get("args", {}))
            case {"expect_silence": seconds}:
                self.expect_none(None, seconds)
            case {"expect_no": {"cmd": name, "seconds": seconds}}:
                self.expect_none(name, seconds)
            case {"expect_exit": seconds}:
                assert self.wire.wait_end(seconds), self.told(f"not ended after {seconds} s")
            case {"expect_alive": True}:
                self.send("ping")
                self.expect("pong", 1.0, may_err=True)
            case {"every_info": pattern}:
                assert self._infos, self.told("no info at all")
                for line in self._infos:
                    assert re.search(pattern, line), self.told(f"info does not match: {line}")
            case _:
                raise ValueError(f"unknown step {step}")

    def _check(self, arguments: dict[str, str], wanted: dict[str, Any]) -> None:
        for name, rule in wanted.items():
            value = arguments.get(name)
            match rule:
                case {"present": True}:
                    assert value is not None, self.told(f"{name} is missing")
                case {"absent": True}:
                    assert value is None, self.told(f"{name}={value} should not be there")
                case {"one_of": values}:
                    assert value in values, self.told(f"{name}={value} is none of {values}")
                case _:
                    assert value == rule, self.told(f"{name}={value}, expected {rule}")


def initialise(talk: Talk) -> None:
    """The handshake that every session begins with unless it is marked raw."""
    talk.send("hub")
    talk.expect("wait")
    talk.send("set-param name=book value=false")
    talk.send("init")
    talk.expect("ready", 30.0)
