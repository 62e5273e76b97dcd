"""The parameters of a Hub session: how they are declared, read and kept.

Decides names, bounds and spellings. A value that does not read changes nothing. What is not listed here is
none of ours and is ignored by the session.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from hub_engine import logs
from hub_engine._core import MAX_THREADS
from hub_engine.config.engine import DaemonLimits, EngineConfig, Numbering
from hub_engine.config.engine import Log as LogConfig
from hub_engine.config.names import NO_CONTROL
from hub_engine.config.time_control import TimeControl
from hub_engine.config.variant_options import OptionType, VariantOption
from hub_engine.daemon.catalogue import Catalogue
from hub_engine.daemon.shares import table_limit_mb
from hub_engine.engine.options import EngineOptions
from hub_engine.errors import ConfigError, VariantError
from hub_engine.logs import LogLevel
from hub_engine.variants import Variant
from protocol.hub.messages import ParamDecl, ParamKind

#: Scan's table size is given as the logarithm of its entries, of 16 bytes each.
_ENTRY_BYTES = 16
_MAX_OVERHEAD_S = 10.0
_MIB = 1 << 20
#: More digits than any bound has are not worth reading.
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")


class ParameterError(ValueError):
    """A value that a parameter cannot have; the text says why."""


class Settings(NamedTuple):
    """What a session works with.

    overhead_s: time lost between us and the peer's clock, each move. time_control: used when the peer sends no
    limit. can_ponder: only told to the peer, who decides. log: this process's; logs_to_stderr: it is written there
    when there is no file.
    """

    variant: Variant
    engine: EngineOptions
    overhead_s: float
    log: LogConfig
    time_control: TimeControl | None = None
    can_ponder: bool = True
    numbering: Numbering = Numbering.BOARD
    logs_to_stderr: bool = False


def first_settings(config: EngineConfig, catalogue: Catalogue) -> Settings:
    """The settings a session starts with. Raises ConfigError when a name in the configuration is not known."""
    control = config.time_control
    return Settings(
        variant=catalogue.variants.get(config.variant),
        engine=EngineOptions(config.hash_mb, config.threads),
        overhead_s=config.time_overhead_s,
        time_control=None if control is None else catalogue.time_control(control),
        can_ponder=config.ponder,
        numbering=config.numbering,
        log=config.log,
    )


class _Parameter(NamedTuple):
    """One parameter: its declaration for these settings (None: accepted, not declared), and its reader.

    A reader raises ParameterError or ConfigError.
    """

    declare: Callable[[Settings], ParamDecl] | None
    read: Callable[[Settings, str], Settings]


class Parameters:
    """Reads and declares the parameters of one session.

    limits: no session can have more than all together. is_local: the peer is the one that started this process,
    and may choose where it logs.
    """

    def __init__(self, catalogue: Catalogue, limits: DaemonLimits, *, is_local: bool) -> None:
        self._catalogue = catalogue
        self._max_threads = min(MAX_THREADS, limits.threads)
        self._max_hash_mb = table_limit_mb(limits)
        self._table: dict[str, _Parameter] = {
            "variant": _Parameter(self._declare_variant, self._read_variant),
            "threads": _Parameter(
                lambda now: _integer("threads", now.engine.threads, 1, self._max_threads), self._read_threads
            ),
            "hash": _Parameter(lambda now: _integer("hash", now.engine.hash_mb, 1, self._max_hash_mb), self._read_hash),
            "tt-size": _Parameter(None, self._read_table_size),
            "ponder": _Parameter(lambda now: _boolean("ponder", now.can_ponder), self._read_ponder),
            "time-overhead": _Parameter(self._declare_overhead, self._read_overhead),
            "time-control": _Parameter(self._declare_time_control, self._read_time_control),
            "numbering": _Parameter(
                lambda now: _enumeration("numbering", now.numbering, [*Numbering]), self._read_numbering
            ),
        }
        if is_local:
            self._table |= {
                "log-file": _Parameter(
                    lambda now: ParamDecl("log-file", str(now.log.file or ""), ParamKind.STRING), self._read_log_file
                ),
                "log-level": _Parameter(
                    lambda now: _enumeration("log-level", now.log.level, [*LogLevel]), self._read_log_level
                ),
            }

    @staticmethod
    def names() -> tuple[str, ...]:
        """The parameters of every session, as a user may set them beforehand."""
        return ("variant", "threads", "hash", "ponder", "time-overhead", "time-control", "numbering")

    def declarations(self, settings: Settings) -> list[ParamDecl]:
        """The `param` lines, with the values of now; last the options of the variant."""
        own = [entry.declare(settings) for entry in self._table.values() if entry.declare is not None]
        return own + [_declare_option(option) for option in settings.variant.config.options]

    def changed(self, settings: Settings, name: str, value: str) -> Settings:
        """The settings with one parameter set; the same object when the name is not ours.

        An option of the variant is a parameter too, from the moment that the variant is chosen.
        Raises ParameterError.
        """
        entry = self._table.get(name)
        try:
            if entry is not None:
                return entry.read(settings, value.strip())
            if name in settings.variant.config.choices:
                return self._read_option(settings, name, value.strip().lower())
        except ConfigError as error:
            # A value may name a file that cannot be used: its first fault, with file and line.
            raise ParameterError(str(error).partition("\n")[0]) from error
        return settings

    # --- the game --------------------------------------------------------------------------------

    def _declare_variant(self, settings: Settings) -> ParamDecl:
        words = [word for names in self._catalogue.variant_names for word in (names.hub, *names.aliases_with_options)]
        return _enumeration("variant", settings.variant.config.names.hub, words)

    def _read_variant(self, settings: Settings, value: str) -> Settings:
        return settings._replace(variant=self._catalogue.variants.get(value))

    def _read_option(self, settings: Settings, name: str, value: str) -> Settings:
        try:
            variant = self._catalogue.variants.chosen(settings.variant, {name: value})
        except VariantError as error:
            # The file is good, so it is the value that is not: where the file has its options helps nobody.
            raise ParameterError(error.faults[0].message) from error
        return settings._replace(variant=variant)

    def _read_numbering(self, settings: Settings, value: str) -> Settings:
        return settings._replace(numbering=Numbering(_word(value, [*Numbering])))

    # --- the engine ------------------------------------------------------------------------------

    def _read_threads(self, settings: Settings, value: str) -> Settings:
        engine = settings.engine._replace(threads=_whole(value, 1, self._max_threads))
        return settings._replace(engine=engine)

    def _read_hash(self, settings: Settings, value: str) -> Settings:
        return settings._replace(engine=settings.engine._replace(hash_mb=_whole(value, 1, self._max_hash_mb)))

    def _read_table_size(self, settings: Settings, value: str) -> Settings:
        largest = (self._max_hash_mb * _MIB // _ENTRY_BYTES).bit_length() - 1
        size_bytes = _ENTRY_BYTES << _whole(value, 0, largest)
        return settings._replace(engine=settings.engine._replace(hash_mb=max(1, size_bytes // _MIB)))

    def _read_ponder(self, settings: Settings, value: str) -> Settings:
        return settings._replace(can_ponder=_word(value, ["true", "false"]) == "true")

    # --- time ------------------------------------------------------------------------------------

    def _declare_overhead(self, settings: Settings) -> ParamDecl:
        return ParamDecl("time-overhead", f"{settings.overhead_s:g}", ParamKind.REAL, 0.0, _MAX_OVERHEAD_S)

    def _read_overhead(self, settings: Settings, value: str) -> Settings:
        try:
            overhead_s = float(value)
        except ValueError:
            raise ParameterError(f"not a number: {value}") from None
        if not 0.0 <= overhead_s <= _MAX_OVERHEAD_S:
            raise ParameterError(f"{value} is not in 0..{_MAX_OVERHEAD_S:g} seconds")
        return settings._replace(overhead_s=overhead_s)

    def _declare_time_control(self, settings: Settings) -> ParamDecl:
        now = settings.time_control.name if settings.time_control is not None else NO_CONTROL
        return _enumeration("time-control", now, [NO_CONTROL, *self._catalogue.time_control_names])

    def _read_time_control(self, settings: Settings, value: str) -> Settings:
        control = None if value == NO_CONTROL else self._catalogue.time_control(value)
        return settings._replace(time_control=control)

    # --- the log ---------------------------------------------------------------------------------

    def _read_log_file(self, settings: Settings, value: str) -> Settings:
        # Texts come as Latin-1 views of bytes; file names are UTF-8 nearly everywhere.
        path = Path(value.encode("latin-1").decode("utf-8", "surrogateescape")) if value else None
        return settings._replace(log=settings.log._replace(file=path))

    def _read_log_level(self, settings: Settings, value: str) -> Settings:
        level = LogLevel(_word(value, [*LogLevel]))
        return settings._replace(log=settings.log._replace(level=level))


def open_log(settings: Settings) -> None:
    """Puts the log of the settings into force for this process. Raises ParameterError, and changes nothing.

    Without a file, and unless standard error was asked for, nothing is written: it may be the peer's.
    """
    level, style, path = settings.log
    is_wanted = path is not None or settings.logs_to_stderr
    try:
        logs.configure(level if is_wanted else LogLevel.OFF, path, style)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ParameterError(f"the log file {path} cannot be opened: {reason}") from error


def _whole(value: str, low: int, high: int) -> int:
    if not _WHOLE.fullmatch(value):
        raise ParameterError(f"not a whole number: {value}")
    number = int(value)
    if not low <= number <= high:
        raise ParameterError(f"{number} is not in {low}..{high}")
    return number


def _word(value: str, words: list[str]) -> str:
    word = value.lower()
    if word not in words:
        raise ParameterError(f"{value or 'an empty value'} is none of {' '.join(words)}")
    return word


def _integer(name: str, value: int, low: int, high: int) -> ParamDecl:
    return ParamDecl(name, str(value), ParamKind.INT, low, high)


def _boolean(name: str, value: bool) -> ParamDecl:
    return ParamDecl(name, "true" if value else "false", ParamKind.BOOL)


def _declare_option(option: VariantOption) -> ParamDecl:
    if option.type is OptionType.BOOL:
        return _boolean(option.name, option.value == "true")
    return _enumeration(option.name, option.value, list(option.values))


def _enumeration(name: str, value: str, words: list[str]) -> ParamDecl:
    return ParamDecl(name, value, ParamKind.ENUM, values=tuple(words))
