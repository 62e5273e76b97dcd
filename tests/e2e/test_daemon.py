"""Faults that a daemon meets in a month: what the peer sees, what is logged, and that the others play on."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.e2e.daemon import Daemon
from tests.e2e.hub_script import Talk, initialise

ENDLESS = ("pos start", "level infinite", "go think")


def search(talk: Talk) -> None:
    talk.send("pos start")
    talk.send("level depth=4")
    talk.send("go think")
    assert talk.expect("done")["move"]


def test_one_connection_too_many_gets_one_line(tmp_path: Path) -> None:
    with Daemon(tmp_path, "limits: {sessions: 1}") as daemon:
        first = daemon.talk()
        initialise(first)
        second = daemon.talk()
        second.send("hub")
        assert second.next_line(5) == 'error message="1 connections are served already, try again later"'
        assert second.wire.wait_end(5)
        assert daemon.event("tcp.connection_refused")["session_id"] == "hub-2"
        search(first)


def test_silence_is_ended_and_logged(tmp_path: Path) -> None:
    with Daemon(tmp_path, "limits: {first_line_s: 0.2, idle_s: 0.3}") as daemon:
        mute, half, quiet = daemon.talk(), daemon.talk(), daemon.talk()
        half.wire.write(b"set-param name=ha")
        quiet.run({"expect_alive": True})
        for talk, words in ((mute, "0.2 s"), (half, "0.2 s"), (quiet, "0.3 s")):
            assert words in talk.expect_error()
            assert talk.wire.wait_end(5)
            assert words in daemon.event("hub.peer_dropped")["reason"]


def test_a_search_too_many_waits_and_a_thread_too_many_is_refused(tmp_path: Path) -> None:
    with Daemon(tmp_path, "limits: {threads: 1, hash_mb: 8}") as daemon:
        first, second = daemon.talk(), daemon.talk()
        initialise(first)
        initialise(second)
        for line in ENDLESS:
            first.send(line)
        assert daemon.event("search.started")["limits"] == {"infinite": True}
        second.send("set-param name=threads value=2")
        assert "2 is not in 1..1" in second.expect_error()
        second.send("set-param name=hash value=8")
        assert "8 MiB do not fit: 7 of 8 are left" in second.expect_error()
        second.send("pos start")
        second.send("level move-time=0.2")
        second.send("go think")
        assert second.expect("done", 2.0)["move"]
        daemon.event("search.not_begun_in_time")
        second.send("level depth=4")
        second.send("go think")
        daemon.event("search.queued")
        first.send("stop")
        assert first.expect("done")["move"]
        assert second.expect("done")["move"]


def test_the_longest_search_is_answered(tmp_path: Path) -> None:
    with Daemon(tmp_path, "limits: {search_s: 0.2}") as daemon:
        talk = daemon.talk()
        initialise(talk)
        for line in ENDLESS:
            talk.send(line)
        assert talk.expect("done", 5.0)["move"]
        daemon.event("search.time_limit_reached")


def test_rubbish_and_endless_lines_leave_the_session_alive(tmp_path: Path) -> None:
    with Daemon(tmp_path, "limits: {line_bytes: 2000}") as daemon:
        talk, other = daemon.talk(), daemon.talk()
        talk.wire.write(bytes(range(256)) + b"\n")
        assert "does not begin with a command" in talk.expect_error()
        assert "does not begin with a command" in talk.expect_error()
        talk.send("x" * (1 << 20))
        assert "longer than 2000 bytes" in talk.expect_error()
        talk.run({"expect_alive": True})
        search(talk)
        search(other)


def test_a_killed_peer_frees_its_thread(tmp_path: Path) -> None:
    with Daemon(tmp_path, "limits: {threads: 1}") as daemon:
        gone = socket.create_connection(("127.0.0.1", daemon.port))
        # Closing with this option set is what a killed machine's reset looks like.
        gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
        gone.sendall("".join(f"{line}\n" for line in ENDLESS).encode())
        daemon.event("search.started")
        waiting = daemon.talk()
        waiting.send("pos start")
        waiting.send("level depth=4")
        waiting.send("go think")
        daemon.event("search.queued")
        gone.close()
        assert waiting.expect("done")["move"]


def test_a_peer_that_never_reads_is_dropped(tmp_path: Path) -> None:
    with Daemon(tmp_path, "limits: {write_s: 0.3}") as daemon:
        other = daemon.talk()
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(("127.0.0.1", daemon.port))
        deaf.settimeout(0.1)
        lost = False
        while not lost:
            try:
                deaf.sendall(b"hub\n" * 1000)
            except TimeoutError:
                other.run({"expect_alive": True})
            except OSError:
                lost = True
        assert "took no line for 0.3 s" in daemon.event("hub.peer_lost")["reason"]
        search(other)
        deaf.close()


@pytest.mark.parametrize("is_searching", [True, False])
def test_a_request_to_end_is_answered_by_done_and_code_0(tmp_path: Path, is_searching: bool) -> None:
    with Daemon(tmp_path) as daemon:
        talks = [daemon.talk() for _ in range(3)]
        for talk in talks:
            initialise(talk)
            if is_searching:
                for line in ENDLESS:
                    talk.send(line)
                daemon.event("search.started")
        assert daemon.end() == 0
        for talk in talks:
            if is_searching:
                assert talk.expect("done")["move"]
            assert talk.wire.wait_end(5)
