from __future__ import annotations

from pathlib import Path

import pytest

from hub_engine.daemon.token import MAX_TRIES, Gate, Token, read_token
from hub_engine.errors import ConfigError

SECRET = "correct-horse-battery"


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "  \n\n"])
def test_a_file_with_one_token(tmp_path: Path, end: str) -> None:
    path = tmp_path / "my token"
    path.write_bytes((SECRET + end).encode())
    token = read_token(path)
    assert token.fits(SECRET)
    assert not any(token.fits(wrong) for wrong in ("", SECRET[:-1], SECRET + "x", SECRET.upper(), "\u20ac" * 21))
    assert SECRET not in repr(token)


@pytest.mark.parametrize("text", ["", "short", "with a blank in between", 'with-a-"-quote-inside', "x" * 257, "ä" * 20])
def test_what_is_no_token_is_refused_and_not_quoted(tmp_path: Path, text: str) -> None:
    path = tmp_path / "token"
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as caught:
        read_token(path)
    assert caught.value.path == path
    assert len(text) < 4 or text not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="the token cannot be read: No such file"):
        read_token(tmp_path / "token")


def test_a_gate_opens_or_shuts() -> None:
    gate = Gate(Token(SECRET.encode()))
    assert not gate.is_open
    assert not gate.try_token("wrong")
    assert gate.try_token(SECRET)
    assert gate.is_open
    assert not gate.is_shut
    other = Gate(Token(SECRET.encode()))
    for _ in range(MAX_TRIES):
        assert not other.is_shut
        other.try_token("wrong")
    assert other.is_shut


def test_without_a_token_every_gate_is_open() -> None:
    gate = Gate(None)
    assert gate.is_open
    assert gate.try_token("anything")


def test_what_is_shown_of_a_line() -> None:
    gate = Gate(Token(SECRET.encode()))
    assert SECRET not in str(gate.shown(f"set-param name=tokn value={SECRET}"))
    gate.try_token(SECRET)
    assert str(gate.shown("pong")) == "pong"
    assert SECRET not in str(gate.shown(f"set-param name=Token value={SECRET}"))
