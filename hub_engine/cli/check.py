"""Check configuration files: variants, time controls, engine settings; positions that prove a variant.

What a file is, is told by the folder it lies in (variants, time-controls, positions); anything else is engine settings.
Every fault is reported with its line and key.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from hub_engine._core import RuleSet
from hub_engine.cli.options import add_config_dir
from hub_engine.cli.output import complain, say
from hub_engine.config import paths
from hub_engine.config.engine import load_engine
from hub_engine.config.positions import load_positions
from hub_engine.config.time_control import read_time_control
from hub_engine.config.variant import load_variant
from hub_engine.config.words import read_words
from hub_engine.errors import ConfigError
from hub_engine.proof import prove
from hub_engine.variants import load_variants

HELP = "check configuration files, prove a variant by positions"
EXAMPLES = """examples:
  hub-engine check configs/variants/*.yaml
  hub-engine check configs/engine.yaml my/time-controls/blitz.yaml
  hub-engine check --config-dir my my/variants/mine.yaml my/positions/mine.yaml"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    add_config_dir(parser)


def run(arguments: argparse.Namespace) -> int:
    """Checks every file; 1 when one has a fault."""
    variants = load_variants(arguments.config_dir)
    are_good = True
    for path in arguments.files:
        finding = "good"
        try:
            room = path.absolute().parent.name
            if room == paths.VARIANTS:
                RuleSet(load_variant(path, variants.registry.find_parent).to_spec_json())
            elif room == paths.TIME_CONTROLS:
                read_time_control(path)
            elif room == paths.LANGUAGES:
                read_words(path)
            elif room == paths.POSITIONS:
                finding += f", {prove(load_positions(path), variants)} positions hold"
            else:
                load_engine(path)
        except ConfigError as error:
            are_good = False
            for fault in error.faults:
                complain(str(fault))
        except ValueError as error:  # the core refuses what the file asks for
            are_good = False
            complain(f"{path}: {error}")
        else:
            say(f"{path}: {finding}")
    return 0 if are_good else 1
