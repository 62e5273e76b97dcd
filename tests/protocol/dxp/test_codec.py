"""Every message of the vectors: read and written exactly, and every malformed one named."""

import math
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from protocol.dxp import messages as dxp
from protocol.dxp.codec import KINDS, MAX_MESSAGE_BYTES, decode, encode
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.notation.fen import Setup

VECTORS = yaml.safe_load((Path(__file__).parents[2] / "data" / "dxp-messages.yaml").read_text("utf-8"))
# Captured squares in another order than ours: read as the same move, not written back so.
UNSORTED = {"spec-move-capture", "built-capture-order-b", "built-ambiguous-2"}
START = Setup(bytes(20 * [3] + 10 * [0] + 20 * [1]), white_to_move=True)
REQUEST = "R01Harness 1.0                     Z005075A"


def from_fields(fields: dict[str, Any]) -> dxp.Message:
    """The message that the vectors describe in their own words."""
    match fields:
        case {"type": "R"}:
            squares = fields.get("squares")
            setup = squares and Setup(bytes("ewWzZ".index(letter) for letter in squares), fields["turn"] == "W")
            colour = dxp.Colour(fields["follower_colour"])
            return dxp.GameRequest(fields["name"], colour, fields["minutes"], fields["moves"] or None, setup)
        case {"type": "A", "name": name, "code": code}:
            return dxp.GameAccept(name, dxp.AcceptCode(code))
        case {"type": "M", "seconds": seconds, "from": origin, "to": landing, "captured": captured}:
            return dxp.Move(origin - 1, landing - 1, tuple(sorted(square - 1 for square in captured)), seconds)
        case {"type": "E", "reason": reason, "stop": stop}:
            return dxp.GameEnd(dxp.EndReason(reason), stop == "1")
        case {"type": "C", "text": text}:
            return dxp.Chat(text)
        case {"type": "B", "move": number, "turn": turn}:
            return dxp.BackRequest(number, dxp.Colour(turn))
        case {"type": "K", "code": code}:
            return dxp.BackAccept(dxp.BackCode(code))
    raise ValueError(fields)


@pytest.mark.parametrize(
    "vector",
    [*VECTORS["messages"], *VECTORS["transcript_scan2_moby"]],
    ids=lambda vector: vector.get("id") or vector["ascii"],
)
def test_a_message_of_the_vectors(vector: dict[str, Any]) -> None:
    message = from_fields(vector["fields"])
    assert decode(vector["ascii"]) == message
    assert decode(encode(message)) == message
    if vector.get("id") not in UNSORTED:
        assert encode(message) == vector["ascii"]


def test_the_vectors_are_complete() -> None:
    assert len(VECTORS["messages"]) == 32
    assert len(VECTORS["malformed"]) == 28
    assert {decode(vector["ascii"]).__class__ for vector in VECTORS["messages"]} == set(KINDS.values())


def test_captured_squares_are_written_ascending() -> None:
    assert encode(dxp.Move(4, 24, (21, 11, 22, 19), 12)) == "M001205250412202223"


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", None),
        ("Xfoo", None),
        ("r01", None),
        ("R", None),
        ("R01abc", None),
        ("R02" + REQUEST[3:], "version"),
        ("R00" + REQUEST[3:], "version"),
        ("R1", None),
        ("R011", None),
        (REQUEST + "xyz", None),
        (REQUEST[:-1] + "C", "position"),
        (REQUEST[:-1] + "B", "position"),
        (REQUEST + "W" + 50 * "e", "position"),
        (REQUEST[:-1] + "B" + "w" + 50 * "e", "to_move"),
        (REQUEST[:-1] + "BW" + 49 * "e" + "b", "position"),
        (REQUEST.replace("Z", "z"), "follower_colour"),
        (REQUEST.replace("005", "abc"), "minutes"),
        (REQUEST.replace("005", "-05"), "minutes"),
        (REQUEST.replace("005", "   "), "minutes"),
        (REQUEST.replace("005", "  ."), "minutes"),
        (REQUEST.replace("075", "7.5"), "moves"),
        ("AName", None),
        ("A" + 32 * "x" + "4", "code"),
        ("M", "captured"),
        ("M00003228", "captured"),
        ("M0000322801", "captured"),
        ("M00003717012131", "captured"),
        ("M000037170221", "captured"),
        ("M0000371721" + 21 * "10", "captured"),
        ("M0000003200", "origin"),
        ("M0000325100", "landing"),
        ("M0000xx2800", "origin"),
        ("M00003717020051", "captured"),
        ("M000047360431313142", "captured"),
        ("E0", None),
        ("E", None),
        ("E000", None),
        ("B01", None),
        ("B0x1W", "number"),
        ("B001B", "to_move"),
        ("K", None),
        ("K3", "code"),
        ("K00", None),
    ],
)
def test_what_does_not_read_names_letter_and_field(text: str, field: str | None) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        decode(text)
    assert caught.value.command == (text[0] if text[:1] in KINDS else None)
    assert caught.value.field == field
    assert len(str(caught.value)) <= MAX_MESSAGE_BYTES - 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (REQUEST.replace("005", " .5"), dxp.GameRequest("Harness 1.0", dxp.Colour.BLACK, 0.5, 75)),
        (REQUEST.replace("005", "0.5"), dxp.GameRequest("Harness 1.0", dxp.Colour.BLACK, 0.5, 75)),
        (REQUEST.replace("005", "  5"), dxp.GameRequest("Harness 1.0", dxp.Colour.BLACK, 5, 75)),
        (REQUEST.replace("005", "5  "), dxp.GameRequest("Harness 1.0", dxp.Colour.BLACK, 5, 75)),
        (REQUEST.replace("075", " 75"), dxp.GameRequest("Harness 1.0", dxp.Colour.BLACK, 5, 75)),
        (REQUEST.replace("Harness 1.0", " " * 11), dxp.GameRequest("", dxp.Colour.BLACK, 5, 75)),
        ("M  12322800", dxp.Move(31, 27, (), 12)),
        ("M12.5322800", dxp.Move(31, 27, (), 12.5)),
        ("M-001322800", dxp.Move(31, 27)),
        ("Mabcd322800", dxp.Move(31, 27)),
        ("M0000 6 1 0", dxp.Move(5, 0)),
        ("E90", dxp.GameEnd()),
        ("E0x", dxp.GameEnd()),
        ("C", dxp.Chat("")),
        ("C\xe9t\xe9 \xff", dxp.Chat("\xe9t\xe9 \xff")),
        ("B000W", dxp.BackRequest(0, dxp.Colour.WHITE)),
    ],
)
def test_what_is_read_although_we_would_not_write_it(text: str, message: dxp.Message) -> None:
    assert decode(text) == message


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (dxp.GameRequest("  x\u00e9\n" + 40 * "y", dxp.Colour.WHITE), "R01x??" + 29 * "y" + "W000000A"),
        (dxp.GameRequest("x", dxp.Colour.WHITE, 999, 999), "R01x" + 31 * " " + "W999999A"),
        (dxp.GameRequest("x", dxp.Colour.WHITE, 0.5), "R01x" + 31 * " " + "W .5000A"),
        (dxp.GameRequest("x", dxp.Colour.WHITE, 0.25), "R01x" + 31 * " " + "W.25000A"),
        (dxp.GameRequest("x", dxp.Colour.WHITE, 2.5), "R01x" + 31 * " " + "W2.5000A"),
        (dxp.Move(0, 1, (), 0.5), "M0000010200"),
        (dxp.Move(0, 1, (), 1.6), "M0002010200"),
        (dxp.Move(0, 1, (), -3), "M0000010200"),
        (dxp.Move(0, 1, (), 123456), "M9999010200"),
        (dxp.Move(0, 1, (), math.inf), "M9999010200"),
        (dxp.Move(0, 1, (), math.nan), "M0000010200"),
        (dxp.Move(0, 1, (30, 9, 30)), "M000001020210" + "31"),
        (dxp.Chat("a\tb\0\u20ac"), "Ca?b??"),
        (dxp.Chat(200 * "x"), "C" + 126 * "x"),
    ],
)
def test_what_is_fitted_in_writing(message: dxp.Message, text: str) -> None:
    assert encode(message) == text


@pytest.mark.parametrize(
    "message",
    [
        dxp.GameRequest(" ", dxp.Colour.WHITE),
        dxp.GameAccept("", dxp.AcceptCode.ACCEPTED),
        dxp.GameRequest("x", dxp.Colour.WHITE, -1),
        dxp.GameRequest("x", dxp.Colour.WHITE, 1000),
        dxp.GameRequest("x", dxp.Colour.WHITE, 10.5),
        dxp.GameRequest("x", dxp.Colour.WHITE, 1 / 3),
        dxp.GameRequest("x", dxp.Colour.WHITE, math.nan),
        dxp.GameRequest("x", dxp.Colour.WHITE, 5, 1000),
        dxp.GameRequest("x", dxp.Colour.WHITE, 5, None, Setup(bytes(32), white_to_move=True)),
        dxp.Move(-1, 5),
        dxp.Move(0, 50),
        dxp.Move(0, 5, (50,)),
        dxp.Move(0, 5, tuple(range(21))),
        dxp.Chat(""),
        dxp.BackRequest(0, dxp.Colour.WHITE),
        dxp.BackRequest(1000, dxp.Colour.WHITE),
    ],
)
def test_what_cannot_be_written_is_our_own_fault(message: dxp.Message) -> None:
    with pytest.raises(LocalProtocolError):
        encode(message)


def test_boards_of_other_sizes() -> None:
    small = dxp.GameRequest("x", dxp.Colour.WHITE, position=Setup(bytes(32), white_to_move=False))
    assert decode(encode(small, 32), 32) == small
    with pytest.raises(RemoteProtocolError):
        decode(encode(small, 32))
    with pytest.raises(RemoteProtocolError):
        decode("M0000013300", 32)
    with pytest.raises(LocalProtocolError):
        encode(dxp.Move(0, 32), 32)
    large = dxp.Move(71, 60, tuple(range(30)))
    assert decode(encode(large, 72), 72) == large


def test_a_message_of_a_large_board_is_not_too_long() -> None:
    assert len(encode(dxp.Move(71, 60, tuple(range(58))), 72)) == MAX_MESSAGE_BYTES
    with pytest.raises(LocalProtocolError):
        encode(dxp.Move(71, 60, tuple(range(59))), 72)
    with pytest.raises(LocalProtocolError):
        encode(dxp.GameRequest("x", dxp.Colour.WHITE, position=Setup(bytes(99), white_to_move=True)), 99)


PRINTABLE = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1)
NAMES = PRINTABLE.map(str.strip).filter(bool).map(lambda name: name[:32].strip())
COLOURS = st.sampled_from(dxp.Colour)
SQUARES = st.integers(0, 49)
SETUPS = st.builds(Setup, st.binary(min_size=50, max_size=50).map(lambda raw: bytes(b % 5 for b in raw)), st.booleans())
MINUTES = st.one_of(
    st.integers(0, 999),
    st.integers(1, 99).map(lambda hundredths: hundredths / 100),
    st.integers(10, 99).map(lambda tenths: tenths / 10),
)
MESSAGES: st.SearchStrategy[dxp.Message] = st.one_of(
    st.builds(dxp.GameRequest, NAMES, COLOURS, MINUTES, st.none() | st.integers(1, 999), st.none() | SETUPS),
    st.builds(dxp.GameAccept, NAMES, st.sampled_from(dxp.AcceptCode)),
    st.builds(
        dxp.Move,
        SQUARES,
        SQUARES,
        st.sets(SQUARES, max_size=20).map(lambda squares: tuple(sorted(squares))),
        st.integers(0, 9999),
    ),
    st.builds(dxp.GameEnd, st.sampled_from(dxp.EndReason), st.booleans()),
    st.builds(dxp.Chat, PRINTABLE.map(lambda text: text[:126])),
    st.builds(dxp.BackRequest, st.integers(1, 999), COLOURS),
    st.builds(dxp.BackAccept, st.sampled_from(dxp.BackCode)),
)


@given(MESSAGES)
def test_what_is_written_reads_back(message: dxp.Message) -> None:
    text = encode(message)
    assert decode(text) == message
    assert 1 <= len(text) <= MAX_MESSAGE_BYTES
    assert text.isascii()
    assert text.isprintable()


@given(
    st.one_of(
        st.binary(max_size=130),
        st.builds(bytes.__add__, st.sampled_from([b"R01", b"M", b"A", b"E", b"B", b"K"]), st.binary(max_size=100)),
    )
)
def test_random_bytes_raise_nothing_else(data: bytes) -> None:
    try:
        decode(data.decode("latin-1"))
    except RemoteProtocolError as error:
        assert str(error)
