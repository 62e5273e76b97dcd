"""Play a recorded session again, to our engine or to another one, and compare the answers in kind.

What counts is how many answers of each kind come (`done` with and without a move, `pong`, `error` ...), not which
moves or node counts. Recordings are made by `--record`.
"""

from __future__ import annotations

import argparse
import asyncio
import socket
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from hub_engine.cli.options import address, seconds
from hub_engine.cli.output import FAILED, OK, complain, say
from hub_engine.compliance.checks import Timing, UnreachableError
from hub_engine.compliance.dxp.session import Address, DxpPeer, Stage
from hub_engine.compliance.replay import Comparison, replay
from hub_engine.compliance.wire import Process
from hub_engine.transcript import Direction, Entry, Head, Protocol, read_transcript

HELP = "play a recorded session again and compare the answers"
EXAMPLES = """examples:
  hub-engine replay recordings/20260131T120000-77-stdin.jsonl
  hub-engine replay --fast session.jsonl -- ./scan hub
  hub-engine replay --connect 127.0.0.1:27531 link.jsonl -- ./mobydam -p 27531
exit codes: 0 the answers are as recorded, 1 their number or kind differs, 2 wrong usage"""

#: What follows `--` is the command line of the engine.
TAKES_PROGRAM = True

#: Width of one side, characters.
_COLUMN = 58


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.usage = f"{parser.prog} [options] FILE [-- COMMAND...]"
    parser.add_argument("file", type=Path, metavar="FILE", help="a recording; the engine's command line follows `--`")
    parser.add_argument("--fast", action="store_true", help="wait for the answers instead of the recorded times")
    parser.add_argument("--connect", type=address, metavar="HOST:PORT", help="DXP: where the engine listens")
    parser.add_argument("--patience", type=seconds(), default=1.0, metavar="FACTOR", help="lengthens every deadline")


def run(arguments: argparse.Namespace) -> int:
    """Plays and compares; 1 when the answers differ. Raises ValueError, TranscriptError."""
    head, entries = _read(arguments.file)
    try:
        comparison = asyncio.run(_play(head, entries, arguments))
    except UnreachableError as error:
        complain(str(error))
        return FAILED
    return _report(comparison)


def _read(path: Path) -> tuple[Head, list[Entry]]:
    try:
        with path.open(encoding="utf-8") as file:
            return read_transcript(file)
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error


async def _play(head: Head, entries: list[Entry], arguments: argparse.Namespace) -> Comparison:
    if head.protocol is Protocol.DXP:
        return await _play_dxp(entries, arguments)
    process = await Process.start(arguments.program or [sys.executable, "-m", "hub_engine", "hub"])
    try:
        return await replay(entries, head.protocol, process, is_fast=arguments.fast, patience=arguments.patience)
    finally:
        await process.close()


async def _play_dxp(entries: list[Entry], arguments: argparse.Namespace) -> Comparison:
    """The peer's part of a link on which it asked for the games."""
    if any(entry.direction is Direction.OUT and entry.data.startswith(b"R") for entry in entries):
        raise ValueError("here the engine asked for the games; only links on which it followed can be played again")
    with tempfile.TemporaryDirectory() as games_dir:
        place = Address(*(arguments.connect or ("127.0.0.1", _free_port())))
        program = arguments.program
        if arguments.connect is None:
            if program:
                raise ValueError("where does it listen? --connect HOST:PORT is missing")
            program = _own_follower(place, games_dir)
        peer = DxpPeer(place, program, Timing(arguments.patience))
        try:
            link = await peer.connect(Stage.NEW)
            try:
                return await replay(entries, Protocol.DXP, link, is_fast=arguments.fast, patience=arguments.patience)
            finally:
                await link.close()
        finally:
            await peer.close()


def _own_follower(place: Address, games_dir: str) -> Sequence[str]:
    own = [sys.executable, "-m", "hub_engine", "dxp"]
    return [*own, "--listen", f"{place.host}:{place.port}", "--games-dir", games_dir]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _report(comparison: Comparison) -> int:
    changes = comparison.changes
    if not changes:
        n_answers = sum(item.kind is not None for item in comparison.replayed)
        say(f"{n_answers} answers, in number and kind as recorded")
        return OK
    say(f"  {'recorded':<{_COLUMN}}  replayed")
    for left, right, is_different in comparison.rows():
        say(f"{'*' if is_different else ' '} {_cut(left):<{_COLUMN}}  {_cut(right)}".rstrip())
    for kind, (then, now) in changes.items():
        say(f"{kind}: {then} recorded, {now} replayed")
    return FAILED


def _cut(text: str) -> str:
    shown = "".join(sign if sign.isprintable() else "?" for sign in text[:_COLUMN])
    return shown if len(text) <= _COLUMN else shown[:-3] + "..."
