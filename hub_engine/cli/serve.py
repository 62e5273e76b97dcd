"""Hub over TCP, and on standard input and output when that is open.

Every connection is a session of its own. `quit` on standard input ends the process, `quit` on a connection
ends that connection. The end of standard input ends nothing but its own session.
"""

from __future__ import annotations

import argparse

from hub_engine.cli.options import whole
from hub_engine.cli.output import FAILED, complain
from hub_engine.cli.server import add_settings, make_server, run_to_end
from hub_engine.logs import LogLevel

HELP = "Hub over TCP, and on standard input when that is open"
EXAMPLES = """examples:
  hub-engine serve
  hub-engine serve --port 27531 --threads 2
  hub-engine serve --config configs/engine.yaml
  hub-engine serve </dev/null & printf 'hub\\nquit\\n' | nc 127.0.0.1 27530
exit codes: 0 told to end, 1 the address cannot be listened on, 2 wrong usage or settings"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("--host", metavar="ADDRESS", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", type=whole(0, 65535), metavar="N", help="port, 0 for a free one (default: 27530)")
    add_settings(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serves until told to end; returns only when an address cannot be listened on."""
    config, server = make_server(arguments, default_log_level=LogLevel.INFO)
    host = arguments.host if arguments.host is not None else config.hub_tcp.host
    port = arguments.port if arguments.port is not None else config.hub_tcp.port
    if not host.strip():
        # asyncio would take it for "every address of this machine".
        raise ValueError("--host: an empty address")
    try:
        run_to_end(server.run_serve(host, port))
    except OSError as error:
        complain(f"cannot listen on {host}:{port}: {error.strerror or error}")
        return FAILED
