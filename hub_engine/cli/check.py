"""Check configuration files: variants, time controls, languages, engine settings; positions that prove a variant.

What a file is, is told by the folder it lies in (variants, time-controls, languages, positions); anything else is
engine settings.
Every fault that can be seen is reported at once, with its line and key; of engine settings also what `serve` would
refuse to start for.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from hub_engine.cli.interrupt import interruptible
from hub_engine.cli.options import add_config_dir, file_path
from hub_engine.cli.output import complain, say
from hub_engine.config import engine as settings
from hub_engine.config import paths, positions, time_control, variant_schema
from hub_engine.config.loader import EXTENDS
from hub_engine.config.positions import read_positions
from hub_engine.config.time_control import read_time_control
from hub_engine.config.words import read_words
from hub_engine.daemon.catalogue import Catalogue
from hub_engine.daemon.readiness import ready_engine
from hub_engine.errors import ConfigError, ConfigFault
from hub_engine.proof import prove
from hub_engine.variants import playable

HELP = "check configuration files, prove a variant by positions"
EXAMPLES = """examples:
  hub-engine check configs/variants/*.yaml
  hub-engine check configs/engine.yaml my/time-controls/blitz.yaml
  hub-engine check --config-dir my my/variants/mine.yaml my/positions/mine.yaml"""

#: Keys that tell a variant, a time control or positions from engine settings.
_KEYS_OF_OTHERS = {
    EXTENDS,
    *variant_schema.SCHEMA.fields,
    *time_control.SCHEMA.fields,
    *positions.SCHEMA.fields,
}.difference(settings.SCHEMA.fields)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("files", nargs="+", type=file_path, metavar="FILE")
    add_config_dir(parser)


def run(arguments: argparse.Namespace) -> int:
    """Checks every file; 1 when one has a fault. Raises ConfigError when a folder is missing."""
    catalogue = Catalogue(arguments.config_dir)
    are_good = True
    for path in arguments.files:
        try:
            finding = _find(path, catalogue)
        except ConfigError as error:
            are_good = False
            for fault in error.faults:
                complain(str(fault))
        except OSError as error:  # a folder that may not be looked into
            are_good = False
            complain(f"{path}: {error.filename} cannot be read: {error.strerror}")
        else:
            say(f"{path}: {finding}")
    return 0 if are_good else 1


def _find(path: Path, catalogue: Catalogue) -> str:
    """What there is to say about a good file. Raises ConfigError."""
    match path.absolute().parent.name:
        case paths.VARIANTS:
            playable(catalogue.variants.registry.read(path), path)
        case paths.TIME_CONTROLS:
            read_time_control(path)
        case paths.LANGUAGES:
            read_words(path)
        case paths.POSITIONS:
            with interruptible():
                n_cases = prove(read_positions(path), catalogue.variants)
            return f"good, {n_cases} {'position holds' if n_cases == 1 else 'positions hold'}"
        case _:
            _check_settings(path, catalogue)
    return "good"


def _check_settings(path: Path, catalogue: Catalogue) -> None:
    """Raises ConfigError; for a file with keys of another kind also how it was read."""
    try:
        ready_engine(path, catalogue)
    except ConfigError as error:
        if not any(fault.key in _KEYS_OF_OTHERS for fault in error.faults):
            raise
        rooms = f"{paths.VARIANTS}/, {paths.TIME_CONTROLS}/, {paths.LANGUAGES}/ or {paths.POSITIONS}/"
        reading = f"was read as engine settings; a file of another kind is told by its folder, {rooms}"
        raise ConfigError((ConfigFault(path, 0, "", reading), *error.faults)) from error
