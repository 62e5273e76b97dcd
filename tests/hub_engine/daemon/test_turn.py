from __future__ import annotations

import asyncio

from hub_engine.daemon.turn import TURN_S, Turn


def test_a_turn_is_passed_on_when_it_has_lasted_long_enough() -> None:
    now_s = 0.0
    told: list[str] = []

    async def serve() -> None:
        nonlocal now_s
        turn = Turn(lambda: now_s)
        for name, takes_s in (("one", 0.0), ("two", TURN_S / 2), ("three", TURN_S / 2), ("four", TURN_S / 2)):
            told.append(name)
            now_s += takes_s
            await turn.pass_on()
        now_s += TURN_S
        turn.begin()
        told.append("five")
        await turn.pass_on()
        told.append("six")

    async def other() -> None:
        told.append("other")

    async def run() -> None:
        await asyncio.gather(serve(), other())

    asyncio.run(run())
    assert told == ["one", "two", "three", "other", "four", "five", "six"]
