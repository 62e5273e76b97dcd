"""An address that is listened on, and that can move without a gap: the new one is open before the old one closes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from hub_engine.logs import Log

#: Connections that the system keeps for us until we accept them.
_BACKLOG = 512

Accept = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None] | None]


class ListenError(Exception):
    """An address that cannot be listened on; one sentence."""


class Address(NamedTuple):
    """Where to listen. port: 0 = any free one."""

    host: str
    port: int


class Endpoint:
    """Listens for one purpose. name: tells it from others in the log. accept: gets each connection.

    limit_bytes: longest text that a reader looks for an end of, as in `asyncio.start_server`.
    """

    def __init__(self, name: str, accept: Accept, log: Log, limit_bytes: int = 1 << 16) -> None:
        self._name = name
        self._accept = accept
        self._log = log
        self._limit_bytes = limit_bytes
        self._server: asyncio.Server | None = None
        #: What was asked for; None: closed.
        self.address: Address | None = None

    async def bind(self, address: Address) -> asyncio.Server:
        """Listens on another address beside the present one; `adopt` makes it the only one. Raises ListenError."""
        try:
            return await asyncio.start_server(self._accept, *address, limit=self._limit_bytes, backlog=_BACKLOG)
        except OSError as error:
            reason = error.strerror or str(error)
        except UnicodeError:
            reason = "no name that a machine can have"
        raise ListenError(f"cannot listen on {address.host}:{address.port}: {reason}")

    async def open(self, address: Address) -> None:
        """Listens on an address, and on no other. Raises ListenError."""
        self.adopt(await self.bind(address), address)

    def adopt(self, server: asyncio.Server, address: Address) -> None:
        """From now on this is where we listen."""
        self.close()
        self._server, self.address = server, address
        self._log.info("tcp.listening_started", listener=self._name, host=address.host, port=self.port)

    @property
    def port(self) -> int:
        """The port that is listened on; 0 when none is."""
        if self._server is None:
            return 0
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    def close(self) -> None:
        """Accepts no more. What was accepted goes on."""
        if self._server is not None:
            self._server.close()
            self._server = self.address = None
            self._log.info("tcp.listening_ended", listener=self._name)
