from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hub_engine.transcript import (
    Direction,
    Entry,
    Head,
    Protocol,
    TranscriptError,
    read_transcript,
    write_entry,
    write_head,
)

HEAD = Head(Protocol.HUB, "stdin", "2026-01-31T12:00:00+00:00", "soicos", (("flying_king", "true"),))


def entry(t_s: str) -> str:
    """A line with any time."""
    return f'{{"t_s": {t_s}, "dir": "in", "data": "hub"}}\n'


@given(
    st.lists(
        st.builds(
            Entry, st.floats(0, 1e6).map(lambda t_s: round(t_s, 6)), st.sampled_from(Direction), st.binary(max_size=40)
        )
    ).map(lambda entries: sorted(entries, key=lambda entry: entry.t_s))
)
def test_what_is_written_is_read(entries: list[Entry]) -> None:
    lines = [write_head(HEAD), *map(write_entry, entries)]
    assert read_transcript(lines) == (HEAD, entries)


def test_text_stays_readable_and_other_bytes_are_base64() -> None:
    assert json.loads(write_entry(Entry(0.5, Direction.IN, b"go think\r\n"))) == {
        "t_s": 0.5,
        "dir": "in",
        "data": "go think\r\n",
    }
    assert json.loads(write_entry(Entry(0.5, Direction.OUT, b"\x01\xff"))) == {
        "t_s": 0.5,
        "dir": "out",
        "base64": "Af8=",
    }


def test_a_line_cut_off_is_a_fault() -> None:
    lines = [write_head(HEAD), write_entry(Entry(1.0, Direction.IN, b"hub\n")), '{"t_s": 2.0, "di']
    with pytest.raises(TranscriptError, match="line 3: cut off"):
        read_transcript(lines)


def test_a_head_may_name_no_variant() -> None:
    line = '{"transcript": 1, "protocol": "dxp", "session": "x", "started": ""}\n'
    assert read_transcript([line]) == (Head(Protocol.DXP, "x", ""), [])
    assert "variant" not in write_head(Head(Protocol.DXP, "x", ""))


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        ([], 1),
        (["{}\n"], 1),
        (["[1]\n"], 1),
        (["no json\n"], 1),
        (['{"transcript": 1, "protocol": "chess", "session": "", "started": ""}\n'], 1),
        ([write_head(HEAD), '{"t_s": 0, "dir": "up", "data": ""}\n'], 2),
        ([write_head(HEAD), '{"t_s": 0, "dir": "in"}\n'], 2),
        ([write_head(HEAD), "\n", '{"t_s": 0, "dir": "in", "data": ""}\n'], 2),
        ([write_head(HEAD), '{"t_s": 0, "dir": "in", "base64": "?"}\n'], 2),
        ([write_head(HEAD), '{"t_s": 0, "dir": "in", "data": null}\n'], 2),
        ([write_head(HEAD), write_head(HEAD)], 2),
        ([write_head(HEAD), "\udcff\udc00\n"], 2),
        ([write_head(HEAD), "[" * 100_000 + "\n"], 2),
        (['{"transcript": 1, "protocol": "hub", "session": "", "started": "", "options": 1}\n'], 1),
        *(([write_head(HEAD), entry(t_s)], 2) for t_s in ("1e300", "1e999", "-1", "NaN", "true", '"1"', "1" * 400)),
        ([write_head(HEAD), entry("2"), entry("1.5")], 3),
        ([write_head(HEAD), '{"t_s": 0, "dir": "in", "data": "\\u20ac"}\n'], 2),
    ],
)
def test_faults_are_named_with_their_line(lines: list[str], place: int) -> None:
    with pytest.raises(TranscriptError) as caught:
        read_transcript(lines)
    assert caught.value.line == place
