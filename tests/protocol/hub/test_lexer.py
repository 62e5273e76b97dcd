import contextlib
import re
import time
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.hub.lexer import MAX_ARGUMENTS, Command, format_line, parse_line, quote, split_words

DATA = yaml.safe_load((Path(__file__).parents[2] / "data" / "hub-sessions.yaml").read_text("utf-8"))
VECTORS = DATA["lines"]
TRACES = [(client, line) for client, lines in DATA["client_traces"].items() for line in lines]

WORDS = st.text(
    alphabet=[chr(code) for code in range(0x21, 0x100) if chr(code) not in '="\x7f'], min_size=1, max_size=8
)
VALUES = st.text(alphabet=[chr(code) for code in range(0x100) if chr(code) not in '"\r\n'], max_size=20)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_vectors(vector: dict) -> None:
    if vector.get("error"):
        with pytest.raises(RemoteProtocolError):
            parse_line(vector["line"])
    elif vector.get("ignore"):
        assert parse_line(vector["line"]) is None
    else:
        pairs = tuple((name, value) for name, value in vector["args"])
        assert parse_line(vector["line"]) == Command(vector["command"], pairs)


@pytest.mark.parametrize(("client", "line"), TRACES)
def test_lines_of_real_clients_come_out_as_they_went_in(client: str, line: str) -> None:
    command = parse_line(line)
    assert command is not None
    flags = {"think", "analyze", "infinite"}
    arguments = [(name, None if name in flags else value) for name, value in command.pairs]
    # Clients quote a list of one move, which needs no quotes.
    assert format_line(command.name, arguments) == re.sub(r'moves="(\S+)"', r"moves=\1", line)


@pytest.mark.parametrize(
    ("line", "command", "field"),
    [
        ('pos pos="W', "pos", "pos"),
        ("set-param name= value=3", "set-param", None),
        ("level depth=1 =2", "level", None),
        ('a b"c"', "a", None),
        ("pi\0ng", "pi", None),
        ("=x", None, None),
        ("\x01go", None, None),
    ],
)
def test_a_fault_names_what_could_be_read(line: str, command: str | None, field: str | None) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        parse_line(line)
    assert (caught.value.command, caught.value.field) == (command, field)


def test_bytes_above_ascii_are_letters() -> None:
    # 0x85 and 0xA0 are white space to Unicode; in UTF-8 they are halves of letters.
    assert parse_line("x\x85\xa0 a=\xa0") == Command("x\x85\xa0", (("a", "\xa0"),))
    assert split_words("a\xa0b c\td") == ("a\xa0b", "c", "d")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Scan", "Scan"),
        ("", '""'),
        ("a b", '"a b"'),
        ("a=b", '"a=b"'),
        ('say "x"', "\"say 'x'\""),
        ('"x"', "'x'"),
        ("a\nb\r", '"a b "'),
        ("tab\there", '"tab\there"'),
        ("\x00", '"\x00"'),
        ("C:\\dir\\", "C:\\dir\\"),
        ("14x23x19", "14x23x19"),
    ],
)
def test_quotes_only_where_needed(value: str, text: str) -> None:
    assert quote(value) == text


@pytest.mark.parametrize("name", ["", "a b", "a=b", 'a"', "a\n", "\x00"])
def test_a_name_must_be_a_word(name: str) -> None:
    with pytest.raises(LocalProtocolError):
        format_line(name)
    with pytest.raises(LocalProtocolError):
        format_line("x", [(name, "value")])


@given(WORDS, st.lists(st.tuples(WORDS, st.none() | VALUES), max_size=5))
def test_writing_reads_back(name: str, arguments: list[tuple[str, str | None]]) -> None:
    line = format_line(name, arguments)
    assert "\n" not in line
    assert parse_line(line) == Command(name, tuple((field, value or "") for field, value in arguments))


@given(
    st.text(alphabet=[chr(code) for code in range(0x100)], max_size=40) | st.text(alphabet='ab= "\t\r\x00', max_size=40)
)
def test_no_line_raises_anything_else(line: str) -> None:
    try:
        command = parse_line(line)
    except RemoteProtocolError as error:
        assert "\n" not in str(error)
    else:
        assert command is None or command.name


def test_arguments_without_end_are_refused() -> None:
    most = parse_line("x" + " a=b" * MAX_ARGUMENTS)
    assert most is not None
    assert len(most.pairs) == MAX_ARGUMENTS
    with pytest.raises(RemoteProtocolError, match="more than 1000 arguments") as refused:
        parse_line("x" + " a=b" * (MAX_ARGUMENTS + 1))
    assert refused.value.command == "x"


@pytest.mark.parametrize("unit", ["a ", "a=1 ", 'a="1"', "a", " ", "=", '"', 'a="', "a = ", "\t \t"])
def test_lines_of_the_largest_size_are_read_in_linear_time(unit: str) -> None:
    line = "x " + unit * ((1 << 20) // len(unit))
    began = time.perf_counter()
    with contextlib.suppress(RemoteProtocolError):
        parse_line(line)
    # Linear work takes about a second at most; quadratic work on 1 MiB takes hours.
    assert time.perf_counter() - began < 20
