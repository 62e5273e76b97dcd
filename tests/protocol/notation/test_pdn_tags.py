from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import NotationError
from protocol.notation.pdn_tags import (
    ClockKind,
    ClockNote,
    GameType,
    Outcome,
    SquareNames,
    parse_clocks,
    parse_game_type,
    parse_result,
    starts_white,
    write_clock,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("20", GameType(20)),
        (
            "20,W,10,10,N2,0",
            GameType(
                20, white_begins=True, width=10, height=10, names=SquareNames.NUMERIC, first_corner=2, is_inverted=False
            ),
        ),
        (
            "24,W,8,8,N1,1",
            GameType(
                24, white_begins=True, width=8, height=8, names=SquareNames.NUMERIC, first_corner=1, is_inverted=True
            ),
        ),
        (
            "41,W,10,8,A0",
            GameType(
                41,
                white_begins=True,
                width=10,
                height=8,
                names=SquareNames.ALPHANUMERIC,
                first_corner=0,
                is_inverted=None,
            ),
        ),
        (
            "23,B,8,8,S0,0",
            GameType(
                23, white_begins=False, width=8, height=8, names=SquareNames.SHORT, first_corner=0, is_inverted=False
            ),
        ),
    ],
)
def test_game_types(text: str, expected: GameType) -> None:
    assert parse_game_type(text) == expected


@pytest.mark.parametrize(
    "text", ["", "x", "20,", "20,W", "20,W,10,10,N4,0", "20,W,10,10,X2,0", "20,W,10,10,N2,2", "20 "]
)
def test_what_is_no_game_type(text: str) -> None:
    with pytest.raises(NotationError):
        parse_game_type(text)
    assert starts_white(text)


@pytest.mark.parametrize(
    ("text", "white"),
    [
        ("20", True),
        ("27,W,12,12,N2,0", True),
        ("21", False),
        ("31,B,8,8,N2,0", False),
        ("20,B,10,10,N2,0", False),
        ("25", True),
    ],
)
def test_what_a_game_type_implies(text: str, white: bool) -> None:
    assert starts_white(text) is white


def test_results_in_both_styles() -> None:
    for texts in (["2-0", "1-1", "0-2", "0-0", "*"], ["1-0", "1/2-1/2", "0-1", "0-0", "*"]):
        assert [parse_result(text) for text in texts] == list(Outcome)
    assert parse_result("12-8") is parse_result("?") is None


@pytest.mark.parametrize(
    ("comment", "notes"),
    [
        ("[%clk 1:02:03]", (ClockNote(ClockKind.REMAINING, 3723),)),
        ("good [%emt 0:00:07] [%egt 0:10:00.5] move", (ClockNote(ClockKind.MOVE, 7), ClockNote(ClockKind.GAME, 600.5))),
        ("[%mct 1:30]", (ClockNote(ClockKind.MECHANICAL, 5400),)),
        (
            "[%eval 0.17] [%clock w0:09:58 B0:10:00]",
            (
                ClockNote(ClockKind.REMAINING, 598, white=True),
                ClockNote(ClockKind.REMAINING, 600, white=False, is_running=True),
            ),
        ),
        ("[%clk soon] %clk 0:00:01 [%clk 0:1:1]", ()),
        ("", ()),
    ],
)
def test_clocks_in_comments(comment: str, notes: tuple[ClockNote, ...]) -> None:
    assert parse_clocks(comment) == notes


@given(st.sampled_from(ClockKind), st.integers(0, 3_599_999))
def test_a_clock_reads_back(kind: ClockKind, seconds: int) -> None:
    note = ClockNote(kind, seconds)
    assert parse_clocks(f"before {write_clock(note)} behind") == (note,)


def test_clocks_are_written_in_whole_seconds_and_not_below_zero() -> None:
    assert write_clock(ClockNote(ClockKind.REMAINING, 598.4)) == "[%clk 0:09:58]"
    assert write_clock(ClockNote(ClockKind.MOVE, -3)) == "[%emt 0:00:00]"


@given(st.text())
def test_any_text_is_read_or_left_alone(text: str) -> None:
    parse_clocks(text)
    parse_result(text)
    starts_white(text)
