"""The results of a run for people, for programs and for the documentation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from hub_engine.compliance.checks import Check, Level, Outcome, Result
from hub_engine.transcript import Direction, Entry
from protocol.errors import printable, shorten

#: Lines of a conversation that are shown, its end.
_SHOWN_ENTRIES = 40
_SHOWN_CHARACTERS = 160

_BAD = frozenset({Outcome.FAILED, Outcome.UNREACHABLE})


def is_compliant(results: Iterable[Result]) -> bool:
    """No check failed; what was left out because of another one's failure does not count twice."""
    return not any(result.outcome in _BAD for result in results)


def line(result: Result) -> str:
    """One line for people."""
    check = result.check
    shown = result.outcome.upper() if result.outcome in _BAD else result.outcome
    text = f"{check.number:3} {check.level:<8} {shown:<12} {check.title}"
    if result.text:
        text += f"\n{'':26}{result.text}"
    if check.known and result.outcome in {Outcome.FAILED, Outcome.DEVIATES}:
        text += f"\n{'':26}(known: {check.known})"
    return text


def conversation(result: Result) -> str:
    """The end of what was said, and of standard error."""
    lines = [f"{'':4}{entry.t_s:9.3f} {_sign(entry)} {text}" for entry, text in _shown(result.conversation)]
    lines += [f"{'':4}{'stderr':>9} ! {shorten(text)}" for text in result.stderr]
    return "\n".join(lines)


def summary(results: Sequence[Result]) -> str:
    """The counts in one line, and why checks were left out."""
    counts = Counter(result.outcome for result in results)
    parts = [f"{counts[outcome]} {outcome}" for outcome in Outcome if counts[outcome]]
    reasons = {result.text for result in results if result.outcome is Outcome.SKIPPED}
    why = f" ({', '.join(sorted(reasons))})" if reasons else ""
    noun = "check" if len(results) == 1 else "checks"
    return f"{len(results)} {noun}: {', '.join(parts)}{why}"


def as_json(peer: str, results: Sequence[Result]) -> dict[str, Any]:
    """Everything as plain data. Times in seconds; conversations as Latin-1 texts, `in` is what the peer read."""
    return {
        "peer": peer,
        "compliant": is_compliant(results),
        "counts": {outcome.value: sum(result.outcome is outcome for result in results) for outcome in Outcome},
        "checks": [_json_of(result) for result in results],
    }


def as_markdown(title: str, facts: Sequence[str], results: Sequence[Result]) -> str:
    """A page: facts, counts by level, and what did not pass."""
    lines = [f"# {title}", "", *(f"- {fact}" for fact in facts), "", *_table_of_levels(results), ""]
    rest = [result for result in results if result.outcome not in {Outcome.PASSED, Outcome.SKIPPED}]
    if rest:
        lines += ["| check | level | outcome | what | why |", "| ---: | --- | --- | --- | --- |"]
        lines += [_row(result) for result in rest]
        lines.append("")
    remarks = [result for result in results if result.outcome is Outcome.PASSED and result.text]
    lines += [f"- {result.check.number}: {result.check.title}: {_cell(result.text)}" for result in remarks]
    return "\n".join(lines).rstrip("\n") + "\n"


def listing(checks: Iterable[Check[Any]]) -> str:
    """The checks without results."""
    lines = []
    for check in checks:
        known = f" (known: {check.known})" if check.known else ""
        lines.append(f"{check.number:3} {check.level:<8} {check.title}{known}")
    return "\n".join(lines)


def _table_of_levels(results: Sequence[Result]) -> list[str]:
    outcomes = [outcome for outcome in Outcome if any(result.outcome is outcome for result in results)]
    lines = [f"| level | checks | {' | '.join(outcomes)} |", f"| --- |{' ---: |' * (1 + len(outcomes))}"]
    for level in Level:
        counts = Counter(result.outcome for result in results if result.check.level is level)
        cells = " | ".join(str(counts[outcome]) for outcome in outcomes)
        lines.append(f"| {level} | {counts.total()} | {cells} |")
    return lines


def _row(result: Result) -> str:
    check = result.check
    known = f" (known: {check.known})" if check.known else ""
    return (
        f"| {check.number} | {check.level} | {result.outcome} | {_cell(check.title)} | {_cell(result.text + known)} |"
    )


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _json_of(result: Result) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "number": result.check.number,
        "level": result.check.level,
        "title": result.check.title,
        "outcome": result.outcome,
        "text": result.text,
        "known": result.check.known,
        "time_s": round(result.time_s, 3),
    }
    if result.conversation:
        fields["conversation"] = [
            {"t_s": round(entry.t_s, 3), "dir": entry.direction, "data": entry.data.decode("latin-1")}
            for entry in result.conversation
        ]
    if result.stderr:
        fields["stderr"] = list(result.stderr)
    return fields


def _sign(entry: Entry) -> str:
    return ">" if entry.direction is Direction.IN else "<"


def _shown(entries: Sequence[Entry]) -> Iterable[tuple[Entry, str]]:
    for entry in entries[-_SHOWN_ENTRIES:]:
        for piece in entry.data.decode("latin-1").replace("\0", "\n").splitlines():
            shown = printable(piece[:_SHOWN_CHARACTERS])
            yield entry, shown + "..." * (len(piece) > _SHOWN_CHARACTERS)
