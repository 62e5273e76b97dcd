from __future__ import annotations

import pytest

from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.hub.lexer import Command
from protocol.hub.lines import Input, to_bytes


def named(command: Command) -> str | None:
    return None if command.name == "unknown" else command.name


def test_lines_wait_until_they_are_taken() -> None:
    lines = Input(100, named)
    lines.receive(b"one a=1\r\n\nunk")
    lines.receive(b"nown\ntwo\nthr")
    assert lines.n_lines == 4
    assert lines.waiting_bytes > len("one a=1unknowntwo")
    assert [lines.take() for _ in range(4)] == ["one", None, None, "two"]
    assert not lines
    assert lines.waiting_bytes == 0


def test_a_malformed_line_is_taken_all_the_same() -> None:
    lines = Input(10, named)
    lines.receive(b"=\n" + b"pos " + b"x" * 10 + b"\nlast\n")
    with pytest.raises(RemoteProtocolError, match="does not begin with a command"):
        lines.take()
    with pytest.raises(RemoteProtocolError, match="longer than 10 bytes") as caught:
        lines.take()
    assert caught.value.command == "pos"
    assert lines.take() == "last"


def test_the_end_is_no_line_and_nothing_follows_it() -> None:
    lines = Input(10, named)
    lines.receive(b"half")
    lines.receive(b"")
    assert lines.is_ended
    assert not lines
    with pytest.raises(LocalProtocolError):
        lines.receive(b"more\n")


def test_lines_are_sent_as_latin_1() -> None:
    assert to_bytes("na\xefve \u2654") == b"na\xefve ?\n"
