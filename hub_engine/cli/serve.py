"""Hub over TCP, and on standard input and output when that is open.

Every connection is a session of its own. `quit` on standard input ends the process, `quit` on a connection
ends that connection. The end of standard input ends nothing but its own session.
"""

from __future__ import annotations

import argparse

from hub_engine.cli.options import made, whole
from hub_engine.cli.output import FAILED, complain
from hub_engine.cli.server import add_settings, make_setup, run_to_end
from hub_engine.daemon.endpoint import ListenError
from hub_engine.daemon.server import Server
from hub_engine.daemon.setup import Setup
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
    if arguments.host is not None and not arguments.host.strip():
        # asyncio would take it for "every address of this machine".
        raise ValueError("--host: an empty address")
    server = Server(_load(arguments))
    try:
        run_to_end(server.run_serve(lambda: _load(arguments)))
    except ListenError as error:
        complain(str(error))
        return FAILED


def _load(arguments: argparse.Namespace) -> Setup:
    """The setup with the address of the options. Raises ConfigError and ValueError."""
    setup = make_setup(arguments, default_log_level=LogLevel.INFO, listens=True)
    config = setup.config
    given = {key: getattr(arguments, key) for key in ("host", "port") if getattr(arguments, key) is not None}
    hub_tcp = config.hub_tcp._replace(**given)
    if hub_tcp.danger is not None:
        raise ValueError(f"--host: {hub_tcp.danger}")
    config = config._replace(hub_tcp=hub_tcp)
    for key, other in config.clashes():
        raise ValueError(f"--port: the port of {key} is that of {other} already")
    if config.dxp.port is not None:
        made(config.dxp.games_dir, "dxp.games_dir")
    # All sessions play by the same files; a reload compares them with those of before.
    if setup.catalogue.has_own_files:
        setup.catalogue.check()
    return setup._replace(config=config)
