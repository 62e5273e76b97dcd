from __future__ import annotations

import asyncio
import contextlib

import pytest

from hub_engine.daemon.endpoint import Address
from hub_engine.daemon.status import StatusServer
from hub_engine.daemon.tally import Tally
from hub_engine.logs import Log


def ask(tally: Tally, request: bytes) -> bytes:
    async def run() -> bytes:
        server = StatusServer(tally, Log())
        server.prepare()
        await server.endpoint.open(Address("127.0.0.1", 0))
        reader, writer = await asyncio.open_connection("127.0.0.1", server.endpoint.port)
        writer.write(request)
        writer.write_eof()
        answer = await asyncio.wait_for(reader.read(), 10)
        writer.close()
        server.endpoint.close()
        return answer

    return asyncio.run(run())


def get(tally: Tally, path: str) -> tuple[str, str]:
    head, _, body = (
        ask(tally, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()).decode().partition("\r\n\r\n")
    )
    assert f"Content-Length: {len(body)}" in head
    return head.splitlines()[0], body


def test_alive_and_ready() -> None:
    tally = Tally()
    assert get(tally, "/healthz") == ("HTTP/1.1 200 OK", "alive\n")
    assert get(tally, "/readyz") == ("HTTP/1.1 503 Service Unavailable", "not ready\n")
    tally.is_ready = True
    assert get(tally, "/readyz?verbose") == ("HTTP/1.1 200 OK", "ready\n")
    assert get(tally, "/")[0] == "HTTP/1.1 404 Not Found"


def test_every_number_of_the_tally_is_published() -> None:
    tally = Tally()
    tally.is_ready = True
    for number, name in enumerate(sorted(Tally.__slots__), 101):
        value = getattr(tally, name)
        if isinstance(value, dict):
            value["some"] = number
        elif not isinstance(value, bool):
            setattr(tally, name, number)
    status, text = get(tally, "/metrics")
    assert status == "HTTP/1.1 200 OK"
    lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if line.startswith("hub_engine"))
    numbers = {float(value) for value in lines.values()}
    for number, name in enumerate(sorted(Tally.__slots__), 101):
        assert name == "is_ready" or number in numbers, name
    assert float(lines["hub_engine_ready"]) == 1
    assert 'hub_engine_refusals_total{reason="some"}' in lines
    assert 'hub_engine_sessions_open{kind="some"}' in lines


@pytest.mark.parametrize("request_", [b"", b"GET", b"GET / HTTP/1.1\r\n", b"\0" * 100_000])
def test_half_a_request_is_no_answer(request_: bytes) -> None:
    # A connection that is closed with bytes unread is reset.
    with contextlib.suppress(ConnectionError):
        assert ask(Tally(), request_) == b""


def test_a_long_request_is_answered_and_a_longer_one_is_not() -> None:
    request = b"GET /healthz HTTP/1.1\r\nX: %s\r\n\r\n"
    assert ask(Tally(), request % (b"x" * 8000)).startswith(b"HTTP/1.1 200 OK")
    with contextlib.suppress(ConnectionError):
        assert ask(Tally(), request % (b"x" * 9000)) == b""


@pytest.mark.parametrize("first", [b"POST /metrics HTTP/1.1", b"hub", b"\xff\xfe\r\n"])
def test_nothing_but_get(first: bytes) -> None:
    assert ask(Tally(), first + b"\r\n\r\n").startswith(b"HTTP/1.1 405 ")


def test_head_is_get_without_the_body() -> None:
    answer = ask(Tally(), b"HEAD /healthz HTTP/1.1\r\n\r\n")
    assert b"Content-Length: 6\r\n" in answer
    assert answer.endswith(b"\r\n\r\n")
