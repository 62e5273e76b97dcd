"""Who may say what in which state of a Hub session: the tables of both roles, as data.

Must not know bytes or text. `engine_connection` and `gui_connection` look the tables up and carry the steps out.
Source: Hub 2 protocol text, section on the conversation; implicit stop as Scan 3.1, implicit
initialisation and order while stopping are our policy (docs/hub.md).
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from protocol.hub.messages import (
    Done,
    EngineMessage,
    Error,
    Go,
    GuiMessage,
    Hub,
    Id,
    Info,
    Init,
    Level,
    NewGame,
    ParamDecl,
    Ping,
    PonderHit,
    Pong,
    Pos,
    Quit,
    Ready,
    SetParam,
    Stop,
    Wait,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


class EngineState(Enum):
    """States of a session seen from the engine."""

    NEW = auto()
    CONFIG = auto()  # presented itself, not initialised
    IDLE = auto()
    SEARCHING = auto()
    STOPPING = auto()  # asked to end the search, Done not sent yet; all input waits
    CLOSED = auto()


class EngineStep(Enum):
    """What the engine's connection does with a received message."""

    DELIVER = auto()  # hand it to the session
    INITIALISE = auto()  # let the session initialise and answer Ready
    INITIALISE_FIRST = auto()  # initialise silently, then look at the message again
    SET_POSITION = auto()  # forget the limits, hand it over; bad until the session accepts it
    ADD_LEVEL = auto()
    START = auto()
    HIT = auto()  # hand it over if the search ponders
    STOP = auto()
    INTERRUPT = auto()  # stop the search, serve the message after its Done
    ANSWER_PING = auto()
    LEAVE = auto()
    IGNORE = auto()


_BEFORE_INIT: Mapping[type[GuiMessage], EngineStep] = {
    Hub: EngineStep.DELIVER,
    SetParam: EngineStep.DELIVER,
    Init: EngineStep.INITIALISE,
    NewGame: EngineStep.INITIALISE_FIRST,
    Pos: EngineStep.INITIALISE_FIRST,
    Level: EngineStep.INITIALISE_FIRST,
    Go: EngineStep.INITIALISE_FIRST,
    Stop: EngineStep.IGNORE,
    PonderHit: EngineStep.IGNORE,
    Ping: EngineStep.ANSWER_PING,
    Quit: EngineStep.LEAVE,
}

ENGINE_STEPS: Mapping[EngineState, Mapping[type[GuiMessage], EngineStep]] = {
    EngineState.NEW: _BEFORE_INIT,
    EngineState.CONFIG: _BEFORE_INIT,
    EngineState.IDLE: {
        Hub: EngineStep.DELIVER,
        SetParam: EngineStep.DELIVER,
        Init: EngineStep.INITIALISE,
        NewGame: EngineStep.DELIVER,
        Pos: EngineStep.SET_POSITION,
        Level: EngineStep.ADD_LEVEL,
        Go: EngineStep.START,
        Stop: EngineStep.IGNORE,
        PonderHit: EngineStep.IGNORE,
        Ping: EngineStep.ANSWER_PING,
        Quit: EngineStep.LEAVE,
    },
    EngineState.SEARCHING: {
        Hub: EngineStep.INTERRUPT,
        SetParam: EngineStep.INTERRUPT,
        Init: EngineStep.INTERRUPT,
        NewGame: EngineStep.INTERRUPT,
        Pos: EngineStep.INTERRUPT,
        Level: EngineStep.INTERRUPT,
        Go: EngineStep.INTERRUPT,
        Stop: EngineStep.STOP,
        PonderHit: EngineStep.HIT,
        Ping: EngineStep.ANSWER_PING,
        Quit: EngineStep.INTERRUPT,
    },
}

_OPEN = frozenset(EngineState) - {EngineState.CLOSED}
_SEARCH = frozenset({EngineState.SEARCHING, EngineState.STOPPING})

# States in which the engine may send a message. Ready also needs an Init that waits for it.
ENGINE_MAY_SEND: Mapping[type[EngineMessage], frozenset[EngineState]] = {
    Id: _OPEN - _SEARCH,
    ParamDecl: _OPEN - _SEARCH,
    Wait: _OPEN - _SEARCH,
    Ready: frozenset({EngineState.IDLE}),
    Info: _SEARCH,
    Done: _SEARCH,
    Pong: _OPEN,
    Error: _OPEN,
}


class GuiState(Enum):
    """States of a session seen from the GUI."""

    NEW = auto()
    HANDSHAKE = auto()  # Hub sent, Wait not yet received
    CONFIG = auto()
    INITIALISING = auto()  # Init sent, Ready not yet received
    IDLE = auto()
    SEARCHING = auto()
    CLOSED = auto()


# (state, message we send) -> state afterwards; a pair that is absent may not be sent.
# Stop is allowed in IDLE because the engine's Done may have crossed it on the way.
GUI_SENDS: Mapping[tuple[GuiState, type[GuiMessage]], GuiState] = {
    (GuiState.NEW, Hub): GuiState.HANDSHAKE,
    (GuiState.CONFIG, SetParam): GuiState.CONFIG,
    (GuiState.CONFIG, Init): GuiState.INITIALISING,
    (GuiState.CONFIG, Ping): GuiState.CONFIG,
    (GuiState.INITIALISING, Ping): GuiState.INITIALISING,
    (GuiState.IDLE, SetParam): GuiState.IDLE,
    (GuiState.IDLE, Init): GuiState.INITIALISING,
    (GuiState.IDLE, NewGame): GuiState.IDLE,
    (GuiState.IDLE, Pos): GuiState.IDLE,
    (GuiState.IDLE, Level): GuiState.IDLE,
    (GuiState.IDLE, Go): GuiState.SEARCHING,
    (GuiState.IDLE, Stop): GuiState.IDLE,
    (GuiState.IDLE, PonderHit): GuiState.IDLE,
    (GuiState.IDLE, Ping): GuiState.IDLE,
    (GuiState.SEARCHING, Stop): GuiState.SEARCHING,
    (GuiState.SEARCHING, PonderHit): GuiState.SEARCHING,
    (GuiState.SEARCHING, Ping): GuiState.SEARCHING,
} | {(state, Quit): GuiState.CLOSED for state in GuiState if state is not GuiState.CLOSED}

# (state, message received) -> state afterwards, for what is not welcome everywhere.
GUI_RECEIVES: Mapping[tuple[GuiState, type[EngineMessage]], GuiState] = {
    (GuiState.HANDSHAKE, Id): GuiState.HANDSHAKE,
    (GuiState.HANDSHAKE, ParamDecl): GuiState.HANDSHAKE,
    (GuiState.HANDSHAKE, Wait): GuiState.CONFIG,
    (GuiState.INITIALISING, Ready): GuiState.IDLE,
    (GuiState.SEARCHING, Info): GuiState.SEARCHING,
    (GuiState.SEARCHING, Done): GuiState.IDLE,
}

# Answers: out of turn they are a violation. Other messages out of turn are noise and dropped
# (Scan prints `init ...` lines while it initialises).
GUI_ANSWERS: frozenset[type[EngineMessage]] = frozenset({Wait, Ready, Done, Pong})
