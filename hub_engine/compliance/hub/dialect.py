"""Checks of points on which nobody has laid anything down, or on which known engines differ.

A difference is reported and is no failure. The reference is what docs/hub.md says, with its reasons.
"""

from __future__ import annotations

from hub_engine.compliance.checks import CheckFailed, CheckList, Level
from hub_engine.compliance.hub.scenes import BAD_POSITIONS, CIRCULAR, ONE_MOVE, SHUFFLE, SHUFFLE_MOVES, START, TWO_WAYS
from hub_engine.compliance.hub.session import ANSWER_S, SEARCH_S, HubSession, Scene, Stage
from protocol.hub import messages
from protocol.hub.messages import Done, Go, GoMode, PonderHit, Pos, Stop

CHECKS: CheckList[HubSession] = CheckList()


@CHECKS.add(
    Level.DIALECT,
    "no move is played after a bad position",
    stage=Stage.READY,
    known="Scan and dame search the position before it",
)
async def plays_no_other_position(hub: HubSession) -> None:
    for scene in (Scene(BAD_POSITIONS["too short"]), Scene(START.position, ("32-28", "1-50", "19-23"))):
        await hub.send(Pos(*scene))
        await hub.still_answers()
        await hub.send(messages.Level(depth=2), Go())
        done = await hub.expect(Done, SEARCH_S)
        if done.move is not None:
            raise CheckFailed(f"`done move={done.move}` after a `pos` that it refused")


@CHECKS.add(Level.DIALECT, "`pos` forgets the limits before it", stage=Stage.READY, known="dame keeps them")
async def forgets_limits_at_pos(hub: HubSession) -> None:
    await hub.send(messages.Level(depth=1), Pos(START.position), Go())
    await hub.goes_on_until(Stop(), scene=START, for_s=0.7)


@CHECKS.add(
    Level.DIALECT, "`done` forgets the limits, and keeps the position", stage=Stage.READY, known="dame keeps both"
)
async def forgets_limits_at_done(hub: HubSession) -> None:
    await hub.search(START, messages.Level(depth=1))
    await hub.send(Go())
    await hub.goes_on_until(Stop(), scene=START, for_s=0.7)


@CHECKS.add(
    Level.DIALECT,
    "`ponder` keeps its answer until the hit, though its limit is reached",
    stage=Stage.READY,
    known="Scan answers at once, as the text allows",
)
async def holds_its_answer(hub: HubSession) -> None:
    await hub.begin(START, messages.Level(depth=2), GoMode.PONDER)
    await hub.goes_on_until(PonderHit(), scene=START, for_s=0.7)


@CHECKS.add(
    Level.DIALECT, "`ponder` keeps a forced move until the hit", stage=Stage.READY, known="dame answers at once"
)
async def holds_a_forced_move(hub: HubSession) -> None:
    await hub.begin(ONE_MOVE, messages.Level(time_s=10.0), GoMode.PONDER)
    await hub.goes_on_until(PonderHit(), scene=ONE_MOVE, for_s=0.5)


@CHECKS.add(Level.DIALECT, "a malformed line is answered by `error`", stage=Stage.READY, known="dame says nothing")
async def reports_malformed_lines(hub: HubSession) -> None:
    for line in ("level depth=abc", 'pos pos="W'):
        await hub.send_line(line)
        await hub.reports(f"`{line}`")


@CHECKS.add(
    Level.DIALECT, "a FEN is read in place of a Hub position", stage=Stage.READY, known="Scan 3.1 reports an error"
)
async def reads_fen(hub: HubSession) -> None:
    await _searches(hub, "pos=W:W32:B17,18,27,28", CIRCULAR)


@CHECKS.add(
    Level.DIALECT,
    "the side to move may be a small letter, as in Hub 1",
    stage=Stage.READY,
    known="Scan 3.1 reports an error",
)
async def reads_small_side(hub: HubSession) -> None:
    await _searches(hub, "pos=" + CIRCULAR.position.replace("W", "w", 1), CIRCULAR)


@CHECKS.add(Level.DIALECT, "`pos start` is the start position", stage=Stage.READY)
async def knows_the_start(hub: HubSession) -> None:
    await _searches(hub, "start", START)


@CHECKS.add(
    Level.DIALECT,
    "a capture may leave out what it takes when one move fits",
    stage=Stage.READY,
    known="Scan 3.1 reports an error",
)
async def reads_short_captures(hub: HubSession) -> None:
    scene = Scene(START.position, ("32-28", "19-23", "28x19x23"))
    await _searches(hub, f'pos={START.position} moves="32-28 19-23 28x19"', scene)


@CHECKS.add(Level.DIALECT, "a capture that fits two moves is reported", stage=Stage.READY)
async def reports_ambiguous_captures(hub: HubSession) -> None:
    await hub.send(Pos(TWO_WAYS, ("47x36",)))
    await hub.reports("`moves=47x36`")


@CHECKS.add(Level.DIALECT, "the last of two equal arguments counts", stage=Stage.READY)
async def takes_the_last_argument(hub: HubSession) -> None:
    await hub.send(Pos(START.position))
    await hub.send_line("level depth=60 depth=1")
    await hub.send(Go())
    await hub.done(START, ANSWER_S)


@CHECKS.add(
    Level.DIALECT,
    "a line of 64 KiB, ten thousand moves, is read to its end",
    stage=Stage.READY,
    known="Scan 3.1 refuses histories of a thousand plies",
)
async def reads_long_lines(hub: HubSession) -> None:
    await hub.search(Scene(SHUFFLE, SHUFFLE_MOVES * 2600), messages.Level(depth=1))


async def _searches(hub: HubSession, arguments: str, scene: Scene) -> None:
    """The engine searches the scene after a `pos` with these arguments."""
    await hub.send_line(f"pos {arguments}")
    if errors := await hub.still_answers():
        raise CheckFailed(f"`pos {arguments}`: {errors[0].message}")
    await hub.send(messages.Level(depth=1), Go())
    await hub.done(scene)
