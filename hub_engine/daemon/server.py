"""The process: a session on standard input, listeners, or both, and when it ends.

- `run_hub`: standard input only. It ends with its session: `quit` or the end of input.
- `run_serve`: listeners, and a session on standard input when that is open. `quit` there ends the process; its
  end of input ends only that session, so that the daemon can be started without a terminal. Signals end it.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from hub_engine.config.engine import DaemonLimits
from hub_engine.daemon.catalogue import Catalogue
from hub_engine.daemon.parameters import Parameters, Settings
from hub_engine.daemon.recording import recorded
from hub_engine.daemon.session import Ending, Session
from hub_engine.daemon.shares import Shares
from hub_engine.daemon.shutdown import ORDERLY_S, signalled
from hub_engine.daemon.stdio import StdioStream, has_input
from hub_engine.daemon.stream import Stream
from hub_engine.daemon.tally import Tally
from hub_engine.daemon.tcp import Door, TcpListener
from hub_engine.daemon.terms import Terms, network_terms, pipe_terms
from hub_engine.logs import Log
from hub_engine.transcript import Protocol
from protocol.hub.codec import encode_engine
from protocol.hub.messages import Error


class Server:
    """Makes sessions with the same first settings. record_dir: every session is written down there."""

    def __init__(
        self, catalogue: Catalogue, settings: Settings, limits: DaemonLimits, record_dir: Path | None = None
    ) -> None:
        self._catalogue = catalogue
        self._settings = settings
        self._limits = limits
        self._record_dir = record_dir
        self._tally = Tally()
        self._shares = Shares(limits, self._tally)
        self._log = Log()

    async def run_hub(self) -> None:
        """Serves standard input to its end. Raises OSError when the output cannot be written."""
        stopped = signalled()
        session = self._stdin_session()
        running = asyncio.create_task(session.run())
        await _end_with(running, session, stopped)
        if session.loss is not None and isinstance(session.loss.__cause__, OSError):
            raise session.loss.__cause__

    async def run_serve(self, host: str, port: int) -> None:
        """Serves TCP, and standard input if it is open, until told to end.

        Raises OSError when the address cannot be listened on.
        """
        stopped = signalled()
        asyncio.get_running_loop().set_exception_handler(self._note_stray)
        listeners = [TcpListener("hub", self._hub_door(), self._shares, self._log)]
        await listeners[0].start(host, port)
        self._tally.is_ready = True
        try:
            async with asyncio.TaskGroup() as group:
                if has_input():
                    group.create_task(self._run_stdin(stopped))
                await stopped.wait()
                self._tally.is_ready = False
                for listener in listeners:
                    listener.close()
                for listener in listeners:
                    group.create_task(listener.end_sessions(ORDERLY_S))
        finally:
            self._log.info("server.ended")

    def _note_stray(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What happens outside of all sessions, such as a connection that finds no file descriptor left."""
        self._log.error("server.loop_complained", reason=context["message"], cause=context.get("exception"))

    async def _run_stdin(self, stopped: asyncio.Event) -> None:
        session = self._stdin_session()
        running = asyncio.create_task(session.run())
        try:
            await _end_with(running, session, stopped)
            if running.result() is Ending.QUIT:
                stopped.set()
        except Exception as error:  # noqa: BLE001 - the top of a session's task: the others go on
            self._log.error("hub.session_failed", session_id="stdin", cause=error)

    def _stdin_session(self) -> Session:
        return self._session(StdioStream(), "stdin", pipe_terms(self._limits), is_local=True)

    # --- what listeners are given -----------------------------------------------------------------

    def _hub_door(self) -> Door:
        limits, terms = self._limits, network_terms(self._limits)
        refusal = encode_engine(Error(f"{limits.sessions} connections are served already, try again later"))
        return Door(
            lambda stream, name: self._session(stream, name, terms, is_local=False),
            refusal.encode("ascii") + b"\n",
            limits.write_s,
        )

    def _session(self, stream: Stream, name: str, terms: Terms, *, is_local: bool) -> Session:
        parameters = Parameters(self._catalogue, self._limits, is_local=is_local)
        log = self._log.bind(session_id=name)
        stream = recorded(stream, self._record_dir, Protocol.HUB, name, log)
        return Session(stream, self._settings, parameters, terms, self._shares, log)


async def _end_with(running: asyncio.Task[Ending], session: Session, stopped: asyncio.Event) -> None:
    """Waits for a session, which is asked to end when the process is. Raises what the session raised."""
    stop = asyncio.create_task(stopped.wait())
    await asyncio.wait((running, stop), return_when=asyncio.FIRST_COMPLETED)
    stop.cancel()
    if not running.done():
        session.stop()
        await asyncio.wait((running,), timeout=ORDERLY_S)
        running.cancel()
    await asyncio.gather(running)
