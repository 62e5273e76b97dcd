"""The DXP links of a process: made by those who connect to us or by us, each with a session and a file of games."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from hub_engine.daemon.dxp_agreement import DxpPlayer
from hub_engine.daemon.dxp_session import DxpSession, LinkEnd, Observer
from hub_engine.daemon.recording import recorded
from hub_engine.daemon.shares import Shares
from hub_engine.daemon.stream import Stream
from hub_engine.daemon.tcp import TcpStream, set_options
from hub_engine.game.journal import GameJournal
from hub_engine.logs import Log
from hub_engine.match.schedule import Schedule
from hub_engine.transcript import Protocol

#: First and longest time between two attempts to connect, seconds; each wait is twice the one before.
_FIRST_WAIT_S = 1.0
_LONGEST_WAIT_S = 60.0
#: How long one attempt may take, seconds.
_CONNECT_DEADLINE_S = 15.0
#: How long a peer may take to read a message, seconds.
_WRITE_DEADLINE_S = 60.0


class DxpLinks:
    """Plays on every link that it is given.

    games_dir: where games are saved, one file a link; None: nowhere. observer: made for each link from its name.
    schedule: the games to ask for, shared by all links; None: we follow. record_dir: links are written down there.
    """

    def __init__(
        self,
        player: DxpPlayer,
        games_dir: Path | None,
        observer: Callable[[str], Observer],
        shares: Shares,
        log: Log,
        *,
        schedule: Schedule | None = None,
        record_dir: Path | None = None,
    ) -> None:
        self._player = player
        self._shares = shares
        self._record_dir = record_dir
        self._games_dir = games_dir
        self._observer = observer
        self._log = log
        self._schedule = schedule
        self._began_at = datetime.now()  # noqa: DTZ005 - for people, in file names
        self._is_stopped = asyncio.Event()
        self._connected: DxpSession | None = None
        #: Ends the attempt to connect that is under way.
        self._attempt: asyncio.Timeout | None = None

    def session(self, stream: Stream, name: str) -> DxpSession:
        """What plays on a link; `run` it."""
        log = self._log.bind(session_id=name)
        return DxpSession(
            recorded(stream, self._record_dir, Protocol.DXP, name, self._player.variant.config, log),
            self._player,
            self._journal(name),
            self._observer(name),
            self._shares,
            log,
            schedule=self._schedule,
        )

    async def connect(self, host: str, port: int) -> LinkEnd:
        """Connects and plays; connects again when the link is lost, until it ends otherwise or `stop` is called."""
        wait_s, number = _FIRST_WAIT_S, 0
        while not self._is_stopped.is_set():
            number += 1
            ending = LinkEnd.PEER_LOST
            try:
                reader, writer = await self._reach(host, port)
            except OSError as error:  # TimeoutError is one
                if self._is_stopped.is_set():
                    break
                reason = str(error) or f"no answer within {_CONNECT_DEADLINE_S:g} s"
                self._log.warning("dxp.connecting_failed", host=host, port=port, reason=reason)
                loss = f"{host}:{port} cannot be reached ({reason})"
            else:
                self._connected = self.session(TcpStream(reader, writer, _WRITE_DEADLINE_S), f"dxp-{number}")
                if self._is_stopped.is_set():
                    self._connected.stop()
                ending = await self._connected.run()
                loss = f"the link to {host}:{port} is lost"
                # Whoever accepts connections and plays nothing is not there either.
                if self._connected.has_played:
                    wait_s = _FIRST_WAIT_S
                self._connected = None
            if ending is not LinkEnd.PEER_LOST:
                return ending
            if self._is_stopped.is_set():
                break
            self._observer("").trouble(f"{loss}, next try in {wait_s:g} s")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._is_stopped.wait(), wait_s)
            wait_s = min(2 * wait_s, _LONGEST_WAIT_S)
        return LinkEnd.STOPPED

    def stop(self) -> None:
        """Ends the link that we made in an orderly way, and makes no new one."""
        self._is_stopped.set()
        if self._attempt is not None and not self._attempt.expired():
            self._attempt.reschedule(asyncio.get_running_loop().time())
        if self._connected is not None:
            self._connected.stop()

    async def _reach(self, host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection. Raises OSError; TimeoutError when the deadline is over, which `stop` brings forward."""
        try:
            async with asyncio.timeout(_CONNECT_DEADLINE_S) as self._attempt:
                reader, writer = await asyncio.open_connection(host, port)
            set_options(writer)
            return reader, writer
        finally:
            self._attempt = None

    def _journal(self, name: str) -> GameJournal | None:
        if self._games_dir is None:
            return None
        return GameJournal(self._games_dir / f"{self._began_at:%Y%m%d-%H%M%S}-{os.getpid()}-{name}.pdn")
