"""A Hub engine under examination: what checks say to it and what they may expect of it.

Two ways of speaking: messages go through `GuiConnection`, which knows what an engine may answer; raw lines are for
what a GUI ought not to send. Every wait has a deadline. Legality is judged by our own board.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from enum import Enum, auto
from typing import NamedTuple, TypeVar

from hub_engine.board import Board, Notation
from hub_engine.compliance.checks import MAX_ENTRIES, CheckFailed, Timing, deadline
from hub_engine.compliance.wire import PeerLostError, Process
from hub_engine.errors import IllegalMoveError
from hub_engine.transcript import Direction, Entry
from protocol.errors import RemoteProtocolError, shorten
from protocol.hub.gui_connection import GuiConnection, GuiEvent
from protocol.hub.lexer import Command, parse_line
from protocol.hub.lines import EndOfInput
from protocol.hub.messages import (
    Done,
    Error,
    Go,
    GoMode,
    GuiMessage,
    Hub,
    Id,
    Info,
    Init,
    Level,
    ParamDecl,
    Ping,
    Pong,
    Pos,
    Ready,
    SetParam,
    Wait,
)
from protocol.notation.moves import parse_hub_move

#: Deadlines, seconds. Start and initialisation load tables; the others are answers of an idle or stopped engine.
START_S = 10.0
INIT_S = 30.0
ANSWER_S = 2.0
SEARCH_S = 15.0
EXIT_S = 2.0
#: What a search may overrun its time by; the machine may be busy.
SLACK_S = 1.0
#: An engine that writes this much without a line end is not speaking Hub.
_MAX_LINE_BYTES = 1 << 20
#: Longest pieces of the conversation that are kept for the report, bytes.
_KEPT_BYTES = 2000

_Message = TypeVar("_Message")


class Stage(Enum):
    """How far a session is brought before the check begins."""

    STARTED = auto()
    PRESENTED = auto()
    READY = auto()


class Scene(NamedTuple):
    """A position and the moves that follow it, in Hub notation."""

    position: str
    moves: tuple[str, ...] = ()

    def board(self, variant: str | None = None) -> Board:
        """The board after the moves. variant: a Hub word; None for the usual game."""
        board = Board(position=self.position) if variant is None else Board(variant, self.position)
        board.push_all(self.moves, Notation.HUB)
        return board


class HubSession:
    """One run of the engine.

    command: program and arguments. settings: parameters set before `init`. declared: its parameters.
    """

    def __init__(self, command: Sequence[str], settings: Mapping[str, str], timing: Timing) -> None:
        self._command = command
        self._settings = dict(settings)
        self._timing = timing
        self._process: Process | None = None
        self._connection = GuiConnection()
        self._lines: deque[str] = deque()
        self._partial = b""
        self._is_ended = False
        self._start_s = time.monotonic()
        self.conversation: deque[Entry] = deque(maxlen=MAX_ENTRIES)
        self.identity: Id | None = None
        self.declared: dict[str, ParamDecl] = {}
        self.infos: list[Info] = []
        self.variant: str | None = None

    @property
    def stderr(self) -> Sequence[str]:
        """The last lines of its standard error."""
        return tuple(self._process.stderr) if self._process is not None else ()

    @property
    def name(self) -> str:
        """What the engine calls itself, in Hub 2 or in Hub 1; empty before it did."""
        if self.identity is not None:
            return f"{self.identity.name} {self.identity.version or ''}".strip()
        return self.lines("name")[0].partition(" ")[2] if self.lines("name") else ""

    # --- start and end ---------------------------------------------------------------------------

    async def prepare(self, stage: Stage) -> None:
        """Starts the engine and brings it to the stage. Raises CheckFailed, UnreachableError."""
        self._process = await Process.start(self._command)
        if stage is not Stage.STARTED:
            await self.present()
        if stage is Stage.READY:
            await self.initialise()

    async def restart(self, settings: Mapping[str, str]) -> None:
        """Another run, initialised, with other parameters set too."""
        await self.close()
        self._settings |= settings
        self._connection = GuiConnection()
        self._lines.clear()
        self._partial = b""
        self._is_ended = False
        await self.prepare(Stage.READY)

    async def present(self) -> None:
        """`hub` to `wait`."""
        await self.send(Hub())
        async with self._deadline(START_S, "`wait` after `hub`"):
            while not isinstance(event := await self._event(), Wait):
                match event:
                    case Id():
                        self.identity = event
                    case ParamDecl():
                        self.declared[event.name] = event

    async def initialise(self) -> None:
        """Parameters, then `init` to `ready`. An opening book would hide the search; the game is the usual one."""
        for name, value in ({"book": "false"} | self._settings).items():
            if name in self.declared or name in self._settings:
                await self.send(SetParam(name, value))
        usual = Board().variant.config.names.hub
        if "variant" in self.declared and "variant" not in self._settings and self.declared["variant"].value != usual:
            await self.send(SetParam("variant", usual))
        await self.send(Init())
        await self.expect(Ready, INIT_S, "`ready` after `init`")

    async def close(self) -> None:
        """Ends the engine."""
        if self._process is not None:
            await self._process.close()

    # --- speaking --------------------------------------------------------------------------------

    async def send(self, *messages: GuiMessage) -> None:
        """Messages that a GUI may send now."""
        for message in messages:
            if isinstance(message, Go):
                self.infos = []
            await self.send_bytes(self._connection.send(message))

    async def send_line(self, line: str) -> None:
        """A line as it stands, unknown to the connection."""
        await self.send_bytes(line.encode("latin-1") + b"\n")

    async def send_bytes(self, data: bytes) -> None:
        """Bytes as they stand."""
        self._note(Direction.IN, data)
        try:
            async with self._deadline(SEARCH_S, "that the engine reads its input"):
                await self._running().write(data)
        except PeerLostError as error:
            raise CheckFailed(f"{await self._obituary()}, its input is closed") from error

    async def search(self, scene: Scene, level: Level, mode: GoMode = GoMode.THINK, within_s: float = SEARCH_S) -> Done:
        """The answer to a search, a legal move."""
        await self.begin(scene, level, mode)
        return await self.done(scene, within_s)

    async def begin(self, scene: Scene, level: Level, mode: GoMode = GoMode.THINK) -> None:
        """Position, limits and `go`."""
        await self.send(Pos(scene.position, scene.moves), level, Go(mode))

    # --- listening -------------------------------------------------------------------------------

    async def done(self, scene: Scene, within_s: float = SEARCH_S) -> Done:
        """The `done` of the running search of this scene, which must be a legal move."""
        done = await self.expect(Done, within_s, "`done`")
        check_move(scene.board(self.variant), done.move)
        return done

    async def goes_on_until(self, *words: GuiMessage, scene: Scene, for_s: float) -> None:
        """Passes when the running search gives no answer for a while, and a legal move soon after these words."""
        await self.quiet(for_s, no=Done)
        await self.send(*words)
        await self.done(scene, SLACK_S)

    async def expect(self, kind: type[_Message], within_s: float = ANSWER_S, what: str = "") -> _Message:
        """The next message of a kind. `info` and what does not answer anything is passed over.

        Raises CheckFailed when it does not come, or an `error` or another answer comes before it.
        """
        async with self._deadline(within_s, what or f"`{kind.__name__.lower()}`"):
            while True:
                event = await self._event()
                if isinstance(event, kind):
                    return event
                if isinstance(event, Info):
                    self.infos.append(event)
                elif isinstance(event, Error | Done | Ready | Wait | Pong):
                    raise CheckFailed(f"{_told(event)} came instead of {what or f'`{kind.__name__.lower()}`'}")

    async def command(self, name: str, within_s: float = ANSWER_S) -> Command:
        """The next line with this first word, read without the connection, for what a GUI ought not to ask."""
        async with self._deadline(within_s, f"`{name}`"):
            while True:
                command = parse_line(await self._line())
                if command is not None and command.name == name:
                    return command

    async def quiet(self, seconds: float, *, no: type | None = None) -> None:
        """Passes when for a while nothing comes, or nothing of this kind."""
        seconds *= self._timing.quiet
        try:
            async with asyncio.timeout(seconds):
                while True:
                    event = await self._event()
                    if no is None or isinstance(event, no):
                        raise CheckFailed(f"{_told(event)} came, though nothing was to come")
        except TimeoutError:
            return

    async def still_answers(self) -> list[Error]:
        """Passes when `ping` is answered by `pong`; errors before it belong to what was sent earlier."""
        await self.send(Ping())
        errors: list[Error] = []
        async with self._deadline(ANSWER_S, "`pong` after `ping`"):
            while not isinstance(event := await self._event(), Pong):
                if isinstance(event, Error):
                    errors.append(event)
        return errors

    async def reports(self, what: str) -> None:
        """Passes when an `error` came for what was sent before. what: tells what it was, in the finding."""
        if not await self.still_answers():
            raise CheckFailed(f"no `error` for {what}")

    async def ends(self, within_s: float = EXIT_S) -> None:
        """Passes when the process ends by itself, and not by a signal."""
        async with self._deadline(within_s, "the end of the process"):
            code = await self._running().ended()
        if code < 0:
            raise CheckFailed(f"the process ended by signal {-code}")

    def close_input(self) -> None:
        """The end of the engine's input."""
        self._running().close_input()

    def lines(self, first_word: str) -> list[str]:
        """All lines of the engine so far that begin so."""
        texts = (entry.data.decode("latin-1") for entry in self.conversation if entry.direction is Direction.OUT)
        return [text.rstrip("\r\n") for text in texts if text.split()[:1] == [first_word]]

    # --- underneath ------------------------------------------------------------------------------

    def _running(self) -> Process:
        if self._process is None:
            raise ValueError("the engine was not started")
        return self._process

    def _deadline(self, seconds: float, what: str) -> AbstractAsyncContextManager[None]:
        return deadline(seconds * self._timing.patience, what)

    async def _event(self) -> GuiEvent:
        """The next message. Raises CheckFailed at the end, and for an answer that nobody asked for."""
        while True:
            try:
                event = self._connection.next_event()
            except RemoteProtocolError as error:
                raise CheckFailed(f"the engine said what has no place here: {error}") from error
            if isinstance(event, EndOfInput):
                raise CheckFailed(await self._obituary())
            if event is not None:
                return event
            self._connection.receive_data((await self._line()).encode("latin-1") + b"\n")

    async def _line(self) -> str:
        while not self._lines:
            if self._is_ended:
                raise CheckFailed(await self._obituary())
            self._take(await self._running().read())
        return self._lines.popleft()

    def _take(self, data: bytes) -> None:
        *lines, self._partial = (self._partial + data).split(b"\n")
        if not data:
            self._is_ended = True
            lines, self._partial = [self._partial] if self._partial else [], b""
        for line in lines:
            self._note(Direction.OUT, line + b"\n")
            self._lines.append(line.removesuffix(b"\r").decode("latin-1"))
        if len(self._partial) > _MAX_LINE_BYTES:
            raise CheckFailed(f"a line of more than {_MAX_LINE_BYTES} bytes")

    async def _obituary(self) -> str:
        try:
            async with asyncio.timeout(EXIT_S):
                code = await self._running().ended()
        except TimeoutError:
            return "the engine closed its output"
        return f"the engine ended by signal {-code}" if code < 0 else f"the engine ended with exit code {code}"

    def _note(self, direction: Direction, data: bytes) -> None:
        kept = data if len(data) <= _KEPT_BYTES else data[:_KEPT_BYTES] + b"...\n"
        self.conversation.append(Entry(time.monotonic() - self._start_s, direction, kept))


def check_move(board: Board, text: str | None) -> None:
    """Passes for a legal move, written with all it captures. Raises CheckFailed."""
    if text is None:
        raise CheckFailed(f"`done` without a move in {board.hub()}, where there are {len(board.legal_moves)}")
    try:
        move = board.read(text, Notation.HUB)
    except IllegalMoveError as error:
        raise CheckFailed(f"`done move={shorten(text)}` is not legal in {board.hub()}: {error}") from error
    if move.is_capture and parse_hub_move(text, len(board.position.pieces)).captured is None:
        raise CheckFailed(f"`done move={text}` does not name what it captures")


def _told(event: object) -> str:
    match event:
        case Error(message):
            return f"`error` ({shorten(message)})"
        case Done(move):
            return f"`done move={move}`" if move is not None else "`done`"
        case _:
            return f"`{type(event).__name__.lower()}`"
