from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from hub_engine.daemon.outbox import MAX_WAITING
from hub_engine.daemon.stream import PeerLostError
from hub_engine.daemon.traffic import StopRequest, Traffic
from tests.fakes.memory_stream import MemoryStream


def run(use: Callable[[Traffic[str], MemoryStream], Awaitable[None]]) -> MemoryStream:
    """The stream of a session that did this."""
    stream = MemoryStream()

    async def session() -> None:
        traffic = Traffic[str](stream, pause_s=0.0)
        traffic.start()
        try:
            async with asyncio.timeout(5):
                await use(traffic, stream)
        finally:
            await traffic.close()

    asyncio.run(session())
    assert stream.is_closed
    return stream


def test_wakes_come_in_the_order_in_which_things_happened() -> None:
    async def use(traffic: Traffic[str], peer: MemoryStream) -> None:
        traffic.report("found")
        traffic.ask_to_stop()
        assert await traffic.next_wake() == "found"
        assert isinstance(await traffic.next_wake(), StopRequest)
        peer.feed("ping\n")
        traffic.want_data()
        assert await traffic.next_wake() == b"ping\n"

    run(use)


def test_nothing_is_read_before_it_is_wanted() -> None:
    async def use(traffic: Traffic[str], peer: MemoryStream) -> None:
        for text in ("one", "two", ""):
            peer.feed(text)
        traffic.want_data()
        assert await traffic.next_wake() == b"one"
        for _ in range(5):
            await asyncio.sleep(0)
        traffic.report("nothing else")
        assert await traffic.next_wake() == "nothing else"
        traffic.want_data()
        assert await traffic.next_wake() == b"two"
        traffic.want_data()
        assert await traffic.next_wake() == b""

    run(use)


def test_the_last_lines_leave_before_the_end() -> None:
    async def use(traffic: Traffic[str], peer: MemoryStream) -> None:
        for number in range(20):
            traffic.outbox.put(b"%d\n" % number)
        await traffic.flush(5)
        assert peer.lines[-1] == "19"

    run(use)


def test_the_loss_of_the_peer_wakes_the_session_and_nothing_waits_for_it() -> None:
    async def use(traffic: Traffic[str], peer: MemoryStream) -> None:
        peer.is_lost = True
        for _ in range(MAX_WAITING + 1):
            traffic.outbox.put(b"pong\n")
        assert isinstance(await traffic.next_wake(), PeerLostError)
        assert traffic.loss is not None
        await traffic.outbox.has_room()
        await traffic.flush(5)

    assert run(use).lines == []
