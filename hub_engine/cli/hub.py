"""Hub on standard input and output: what a GUI starts.

Nothing is written to standard error unless logging is asked for.
"""

from __future__ import annotations

import argparse

from hub_engine.cli.server import add_settings, make_server, run_to_end

HELP = "Hub on standard input and output: what a GUI starts"
EXAMPLES = """examples:
  hub-engine hub
  hub-engine hub --variant frisian --threads 2 --hash 256
  hub-engine hub --log-file /tmp/engine.log --log-level debug"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_settings(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serves until the peer leaves; does not return."""
    _, server = make_server(arguments, default_log_level=None)
    run_to_end(server.run_hub())
