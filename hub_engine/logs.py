"""Logging: structlog to standard error or a file, as text or JSON; never to standard output.

Nothing is written, and structlog is not even imported, before `configure` was called: a Hub peer may read
our standard error as if it were our answers, and the start must be quick.
Event names: `room.what_happened`, past tense; values are fields with units.
"""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Any

from hub_engine.log_sink import LogSink


class LogLevel(StrEnum):
    """Least important kind of event that is written. `off` writes nothing."""

    OFF = "off"
    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    DEBUG = "debug"


class LogFormat(StrEnum):
    """How an event is written."""

    CONSOLE = "console"
    JSON = "json"


#: structlog's numbers for the levels.
_NUMBERS = {LogLevel.ERROR: 40, LogLevel.WARNING: 30, LogLevel.INFO: 20, LogLevel.DEBUG: 10}

#: structlog's logger, None while nothing is to be written.
_target: Any = None
#: Where it writes to.
_sink: LogSink | None = None


class Log:
    """Writes events with some fields bound to all of them."""

    __slots__ = ("_fields",)

    def __init__(self, **fields: object) -> None:
        self._fields = fields

    def bind(self, **fields: object) -> Log:
        """A log with more fields bound."""
        return Log(**{**self._fields, **fields})

    def debug(self, event: str, **fields: object) -> None:
        """What a developer wants to see."""
        self._write("debug", event, fields)

    def info(self, event: str, **fields: object) -> None:
        """What happened."""
        self._write("info", event, fields)

    def warning(self, event: str, **fields: object) -> None:
        """What should not have happened and was dealt with."""
        self._write("warning", event, fields)

    def error(self, event: str, *, cause: BaseException | None = None, **fields: object) -> None:
        """What failed. cause: written with its traceback."""
        self._write("error", event, fields | ({"exc_info": cause} if cause else {}))

    def _write(self, level: str, event: str, fields: dict[str, object]) -> None:
        if _target is None or _sink is None:
            return
        getattr(_target, level)(event, **self._fields, **fields)
        n_lost = _sink.take_lost()
        if n_lost:
            _target.warning("log.lines_lost", n_lines=n_lost)


def configure(level: LogLevel, path: Path | None = None, style: LogFormat = LogFormat.CONSOLE) -> None:
    """From now on write events of this level and above, to a file or to standard error.

    Raises OSError when the file cannot be opened; nothing is changed then.
    """
    global _target, _sink
    if level is LogLevel.OFF or (path is None and sys.stderr is None):
        close()
        return
    sink = LogSink(path)
    close()
    _sink = sink
    import structlog

    # JSON carries a traceback as a field; the console renderer writes it itself.
    writers: list[Any] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if style is LogFormat.JSON
        else [structlog.dev.ConsoleRenderer(colors=path is None and sink.is_terminal)]
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *writers,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_NUMBERS[level]),
        logger_factory=lambda *_: sink,
        cache_logger_on_first_use=False,
    )
    _target = structlog.get_logger()


def close() -> None:
    """Write nothing any more; the log file is closed."""
    global _target, _sink
    _target = None
    if _sink is not None:
        _sink.close()
        _sink = None
