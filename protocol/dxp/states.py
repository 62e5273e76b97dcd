"""Who may say what in which state of a DXP session: the tables of both roles, as data.

Must not know bytes or text. `connection` looks the tables up and carries the steps out.
Source: DamExchange protocol, layer 2, section on the conversation; what happens out of turn is our
policy (docs/dxp.md).
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from protocol.dxp.messages import (
    BackAccept,
    BackRequest,
    Chat,
    GameAccept,
    GameEnd,
    GameRequest,
    Message,
    Move,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


class Role(Enum):
    """Who asks for games. It has nothing to do with who listens and who connects."""

    INITIATOR = auto()
    FOLLOWER = auto()


class State(Enum):
    """States of a session. In those marked "owed" all input waits until the application has answered."""

    IDLE = auto()  # no game
    REQUESTING = auto()  # our GameRequest is out
    OFFERED = auto()  # owed: GameAccept
    OUR_TURN = auto()
    PEER_TURN = auto()
    JUDGING = auto()  # owed: is the peer's move legal?
    BACK_OFFERED = auto()  # owed: BackAccept
    ENDED = auto()  # owed: acknowledgement of the peer's GameEnd
    ENDING = auto()  # our GameEnd is out
    CLOSED = auto()


class Waiting(Enum):
    """What the peer owes us. How long to wait is for whoever has a clock (docs/dxp.md)."""

    GAME_ACCEPT = auto()
    MOVE = auto()
    BACK_ACCEPT = auto()
    END_ACKNOWLEDGEMENT = auto()


class Step(Enum):
    """What the connection does with a received message."""

    DELIVER = auto()  # hand it to the application
    OFFER = auto()  # hand it over, GameAccept owed
    REFUSE_REQUEST = auto()
    BEGIN = auto()  # hand it over; the game runs if it is accepted
    JUDGE = auto()  # hand it over, judgement owed
    REFUSE_MOVE = auto()
    END = auto()  # hand it over, acknowledgement owed
    ACKNOWLEDGE = auto()  # our GameEnd has arrived
    ACKNOWLEDGE_AND_OFFER = auto()  # the next request shows that it has arrived
    NOTE_STOP = auto()  # nothing to end; perhaps the peer leaves
    OFFER_BACK = auto()  # BackAccept owed, if the game has that position
    REFUSE_BACK = auto()
    ANSWER_BACK = auto()  # carry out the answer to our BackRequest, if there is one
    IGNORE = auto()


OWED = frozenset({State.OFFERED, State.JUDGING, State.BACK_OFFERED, State.ENDED})
PLAYING = frozenset({State.OUR_TURN, State.PEER_TURN, State.JUDGING, State.BACK_OFFERED})

_NO_GAME: Mapping[type[Message], Step] = {
    GameRequest: Step.REFUSE_REQUEST,
    GameAccept: Step.IGNORE,
    Move: Step.REFUSE_MOVE,
    GameEnd: Step.NOTE_STOP,
    Chat: Step.DELIVER,
    BackRequest: Step.REFUSE_BACK,
    BackAccept: Step.IGNORE,
}
_GAME: Mapping[type[Message], Step] = {
    GameRequest: Step.REFUSE_REQUEST,
    GameAccept: Step.IGNORE,
    Move: Step.REFUSE_MOVE,
    GameEnd: Step.END,
    Chat: Step.DELIVER,
    BackRequest: Step.OFFER_BACK,
    BackAccept: Step.ANSWER_BACK,
}
# The peer may not have seen our GameEnd yet: what it says besides E and C belongs to a game that is over.
_AFTER_OUR_END: Mapping[type[Message], Step] = {
    GameRequest: Step.IGNORE,
    GameAccept: Step.IGNORE,
    Move: Step.IGNORE,
    GameEnd: Step.ACKNOWLEDGE,
    Chat: Step.DELIVER,
    BackRequest: Step.IGNORE,
    BackAccept: Step.IGNORE,
}

_STEPS: Mapping[State, Mapping[type[Message], Step]] = {
    State.IDLE: _NO_GAME,
    State.REQUESTING: {**_NO_GAME, GameAccept: Step.BEGIN},
    State.OUR_TURN: _GAME,
    State.PEER_TURN: {**_GAME, Move: Step.JUDGE},
    State.ENDING: _AFTER_OUR_END,
}

STEPS: Mapping[Role, Mapping[State, Mapping[type[Message], Step]]] = {
    Role.INITIATOR: _STEPS,
    Role.FOLLOWER: {
        **_STEPS,
        State.IDLE: {**_NO_GAME, GameRequest: Step.OFFER},
        State.ENDING: {**_AFTER_OUR_END, GameRequest: Step.ACKNOWLEDGE_AND_OFFER},
    },
}

# What is done instead when the message does not read; all other steps stay what they are.
STEPS_IF_MALFORMED: Mapping[Step, Step] = {
    Step.OFFER: Step.REFUSE_REQUEST,
    Step.BEGIN: Step.IGNORE,
    Step.JUDGE: Step.REFUSE_MOVE,
    Step.END: Step.IGNORE,
    Step.ACKNOWLEDGE: Step.IGNORE,
    Step.NOTE_STOP: Step.IGNORE,
    Step.OFFER_BACK: Step.REFUSE_BACK,
    Step.ANSWER_BACK: Step.IGNORE,
}

# States in which we may send a message. GameEnd without being on turn is for a peer that has been
# silent too long. A BackRequest also needs a position of the game, a Move that none is open.
MAY_SEND: Mapping[type[Message], frozenset[State]] = {
    GameRequest: frozenset({State.IDLE}),
    GameAccept: frozenset({State.OFFERED}),
    Move: frozenset({State.OUR_TURN}),
    GameEnd: frozenset({State.OUR_TURN, State.PEER_TURN}),
    Chat: frozenset(State) - {State.CLOSED},
    BackRequest: frozenset({State.OUR_TURN, State.PEER_TURN}),
    BackAccept: frozenset({State.BACK_OFFERED}),
}
