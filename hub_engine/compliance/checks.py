"""What a check is, and how a list of them is run.

Decides levels, outcomes and that no check can spoil the next one: each gets a session of its own, a deadline, and
every way in which a peer can misbehave ends as a result. Knows no protocol.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from hub_engine.transcript import Entry
from protocol.errors import RemoteProtocolError

#: A check that takes longer than this is stuck; seconds, before `Timing.patience`.
CHECK_DEADLINE_S = 240.0
#: Entries of a conversation that are kept; some engines never stop talking.
MAX_ENTRIES = 20_000


class Level(StrEnum):
    """What a failure means."""

    MUST = "must"
    """The text of the protocol is broken."""
    SHOULD = "should"
    """The text allows it, or is silent, but real clients come to grief."""
    DIALECT = "dialect"
    """Programs differ here and clients live with it; a difference is told, not counted as a failure."""


class Outcome(StrEnum):
    """What became of a check."""

    PASSED = "passed"
    FAILED = "failed"
    DEVIATES = "deviates"
    SKIPPED = "skipped"
    UNREACHABLE = "unreachable"


class Timing(NamedTuple):
    """Factors. patience: of every deadline. quiet: of every time in which nothing may come."""

    patience: float = 1.0
    quiet: float = 1.0


class CheckFailed(Exception):  # noqa: N818 - not an error of ours: the finding
    """The peer did not do what the check asks; the text says what it did."""


class UnreachableError(Exception):
    """The peer cannot be started or connected to."""


class Session(Protocol):
    """What a check talks to."""

    @property
    def conversation(self) -> Sequence[Entry]:
        """What was said, the latest part of it."""
        ...

    @property
    def stderr(self) -> Sequence[str]:
        """The last lines of standard error, where there is one."""
        ...

    async def prepare(self, stage: Any) -> None:
        """Connects, and brings the session to a stage. Raises CheckFailed, UnreachableError."""
        ...

    async def close(self) -> None:
        """Ends the session and what was started for it, whatever state it is in."""
        ...


S = TypeVar("S", bound=Session)
#: Talks to the peer; raises CheckFailed. The text, if any, is a remark for the report.
Run = Callable[[S], Awaitable[str | None]]


@dataclass(frozen=True, slots=True)
class Check(Generic[S]):
    """One question to the peer.

    number: from 1, stable within a list. known: programs known to differ and how, or an empty text.
    is_gate: when it fails there is no use in going on. stage: how far the session is brought beforehand.
    """

    number: int
    level: Level
    title: str
    known: str
    is_gate: bool
    stage: Any
    run: Run[S]


class CheckList(Generic[S]):
    """Checks in the order in which they are written down, which is their numbering."""

    def __init__(self) -> None:
        self.checks: list[Check[S]] = []

    def add(
        self, level: Level, title: str, *, stage: Any = None, known: str = "", is_gate: bool = False
    ) -> Callable[[Run[S]], Run[S]]:
        """Decorator: the function is the next check."""

        def register(run: Run[S]) -> Run[S]:
            self.checks.append(Check(len(self.checks) + 1, level, title, known, is_gate, stage, run))
            return run

        return register

    def extend(self, other: CheckList[S]) -> None:
        """Puts the checks of another list behind these."""
        n_before = len(self.checks)
        self.checks += [replace(check, number=n_before + check.number) for check in other.checks]


@dataclass(frozen=True, slots=True)
class Result:
    """Of one check. text: reason or remark. conversation, stderr: of a check that did not pass."""

    check: Check[Any]
    outcome: Outcome
    text: str
    time_s: float
    conversation: tuple[Entry, ...] = ()
    stderr: tuple[str, ...] = ()


@asynccontextmanager
async def deadline(seconds: float, what: str) -> AsyncIterator[None]:
    """A time limit whose passing is a finding. Raises CheckFailed."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise CheckFailed(f"{what} did not come within {seconds:g} s") from None


async def run_checks(
    checks: Iterable[Check[S]], make: Callable[[], S], timing: Timing, tell: Callable[[Result], None]
) -> list[Result]:
    """Runs the checks one after the other.

    make: a session that is not connected yet. tell: is given each result as it comes.
    """
    results: list[Result] = []
    barrier = ""
    for check in checks:
        if barrier:
            result = Result(check, Outcome.SKIPPED, barrier, 0.0)
        else:
            result = await _run(check, make(), timing)
            if check.is_gate and result.outcome is not Outcome.PASSED:
                barrier = f"of no use after check {check.number}"
        results.append(result)
        tell(result)
    return results


async def _run(check: Check[S], session: S, timing: Timing) -> Result:
    start_s = time.monotonic()
    try:
        async with asyncio.timeout(CHECK_DEADLINE_S * timing.patience):
            await session.prepare(check.stage)
            outcome, text = Outcome.PASSED, await check.run(session) or ""
    except UnreachableError as error:
        outcome, text = Outcome.UNREACHABLE, str(error)
    except TimeoutError:
        outcome, text = _finding(check), "the check came to no end"
    except (CheckFailed, RemoteProtocolError) as error:
        outcome, text = _finding(check), str(error)
    finally:
        time_s = time.monotonic() - start_s
        said = tuple(session.conversation)  # closing may say more
        await session.close()
    if outcome is Outcome.PASSED:
        return Result(check, outcome, text, time_s)
    return Result(check, outcome, text, time_s, said, tuple(session.stderr))


def _finding(check: Check[Any]) -> Outcome:
    return Outcome.DEVIATES if check.level is Level.DIALECT else Outcome.FAILED
