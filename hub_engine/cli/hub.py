"""Speak Hub on standard input and output: what a GUI starts.

Silent on standard error unless logging is asked for: many clients read it as if it were our answers.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from hub_engine.cli import options
from hub_engine.config.engine import EngineConfig, default_engine, load_engine
from hub_engine.daemon.catalogue import Catalogue
from hub_engine.daemon.parameters import first_settings
from hub_engine.daemon.server import Server
from hub_engine.daemon.shutdown import leave

HELP = "Hub on standard input and output, for GUIs"
EXAMPLES = """examples:
  hub-engine hub                        as a GUI starts it
  hub-engine hub --config my.yaml       with other first values of the parameters"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_config(parser)


def add_config(parser: argparse.ArgumentParser) -> None:
    """`--config` and `--config-dir`."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings, as in configs/engine.yaml")
    options.add_config_dir(parser)


def make_server(arguments: argparse.Namespace) -> tuple[Server, EngineConfig]:
    """A server with the settings that were asked for. Raises ConfigError."""
    config = load_engine(arguments.config) if arguments.config is not None else default_engine()
    catalogue = Catalogue(arguments.config_dir)
    return Server(catalogue, first_settings(config, catalogue)), config


def run(arguments: argparse.Namespace) -> int:
    """Serves until the peer leaves; does not return."""
    server, _ = make_server(arguments)
    asyncio.run(server.run_hub())
    return leave(0)
