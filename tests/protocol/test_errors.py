import pytest

from protocol.errors import (
    AmbiguousMoveError,
    Fault,
    LocalProtocolError,
    NotationError,
    ProtocolError,
    RemoteProtocolError,
    UnknownMoveError,
    shorten,
)


@pytest.mark.parametrize("kind", [LocalProtocolError, RemoteProtocolError, NotationError])
def test_one_root(kind: type[Exception]) -> None:
    assert issubclass(kind, ProtocolError)
    assert issubclass(AmbiguousMoveError, NotationError)
    assert issubclass(UnknownMoveError, NotationError)


def test_remote_error_names_the_place_and_carries_the_data() -> None:
    error = RemoteProtocolError("not an integer", text="abc", command="level", field="depth")
    assert str(error) == "level depth: not an integer: abc"
    assert (error.reason, error.text, error.command, error.field) == ("not an integer", "abc", "level", "depth")
    assert str(RemoteProtocolError("no command")) == "no command"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("abc", "abc"),
        ("a\nb\x00c\x85", "a?b?c?"),
        ("x" * 61, "x" * 60 + "..."),
        ("x" * 60, "x" * 60),
        ("caf\xe9", "caf\xe9"),
    ],
)
def test_offending_text_is_shown_in_one_short_line(text: str, shown: str) -> None:
    assert shorten(text) == shown


def test_notation_error_keeps_all_faults_and_shows_the_first() -> None:
    error = NotationError([Fault(str(number), "no square") for number in range(50, 200)])
    assert len(error.faults) == 150
    assert str(error).startswith("no square: 50; no square: 51; ")
    assert str(error).endswith("; and 145 more")
