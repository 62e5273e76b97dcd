"""One Hub session: the protocol's events on one side, a board and an engine on the other.

Standard input and every TCP connection run this same code, each with settings, position, table and search of
its own. Decides nothing about texts (protocol), rules (board) or time (core): it carries between them.
"""

from __future__ import annotations

import asyncio
import time
from enum import Enum, auto

from hub_engine import __version__
from hub_engine._core import IllegalMoveError, IllegalPositionError, Move, SearchInfo, SearchResult
from hub_engine.board import Board
from hub_engine.daemon import token
from hub_engine.daemon.hub_texts import HubTexts
from hub_engine.daemon.limits import Order
from hub_engine.daemon.parameters import ParameterError, Parameters, Settings, open_log
from hub_engine.daemon.searches import Searches
from hub_engine.daemon.shares import Shares
from hub_engine.daemon.stream import PeerLostError, SlowPeerError, Stream
from hub_engine.daemon.terms import Terms
from hub_engine.daemon.token import Gate
from hub_engine.daemon.traffic import StopRequest, Traffic
from hub_engine.daemon.turn import Turn
from hub_engine.engine.options import SearchMode
from hub_engine.errors import SearchError
from hub_engine.game.clock import GameClock, MoveTimer
from hub_engine.logs import Log
from protocol.errors import NotationError
from protocol.hub.engine_connection import EngineConnection, EngineEvent, Initialise, Reply, StartSearch
from protocol.hub.lines import EndOfInput
from protocol.hub.messages import (
    Done,
    EngineMessage,
    Error,
    GoMode,
    Hub,
    Id,
    Info,
    NewGame,
    ParamDecl,
    ParamKind,
    PonderHit,
    Pos,
    Quit,
    Ready,
    SetParam,
    Stop,
    Wait,
)

_AUTHOR = "hub-engine authors"
#: Longest line before the token. Not less than one read brings: a long line may come right behind the token.
_STRANGER_LINE_BYTES = 1 << 16
#: Time for the last lines to leave, seconds; the end of input must end the process within one.
_FLUSH_DEADLINE_S = 0.4

_TOKEN_FIRST = f"not before the token: set-param name={token.PARAMETER} value=..."

_MODES = {
    GoMode.THINK: SearchMode.THINK,
    GoMode.PONDER: SearchMode.PONDER,
    GoMode.ANALYZE: SearchMode.ANALYZE,
}


class Ending(Enum):
    """Why a session is over."""

    QUIT = auto()
    END_OF_INPUT = auto()
    PEER_LOST = auto()
    SILENCE = auto()
    STOPPED = auto()
    TURNED_AWAY = auto()


#: What a search wakes its session with.
_Report = SearchInfo | SearchResult | Exception
_Wake = bytes | StopRequest | _Report


class Session:
    """Serves one peer until it leaves, or has to."""

    def __init__(
        self, stream: Stream, settings: Settings, parameters: Parameters, terms: Terms, shares: Shares, log: Log
    ) -> None:
        self._settings = settings
        self._parameters = parameters
        self._terms = terms
        self._tally = shares.tally
        self._log = log
        line_bytes = terms.line_bytes if terms.token is None else min(terms.line_bytes, _STRANGER_LINE_BYTES)
        self._connection = EngineConnection(line_bytes)
        self._traffic = Traffic[_Report](stream)
        self._engine = Searches(settings.engine, shares, terms.search_s, log)
        self._turn = Turn()
        #: Set: the session ends now. Wanted: it ends when the running search is answered.
        self._ending: Ending | None = None
        self._is_stop_wanted = False
        self._gate = Gate(terms.token)
        self._quiet_since_s = time.monotonic()
        self._last_info: SearchInfo | None = None
        self._clock: GameClock | None = None
        #: Runs while we think on our own time.
        self._timer = MoveTimer()
        self._take_settings(settings)
        self._board = Board(self._settings.variant)

    @property
    def loss(self) -> PeerLostError | None:
        """Why the peer was lost, if it was."""
        return self._traffic.loss

    async def run(self) -> Ending:
        """Why it is over. Never raises for what a peer does."""
        self._log.info("hub.session_started")
        self._traffic.start()
        try:
            ending = await self._serve_peer()
            await self._traffic.flush(_FLUSH_DEADLINE_S)
            self._log.info("hub.session_ended", reason=ending.name.lower())
            return ending
        finally:
            self._note_loss()
            try:
                await self._engine.close()
            finally:
                await self._traffic.close()

    def stop(self) -> None:
        """Asks the session to end: a running search is stopped and answered first. `run` returns then."""
        self._traffic.ask_to_stop()

    def _note_loss(self) -> None:
        if self.loss is None:
            return
        if isinstance(self.loss, SlowPeerError):
            self._tally.refusals["slow"] += 1
        self._log.warning("hub.peer_lost", reason=str(self.loss))

    # --- events ----------------------------------------------------------------------------------

    async def _serve_peer(self) -> Ending:
        while True:
            self._turn.begin()
            while (event := self._connection.next_event()) is not None:
                await self._traffic.outbox.has_room()
                if self.loss is not None:
                    return Ending.PEER_LOST
                await self._serve(event)
                if self._ending is not None:
                    return self._ending
                await self._turn.pass_on()
            if self._connection.wants_data:
                self._traffic.want_data()
            try:
                wake = await self._next_wake()
            except TimeoutError:
                self._drop_silent_peer()
                return Ending.SILENCE
            self._take(wake)
            if self._ending is not None:
                return self._ending

    async def _next_wake(self) -> _Wake:
        """What happens next. Raises TimeoutError when the peer says nothing for too long."""
        patience_s = None if self._connection.is_searching else self._patience_s
        left_s = None if patience_s is None else max(0.0, self._quiet_since_s + patience_s - time.monotonic())
        async with asyncio.timeout(left_s):
            return await self._traffic.next_wake()

    @property
    def _is_introduced(self) -> bool:
        """The peer has shown that it is one: by the token, or by any line where none is asked for."""
        return self._gate.is_open and self._connection.n_lines > 0

    @property
    def _patience_s(self) -> float | None:
        return self._terms.idle_s if self._is_introduced else self._terms.first_line_s

    def _take(self, wake: _Wake) -> None:
        match wake:
            case bytes():
                self._receive_bytes(wake)
            case SearchInfo():
                self._send_info(wake)
            case SearchResult():
                self._finish_search(wake)
            case StopRequest():
                self._is_stop_wanted = True
                self._engine.stop()
            case PeerLostError():
                self._ending = Ending.PEER_LOST
            case Exception():
                self._fail_search(wake)
        if self._is_stop_wanted and not self._connection.is_searching:
            self._ending = Ending.STOPPED

    def _receive_bytes(self, data: bytes) -> None:
        n_before = self._connection.n_lines
        self._connection.receive_data(data)
        n_lines = self._connection.n_lines - n_before
        self._tally.lines_received += n_lines
        if n_lines and self._gate.is_open:
            self._quiet_since_s = time.monotonic()

    def _drop_silent_peer(self) -> None:
        what = "whole line" if self._gate.is_open else "token"
        reason = f"no {what} for {self._patience_s:g} s"
        self._log.warning("hub.peer_dropped", reason=reason)
        self._tally.refusals["silence"] += 1
        self._send(Error(f"{reason}, good-bye"))

    async def _serve(self, event: EngineEvent) -> None:
        self._log.debug("hub.event_received", event_=self._gate.shown(event))
        if not self._gate.is_open and self._turn_away(event):
            return
        match event:
            case Hub():
                self._present()
            case SetParam(name, value):
                self._set_parameter(name, value)
            case Initialise(wants_ready):
                if wants_ready:
                    self._send(Ready())
            case NewGame():
                self._engine.clear()
                self._restart_clock()
            case Pos():
                await self._set_position(event)
            case StartSearch():
                self._start_search(event)
            case PonderHit():
                self._timer.begin()
                self._engine.ponder_hit()
            case Stop():
                self._engine.stop()
            case Reply(message, cause):
                if cause is not None:
                    self._tally.lines_rejected += 1
                    self._log.warning("hub.line_rejected", reason=self._gate.shown(cause))
                self._send(message)
            case Quit():
                self._ending = Ending.QUIT
            case EndOfInput():
                self._ending = Ending.END_OF_INPUT

    def _send(self, message: EngineMessage) -> None:
        line = self._connection.send(message)
        self._tally.lines_sent += 1
        if isinstance(message, Done):
            # Silence is counted from the answer on, however long the search was.
            self._quiet_since_s = time.monotonic()
        self._log.debug("hub.line_sent", line=self._gate.shown(line))
        self._traffic.outbox.put(
            line, is_replaceable=isinstance(message, Info), is_last_word=isinstance(message, Wait | Done)
        )

    def _present(self) -> None:
        self._send(Id("hub-engine", __version__, _AUTHOR))
        if self._terms.token is not None:
            # First, so that clients that send every parameter back in order send this one first.
            self._send(ParamDecl(token.PARAMETER, "", ParamKind.STRING))
        for declaration in self._parameters.declarations(self._settings):
            self._send(declaration)
        self._send(Wait())

    def _turn_away(self, event: EngineEvent) -> bool:
        """True: the peer has to say the token before this is served, and was told so."""
        match event:
            case (
                Hub() | Reply() | Quit() | EndOfInput() | SetParam(name=token.PARAMETER) | Initialise(wants_ready=False)
            ):
                return False
            case Pos():
                self._traffic.outbox.put(self._connection.reject_position(_TOKEN_FIRST))
            case StartSearch():
                self._send(Error(_TOKEN_FIRST))
                self._send(Done())
            case _:
                self._send(Error(_TOKEN_FIRST))
        self._tally.refusals["no-token"] += 1
        return True

    def _try_token(self, value: str) -> None:
        if self._gate.try_token(value):
            self._connection.set_line_limit(self._terms.line_bytes)
            self._quiet_since_s = time.monotonic()
            return
        self._tally.refusals["wrong-token"] += 1
        self._log.warning("hub.token_rejected")
        self._send(Error("set-param: this is not the token"))
        if self._gate.is_shut:
            self._ending = Ending.TURNED_AWAY

    def _set_parameter(self, name: str, value: str) -> None:
        if name == token.PARAMETER:
            self._try_token(value)
            return
        before = self._settings
        try:
            after = self._parameters.changed(before, name, value)
            if after is not before:
                self._take_settings(after)
        except (ParameterError, SearchError) as error:
            self._tally.lines_rejected += 1
            self._log.warning("hub.parameter_rejected", name=name, value=value, reason=str(error))
            self._send(Error(f"set-param {name}: {error}"))
            return
        if after.variant is not before.variant:
            self._engine.clear()
            self._board = Board(after.variant)
            self._connection.accept_position()

    def _take_settings(self, settings: Settings) -> None:
        """Puts settings, of which one differs, into force.

        Raises ParameterError when the log, SearchError when the engine cannot follow, and changes nothing then.
        """
        if settings.log != self._settings.log:
            open_log(settings)
        self._engine.configure(settings.engine)
        is_new_control = settings.time_control is not self._settings.time_control
        self._settings = settings
        self._texts = HubTexts(settings.variant, settings.numbering)
        if is_new_control or self._clock is None:
            self._restart_clock()

    async def _set_position(self, pos: Pos) -> None:
        try:
            self._board = await self._texts.read_position(pos, self._turn)
        except (IllegalPositionError, IllegalMoveError, NotationError) as error:
            self._tally.lines_rejected += 1
            self._log.warning("hub.position_rejected", reason=str(error))
            self._traffic.outbox.put(self._connection.reject_position(str(error)))
        else:
            self._connection.accept_position()

    # --- searches --------------------------------------------------------------------------------

    def _start_search(self, event: StartSearch) -> None:
        mode = _MODES[event.mode]
        if mode is SearchMode.THINK and not self._board.legal_moves:
            # The game is over: nothing is worth waiting for, and without a limit a search would wait for `stop`.
            self._send(Done())
            return
        order = Order(event.level, mode, event.use_default_limit, self._settings.overhead_s, self._clock)
        self._last_info = None
        if mode is SearchMode.THINK:
            self._timer.begin()
        self._engine.start(self._board.game, order, self._traffic.report, self._traffic.report)

    def _send_info(self, info: SearchInfo) -> None:
        self._last_info = info
        self._log.debug("search.iteration_finished", depth=info.depth, score=info.score, nodes=info.nodes)
        self._send(
            Info(
                depth=info.depth,
                mean_depth=info.mean_depth,
                score=info.score,
                win_plies=info.win_plies,
                nodes=info.nodes,
                time_s=info.time_s,
                pv=tuple(self._texts.write_move(move) for move in info.pv),
            )
        )

    def _finish_search(self, result: SearchResult) -> None:
        self._charge_clock()
        known = result.info
        if result.move is None or known is None:
            self._send(Done())
            return
        # Clients take a missing score for a win or for an error of their own; and an iteration that was broken off
        # may have found the move that is answered. Nothing else is said so close to `done`: see the outbox.
        if self._last_info is None or self._last_info.pv[0] != result.move:
            self._send_info(known)
        ponder = self._texts.write_move(result.ponder) if result.ponder is not None else None
        self._send(Done(self._texts.write_move(result.move), ponder))

    def _fail_search(self, error: Exception) -> None:
        """A search broke down: say so, and move legally all the same."""
        self._charge_clock()
        self._send(Error(f"search failed: {error}"))
        legal = self._board.legal_moves
        if not legal:
            self._send(Done())
            return
        self._send_guess(legal[0])
        self._send(Done(self._texts.write_move(legal[0])))

    def _send_guess(self, move: Move) -> None:
        score = self._board.position.evaluate()
        pv = (self._texts.write_move(move),)
        self._send(Info(depth=1, mean_depth=1.0, score=score, nodes=1, time_s=0.0, nps=0.0, pv=pv))

    # --- the chosen time control -----------------------------------------------------------------

    def _restart_clock(self) -> None:
        control = self._settings.time_control
        self._clock = GameClock(control) if control is not None else None

    def _charge_clock(self) -> None:
        spent_s = self._timer.take()
        if self._clock is not None and spent_s is not None:
            self._clock.spend(spent_s)
