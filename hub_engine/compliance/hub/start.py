"""Checks of the beginning and the end of a session.

Source: Hub 2 protocol text, sections on initialisation, parameters, ping and quit.
"""

from __future__ import annotations

from hub_engine.compliance.checks import CheckFailed, CheckList, Level
from hub_engine.compliance.hub.scenes import START
from hub_engine.compliance.hub.session import INIT_S, START_S, HubSession, Stage
from protocol.errors import RemoteProtocolError
from protocol.hub import messages
from protocol.hub.lexer import parse_line
from protocol.hub.messages import Init, Ping, Pong, Quit, SetParam

CHECKS: CheckList[HubSession] = CheckList()


@CHECKS.add(Level.MUST, "`hub` is answered, `wait` is the last word of the answer", stage=Stage.PRESENTED, is_gate=True)
async def answers_hub(hub: HubSession) -> None:
    await hub.quiet(0.2)


@CHECKS.add(Level.MUST, "the answer presents the engine by `id` with a name", stage=Stage.PRESENTED, is_gate=True)
async def presents_itself(hub: HubSession) -> str:
    if hub.identity is None:
        if hub.lines("name"):
            raise CheckFailed(f"the engine speaks Hub 1, words without names: `{hub.lines('name')[0]}`")
        raise CheckFailed("no `id` before `wait`")
    if not hub.identity.name:
        raise CheckFailed("`id` without a name")
    return hub.name


@CHECKS.add(
    Level.MUST, "every `param` has name, value, a known type and a value within its own bounds", stage=Stage.PRESENTED
)
async def parameters_are_well_formed(hub: HubSession) -> str:
    names: set[str] = set()
    for line in hub.lines("param"):
        fault = _param_fault(line, names)
        if fault:
            raise CheckFailed(f"{fault}: `{line}`")
    return f"{len(names)} parameters"


def _param_fault(line: str, names: set[str]) -> str:
    """What is wrong with a declaration, or an empty text. names: those seen, to which this one is added."""
    try:
        command = parse_line(line)
    except RemoteProtocolError as error:
        return str(error)
    fields = dict(command.pairs) if command is not None else {}
    missing = [word for word in ("name", "value", "type") if word not in fields]
    if missing:
        return f"{' and '.join(missing)} missing"
    if fields["name"] in names:
        return "declared twice"
    names.add(fields["name"])
    value = fields["value"]
    try:
        match fields["type"]:
            case "bool":
                return "" if value in {"true", "false"} else "a bool is true or false"
            case "int":
                is_inside = int(fields["min"]) <= int(value) <= int(fields["max"])
                return "" if is_inside else "the value is out of its bounds"
            case "real":
                is_inside = float(fields["min"]) <= float(value) <= float(fields["max"])
                return "" if is_inside else "the value is out of its bounds"
            case "enum":
                return "" if value in fields["values"].split() else "the value is none of the values"
            case "string":
                return ""
            case kind:
                return f"unknown type {kind}"
    except (KeyError, ValueError) as error:
        return f"bad bounds or value ({error})"


@CHECKS.add(Level.MUST, "`init` is answered by `ready`", stage=Stage.READY, is_gate=True)
async def initialises(hub: HubSession) -> None:
    await hub.quiet(0.2)


@CHECKS.add(Level.MUST, "`ping` is answered by `pong`, one for one, before and after `init`", stage=Stage.PRESENTED)
async def answers_ping(hub: HubSession) -> None:
    await hub.send(Ping())
    await hub.expect(Pong)
    await hub.initialise()
    await hub.send(Ping(), Ping())
    await hub.expect(Pong)
    await hub.expect(Pong)
    await hub.quiet(0.2)


@CHECKS.add(Level.MUST, "`quit` ends the process", stage=Stage.READY)
async def quits(hub: HubSession) -> None:
    await hub.send(Quit())
    await hub.ends()


@CHECKS.add(Level.MUST, "`quit` right after the start ends the process", stage=Stage.STARTED)
async def quits_at_once(hub: HubSession) -> None:
    await hub.send(Quit())
    await hub.ends()


@CHECKS.add(Level.MUST, "`quit` during a search ends the process", stage=Stage.READY)
async def quits_in_search(hub: HubSession) -> None:
    await hub.begin(START, messages.Level(infinite=True))
    await hub.quiet(0.2, no=messages.Done)
    await hub.send(Quit())
    await hub.ends()


@CHECKS.add(Level.MUST, "the end of its input ends the process, before `hub`", stage=Stage.STARTED)
async def ends_with_input(hub: HubSession) -> None:
    hub.close_input()
    await hub.ends()


@CHECKS.add(Level.MUST, "the end of its input ends the process, when idle", stage=Stage.READY)
async def ends_with_input_idle(hub: HubSession) -> None:
    hub.close_input()
    await hub.ends()


@CHECKS.add(Level.MUST, "the end of its input ends the process during a search", stage=Stage.READY)
async def ends_with_input_in_search(hub: HubSession) -> None:
    await hub.begin(START, messages.Level(infinite=True), messages.GoMode.ANALYZE)
    await hub.quiet(0.2, no=messages.Done)
    hub.close_input()
    await hub.ends()


@CHECKS.add(Level.SHOULD, "its declared values may be sent back unchanged", stage=Stage.PRESENTED)
async def takes_its_own_values(hub: HubSession) -> None:
    """Some GUIs send every parameter they were told."""
    for param in hub.declared.values():
        await hub.send(SetParam(param.name, param.value))
    await hub.send(Init())
    await hub.expect(messages.Ready, INIT_S, "`ready` after all declared parameters and `init`")


@CHECKS.add(
    Level.SHOULD,
    "parameters it never declared are ignored without a word",
    stage=Stage.PRESENTED,
    known="Scan 3.1 reports an error",
)
async def ignores_foreign_parameters(hub: HubSession) -> None:
    for name, value in (("no-such-parameter", "1"), ("initial-time", "60"), ("no-such-file", "a b")):
        await hub.send(SetParam(name, value))
    await hub.initialise()
    await hub.quiet(0.3)


@CHECKS.add(Level.SHOULD, "`hub` and `init` may be repeated", stage=Stage.STARTED)
async def begins_twice(hub: HubSession) -> None:
    for word, answer, within_s in (("hub", "wait", START_S), ("init", "ready", INIT_S)):
        for _ in range(2):
            await hub.send_line(word)
            await hub.command(answer, within_s)
    await hub.send_line("ping")
    await hub.command("pong")


@CHECKS.add(Level.SHOULD, "the whole beginning may come in one piece", stage=Stage.STARTED)
async def begins_pipelined(hub: HubSession) -> None:
    """The lidraughts web client waits for nothing."""
    await hub.send_bytes(f"hub\ninit\npos pos={START.position}\nlevel depth=2\ngo think\n".encode())
    for answer in ("wait", "ready", "done"):
        await hub.command(answer, INIT_S)


@CHECKS.add(Level.SHOULD, "nothing is written to standard error", stage=Stage.READY)
async def is_silent_on_stderr(hub: HubSession) -> None:
    """Several clients read it as if it were the engine's answers."""
    await hub.search(START, messages.Level(depth=3))
    if hub.stderr:
        raise CheckFailed(f"standard error says: {hub.stderr[0]}")


@CHECKS.add(Level.SHOULD, "no line holds a flag or an argument twice", stage=Stage.READY)
async def lines_are_plain(hub: HubSession) -> None:
    """pydraughts wants `name=value` everywhere; GWDGUI takes the first of two equal names, others the last."""
    await hub.search(START, messages.Level(depth=4))
    for word in ("id", "param", "info", "done"):
        for line in hub.lines(word):
            command = parse_line(line)
            names = [name for name, _ in command.pairs] if command is not None else []
            if len(set(names)) < len(names):
                raise CheckFailed(f"an argument stands there twice: `{line}`")
            if line != line.strip() or any(f"{name}=" not in line for name in names):
                raise CheckFailed(f"a flag, or a blank at the end: `{line}`")


@CHECKS.add(Level.SHOULD, "lines may end with CR LF", stage=Stage.STARTED)
async def takes_carriage_returns(hub: HubSession) -> None:
    await hub.send_bytes(b"hub\r\n")
    await hub.command("wait", START_S)
    await hub.send_bytes(b"init\r\n")
    await hub.command("ready", INIT_S)
    await hub.send_bytes(f"pos pos={START.position}\r\nlevel depth=2\r\ngo think\r\n".encode())
    await hub.command("done", INIT_S)


@CHECKS.add(Level.SHOULD, "bytes may come one by one", stage=Stage.STARTED)
async def takes_single_bytes(hub: HubSession) -> None:
    for data, answer in ((b"hub\n", "wait"), (b"init\n", "ready"), (b"ping\n", "pong")):
        for byte in data:
            await hub.send_bytes(bytes([byte]))
        await hub.command(answer, INIT_S)
