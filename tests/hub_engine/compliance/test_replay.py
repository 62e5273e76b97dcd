from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from hub_engine.compliance.replay import Comparison, Said, _stray, replay, said
from hub_engine.compliance.wire import Connection, Process
from hub_engine.transcript import Direction, Entry, Protocol
from tests.fakes.faulty_dxp_engine import listening

FAKE = [sys.executable, "-S", str(Path(__file__).parents[2] / "fakes" / "faulty_hub_engine.py")]
START = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"


def conversation(text: str, end: str = "\n") -> list[Entry]:
    """Lines of a recording, a millisecond apart: `> ` is input, a lone `>` its end."""
    entries = []
    for number, line in enumerate(text.strip().splitlines()):
        sign, _, said_text = line.strip().partition(" ")
        data = f"{said_text}{end}".encode("latin-1") if said_text else b""
        entries.append(Entry(number * 0.001, Direction.IN if sign == ">" else Direction.OUT, data))
    return entries


HUB = conversation(
    f"""
    > hub
    < id name=Another version=7
    < param name=hash value=1 type=int min=1 max=2
    < wait
    > init
    < ready
    > pos pos={START}
    > level depth=2
    > go think
    < info depth=1 score=0.00 nodes=77
    < done move=31-26 ponder=20-24
    > ping
    < pong
    > quit
    >
    """
)
DXP = conversation(
    """
    > R01Recorded                        Z001075A
    < AAnother                         0
    < Cgood luck
    > M0000312600
    < M0001172200
    > E00
    < E00
    """,
    "\0",
)


def replayed(fault: str, entries: Sequence[Entry] = HUB, *, is_fast: bool = True, patience: float = 4.0) -> Comparison:
    async def run() -> Comparison:
        process = await Process.start([*FAKE, fault])
        try:
            return await replay(entries, Protocol.HUB, process, is_fast=is_fast, patience=patience)
        finally:
            await process.close()

    return asyncio.run(run())


@pytest.mark.parametrize("is_fast", [True, False])
def test_other_names_moves_and_infos_are_no_difference(is_fast: bool) -> None:
    comparison = replayed("none", is_fast=is_fast)
    assert comparison.changes == {}
    assert not is_fast or list(comparison.rows()) == []


@pytest.mark.parametrize(
    ("fault", "patience", "changes"),
    [
        ("two-answers", 4.0, {"done with a move": (1, 2)}),
        ("two-pongs", 4.0, {"pong": (1, 2)}),
        ("never-ready", 0.1, {"ready": (1, 0)}),
        ("crash", 4.0, {"done with a move": (1, 0), "pong": (1, 0)}),
        ("silent", 0.02, {"done with a move": (1, 0), "pong": (1, 0), "ready": (1, 0), "wait": (1, 0)}),
    ],
)
def test_number_and_kind_of_answers_are_compared(
    fault: str, patience: float, changes: dict[str, tuple[int, int]]
) -> None:
    comparison = replayed(fault, patience=patience)
    assert comparison.changes == changes
    different = [(left, right) for left, right, is_different in comparison.rows() if is_different]
    assert different


def test_both_sides_are_shown_where_they_differ() -> None:
    rows = list(replayed("two-answers").rows(context=2))
    assert ("< done move=31-26 ponder=20-24", "< done move=32-28", False) in rows
    assert ("", "< done move=32-28", True) in rows


def test_what_is_shown_cannot_write_to_the_terminal() -> None:
    answer = said([Entry(0.0, Direction.OUT, b"error message=\x1b[31m\n")], Protocol.HUB)
    assert list(Comparison(answer, [], []).rows()) == [("< error message=?[31m", "", True)]


def test_a_bare_done_and_one_with_a_move_are_two_kinds() -> None:
    recorded = [Entry(0.0, Direction.OUT, b"done\n"), Entry(0.0, Direction.OUT, b"done move=32-28\n")]
    assert [item.kind for item in said(recorded, Protocol.HUB)] == ["done", "done with a move"]


def test_lines_without_account() -> None:
    lines = [b"info depth=1\n", b"init book\n", b"\n", b"id name=x\n", b'param name="\n']
    kinds = [item.kind for item in said([Entry(0.0, Direction.OUT, line) for line in lines], Protocol.HUB)]
    assert kinds == [None, None, None, None, "malformed line"]


def test_kinds_of_dxp_messages() -> None:
    messages = [f"A{'x':<32}2", "M0001172200", "E10", "K2", "Chello", ""]
    entries = [Entry(0.0, Direction.OUT, f"{message}\0".encode()) for message in messages]
    assert [item.kind for item in said(entries, Protocol.DXP)] == ["A2", "M", "E1", "K2", None, None]
    assert said([Entry(0.0, Direction.IN, b"E00\0")], Protocol.DXP) == [Said(Direction.IN, "E00", None)]


@pytest.mark.parametrize("is_fast", [True, False])
@pytest.mark.parametrize(
    ("fault", "patience", "changes"),
    [("none", 4.0, {}), ("chatty", 4.0, {}), ("silent", 0.02, {"A0": (1, 0), "E0": (1, 0), "M": (1, 0)})],
)
def test_links_are_replayed(fault: str, patience: float, changes: dict[str, tuple[int, int]], is_fast: bool) -> None:
    async def run() -> Comparison:
        async with listening(fault) as port:
            link = await Connection.open("127.0.0.1", port, 5.0)
            try:
                return await replay(DXP, Protocol.DXP, link, is_fast=is_fast, patience=patience)
            finally:
                await link.close()

    assert asyncio.run(run()).changes == changes


def test_a_game_that_takes_another_course_is_left_out() -> None:
    entries = conversation(
        """
        > R01Recorded                        Z001075A
        < AAnother                         0
        > M0000312600
        < M0001999900
        > M0000322800
        < M0001171100
        < E10
        > E00
        > R01Recorded                        Z001075A
        < AAnother                         0
        > M0000312600
        < M0001999900
        > E00
        < E00
        """,
        "\0",
    )

    async def run() -> Comparison:
        async with listening("none") as port:
            link = await Connection.open("127.0.0.1", port, 5.0)
            try:
                return await replay(entries, Protocol.DXP, link, is_fast=True, patience=4.0)
            finally:
                await link.close()

    comparison = asyncio.run(run())
    (stray,) = comparison.strays
    assert (stray.begin, stray.end, stray.recorded) == (4, 8, "M0001999900")
    assert comparison.changes == {}
    assert [item.kind for item in comparison.replayed if item.kind] == ["A0", "M", "A0", "M", "E0"]
    assert len(comparison.recorded) == 10


@pytest.mark.parametrize(
    ("then", "now", "is_same"),
    [
        ("M0001322800", "M0099322800", True),
        ("M0001322800", "M0001322700", False),
        ("M00014736021429", "M00014736022914", True),
        ("M00014736021429", "M00014736021430", False),
        ("M00014736021429", "M0001473600", True),
        ("M0001", "M0001", True),
        ("M0001", "M0001322800", False),
    ],
)
def test_moves_are_the_same_whatever_the_time_and_order(then: str, now: str, is_same: bool) -> None:
    recorded = [*conversation(f"< {then}", "\0"), Entry(1.0, Direction.IN, b"M0001322800\0")]
    assert (_stray(recorded, 1, conversation(f"< {now}", "\0")) is None) is is_same


def test_an_empty_recording_has_no_answers() -> None:
    assert replayed("none", []).changes == {}
