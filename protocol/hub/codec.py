"""Hub commands to messages and back.

Decides which words exist, what their values mean, and the exact form of what we write. Must not
know whose turn it is. Unknown words and arguments are ignored, as the Hub text asks; a malformed
value of a known argument is the peer's fault and names the argument.
Source: Hub 2 protocol text; the order and form of `info`, `param` and `done` follow what existing
clients parse (several of them read by position or with one fixed pattern).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeVar, assert_never

from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.hub.lexer import Command, format_line, split_words
from protocol.hub.messages import (
    Done,
    EngineMessage,
    Error,
    Go,
    GoMode,
    GuiMessage,
    Hub,
    Id,
    Info,
    Init,
    Level,
    NewGame,
    ParamDecl,
    ParamKind,
    Ping,
    PonderHit,
    Pong,
    Pos,
    Quit,
    Ready,
    SetParam,
    Stop,
    Wait,
)
from protocol.hub.numbers import (
    MAX_INT32,
    MAX_INT64,
    format_hundredths,
    parse_integer,
    parse_real,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# Hundredths of a man. A forced result in n plies is 100 men minus n hundredths; above 90 men every
# reader takes it for one, and 80..90 stands for a win found in a database: ordinary scores stay
# below.
_DECIDED = 10_000
_DECIDED_LIMIT = 9_000
_MAX_ORDINARY_SCORE = 7_999

Arguments = list[tuple[str, str | None]]
_Value = TypeVar("_Value")


class _Fields:
    """Arguments of a received command by name; of a repeated one the last counts."""

    def __init__(self, command: Command) -> None:
        self._command = command.name
        self._values = dict(command.pairs)

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def text(self, name: str) -> str | None:
        return self._values.get(name)

    def required_text(self, name: str) -> str:
        value = self._values.get(name)
        if value is None:
            raise RemoteProtocolError("missing argument", command=self._command, field=name)
        return value

    def words(self, name: str) -> tuple[str, ...]:
        return split_words(self._values.get(name, ""))

    def integer(self, name: str, maximum: int, minimum: int = 0) -> int | None:
        return self._read(name, lambda text: parse_integer(text, minimum, maximum))

    def real(self, name: str) -> float | None:
        return self._read(name, parse_real)

    def count(self, name: str) -> int | None:
        """An integer that some engines write as a real (`nodes=1e6`)."""
        return self._read(name, lambda text: round(parse_real(text)))

    def _read(self, name: str, read: Callable[[str], _Value]) -> _Value | None:
        text = self._values.get(name)
        if text is None:
            return None
        try:
            return read(text)
        except ValueError as error:
            raise RemoteProtocolError(str(error), text=text, command=self._command, field=name) from error


# --- what a GUI sends ----------------------------------------------------------------------------


def _decode_set_param(fields: _Fields) -> SetParam:
    return SetParam(fields.required_text("name"), fields.required_text("value"))


def _decode_pos(fields: _Fields) -> Pos:
    is_start = "start" in fields and "pos" not in fields
    position = None if is_start else fields.required_text("pos")
    return Pos(position, fields.words("moves"))


def _decode_level(fields: _Fields) -> Level:
    return Level(
        depth=fields.integer("depth", MAX_INT32),
        nodes=fields.integer("nodes", MAX_INT64),
        move_time_s=fields.real("move-time"),
        moves=fields.integer("moves", MAX_INT32),
        time_s=fields.real("time"),
        inc_s=fields.real("inc"),
        infinite="infinite" in fields,
    )


def _decode_go(fields: _Fields) -> Go:
    for mode in (GoMode.ANALYZE, GoMode.PONDER):
        if mode.value in fields:
            return Go(mode)
    return Go(GoMode.THINK)


_GUI_DECODERS: Mapping[str, Callable[[_Fields], GuiMessage]] = {
    "hub": lambda _: Hub(),
    "set-param": _decode_set_param,
    "init": lambda _: Init(),
    "new-game": lambda _: NewGame(),
    "pos": _decode_pos,
    "level": _decode_level,
    "go": _decode_go,
    "stop": lambda _: Stop(),
    "ponder-hit": lambda _: PonderHit(),
    "ping": lambda _: Ping(),
    "quit": lambda _: Quit(),
}


def decode_gui(command: Command) -> GuiMessage | None:
    """The message of a line from a GUI, None for an unknown command.

    Raises RemoteProtocolError naming the argument and its value.
    """
    decode = _GUI_DECODERS.get(command.name)
    return decode(_Fields(command)) if decode is not None else None


def encode_gui(message: GuiMessage) -> str:
    """The line, without LF, that a GUI sends. Raises LocalProtocolError when it cannot be read back."""
    match message:
        case Hub():
            return format_line("hub")
        case SetParam(name, value):
            return format_line("set-param", [("name", name), ("value", value)])
        case Init():
            return format_line("init")
        case NewGame():
            return format_line("new-game")
        case Pos():
            return format_line("pos", _pos_arguments(message))
        case Level():
            return format_line("level", _level_arguments(message))
        case Go(mode):
            return format_line("go", [(mode.value, None)])
        case Stop():
            return format_line("stop")
        case PonderHit():
            return format_line("ponder-hit")
        case Ping():
            return format_line("ping")
        case Quit():
            return format_line("quit")
        case _:
            assert_never(message)


def _pos_arguments(pos: Pos) -> Arguments:
    arguments: Arguments = [("start", None) if pos.position is None else ("pos", pos.position)]
    if pos.moves:
        arguments.append(("moves", _joined(pos.moves)))
    return arguments


def _level_arguments(level: Level) -> Arguments:
    numbers: list[tuple[str, float | None]] = [
        ("depth", level.depth),
        ("nodes", level.nodes),
        ("move-time", level.move_time_s),
        ("moves", level.moves),
        ("time", level.time_s),
        ("inc", level.inc_s),
    ]
    arguments: Arguments = [(name, _number(name, value)) for name, value in numbers if value is not None]
    if level.infinite:
        arguments.append(("infinite", None))
    return arguments


# --- what an engine sends ------------------------------------------------------------------------


def _decode_id(fields: _Fields) -> Id:
    return Id(
        name=fields.text("name") or "",
        version=fields.text("version"),
        author=fields.text("author"),
        country=fields.text("country"),
    )


def _decode_param(fields: _Fields) -> ParamDecl:
    try:
        kind = ParamKind(fields.text("type"))
    except ValueError:
        # The specification's rule for GUIs: any parameter can be handled as a string.
        kind = ParamKind.STRING
    return ParamDecl(
        name=fields.required_text("name"),
        value=fields.text("value") or "",
        kind=kind,
        minimum=fields.real("min"),
        maximum=fields.real("max"),
        values=fields.words("values"),
    )


def _decode_info(fields: _Fields) -> Info:
    score_men = fields.real("score")
    nps_millions = fields.real("nps")
    score = None if score_men is None else round(score_men * 100)
    return Info(
        depth=fields.count("depth"),
        mean_depth=fields.real("mean-depth"),
        score=score,
        win_plies=None if score is None else _win_plies(score),
        nodes=fields.count("nodes"),
        time_s=fields.real("time"),
        nps=None if nps_millions is None else nps_millions * 1e6,
        pv=fields.words("pv"),
    )


def _win_plies(score: int) -> int | None:
    """Distance to the forced result this score stands for, None for any other score."""
    if not _DECIDED_LIMIT < abs(score) <= _DECIDED:
        return None
    plies = _DECIDED - abs(score)
    return plies if score > 0 else -plies


_ENGINE_DECODERS: Mapping[str, Callable[[_Fields], EngineMessage]] = {
    "id": _decode_id,
    "param": _decode_param,
    "wait": lambda _: Wait(),
    "ready": lambda _: Ready(),
    "info": _decode_info,
    "done": lambda fields: Done(fields.text("move") or None, fields.text("ponder") or None),
    "pong": lambda _: Pong(),
    "error": lambda fields: Error(fields.text("message") or ""),
}


def decode_engine(command: Command) -> EngineMessage | None:
    """The message of a line from an engine, None for an unknown command.

    Tolerant where engines differ: absent arguments, counts written as reals, unknown types.
    Raises RemoteProtocolError naming the argument and its value.
    """
    decode = _ENGINE_DECODERS.get(command.name)
    return decode(_Fields(command)) if decode is not None else None


def encode_engine(message: EngineMessage) -> str:
    """The line, without LF, that an engine sends. Raises LocalProtocolError when nobody could read it."""
    match message:
        case Id():
            return format_line("id", _id_arguments(message))
        case ParamDecl():
            return format_line("param", _param_arguments(message))
        case Wait():
            return format_line("wait")
        case Ready():
            return format_line("ready")
        case Info():
            return format_line("info", _info_arguments(message))
        case Done():
            return format_line("done", _done_arguments(message))
        case Pong():
            return format_line("pong")
        case Error(text):
            return format_line("error", [("message", text)])
        case _:
            assert_never(message)


def _id_arguments(identity: Id) -> Arguments:
    texts = [
        ("name", identity.name),
        ("version", identity.version),
        ("author", identity.author),
        ("country", identity.country),
    ]
    return [(name, value) for name, value in texts if value is not None]


def _param_arguments(param: ParamDecl) -> Arguments:
    """`name` first and `values` last: draughtsnet reads them by position."""
    arguments: Arguments = [
        ("name", param.name),
        ("value", param.value),
        ("type", param.kind.value),
    ]
    bounds = (("min", param.minimum), ("max", param.maximum))
    arguments += [(name, _number(name, bound)) for name, bound in bounds if bound is not None]
    if param.values:
        arguments.append(("values", _joined(param.values)))
    return arguments


def _info_arguments(info: Info) -> Arguments:
    """In the one order that the fixed pattern of the lidraughts web client reads."""
    arguments: Arguments = []
    if info.depth is not None:
        arguments.append(("depth", str(info.depth)))
    if info.mean_depth is not None:
        arguments.append(("mean-depth", _number("mean-depth", info.mean_depth, ".1f")))
    if info.score is not None or info.win_plies is not None:
        arguments.append(("score", format_hundredths(_wire_score(info))))
    if info.nodes is not None:
        arguments.append(("nodes", str(info.nodes)))
    if info.time_s is not None:
        arguments.append(("time", _number("time", info.time_s, ".3f")))
    nps = _nodes_per_second(info)
    if nps is not None:
        arguments.append(("nps", _number("nps", nps / 1e6, ".3f")))
    if info.pv:
        arguments.append(("pv", _joined(info.pv)))
    return arguments


def _wire_score(info: Info) -> int:
    score = info.score or 0
    if info.win_plies is None:
        return max(-_MAX_ORDINARY_SCORE, min(score, _MAX_ORDINARY_SCORE))
    size = max(_DECIDED - abs(info.win_plies), _DECIDED_LIMIT + 1)
    is_loss = info.win_plies < 0 or (info.win_plies == 0 and score < 0)
    return -size if is_loss else size


def _nodes_per_second(info: Info) -> float | None:
    if info.nps is not None:
        return info.nps
    if info.nodes is None or not info.time_s:
        return None
    return info.nodes / info.time_s


def _done_arguments(done: Done) -> Arguments:
    """`move`, then `ponder`, nothing else: pydraughts counts the pairs."""
    if done.move is None:
        if done.ponder is not None:
            raise LocalProtocolError("done: a ponder move needs a move before it")
        return []
    arguments: Arguments = [("move", done.move)]
    if done.ponder is not None:
        arguments.append(("ponder", done.ponder))
    return arguments


def _number(name: str, value: float, form: str = "") -> str:
    if not math.isfinite(value):
        raise LocalProtocolError(f"{name}: not a finite number: {value}")
    return format(value, form)


def _joined(words: tuple[str, ...]) -> str:
    """The words as one value. Raises LocalProtocolError when they would not come apart again."""
    joined = " ".join(words)
    if split_words(joined) != words:
        raise LocalProtocolError(f"not a list of words: {joined!r}")
    return joined
