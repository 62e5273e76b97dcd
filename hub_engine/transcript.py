"""A transcript: what was said between an engine and its peer, and when; on disk one JSON object a line.

The first line tells what it is, each other one is an entry:

    {"transcript": 1, "protocol": "hub", "session": "tcp-1", "started": "2026-01-31T12:00:00+00:00",
     "variant": NAME, "options": {"flying_king": "true"}}            (in one line; the last two may be missing)
    {"t_s": 0.012, "dir": "in", "data": "hub\\n"}

Decides the form of the file. `data` is the Latin-1 view of the bytes; where that is not printable they stand in
`base64` instead. Directions are the engine's: `in` is what it read. An empty `in` is the end of its input. Times
never go backwards.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from enum import StrEnum
from typing import Any, NamedTuple

from hub_engine.errors import HubEngineError

FORMAT = 1
#: Ends of Hub lines and DXP messages: no sign that data is binary.
_ENDS = "\r\n\t\0"
#: Latest time of an entry, seconds, inclusive: a year.
MAX_TIME_S = 31_536_000.0


class Protocol(StrEnum):
    """What is spoken."""

    HUB = "hub"
    DXP = "dxp"


class Direction(StrEnum):
    """Seen from the engine."""

    IN = "in"
    OUT = "out"


class Entry(NamedTuple):
    """Some bytes. t_s: seconds since the conversation began."""

    t_s: float
    direction: Direction
    data: bytes


class Head(NamedTuple):
    """What the transcript is of.

    started: date and time, ISO 8601. variant: id of the game that was set when it began, empty: not told. options:
    its options, names and values.
    """

    protocol: Protocol
    session: str
    started: str
    variant: str = ""
    options: tuple[tuple[str, str], ...] = ()


class TranscriptError(HubEngineError):
    """A file that is no transcript. line: counted from 1. reason: without the line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def write_head(head: Head) -> str:
    """The first line, with its end."""
    fields = {"transcript": FORMAT, "protocol": head.protocol, "session": head.session, "started": head.started}
    return _line(fields | ({"variant": head.variant, "options": dict(head.options)} if head.variant else {}))


def write_entry(entry: Entry) -> str:
    """The line of an entry, with its end."""
    text = entry.data.decode("latin-1")
    fields: dict[str, Any] = {"t_s": round(entry.t_s, 6), "dir": entry.direction}
    if text.translate(dict.fromkeys(map(ord, _ENDS))).isprintable():
        fields["data"] = text
    else:
        fields["base64"] = base64.b64encode(entry.data).decode("ascii")
    return _line(fields)


def read_transcript(lines: Iterable[str]) -> tuple[Head, list[Entry]]:
    """What the lines of a file hold: the head in line 1, entry i in line i + 2.

    Raises TranscriptError for the first line that is damaged; that may be the last one of a process that was killed.
    """
    head, entries = None, list[Entry]()
    for number, line in enumerate(lines, start=1):
        fields = _fields(number, line)
        try:
            if head is None:
                head = _read_head(fields)
            else:
                entries.append(_read_entry(fields, entries[-1].t_s if entries else 0.0))
        except KeyError as error:
            raise TranscriptError(number, f"{error.args[0]!r} is missing") from error
        except ValueError as error:
            raise TranscriptError(number, str(error)) from error
    if head is None:
        raise TranscriptError(1, "an empty file is no transcript")
    return head, entries


def _read_head(fields: dict[str, Any]) -> Head:
    """Raises KeyError, ValueError."""
    if fields.get("transcript") != FORMAT:
        raise ValueError(f'not the head of a transcript of format {FORMAT} ("transcript" is missing)')
    options = fields.get("options", {})
    if not isinstance(options, dict):
        raise ValueError("options: not a JSON object")
    return Head(
        Protocol(_text(fields, "protocol")),
        _text(fields, "session"),
        _text(fields, "started"),
        _text(fields, "variant") if "variant" in fields else "",
        tuple((name, _text(options, name)) for name in options),
    )


def _read_entry(fields: dict[str, Any], before_s: float) -> Entry:
    """Raises KeyError, ValueError."""
    t_s = fields["t_s"]
    # Not-a-number is not between anything.
    if isinstance(t_s, bool) or not isinstance(t_s, int | float) or not 0.0 <= t_s <= MAX_TIME_S:
        raise ValueError(f"t_s: not a time from 0 to {MAX_TIME_S:.0f} seconds")
    if t_s < before_s:
        raise ValueError(f"t_s: {t_s:g} is before the line above, {before_s:g}")
    return Entry(float(t_s), Direction(_text(fields, "dir")), _data(fields))


def _data(fields: dict[str, Any]) -> bytes:
    if "base64" in fields:
        return base64.b64decode(_text(fields, "base64"), validate=True)
    try:
        return _text(fields, "data").encode("latin-1")
    except UnicodeEncodeError:
        raise ValueError("data: not the Latin-1 view of bytes") from None


def _text(fields: dict[str, Any], key: str) -> str:
    """Raises KeyError, ValueError."""
    value = fields[key]
    if not isinstance(value, str):
        raise ValueError(f"{key}: not a text")
    return value


def _fields(number: int, line: str) -> dict[str, Any]:
    try:
        # What is no UTF-8 comes as surrogates, which cannot be written.
        line.encode()
        fields = json.loads(line)
    except UnicodeEncodeError as error:
        raise TranscriptError(number, "not UTF-8 text") from error
    except (ValueError, RecursionError) as error:
        # A process that is killed leaves such a line; whoever takes it away has the whole recording up to there.
        reason = f"no JSON: {error}" if line.endswith("\n") else "cut off in the middle"
        raise TranscriptError(number, reason) from error
    if not isinstance(fields, dict):
        raise TranscriptError(number, "no JSON object")
    return fields


def _line(fields: dict[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False) + "\n"
