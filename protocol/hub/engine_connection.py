"""The engine's end of a Hub session, without I/O: bytes in, events out; messages in, bytes out.

Decides order, state and bookkeeping: implicit initialisation and stop, the sum of the level lines, one `done` for
every `go`. Knows no legality, no clock and no parameter names.
Source: Hub 2 protocol text; the policy points are explained in docs/hub.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.framing import DEFAULT_MAX_LINE_BYTES
from protocol.hub.codec import decode_gui, encode_engine
from protocol.hub.lines import EndOfInput, Input, to_bytes
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
    EngineState,
    EngineStep,
)

# A malformed line with one of these words still is what it is when it comes in mid-search: it has
# no business there, ends the search, and is refused in its turn.
_INTERRUPTING_WORDS = frozenset({"hub", "set-param", "init", "new-game", "pos", "level", "go"})


class Initialise(NamedTuple):
    """Apply the parameters; send Ready if it is wanted (not when `init` was only implied)."""

    wants_ready: bool


class StartSearch(NamedTuple):
    """Search the accepted position.

    level: all level lines since the last position or search, `moves` 0 already made None.
    use_default_limit: no limit is known only because a level line was refused, so an endless
    search is not what the peer wants.
    """

    mode: GoMode
    level: Level
    use_default_limit: bool


class Reply(NamedTuple):
    """Send this message; nothing else is to be done. cause: the peer's fault it answers, if any."""

    message: EngineMessage
    cause: RemoteProtocolError | None = None


EngineEvent = Hub | SetParam | Initialise | NewGame | Pos | StartSearch | PonderHit | Stop | Reply | Quit | EndOfInput


def _without_trace(error: RemoteProtocolError) -> RemoteProtocolError:
    """The fault as plain data. The frames of its traceback would keep the line, perhaps a megabyte, and
    through the event that carries the fault themselves, until the garbage collector comes by.
    """
    error.__cause__ = error.__context__ = None
    return error.with_traceback(None)


class EngineConnection:
    """The peer, a GUI, can do nothing that makes it raise.

    Feed bytes to `receive_data`, serve the events of `next_event` one after the other, write what
    `send` returns. max_line_bytes: a longer line is dropped and answered by one `error`.
    """

    def __init__(self, max_line_bytes: int = DEFAULT_MAX_LINE_BYTES) -> None:
        self._input = Input[GuiMessage](max_line_bytes, decode_gui)
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
        line = to_bytes(encode_engine(message))
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
        level = self._level._replace(moves=self._level.moves or None)
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
