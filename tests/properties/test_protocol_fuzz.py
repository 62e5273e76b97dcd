"""Rubbish into the Hub state machine: nothing but the protocol's own errors, and every promise kept.

One seeded function does the work: a few thousand lines in the quick tests, a million under `slow`.
"""

import gc
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import yaml

from protocol.errors import NotationError
from protocol.hub.codec import decode_engine
from protocol.hub.engine_connection import EngineConnection, EngineEvent, Initialise, Reply, StartSearch
from protocol.hub.lexer import parse_line
from protocol.hub.lines import EndOfInput
from protocol.hub.messages import Done, EngineMessage, Hub, Id, Info, PonderHit, Pos, Quit, Ready, Stop, Wait
from protocol.notation.fen import parse_position
from protocol.notation.moves import parse_hub_move
from protocol.notation.squares import Board

DATA = yaml.safe_load((Path(__file__).parents[1] / "data" / "hub-sessions.yaml").read_text("utf-8"))
BOARD = Board(10, 10)
MAX_LINE_BYTES = 400

SEEDS = [
    *(line.encode("latin-1") for lines in DATA["client_traces"].values() for line in lines),
    *(vector["line"].encode("latin-1") for vector in DATA["lines"]),
    *(step["send"].encode("latin-1") for session in DATA["sessions"] for step in session["steps"] if "send" in step),
    # Often enough in the right order to come far.
    *20 * [b"pos start\nlevel nodes=5\ngo ponder\nponder-hit"],
    *20 * [b"pos start\ngo analyze\nping\nstop\nping"],
    *5 * [b"go\nnew-game\ngo\nlevel depth=x\ngo ponder\nstop"],
    b"level nodes=100 time=1 inc=1 moves=3",
    b"level depth=" + b"9" * 300,
    b"pos pos=" + b"e" * 500,
    b"go think " + b"a=1 " * 90,
]
TOKENS = [
    b"=",
    b'"',
    b" ",
    b"\t",
    b"\r",
    b"\0",
    b"\xff",
    b"pos",
    b"level",
    b"depth=",
    b"-1",
    b"1e999",
    b"nan",
    b"x",
    b"-",
]


def mutated(rng: random.Random) -> bytes:
    """A line that somebody might send, or what is left of it after an accident."""
    line = bytearray(rng.choice(SEEDS))
    while rng.random() < 0.4:
        at = rng.randint(0, len(line))
        match rng.randrange(6):
            case 0:
                line[at:at] = rng.choice(TOKENS)
            case 1:
                del line[at : at + rng.randint(1, 8)]
            case 2:
                line[at : at + 1] = bytes([rng.randrange(256)])
            case 3:
                line[at:at] = line[: rng.randint(0, 40)]
            case 4:
                line += rng.choice(SEEDS)
            case _:
                line[at:] = rng.randbytes(rng.randint(0, 20))
    return bytes(line)


@dataclass
class Tally:
    """What a run did."""

    lines: int = 0
    sessions: int = 0
    searches: int = 0
    dones: int = 0
    abandoned: int = 0
    refusals: int = 0
    kinds: set[str] = field(default_factory=set)


class FakeSession:
    """An engine's session without an engine: answers events, checks that they may come."""

    def __init__(self, rng: random.Random, tally: Tally) -> None:
        self.connection = EngineConnection(MAX_LINE_BYTES)
        self.is_over = False
        self.owes_done = False
        self._rng = rng
        self._tally = tally
        self._is_stop_told = False
        self._may_hit = False
        tally.sessions += 1

    def feed(self, data: bytes) -> None:
        self.connection.receive_data(data)
        self.serve()
        assert self.connection.is_searching is (self.owes_done and not self.is_over)

    def finish(self) -> None:
        """The running search ends, as searches do at any time."""
        if self.connection.is_searching and not self.is_over:
            self._send(Info(depth=1, score=5, nodes=1, time_s=0.1, pv=("32-28", "19-23")))
            self._send(Done("32-28", self._rng.choice([None, "19-23"])))
            self.serve()

    def serve(self) -> None:
        while (event := self.connection.next_event()) is not None:
            self._tally.kinds.add(type(event).__name__)
            assert not self.is_over, "an event after the end"
            self._serve(event)

    def _serve(self, event: EngineEvent) -> None:
        match event:
            case Hub():
                self._send(Id("x", "1"))
                self._send(Wait())
            case Initialise(wants_ready):
                if wants_ready:
                    self._send(Ready())
            case Pos():
                self._set_position(event)
            case StartSearch(mode, level, use_default_limit):
                assert self.connection.is_searching
                assert not (use_default_limit and level.has_limit)
                assert level.moves != 0
                self._begin_search()
                self._may_hit = mode.value == "ponder"
            case Stop():
                assert self.connection.is_searching
                assert not self._is_stop_told, "a second stop for one search"
                self._is_stop_told = True
            case PonderHit():
                assert self.connection.is_searching
                assert self._may_hit
                self._may_hit = False
            case Reply(message, cause):
                self._tally.refusals += cause is not None
                if isinstance(message, Done):
                    self._begin_search()
                self._send(message)
            case Quit():
                assert not self.owes_done
                self.is_over = True
            case EndOfInput():
                # A search that runs at the end of input keeps its `done` for itself.
                self._tally.abandoned += self.owes_done
                self.is_over = True

    def _begin_search(self) -> None:
        assert not self.owes_done
        self.owes_done = True
        self._is_stop_told = False
        self._tally.searches += 1

    def _set_position(self, pos: Pos) -> None:
        try:
            if pos.position is not None:
                parse_position(pos.position, BOARD)
            for text in pos.moves:
                parse_hub_move(text, BOARD.n_squares)
        except NotationError as error:
            self._check(self.connection.reject_position(str(error)))
        else:
            self.connection.accept_position()

    def _send(self, message: EngineMessage) -> None:
        if isinstance(message, Done):
            assert self.owes_done
            self.owes_done = False
            self._tally.dones += 1
        self._check(self.connection.send(message))

    def _check(self, line: bytes) -> None:
        """Whatever we write, a peer can read: one line, and a known one."""
        assert line.endswith(b"\n")
        assert line.count(b"\n") == 1
        assert len(line) < 1000
        command = parse_line(line[:-1].decode("latin-1"))
        assert command is not None
        assert decode_engine(command) is not None


def fuzz(n_lines: int, seed: int) -> Tally:
    """Sends lines in pieces of any size to sessions that begin anew when one ends."""
    rng = random.Random(seed)
    tally = Tally()
    session = FakeSession(rng, tally)
    waiting = b""
    while tally.lines < n_lines:
        waiting += mutated(rng) + rng.choice([b"\n", b"\n", b"\r\n"])
        tally.lines += 1
        if rng.random() < 0.5:
            cut = rng.randint(0, len(waiting))
            if waiting[:cut]:
                session.feed(waiting[:cut])
            waiting = waiting[cut:]
        if rng.random() < 0.3:
            session.finish()
        if rng.random() < 0.001 and not session.is_over:
            session.feed(b"")
        if session.is_over:
            session, waiting = FakeSession(rng, tally), b""
    tally.abandoned += session.owes_done and not session.is_over
    return tally


@pytest.mark.parametrize("seed", range(4))
def test_nothing_a_peer_sends_breaks_the_state_machine(seed: int) -> None:
    tally = fuzz(5_000, seed)
    assert tally.searches == tally.dones + tally.abandoned
    # The run is worth something only if it went everywhere.
    assert tally.refusals > 100
    assert tally.dones > 100
    assert {
        "Hub",
        "SetParam",
        "Initialise",
        "NewGame",
        "Pos",
        "StartSearch",
        "PonderHit",
        "Stop",
        "Reply",
        "Quit",
    } <= tally.kinds


@pytest.mark.slow
def test_a_million_lines() -> None:
    fuzz(20_000, seed=1)
    gc.collect()
    before = sys.getallocatedblocks()
    tally = fuzz(1_000_000, seed=2)
    assert tally.lines == 1_000_000
    assert tally.searches == tally.dones + tally.abandoned
    assert "EndOfInput" in tally.kinds
    gc.collect()
    # Memory is flat: what is left is the tally and the last session, not something a line leaves behind.
    assert sys.getallocatedblocks() - before < 1_000
