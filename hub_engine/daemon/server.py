"""The process: a session on standard input, listeners, or both, and when it ends.

- `run_hub`: standard input only. It ends with its session: `quit` or the end of input.
- `run_serve`: listeners, and a session on standard input when that is open. `quit` there ends the process; its
  end of input ends only that session, so that the daemon can be started without a terminal. Signals end it, or
  have it read its configuration again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from hub_engine.config.engine import METRICS_HOST, EngineConfig
from hub_engine.daemon.catalogue import Catalogue
from hub_engine.daemon.endpoint import Address, Endpoint, ListenError
from hub_engine.daemon.parameters import Parameters, open_log
from hub_engine.daemon.session import Ending, Session
from hub_engine.daemon.setup import Setup, changes, read_guard
from hub_engine.daemon.shares import Shares
from hub_engine.daemon.shutdown import ORDERLY_S, hung_up, signalled
from hub_engine.daemon.status import StatusServer
from hub_engine.daemon.stdio import StdioStream, has_input
from hub_engine.daemon.stream import Stream
from hub_engine.daemon.tally import Tally
from hub_engine.daemon.tcp import Door, TcpListener
from hub_engine.daemon.terms import Terms, network_terms, pipe_terms
from hub_engine.errors import HubEngineError
from hub_engine.logs import Log
from protocol.hub.codec import encode_engine
from protocol.hub.messages import Error

#: The endpoint for supervisors.
_STATUS = "metrics"

#: Reads and checks the whole configuration. Raises HubEngineError and ValueError.
Load = Callable[[], Setup]


class Server:
    """Makes sessions by a configuration, which may be exchanged: sessions keep what they began with."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._tally = Tally()
        self._shares = Shares(setup.config.limits, self._tally)
        self._log = Log()
        self._listeners: dict[str, TcpListener] = {}
        self._status = StatusServer(self._tally, self._log)

    async def run_hub(self) -> None:
        """Serves standard input to its end. Raises OSError when the output cannot be written."""
        open_log(self._setup.settings)
        stopped = self._begin()
        self._note_left_out(self._setup.catalogue)
        session = self._stdin_session()
        await _end_with(asyncio.create_task(session.run()), session, stopped)
        if session.loss is not None and isinstance(session.loss.__cause__, OSError):
            raise session.loss.__cause__

    async def run_serve(self, load: Load) -> None:
        """Serves TCP, and standard input if it is open, until told to end. load: called for a reload.

        Raises ListenError when an address cannot be listened on, ConfigError for a token or certificate.
        """
        stopped, reload_wanted = self._begin(), hung_up()
        await self._put_into_force(self._setup)
        self._tally.is_ready = True
        async with asyncio.TaskGroup() as group:
            if has_input():
                group.create_task(self._run_stdin(stopped))
            reloads = group.create_task(self._reload_when(reload_wanted, load))
            await stopped.wait()
            self._tally.is_ready = False
            reloads.cancel()
            for listener in self._listeners.values():
                listener.endpoint.close()
            for listener in self._listeners.values():
                group.create_task(listener.end_sessions(ORDERLY_S))
        # Until here it says that we are not ready.
        self._status.endpoint.close()
        self._log.info("server.ended")

    def _begin(self) -> asyncio.Event:
        """Makes the running loop ours; an event that is set when the process is asked to end."""
        # Left to itself a loop complains on standard error, which may be the peer's.
        asyncio.get_running_loop().set_exception_handler(self._note_stray)
        return signalled()

    # --- the configuration ------------------------------------------------------------------------

    async def _reload_when(self, wanted: asyncio.Event, load: Load) -> None:
        while True:
            await wanted.wait()
            wanted.clear()
            before = self._setup
            try:
                # Files are read beside the loop: nobody's clock stands still meanwhile.
                setup = await asyncio.to_thread(load)
                await self._put_into_force(setup)
            except Exception as error:  # noqa: BLE001 - whatever it is, the configuration of before still serves
                is_fault_of_user = isinstance(error, HubEngineError | ValueError | ListenError)
                self._tally.reloads["refused"] += 1
                self._log.error("server.reload_refused", reason=str(error), cause=None if is_fault_of_user else error)
            else:
                self._tally.reloads["done"] += 1
                self._log.info("server.reloaded", changed=changes(before, setup))

    async def _put_into_force(self, setup: Setup) -> None:
        """Begins, or goes on, with a configuration: as a whole, or not at all when this raises."""
        doors = await asyncio.to_thread(self._doors, setup)
        for name, door in doors.items():
            if name not in self._listeners:
                self._listeners[name] = TcpListener(name, door, self._shares, self._log)
        addresses = _addresses(setup.config)
        if _STATUS in addresses:
            await asyncio.to_thread(self._status.prepare)
        opened = await self._open(addresses)
        try:
            open_log(setup.settings)
        except ValueError:
            for server in opened.values():
                server.close()
            raise
        # From here on nothing fails.
        self._setup = setup
        self._shares.apply(setup.config.limits)
        for name, door in doors.items():
            self._listeners[name].door = door
        for name, endpoint in self._endpoints().items():
            address = addresses.get(name)
            if address is None:
                endpoint.close()
            elif name in opened:
                endpoint.adopt(opened[name], address)
        self._note_left_out(setup.catalogue)

    async def _open(self, addresses: dict[str, Address]) -> dict[str, asyncio.Server]:
        """The listeners at addresses where we do not listen yet. Raises ListenError, and none is left open."""
        opened: dict[str, asyncio.Server] = {}
        try:
            for name, endpoint in self._endpoints().items():
                if name in addresses and addresses[name] != endpoint.address:
                    opened[name] = await endpoint.bind(addresses[name])
        except ListenError:
            for server in opened.values():
                server.close()
            raise
        return opened

    def _endpoints(self) -> dict[str, Endpoint]:
        listeners = {name: listener.endpoint for name, listener in self._listeners.items()}
        return {**listeners, _STATUS: self._status.endpoint}

    def _doors(self, setup: Setup) -> dict[str, Door]:
        """What each listener does with a connection. Reads files. Raises ConfigError."""
        doors = {"hub": self._hub_door(setup)}
        if setup.config.dxp.port is not None:
            from hub_engine.daemon.dxp_door import dxp_door  # few daemons play matches

            doors["dxp"] = dxp_door(setup, self._shares, self._log)
        return doors

    def _hub_door(self, setup: Setup) -> Door:
        limits, hub = setup.config.limits, setup.config.hub_tcp
        guard = read_guard(hub.token_file, hub.tls)
        terms = network_terms(limits, guard.token)
        refusal = encode_engine(Error(f"{limits.sessions} connections are served already, try again later"))
        return Door(
            lambda stream, name: self._session(setup, stream, name, terms, is_local=False),
            refusal.encode("ascii") + b"\n",
            limits.write_s,
            limits.first_line_s,
            guard.tls,
        )

    # --- sessions ---------------------------------------------------------------------------------

    async def _run_stdin(self, stopped: asyncio.Event) -> None:
        session = self._stdin_session()
        running = asyncio.create_task(session.run())
        self._tally.sessions["stdin"] += 1
        self._tally.sessions_open["stdin"] += 1
        try:
            await _end_with(running, session, stopped)
            if not running.cancelled() and running.result() is Ending.QUIT:
                stopped.set()
        except Exception as error:  # noqa: BLE001 - the top of a session's task: the others go on
            self._log.error("hub.session_failed", session_id="stdin", cause=error)
        finally:
            self._tally.sessions_open["stdin"] -= 1

    def _stdin_session(self) -> Session:
        terms = pipe_terms(self._setup.config.limits)
        return self._session(self._setup, StdioStream(), "stdin", terms, is_local=True)

    def _session(self, setup: Setup, stream: Stream, name: str, terms: Terms, *, is_local: bool) -> Session:
        parameters = Parameters(setup.catalogue, setup.config.limits, is_local=is_local)
        log = self._log.bind(session_id=name)
        if setup.record_dir is not None:
            from hub_engine.daemon.recording import recorded  # few sessions are written down
            from hub_engine.transcript import Protocol

            stream = recorded(stream, setup.record_dir, Protocol.HUB, name, setup.settings.variant.config, log)
        return Session(stream, setup.settings, parameters, terms, self._shares, log)

    def _note_left_out(self, catalogue: Catalogue) -> None:
        for key, reason in catalogue.unusable.items():
            self._log.warning("server.file_left_out", file=key, reason=reason)

    def _note_stray(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What happens outside of all sessions, such as a connection that finds no file descriptor left."""
        self._log.error("server.loop_complained", reason=context["message"], cause=context.get("exception"))


def _addresses(config: EngineConfig) -> dict[str, Address]:
    """Where each endpoint listens that is wanted."""
    addresses = {"hub": Address(config.hub_tcp.host, config.hub_tcp.port)}
    if config.dxp.port is not None:
        addresses["dxp"] = Address(config.dxp.host, config.dxp.port)
    if config.metrics.port is not None:
        addresses[_STATUS] = Address(METRICS_HOST, config.metrics.port)
    return addresses


async def _end_with(running: asyncio.Task[Ending], session: Session, stopped: asyncio.Event) -> None:
    """Waits for a session, which is asked to end when the process is, and then made to. Raises what it raised."""
    stop = asyncio.create_task(stopped.wait())
    await asyncio.wait((running, stop), return_when=asyncio.FIRST_COMPLETED)
    stop.cancel()
    if not running.done():
        session.stop()
        await asyncio.wait((running,), timeout=ORDERLY_S)
        running.cancel()
        # Made to end, as one whose peer does not read has to be, it has no result.
        await asyncio.wait((running,))
    if not running.cancelled():
        running.result()
