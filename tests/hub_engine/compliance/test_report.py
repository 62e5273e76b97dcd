from __future__ import annotations

import json
from typing import Any

from hub_engine.compliance import report
from hub_engine.compliance.checks import Check, Level, Outcome, Result
from hub_engine.transcript import Direction, Entry


async def nothing(_: Any) -> None:
    """A check that is never run."""


def result(number: int, outcome: Outcome, text: str = "", level: Level = Level.MUST, known: str = "") -> Result:
    check: Check[Any] = Check(number, level, f"title {number}", known, is_gate=False, stage=None, run=nothing)
    if outcome in {Outcome.PASSED, Outcome.SKIPPED}:
        return Result(check, outcome, text, 0.5)
    said = (Entry(0.25, Direction.IN, b"go\n"), Entry(0.5, Direction.OUT, b"done\nmore \x01\n" + b"x" * 500))
    return Result(check, outcome, text, 0.5, said, ("a fault",))


RESULTS = [
    result(1, Outcome.PASSED, "Fake 1.0"),
    result(2, Outcome.FAILED, "a | b", known="Scan does so"),
    result(3, Outcome.DEVIATES, "otherwise", Level.DIALECT),
    result(4, Outcome.UNREACHABLE, "gone", Level.SHOULD),
    result(5, Outcome.SKIPPED, "of no use after check 4", Level.SHOULD),
]


def test_only_failures_and_loss_count() -> None:
    assert not report.is_compliant(RESULTS)
    assert not report.is_compliant([RESULTS[3]])
    assert report.is_compliant([RESULTS[0], RESULTS[2], RESULTS[4]])


def test_line_tells_number_level_outcome_reason_and_what_is_known() -> None:
    shown = report.line(RESULTS[1])
    for part in ("  2 must", "FAILED", "title 2", "a | b", "Scan does so"):
        assert part in shown
    assert "deviates" in report.line(RESULTS[2])


def test_conversation_is_cut_and_printable() -> None:
    shown = report.conversation(RESULTS[1]).splitlines()
    assert shown[0].endswith("> go")
    assert shown[1].endswith("< done")
    assert shown[2].endswith("< more ?")
    assert max(map(len, shown)) < 200
    assert shown[-1].endswith("! a fault")


def test_summary_counts() -> None:
    assert report.summary(RESULTS) == (
        "5 checks: 1 passed, 1 failed, 1 deviates, 1 skipped, 1 unreachable (of no use after check 4)"
    )


def test_json_holds_everything() -> None:
    value = json.loads(json.dumps(report.as_json("Fake 1.0", RESULTS)))
    assert value["compliant"] is False
    assert value["counts"] == {"passed": 1, "failed": 1, "deviates": 1, "skipped": 1, "unreachable": 1}
    assert value["checks"][1]["conversation"][0] == {"t_s": 0.25, "dir": "in", "data": "go\n"}
    assert "conversation" not in value["checks"][0]


def test_markdown_has_a_table_and_escapes_it() -> None:
    page = report.as_markdown("Fake", ["peer: Fake 1.0"], RESULTS)
    assert page.startswith("# Fake\n\n- peer: Fake 1.0\n")
    assert "| must | 2 | 1 | 1 | 0 | 0 | 0 |" in page
    assert r"| 2 | must | failed | title 2 | a \| b (known: Scan does so) |" in page
    assert "title 5" not in page
    assert page.endswith("- 1: title 1: Fake 1.0\n")


def test_listing_numbers() -> None:
    assert report.listing([RESULTS[1].check]) == "  2 must     title 2 (known: Scan does so)"
