"""Logging: structlog to standard error or a file, as text or JSON; never to standard output.

Nothing is written, and structlog is not even imported, before `configure` was called: a Hub peer may read
our standard error as if it were our answers, and the start must be quick.
Event names: `room.what_happened`, past tense; values are fields with units.
"""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Any, TextIO


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
#: The log file, if there is one.
_file: TextIO | None = None


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
        if _target is not None:
            _target.debug(event, **self._fields, **fields)

    def info(self, event: str, **fields: object) -> None:
        """What happened."""
        if _target is not None:
            _target.info(event, **self._fields, **fields)

    def warning(self, event: str, **fields: object) -> None:
        """What should not have happened and was dealt with."""
        if _target is not None:
            _target.warning(event, **self._fields, **fields)

    def error(self, event: str, *, cause: BaseException | None = None, **fields: object) -> None:
        """What failed. cause: written with its traceback."""
        if _target is not None:
            _target.error(event, **self._fields, **fields, **({"exc_info": cause} if cause else {}))


def configure(level: LogLevel, path: Path | None = None, style: LogFormat = LogFormat.CONSOLE) -> None:
    """From now on write events of this level and above, to a file or to standard error.

    Raises OSError when the file cannot be opened; nothing is changed then.
    """
    global _target, _file
    if level is LogLevel.OFF:
        close()
        return
    stream = path.open("a", encoding="utf-8", buffering=1) if path is not None else sys.stderr
    close()
    _file = stream if path is not None else None
    import structlog

    # JSON carries a traceback as a field; the console renderer writes it itself.
    writers: list[Any] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if style is LogFormat.JSON
        else [structlog.dev.ConsoleRenderer(colors=path is None and stream.isatty())]
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *writers,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_NUMBERS[level]),
        logger_factory=structlog.WriteLoggerFactory(file=stream),
        cache_logger_on_first_use=False,
    )
    _target = structlog.get_logger()


def close() -> None:
    """Write nothing any more; the log file is closed."""
    global _target, _file
    _target = None
    if _file is not None:
        _file.close()
        _file = None
