"""A DXP engine under examination: it listens and follows, we connect and ask for games.

Every wait has a deadline; legality is judged by our own board.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import TypeVar

from hub_engine.board import Board, Notation
from hub_engine.compliance.checks import MAX_ENTRIES, CheckFailed, Timing, UnreachableError, deadline
from hub_engine.compliance.dxp.peer import RETRY_S, START_S, DxpPeer, Stage
from hub_engine.compliance.wire import Connection, PeerLostError
from hub_engine.transcript import Direction, Entry
from protocol.dxp.codec import MAX_MESSAGE_BYTES, decode, encode
from protocol.dxp.messages import AcceptCode, Chat, Colour, GameAccept, GameEnd, GameRequest, Message, Move
from protocol.errors import RemoteProtocolError, shorten

NAME = "hub-engine compliance"
#: Deadlines, seconds: it answers a request; anything else at once; a move of the usual game.
ACCEPT_S = 10.0
ANSWER_S = 3.0
MOVE_S = 60.0
#: What is asked for: a minute for 75 moves keeps the games short.
MINUTES = 1.0
MOVES = 75

_Message = TypeVar("_Message", bound=Message)


class DxpSession:
    """One check's use of a connection.

    board: the running game. name: of the engine, once it told.
    """

    def __init__(self, peer: DxpPeer, timing: Timing) -> None:
        self._peer = peer
        self._timing = timing
        self._link: Connection | None = None
        self._is_idle = True
        self._partial = b""
        self._texts: deque[str] = deque()
        self._start_s = time.monotonic()
        self._engine_is_white = False
        self.board = Board()
        self.conversation: deque[Entry] = deque(maxlen=MAX_ENTRIES)
        self.name = ""

    @property
    def stderr(self) -> Sequence[str]:
        """The last lines of its standard error."""
        return self._peer.stderr

    @property
    def engine_is_on_turn(self) -> bool:
        """In the running game."""
        return self.board.white_to_move is self._engine_is_white

    # --- start and end ---------------------------------------------------------------------------

    async def prepare(self, stage: Stage) -> None:
        """Connects. Raises UnreachableError."""
        self._link = await self._peer.connect(stage)

    async def close(self) -> None:
        """Keeps the connection for the next check when no game is running, ends both otherwise."""
        if self._link is None:
            return
        if self._is_idle and not self._link.has_ended:
            self._peer.keep(self._link)
        else:
            await self._end_somehow()
            await self._link.close()
            self._peer.doubt()
        self._link = None

    async def _end_somehow(self) -> None:
        """Some programs stay in a game whose connection is gone, so it is ended if it can be."""
        with contextlib.suppress(CheckFailed):
            await self.send(GameEnd())
            while not isinstance(await self.message(ANSWER_S), GameEnd):
                pass

    async def reconnect(self) -> None:
        """Breaks the connection off and makes another one; the program must be there without being started."""
        self._connected().reset()
        self._partial = b""
        self._texts.clear()
        async with self._deadline(START_S, "a new connection"):
            while True:
                with contextlib.suppress(UnreachableError):
                    self._link = await self._peer.open()
                    return
                await asyncio.sleep(RETRY_S)

    async def knock(self) -> None:
        """Another connection is made and ended, without a word."""
        with contextlib.suppress(UnreachableError):
            other = await self._peer.open()
            await other.close()

    # --- speaking --------------------------------------------------------------------------------

    async def send(self, message: Message) -> None:
        """One message in one segment."""
        await self.send_text(encode(message))

    async def send_text(self, *texts: str) -> None:
        """Messages as they stand, in one segment; the NULs are added."""
        await self.send_bytes("".join(text + "\0" for text in texts).encode("latin-1"))

    async def send_bytes(self, data: bytes) -> None:
        """Bytes as they stand, in one segment."""
        self._is_idle = False
        self._note(Direction.IN, data)
        try:
            async with self._deadline(ANSWER_S, "that the engine reads its input"):
                await self._connected().write(data)
        except PeerLostError as error:
            raise CheckFailed("the engine closed the connection") from error

    # --- listening -------------------------------------------------------------------------------

    async def expect(self, kind: type[_Message], within_s: float = ANSWER_S) -> _Message:
        """The next message, of this kind; chats are passed over. Raises CheckFailed."""
        message = await self.message(within_s, f"{kind.__name__}")
        if not isinstance(message, kind):
            raise CheckFailed(f"{_told(message)} came instead of {kind.__name__}")
        return message

    async def message(self, within_s: float, what: str = "an answer") -> Message:
        """The next message that is no chat. Raises CheckFailed, also when it does not read."""
        async with self._deadline(within_s, what):
            while True:
                text = await self._text()
                try:
                    message = decode(text)
                except RemoteProtocolError as error:
                    raise CheckFailed(f"a malformed message: {error}") from error
                if not isinstance(message, Chat):
                    return message

    async def quiet(self, seconds: float) -> None:
        """Passes when for a while nothing but chat comes and the connection stays."""
        try:
            async with asyncio.timeout(seconds * self._timing.quiet):
                while True:
                    text = await self._text()
                    if not text.startswith("C"):
                        raise CheckFailed(f"`{shorten(text)}` came, though nothing was to come")
        except TimeoutError:
            return

    def segments(self) -> list[bytes]:
        """What the engine sent, as it arrived."""
        return [entry.data for entry in self.conversation if entry.direction is Direction.OUT]

    def gaps_s(self) -> list[float]:
        """Times between the messages of the engine that came without one of ours between them; 0 in one segment."""
        gaps: list[float] = []
        before: Entry | None = None
        for entry in self.conversation:
            if entry.direction is Direction.OUT:
                gaps += [0.0] * (entry.data.count(b"\0") - 1)
                if before is not None and before.direction is Direction.OUT:
                    gaps.append(entry.t_s - before.t_s)
            before = entry
        return gaps

    # --- playing ---------------------------------------------------------------------------------

    def start(self, engine: Colour, position: str | None = None) -> None:
        """A game begins on our board. position: FEN; None: the start."""
        self.board = Board(position=position)
        self._engine_is_white = engine is Colour.WHITE

    async def begin(self, engine: Colour, position: str | None = None, minutes: float = MINUTES) -> None:
        """A game is asked for, and accepted."""
        self.start(engine, position)
        setup = None if position is None else self.board.setup()
        await self.send(GameRequest(NAME, engine, minutes, MOVES, setup))
        await self.accepted()

    async def accepted(self) -> None:
        """The answer to a request is that the game begins."""
        answer = await self.expect(GameAccept, ACCEPT_S)
        self.name = answer.name
        if answer.code is not AcceptCode.ACCEPTED:
            raise CheckFailed(f"the game was refused, code {answer.code.value}")

    async def engine_moves(self) -> None:
        """The engine's move comes and is legal."""
        self.push(await self.expect(Move, MOVE_S))

    def push(self, move: Move) -> None:
        """Plays the legal move that a message means. Raises CheckFailed."""
        for legal in self.board.legal_moves:
            if (legal.origin, legal.landing, tuple(sorted(legal.captured))) == (
                move.origin,
                move.landing,
                move.captured,
            ):
                self.board.push(legal)
                return
        raise CheckFailed(f"`{encode(move)}` is not legal in {self.board.fen()}")

    async def we_move(self, text: str | None = None) -> None:
        """Our move, a Hub text; None: the first legal one."""
        legal = self.board.legal_moves
        move = legal[0] if text is None else self.board.read(text, Notation.HUB)
        await self.send(Move(move.origin, move.landing, tuple(move.captured)))
        self.board.push(move)

    async def exchange(self) -> None:
        """Both make a move, whoever begins."""
        for _ in range(2):
            if self.engine_is_on_turn:
                await self.engine_moves()
            else:
                await self.we_move()

    async def end(self, *, stop: bool = False) -> GameEnd:
        """We end the game, on our turn, and the engine acknowledges."""
        if self.engine_is_on_turn:
            await self.engine_moves()
        await self.send(GameEnd(stop=stop))
        answer = await self.expect(GameEnd, ANSWER_S)
        self._is_idle = not stop
        return answer

    async def engine_ends(self) -> GameEnd:
        """The engine ends the game and we acknowledge."""
        end = await self.expect(GameEnd, MOVE_S)
        await self.send(GameEnd())
        self._is_idle = True
        return end

    async def still_plays(self) -> None:
        """Passes when the engine plays a game on this connection."""
        await self.begin(Colour.BLACK)
        await self.exchange()
        await self.end()

    # --- underneath ------------------------------------------------------------------------------

    def _connected(self) -> Connection:
        if self._link is None:
            raise ValueError("the session is not connected")
        return self._link

    def _deadline(self, seconds: float, what: str) -> AbstractAsyncContextManager[None]:
        return deadline(seconds * self._timing.patience, what)

    async def _text(self) -> str:
        while not self._texts:
            data = await self._connected().read()
            if not data:
                raise CheckFailed("the engine closed the connection")
            self._note(Direction.OUT, data)
            *texts, self._partial = (self._partial + data).split(b"\0")
            self._texts.extend(text.decode("latin-1") for text in texts)
            if max(map(len, [*self._texts, self._partial])) > MAX_MESSAGE_BYTES:
                raise CheckFailed(f"a message of more than {MAX_MESSAGE_BYTES} characters")
        return self._texts.popleft()

    def _note(self, direction: Direction, data: bytes) -> None:
        self.conversation.append(Entry(time.monotonic() - self._start_s, direction, data))


def _told(message: Message) -> str:
    return f"{type(message).__name__} (`{shorten(encode(message))}`)"
