"""`hub-engine`: finds the command, runs it, and turns errors into sentences and exit codes.

Exit codes: see `output`.
A command is a module with `HELP`, `add_arguments(parser)` and `run(arguments) -> int`.
"""

from __future__ import annotations

import argparse
import gc
import io
import re
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any, NoReturn

from hub_engine import __version__
from hub_engine.cli.output import CODES, FAILED, INTERRUPTED, MISUSED, OK, complain, flush, say

COMMANDS = (
    "hub",
    "serve",
    "dxp",
    "search",
    "play",
    "moves",
    "perft",
    "bench",
    "variants",
    "check",
    "compliance",
    "replay",
)
#: Without a command: what a GUI that knows only the path of a program expects.
DEFAULT_COMMAND = "hub"

_EPILOG = f"""examples:
  hub-engine hub                          what a GUI starts: Hub on standard input and output
  hub-engine serve                        the same, and on 127.0.0.1:27530
  hub-engine dxp --listen                 matches over DXP
  hub-engine search "W:W31-50:B1-20"      one search for people
  hub-engine play --variant russian       a game in the terminal
  hub-engine perft 6 --variant frisian    count the lines of play

`hub-engine COMMAND --help` has the options and examples of a command.
exit codes: {CODES}"""

#: For options that are only declared: argparse tries a formatter on each, and to measure the terminal is slow.
_UNMEASURED = partial(argparse.RawDescriptionHelpFormatter, width=80)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words:
        words = [DEFAULT_COMMAND]
    _take_every_letter()
    try:
        if words[0] in COMMANDS:
            return _run(words[0], words[1:])
        _overview().parse_args(words)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has seen enough, as in `... | head`.
        sys.stdout = None  # nothing may be flushed at exit
        return OK
    except OSError as error:
        sys.stdout = None
        complain(f"the output cannot be written: {error.strerror or error}")
        return FAILED
    return OK


def _take_every_letter() -> None:
    """Makes nobody's alphabet an error: a peer's name, a path or a key that it lacks is shown as `\\xff`.

    The streams are those of Hub, too, but Hub goes past them, in bytes.
    """
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _run(name: str, words: list[str]) -> int:
    # The start must be quick: nothing that is loaded here becomes garbage, so nothing of it is looked through.
    gc.disable()
    from hub_engine.errors import HubEngineError

    command = _load(name)
    gc.freeze()
    gc.enable()
    parser = _Parser(
        prog=f"hub-engine {name}",
        description=(command.__doc__ or "").partition("\n")[0],
        formatter_class=_UNMEASURED,
        epilog=command.EXAMPLES,
        allow_abbrev=False,
    )
    command.add_arguments(parser)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    arguments = _parse(parser, words, takes_program=getattr(command, "TAKES_PROGRAM", False))
    try:
        code: int = command.run(arguments)
        flush()
    # The core's refusals (a position, a move) are ValueErrors.
    except (HubEngineError, ValueError) as error:
        complain(str(error))
        return MISUSED
    except MemoryError as error:
        complain(f"there is not enough memory{f': {error}' if str(error) else ''}")
        return FAILED
    return code


def _parse(parser: argparse.ArgumentParser, words: list[str], *, takes_program: bool) -> argparse.Namespace:
    """The arguments; what follows `--` is another program's command line, `program`, where the command takes one."""
    if not takes_program:
        return parser.parse_args(words)
    at = words.index("--") if "--" in words else len(words)
    return parser.parse_args(words[:at], argparse.Namespace(program=words[at + 1 :]))


class _Parser(argparse.ArgumentParser):
    """A parser whose help either reaches its reader or raises OSError; argparse's own keeps silent about it."""

    def error(self, message: str) -> NoReturn:
        """Ends with the usage, and what to do where a value was taken for an option."""
        option = re.fullmatch(r"argument (--[a-z-]+): expected one argument", message)
        if option is not None:
            message += f"; one that begins with a dash is written {option[1]}=-..."
        super().error(message)

    def _print_message(self, message: str, file: Any = None) -> None:
        if file is sys.stdout and message:
            say(message.rstrip("\n"))
            sys.stdout.flush()
        else:
            super()._print_message(message, file)


def _load(name: str) -> ModuleType:
    return import_module(f"hub_engine.cli.{name}")


def _overview() -> _Parser:
    """The parser for everything that is no command: help and version."""
    parser = _Parser(
        prog="hub-engine",
        description="A draughts engine for every national variant.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=_EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"hub-engine {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name in COMMANDS:
        commands.add_parser(name, help=_load(name).HELP)
    return parser
