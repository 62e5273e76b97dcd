"""The engine's state machine; bytes in, events out, messages in, bytes out."""

import gc
import weakref

import pytest

from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.hub import messages as hub
from protocol.hub.engine_connection import EngineConnection, EngineEvent, Initialise, Reply, StartSearch
from protocol.hub.lines import EndOfInput
from protocol.hub.states import EngineState

START = "W" + 20 * "b" + 10 * "e" + 20 * "w"


def events(connection: EngineConnection, *lines: str) -> list[EngineEvent]:
    """Everything these lines lead to before the session does anything."""
    for line in lines:
        connection.receive_data(line.encode("latin-1") + b"\n")
    return rest(connection)


def rest(connection: EngineConnection) -> list[EngineEvent]:
    return list(iter(connection.next_event, None))


def errors(found: list[EngineEvent]) -> list[str]:
    return [
        event.message.message for event in found if isinstance(event, Reply) and isinstance(event.message, hub.Error)
    ]


@pytest.fixture
def idle() -> EngineConnection:
    connection = EngineConnection()
    assert events(connection, "init") == [Initialise(wants_ready=True)]
    assert connection.send(hub.Ready()) == b"ready\n"
    return connection


@pytest.fixture
def searching(idle: EngineConnection) -> EngineConnection:
    assert events(idle, "level infinite", "go think") == [
        StartSearch(hub.GoMode.THINK, hub.Level(infinite=True), use_default_limit=False)
    ]
    return idle


# --- engine: getting started ---------------------------------------------------------------------


def test_handshake() -> None:
    connection = EngineConnection()
    assert connection.state is EngineState.NEW
    assert events(connection, "hub") == [hub.Hub()]
    assert connection.state is EngineState.CONFIG
    sent = [hub.Id("x"), hub.ParamDecl("threads", "1", hub.ParamKind.INT, 1, 8), hub.Wait()]
    assert b"".join(connection.send(message) for message in sent) == (
        b"id name=x\nparam name=threads value=1 type=int min=1 max=8\nwait\n"
    )
    assert events(connection, "set-param name=threads value=2", "init") == [
        hub.SetParam("threads", "2"),
        Initialise(wants_ready=True),
    ]
    assert connection.state is EngineState.IDLE


def test_hub_and_init_may_be_repeated(idle: EngineConnection) -> None:
    assert events(idle, "hub", "init", "hub") == [hub.Hub(), Initialise(wants_ready=True), hub.Hub()]
    assert idle.state is EngineState.IDLE
    assert idle.send(hub.Ready()) == b"ready\n"


@pytest.mark.parametrize("greeting", [[], ["hub"]])
@pytest.mark.parametrize(
    ("line", "event"),
    [
        (f"pos pos={START}", hub.Pos(START)),
        ("go think", StartSearch(hub.GoMode.THINK, hub.Level(), use_default_limit=False)),
        ("new-game", hub.NewGame()),
        ("level depth=1", None),
    ],
)
def test_init_is_implied(greeting: list[str], line: str, event: EngineEvent | None) -> None:
    connection = EngineConnection()
    events(connection, *greeting)
    expected = [Initialise(wants_ready=False)] + ([event] if event is not None else [])
    assert events(connection, line) == expected
    with pytest.raises(LocalProtocolError):
        connection.send(hub.Ready())


def test_a_level_before_init_counts() -> None:
    connection = EngineConnection()
    assert events(connection, "level depth=3", "go") == [
        Initialise(wants_ready=False),
        StartSearch(hub.GoMode.THINK, hub.Level(depth=3), use_default_limit=False),
    ]


@pytest.mark.parametrize("greeting", [[], ["hub"], ["init"]])
def test_stop_and_ponder_hit_are_nothing_without_a_search(greeting: list[str]) -> None:
    connection = EngineConnection()
    events(connection, *greeting)
    state = connection.state
    assert events(connection, "stop", "ponder-hit", "stop") == []
    assert connection.state is state


def test_unknown_words_and_blank_lines_are_silent(idle: EngineConnection) -> None:
    assert events(idle, "foo", "foo bar=1 baz", "", "   ", "level handicap=3 ply=2") == []


# --- engine: limits ------------------------------------------------------------------------------


def test_level_lines_add_up(idle: EngineConnection) -> None:
    lines = [
        "level move-time=30",
        "level depth=9 nodes=5",
        "set-param name=eval value=pst",
        "level depth=1",
        "go analyze",
    ]
    assert events(idle, *lines) == [
        hub.SetParam("eval", "pst"),
        StartSearch(hub.GoMode.ANALYZE, hub.Level(depth=1, nodes=5, move_time_s=30.0), use_default_limit=False),
    ]


@pytest.mark.parametrize("line", ["level moves=0 time=2", "level moves=40 time=2"])
def test_no_moves_to_go_is_none(idle: EngineConnection, line: str) -> None:
    (event,) = events(idle, line, "go")
    assert isinstance(event, StartSearch)
    assert event.level.moves == (None if "=0" in line else 40)


def test_a_position_resets_the_limits(idle: EngineConnection) -> None:
    assert events(idle, "level depth=1", f"pos pos={START}") == [hub.Pos(START)]
    idle.accept_position()
    assert events(idle, "go") == [StartSearch(hub.GoMode.THINK, hub.Level(), use_default_limit=False)]


def test_the_end_of_a_search_resets_the_limits(idle: EngineConnection) -> None:
    events(idle, "level depth=1", "go")
    assert idle.send(hub.Done("32-28")) == b"done move=32-28\n"
    assert events(idle, "go") == [StartSearch(hub.GoMode.THINK, hub.Level(), use_default_limit=False)]


def test_new_game_keeps_position_and_limits(idle: EngineConnection) -> None:
    assert events(idle, "level depth=4", "new-game", "go") == [
        hub.NewGame(),
        StartSearch(hub.GoMode.THINK, hub.Level(depth=4), use_default_limit=False),
    ]


@pytest.mark.parametrize(
    ("lines", "use_default"),
    [
        (["level depth=abc"], True),
        (["level depth=abc", "level moves=3 inc=1"], True),
        (['level depth="3'], True),
        (["level " + "depth=1 " * 20], True),  # over the length limit
        (["level depth=abc", "level depth=3"], False),
        (["level move-time=3", "level depth=abc"], False),
        (["level depth=abc", "level infinite"], False),
        (["level depth=abc", f"pos pos={START}"], False),
        ([], False),
    ],
)
def test_a_refused_level_does_not_make_an_endless_search(lines: list[str], use_default: bool) -> None:
    connection = EngineConnection(max_line_bytes=100)
    found = events(connection, "init", *lines)
    connection.accept_position()
    assert len(errors(found)) == sum("abc" in line or '"' in line or len(line) > 100 for line in lines)
    (start,) = events(connection, "go")
    assert isinstance(start, StartSearch)
    assert start.use_default_limit is use_default
    connection.send(hub.Done("32-28"))
    assert events(connection, "go") == [StartSearch(hub.GoMode.THINK, hub.Level(), use_default_limit=False)]


# --- engine: positions ---------------------------------------------------------------------------


def test_go_on_a_bad_position_gets_a_bare_done(idle: EngineConnection) -> None:
    assert events(idle, "pos pos=x") == [hub.Pos("x")]
    assert idle.reject_position("1 square given") == b'error message="1 square given"\n'
    for _ in range(2):
        assert events(idle, "level depth=2", "go") == [Reply(hub.Done())]
        assert idle.send(hub.Done()) == b"done\n"
    assert events(idle, f"pos pos={START}") == [hub.Pos(START)]
    idle.accept_position()
    assert events(idle, "go") == [StartSearch(hub.GoMode.THINK, hub.Level(), use_default_limit=False)]


def test_a_position_nobody_accepted_is_bad(idle: EngineConnection) -> None:
    assert events(idle, f"pos pos={START}", "go") == [hub.Pos(START), Reply(hub.Done())]


@pytest.mark.parametrize(
    "line",
    [f'pos pos="{START}', "pos", f"pos pos={START} moves", f"pos pos={START}" + " " * 100, "pos =", "pos moves=32-28"],
)
def test_a_pos_line_that_does_not_read_leaves_no_old_position(line: str) -> None:
    connection = EngineConnection(max_line_bytes=100)
    found = events(connection, "init", f"pos pos={START}")
    connection.accept_position()
    found = events(connection, line, "go")
    if line.endswith(" moves"):  # an empty list of moves is fine
        assert found[0] == hub.Pos(START)
        return
    assert len(errors(found)) == 1
    assert found[-1] == Reply(hub.Done())


def test_the_position_survives_a_search(idle: EngineConnection) -> None:
    events(idle, f"pos pos={START}")
    idle.accept_position()
    for _ in range(2):
        assert events(idle, "go") == [StartSearch(hub.GoMode.THINK, hub.Level(), use_default_limit=False)]
        idle.send(hub.Done("32-28"))


# --- engine: searching ---------------------------------------------------------------------------


def test_ping_is_answered_in_mid_search(searching: EngineConnection) -> None:
    assert events(searching, "ping", "ping") == [Reply(hub.Pong()), Reply(hub.Pong())]
    assert searching.send(hub.Pong()) == b"pong\n"
    assert searching.state is EngineState.SEARCHING


def test_many_stops_are_one_and_ping_waits_for_done(searching: EngineConnection) -> None:
    assert events(searching, "stop", "stop", "ping", "stop") == [hub.Stop()]
    assert searching.is_searching
    assert searching.send(hub.Info(depth=1)) == b"info depth=1\n"
    assert searching.send(hub.Done("32-28", "19-23")) == b"done move=32-28 ponder=19-23\n"
    assert rest(searching) == [Reply(hub.Pong())]
    assert events(searching, "stop") == []


def test_a_command_in_mid_search_stops_it_and_waits(searching: EngineConnection) -> None:
    lines = [f"pos pos={START}", "level depth=1", "ping", "go analyze", "stop", "set-param name=a value=b"]
    assert events(searching, *lines) == [hub.Stop()]
    searching.send(hub.Done("32-28"))
    assert searching.next_event() == hub.Pos(START)
    searching.accept_position()
    assert rest(searching) == [
        Reply(hub.Pong()),
        StartSearch(hub.GoMode.ANALYZE, hub.Level(depth=1), use_default_limit=False),
        hub.Stop(),
    ]
    searching.send(hub.Done("32-28"))
    assert rest(searching) == [hub.SetParam("a", "b")]


@pytest.mark.parametrize(
    "line",
    [
        "hub",
        "set-param name=a value=b",
        "init",
        "new-game",
        "pos start",
        "level depth=1",
        "go",
        "quit",
        "level depth=x",
    ],
)
def test_every_such_command_stops(searching: EngineConnection, line: str) -> None:
    assert events(searching, line) == [hub.Stop()]
    assert rest(searching) == []
    searching.send(hub.Done())
    found = rest(searching)
    # A `level` line alone is the connection's own business.
    assert len(found) == (0 if line == "level depth=1" else 1)


def test_a_second_go_in_mid_search_has_its_own_done(searching: EngineConnection) -> None:
    assert events(searching, "go ponder") == [hub.Stop()]
    searching.send(hub.Done("32-28"))
    assert rest(searching) == [StartSearch(hub.GoMode.PONDER, hub.Level(), use_default_limit=False)]
    searching.send(hub.Done("32-28"))
    with pytest.raises(LocalProtocolError):
        searching.send(hub.Done("32-28"))


@pytest.mark.parametrize("line", ["foo", "", "  ", "foo depth=x"])
def test_unknown_lines_do_not_disturb_a_search(searching: EngineConnection, line: str) -> None:
    assert events(searching, line) == []
    assert searching.state is EngineState.SEARCHING


@pytest.mark.parametrize("line", ["=x", '"go"', 'stop "', "\0", 'foo "'])
def test_rubbish_in_mid_search_is_refused_without_stopping(searching: EngineConnection, line: str) -> None:
    assert len(errors(events(searching, line))) == 1
    assert searching.state is EngineState.SEARCHING


def test_a_refused_level_in_mid_search_counts_for_the_next_one(searching: EngineConnection) -> None:
    assert events(searching, "level depth=x", "go") == [hub.Stop()]
    searching.send(hub.Done("32-28"))
    refusal, start = rest(searching)
    assert errors([refusal]) == ["level depth: not an integer: x"]
    assert start == StartSearch(hub.GoMode.THINK, hub.Level(), use_default_limit=True)


def test_ponder_hit_counts_once_and_only_while_pondering(idle: EngineConnection) -> None:
    events(idle, "go ponder")
    assert events(idle, "ponder-hit", "ponder-hit") == [hub.PonderHit()]
    assert idle.state is EngineState.SEARCHING
    assert events(idle, "stop", "ponder-hit") == [hub.Stop()]
    idle.send(hub.Done("32-28"))
    assert rest(idle) == []
    for mode in ("think", "analyze"):
        assert isinstance(events(idle, f"go {mode}")[0], StartSearch)
        assert events(idle, "ponder-hit") == []
        idle.send(hub.Done("32-28"))


def test_the_engine_may_finish_a_ponder_search_early(idle: EngineConnection) -> None:
    events(idle, "go ponder")
    idle.send(hub.Done("32-28"))
    assert events(idle, "ponder-hit", "stop") == []


@pytest.mark.parametrize("message", [hub.Info(depth=1), hub.Done(), hub.Ready()])
def test_no_answer_without_its_question(idle: EngineConnection, message: hub.EngineMessage) -> None:
    with pytest.raises(LocalProtocolError):
        idle.send(message)


@pytest.mark.parametrize("message", [hub.Id("x"), hub.Wait(), hub.Ready()])
def test_no_presentation_in_mid_search(searching: EngineConnection, message: hub.EngineMessage) -> None:
    with pytest.raises(LocalProtocolError):
        searching.send(message)


def test_a_refused_message_changes_nothing(searching: EngineConnection) -> None:
    with pytest.raises(LocalProtocolError):
        searching.send(hub.Done(None, "19-23"))
    assert searching.send(hub.Done("32-28")) == b"done move=32-28\n"


# --- engine: leaving -----------------------------------------------------------------------------


def test_quit(idle: EngineConnection) -> None:
    assert events(idle, "quit", "go", "hub") == [hub.Quit()]
    assert idle.state is EngineState.CLOSED
    with pytest.raises(LocalProtocolError):
        idle.send(hub.Pong())


def test_quit_waits_for_the_done(searching: EngineConnection) -> None:
    assert events(searching, "quit") == [hub.Stop()]
    searching.send(hub.Done("32-28"))
    assert rest(searching) == [hub.Quit()]


def test_end_of_input_comes_after_the_lines_before_it(idle: EngineConnection) -> None:
    idle.receive_data(b"new-game\nping\nunfinished")
    idle.receive_data(b"")
    assert rest(idle) == [hub.NewGame(), Reply(hub.Pong()), EndOfInput()]
    assert idle.next_event() is None


@pytest.mark.parametrize("lines", [b"", b"stop\n", b"ping\nquit\n", b"pos start\ngo\n"])
def test_end_of_input_in_mid_search_waits_for_nothing(searching: EngineConnection, lines: bytes) -> None:
    if lines:
        searching.receive_data(lines)
    searching.receive_data(b"")
    assert rest(searching) == [EndOfInput()]
    assert searching.state is EngineState.CLOSED


def test_end_of_input_while_stopping(searching: EngineConnection) -> None:
    assert events(searching, "stop") == [hub.Stop()]
    searching.receive_data(b"")
    assert rest(searching) == [EndOfInput()]


def test_nothing_comes_after_the_end(idle: EngineConnection) -> None:
    idle.receive_data(b"")
    with pytest.raises(LocalProtocolError):
        idle.receive_data(b"hub\n")


# --- engine: hostile input -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'pos pos="W\n', "pos pos: missing closing quote"),
        (b"level depth=abc\n", "level depth: not an integer: abc"),
        (b"=x\n", "line does not begin with a command"),
        (b"pi\0ng\n", "pi: expected an argument name"),
        (b"x" * 2000, "longer than 1000 bytes"),
    ],
)
def test_one_error_line_for_a_malformed_line(data: bytes, message: str) -> None:
    connection = EngineConnection(max_line_bytes=1000)
    connection.receive_data(data + b"\nping\n" * (len(data) == 2000) + b"ping\n" * (len(data) != 2000))
    reply, pong = rest(connection)
    assert isinstance(reply, Reply)
    assert isinstance(reply.cause, RemoteProtocolError)
    (text,) = errors([reply])
    assert message in text
    assert connection.send(reply.message).count(b"\n") == 1
    assert pong == Reply(hub.Pong())


@pytest.mark.parametrize("line", ['pos pos="W', "level depth=abc", "=", "x" * 200])
def test_a_refused_line_leaves_nothing_behind(line: str) -> None:
    connection = EngineConnection(max_line_bytes=100)
    gc.disable()
    try:
        (reply,) = events(connection, line)
        assert isinstance(reply, Reply)
        cause = weakref.ref(reply.cause)
        del reply
        assert cause() is None, "waits for the garbage collector"
    finally:
        gc.enable()


def test_a_flood_behind_a_stopping_search_is_pushed_back(searching: EngineConnection) -> None:
    assert searching.wants_data
    assert events(searching, "stop") == [hub.Stop()]
    count = 0
    while searching.wants_data:
        searching.receive_data(b"ping\n" * 1000)
        count += 1000
        assert count < 100_000, "wants_data never turned False"
    searching.send(hub.Done("32-28"))
    assert rest(searching) == [Reply(hub.Pong())] * count
    assert searching.wants_data


def test_any_split_of_the_bytes_gives_the_same_events() -> None:
    data = b"hub\r\nset-param name=a value=b\ninit\npos start moves=32-28\nlevel depth=3\ngo think\nping\nstop\n"
    whole = EngineConnection()
    whole.receive_data(data)
    expected = rest(whole)
    kinds = [type(event) for event in expected]
    # Nobody accepted the position: a bare `done` is due, and until it is sent the search counts as running.
    assert kinds == [hub.Hub, hub.SetParam, Initialise, hub.Pos, Reply, Reply, hub.Stop]
    byte_wise = EngineConnection()
    found = []
    for byte in data:
        byte_wise.receive_data(bytes([byte]))
        found += rest(byte_wise)
    assert found == expected


def test_characters_beyond_latin_1_do_not_break_a_line(idle: EngineConnection) -> None:
    assert idle.send(hub.Error("\u2654 na\xefve\nx")) == b'error message="? na\xefve x"\n'


def test_the_longest_line_may_be_changed() -> None:
    connection = EngineConnection(max_line_bytes=10)
    connection.receive_data(b"ping\n" + b"x" * 11)
    assert isinstance(connection.next_event(), Reply)
    connection.set_line_limit(20)
    connection.receive_data(b"x" * 9 + b"\n" + b"y" * 20 + b"\n" + b"z" * 21 + b"\nping\n")
    errors = []
    while (event := connection.next_event()) is not None:
        assert isinstance(event, Reply)
        errors.append(event.message)
    assert errors == [
        hub.Error("xxxxxxxxxx: line longer than 20 bytes: xxxxxxxxxx"),
        hub.Error(f"{'z' * 20}: line longer than 20 bytes: {'z' * 20}"),
        hub.Pong(),
    ]
