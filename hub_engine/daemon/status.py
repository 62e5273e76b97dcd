"""What a supervisor asks over HTTP: `/healthz`, `/readyz`, `/metrics`. On this machine only.

Decides answers and their codes. Numbers come from the tally, their text from `metrics`, which is imported when
the endpoint is opened: few processes have one.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from hub_engine.daemon.endpoint import Endpoint
from hub_engine.daemon.tally import Tally
from hub_engine.logs import Log

#: Longest head of a request, and time for one from its first byte to the end of the answer.
_MAX_REQUEST_BYTES = 8192
_DEADLINE_S = 5.0
_PLAIN = "text/plain; charset=utf-8"


class StatusServer:
    """Answers one request a connection."""

    def __init__(self, tally: Tally, log: Log) -> None:
        self._tally = tally
        self._exposition: Callable[[], tuple[str, bytes]] | None = None
        self.endpoint = Endpoint("metrics", self._answer, log, _MAX_REQUEST_BYTES)

    def prepare(self) -> None:
        """Loads what is needed to write numbers; takes a while."""
        if self._exposition is None:
            from hub_engine.daemon.metrics import exposition

            self._exposition = exposition(self._tally)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(_DEADLINE_S):
                head = await reader.readuntil(b"\r\n\r\n")
                status, kind, body = self._response(head.split(b"\r\n", 1)[0])
                writer.write(
                    f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n"
                    f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode("ascii")
                )
                if not head.startswith(b"HEAD "):
                    writer.write(body)
                await writer.drain()
        writer.close()

    def _response(self, request: bytes) -> tuple[str, str, bytes]:
        """Status, content type and body for the first line of a request."""
        words = request.split()
        if len(words) != 3 or words[0] not in (b"GET", b"HEAD"):
            return "405 Method Not Allowed", _PLAIN, b"only GET\n"
        path = words[1].partition(b"?")[0]
        if path == b"/healthz":
            return "200 OK", _PLAIN, b"alive\n"
        if path == b"/readyz":
            if self._tally.is_ready:
                return "200 OK", _PLAIN, b"ready\n"
            return "503 Service Unavailable", _PLAIN, b"not ready\n"
        if path == b"/metrics" and self._exposition is not None:
            return "200 OK", *self._exposition()
        return "404 Not Found", _PLAIN, b"/healthz, /readyz or /metrics\n"
