from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from hub_engine import logs
from hub_engine.config.engine import parse_engine
from hub_engine.daemon import server
from hub_engine.daemon.catalogue import Catalogue
from hub_engine.daemon.parameters import first_settings
from hub_engine.daemon.server import Load, Server
from hub_engine.daemon.setup import Setup
from hub_engine.errors import ConfigError

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no SIGHUP on this system")

Scene = Callable[[Server], Awaitable[None]]


def setup(text: str) -> Setup:
    config = parse_engine(text, Path("engine.yaml"))
    catalogue = Catalogue()
    return Setup(config, catalogue, first_settings(config, catalogue), None)


def serve(text: str, load: Load, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Server:
    """Plays a scene with a server in this process, which is then asked to end."""
    monkeypatch.setattr(server, "has_input", lambda: False)

    async def run() -> Server:
        served = Server(setup(text))
        running = asyncio.create_task(served.run_serve(load))
        await until(lambda: served._tally.is_ready)
        try:
            await scene(served)
            assert not running.done()
        finally:
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.wait_for(running, 10)
        assert not served._tally.is_ready
        return served

    return asyncio.run(run())


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not is_so():  # noqa: ASYNC110 - counts have no event to wait for
            await asyncio.sleep(0)


async def ask(served: Server, line: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", served._listeners["hub"].endpoint.port, limit=1 << 20)
    writer.write(line)
    answer = await reader.readline()
    writer.close()
    return answer


def test_a_session_whose_peer_does_not_read_is_made_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits for room for its lines, and cannot hear that it should end."""
    monkeypatch.setattr(server, "ORDERLY_S", 0.0)

    class Deaf:
        def stop(self) -> None:
            pass

    async def run() -> None:
        stopped = asyncio.Event()
        stopped.set()
        running = asyncio.create_task(asyncio.Event().wait())
        await server._end_with(running, Deaf(), stopped)  # type: ignore[arg-type]
        assert running.cancelled()

    asyncio.run(asyncio.wait_for(run(), 10))


def test_a_hub_on_standard_input_keeps_standard_error_to_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What breaks outside of the session, such as a timer of a search, goes to our log and not to asyncio's."""

    class Brief:
        loss = None

        async def run(self) -> server.Ending:
            broken: asyncio.Future[None] = asyncio.Future()
            asyncio.get_running_loop().call_soon(broken.result)
            await asyncio.sleep(0)
            return server.Ending.QUIT

    monkeypatch.setattr(Server, "_stdin_session", lambda _: Brief())
    log_file = tmp_path / "log"
    served = Server(setup(f"log: {{file: {log_file}, level: error}}"))
    try:
        asyncio.run(served.run_hub())
    finally:
        logs.close()
    assert not caplog.records
    assert "server.loop_complained" in log_file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "error", [ConfigError(()), ValueError("no"), OSError(5, "disk"), RuntimeError("a bug"), MemoryError()]
)
def test_nothing_that_goes_wrong_in_a_reload_ends_the_process(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load() -> Setup:
        raise error

    async def scene(served: Server) -> None:
        os.kill(os.getpid(), signal.SIGHUP)
        await until(lambda: served._tally.reloads["refused"] == 1)
        assert await ask(served, b"ping\n") == b"pong\n"

    serve("hub_tcp: {port: 0}", load, scene, monkeypatch)


def test_when_one_address_is_taken_none_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hub's new address is open already when that of the metrics turns out to be taken."""

    async def scene(served: Server) -> None:
        old = served._listeners["hub"].endpoint.port
        taken = served._listeners["hub"].endpoint.port
        nonlocal text
        text = f"hub_tcp: {{host: localhost, port: 0}}\nmetrics: {{port: {taken}}}\nlimits: {{sessions: 3}}"
        os.kill(os.getpid(), signal.SIGHUP)
        await until(lambda: served._tally.reloads["refused"] == 1)
        assert served._listeners["hub"].endpoint.port == old
        assert all(served._shares.take_seat() for _ in range(4)), "the limit of three is not in force"
        assert served._setup.config.hub_tcp.host == "127.0.0.1"

    text = ""
    serve("hub_tcp: {port: 0}", lambda: setup(text), scene, monkeypatch)


def test_sessions_are_counted_by_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(served: Server) -> None:
        assert await ask(served, b"ping\n") == b"pong\n"

    tally = serve("hub_tcp: {port: 0}", lambda: setup(""), scene, monkeypatch)._tally
    assert dict(tally.sessions) == {"hub": 1}
    assert tally.sessions_open["hub"] == 0
