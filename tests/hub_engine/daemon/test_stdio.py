from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable

import pytest

from hub_engine.daemon.stdio import StdioStream, has_input
from hub_engine.daemon.stream import CHUNK_BYTES, PeerLostError


def run(use: Callable[[StdioStream, int, int], Awaitable[None]]) -> None:
    """Uses a stream between two pipes: (stream, where the peer writes, where it reads); the peer closes its ends."""
    our_input, their_output = os.pipe()
    their_input, our_output = os.pipe()

    async def session() -> None:
        stream = StdioStream(our_input, our_output)
        async with asyncio.timeout(10):
            await use(stream, their_output, their_input)
        await stream.close()

    asyncio.run(session())
    os.close(our_input)
    os.close(our_output)


def test_bytes_go_both_ways_and_the_end_is_told() -> None:
    async def use(stream: StdioStream, output: int, input_: int) -> None:
        os.write(output, b"ping\n")
        assert await stream.read() == b"ping\n"
        await stream.write(b"pong\n")
        assert os.read(input_, 100) == b"pong\n"
        os.close(output)
        assert await stream.read() == b""
        os.close(input_)

    run(use)


def test_a_peer_that_closed_its_end_is_lost() -> None:
    async def use(stream: StdioStream, output: int, input_: int) -> None:
        os.close(input_)
        with pytest.raises(PeerLostError) as caught:
            await stream.write(b"pong\n")
        assert isinstance(caught.value.__cause__, BrokenPipeError)
        os.close(output)
        assert await stream.read() == b""

    run(use)


def test_a_flood_waits_in_the_pipe() -> None:
    async def use(stream: StdioStream, output: int, input_: int) -> None:
        os.close(input_)
        os.set_blocking(output, False)
        n_written = 0
        with pytest.raises(BlockingIOError):
            while n_written < 1 << 24:
                n_written += os.write(output, b"x" * 4096)
        os.close(output)
        n_read = 0
        while data := await stream.read():
            assert len(data) <= CHUNK_BYTES
            n_read += len(data)
        assert n_read == n_written

    run(use)


def test_whether_there_is_input() -> None:
    reading, writing = os.pipe()
    assert has_input(reading)
    os.close(writing)
    assert has_input(reading)
    os.close(reading)
    assert not has_input(reading)
