"""A DXP player without clock and engine: answers at once, plays the first legal move or what it is told."""

from __future__ import annotations

from collections.abc import Callable

from hub_engine._core import IllegalPositionError
from hub_engine._core import Move as CoreMove
from hub_engine.board import Board
from hub_engine.variants import load_variants
from protocol.dxp.connection import BackAnswered, BackAsked, DxpConnection, EndOfInput, Reply, Stopped
from protocol.dxp.messages import (
    AcceptCode,
    BackAccept,
    BackCode,
    Chat,
    EndReason,
    GameAccept,
    GameEnd,
    GameRequest,
    Message,
    Move,
)
from protocol.dxp.states import Role
from protocol.errors import NotationError
from protocol.notation.fen import Setup
from protocol.notation.moves import MoveText, resolve

Choose = Callable[[Board], CoreMove]


def board_of(position: Setup | None) -> Board:
    """The board of a game request. Raises IllegalPositionError."""
    variant = load_variants().get("international")
    return Board() if position is None else Board.from_setup(variant, position)


def find_move(board: Board, move: Move) -> CoreMove:
    """The legal move meant by a message. Raises NotationError."""
    return resolve(MoveText(move.origin, move.landing, move.captured, None), board.legal_moves)


def first_move(board: Board) -> CoreMove:
    return board.legal_moves[0]


class DxpPlayer:
    """One end of a session: bytes in, whole messages out.

    result: how the last game ended, from our view; None while it runs.
    """

    def __init__(self, role: Role = Role.FOLLOWER, choose: Choose = first_move) -> None:
        self.connection = DxpConnection(role, "Fake 1.0")
        self.board = Board()
        self.result: EndReason | None = None
        self.is_left = False
        self._choose = choose

    def receive(self, data: bytes) -> list[bytes]:
        """Take bytes; the messages to write, in order."""
        self.connection.receive_data(data)
        return self._serve()

    def say(self, message: Message) -> list[bytes]:
        """Send something of our own."""
        if isinstance(message, GameRequest):
            self.board = board_of(message.position)
        return [self.connection.send(message), *self._serve()]

    def _serve(self) -> list[bytes]:
        written: list[bytes] = []
        while True:
            event = self.connection.next_event()
            match event:
                case None if self.connection.is_our_turn:
                    written.append(self.connection.send(self._turn()))
                case None:
                    return written
                case GameRequest():
                    written += [self.connection.send(message) for message in self._answer(event)]
                case Move():
                    written += self._judge(event)
                case GameEnd(reason):
                    self.result = _turned(reason)
                    written.append(self.connection.acknowledge_end())
                case BackAsked(plies):
                    written.append(self.connection.send(BackAccept(BackCode.DONE)))
                    self._restore(plies)
                case BackAnswered(plies, BackCode.DONE):
                    self._restore(plies)
                case Reply():
                    written.append(event.data)
                case Stopped() | EndOfInput():
                    self.is_left = True
                case _:
                    # Nothing to do for a player without screen and log.
                    pass

    def _answer(self, request: GameRequest) -> list[Message]:
        try:
            board = board_of(request.position)
            refusal = None if board.legal_moves else "no legal move"
        except IllegalPositionError as error:
            refusal = str(error)
        if refusal is not None:
            return [GameAccept("Fake 1.0", AcceptCode.REFUSED), Chat(refusal)]
        self.board, self.result = board, None
        return [GameAccept("Fake 1.0", AcceptCode.ACCEPTED)]

    def _judge(self, move: Move) -> list[bytes]:
        try:
            self.board.push(find_move(self.board, move))
        except NotationError as error:
            return [self.connection.reject_move(str(error))]
        self.connection.accept_move()
        return []

    def _turn(self) -> Message:
        outcome = self.board.result()
        if outcome is not None:
            self.result = EndReason.GIVE_UP if not self.board.legal_moves else EndReason.DRAW
            return GameEnd(self.result)
        move = self._choose(self.board)
        self.board.push(move)
        return Move(move.origin, move.landing, tuple(move.captured))

    def _restore(self, plies: int) -> None:
        while self.board.ply > plies:
            self.board.pop()


def _turned(reason: EndReason) -> EndReason:
    return {EndReason.GIVE_UP: EndReason.WIN, EndReason.WIN: EndReason.GIVE_UP}.get(reason, reason)
