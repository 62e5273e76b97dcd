from __future__ import annotations

import asyncio
import itertools
import time

from hub_engine.daemon.outbox import LAST_WORD_PAUSE_S, MAX_WAITING, PAUSE_S, Outbox
from tests.fakes.memory_stream import MemoryStream


class TimedStream(MemoryStream):
    def __init__(self) -> None:
        super().__init__()
        self.times: list[float] = []

    async def write(self, line: bytes) -> None:
        self.times.append(time.monotonic())
        await super().write(line)


async def drain(outbox: Outbox) -> None:
    task = asyncio.create_task(outbox.run())
    await asyncio.wait_for(outbox.drained(), 5)
    task.cancel()


def test_lines_keep_their_distance() -> None:
    async def run() -> list[float]:
        stream = TimedStream()
        outbox = Outbox(stream)
        for number in range(5):
            outbox.put(b"%d\n" % number)
        outbox.put(b"done\n", is_last_word=True)
        await drain(outbox)
        assert stream.lines == ["0", "1", "2", "3", "4", "done"]
        return stream.times

    times = asyncio.run(run())
    gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
    assert min(gaps) >= PAUSE_S * 0.9
    assert gaps[-1] >= LAST_WORD_PAUSE_S * 0.9


def test_only_the_last_of_waiting_reports_is_sent() -> None:
    async def run() -> list[str]:
        stream = MemoryStream()
        outbox = Outbox(stream)
        outbox.put(b"info 1\n", is_replaceable=True)
        outbox.put(b"info 2\n", is_replaceable=True)
        outbox.put(b"pong\n")
        outbox.put(b"info 3\n", is_replaceable=True)
        outbox.put(b"done\n")
        await drain(outbox)
        return stream.lines

    assert asyncio.run(run()) == ["info 2", "pong", "info 3", "done"]


def test_a_full_outbox_makes_the_session_wait_until_the_input_ends() -> None:
    async def run() -> None:
        outbox = Outbox(MemoryStream())
        for _ in range(MAX_WAITING):
            outbox.put(b"pong\n")
        waiting = asyncio.create_task(outbox.has_room())
        await asyncio.sleep(0)
        assert not waiting.done()
        outbox.lift_limit()
        await asyncio.wait_for(waiting, 1)

    asyncio.run(run())
