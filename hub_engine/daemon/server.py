"""The process: a session on standard input, a listener, or both, and when it ends.

- `run_hub`: standard input only. It ends with its session: `quit` or the end of input.
- `run_serve`: a listener, and a session on standard input when that is open. `quit` there ends the process; its
  end of input ends only that session, so that the daemon can be started without a terminal. Signals end it.
"""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

from hub_engine.daemon.catalogue import Catalogue
from hub_engine.daemon.parameters import Parameters, Settings
from hub_engine.daemon.recording import recorded
from hub_engine.daemon.session import Ending, Session
from hub_engine.daemon.shutdown import signalled
from hub_engine.daemon.stdio import StdioStream, has_input
from hub_engine.daemon.stream import Stream
from hub_engine.daemon.tcp import TcpListener
from hub_engine.logs import Log
from hub_engine.transcript import Protocol


class Server:
    """Makes sessions with the same first settings. record_dir: every session is written down there."""

    def __init__(self, catalogue: Catalogue, settings: Settings, record_dir: Path | None = None) -> None:
        self._catalogue = catalogue
        self._settings = settings
        self._record_dir = record_dir
        self._log = Log()

    async def run_hub(self) -> None:
        """Serves standard input to its end."""
        stopped = signalled()
        session = asyncio.create_task(self._run_stdin())
        await _first_of(session, asyncio.create_task(stopped.wait()))

    async def run_serve(self, host: str, port: int) -> None:
        """Serves TCP, and standard input if it is open, until told to end.

        Raises OSError when the address cannot be listened on.
        """
        stopped = signalled()
        listener = TcpListener(self._serve_tcp, self._log)
        await listener.start(host, port)
        try:
            async with asyncio.TaskGroup() as group:
                stdin = group.create_task(self._run_stdin_until_quit(stopped)) if has_input() else None
                await stopped.wait()
                if stdin is not None:
                    stdin.cancel()
        finally:
            await listener.close()
            self._log.info("tcp.listening_ended")

    async def _run_stdin_until_quit(self, stopped: asyncio.Event) -> None:
        try:
            if await self._run_stdin() is Ending.QUIT:
                stopped.set()
        except Exception as error:  # noqa: BLE001 - the top of a session's task: the others go on
            self._log.error("hub.session_failed", session_id="stdin", cause=error)

    async def _run_stdin(self) -> Ending:
        return await self._session(StdioStream(), "stdin", is_local=True).run()

    async def _serve_tcp(self, stream: Stream, name: str) -> None:
        await self._session(stream, name, is_local=False).run()

    def _session(self, stream: Stream, name: str, *, is_local: bool) -> Session:
        parameters = Parameters(self._catalogue, is_local=is_local)
        log = self._log.bind(session_id=name)
        stream = recorded(stream, self._record_dir, Protocol.HUB, name, log)
        return Session(stream, self._settings, parameters, log)


async def _first_of(session: asyncio.Task[Ending], stop: asyncio.Task[bool]) -> None:
    """Waits for one of the two and cancels the other. Raises what the session raised."""
    await asyncio.wait((session, stop), return_when=asyncio.FIRST_COMPLETED)
    for task in (session, stop):
        task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await session
