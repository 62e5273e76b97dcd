from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any

import pytest

from hub_engine.compliance.checks import UnreachableError
from hub_engine.compliance.wire import Connection, PeerLostError, Process


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    async def limited() -> Any:
        async with asyncio.timeout(20):
            return await coroutine

    return asyncio.run(limited())


def program(text: str) -> list[str]:
    return [sys.executable, "-S", "-c", text]


def test_a_flood_on_standard_error_holds_nothing_up() -> None:
    async def talk() -> tuple[bytes, int]:
        process = await Process.start(
            program("import sys; sys.stderr.write('noise\\n' * 200000); sys.stdout.write('answer')")
        )
        answer, code = await process.read(), await process.ended()
        assert set(process.stderr) <= {"noise", "", "n", "no", "noi", "nois", "oise", "ise", "se", "e"}
        await process.close()
        return answer, code

    assert run(talk()) == (b"answer", 0)


def test_a_program_that_ignores_its_end_is_killed_with_what_it_started() -> None:
    text = (
        "import signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        "child = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(600)']);"
        "print(child.pid, flush=True); time.sleep(600)"
    )

    async def talk() -> None:
        process = await Process.start(program(text))
        assert await process.read()
        await process.close()
        assert await process.ended() < 0
        # The pipe is closed only when the child, which holds it too, is gone.
        assert await process.read() == b""

    run(talk())


def test_a_program_that_reads_nothing_can_be_closed() -> None:
    async def talk() -> None:
        process = await Process.start(program("import time; time.sleep(600)"))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(process.write(b"x" * (1 << 22)), 0.1)
        await process.close()

    run(talk())


def test_a_program_that_has_gone_takes_nothing() -> None:
    async def talk() -> None:
        process = await Process.start(program(""))
        await process.ended()
        with pytest.raises(PeerLostError):
            for _ in range(10):
                await process.write(b"x" * (1 << 16))
        await process.close()

    run(talk())


def test_nobody_listens() -> None:
    with pytest.raises(UnreachableError, match="cannot be reached"):
        run(Connection.open("127.0.0.1", 1, 1.0))


def test_a_connection_both_ways_and_its_end() -> None:
    async def talk() -> bytes:
        async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(await reader.read(100))
            await writer.drain()
            writer.close()

        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        connection = await Connection.open("127.0.0.1", server.sockets[0].getsockname()[1], 5.0)
        await connection.write(b"hello")
        data = await connection.read()
        assert await connection.read() == b""
        await connection.close()
        server.close()
        return data

    assert run(talk()) == b"hello"
