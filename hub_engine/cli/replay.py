"""Play a recorded session again, to our engine or to another one, and compare the answers in kind.

What counts is how many answers of each kind come (`done` with and without a move, `pong`, `error` ...), not which
moves or node counts. Of a game of DXP nothing can be compared once the engine moves otherwise than then; those lines
are named. Recordings are made by `--record`.
"""

from __future__ import annotations

import argparse
import asyncio
import socket
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from hub_engine.cli.options import address, file_path, positive
from hub_engine.cli.output import FAILED, OK, complain, flush, say
from hub_engine.compliance.checks import Timing, UnreachableError
from hub_engine.compliance.dxp.peer import Address, DxpPeer, Stage
from hub_engine.compliance.replay import Comparison, replay, said
from hub_engine.compliance.wire import Process
from hub_engine.transcript import Direction, Entry, Head, Protocol, TranscriptError, read_transcript
from hub_engine.variants import load_variants

HELP = "play a recorded session again and compare the answers"
EXAMPLES = """examples:
  hub-engine replay recordings/20260131T120000-77-stdin.jsonl
  hub-engine replay --fast session.jsonl -- ./scan hub
  hub-engine replay --connect 127.0.0.1:27531 link.jsonl -- ./mobydam -p 27531
exit codes: 0 the answers are as recorded, 1 their number or kind differs, 2 wrong usage"""

#: What follows `--` is the command line of the engine.
TAKES_PROGRAM = True

#: A replay that takes so long says so, seconds.
_LONG_S = 60.0
#: Width of one side, characters.
_COLUMN = 58


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.usage = f"{parser.prog} [options] FILE [-- COMMAND...]"
    parser.add_argument(
        "file", type=file_path, metavar="FILE", help="a recording; the engine's command line follows `--`"
    )
    parser.add_argument("--fast", action="store_true", help="wait for the answers instead of the recorded times")
    parser.add_argument("--connect", type=address, metavar="HOST:PORT", help="DXP: where the engine listens")
    parser.add_argument(
        "--patience", type=positive("a factor"), default=1.0, metavar="FACTOR", help="lengthens every deadline"
    )


def run(arguments: argparse.Namespace) -> int:
    """Plays and compares; 1 when the answers differ. Raises ValueError, VariantError."""
    head, entries = _read(arguments.file)
    _check(head, entries, arguments)
    if not arguments.fast and entries[-1].t_s >= _LONG_S:
        say(f"the recorded times take {entries[-1].t_s:.0f} s; --fast does not wait for them")
        flush()
    try:
        comparison = asyncio.run(_play(head, entries, arguments))
    except UnreachableError as error:
        complain(str(error))
        return FAILED
    return _report(comparison)


def _read(path: Path) -> tuple[Head, list[Entry]]:
    """What a file holds. Raises ValueError naming the file, and the line where it is damaged."""
    try:
        # What is no UTF-8 is found where it stands.
        with path.open(encoding="utf-8", errors="surrogateescape") as file:
            return read_transcript(file)
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror or error}") from error
    except TranscriptError as error:
        raise ValueError(f"{path}:{error.line}: {error.reason}") from error


def _check(head: Head, entries: list[Entry], arguments: argparse.Namespace) -> None:
    """That there is something to play, and somebody to play it to. Raises ValueError, VariantError."""
    path = arguments.file
    if head.protocol is Protocol.DXP:
        if any(entry.direction is Direction.OUT and entry.data.startswith(b"R") for entry in entries):
            reason = "here the engine asked for the games; only links on which it followed can be played again"
            raise ValueError(f"{path}: {reason}")
        if arguments.connect is None and arguments.program:
            raise ValueError("where does it listen? --connect HOST:PORT is missing")
    elif arguments.connect is not None:
        raise ValueError(f"--connect: {path} is a Hub session, which is played to standard input")
    if all(item.kind is None for item in said(entries, head.protocol)):
        raise ValueError(f"{path}: holds no answer of the engine, so there is nothing to compare")
    if _is_own(arguments) and head.variant:
        load_variants().get(head.variant, dict(head.options))


def _is_own(arguments: argparse.Namespace) -> bool:
    """It is our own engine that hears the recording."""
    return not arguments.program and arguments.connect is None


async def _play(head: Head, entries: list[Entry], arguments: argparse.Namespace) -> Comparison:
    if head.protocol is Protocol.DXP:
        return await _play_dxp(head, entries, arguments)
    process = await Process.start(arguments.program or _own("hub", head))
    try:
        return await replay(entries, head.protocol, process, is_fast=arguments.fast, patience=arguments.patience)
    finally:
        await process.close()


async def _play_dxp(head: Head, entries: list[Entry], arguments: argparse.Namespace) -> Comparison:
    """The peer's part of a link on which it asked for the games."""
    with tempfile.TemporaryDirectory() as games_dir:
        place = Address(*(arguments.connect or ("127.0.0.1", _free_port())))
        program = arguments.program
        if _is_own(arguments):
            listening = ("--listen", f"{place.host}:{place.port}", "--games-dir", games_dir)
            program = _own("dxp", head, *listening)
        peer = DxpPeer(place, program, Timing(arguments.patience))
        try:
            link = await peer.connect(Stage.NEW)
            try:
                return await replay(entries, Protocol.DXP, link, is_fast=arguments.fast, patience=arguments.patience)
            finally:
                await link.close()
        finally:
            await peer.close()


def _own(command: str, head: Head, *words: str) -> Sequence[str]:
    """The command line of our own engine, set to the game of the recording."""
    variant = ["--variant", head.variant] if head.variant else []
    options = [word for name, value in head.options for word in ("--option", f"{name}={value}")]
    return [sys.executable, "-m", "hub_engine", command, *words, *variant, *options]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _report(comparison: Comparison) -> int:
    for stray in comparison.strays:
        # The head is line 1.
        why = f"the engine has moved {stray.replayed} this time, {stray.recorded} then"
        say(f"lines {stray.begin + 2} to {stray.end + 1} are not compared: {why}")
    changes = comparison.changes
    if not changes:
        n_answers = sum(item.kind is not None for item in comparison.replayed)
        say(f"{n_answers} {'answer' if n_answers == 1 else 'answers'}, in number and kind as recorded")
        return OK
    say(f"  {'recorded':<{_COLUMN}}  replayed")
    for left, right, is_different in comparison.rows():
        say(f"{'*' if is_different else ' '} {_cut(left):<{_COLUMN}}  {_cut(right)}".rstrip())
    for kind, (then, now) in changes.items():
        say(f"{kind}: {then} recorded, {now} replayed")
    return FAILED


def _cut(text: str) -> str:
    return text if len(text) <= _COLUMN else text[: _COLUMN - 3] + "..."
