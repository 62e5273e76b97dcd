"""A DXP engine from check to check: where it listens, and the connections to it.

Some programs serve one connection and leave with it, so a connection that is in good order after a check is kept for
the next one.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple

from hub_engine.compliance.checks import Timing, UnreachableError
from hub_engine.compliance.wire import Connection, Process

#: Time for the program to listen, seconds.
START_S = 15.0
_CONNECT_S = 5.0
#: Between two attempts to connect, seconds.
RETRY_S = 0.05


class Address(NamedTuple):
    """Where the engine listens."""

    host: str
    port: int


class Stage(Enum):
    """What connection a check needs."""

    ANY = auto()
    """A connection on which no game is running."""
    NEW = auto()
    """One on which nothing was said."""


class DxpPeer:
    """The engine from check to check.

    command: starts it, when it is ours to start; it is started again whenever it is gone.
    """

    def __init__(self, address: Address, command: Sequence[str], timing: Timing) -> None:
        self._address = address
        self._command = command
        self._timing = timing
        self._process: Process | None = None
        self._idle: Connection | None = None
        self._is_in_doubt = False

    @property
    def stderr(self) -> Sequence[str]:
        """The last lines of its standard error, if we started it."""
        return tuple(self._process.stderr) if self._process is not None else ()

    async def connect(self, stage: Stage) -> Connection:
        """The connection that was left, or a new one. Raises UnreachableError."""
        idle, self._idle = self._idle, None
        if idle is not None:
            if stage is Stage.ANY and not idle.has_ended:
                return idle
            await idle.close()
        if not self._command:
            return await self.open()
        with contextlib.suppress(UnreachableError):
            if self._process is not None and not self._process.has_ended and not self._is_in_doubt:
                return await self.open()
        return await self._restart()

    def keep(self, connection: Connection) -> None:
        """Takes a connection back, on which no game is running."""
        self._idle = connection

    def doubt(self) -> None:
        """The program may be in the middle of something: when it is ours to start, it is started anew."""
        self._is_in_doubt = True

    async def close(self) -> None:
        """Ends what is open, and the program if we started it."""
        if self._idle is not None:
            await self._idle.close()
        if self._process is not None:
            await self._process.close()

    async def open(self) -> Connection:
        """Another connection. Raises UnreachableError."""
        return await Connection.open(*self._address, _CONNECT_S * self._timing.patience)

    async def _restart(self) -> Connection:
        if self._process is not None:
            await self._process.close()
        self._process = await Process.start(self._command)
        self._is_in_doubt = False
        end_s = time.monotonic() + START_S * self._timing.patience
        while True:
            try:
                return await self.open()
            except UnreachableError:
                if time.monotonic() > end_s:
                    raise
                if self._process.has_ended:
                    raise UnreachableError(f"the program ended before it listened: {self.stderr}") from None
            await asyncio.sleep(RETRY_S)
