"""What `hub` and `serve` share: settings from file and options, logging, the run itself."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, NoReturn

from hub_engine.cli.options import add_config_dir, add_option, file_path, made, words
from hub_engine.config.engine import EngineConfig, Log, default_engine
from hub_engine.daemon.catalogue import Catalogue
from hub_engine.daemon.parameters import ParameterError, Parameters, Settings, first_settings
from hub_engine.daemon.setup import Setup
from hub_engine.daemon.shutdown import leave
from hub_engine.logs import LogFormat, LogLevel


def add_settings(parser: argparse.ArgumentParser) -> None:
    """`--config`, `--config-dir`, the log's options, and one option for each Hub parameter."""
    parser.add_argument("--config", type=file_path, metavar="FILE", help="settings; see configs/engine.yaml")
    add_config_dir(parser)
    add_option(parser)
    for name in Parameters.names():
        parser.add_argument(f"--{name}", metavar="VALUE", help=f"first value of the Hub parameter {name}")
    parser.add_argument("--record", type=file_path, metavar="DIR", help="write every session down there, see `replay`")
    parser.add_argument("--log-file", type=file_path, metavar="FILE", help="log there (default: standard error)")
    parser.add_argument("--log-level", choices=words(LogLevel), help="least important events to log")
    parser.add_argument("--log-format", choices=words(LogFormat), help="lines for people or JSON")


def make_setup(arguments: argparse.Namespace, *, default_log_level: LogLevel | None, listens: bool) -> Setup:
    """What configuration and options say; nothing is in force yet.

    default_log_level: None keeps standard error silent unless an option or the file asks for a log. listens: there
    are listeners, whose settings must be usable too.
    Raises ConfigError, and ValueError for a bad option.
    """
    catalogue = Catalogue(arguments.config_dir)
    config = default_engine() if arguments.config is None else _ready(arguments.config, catalogue, listens=listens)
    settings = first_settings(config, catalogue)
    parameters = Parameters(catalogue, config.limits, is_local=False)
    for name in Parameters.names():
        value = getattr(arguments, name.replace("-", "_"))
        if value is not None:
            try:
                settings = parameters.changed(settings, name, value)
            except ParameterError as error:
                raise ValueError(f"--{name}: {error}") from error
    if arguments.option:
        settings = settings._replace(variant=catalogue.variants.chosen(settings.variant, dict(arguments.option)))
    settings = _with_log(settings, arguments, default_log_level)
    record_dir = made(config.record, "record") if arguments.record is None else made(arguments.record)
    return Setup(config, catalogue, settings, record_dir)


def _ready(path: Path, catalogue: Catalogue, *, listens: bool) -> EngineConfig:
    from hub_engine.daemon.readiness import ready_engine  # knows every listener; a start without settings is quicker

    return ready_engine(path, catalogue, listens=listens)


def _with_log(settings: Settings, arguments: argparse.Namespace, default: LogLevel | None) -> Settings:
    """The settings with the log of the options."""
    level, style, path = settings.log
    if arguments.log_level is not None:
        level = LogLevel(arguments.log_level)
    elif arguments.config is None and default is not None:
        level = default
    if arguments.log_format is not None:
        style = LogFormat(arguments.log_format)
    if arguments.log_file is not None:
        path = arguments.log_file
    wants_stderr = default is not None or arguments.log_level is not None
    return settings._replace(log=Log(level, style, path), logs_to_stderr=wants_stderr)


def run_to_end(service: Coroutine[Any, Any, None]) -> NoReturn:
    """Runs the service and ends the process with it. Raises what the service raises."""

    async def run() -> NoReturn:
        await service
        # Not behind the loop: the end of that waits for its threads, and a file or a name may hang them.
        leave(0)

    asyncio.run(run())
