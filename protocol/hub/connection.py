"""One Hub session without I/O, for either end: bytes in, events out; messages in, bytes out.

`EngineConnection` is used by an engine (the peer is a GUI), `GuiConnection` by whoever drives an
engine. They decide order, state and bookkeeping: implicit initialisation and stop, the sum of the
level lines, one `done` for every `go`. They know no legality, no clock and no parameter names.
Source: Hub 2 protocol text; the policy points are explained in docs/hub.md.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.framing import DEFAULT_MAX_LINE_BYTES, LineFramer, OversizedLine
from protocol.hub.codec import decode_engine, decode_gui, encode_engine, encode_gui
from protocol.hub.lexer import Command, parse_line
from protocol.hub.messages import (
    Done,
    EngineMessage,
    Error,
    Go,
    GoMode,
    GuiMessage,
    Hub,
    Level,
    NewGame,
    Ping,
    PonderHit,
    Pong,
    Pos,
    Quit,
    Ready,
    SetParam,
    Stop,
)
from protocol.hub.states import (
    ENGINE_MAY_SEND,
    ENGINE_STEPS,
    GUI_ANSWERS,
    GUI_RECEIVES,
    GUI_SENDS,
    EngineState,
    EngineStep,
    GuiState,
)

_ENCODING = "latin-1"
# A malformed line with one of these words still is what it is when it comes in mid-search: it has
# no business there, ends the search, and is refused in its turn.
_INTERRUPTING_WORDS = frozenset({"hub", "set-param", "init", "new-game", "pos", "level", "go"})


@dataclass(frozen=True, slots=True)
class EndOfInput:
    """The peer closed its end. An engine leaves at once and without output."""


@dataclass(frozen=True, slots=True)
class Initialise:
    """Apply the parameters; send Ready if it is wanted (not when `init` was only implied)."""

    wants_ready: bool


@dataclass(frozen=True, slots=True)
class StartSearch:
    """Search the accepted position.

    level: all level lines since the last position or search, `moves` 0 already made None.
    use_default_limit: no limit is known only because a level line was refused, so an endless
    search is not what the peer wants.
    """

    mode: GoMode
    level: Level
    use_default_limit: bool


@dataclass(frozen=True, slots=True)
class Reply:
    """Send this message; nothing else is to be done. cause: the peer's fault it answers, if any."""

    message: EngineMessage
    cause: RemoteProtocolError | None = None


EngineEvent = Hub | SetParam | Initialise | NewGame | Pos | StartSearch | PonderHit | Stop | Reply | Quit | EndOfInput
GuiEvent = EngineMessage | EndOfInput

_Message = TypeVar("_Message")


class _Input(Generic[_Message]):
    """Received lines that nobody has looked at yet."""

    def __init__(self, max_line_bytes: int, decode: Callable[[Command], _Message | None]) -> None:
        self._decode = decode
        self._framer = LineFramer(max_line_bytes)
        self._lines: deque[bytes | OversizedLine] = deque()
        self._waiting_bytes = 0
        self.n_lines = 0
        self.is_ended = False

    def receive(self, data: bytes) -> None:
        if self.is_ended:
            raise LocalProtocolError("data after the end of input")
        if not data:
            self.is_ended = True
            return
        lines = self._framer.feed(data)
        self._lines.extend(lines)
        self.n_lines += len(lines)
        self._waiting_bytes += sum(_size(line) for line in lines)

    @property
    def max_line_bytes(self) -> int:
        return self._framer.max_bytes

    @max_line_bytes.setter
    def max_line_bytes(self, value: int) -> None:
        self._framer.max_bytes = value

    @property
    def waiting_bytes(self) -> int:
        return self._waiting_bytes

    def __bool__(self) -> bool:
        return bool(self._lines)

    def take(self) -> _Message | None:
        """The next line's message, None if it is blank or unknown. RemoteProtocolError: malformed."""
        line = self._lines.popleft()
        self._waiting_bytes -= _size(line)
        if isinstance(line, OversizedLine):
            head = line.head.decode(_ENCODING)
            words = head.split(maxsplit=1)
            raise RemoteProtocolError(
                f"line longer than {self.max_line_bytes} bytes",
                text=head,
                command=words[0] if words else None,
            )
        command = parse_line(line.decode(_ENCODING))
        return None if command is None else self._decode(command)


def _size(line: bytes | OversizedLine) -> int:
    """Memory a waiting line stands for; the constant covers the objects around an empty one."""
    return 64 + (len(line) if isinstance(line, bytes) else len(line.head))


def _without_trace(error: RemoteProtocolError) -> RemoteProtocolError:
    """The fault as plain data. The frames of its traceback would keep the line, perhaps a megabyte, and
    through the event that carries the fault themselves, until the garbage collector comes by.
    """
    error.__cause__ = error.__context__ = None
    return error.with_traceback(None)


def _to_bytes(line: str) -> bytes:
    return line.encode(_ENCODING, "replace") + b"\n"


class EngineConnection:
    """The engine's end of a session. The peer can do nothing that makes it raise.

    Feed bytes to `receive_data`, serve the events of `next_event` one after the other, write what
    `send` returns. max_line_bytes: a longer line is dropped and answered by one `error`.
    """

    def __init__(self, max_line_bytes: int = DEFAULT_MAX_LINE_BYTES) -> None:
        self._input = _Input[GuiMessage](max_line_bytes, decode_gui)
        self._state = EngineState.NEW
        self._held: GuiMessage | RemoteProtocolError | None = None
        self._level = Level()
        self._is_level_rejected = False
        self._is_position_good = True
        self._is_pondering = False
        self._is_ready_due = False

    @property
    def state(self) -> EngineState:
        """Where the session stands."""
        return self._state

    @property
    def is_searching(self) -> bool:
        """A search was started and its Done is still owed."""
        return self._state in (EngineState.SEARCHING, EngineState.STOPPING)

    @property
    def wants_data(self) -> bool:
        """False while more than one longest line waits: read no further, or memory grows."""
        return self._input.waiting_bytes <= self._input.max_line_bytes

    def set_line_limit(self, max_line_bytes: int) -> None:
        """From now on lines may be this long; of a line that is being dropped the rest is dropped too."""
        self._input.max_line_bytes = max_line_bytes

    @property
    def n_lines(self) -> int:
        """Lines received so far, whatever was in them."""
        return self._input.n_lines

    def receive_data(self, data: bytes) -> None:
        """Take bytes as they came; `b""` is the end of input."""
        self._input.receive(data)

    def next_event(self) -> EngineEvent | None:
        """What to do next; None: nothing until more data came or, while stopping, Done was sent."""
        while self._state is not EngineState.CLOSED:
            if self._input.is_ended and (self.is_searching or not self._has_waiting()):
                self._state = EngineState.CLOSED
                return EndOfInput()
            if self._state is EngineState.STOPPING or not self._has_waiting():
                return None
            event = self._serve(self._take())
            if event is not None:
                return event
        return None

    def send(self, message: EngineMessage) -> bytes:
        """The line to write. LocalProtocolError when the message has no place in this state."""
        if self._state not in ENGINE_MAY_SEND[type(message)]:
            raise LocalProtocolError(f"{type(message).__name__} sent while {self._state.name}")
        if isinstance(message, Ready):
            if not self._is_ready_due:
                raise LocalProtocolError("Ready sent without an Init")
            self._is_ready_due = False
        line = _to_bytes(encode_engine(message))
        if isinstance(message, Done):
            self._state = EngineState.IDLE
            self._forget_level()
        return line

    def accept_position(self) -> None:
        """The position stands: the last Pos, or the new start after a change of the game."""
        self._is_position_good = True

    def reject_position(self, reason: str) -> bytes:
        """The `error` line for a bad Pos; until a good one comes, `go` gets a bare `done`."""
        self._is_position_good = False
        return self.send(Error(reason))

    def _has_waiting(self) -> bool:
        return self._held is not None or bool(self._input)

    def _take(self) -> GuiMessage | RemoteProtocolError | None:
        if self._held is not None:
            held, self._held = self._held, None
            return held
        try:
            return self._input.take()
        except RemoteProtocolError as error:
            return _without_trace(error)

    def _serve(self, message: GuiMessage | RemoteProtocolError | None) -> EngineEvent | None:
        """Carry out one line; None when there is nothing for the session in it."""
        if message is None:
            return None
        if isinstance(message, RemoteProtocolError):
            return self._refuse(message)
        return _STEPS[ENGINE_STEPS[self._state][type(message)]](self, message)

    def _refuse(self, error: RemoteProtocolError) -> EngineEvent:
        if self._state is EngineState.SEARCHING and error.command in _INTERRUPTING_WORDS:
            return self._interrupt(error)
        if error.command == "pos":
            # Whatever it was to be, it was not the old position.
            self._is_position_good = False
            self._forget_level()
        if error.command == "level":
            self._is_level_rejected = True
        return Reply(Error(str(error)), error)

    def _interrupt(self, message: GuiMessage | RemoteProtocolError) -> EngineEvent:
        self._held = message
        return self._stop()

    def _stop(self) -> EngineEvent:
        self._state = EngineState.STOPPING
        return Stop()

    def _deliver(self, message: Hub | SetParam | NewGame) -> EngineEvent:
        if isinstance(message, Hub) and self._state is EngineState.NEW:
            self._state = EngineState.CONFIG
        return message

    def _initialise(self) -> EngineEvent:
        self._state = EngineState.IDLE
        self._is_ready_due = True
        return Initialise(wants_ready=True)

    def _initialise_first(self, message: GuiMessage) -> EngineEvent:
        self._state = EngineState.IDLE
        self._held = message
        return Initialise(wants_ready=False)

    def _set_position(self, pos: Pos) -> EngineEvent:
        self._is_position_good = False
        self._forget_level()
        return pos

    def _add_level(self, level: Level) -> None:
        self._level = self._level.extended(level)

    def _start(self, go: Go) -> EngineEvent:
        self._state = EngineState.SEARCHING
        self._is_pondering = go.mode is GoMode.PONDER
        if not self._is_position_good:
            return Reply(Done())
        level = replace(self._level, moves=self._level.moves or None)
        is_endless_by_mistake = self._is_level_rejected and not level.has_limit and not level.infinite
        return StartSearch(go.mode, level, is_endless_by_mistake)

    def _hit(self, message: PonderHit) -> EngineEvent | None:
        if not self._is_pondering:
            return None
        self._is_pondering = False
        return message

    def _leave(self, message: Quit) -> EngineEvent:
        self._state = EngineState.CLOSED
        return message

    def _forget_level(self) -> None:
        self._level = Level()
        self._is_level_rejected = False


_Step = Callable[[EngineConnection, Any], EngineEvent | None]

# How each step of the state table is carried out.
_STEPS: Mapping[EngineStep, _Step] = {
    EngineStep.DELIVER: EngineConnection._deliver,
    EngineStep.INITIALISE: lambda connection, _: connection._initialise(),
    EngineStep.INITIALISE_FIRST: EngineConnection._initialise_first,
    EngineStep.SET_POSITION: EngineConnection._set_position,
    EngineStep.ADD_LEVEL: EngineConnection._add_level,
    EngineStep.START: EngineConnection._start,
    EngineStep.HIT: EngineConnection._hit,
    EngineStep.STOP: lambda connection, _: connection._stop(),
    EngineStep.INTERRUPT: EngineConnection._interrupt,
    EngineStep.ANSWER_PING: lambda _, __: Reply(Pong()),
    EngineStep.LEAVE: EngineConnection._leave,
    EngineStep.IGNORE: lambda _, __: None,
}


class GuiConnection:
    """The GUI's end of a session, for whoever drives an engine.

    Lines that are only noise are skipped; `next_event` raises RemoteProtocolError for a malformed line
    and for an answer that nobody asked for. The line is consumed then and the connection stays usable.
    """

    def __init__(self, max_line_bytes: int = DEFAULT_MAX_LINE_BYTES) -> None:
        self._input = _Input[EngineMessage](max_line_bytes, decode_engine)
        self._state = GuiState.NEW
        self._pings_due = 0

    @property
    def state(self) -> GuiState:
        """Where the session stands."""
        return self._state

    @property
    def is_searching(self) -> bool:
        """A Go was sent and its Done is still to come."""
        return self._state is GuiState.SEARCHING

    def receive_data(self, data: bytes) -> None:
        """Take bytes as they came; `b""` is the end of input."""
        self._input.receive(data)

    def next_event(self) -> GuiEvent | None:
        """The engine's next message; None: nothing until more data came."""
        while self._state is not GuiState.CLOSED:
            if self._input:
                message = self._input.take()
                if message is not None and self._is_welcome(message):
                    return message
            elif self._input.is_ended:
                self._state = GuiState.CLOSED
                return EndOfInput()
            else:
                return None
        return None

    def send(self, message: GuiMessage) -> bytes:
        """The line to write. LocalProtocolError when the message has no place in this state."""
        state = GUI_SENDS.get((self._state, type(message)))
        if state is None:
            raise LocalProtocolError(f"{type(message).__name__} sent while {self._state.name}")
        line = _to_bytes(encode_gui(message))
        self._state = state
        if isinstance(message, Ping):
            self._pings_due += 1
        return line

    def _is_welcome(self, message: EngineMessage) -> bool:
        if isinstance(message, Error):
            return True
        if isinstance(message, Pong) and self._pings_due:
            self._pings_due -= 1
            return True
        state = GUI_RECEIVES.get((self._state, type(message)))
        if state is not None:
            self._state = state
            return True
        if type(message) in GUI_ANSWERS:
            raise RemoteProtocolError("an answer that nobody asked for", text=type(message).__name__.lower())
        return False
