"""Every example three ways: whole, byte by byte, and with the next line behind it."""

import math
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.framing import LineFramer
from protocol.hub import messages as hub
from protocol.hub.codec import decode_engine, decode_gui, encode_engine, encode_gui
from protocol.hub.lexer import Command, parse_line

TRACES = yaml.safe_load((Path(__file__).parents[2] / "data" / "hub-sessions.yaml").read_text("utf-8"))["client_traces"]
START = "W" + 20 * "b" + 10 * "e" + 20 * "w"

GUI_EXAMPLES: list[tuple[str, hub.GuiMessage]] = [
    ("hub", hub.Hub()),
    ("set-param name=threads value=4", hub.SetParam("threads", "4")),
    ('set-param name=book-file value=""', hub.SetParam("book-file", "")),
    ('set-param name=path value="a=b c"', hub.SetParam("path", "a=b c")),
    ("init", hub.Init()),
    ("new-game", hub.NewGame()),
    (f"pos pos={START}", hub.Pos(START)),
    (f'pos pos={START} moves="32-28 19-23 28x19x23"', hub.Pos(START, ("32-28", "19-23", "28x19x23"))),
    ("pos pos=W:W32:B17,18,27,28", hub.Pos("W:W32:B17,18,27,28")),
    ("pos start moves=32-28", hub.Pos(None, ("32-28",))),
    ("level depth=4", hub.Level(depth=4)),
    ("level nodes=500000 move-time=0.3", hub.Level(nodes=500_000, move_time_s=0.3)),
    ("level moves=40 time=1e-05 inc=0.1", hub.Level(moves=40, time_s=1e-5, inc_s=0.1)),
    ("level time=-1.5 inc=2.0", hub.Level(time_s=-1.5, inc_s=2.0)),
    ("level infinite", hub.Level(infinite=True)),
    ("level", hub.Level()),
    ("go think", hub.Go(hub.GoMode.THINK)),
    ("go ponder", hub.Go(hub.GoMode.PONDER)),
    ("go analyze", hub.Go(hub.GoMode.ANALYZE)),
    ("stop", hub.Stop()),
    ("ponder-hit", hub.PonderHit()),
    ("ping", hub.Ping()),
    ("quit", hub.Quit()),
]

ENGINE_EXAMPLES: list[tuple[str, hub.EngineMessage]] = [
    (
        'id name=Scan version=3.1 author="Fabien Letouzey" country=France',
        hub.Id("Scan", "3.1", "Fabien Letouzey", "France"),
    ),
    ("id name=x", hub.Id("x")),
    ("param name=ponder value=true type=bool", hub.ParamDecl("ponder", "true", hub.ParamKind.BOOL)),
    ("param name=threads value=1 type=int min=1 max=16", hub.ParamDecl("threads", "1", hub.ParamKind.INT, 1, 16)),
    (
        "param name=pace value=0.5 type=real min=-0.5 max=1.5",
        hub.ParamDecl("pace", "0.5", hub.ParamKind.REAL, -0.5, 1.5),
    ),
    ('param name=log-file value="" type=string', hub.ParamDecl("log-file", "", hub.ParamKind.STRING)),
    (
        'param name=variant value=normal type=enum values="normal killer bt"',
        hub.ParamDecl("variant", "normal", hub.ParamKind.ENUM, values=("normal", "killer", "bt")),
    ),
    ("wait", hub.Wait()),
    ("ready", hub.Ready()),
    (
        'info depth=11 mean-depth=9.4 score=-0.07 nodes=123456 time=0.250 nps=1.500 pv="32-28 19-23 28x19x23"',
        hub.Info(
            depth=11,
            mean_depth=9.4,
            score=-7,
            nodes=123_456,
            time_s=0.25,
            nps=1_500_000.0,
            pv=("32-28", "19-23", "28x19x23"),
        ),
    ),
    ("info depth=1 score=99.99 pv=14x23x19", hub.Info(depth=1, score=9999, win_plies=1, pv=("14x23x19",))),
    ("info depth=1 score=-99.98", hub.Info(depth=1, score=-9998, win_plies=-2)),
    ("info", hub.Info()),
    ("done move=32-28 ponder=19-23", hub.Done("32-28", "19-23")),
    ("done move=32x32x17x18x27x28", hub.Done("32x32x17x18x27x28")),
    ("done", hub.Done()),
    ("pong", hub.Pong()),
    ('error message="bad position"', hub.Error("bad position")),
]

EXAMPLES = [(line, message, decode_gui, encode_gui) for line, message in GUI_EXAMPLES] + [
    (line, message, decode_engine, encode_engine) for line, message in ENGINE_EXAMPLES
]


def read(data: list[bytes], decode) -> list:
    framer = LineFramer()
    lines = [line for piece in data for line in framer.feed(piece)]
    return [decode(parse_line(line.decode("latin-1"))) for line in lines]


@pytest.mark.parametrize(
    ("line", "message", "decode", "encode"), EXAMPLES, ids=[example[0][:60] for example in EXAMPLES]
)
def test_examples(line: str, message, decode, encode) -> None:
    data = line.encode("latin-1") + b"\n"
    assert read([data], decode) == [message]
    assert read([data[:-1] + b"\r\n"], decode) == [message]
    assert read([bytes([byte]) for byte in data], decode) == [message]
    assert read([data + b"ping\npong\nleft ov"], decode)[0] == message
    assert encode(message) == line


@pytest.mark.parametrize("client", sorted(TRACES))
def test_every_line_of_a_real_client_is_understood(client: str) -> None:
    messages = [decode_gui(parse_line(line)) for line in TRACES[client]]
    assert None not in messages
    assert messages[0] == hub.Hub()


def test_traces_say_what_they_mean() -> None:
    lines = TRACES["pydraughts"]
    messages = [decode_gui(parse_line(line)) for line in lines]
    assert messages[lines.index("level time=1.9 inc=0.1")] == hub.Level(time_s=1.9, inc_s=0.1)
    assert messages[10] == hub.Pos(START, ("31-27", "17-21"))
    web = [decode_gui(parse_line(line)) for line in TRACES["lidraughts-web-from-source"]]
    assert hub.Pos(START, ("32-28",)) in web
    assert decode_gui(parse_line("level handicap=3")) == hub.Level()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("level depth=1 depth=2", hub.Level(depth=2)),
        ("level depth=007", hub.Level(depth=7)),
        ("level move-time=0", hub.Level(move_time_s=0.0)),
        ("level moves=0 time=2", hub.Level(moves=0, time_s=2.0)),
        ("level handicap=3 ply=x", hub.Level()),
        ("go", hub.Go(hub.GoMode.THINK)),
        ("go mcts", hub.Go(hub.GoMode.THINK)),
        ("go think now", hub.Go(hub.GoMode.THINK)),
        (f'pos pos={START} wolf="W25=2" moves=""', hub.Pos(START)),
        (f"pos start pos={START}", hub.Pos(START)),
        ("stop now=1", hub.Stop()),
    ],
)
def test_what_we_read_beyond_the_standard(line: str, message: hub.GuiMessage) -> None:
    assert decode_gui(parse_line(line)) == message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('info depth=1 score=0.00 pv="32-28"', hub.Info(depth=1, score=0, pv=("32-28",))),  # no `time`
        ("info depth=12.0 nodes=1e6 score=1", hub.Info(depth=12, nodes=1_000_000, score=100)),
        ("info depth=1 seldepth=9 currmove=x", hub.Info(depth=1)),
        ("info score=-85", hub.Info(score=-8500)),
        ("info score=100", hub.Info(score=10_000, win_plies=0)),
        ("param name=x value=1 type=spin min=1", hub.ParamDecl("x", "1", hub.ParamKind.STRING, 1.0)),
        ("param name=x", hub.ParamDecl("x", "", hub.ParamKind.STRING)),
        ("id", hub.Id("")),
        ("done ponder=19-23", hub.Done(None, "19-23")),
        ('done move=""', hub.Done()),
        ("error", hub.Error("")),
    ],
)
def test_engines_differ_and_are_read(line: str, message: hub.EngineMessage) -> None:
    assert decode_engine(parse_line(line)) == message


@pytest.mark.parametrize("decode", [decode_gui, decode_engine])
@pytest.mark.parametrize("line", ["foo", "foo depth=abc", "HUB", "Go think", "seek"])
def test_unknown_commands_are_nothing(line: str, decode) -> None:
    assert decode(parse_line(line)) is None


@pytest.mark.parametrize(
    ("line", "field", "text"),
    [
        ("level depth=abc", "depth", "abc"),
        ("level depth=-1", "depth", "-1"),
        ("level depth=", "depth", ""),
        ("level depth=2147483648", "depth", "2147483648"),
        ("level nodes=9223372036854775808", "nodes", "9223372036854775808"),
        ("level nodes=1e6", "nodes", "1e6"),
        ("level nodes=" + "9" * 10_000, "nodes", "9" * 10_000),
        ("level moves=-3", "moves", "-3"),
        ("level time=nan", "time", "nan"),
        ("level time=inf", "time", "inf"),
        ("level time=1e999", "time", "1e999"),
        ("level inc=1_0", "inc", "1_0"),
        ("level move-time", "move-time", ""),
        ("level depth=3 move-time=1,5", "move-time", "1,5"),
        ("pos", "pos", ""),
        ("pos moves=32-28", "pos", ""),
        ("set-param value=3", "name", ""),
        ("set-param name=threads", "value", ""),
    ],
)
def test_a_malformed_value_is_named(line: str, field: str, text: str) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        decode_gui(parse_line(line))
    error = caught.value
    assert (error.command, error.field, error.text) == (line.split()[0], field, text)
    assert field in str(error)
    assert len(str(error)) < 150


@pytest.mark.parametrize(
    ("line", "field"), [("info depth=x", "depth"), ("info score=won", "score"), ("info nodes=nan", "nodes")]
)
def test_a_malformed_info_is_named(line: str, field: str) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        decode_engine(parse_line(line))
    assert (caught.value.command, caught.value.field) == ("info", field)


@pytest.mark.parametrize(
    ("info", "score"),
    [
        (hub.Info(score=0), "0.00"),
        (hub.Info(score=-4), "-0.04"),
        (hub.Info(score=123), "1.23"),
        (hub.Info(score=12_000), "79.99"),
        (hub.Info(score=-8_000), "-79.99"),
        (hub.Info(score=9_999, win_plies=1), "99.99"),
        (hub.Info(score=9_990, win_plies=10), "99.90"),
        (hub.Info(win_plies=-2), "-99.98"),
        (hub.Info(win_plies=1500), "90.01"),
        (hub.Info(score=-10_000, win_plies=0), "-100.00"),
        (hub.Info(score=10_000, win_plies=0), "100.00"),
    ],
)
def test_scores_on_the_wire(info: hub.Info, score: str) -> None:
    assert encode_engine(info) == f"info score={score}"


def test_nodes_per_second_are_worked_out_in_millions() -> None:
    assert encode_engine(hub.Info(nodes=3_000_000, time_s=2.0)) == "info nodes=3000000 time=2.000 nps=1.500"
    assert encode_engine(hub.Info(nodes=5, time_s=0.0)) == "info nodes=5 time=0.000"
    assert encode_engine(hub.Info(nps=0.0)) == "info nps=0.000"


@pytest.mark.parametrize(
    "message",
    [
        hub.Done(None, "19-23"),
        hub.Info(pv=("32-28", "")),
        hub.Info(pv=("32-28 19-23",)),
        hub.Info(mean_depth=math.nan),
        hub.Info(time_s=math.inf),
        hub.ParamDecl("a b", "x", hub.ParamKind.STRING, maximum=math.inf),
        hub.ParamDecl("x", "a", hub.ParamKind.ENUM, values=("a", "b c")),
    ],
)
def test_what_nobody_could_read_is_not_written(message: hub.EngineMessage) -> None:
    with pytest.raises(LocalProtocolError):
        encode_engine(message)


@pytest.mark.parametrize(
    "message", [hub.Level(time_s=math.nan), hub.Level(move_time_s=math.inf), hub.Pos(START, ("32-28 19-23",))]
)
def test_a_gui_writes_nothing_unreadable_either(message: hub.GuiMessage) -> None:
    with pytest.raises(LocalProtocolError):
        encode_gui(message)


# --- properties ----------------------------------------------------------------------------------

VALUES = st.text(alphabet=[chr(code) for code in range(0x100) if chr(code) not in '"\r\n'], max_size=12)
WORDS = st.text(alphabet="abcxyz0189-:.\xe9", min_size=1, max_size=6)
LISTS = st.lists(WORDS, max_size=4).map(tuple)
REALS = st.floats(allow_nan=False, allow_infinity=False)
SCORES = st.integers(-7999, 7999).map(lambda score: (score, None)) | st.integers(1, 999).flatmap(
    lambda plies: st.sampled_from([(10_000 - plies, plies), (plies - 10_000, -plies)])
)
LEVELS = st.builds(
    hub.Level,
    depth=st.none() | st.integers(0, 2**31 - 1),
    nodes=st.none() | st.integers(0, 2**63 - 1),
    move_time_s=st.none() | REALS,
    moves=st.none() | st.integers(0, 2**31 - 1),
    time_s=st.none() | REALS,
    inc_s=st.none() | REALS,
    infinite=st.booleans(),
)
GUI_MESSAGES = st.one_of(
    st.builds(hub.SetParam, VALUES, VALUES),
    st.builds(hub.Pos, st.none() | VALUES, LISTS),
    LEVELS,
    st.builds(hub.Go, st.sampled_from(hub.GoMode)),
)
INFOS = st.builds(
    lambda depth, mean, score, nodes, time_ms, knps, pv: hub.Info(
        depth=depth,
        mean_depth=mean / 10,
        score=score[0],
        win_plies=score[1],
        nodes=nodes,
        time_s=time_ms / 1000,
        nps=float(knps * 1000),
        pv=pv,
    ),
    st.integers(0, 200),
    st.integers(0, 2000),
    SCORES,
    st.integers(0, 10**12),
    st.integers(0, 10**8),
    st.integers(0, 10**6),
    LISTS,
)
ENGINE_MESSAGES = st.one_of(
    st.builds(hub.Id, VALUES, st.none() | VALUES, st.none() | VALUES, st.none() | VALUES),
    st.builds(
        hub.ParamDecl, VALUES, VALUES, st.sampled_from(hub.ParamKind), st.none() | REALS, st.none() | REALS, LISTS
    ),
    INFOS,
    st.builds(hub.Done, WORDS, st.none() | WORDS),
    st.builds(hub.Error, VALUES),
)


@given(GUI_MESSAGES)
def test_gui_messages_read_back(message: hub.GuiMessage) -> None:
    assert decode_gui(parse_line(encode_gui(message))) == message


@given(ENGINE_MESSAGES)
def test_engine_messages_read_back(message: hub.EngineMessage) -> None:
    back = decode_engine(parse_line(encode_engine(message)))
    if isinstance(message, hub.Info) and isinstance(back, hub.Info):
        assert back.nps == pytest.approx(message.nps)
        back, message = (
            hub.Info(depth=info.depth, score=info.score, win_plies=info.win_plies, pv=info.pv)
            for info in (back, message)
        )
    assert back == message


@given(
    st.sampled_from(["level", "pos", "set-param", "go", "info", "param", "done", "id"]),
    st.lists(
        st.tuples(
            st.sampled_from(
                ["depth", "nodes", "time", "move-time", "pos", "moves", "score", "pv", "min", "name", "value"]
            ),
            VALUES,
        )
    ),
)
def test_no_value_raises_anything_else(name: str, pairs: list[tuple[str, str]]) -> None:
    for decode in (decode_gui, decode_engine):
        try:
            decode(Command(name, tuple(pairs)))
        except RemoteProtocolError as error:
            assert error.command == name
