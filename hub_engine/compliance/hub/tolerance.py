"""Checks of what an engine makes of lines that are unknown, odd or wrong.

Source: Hub 2 protocol text, sections on syntax and on unknown commands; the rest is what real clients were seen to
send, and the least that a session needs: it goes on.
"""

from __future__ import annotations

from hub_engine.compliance.checks import CheckFailed, CheckList, Level
from hub_engine.compliance.hub.scenes import BAD_POSITIONS, CIRCULAR, SHUFFLE, SHUFFLE_MOVES, START
from hub_engine.compliance.hub.session import ANSWER_S, SEARCH_S, HubSession, Scene, Stage
from protocol.hub import messages
from protocol.hub.messages import Done, Go, ParamKind, Pos, SetParam, Stop

CHECKS: CheckList[HubSession] = CheckList()


@CHECKS.add(Level.MUST, "unknown commands do not disturb", stage=Stage.READY)
async def survives_unknown_commands(hub: HubSession) -> None:
    for line in ("foo", "foo bar=1 baz", 'foo bar="a b"'):
        await hub.send_line(line)
    await hub.still_answers()
    await hub.search(START, messages.Level(depth=2))


@CHECKS.add(Level.MUST, "unknown arguments of known commands do not disturb", stage=Stage.READY)
async def survives_unknown_arguments(hub: HubSession) -> None:
    await hub.send_line(f'pos pos={CIRCULAR.position} wolf="W25=2"')
    await hub.send_line("level handicap=3 ply=2 depth=2")
    await hub.send(Go())
    await hub.done(CIRCULAR)


@CHECKS.add(Level.MUST, "values may be quoted, arguments come in any order", stage=Stage.READY)
async def reads_quotes(hub: HubSession) -> None:
    for line in (
        f'pos pos="{CIRCULAR.position}"',
        f'pos moves="" pos={CIRCULAR.position}',
        f'pos  pos={CIRCULAR.position}   moves="" ',
    ):
        await hub.send_line(line)
        await hub.send(messages.Level(depth=1), Go())
        await hub.done(CIRCULAR)


@CHECKS.add(Level.MUST, "a value with blanks and `=` in quotes is one value", stage=Stage.PRESENTED)
async def reads_odd_values(hub: HubSession) -> None:
    await hub.send_line('set-param name=no-such-path value="a=b c"')
    await hub.initialise()
    await hub.search(START, messages.Level(depth=2))


@CHECKS.add(
    Level.SHOULD,
    "unknown commands, empty lines and blanks are ignored without a word",
    stage=Stage.READY,
    known="Scan 3.1 sends `error`",
)
async def is_silent_on_unknown_commands(hub: HubSession) -> None:
    """A client that waits for `done` may take any `error` for its failure."""
    for line in ("foo bar=1", "", "   "):
        await hub.send_line(line)
    await hub.quiet(0.3)


@CHECKS.add(Level.SHOULD, "blanks around `=` and tabs are read", stage=Stage.READY)
async def reads_blanks(hub: HubSession) -> None:
    await hub.send_line(f"  pos\tpos = {CIRCULAR.position}")
    await hub.send_line("level  depth = 2 ")
    await hub.send(Go())
    await hub.done(CIRCULAR)


@CHECKS.add(
    Level.SHOULD, "a quote left open does not end the session", stage=Stage.READY, known="Scan 3.1 ends its process"
)
async def survives_open_quotes(hub: HubSession) -> None:
    await hub.send_line(f'pos pos="{START.position}')
    await hub.still_answers()


@CHECKS.add(
    Level.SHOULD,
    "a word where a number belongs does not end the session, nor search for ever",
    stage=Stage.READY,
    known="Scan 3.1 ends its process",
)
async def survives_words_for_numbers(hub: HubSession) -> None:
    await hub.send(Pos(START.position))
    await hub.send_line("level depth=abc")
    await hub.still_answers()
    await hub.send(Go())
    await hub.done(START)


@CHECKS.add(Level.SHOULD, "numbers beyond all bounds do not end the session", stage=Stage.READY)
async def survives_huge_numbers(hub: HubSession) -> None:
    for line in ("level depth=99999999999999999999", "level nodes=-1", "level time=1e999", "level move-time=nan"):
        await hub.send_line(line)
    await hub.still_answers()


@CHECKS.add(
    Level.SHOULD, "an empty value does not end the session", stage=Stage.READY, known="Scan 3.1 ends its process"
)
async def survives_empty_values(hub: HubSession) -> None:
    await hub.send_line("set-param name=no-such-parameter value=")
    await hub.send_line("set-param name= value=")
    await hub.still_answers()


@CHECKS.add(
    Level.SHOULD,
    "a value that a parameter cannot have is refused, the session goes on",
    stage=Stage.READY,
    known="Scan 3.1 ends its process for an unknown variant",
)
async def refuses_bad_values(hub: HubSession) -> str:
    names = []
    for param in hub.declared.values():
        if param.kind is not ParamKind.STRING:
            names.append(param.name)
            await hub.send(SetParam(param.name, "no-such-value"))
            try:
                await hub.still_answers()
            except CheckFailed as error:
                raise CheckFailed(f"{param.name}: {error}") from error
    await hub.search(START, messages.Level(depth=2))
    return "" if names else "no parameter to try"


@CHECKS.add(Level.SHOULD, "bad positions are reported by `error`, and a good one works afterwards", stage=Stage.READY)
async def reports_bad_positions(hub: HubSession) -> None:
    for fault, position in BAD_POSITIONS.items():
        await hub.send(Pos(position))
        await hub.reports(f"a position with {fault}: {position}")
        await hub.search(START, messages.Level(depth=2))


@CHECKS.add(Level.SHOULD, "an illegal move in `moves` is reported by `error`", stage=Stage.READY)
async def reports_illegal_moves(hub: HubSession) -> None:
    for moves in (("32-28", "1-50"), ("32-28;19-23",), ("32-26",)):
        await hub.send(Pos(START.position, moves))
        await hub.reports(f"moves {' '.join(moves)}")
    await hub.search(START, messages.Level(depth=2))


@CHECKS.add(
    Level.SHOULD, "bytes that are no text do not end the session", stage=Stage.READY, known="dame ends its process"
)
async def survives_strange_bytes(hub: HubSession) -> None:
    for data in (b"\xff\xfe\n", b"set-param name=\xe9 value=\xff\xfe\n", b"pi\0ng\n"):
        await hub.send_bytes(data)
    await hub.still_answers()


@CHECKS.add(
    Level.SHOULD,
    "a history of 400 plies is played, though the game was drawn by rule long before its end",
    stage=Stage.READY,
    known="dame plays nothing after a draw",
)
async def replays_drawn_games(hub: HubSession) -> None:
    await hub.search(Scene(SHUFFLE, SHUFFLE_MOVES * 100), messages.Level(depth=1))


@CHECKS.add(
    Level.SHOULD, "a line of two megabytes does not end the session", stage=Stage.READY, known="dame ends its process"
)
async def survives_endless_lines(hub: HubSession) -> None:
    await hub.send_bytes(b"pos pos=" + b"e" * (1 << 21) + b"\n")
    await hub.still_answers()


@CHECKS.add(
    Level.SHOULD,
    "position and `go` without `init` are served",
    stage=Stage.PRESENTED,
    known="Scan 3.1 ends by a segmentation fault",
)
async def serves_before_init(hub: HubSession) -> None:
    await hub.send_line(f"pos pos={START.position}")
    await hub.send_line("level depth=1")
    await hub.send_line("go think")
    await hub.command("done", SEARCH_S)


@CHECKS.add(Level.SHOULD, "a command during a search ends it, with its `done`, and is then served", stage=Stage.READY)
async def serves_in_mid_search(hub: HubSession) -> None:
    await hub.begin(START, messages.Level(infinite=True))
    await hub.quiet(0.2, no=Done)
    await hub.send_line(f"pos pos={CIRCULAR.position}")
    await hub.done(START, ANSWER_S)
    await hub.send(messages.Level(depth=1), Go())
    await hub.done(CIRCULAR)


@CHECKS.add(Level.SHOULD, "two `go` have two `done`", stage=Stage.READY)
async def answers_two_searches(hub: HubSession) -> None:
    await hub.begin(START, messages.Level(infinite=True))
    await hub.quiet(0.2, no=Done)
    await hub.send_line("go think")
    await hub.done(START, ANSWER_S)
    # The second one has no limit, or the engine kept the first one's.
    await hub.send_line("stop")
    await hub.command("done", ANSWER_S)
    await hub.still_answers()


@CHECKS.add(Level.SHOULD, "`go` without a position, or in an unknown mode, is answered", stage=Stage.READY)
async def answers_odd_searches(hub: HubSession) -> None:
    for line in ("go", "go mcts"):
        await hub.send(Pos(CIRCULAR.position), messages.Level(depth=1))
        await hub.send_line(line)
        await hub.command("done", SEARCH_S)
    await hub.still_answers()


@CHECKS.add(Level.SHOULD, "a hundred searches that are stopped at once have a hundred `done`", stage=Stage.READY)
async def counts_its_answers(hub: HubSession) -> None:
    for _ in range(100):
        await hub.begin(START, messages.Level(infinite=True))
        await hub.send(Stop())
        await hub.done(START, ANSWER_S)
    await hub.still_answers()
