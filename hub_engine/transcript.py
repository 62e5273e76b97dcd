"""A transcript: what was said between an engine and its peer, and when; on disk one JSON object a line.

The first line tells what it is, each other one is an entry:

    {"transcript": 1, "protocol": "hub", "session": "tcp-1", "started": "2026-01-31T12:00:00+00:00"}
    {"t_s": 0.012, "dir": "in", "data": "hub\\n"}

Decides the form of the file. `data` is the Latin-1 view of the bytes; where that is not printable they stand in
`base64` instead. Directions are the engine's: `in` is what it read. An empty `in` is the end of its input.
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
    """What the transcript is of. started: date and time, ISO 8601."""

    protocol: Protocol
    session: str
    started: str


class TranscriptError(HubEngineError):
    """A file that is no transcript. line: counted from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


def write_head(head: Head) -> str:
    """The first line, with its end."""
    return _line({"transcript": FORMAT, "protocol": head.protocol, "session": head.session, "started": head.started})


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
    """What the lines of a file hold. Raises TranscriptError.

    A last line that is cut off, as a process that was killed leaves it, is dropped.
    """
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if not numbered:
        raise TranscriptError(1, "an empty file is no transcript")
    head = _read_head(*numbered[0])
    entries = [_read_entry(number, line) for number, line in numbered[1:-1]]
    if len(numbered) > 1 and numbered[-1][1].endswith("\n"):
        entries.append(_read_entry(*numbered[-1]))
    return head, entries


def _read_head(number: int, line: str) -> Head:
    fields = _fields(number, line)
    if fields.get("transcript") != FORMAT:
        raise TranscriptError(number, f'not the head of a transcript of format {FORMAT} ("transcript" is missing)')
    try:
        return Head(Protocol(fields["protocol"]), str(fields["session"]), str(fields["started"]))
    except (KeyError, ValueError) as error:
        raise TranscriptError(number, f"bad head: {error}") from error


def _read_entry(number: int, line: str) -> Entry:
    fields = _fields(number, line)
    try:
        data = _data(fields)
        return Entry(float(fields["t_s"]), Direction(fields["dir"]), data)
    except (KeyError, TypeError, ValueError) as error:
        raise TranscriptError(number, f"bad entry: {error!r}") from error


def _data(fields: dict[str, Any]) -> bytes:
    if "base64" in fields:
        return base64.b64decode(fields["base64"], validate=True)
    return str(fields["data"]).encode("latin-1")


def _fields(number: int, line: str) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except ValueError as error:
        raise TranscriptError(number, f"no JSON: {error}") from error
    if not isinstance(fields, dict):
        raise TranscriptError(number, "no JSON object")
    return fields


def _line(fields: dict[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False) + "\n"
