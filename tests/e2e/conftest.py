from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.e2e.hub_script import ENGINE, StdioWire, Talk, TcpWire


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def server_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """An engine that listens, with its standard input closed from the start."""
    port = free_port()
    config = tmp_path_factory.mktemp("server") / "engine.yaml"
    config.write_text(f"hub_tcp: {{host: 127.0.0.1, port: {port}}}\nhash_mb: 8\n", "utf-8")
    process = subprocess.Popen(
        [*ENGINE, "serve", "--config", str(config)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    deadline_s = time.monotonic() + 20
    while time.monotonic() < deadline_s and process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            break
        time.sleep(0.05)
    yield port
    alive = process.poll() is None
    process.terminate()
    code = process.wait(5)
    assert alive, f"the server ended by itself with code {code}"
    assert code == 0


@pytest.fixture
def stdio() -> Iterator[Talk]:
    wire = StdioWire()
    yield Talk(wire)
    wire.close()


@pytest.fixture
def tcp(server_port: int) -> Iterator[Talk]:
    wire = TcpWire(server_port)
    yield Talk(wire)
    wire.close()


@pytest.fixture(params=["stdio", "tcp"])
def talk(request: pytest.FixtureRequest) -> Talk:
    return request.getfixturevalue(request.param)
