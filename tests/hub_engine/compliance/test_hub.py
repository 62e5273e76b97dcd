"""Every fault of the faulty engine is found by the check that is there for it, and our own engine has none."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from hub_engine.compliance.checks import Check, Level, Outcome, Result, Timing, run_checks
from hub_engine.compliance.hub import HUB_CHECKS
from hub_engine.compliance.hub.session import HubSession, Stage

FAKE = [sys.executable, "-S", str(Path(__file__).parents[2] / "fakes" / "faulty_hub_engine.py")]
OWN = [sys.executable, "-m", "hub_engine", "hub", "--hash", "4"]
#: A busy machine may be slow: long deadlines cost nothing where the answer comes.
PATIENT = Timing(patience=4.0, quiet=0.1)
#: Where the answer never comes.
HASTY = Timing(patience=0.1, quiet=0.1)


def examined(command: list[str], checks: list[Check[HubSession]], timing: Timing) -> list[Result]:
    return asyncio.run(run_checks(checks, lambda: HubSession(command, {}, timing), timing, lambda _: None))


def check_of(name: str) -> Check[HubSession]:
    return next(check for check in HUB_CHECKS.checks if check.run.__name__ == name)


def test_checks_are_numbered_from_one_and_say_different_things() -> None:
    checks = HUB_CHECKS.checks
    assert [check.number for check in checks] == list(range(1, len(checks) + 1))
    assert len({check.title for check in checks}) == len(checks)
    assert {check.level for check in checks} == set(Level)
    assert all(isinstance(check.stage, Stage) for check in checks)


@pytest.mark.parametrize(
    ("fault", "finder", "timing"),
    [
        ("silent", "answers_hub", HASTY),
        ("goes-on-talking", "answers_hub", PATIENT),
        ("flood", "answers_hub", HASTY),
        ("old", "presents_itself", PATIENT),
        ("nameless", "presents_itself", PATIENT),
        ("out-of-bounds", "parameters_are_well_formed", PATIENT),
        ("never-ready", "initialises", HASTY),
        ("two-pongs", "answers_ping", PATIENT),
        ("stays", "quits", HASTY),
        ("complains", "ignores_foreign_parameters", PATIENT),
        ("stderr", "is_silent_on_stderr", PATIENT),
        ("flags", "lines_are_plain", PATIENT),
        ("stays-after-input", "ends_with_input", HASTY),
        ("crash", "searches_to_depth", PATIENT),
        ("wrong-move", "searches_to_depth", PATIENT),
        ("two-answers", "searches_to_depth", PATIENT),
        ("short-capture", "writes_captures_in_full", PATIENT),
        ("chatty", "is_silent_on_unknown_commands", PATIENT),
    ],
)
def test_each_fault_is_found_by_its_check(fault: str, finder: str, timing: Timing) -> None:
    """The check that finds it does not find it in the sound engine."""
    check = check_of(finder)
    (found,) = examined([*FAKE, fault], [check], timing)
    assert found.outcome is Outcome.FAILED, found.text
    assert found.text
    assert found.conversation or fault == "stays-after-input"
    (sound,) = examined([*FAKE, "none"], [check], PATIENT)
    assert sound.outcome is Outcome.PASSED, sound.text


@pytest.mark.parametrize("fault", ["two-pongs", "two-answers", "out-of-bounds", "flags"])
def test_a_fault_is_found_at_one_place_of_the_beginning(fault: str) -> None:
    """No other check of the first dozen trips over it: the number tells where to look."""
    finders = {"two-pongs": "answers_ping", "out-of-bounds": "parameters_are_well_formed"}
    results = examined([*FAKE, fault], HUB_CHECKS.checks[:8], PATIENT)
    failed = [result.check.run.__name__ for result in results if result.outcome is Outcome.FAILED]
    assert failed == ([finders[fault]] if fault in finders else [])


def test_after_a_failed_gate_nothing_else_is_tried() -> None:
    results = examined([*FAKE, "silent"], HUB_CHECKS.checks, HASTY)
    assert [result.outcome for result in results[:2]] == [Outcome.FAILED, Outcome.SKIPPED]
    assert {result.outcome for result in results[1:]} == {Outcome.SKIPPED}


def test_the_old_dialect_is_named() -> None:
    _, second, *_ = examined([*FAKE, "old"], HUB_CHECKS.checks[:3], PATIENT)
    assert "Hub 1" in second.text
    assert "Old 1.0" in second.text


def test_a_crash_is_told_with_its_exit_code() -> None:
    (result,) = examined([*FAKE, "crash"], [check_of("searches_to_depth")], PATIENT)
    assert result.text == "the engine ended with exit code 3"


def test_a_program_that_is_not_there_is_unreachable() -> None:
    results = examined(["./no-such-program"], HUB_CHECKS.checks[:2], PATIENT)
    assert [result.outcome for result in results] == [Outcome.UNREACHABLE, Outcome.SKIPPED]
    assert "no-such-program" in results[0].text


def test_parameters_are_set_before_init() -> None:
    session = HubSession([*FAKE, "none"], {"threads": "3"}, PATIENT)

    async def converse() -> list[bytes]:
        await session.prepare(Stage.READY)
        await session.close()
        return [entry.data for entry in session.conversation]

    assert b"set-param name=threads value=3\n" in asyncio.run(converse())


def findings(checks: list[Check[HubSession]]) -> list[tuple[int, str]]:
    results = examined(OWN, checks, PATIENT)
    return [(result.check.number, result.text) for result in results if result.outcome is not Outcome.PASSED]


def test_our_own_engine_begins_and_ends_in_order() -> None:
    """The rest of the list takes longer; tests/e2e asks for much of it, too."""
    assert findings(HUB_CHECKS.checks[:12]) == []


@pytest.mark.slow
def test_our_own_engine_passes_every_check() -> None:
    assert findings(HUB_CHECKS.checks) == []
