"""The listener, with real sockets and sessions that only echo."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Awaitable, Callable

import pytest

from hub_engine.config.engine import Tls, TlsVersion, default_engine
from hub_engine.daemon.endpoint import Address, ListenError
from hub_engine.daemon.shares import Shares
from hub_engine.daemon.stream import PeerLostError, PeerSession, SlowPeerError, Stream
from hub_engine.daemon.tally import Tally
from hub_engine.daemon.tcp import Door, TcpListener
from hub_engine.daemon.tls import server_context
from hub_engine.logs import Log
from tests.vectors import ROOT

LIMITS = default_engine().limits
HANDSHAKE_S = 0.3
REFUSAL = b'error message="full"\n'


class Echo:
    """Says every chunk again until the peer leaves or the process ends."""

    def __init__(self, stream: Stream, name: str) -> None:
        self.stream = stream
        self.name = name
        self.fault: Exception | None = None
        self._stopped = asyncio.Event()

    async def run(self) -> None:
        reading = asyncio.create_task(self._echo())
        stopping = asyncio.create_task(self._stopped.wait())
        await asyncio.wait((reading, stopping), return_when=asyncio.FIRST_COMPLETED)
        reading.cancel()
        stopping.cancel()
        if self._stopped.is_set():
            await self.stream.write(b"saved\n")

    def stop(self) -> None:
        self._stopped.set()

    async def _echo(self) -> None:
        try:
            while data := await self.stream.read():
                await self.stream.write(data)
        except PeerLostError as error:
            self.fault = error


class Stubborn(Echo):
    def stop(self) -> None:
        pass


class Broken(Echo):
    async def run(self) -> None:
        raise RuntimeError("a bug")


class House:
    """A listener, its sessions and its counts."""

    def __init__(self, kind: type[Echo], sessions: int, write_s: float, tls: ssl.SSLContext | None) -> None:
        self.tally = Tally()
        self.sessions: list[Echo] = []
        self.shares = Shares(LIMITS._replace(sessions=sessions), self.tally)
        self.kind = kind
        self.listener = TcpListener("echo", Door(self.make, REFUSAL, write_s, HANDSHAKE_S, tls), self.shares, Log())
        self._peers: list[asyncio.StreamWriter] = []

    def make(self, stream: Stream, name: str) -> PeerSession:
        self.sessions.append(self.kind(stream, name))
        return self.sessions[-1]

    async def connect(self, tls: ssl.SSLContext | None = None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.listener.endpoint.port, ssl=tls, limit=1 << 20)
        self._peers.append(writer)
        return reader, writer

    async def close(self) -> None:
        self.listener.endpoint.close()
        await self.listener.end_sessions(0.2)
        for writer in self._peers:
            writer.transport.abort()
        await asyncio.sleep(0)


def serve(
    scene: Callable[[House], Awaitable[None]],
    kind: type[Echo] = Echo,
    sessions: int = 8,
    write_s: float = 5.0,
    tls: ssl.SSLContext | None = None,
) -> House:
    async def run() -> House:
        house = House(kind, sessions, write_s, tls)
        await house.listener.endpoint.open(Address("127.0.0.1", 0))
        try:
            async with asyncio.timeout(20):
                await scene(house)
        finally:
            await house.close()
        return house

    house = asyncio.run(run())
    assert house.tally.sessions_open["echo"] == 0
    assert [house.shares.take_seat() for _ in range(sessions)] == [True] * sessions, "a seat was not given back"
    return house


def test_sessions_are_named_and_counted() -> None:
    async def scene(house: House) -> None:
        for _ in range(2):
            reader, writer = await house.connect()
            writer.write(b"hello\n")
            assert await reader.readline() == b"hello\n"
            writer.close()

    house = serve(scene)
    assert [session.name for session in house.sessions] == ["echo-1", "echo-2"]
    assert house.tally.sessions["echo"] == 2


def test_one_connection_too_many_is_told_so_even_if_it_talks_first() -> None:
    async def scene(house: House) -> None:
        seated = [await house.connect() for _ in range(2)]
        for reader, writer in seated:
            writer.write(b"hello\n")
            assert await reader.readline() == b"hello\n"
        for _ in range(3):
            reader, writer = await house.connect()
            writer.write(b"hub\n" * 1000)
            assert await reader.read() == REFUSAL
            writer.close()
        seated[0][1].close()
        await seated[0][0].read()
        while True:
            reader, writer = await house.connect()
            writer.write(b"hello\n")
            if (line := await reader.readline()) != REFUSAL:
                break
        assert line == b"hello\n"

    assert serve(scene, sessions=2).tally.refusals["sessions"] >= 3


def test_two_hundred_at_once_are_served_or_refused_cleanly() -> None:
    async def scene(house: House) -> None:
        async def visit() -> bytes:
            reader, writer = await house.connect()
            writer.write(b"hello\n")
            return await reader.readline()

        lines = await asyncio.gather(*(visit() for _ in range(200)))
        assert lines.count(b"hello\n") == 150
        # Beyond what is cared for at once a connection may just be closed.
        assert lines.count(b"hello\n") + lines.count(REFUSAL) + lines.count(b"") == 200

    assert serve(scene, sessions=150).tally.refusals["sessions"] == 50


def test_a_peer_that_never_reads_is_dropped_and_the_others_live() -> None:
    async def scene(house: House) -> None:
        deaf = socket.create_connection(("127.0.0.1", house.listener.endpoint.port))
        deaf.settimeout(0)
        reader, writer = await house.connect()
        sent = 0
        while not (house.sessions and house.sessions[0].fault):
            try:
                sent += deaf.send(b"x" * 65536)
            except BlockingIOError:
                writer.write(b"alive\n")
                assert await reader.readline() == b"alive\n"
                await asyncio.sleep(0.01)
            await asyncio.sleep(0)
        assert isinstance(house.sessions[0].fault, SlowPeerError)
        assert sent < 64 << 20, "the flood was read although nothing was taken"
        deaf.close()
        writer.close()

    serve(scene, write_s=0.2)


@pytest.mark.parametrize(("kind", "last"), [(Echo, b"saved\n"), (Stubborn, b"")])
def test_sessions_are_asked_to_end_and_made_to(kind: type[Echo], last: bytes) -> None:
    async def scene(house: House) -> None:
        reader, writer = await house.connect()
        writer.write(b"hello\n")
        await reader.readline()
        house.listener.endpoint.close()
        await house.listener.end_sessions(0.2)
        assert await reader.read() == last
        with pytest.raises(OSError):
            await house.connect()

    serve(scene, kind)


def test_a_session_that_breaks_ends_alone() -> None:
    async def scene(house: House) -> None:
        for _ in range(3):
            reader, _ = await house.connect()
            assert await reader.read() == b""

    serve(scene, Broken, sessions=1)


def test_a_taken_port_is_an_error_at_once() -> None:
    async def scene(house: House) -> None:
        port = house.listener.endpoint.port
        with pytest.raises(ListenError, match=f"cannot listen on 127.0.0.1:{port}: "):
            await house.listener.endpoint.bind(Address("127.0.0.1", port))

    serve(scene)


def test_connections_are_kept_alive_by_the_system() -> None:
    async def scene(house: House) -> None:
        reader, writer = await house.connect()
        writer.write(b"hello\n")
        await reader.readline()
        accepted: socket.socket = house.sessions[0].stream._writer.get_extra_info("socket")  # type: ignore[attr-defined]
        assert accepted.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        writer.close()

    serve(scene)


def encrypted() -> tuple[ssl.SSLContext, ssl.SSLContext]:
    keys = ROOT / "tests" / "data" / "tls"
    tls = Tls(keys / "server.crt", keys / "server.key", TlsVersion.TLS_1_2)
    return server_context(tls), ssl.create_default_context(cafile=keys / "server.crt")


def test_encrypted_connections() -> None:
    ours, theirs = encrypted()

    async def scene(house: House) -> None:
        async def visit() -> bytes:
            reader, writer = await house.connect(theirs)
            # More than any buffer on the way holds.
            writer.write(b"x" * 500_000 + b"\n")
            return await reader.readuntil(b"\n")

        lines = await asyncio.gather(*(visit() for _ in range(10)))
        assert {len(line) for line in lines} == {500_001}
        house.listener.endpoint.close()
        await house.listener.end_sessions(1.0)

    assert serve(scene, sessions=10, tls=ours).tally.refusals["tls"] == 0


def test_an_encrypted_refusal_can_be_read() -> None:
    ours, theirs = encrypted()

    async def scene(house: House) -> None:
        reader, writer = await house.connect(theirs)
        writer.write(b"hello\n")
        assert await reader.readline() == b"hello\n"
        reader, writer = await house.connect(theirs)
        writer.write(b"hello\n")
        assert await reader.readline() == REFUSAL

    serve(scene, sessions=1, tls=ours)


@pytest.mark.parametrize("first", [b"hub\n", b"\x16\x03\x01", b"", bytes(range(256)) * 100])
def test_who_does_not_encrypt_is_dropped_and_frees_its_seat(first: bytes) -> None:
    ours, theirs = encrypted()

    async def scene(house: House) -> None:
        reader, writer = await house.connect()
        writer.write(first)
        with contextlib.suppress(ConnectionError):
            await reader.read()
        reader, writer = await house.connect(theirs)
        writer.write(b"hello\n")
        assert await reader.readline() == b"hello\n"

    assert serve(scene, sessions=1, tls=ours).tally.refusals["tls"] == 1


def test_an_old_version_is_refused() -> None:
    ours, theirs = encrypted()
    ours.minimum_version = ssl.TLSVersion.TLSv1_3
    theirs.maximum_version = ssl.TLSVersion.TLSv1_2

    async def scene(house: House) -> None:
        with pytest.raises(OSError):
            await house.connect(theirs)

    serve(scene, tls=ours)
