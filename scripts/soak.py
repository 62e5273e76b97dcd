"""Random traffic against a daemon for a long time: `make soak MINUTES=60`.

Eight Hub peers and two DXP peers talk to one `hub-engine serve` on loopback: searches of every kind, wrong lines
and bytes, settings, and connections that end in the middle of anything. What must hold:

- the process lives, and the memory of the last minutes is that of the first ones (see `check_memory`);
- every `go` of a peer that stays is answered by exactly one `done` with a legal move;
- every DXP game is on the disk with every move that was played, also when the link was cut.

The last lines are the figures; exit code 1 if anything did not hold.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import math
import os
import random
import signal
import socket
import statistics
import struct
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from hub_engine import Board, variant_names
from hub_engine import Move as LegalMove
from hub_engine.game.notation import Notation
from protocol.dxp.connection import (
    BackAnswered,
    DxpConnection,
    DxpEvent,
    EndOfInput,
    Stopped,
)
from protocol.dxp.messages import AcceptCode, Chat, Colour, EndReason, GameAccept, GameEnd, GameRequest, Move
from protocol.dxp.states import Role
from protocol.notation.moves import MoveText, resolve
from protocol.notation.pdn import PdnReader

N_HUB, N_DXP = 8, 2
#: Search threads of the first Hub peer; the others have one each.
N_THREADS = 4
#: From when on memory is to be flat, seconds; in a shorter run from its first third on.
SETTLED_S = 300.0
#: What memory may differ by between two times at which nothing leaks, MiB: tables, stacks of search threads and
#: holes in the heap come and go with eight sessions.
MARGIN_MIB = 16.0
#: Longest wait for any answer, seconds; the machine may be busy.
PATIENCE_S = 30.0
GARBAGE = (
    b"\n",
    b"foo bar=1\n",
    b"level depth=x\n",
    b'pos pos="\n',
    b"pos pos=W moves=32-28\n",
    b"pos pos=Wbbb\n",
    b"set-param name=threads value=0\n",
    b"set-param name=hash value=99999999\n",
    b"set-param name=variant value=chess\n",
    b"\x00\x01\xff\xfe\n",
    b"x" * 5000 + b"\n",
    bytes(range(1, 256)).replace(b"\n", b"") + b"\n",
)


class BrokenPromiseError(Exception):
    """The daemon did what it must not."""


@dataclass
class Figures:
    """What happened."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    memory_mib: list[tuple[float, float]] = field(default_factory=list)

    def fault(self, text: str) -> None:
        """Something did not hold."""
        self.faults.append(text)
        print(f"FAULT {text}", flush=True)


class Peer:
    """A connection to the daemon."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def connect(cls, port: int) -> Peer:
        """A new connection."""
        return cls(*await asyncio.open_connection("127.0.0.1", port, limit=1 << 22))

    async def write(self, data: bytes) -> None:
        """Sends bytes."""
        self.writer.write(data)
        await self.writer.drain()

    async def leave(self, source: random.Random) -> None:
        """Closes the connection, in order or as a killed process does."""
        with contextlib.suppress(OSError):
            if source.random() < 0.5:
                raw = self.writer.get_extra_info("socket")
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.writer.close()
            await self.writer.wait_closed()


class Talker(ABC):
    """One conversation after the other. name: also the seed of what it does."""

    #: How its connections are counted.
    kind: ClassVar[str]

    def __init__(self, port: int, figures: Figures, name: str) -> None:
        self._port = port
        self._figures = figures
        self._source = random.Random(name)
        self._name = name

    async def run(self, until_s: float) -> None:
        """Talks until the time is over."""
        while time.monotonic() < until_s:
            peer = await Peer.connect(self._port)
            self._figures.counts[f"{self.kind} connections"] += 1
            try:
                await self._converse(peer, until_s)
            except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding, and the soak goes on
                self._figures.fault(f"{self._name}: {type(error).__name__} {error}")
            finally:
                await peer.leave(self._source)

    @abstractmethod
    async def _converse(self, peer: Peer, until_s: float) -> None:
        """One conversation, up to its end or its break."""


# --- Hub -----------------------------------------------------------------------------------------


class HubTalker(Talker):
    """Searches in every variant, among settings and nonsense."""

    kind = "hub"

    def __init__(self, port: int, figures: Figures, name: str, n_threads: int) -> None:
        super().__init__(port, figures, name)
        self._n_threads = n_threads

    async def _converse(self, peer: Peer, until_s: float) -> None:
        await peer.write(b"hub\n")
        await self._until(peer, "wait")
        variant = self._source.choice(variant_names())
        settings = {"variant": variant, "hash": 1, "threads": self._n_threads}
        lines = [f"set-param name={name} value={value}\n" for name, value in settings.items()]
        await peer.write("".join((*lines, "init\n")).encode())
        await self._until(peer, "ready")
        while time.monotonic() < until_s:
            dice = self._source.random()
            if dice < 0.03:
                return
            if dice < 0.06:
                await self._leave_in_search(peer, variant)
                return
            if dice < 0.3:
                await peer.write(self._source.choice(GARBAGE))
                self._figures.counts["wrong lines"] += 1
            elif dice < 0.4:
                await peer.write(b"ping\n")
                await self._until(peer, "pong")
                self._figures.counts["pings"] += 1
            elif dice < 0.43:
                await peer.write(b"new-game\n")
            else:
                await self._search(peer, variant)

    def _position(self, variant: str) -> tuple[Board, str]:
        """A position some random moves into a game, and its `pos` line."""
        board = Board(variant)
        start, texts = board.hub(), []
        for _ in range(self._source.randrange(60)):
            if board.result() is not None:
                break
            move = self._source.choice(board.legal_moves)
            texts.append(board.text(move, Notation.HUB))
            board.push(move)
        moves = f' moves="{" ".join(texts)}"' if texts else ""
        return board, f"pos pos={start}{moves}\n"

    async def _search(self, peer: Peer, variant: str) -> None:
        board, pos = self._position(variant)
        mode = self._source.choice(("think", "think", "think", "analyze", "ponder"))
        limit = self._source.choice(("move-time=0.05", "nodes=5000", "depth=6", "time=1 inc=0.05", "time=0.05"))
        level = f"level {limit}\n" if mode == "think" else "level infinite\n"
        await peer.write((pos + level + f"go {mode}\n").encode())
        self._figures.counts["go"] += 1
        if mode != "think":
            await asyncio.sleep(self._source.random() * 0.2)
            if self._source.random() < 0.3:
                await peer.write(b"ping\n")
            wakes = mode == "ponder" and self._source.random() < 0.3
            # A hit goes on without a limit, so it is stopped as well.
            await peer.write(b"ponder-hit\nstop\n" if wakes else b"stop\n")
        line = await self._until(peer, "done")
        self._figures.counts["done"] += 1
        self._check_move(board, line)

    def _check_move(self, board: Board, line: str) -> None:
        words = dict(word.split("=", 1) for word in line.split()[1:] if "=" in word)
        if not board.legal_moves:
            return
        if "move" not in words:
            raise BrokenPromiseError(f"no move: {line!r} in {board.fen()}")
        board.read(words["move"], Notation.HUB)

    async def _leave_in_search(self, peer: Peer, variant: str) -> None:
        _, pos = self._position(variant)
        await peer.write((pos + "level infinite\ngo think\n").encode() + self._source.choice((b"", b"sto", b"stop\n")))
        self._figures.counts["left in search"] += 1
        await asyncio.sleep(self._source.random() * 0.1)

    async def _until(self, peer: Peer, command: str) -> str:
        """The line with this command. A `done` that nobody asked for is a fault."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                line = (await peer.reader.readuntil(b"\n")).decode("latin-1").strip()
                word = line.split(" ", 1)[0]
                if word == command:
                    return line
                if word == "done":
                    raise BrokenPromiseError(f"unexpected {line!r} while waiting for {command}")
                if word == "error":
                    self._figures.counts["error lines"] += 1


# --- DXP -----------------------------------------------------------------------------------------


class DxpTalker(Talker):
    """Asks for games and plays them at random; many end before their time."""

    kind = "dxp"

    def __init__(self, port: int, figures: Figures, name: str) -> None:
        super().__init__(port, figures, name)
        #: Moves of every game as both ends have seen them, by our name in it.
        self.played: dict[str, list[str]] = {}

    async def _converse(self, peer: Peer, until_s: float) -> None:
        for _ in range(self._source.randrange(1, 5)):
            if time.monotonic() > until_s:
                return
            name = f"{self._name}-{len(self.played)}"
            connection = DxpConnection(Role.INITIATOR, name)
            cut = self._source.choice((None, None, None, self._source.randrange(1, 40)))
            if not await self._play(peer, connection, name, cut):
                return

    async def _play(self, peer: Peer, connection: DxpConnection, name: str, cut: int | None) -> bool:
        """One game; false when the link is to be cut. cut: leave in this ply's middle."""
        board = Board()
        ours = self._source.choice((Colour.WHITE, Colour.BLACK))
        if self._source.random() < 0.2:
            await peer.write(self._source.choice((b"Xnonsense\0", b"\0\0", b"M00\0", b"y" * 999 + b"\0")))
            self._figures.counts["wrong messages"] += 1
        await peer.write(connection.send(GameRequest(name, ours.opposite, 1, 75)))
        while True:
            event = connection.next_event()
            if event is None:
                if connection.is_our_turn:
                    if cut is not None and board.ply >= cut:
                        self._figures.counts["games cut"] += 1
                        return False
                    if await self._turn(peer, connection, board, name):
                        continue
                async with asyncio.timeout(PATIENCE_S):
                    connection.receive_data(await peer.reader.read(4096))
                continue
            over = await self._serve(peer, connection, event, board, name)
            if over is not None:
                return over

    async def _turn(self, peer: Peer, connection: DxpConnection, board: Board, name: str) -> bool:
        """Moves or ends the game. True when there may be more to serve at once."""
        result = board.result()
        if result is not None or self._source.random() < 0.005:
            reason = EndReason.NONE if result is None else EndReason.DRAW if result.is_draw else EndReason.GIVE_UP
            await peer.write(connection.send(GameEnd(reason)))
            return False
        if self._source.random() < 0.05:
            await peer.write(connection.send(Chat("what do you think about this move?")))
        move = self._source.choice(board.legal_moves)
        await peer.write(connection.send(Move(move.origin, move.landing, move.captured)))
        self._note(board, name, move)
        return False

    def _note(self, board: Board, name: str, move: LegalMove) -> None:
        self.played[name].append(board.text(move))
        board.push(move)
        self._figures.counts["dxp moves"] += 1

    async def _serve(
        self, peer: Peer, connection: DxpConnection, event: DxpEvent, board: Board, name: str
    ) -> bool | None:
        match event:
            case GameAccept(_, code):
                if code is AcceptCode.ACCEPTED:
                    self.played[name] = []
                    self._figures.counts["dxp games"] += 1
                elif self._figures.counts["wrong messages"] == 0:
                    raise BrokenPromiseError(f"refused: {code.name}")
                elif not connection.is_playing:
                    # The answer to a broken request that was sent before.
                    return True
            case Move(origin, landing, captured):
                self._note(board, name, resolve(MoveText(origin, landing, captured, None), board.legal_moves))
                connection.accept_move()
            case GameEnd():
                await peer.write(connection.acknowledge_end())
                self._figures.counts["dxp games ended"] += 1
                return True
            case BackAnswered():
                raise BrokenPromiseError("an answer to nothing")
            case Stopped() | EndOfInput():
                return False
            case _ if not connection.is_playing and connection.waiting_for is None:
                self._figures.counts["dxp games ended"] += 1
                return True
            case _:
                return None
        return None


def check_games(folder: Path, peers: list[DxpTalker], figures: Figures) -> None:
    """Every game is in a file, with every move that our peers saw; the last one may not have arrived."""
    saved: dict[str, tuple[str, ...]] = {}
    for path in sorted(folder.glob("*.pdn")):
        for game in PdnReader(path.read_text(encoding="utf-8")):
            names = {game.tags["White"], game.tags["Black"]}
            saved |= {name: game.line.moves for name in names if name.startswith("dxp-peer")}
    for peer in peers:
        for name, moves in peer.played.items():
            found = saved.get(name)
            if found is None:
                figures.fault(f"game {name} of {len(moves)} plies is in no file")
            elif list(found)[: len(moves) - 1] != moves[:-1]:
                figures.fault(f"game {name}: saved {' '.join(found)}, played {' '.join(moves)}")
    figures.counts["games saved"] = len(saved)


# --- the daemon ----------------------------------------------------------------------------------


async def start_daemon(folder: Path) -> tuple[asyncio.subprocess.Process, int, int]:
    """The process, its Hub port and its DXP port."""
    hub_port, dxp_port = _free_port(), _free_port()
    config = folder / "engine.yaml"
    # The tables are small: beside those of 64 MiB that DXP sessions have by default a leak would not be seen.
    config.write_text(
        "hash_mb: 1\n"
        f"hub_tcp: {{port: {hub_port}}}\n"
        f"dxp: {{port: {dxp_port}, games_dir: games, time_control: 100ms-per-move, longest_move_s: 0.3}}\n"
        f"log: {{level: info, file: daemon.log}}\n",
        encoding="utf-8",
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "hub_engine", "serve", "--config", str(config), stdin=asyncio.subprocess.DEVNULL
    )
    for port in (hub_port, dxp_port):
        await _listening(port)
    return process, hub_port, dxp_port


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def _listening(port: int) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except ConnectionError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return


def _resident_mib(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


async def _watch(process: asyncio.subprocess.Process, figures: Figures, began_s: float) -> None:
    while process.returncode is None:
        figures.memory_mib.append((time.monotonic() - began_s, _resident_mib(process.pid)))
        await asyncio.sleep(1)


def check_memory(figures: Figures, run_s: float) -> str:
    """What memory was early and late, for people; a fault when it grew by more than the margin.

    Early is the minute after `SETTLED_S`, late the last minute of a run of `run_s` seconds; in a short run both are
    a sixth of it, and early begins after a third. The medians are compared.
    """
    window_s = min(60.0, run_s / 6)
    early_s, late_s = min(SETTLED_S, run_s / 3), run_s - window_s
    early = _median_mib(figures, early_s, early_s + window_s)
    late = _median_mib(figures, late_s, run_s)
    if not late <= early + MARGIN_MIB:
        figures.fault(f"memory grew from {early:.1f} to {late:.1f} MiB, by more than {MARGIN_MIB:g}")
    return f"resident: {early:.1f} MiB after {early_s:.0f} s, {late:.1f} MiB at the end"


def _median_mib(figures: Figures, from_s: float, to_s: float) -> float:
    """The median of the samples of that time; not a number when there are none."""
    found = [mib for at_s, mib in figures.memory_mib if from_s <= at_s <= to_s]
    return statistics.median(found) if found else math.nan


async def soak(minutes: float, folder: Path, seed: int) -> Figures:
    """Runs everything for the time."""
    figures = Figures()
    process, hub_port, dxp_port = await start_daemon(folder)
    began_s = time.monotonic()
    until_s = began_s + minutes * 60
    watch = asyncio.create_task(_watch(process, figures, began_s))
    dxp_peers = [DxpTalker(dxp_port, figures, f"dxp-peer-{seed}-{index}") for index in range(N_DXP)]
    hub_peers = [
        HubTalker(hub_port, figures, f"hub-peer-{seed}-{index}", N_THREADS if index == 0 else 1)
        for index in range(N_HUB)
    ]
    try:
        await asyncio.gather(*(peer.run(until_s) for peer in (*hub_peers, *dxp_peers)))
    except BaseException:
        process.kill()
        raise
    if process.returncode is not None:
        figures.fault(f"the daemon ended with {process.returncode}")
    else:
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE_S):
            code = await process.wait()
        if code != 0:
            figures.fault(f"the daemon left with {code}")
    watch.cancel()
    check_games(folder / "games", dxp_peers, figures)
    return figures


def main() -> int:
    """Exit code: 0 all held, 1 not."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dir", type=Path, help="keep configuration, log and games there")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.dir or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        figures = asyncio.run(soak(arguments.minutes, folder, arguments.seed))
    for name, count in sorted(figures.counts.items()):
        print(f"{name}: {count}")
    print(check_memory(figures, arguments.minutes * 60))
    print(f"faults: {len(figures.faults)}")
    return 1 if figures.faults else 0


if __name__ == "__main__":
    sys.exit(main())
