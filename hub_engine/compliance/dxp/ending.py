"""Checks after which some engines are gone: broken connections, a second one, and stop code 1."""

from __future__ import annotations

from hub_engine.compliance.checks import CheckFailed, CheckList, Level
from hub_engine.compliance.dxp.peer import Stage
from hub_engine.compliance.dxp.session import DxpSession
from protocol.dxp.messages import Colour

CHECKS: CheckList[DxpSession] = CheckList()

_ONE_CONNECTION = "Scan serves one connection and ends with it"


@CHECKS.add(
    Level.SHOULD,
    "an end with stop code 1 is acknowledged, with stop code 1",
    stage=Stage.ANY,
    known="Moby Dam ends its process",
)
async def acknowledges_the_stop(dxp: DxpSession) -> None:
    await dxp.begin(Colour.BLACK)
    await dxp.exchange()
    answer = await dxp.end(stop=True)
    if not answer.stop:
        raise CheckFailed("the stop code of the acknowledgement is 0")


@CHECKS.add(
    Level.DIALECT,
    "after stop code 1 it listens for others",
    stage=Stage.NEW,
    known="Scan and Moby Dam end their process",
)
async def listens_after_a_stop(dxp: DxpSession) -> None:
    await dxp.begin(Colour.BLACK)
    await dxp.end(stop=True)
    await dxp.reconnect()
    await dxp.still_plays()


@CHECKS.add(
    Level.DIALECT,
    "a second connection does not disturb the first one's game",
    stage=Stage.NEW,
    known="Moby Dam gives the first one up; Scan stops listening",
)
async def plays_on_beside_another(dxp: DxpSession) -> None:
    await dxp.begin(Colour.BLACK)
    await dxp.exchange()
    await dxp.knock()
    await dxp.exchange()
    await dxp.end()


@CHECKS.add(
    Level.DIALECT, "a connection that ends in order leaves it listening", stage=Stage.NEW, known=_ONE_CONNECTION
)
async def listens_after_a_farewell(dxp: DxpSession) -> None:
    await dxp.begin(Colour.BLACK)
    await dxp.exchange()
    await dxp.end()
    await dxp.reconnect()
    await dxp.still_plays()


@CHECKS.add(
    Level.DIALECT, "a connection broken while it thinks leaves it listening", stage=Stage.NEW, known=_ONE_CONNECTION
)
async def listens_after_a_break(dxp: DxpSession) -> None:
    await dxp.begin(Colour.WHITE)
    await dxp.reconnect()
    await dxp.still_plays()
