"""Hub on standard input and output: what a GUI starts.

Nothing is written to standard error unless logging is asked for.
"""

from __future__ import annotations

import argparse

from hub_engine.cli.output import FAILED, OK, complain
from hub_engine.cli.server import add_settings, make_setup, run_to_end
from hub_engine.daemon.server import Server
from hub_engine.daemon.shutdown import leave

HELP = "Hub on standard input and output: what a GUI starts"
EXAMPLES = """examples:
  hub-engine hub
  hub-engine hub --variant frisian --threads 2 --hash 256
  hub-engine hub --log-file /tmp/engine.log --log-level debug
exit codes: 0 the peer left, 1 standard output cannot be written, 2 wrong usage or settings"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_settings(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serves until the peer leaves; returns only when the output cannot be written."""
    setup = make_setup(arguments, default_log_level=None, listens=False)
    # No file of the user's disappoints the session later. What is shipped has been tested, and the start must be quick.
    setup.catalogue.check_own()
    server = Server(setup)
    try:
        run_to_end(server.run_hub())
    except BrokenPipeError:
        # The peer is gone, which is one way of leaving.
        leave(OK)
    except OSError as error:
        complain(f"standard output cannot be written: {error.strerror or error}")
        leave(FAILED)
