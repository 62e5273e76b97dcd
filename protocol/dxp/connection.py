"""One DXP session without I/O, for either role: bytes in, events out; messages in, bytes out.

Decides order, turn and bookkeeping: which messages are served, refused or ignored, what must be
answered, how many plies the game has. Knows no legality, no clock and no configuration: the
application says whether a move stands, the I/O layer keeps the time-outs (`waiting_for`) and the
gaps between our messages.
Source: DamExchange protocol, layer 2; the policy points are explained in docs/dxp.md.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from protocol.dxp.codec import KINDS, MAX_MESSAGE_BYTES, MAX_SQUARES, N_SQUARES, decode, encode
from protocol.dxp.messages import (
    AcceptCode,
    BackAccept,
    BackCode,
    BackRequest,
    Chat,
    Colour,
    GameAccept,
    GameEnd,
    GameRequest,
    Message,
    Move,
)
from protocol.dxp.states import MAY_SEND, OWED, PLAYING, STEPS, STEPS_IF_MALFORMED, Role, State, Step, Waiting
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.framing import NulFramer, OversizedLine

_ENCODING = "latin-1"
# More than any honest peer has under way; beyond it the I/O layer shall stop reading.
_MAX_WAITING_MESSAGES = 256


@dataclass(frozen=True, slots=True)
class EndAcknowledged:
    """The peer knows that we ended the game. stop: it says that it wants no other one."""

    stop: bool


@dataclass(frozen=True, slots=True)
class BackAsked:
    """The peer wants the position after the first `plies` plies of the running game. BackAccept is owed."""

    plies: int


@dataclass(frozen=True, slots=True)
class BackAnswered:
    """Answer to our BackRequest for the position after `plies` plies, in force if the code is DONE."""

    plies: int
    code: BackCode


@dataclass(frozen=True, slots=True)
class Reply:
    """Write `data`, one message; nothing else is to be done. cause: the peer's fault it answers, if any."""

    message: Message
    data: bytes
    cause: RemoteProtocolError | None = None


@dataclass(frozen=True, slots=True)
class Ignored:
    """Something the peer sent has no effect."""

    cause: RemoteProtocolError


@dataclass(frozen=True, slots=True)
class Stopped:
    """The peer plays no further game: close the connection."""


@dataclass(frozen=True, slots=True)
class EndOfInput:
    """The peer closed its end; everything it sent before has been served. A running game is unfinished."""


DxpEvent = (
    GameRequest
    | GameAccept
    | Move
    | GameEnd
    | EndAcknowledged
    | BackAsked
    | BackAnswered
    | Chat
    | Reply
    | Ignored
    | Stopped
    | EndOfInput
)
_Received = Message | RemoteProtocolError


@dataclass(slots=True)
class _Game:
    """Whose turn it is. colour: ours. first: who makes the first move. plies: played so far.

    Moves are numbered from 1; the number goes up whenever White gets the move.
    """

    colour: Colour
    first: Colour
    plies: int = 0

    @classmethod
    def of(cls, request: GameRequest, colour: Colour) -> _Game:
        black_begins = request.position is not None and not request.position.white_to_move
        return cls(colour, Colour.BLACK if black_begins else Colour.WHITE)

    @property
    def turn(self) -> State:
        to_move = self.first if self.plies % 2 == 0 else self.first.opposite
        return State.OUR_TURN if to_move is self.colour else State.PEER_TURN

    def request_for(self, plies: int) -> BackRequest:
        index = plies + (self.first is Colour.BLACK)
        return BackRequest(index // 2 + 1, Colour.BLACK if index % 2 else Colour.WHITE)

    def plies_of(self, request: BackRequest) -> int | None:
        """Plies played before that position; None when this game has no such position."""
        index = 2 * (request.number - 1) + (request.to_move is Colour.BLACK)
        plies = index - (self.first is Colour.BLACK)
        return plies if 0 <= plies <= self.plies else None


class DxpConnection:
    """One end of a session. The peer can do nothing that makes it raise.

    Feed bytes to `receive_data`, serve the events of `next_event` one after the other, write what
    `send` and the other methods return: one message each. role: whether we ask for games.
    name: ours, for refusals that need no decision. n_squares: of the board that both ends are set to.
    Raises LocalProtocolError when the name is blank or the board too large for two digits.
    """

    def __init__(self, role: Role, name: str, n_squares: int = N_SQUARES) -> None:
        if n_squares > MAX_SQUARES:
            raise LocalProtocolError(f"DXP has no numbers for {n_squares} squares, {MAX_SQUARES} at most")
        self._n_squares = n_squares
        self.role = role
        self._name = name
        self._state = State.IDLE
        self._game: _Game | None = None
        self._offered_plies = 0
        self._asked_plies: int | None = None
        self._is_stop_received = False
        self._framer = NulFramer(MAX_MESSAGE_BYTES)
        self._waiting: deque[bytes | OversizedLine] = deque()
        self._held: _Received | None = None
        self._events: deque[DxpEvent] = deque()
        self._is_ended = False
        # A name that cannot be written shall not wait for the first refusal to be noticed.
        encode(GameAccept(name, AcceptCode.REFUSED))

    # --- where the session stands ----------------------------------------------------------------

    @property
    def state(self) -> State:
        """Where the session stands."""
        return self._state

    @property
    def is_playing(self) -> bool:
        """A game is running."""
        return self._state in PLAYING

    @property
    def is_our_turn(self) -> bool:
        """We owe the next move, or the end of the game."""
        return self._state is State.OUR_TURN

    @property
    def colour(self) -> Colour | None:
        """Ours in the running game."""
        return self._game.colour if self._game is not None and self.is_playing else None

    @property
    def plies(self) -> int:
        """Played in the running game; 0 without one."""
        return self._game.plies if self._game is not None and self.is_playing else 0

    @property
    def waiting_for(self) -> Waiting | None:
        """What the peer owes us; None: nothing. When it takes too long, call `stop_waiting`."""
        if self._asked_plies is not None:
            return Waiting.BACK_ACCEPT
        return _WAITING.get(self._state)

    @property
    def wants_data(self) -> bool:
        """False while much is waiting to be served: read no further, or memory grows."""
        return len(self._waiting) <= _MAX_WAITING_MESSAGES

    # --- input -----------------------------------------------------------------------------------

    def receive_data(self, data: bytes) -> None:
        """Take bytes as they came; `b""` is the end of input."""
        if self._is_ended:
            raise LocalProtocolError("data after the end of input")
        self._is_ended = not data
        self._waiting.extend(self._framer.feed(data))

    def next_event(self) -> DxpEvent | None:
        """What to do next; None: nothing until more data came or an answer that we owe was given."""
        while not self._events:
            if self._state in OWED or self._state is State.CLOSED:
                return None
            if self._held is not None or self._waiting:
                self._events.extend(self._serve(self._take()))
            elif self._is_ended:
                self._state = State.CLOSED
                self._asked_plies = None
                return EndOfInput()
            else:
                return None
        return self._events.popleft()

    # --- output ----------------------------------------------------------------------------------

    def send(self, message: Message) -> bytes:
        """The message to write, with its NUL. LocalProtocolError when it has no place in this state."""
        self._check(message)
        data = self._to_bytes(message)
        match message:
            case GameRequest():
                self._game = _Game.of(message, message.follower_colour.opposite)
                self._state = State.REQUESTING
            case GameAccept():
                self._begin(message)
            case Move():
                self._add_ply()
            case GameEnd():
                self._state = State.ENDING
                self._asked_plies = None
            case BackRequest():
                self._asked_plies = self._running_game().plies_of(message)
            case BackAccept(code):
                self._turn_back(self._offered_plies, code)
        return data

    def accept_move(self) -> None:
        """The received move is legal and has been played."""
        self._check_owed(State.JUDGING)
        self._add_ply()

    def reject_move(self, reason: str) -> bytes:
        """The chat that tells the peer why its move does not stand; it keeps the turn."""
        self._check_owed(State.JUDGING)
        data = self.send(Chat(reason))
        self._state = State.PEER_TURN
        return data

    def acknowledge_end(self) -> bytes:
        """The answer to the GameEnd of the peer, which ends the game for both."""
        self._check_owed(State.ENDED)
        self._state = State.IDLE
        if self._is_stop_received:
            self._events.append(Stopped())
        return self._to_bytes(GameEnd(stop=self._is_stop_received))

    def back_request(self, plies: int) -> BackRequest:
        """The request to go back to the position after the first `plies` plies of this game."""
        return self._running_game().request_for(plies)

    def stop_waiting(self) -> None:
        """What we wait for does not come: a request counts as refused, an end as acknowledged.

        Raises LocalProtocolError when nothing is owed that can be done without; that is also so for a move.
        """
        match self.waiting_for:
            case Waiting.GAME_ACCEPT | Waiting.END_ACKNOWLEDGEMENT:
                self._state = State.IDLE
            case Waiting.BACK_ACCEPT:
                self._asked_plies = None
            case _:
                raise LocalProtocolError(f"nothing to stop waiting for while {self._state.name}")

    # --- state changes ---------------------------------------------------------------------------

    def _check(self, message: Message) -> None:
        kind = type(message).__name__
        if self._state not in MAY_SEND[type(message)]:
            raise LocalProtocolError(f"{kind} sent while {self._state.name}")
        if isinstance(message, GameRequest) and self.role is not Role.INITIATOR:
            raise LocalProtocolError("the follower does not ask for games")
        if isinstance(message, Move | BackRequest) and self._asked_plies is not None:
            raise LocalProtocolError(f"{kind} sent while a BackRequest is open")
        if isinstance(message, BackRequest) and self._running_game().plies_of(message) is None:
            raise LocalProtocolError("BackRequest for a position that this game does not have")

    def _check_owed(self, state: State) -> None:
        if self._state is not state:
            raise LocalProtocolError(f"answer of {state.name} given while {self._state.name}")

    def _to_bytes(self, message: Message) -> bytes:
        return encode(message, self._n_squares).encode("ascii") + b"\0"

    def _running_game(self) -> _Game:
        if self._game is None or not self.is_playing:
            raise LocalProtocolError("no game is running")
        return self._game

    def _begin(self, answer: GameAccept) -> None:
        if answer.code is AcceptCode.ACCEPTED and self._game is not None:
            self._state = self._game.turn
        else:
            self._state = State.IDLE

    def _add_ply(self) -> None:
        game = self._running_game()
        game.plies += 1
        self._state = game.turn

    def _turn_back(self, plies: int, code: BackCode) -> None:
        game = self._running_game()
        if code is BackCode.DONE:
            game.plies = plies
        self._state = game.turn

    # --- what the peer sent ----------------------------------------------------------------------

    def _take(self) -> _Received:
        if self._held is not None:
            held, self._held = self._held, None
            return held
        data = self._waiting.popleft()
        if isinstance(data, OversizedLine):
            head = data.head.decode(_ENCODING)
            return RemoteProtocolError(f"message longer than {MAX_MESSAGE_BYTES} characters", text=head)
        try:
            return decode(data.decode(_ENCODING), self._n_squares)
        except RemoteProtocolError as error:
            # The event that carries it needs no frames of this call.
            return error.with_traceback(None)

    def _serve(self, received: _Received) -> Sequence[DxpEvent]:
        steps = STEPS[self.role][self._state]
        if isinstance(received, RemoteProtocolError):
            kind = KINDS.get(received.command or "")
            step = Step.IGNORE if kind is None else steps[kind]
            step = STEPS_IF_MALFORMED.get(step, step)
        else:
            step = steps[type(received)]
        return _STEPS[step](self, received)

    def _reply(self, message: Message, cause: RemoteProtocolError | None = None) -> Reply:
        return Reply(message, self._to_bytes(message), cause)

    def _offer(self, request: GameRequest) -> Sequence[DxpEvent]:
        self._game = _Game.of(request, request.follower_colour)
        self._state = State.OFFERED
        return [request]

    def _refuse_request(self, received: _Received) -> Sequence[DxpEvent]:
        cause = _cause(received, "a game is running" if self.is_playing else "this end asks for the games")
        code = AcceptCode.WRONG_VERSION if cause.field == "version" else AcceptCode.REFUSED
        # The answer comes first: some programs take the first message for it, whatever it is.
        return [self._reply(GameAccept(self._name, code), cause), self._reply(Chat(str(cause)))]

    def _receive_answer(self, answer: GameAccept) -> Sequence[DxpEvent]:
        self._begin(answer)
        return [answer]

    def _judge(self, move: Move) -> Sequence[DxpEvent]:
        self._state = State.JUDGING
        return [move]

    def _refuse_move(self, received: _Received) -> Sequence[DxpEvent]:
        cause = _cause(received, "it is not your turn" if self.is_playing else "no game is running")
        return [self._reply(Chat(str(cause)), cause)]

    def _end(self, end: GameEnd) -> Sequence[DxpEvent]:
        self._state = State.ENDED
        self._asked_plies = None
        self._is_stop_received = end.stop
        return [end]

    def _acknowledge(self, end: GameEnd) -> Sequence[DxpEvent]:
        self._state = State.IDLE
        return [EndAcknowledged(end.stop)]

    def _acknowledge_and_offer(self, received: _Received) -> Sequence[DxpEvent]:
        self._state = State.IDLE
        self._held = received
        return [EndAcknowledged(stop=False)]

    def _note_stop(self, end: GameEnd) -> Sequence[DxpEvent]:
        return [Stopped()] if end.stop else self._ignore(end)

    def _offer_back(self, request: BackRequest) -> Sequence[DxpEvent]:
        plies = self._running_game().plies_of(request)
        # With a request of ours open, both ends would go back to different positions.
        if plies is None or self._asked_plies is not None:
            return self._refuse_back(request)
        self._state = State.BACK_OFFERED
        self._offered_plies = plies
        return [BackAsked(plies)]

    def _refuse_back(self, received: _Received) -> Sequence[DxpEvent]:
        cause = _cause(received, "no position to go back to")
        return [self._reply(BackAccept(BackCode.REFUSED), cause)]

    def _answer_back(self, answer: BackAccept) -> Sequence[DxpEvent]:
        plies, self._asked_plies = self._asked_plies, None
        if plies is None:
            return self._ignore(answer)
        self._turn_back(plies, answer.code)
        return [BackAnswered(plies, answer.code)]

    def _ignore(self, received: _Received) -> Sequence[DxpEvent]:
        return [Ignored(_cause(received, f"unexpected while {self._state.name}"))]


def _cause(received: _Received, reason: str) -> RemoteProtocolError:
    """What is wrong with a message: it does not read, or this reason."""
    if isinstance(received, RemoteProtocolError):
        return received
    return RemoteProtocolError(reason, command=type(received).__name__)


_WAITING: Mapping[State, Waiting] = {
    State.REQUESTING: Waiting.GAME_ACCEPT,
    State.PEER_TURN: Waiting.MOVE,
    State.ENDING: Waiting.END_ACKNOWLEDGEMENT,
}

# How each step of the state table is carried out.
_STEPS: Mapping[Step, Callable[[DxpConnection, Any], Sequence[DxpEvent]]] = {
    Step.DELIVER: lambda _, received: [received],
    Step.OFFER: DxpConnection._offer,
    Step.REFUSE_REQUEST: DxpConnection._refuse_request,
    Step.BEGIN: DxpConnection._receive_answer,
    Step.JUDGE: DxpConnection._judge,
    Step.REFUSE_MOVE: DxpConnection._refuse_move,
    Step.END: DxpConnection._end,
    Step.ACKNOWLEDGE: DxpConnection._acknowledge,
    Step.ACKNOWLEDGE_AND_OFFER: DxpConnection._acknowledge_and_offer,
    Step.NOTE_STOP: DxpConnection._note_stop,
    Step.OFFER_BACK: DxpConnection._offer_back,
    Step.REFUSE_BACK: DxpConnection._refuse_back,
    Step.ANSWER_BACK: DxpConnection._answer_back,
    Step.IGNORE: DxpConnection._ignore,
}
