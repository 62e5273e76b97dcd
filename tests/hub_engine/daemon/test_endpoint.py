from __future__ import annotations

import asyncio
import socket

import pytest

from hub_engine.daemon.endpoint import Address, Endpoint, ListenError
from hub_engine.logs import Log

ANY = Address("127.0.0.1", 0)


def accept(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()


def is_open(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError:
        return False
    return True


def test_it_moves_without_a_gap() -> None:
    async def run() -> None:
        endpoint = Endpoint("test", accept, Log())
        assert (endpoint.port, endpoint.address) == (0, None)
        await endpoint.open(ANY)
        old = endpoint.port
        server = await endpoint.bind(ANY)
        new = server.sockets[0].getsockname()[1]
        assert is_open(old)
        assert is_open(new)
        endpoint.adopt(server, ANY)
        assert endpoint.port == new
        assert not is_open(old)
        endpoint.close()
        assert not is_open(new)
        assert (endpoint.port, endpoint.address) == (0, None)
        endpoint.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("host", "complaint"),
    [
        ("192.0.2.1", r"^cannot listen on 192\.0\.2\.1:1: .+$"),
        ("a..b", r"^cannot listen on a\.\.b:1: no name that a machine can have$"),
    ],
)
def test_an_address_that_cannot_be_ours_is_one_sentence(host: str, complaint: str) -> None:
    async def run() -> None:
        with pytest.raises(ListenError, match=complaint):
            await Endpoint("test", accept, Log()).bind(Address(host, 1))

    asyncio.run(run())
