"""Speak Hub on TCP, and on standard input when that is open.

Ends on SIGINT, SIGTERM, or `quit` on standard input; the end of standard input ends only its session.
"""

from __future__ import annotations

import argparse
import asyncio

from hub_engine.cli.hub import add_config, make_server
from hub_engine.cli.output import complain
from hub_engine.daemon.shutdown import leave

HELP = "Hub on TCP, and on standard input when that is open"
EXAMPLES = """examples:
  hub-engine serve                              on 127.0.0.1:27530 and on standard input
  hub-engine serve --config configs/engine.yaml
  hub-engine serve </dev/null                   on TCP only"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_config(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serves until told to end; returns only when it could not begin."""
    server, config = make_server(arguments)
    host, port = config.hub_tcp.host, config.hub_tcp.port
    try:
        asyncio.run(server.run_serve(host, port))
    except OSError as error:
        complain(f"cannot listen on {host}:{port}: {error.strerror or error}")
        return 1
    return leave(0)
