"""One DXP link: the protocol's events on one side, a game and our thinking on the other.

Serves a peer as follower, or asks it for the games of a schedule as initiator; which end listens does not
matter. Decides what is ours to do now and how long to wait for the peer; legality is the board's, order and turn are
`protocol.dxp`'s. Chat is shown and logged, never obeyed.
"""

from __future__ import annotations

import asyncio
from enum import Enum, auto

from hub_engine._core import IllegalPositionError, SearchResult
from hub_engine._core import Move as LegalMove
from hub_engine.daemon.dxp_agreement import DxpPlayer, asked_game, game_request, requested_game
from hub_engine.daemon.dxp_game import DxpGame
from hub_engine.daemon.dxp_saving import GameSaver
from hub_engine.daemon.dxp_thinking import Thinking
from hub_engine.daemon.shares import Shares
from hub_engine.daemon.stream import PeerLostError, SlowPeerError, Stream
from hub_engine.daemon.traffic import StopRequest, Traffic
from hub_engine.daemon.turn import Turn
from hub_engine.game.journal import GameJournal
from hub_engine.logs import Log
from hub_engine.match.schedule import Pairing, Schedule
from hub_engine.refusal import RefusedMoveError
from protocol.dxp.connection import (
    BackAsked,
    DxpConnection,
    DxpEvent,
    EndAcknowledged,
    EndOfInput,
    Ignored,
    Reply,
    Stopped,
)
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
from protocol.dxp.states import Role, Waiting
from protocol.errors import printable

#: Least time between two messages of ours, seconds: some peers take only the first of two that come together.
GAP_S = 0.1
#: How long the peer may take to answer, seconds.
_PATIENCE_S = {Waiting.GAME_ACCEPT: 30.0, Waiting.END_ACKNOWLEDGEMENT: 5.0}
#: How long the games of a link that is over may take to come to their file, seconds; a disk may have to wake up.
_SAVING_S = 30.0
#: What the peer and the disk may take when we are asked to end: the process has to be gone soon.
_LEAVING_PATIENCE_S = 1.0
#: Time for the last message to leave, seconds.
_FLUSH_DEADLINE_S = 0.5
#: Messages of ours that may wait; they leave slower than a peer can ask for them. Many more than any honest peer needs.
_MOST_WAITING = 256


class LinkEnd(Enum):
    """Why a link is over."""

    SCHEDULE_PLAYED = auto()
    """Every game that was to be played is."""
    PEER_STOPPED = auto()
    """The peer wants no further game."""
    REFUSED = auto()
    """The peer does not accept the game that we asked for, or does not answer."""
    PEER_LOST = auto()
    """The connection is gone."""
    STOPPED = auto()
    """We were asked to end."""


class Observer:
    """Hears what happens on a link; does nothing by itself."""

    def wants_game(self) -> bool:
        """Whether a follower plays a further game, should the peer ask for one; if not, the link is over."""
        return True

    def game_started(self, game: DxpGame) -> None:
        """A game was agreed on."""

    def move_played(self, game: DxpGame) -> None:
        """A move of either side is on the board."""

    def game_ended(self, game: DxpGame) -> None:
        """A game is over; `game.conclusion` says how."""

    def chat(self, text: str) -> None:
        """The peer says something to people; no control signs in it."""

    def trouble(self, text: str) -> None:
        """Something went wrong that people should know; the link goes on if it can."""

    def games_lost(self, n_games: int) -> None:
        """So many finished games of the link are not in their file, and nothing tries any more; `trouble` said so."""

    def link_ended(self, ending: LinkEnd) -> None:
        """The link is over, and so is its last game."""


class DxpSession:
    """Serves one link until it is over.

    schedule: the games to ask for, perhaps shared with other links; None: we follow.
    """

    def __init__(
        self,
        stream: Stream,
        player: DxpPlayer,
        journal: GameJournal | None,
        observer: Observer,
        shares: Shares,
        log: Log,
        *,
        schedule: Schedule | None = None,
    ) -> None:
        self._player = player
        self._saver = GameSaver(journal, player.name, observer.trouble, log)
        self._observer = observer
        self._log = log
        self._schedule = schedule
        role = Role.FOLLOWER if schedule is None else Role.INITIATOR
        self._connection = DxpConnection(role, player.name, player.variant.grid.n_squares)
        self._traffic = Traffic[SearchResult | Exception](stream, pause_s=GAP_S)
        self._tally = shares.tally
        self._thinking = Thinking(player, shares, self._traffic.report, log)
        self._game: DxpGame | None = None
        #: The game that we asked for, until it is over.
        self._pairing: Pairing | None = None
        self._n_games = 0
        #: A game was begun on this link.
        self.has_played = False
        self._ending: LinkEnd | None = None
        #: We were asked to end, and wait only for the peer to know that the last game is over.
        self._is_leaving = False
        #: What the peer has to do next, after how many plies, and since when (loop time).
        self._waiting: tuple[Waiting | None, int, float] | None = None

    async def run(self) -> LinkEnd:
        """Why the link ended. Never raises for what the peer does."""
        self._log.info("dxp.link_opened")
        self._traffic.start()
        ending = LinkEnd.STOPPED
        try:
            ending = await self._serve_link()
            if ending is not LinkEnd.PEER_LOST:
                await self._traffic.flush(_FLUSH_DEADLINE_S)
            self._log.info("dxp.link_closed", reason=ending.name.lower())
            return ending
        finally:
            if self._game is not None:
                self._conclude("link lost")
            if self._schedule is not None and self._pairing is not None:
                self._schedule.give_back(self._pairing)
            try:
                try:
                    await self._thinking.close()
                finally:
                    await self._traffic.close()
                await self._saver.finish(_LEAVING_PATIENCE_S if ending is LinkEnd.STOPPED else _SAVING_S)
            finally:
                if n_lost := self._saver.close():
                    self._observer.games_lost(n_lost)
                self._observer.link_ended(ending)

    def stop(self) -> None:
        """End the link in an orderly way: no further game; the running one is ended if it is our turn."""
        self._traffic.ask_to_stop()

    # --- the loop --------------------------------------------------------------------------------

    async def _serve_link(self) -> LinkEnd:
        turn = Turn()
        while True:
            turn.begin()
            while self._ending is None and (event := self._connection.next_event()) is not None:
                self._serve(event)
                await turn.pass_on()
            if self._ending is None:
                self._act()
            if self._ending is not None:
                return self._ending
            if self._connection.wants_data:
                self._traffic.want_data()
            try:
                async with asyncio.timeout(self._patience_left_s()):
                    wake = await self._traffic.next_wake()
            except TimeoutError:
                self._lose_patience()
                continue
            match wake:
                case bytes():
                    self._connection.receive_data(wake)
                case SearchResult():
                    await self._finish_search(wake)
                case PeerLostError():
                    self._note_loss(wake)
                    return LinkEnd.PEER_LOST
                case StopRequest():
                    self._leave()
                case Exception():
                    await self._fail_search(wake)

    def _act(self) -> None:
        """Does what is ours to do now: ask for a game, end one, move."""
        connection = self._connection
        if self._is_leaving and connection.waiting_for is not Waiting.END_ACKNOWLEDGEMENT:
            self._ending = LinkEnd.STOPPED
        elif self._game is None:
            if connection.waiting_for is not None:
                pass
            elif self._schedule is not None:
                self._ask_for_game(self._schedule)
            elif not self._observer.wants_game():
                self._ending = LinkEnd.SCHEDULE_PLAYED
        elif connection.is_our_turn and connection.waiting_for is None and not self._thinking.is_running:
            verdict = self._game.verdict()
            if verdict is None:
                self._thinking.start(self._game)
            else:
                self._end_game(verdict.reason, verdict.why)

    def _serve(self, event: DxpEvent) -> None:
        # There is no answer to a wish to take moves back: we never utter one.
        self._log.debug("dxp.event_received", event_=event)
        match event:
            case GameRequest():
                self._answer_request(event)
            case GameAccept():
                self._begin_asked_game(event)
            case Move():
                self._take_move(event)
            case GameEnd(reason, _):
                self._thinking.drop()
                self._put(self._connection.acknowledge_end())
                if self._game is not None:
                    self._game.end(reason, by_us=False, why=f"ended by the peer ({reason.name.lower()})")
                    self._conclude()
            case EndAcknowledged():
                pass  # the game was concluded when we ended it
            case BackAsked(plies):
                self._thinking.drop()
                self._send(BackAccept(BackCode.DONE))
                self._go_back(plies)
            case Chat(text):
                self._log.info("dxp.chat_received", text=text)
                self._observer.chat(printable(text))
            case Reply(_, data, cause):
                self._log.warning("dxp.message_refused", reason=str(cause))
                self._put(data)
            case Ignored(cause):
                self._log.warning("dxp.message_ignored", reason=str(cause))
            case Stopped():
                self._observer.trouble("the peer wants no further game")
                self._ending = LinkEnd.PEER_STOPPED
            case EndOfInput():
                self._ending = LinkEnd.PEER_LOST

    # --- agreeing on a game ----------------------------------------------------------------------

    def _ask_for_game(self, schedule: Schedule) -> None:
        pairing = self._pairing = schedule.take()
        if pairing is None:
            self._ending = LinkEnd.SCHEDULE_PLAYED
            return
        self._send(game_request(self._player, pairing))

    def _begin_asked_game(self, answer: GameAccept) -> None:
        pairing = self._pairing
        if pairing is None:
            return
        if answer.code is not AcceptCode.ACCEPTED:
            text = (
                f"{printable(answer.name)} refuses game {pairing.number}: {answer.code.name.lower().replace('_', ' ')}"
            )
            self._log.warning("dxp.game_refused", opponent=answer.name, code=answer.code.name)
            self._observer.trouble(text)
            self._ending = LinkEnd.REFUSED
            return
        self._begin_game(asked_game(self._player, pairing, answer.name))

    def _answer_request(self, request: GameRequest) -> None:
        name = self._player.name
        if self._is_leaving or not self._observer.wants_game():
            self._send(GameAccept(name, AcceptCode.NO_GAME))
            return
        try:
            game = requested_game(self._player, request, self._n_games + 1)
        except (ValueError, IllegalPositionError) as error:
            self._log.warning("dxp.request_refused", opponent=request.name, reason=str(error))
            self._send(GameAccept(name, AcceptCode.REFUSED))
            self._send(Chat(str(error)))
            return
        self._send(GameAccept(name, AcceptCode.ACCEPTED))
        self._n_games += 1
        self._begin_game(game)

    def _begin_game(self, game: DxpGame) -> None:
        self._game = game
        # It may be over before the next look at the clock.
        self._waiting = None
        self.has_played = True
        self._thinking.begin_game()
        self._log.info(
            "dxp.game_started",
            game_id=game.number,
            opponent=game.opponent,
            white=game.is_white,
            position=game.board.fen(),
        )
        self._saver.save(game)
        self._observer.game_started(game)

    # --- playing ---------------------------------------------------------------------------------

    def _take_move(self, move: Move) -> None:
        game = self._running()
        try:
            found = game.find(move)
        except RefusedMoveError as error:
            self._log.warning("dxp.move_refused", reason=str(error))
            self._observer.trouble(f"{game.opponent} sent an {error}")
            self._put(self._connection.reject_move(str(error)))
            return
        self._connection.accept_move()
        self._played(game, found)

    def _played(self, game: DxpGame, move: LegalMove) -> None:
        game.play(move)
        self._saver.save(game)
        self._observer.move_played(game)

    async def _finish_search(self, result: SearchResult) -> None:
        spent_s = self._thinking.take()
        if spent_s is None or result.move is None or not self._connection.is_our_turn:
            return
        if result.info is not None:
            self._running().note_score(result.info.score)
        await self._make_move(result.move, spent_s)

    async def _fail_search(self, error: Exception) -> None:
        """A search broke down: move legally all the same."""
        self._observer.trouble(f"search failed: {error}")
        spent_s = self._thinking.take()
        if spent_s is not None and self._connection.is_our_turn:
            await self._make_move(self._running().board.legal_moves[0], spent_s)

    async def _make_move(self, move: LegalMove, spent_s: float) -> None:
        game = self._running()
        self._played(game, move)
        thought_until_s = asyncio.get_running_loop().time()
        # A process that is killed has saved every move that the peer knows.
        await self._saver.settle()
        # On the peer's clock we are still on turn.
        spent_s += asyncio.get_running_loop().time() - thought_until_s
        game.clock.spend(spent_s)
        self._send(Move(move.origin, move.landing, move.captured, spent_s))

    def _go_back(self, plies: int) -> None:
        game = self._running()
        game.go_back(plies)
        self._log.info("dxp.moves_taken_back", game_id=game.number, ply=plies)
        self._saver.save(game)

    def _end_game(self, reason: EndReason, why: str) -> None:
        self._send(GameEnd(reason))
        self._running().end(reason, by_us=True, why=why)
        self._conclude()

    def _running(self) -> DxpGame:
        if self._game is None:
            raise RuntimeError("no game is running")
        return self._game

    # --- the end of a game -----------------------------------------------------------------------

    def _conclude(self, why: str = "unfinished") -> None:
        """Saves and reports the game, and forgets it."""
        game, self._game = self._running(), None
        self._thinking.drop()
        conclusion = game.conclusion or game.break_off(why)
        if not conclusion.is_broken_off:
            self._pairing = None
        self._saver.save(game)
        self._tally.dxp_games[game.our_result.value] += 1
        self._log.info("dxp.game_finished", game_id=game.number, winner=conclusion.winner, reason=conclusion.why)
        self._observer.game_ended(game)

    def _leave(self) -> None:
        if self._connection.is_our_turn:
            self._thinking.drop()
            self._send(GameEnd(stop=True))
        if self._game is not None:
            self._conclude("stopped")
        self._is_leaving = True

    # --- patience --------------------------------------------------------------------------------

    def _patience_left_s(self) -> float | None:
        """Seconds that the peer may still take for what it owes us, or to ask for a game; None: we are on turn."""
        if self._game is not None and self._connection.waiting_for is None:
            # What it owes us next, it owes from then on.
            self._waiting = None
            return None
        now_s = asyncio.get_running_loop().time()
        waiting = self._connection.waiting_for
        plies = self._connection.plies
        if self._waiting is None or self._waiting[:2] != (waiting, plies):
            self._waiting = (waiting, plies, now_s)
        patience_s = self._player.idle_s if waiting is None else _PATIENCE_S.get(waiting, self._player.silence_s)
        if self._is_leaving:
            patience_s = _LEAVING_PATIENCE_S
        return max(0.0, self._waiting[2] + patience_s - now_s)

    def _lose_patience(self) -> None:
        waiting = self._connection.waiting_for
        self._log.warning("dxp.peer_silent", waiting_for=waiting.name if waiting is not None else None)
        if waiting is not Waiting.END_ACKNOWLEDGEMENT:  # some programs never send it
            self._tally.refusals["silence"] += 1
        match waiting:
            case Waiting.MOVE:
                self._observer.trouble("the peer has not moved for too long, the game is broken off")
                self._end_game(EndReason.NONE, "peer silent")
            case None:
                self._ending = LinkEnd.PEER_LOST
            case Waiting.GAME_ACCEPT:
                self._observer.trouble("the peer does not answer the request for a game")
                self._ending = LinkEnd.REFUSED
            case _:
                self._connection.stop_waiting()

    def _note_loss(self, loss: PeerLostError) -> None:
        if isinstance(loss, SlowPeerError):
            self._tally.refusals["slow"] += 1
        self._log.warning("dxp.peer_lost", reason=str(loss))

    # --- output ----------------------------------------------------------------------------------

    def _send(self, message: Message) -> None:
        self._put(self._connection.send(message))

    def _put(self, data: bytes) -> None:
        outbox = self._traffic.outbox
        if outbox.n_waiting >= _MOST_WAITING:
            self._log.warning("dxp.peer_floods", n_waiting=outbox.n_waiting)
            self._observer.trouble("the peer wants more answers than it can be sent, the link is cut")
            self._ending = LinkEnd.PEER_LOST
            return
        self._log.debug("dxp.frame_sent", data=data)
        outbox.put(data)
