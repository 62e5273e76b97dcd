"""Checks of positions, moves and searches.

Source: Hub 2 protocol text, sections on pos, level, go, stop and ponder-hit.
"""

from __future__ import annotations

import re
import time

from hub_engine.board import Board, Notation
from hub_engine.compliance.checks import CheckFailed, CheckList, Level
from hub_engine.compliance.hub.scenes import (
    CIRCULAR,
    CIRCULAR_MOVE,
    ONE_MOVE,
    START,
    TERMINAL,
    TWO_CAPTURED,
    TWO_WAYS,
    random_game,
    random_positions,
)
from hub_engine.compliance.hub.session import ANSWER_S, SEARCH_S, SLACK_S, HubSession, Scene, Stage
from hub_engine.errors import IllegalMoveError, VariantError
from protocol.hub import messages
from protocol.hub.messages import Done, GoMode, NewGame, Ping, PonderHit, Pong, Pos, Stop

CHECKS: CheckList[HubSession] = CheckList()

#: Plies played in each declared variant, and in the usual game.
_VARIANT_PLIES = 6
_GAME_PLIES = 30
_INFO = re.compile(r"info depth=\d+ mean-depth=\S+ score=-?\d+\.\d+ nodes=\d+ (time=\S+ )?(nps=\S+ )?pv=")


@CHECKS.add(Level.MUST, "`level depth`: one `done` with a legal move, and nothing after it", stage=Stage.READY)
async def searches_to_depth(hub: HubSession) -> None:
    await hub.search(START, messages.Level(depth=4))
    await hub.quiet(0.3, no=Done)


@CHECKS.add(Level.MUST, "`level nodes` ends the search", stage=Stage.READY)
async def searches_nodes(hub: HubSession) -> None:
    await hub.search(START, messages.Level(nodes=5000))


@CHECKS.add(Level.MUST, "`level move-time` ends the search in time", stage=Stage.READY)
async def searches_move_time(hub: HubSession) -> None:
    await hub.search(START, messages.Level(move_time_s=0.3), within_s=0.3 + SLACK_S)


@CHECKS.add(
    Level.MUST, "a clock ends the search before its time is up: sudden death, increment, moves", stage=Stage.READY
)
async def searches_by_clock(hub: HubSession) -> None:
    for level in (
        messages.Level(time_s=2.0),
        messages.Level(time_s=1.0, inc_s=1.0),
        messages.Level(moves=10, time_s=2.0),
        messages.Level(moves=40, time_s=2.0, inc_s=0.1),
    ):
        await hub.search(START, level, within_s=2.0)


@CHECKS.add(Level.MUST, "Black may be the side to move", stage=Stage.READY)
async def searches_for_black(hub: HubSession) -> None:
    await hub.search(Scene("B" + START.position[1:]), messages.Level(depth=3))


@CHECKS.add(Level.MUST, "a capture is answered with every square it captures", stage=Stage.READY)
async def writes_captures_in_full(hub: HubSession) -> str:
    done = await hub.search(CIRCULAR, messages.Level(depth=3))
    return "" if done.move == CIRCULAR_MOVE else "captured squares are not in ascending order"


@CHECKS.add(Level.MUST, "`moves` are played before the search, captures in any order of squares", stage=Stage.READY)
async def replays_captures(hub: HubSession) -> None:
    for move in ("37x17x21x31", "37x17x31x21"):
        await hub.search(Scene(TWO_CAPTURED, (move,)), messages.Level(depth=2))


@CHECKS.add(Level.MUST, "the captured squares tell moves with the same ends apart", stage=Stage.READY)
async def tells_captures_apart(hub: HubSession) -> None:
    for move in ("47x36x14x29x31x42", "47x36x19x29x31x42"):
        await hub.search(Scene(TWO_WAYS, (move,)), messages.Level(depth=2))


@CHECKS.add(Level.MUST, "a whole game in `moves` is followed to its end", stage=Stage.READY)
async def replays_long_games(hub: HubSession) -> None:
    for seed in (1, 2, 3):
        await hub.search(random_game(seed, 90), messages.Level(depth=2))


@CHECKS.add(Level.MUST, "its moves are legal in forty positions out of random games", stage=Stage.READY)
async def plays_legal_moves(hub: HubSession) -> None:
    for scene in random_positions(40):
        await hub.search(scene, messages.Level(depth=2))


@CHECKS.add(Level.MUST, "its moves are legal in a game against itself", stage=Stage.READY)
async def plays_itself(hub: HubSession) -> None:
    await _play(hub, START, _GAME_PLIES)


async def _play(hub: HubSession, scene: Scene, plies: int) -> None:
    for _ in range(plies):
        board = scene.board(hub.variant)
        if board.is_over:
            return
        done = await hub.search(scene, messages.Level(depth=3))
        scene = Scene(scene.position, (*scene.moves, str(done.move)))


@CHECKS.add(Level.MUST, "its moves are legal in every variant it declares", stage=Stage.READY)
async def plays_variants(hub: HubSession) -> str:
    declared = hub.declared.get("variant")
    words = declared.values if declared is not None else ()
    unknown, n_played = [], 0
    for word in words:
        try:
            start = Board(word).hub()
        except VariantError:
            unknown.append(word)
            continue
        await hub.restart({"variant": word})
        hub.variant = word
        try:
            await _play(hub, Scene(start), _VARIANT_PLIES)
        except CheckFailed as error:
            raise CheckFailed(f"{word}: {error}") from error
        n_played += 1
    remark = f"{n_played} variants" if words else "it declares none"
    return f"{remark}; not known here: {' '.join(unknown)}" if unknown else remark


@CHECKS.add(Level.MUST, "`new-game` is taken, and the position is kept", stage=Stage.READY)
async def begins_new_games(hub: HubSession) -> None:
    await hub.send(NewGame())
    await hub.search(START, messages.Level(depth=3))
    await hub.send(Pos(CIRCULAR.position), NewGame(), messages.Level(depth=1), messages.Go())
    await hub.done(CIRCULAR)


@CHECKS.add(Level.MUST, "`analyze` without limit goes on until `stop`, then `done` comes soon", stage=Stage.READY)
async def analyses_until_stopped(hub: HubSession) -> None:
    await hub.begin(START, messages.Level(infinite=True), GoMode.ANALYZE)
    await hub.goes_on_until(Stop(), scene=START, for_s=0.7)
    await hub.quiet(0.3, no=Done)


@CHECKS.add(Level.MUST, "`ping` is answered during a search, which goes on", stage=Stage.READY)
async def answers_ping_in_search(hub: HubSession) -> None:
    await hub.begin(START, messages.Level(infinite=True))
    await hub.quiet(0.2, no=Done)
    await hub.send(Ping())
    await hub.expect(Pong, ANSWER_S)
    await hub.goes_on_until(Stop(), scene=START, for_s=0.3)


@CHECKS.add(Level.MUST, "`analyze` searches a forced move too", stage=Stage.READY)
async def analyses_forced_moves(hub: HubSession) -> None:
    await hub.search(ONE_MOVE, messages.Level(depth=4), GoMode.ANALYZE)
    if not hub.infos:
        raise CheckFailed("`done` without any `info`")


@CHECKS.add(Level.MUST, "`ponder`, then `ponder-hit`: one `done`, in time", stage=Stage.READY)
async def ponders_to_a_hit(hub: HubSession) -> str:
    await hub.begin(START, messages.Level(move_time_s=0.5), GoMode.PONDER)
    start_s = time.monotonic()
    await hub.send(PonderHit())
    await hub.done(START, 0.5 + SLACK_S)
    time_s = time.monotonic() - start_s
    await hub.quiet(0.2, no=Done)
    return "" if time_s > 0.1 else "it answered at once"


@CHECKS.add(Level.MUST, "`ponder`, then `stop`: one `done`; the next search is as good as any", stage=Stage.READY)
async def ponders_to_a_stop(hub: HubSession) -> None:
    after = Scene(START.position, ("32-28", "19-23"))
    await hub.begin(after, messages.Level(time_s=10.0), GoMode.PONDER)
    await hub.goes_on_until(Stop(), scene=after, for_s=0.3)
    await hub.search(Scene(START.position, ("32-28", "17-22")), messages.Level(move_time_s=0.2), within_s=SLACK_S + 0.2)


@CHECKS.add(Level.MUST, "`stop` and `ponder-hit` are ignored when nothing is searched", stage=Stage.READY)
async def ignores_late_words(hub: HubSession) -> None:
    """A `done` may have crossed them on the way."""
    await hub.send(Stop(), PonderHit(), Stop())
    await hub.quiet(0.3)
    await hub.still_answers()


@CHECKS.add(Level.SHOULD, "several `stop` end a search once", stage=Stage.READY)
async def takes_many_stops(hub: HubSession) -> None:
    await hub.begin(START, messages.Level(infinite=True))
    await hub.goes_on_until(Stop(), Stop(), Stop(), scene=START, for_s=0.2)
    await hub.send(Stop())
    await hub.quiet(0.3)
    await hub.search(START, messages.Level(depth=2))


@CHECKS.add(Level.SHOULD, "`ponder-hit` in another search than `ponder` is ignored", stage=Stage.READY)
async def ignores_foreign_hits(hub: HubSession) -> None:
    await hub.begin(START, messages.Level(infinite=True))
    await hub.send(PonderHit())
    await hub.goes_on_until(Stop(), scene=START, for_s=0.4)


@CHECKS.add(Level.SHOULD, "a forced move is answered soon, whatever the clock", stage=Stage.READY)
async def answers_forced_moves_soon(hub: HubSession) -> None:
    await hub.search(ONE_MOVE, messages.Level(time_s=300.0), within_s=3.0)


@CHECKS.add(Level.SHOULD, "hardly any time left: a move at once", stage=Stage.READY)
async def answers_without_time(hub: HubSession) -> None:
    """Clients subtract increment and delays: zero and less do occur, and 1e-05 is how Python writes it."""
    for line in ("time=0", "time=-3 inc=1", "time=1e-05 inc=0", "move-time=0", "moves=0 time=0.5", "time=0.1 inc=0.1"):
        await hub.send(Pos(START.position))
        await hub.send_line(f"level {line}")
        await hub.send(messages.Go())
        try:
            await hub.done(START, SLACK_S)
        except CheckFailed as error:
            raise CheckFailed(f"level {line}: {error}") from error


@CHECKS.add(Level.SHOULD, "an `info` with a score comes before every `done`, also for a forced move", stage=Stage.READY)
async def tells_scores(hub: HubSession) -> None:
    """draughtsnet fails without one; lidraughts-bot takes it for a win."""
    for scene in (START, ONE_MOVE):
        await hub.search(scene, messages.Level(depth=3))
        if not any(info.score is not None for info in hub.infos):
            raise CheckFailed(f"no score for {scene.position}")


@CHECKS.add(
    Level.SHOULD,
    "`info` is written as every client reads it: order, decimals, quotes",
    stage=Stage.READY,
    known="dame gives no mean-depth",
)
async def writes_info_in_order(hub: HubSession) -> None:
    await hub.search(START, messages.Level(depth=5))
    for line in hub.lines("info"):
        if "score=" in line and not _INFO.match(line):
            raise CheckFailed(f"not the order depth, mean-depth, score, nodes, time, nps, pv: `{line}`")
        if re.search(r'pv="[^" ]*"', line):
            raise CheckFailed(f"quotes around one word, or nothing, which draughtsnet cannot read: `{line}`")


@CHECKS.add(Level.SHOULD, "its variations are legal", stage=Stage.READY)
async def tells_legal_variations(hub: HubSession) -> None:
    for scene in (START, *random_positions(5)):
        await hub.search(scene, messages.Level(depth=5))
        for info in hub.infos:
            board = scene.board()
            for text in info.pv:
                try:
                    board.push(text, Notation.HUB)
                except IllegalMoveError as error:
                    raise CheckFailed(f"pv {' '.join(info.pv)} in {scene.position}: {error}") from error


@CHECKS.add(Level.SHOULD, "limits of several `level` lines hold together", stage=Stage.READY)
async def adds_limits_up(hub: HubSession) -> None:
    await hub.send(Pos(START.position), messages.Level(move_time_s=30.0), messages.Level(depth=1), messages.Go())
    await hub.done(START, ANSWER_S)


@CHECKS.add(Level.SHOULD, "a game that is over is answered by `done` without a move", stage=Stage.READY)
async def answers_terminal_positions(hub: HubSession) -> None:
    for scene in TERMINAL:
        await hub.begin(scene, messages.Level(depth=2))
        done = await hub.expect(Done, SEARCH_S)
        if done.move is not None:
            raise CheckFailed(f"`done move={done.move}` in {scene.position}, where the game is over")
        await hub.still_answers()


@CHECKS.add(Level.SHOULD, "`set-param` between `pos` and `go` leaves position and limits alone", stage=Stage.READY)
async def keeps_position_over_parameters(hub: HubSession) -> None:
    await hub.send(Pos(CIRCULAR.position), messages.Level(depth=2))
    await hub.send(messages.SetParam("no-such-parameter", "1"), messages.Go())
    await hub.done(CIRCULAR)
