"""The GUI's end of a Hub session, without I/O, for whoever drives an engine.

Decides order and state: what may be said when, and which answers were asked for. Source: Hub 2 protocol text.
"""

from __future__ import annotations

from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.framing import DEFAULT_MAX_LINE_BYTES
from protocol.hub.codec import decode_engine, encode_gui
from protocol.hub.lines import EndOfInput, Input, to_bytes
from protocol.hub.messages import EngineMessage, Error, GuiMessage, Ping, Pong
from protocol.hub.states import GUI_ANSWERS, GUI_RECEIVES, GUI_SENDS, GuiState

GuiEvent = EngineMessage | EndOfInput


class GuiConnection:
    """Feed bytes to `receive_data`, take what the engine says from `next_event`, write what `send` returns.

    Lines that are only noise are skipped; `next_event` raises RemoteProtocolError for a malformed line
    and for an answer that nobody asked for. The line is consumed then and the connection stays usable.
    """

    def __init__(self, max_line_bytes: int = DEFAULT_MAX_LINE_BYTES) -> None:
        self._input = Input[EngineMessage](max_line_bytes, decode_engine)
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
        line = to_bytes(encode_gui(message))
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
