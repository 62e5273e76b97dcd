"""Check whether a draughts program keeps to Hub or DXP: numbered checks, each with its level.

`must` is the text of the protocol, `should` what real clients need, `dialect` where programs are known to differ:
that is told and does not fail. The numbers are those of `--list`.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from hub_engine import __version__
from hub_engine.cli.options import address, positive, whole, words
from hub_engine.cli.output import FAILED, OK, flush, say, say_json
from hub_engine.compliance import report
from hub_engine.compliance.checks import Check, Level, Outcome, Result, Timing, run_checks
from hub_engine.compliance.dxp import DXP_CHECKS
from hub_engine.compliance.dxp.peer import Address, DxpPeer
from hub_engine.compliance.dxp.session import DxpSession
from hub_engine.compliance.hub import HUB_CHECKS
from hub_engine.compliance.hub.session import HubSession

HELP = "check whether a program keeps to Hub or DXP"
EXAMPLES = """examples:
  hub-engine compliance hub -- hub-engine hub
  hub-engine compliance hub --json --set threads=1 -- ./scan hub
  hub-engine compliance hub --list
  hub-engine compliance dxp 127.0.0.1:27531
  hub-engine compliance dxp --markdown "Moby Dam" 127.0.0.1:27531 -- ./mobydam -p 27531
exit codes: 0 no check failed, 1 some failed, 2 wrong usage"""

#: What follows `--` is the command line of the program to be checked.
TAKES_PROGRAM = True

#: What a run comes to: the results, and what the peer calls itself.
_Examined = tuple[list[Result], str]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    protocols = parser.add_subparsers(dest="protocol", metavar="PROTOCOL", required=True)
    hub = protocols.add_parser(
        "hub", help="a Hub engine, started for every check", usage=f"{parser.prog} hub [options] -- COMMAND..."
    )
    hub.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        type=_setting,
        help="a parameter set before `init`, as often as needed",
    )
    dxp = protocols.add_parser(
        "dxp",
        help="a DXP engine that listens and follows",
        usage=f"{parser.prog} dxp [options] HOST:PORT [-- COMMAND...]",
    )
    dxp.add_argument("address", nargs="?", type=address, metavar="HOST:PORT", help="where it listens")
    for parser_of_protocol in (hub, dxp):
        _add_common(parser_of_protocol)


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--list", action="store_true", help="list the checks and run none")
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="N",
        type=whole(1, 999),
        help="run this check, as often as needed",
    )
    parser.add_argument("--level", choices=words(Level), default=Level.DIALECT, help="least important checks to run")
    parser.add_argument(
        "--patience", type=positive("a factor"), default=1.0, metavar="FACTOR", help="lengthens every deadline"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object")
    form.add_argument("--markdown", metavar="TITLE", help="a page with this title")


def run(arguments: argparse.Namespace) -> int:
    """Runs the checks; 1 when one failed. Raises ValueError for wrong usage."""
    is_hub = arguments.protocol == "hub"
    checks = _chosen(HUB_CHECKS.checks if is_hub else DXP_CHECKS.checks, arguments)
    if arguments.list:
        say(report.listing(checks))
        return OK
    if is_hub and not arguments.program:
        raise ValueError("which program? Its command line follows `--`")
    if not is_hub and arguments.address is None:
        raise ValueError("where does it listen? HOST:PORT is missing")
    results, peer = asyncio.run((_examine_hub if is_hub else _examine_dxp)(checks, arguments))
    _finish(arguments, peer, results)
    return OK if report.is_compliant(results) else FAILED


async def _examine_hub(checks: Sequence[Check[HubSession]], arguments: argparse.Namespace) -> _Examined:
    timing = Timing(arguments.patience)
    sessions: list[HubSession] = []

    def make() -> HubSession:
        sessions.append(HubSession(arguments.program, dict(arguments.set), timing))
        return sessions[-1]

    results = await run_checks(checks, make, timing, _teller(arguments))
    return results, _first_name(session.name for session in sessions)


async def _examine_dxp(checks: Sequence[Check[DxpSession]], arguments: argparse.Namespace) -> _Examined:
    timing = Timing(arguments.patience)
    peer = DxpPeer(Address(*arguments.address), arguments.program, timing)
    sessions: list[DxpSession] = []

    def make() -> DxpSession:
        sessions.append(DxpSession(peer, timing))
        return sessions[-1]

    try:
        results = await run_checks(checks, make, timing, _teller(arguments))
    finally:
        await peer.close()
    return results, _first_name(session.name for session in sessions)


def _first_name(names: Iterable[str]) -> str:
    return next((name for name in names if name), "unknown")


def _chosen(checks: Sequence[Check[Any]], arguments: argparse.Namespace) -> list[Check[Any]]:
    levels = list(Level)[: list(Level).index(Level(arguments.level)) + 1]
    only = set(arguments.only) or {check.number for check in checks}
    if not only <= {check.number for check in checks}:
        raise ValueError(f"--only: there are {len(checks)} checks")
    return [check for check in checks if check.level in levels and check.number in only]


def _teller(arguments: argparse.Namespace) -> Callable[[Result], None]:
    """Says each result as it comes, with the conversation of the first failure."""
    failures: list[Result] = []

    def tell(result: Result) -> None:
        # What was left out is in the summary.
        if arguments.json or arguments.markdown is not None or result.outcome is Outcome.SKIPPED:
            return
        say(report.line(result))
        if not failures and not report.is_compliant([result]):
            failures.append(result)
            say(report.conversation(result))
        flush()

    return tell


def _finish(arguments: argparse.Namespace, peer: str, results: Sequence[Result]) -> None:
    if arguments.json:
        say_json(report.as_json(peer, results))
    elif arguments.markdown is not None:
        today = datetime.now(UTC).date().isoformat()
        facts = [f"peer: {peer}", f"checked: {today} by hub-engine {__version__}", f"result: {report.summary(results)}"]
        say(report.as_markdown(arguments.markdown, facts, results).rstrip("\n"))
    else:
        say(f"{peer}: {report.summary(results)}")


def _setting(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not name or not separator:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value
