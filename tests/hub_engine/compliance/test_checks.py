from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from hub_engine.compliance.checks import (
    CheckFailed,
    CheckList,
    Level,
    Outcome,
    Result,
    Timing,
    UnreachableError,
    deadline,
    run_checks,
)
from hub_engine.transcript import Direction, Entry
from protocol.errors import RemoteProtocolError


class FakeSession:
    """A session whose peer is the check itself."""

    def __init__(self) -> None:
        self.conversation = [Entry(0.0, Direction.IN, b"x\n")]
        self.stage: Any = None
        self.is_closed = False

    @property
    def stderr(self) -> Sequence[str]:
        return ["oh"]

    async def prepare(self, stage: Any) -> None:
        self.stage = stage
        if stage == "nowhere":
            raise UnreachableError("not there")

    async def close(self) -> None:
        self.is_closed = True


def run(checks: CheckList[FakeSession], patience: float = 1.0) -> tuple[list[Result], list[FakeSession]]:
    sessions: list[FakeSession] = []

    def make() -> FakeSession:
        sessions.append(FakeSession())
        return sessions[-1]

    told: list[Result] = []
    results = asyncio.run(run_checks(checks.checks, make, Timing(patience), told.append))
    assert told == results
    return results, sessions


def raising(error: Exception) -> Any:
    async def check(_: FakeSession) -> None:
        raise error

    return check


async def passing(_: FakeSession) -> str:
    return "a remark"


async def stuck(_: FakeSession) -> None:
    await asyncio.Event().wait()


def test_outcomes() -> None:
    checks: CheckList[FakeSession] = CheckList()
    checks.add(Level.MUST, "passes", stage="somewhere")(passing)
    checks.add(Level.MUST, "fails")(raising(CheckFailed("it did not")))
    checks.add(Level.SHOULD, "breaks the protocol")(raising(RemoteProtocolError("bad line")))
    checks.add(Level.DIALECT, "differs")(raising(CheckFailed("otherwise")))
    checks.add(Level.MUST, "cannot be reached", stage="nowhere")(passing)
    results, sessions = run(checks)
    assert [result.outcome for result in results] == [
        Outcome.PASSED,
        Outcome.FAILED,
        Outcome.FAILED,
        Outcome.DEVIATES,
        Outcome.UNREACHABLE,
    ]
    assert [result.text for result in results] == ["a remark", "it did not", "bad line", "otherwise", "not there"]
    assert all(session.is_closed for session in sessions)
    assert sessions[0].stage == "somewhere"
    # What passed needs no evidence.
    assert results[0].conversation == ()
    assert results[1].conversation == tuple(sessions[1].conversation)
    assert results[1].stderr == ("oh",)


def test_a_check_without_end_is_ended() -> None:
    checks: CheckList[FakeSession] = CheckList()
    checks.add(Level.MUST, "hangs")(stuck)
    checks.add(Level.MUST, "comes after")(passing)
    results, sessions = run(checks, patience=1e-4)
    assert [result.outcome for result in results] == [Outcome.FAILED, Outcome.PASSED]
    assert sessions[0].is_closed


def test_an_error_of_ours_is_not_taken_for_a_finding() -> None:
    checks: CheckList[FakeSession] = CheckList()
    checks.add(Level.MUST, "has a bug")(raising(KeyError("oops")))
    with pytest.raises(KeyError):
        run(checks)


def test_a_gate_closes() -> None:
    checks: CheckList[FakeSession] = CheckList()
    checks.add(Level.MUST, "opens", is_gate=True)(passing)
    checks.add(Level.MUST, "closes", is_gate=True)(raising(CheckFailed("no")))
    checks.add(Level.MUST, "is behind")(passing)
    results, sessions = run(checks)
    assert [result.outcome for result in results] == [Outcome.PASSED, Outcome.FAILED, Outcome.SKIPPED]
    assert "check 2" in results[2].text
    assert len(sessions) == 2


def test_lists_joined_are_numbered_on() -> None:
    first: CheckList[FakeSession] = CheckList()
    second: CheckList[FakeSession] = CheckList()
    first.add(Level.MUST, "a")(passing)
    second.add(Level.MUST, "b")(passing)
    second.add(Level.MUST, "c")(passing)
    first.extend(second)
    assert [(check.number, check.title) for check in first.checks] == [(1, "a"), (2, "b"), (3, "c")]


def test_a_deadline_is_a_finding() -> None:
    async def wait() -> None:
        async with deadline(0.001, "the answer"):
            await asyncio.Event().wait()

    with pytest.raises(CheckFailed, match=r"the answer did not come within 0.001 s"):
        asyncio.run(wait())
