"""The GUI's state machine, alone and joined to the engine's; bytes in, events out, messages in, bytes out."""

import pytest

from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.hub.connection import (
    EndOfInput,
    EngineConnection,
    EngineEvent,
    GuiConnection,
    Initialise,
    Reply,
    StartSearch,
)
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
from protocol.hub.states import EngineState, GuiState

START = "W" + 20 * "b" + 10 * "e" + 20 * "w"


def answers(connection: GuiConnection, *lines: str) -> list[EngineMessage | EndOfInput]:
    for line in lines:
        connection.receive_data(line.encode("latin-1") + b"\n")
    return list(iter(connection.next_event, None))


@pytest.fixture
def gui() -> GuiConnection:
    connection = GuiConnection()
    assert connection.send(Hub()) == b"hub\n"
    answers(connection, "id name=x", "wait")
    assert connection.send(Init()) == b"init\n"
    assert answers(connection, "ready") == [Ready()]
    return connection


def test_gui_handshake() -> None:
    connection = GuiConnection()
    connection.send(Hub())
    assert connection.state is GuiState.HANDSHAKE
    assert answers(
        connection, "banner line", "id name=Scan version=3.1", "param name=threads value=1 type=int min=1 max=16"
    ) == [
        Id("Scan", "3.1"),
        ParamDecl("threads", "1", ParamKind.INT, 1, 16),
    ]
    assert answers(connection, "wait") == [Wait()]
    assert connection.send(SetParam("threads", "4")) == b"set-param name=threads value=4\n"
    connection.send(Init())
    assert answers(connection, "init book", "init eval", "info depth=1", "ready") == [Ready()]
    assert connection.state is GuiState.IDLE


def test_gui_search(gui: GuiConnection) -> None:
    messages = [NewGame(), Pos(START, ("32-28",)), Level(move_time_s=0.3), Go(GoMode.PONDER), PonderHit(), Stop()]
    assert b"".join(gui.send(message) for message in messages) == (
        f"new-game\npos pos={START} moves=32-28\nlevel move-time=0.3\ngo ponder\nponder-hit\nstop\n".encode()
    )
    assert gui.is_searching
    assert answers(gui, "info depth=3 score=-0.50 pv=19-23", "done move=19-23 ponder=28x19x23") == [
        Info(depth=3, score=-50, pv=("19-23",)),
        Done("19-23", "28x19x23"),
    ]
    assert gui.state is GuiState.IDLE
    # The engine's Done may have crossed a Stop.
    assert gui.send(Stop()) == b"stop\n"


@pytest.mark.parametrize("line", ["done move=32-28", "ready", "wait", "pong"])
def test_an_answer_nobody_asked_for_is_a_fault(gui: GuiConnection, line: str) -> None:
    with pytest.raises(RemoteProtocolError):
        answers(gui, line)
    assert gui.state is GuiState.IDLE
    gui.send(Ping())
    assert answers(gui, "pong") == [Pong()]


def test_two_dones_are_one_too_many(gui: GuiConnection) -> None:
    gui.send(Go())
    gui.receive_data(b"done move=32-28\ndone move=32-28\n")
    assert gui.next_event() == Done("32-28")
    with pytest.raises(RemoteProtocolError):
        gui.next_event()


@pytest.mark.parametrize("line", ["info depth=deep", 'done move="32', "=", "\0"])
def test_a_malformed_line_is_raised_and_left_behind(gui: GuiConnection, line: str) -> None:
    gui.send(Go())
    gui.receive_data(f"{line}\ndone move=32-28\n".encode())
    with pytest.raises(RemoteProtocolError):
        gui.next_event()
    assert gui.next_event() == Done("32-28")


@pytest.mark.parametrize("line", ["id name=x", "param name=a value=b type=string", "info depth=1", "hello"])
def test_noise_is_dropped(gui: GuiConnection, line: str) -> None:
    assert answers(gui, line) == []


def test_errors_of_the_engine_are_told_in_every_state(gui: GuiConnection) -> None:
    assert answers(gui, "error message=bad") == [Error("bad")]
    assert answers(GuiConnection(), "error message=bad") == [Error("bad")]


@pytest.mark.parametrize("message", [Init(), Go(), Pos(START), SetParam("a", "b"), Stop(), Ping()])
def test_gui_says_hub_first(message: GuiMessage) -> None:
    connection = GuiConnection()
    with pytest.raises(LocalProtocolError):
        connection.send(message)
    assert connection.state is GuiState.NEW


@pytest.mark.parametrize("message", [Go(), Pos(START), Level(depth=1), SetParam("a", "b"), NewGame(), Init(), Hub()])
def test_gui_waits_for_the_end_of_a_search(gui: GuiConnection, message: GuiMessage) -> None:
    gui.send(Go())
    with pytest.raises(LocalProtocolError):
        gui.send(message)


def test_pongs_are_counted(gui: GuiConnection) -> None:
    gui.send(Ping())
    gui.send(Ping())
    assert answers(gui, "pong", "pong") == [Pong(), Pong()]
    with pytest.raises(RemoteProtocolError):
        answers(gui, "pong")


def test_the_engine_went_away(gui: GuiConnection) -> None:
    gui.send(Go())
    gui.receive_data(b"info depth=1\ndone mo")
    gui.receive_data(b"")
    assert gui.next_event() == Info(depth=1)
    assert gui.next_event() == EndOfInput()
    assert gui.next_event() is None
    with pytest.raises(LocalProtocolError):
        gui.send(Stop())


# --- both ends joined ----------------------------------------------------------------------------


def test_two_connections_back_to_back_agree() -> None:
    gui, engine = GuiConnection(), EngineConnection()
    seen: list[EngineEvent] = []
    heard: list[EngineMessage | EndOfInput] = []

    def say(*messages: GuiMessage) -> None:
        for message in messages:
            engine.receive_data(gui.send(message))
        seen.extend(iter(engine.next_event, None))

    def answer(*messages: EngineMessage) -> None:
        for message in messages:
            gui.receive_data(engine.send(message))
        seen.extend(iter(engine.next_event, None))
        heard.extend(answers(gui))

    say(Hub())
    answer(Id("x", "1", "a b"), ParamDecl("variant", "n", ParamKind.ENUM, values=("n", "m")), Wait())
    say(SetParam("variant", "m"), Init())
    answer(Ready())
    assert (gui.state, engine.state) == (GuiState.IDLE, EngineState.IDLE)
    say(NewGame(), Pos(START, ("32-28",)))
    engine.accept_position()
    say(Level(depth=3), Level(time_s=1e-5, inc_s=0.1), Go(GoMode.PONDER), Ping())
    assert (gui.state, engine.state) == (GuiState.SEARCHING, EngineState.SEARCHING)
    answer(Info(depth=1, score=5, pv=("19-23",)), Pong())
    say(PonderHit(), Stop())
    answer(Done("19-23"))
    assert (gui.state, engine.state) == (GuiState.IDLE, EngineState.IDLE)
    say(Pos("bad"))
    gui.receive_data(engine.reject_position("bad position"))
    say(Go())
    answer(Done())
    say(Quit())
    assert (gui.state, engine.state) == (GuiState.CLOSED, EngineState.CLOSED)

    assert seen == [
        Hub(),
        SetParam("variant", "m"),
        Initialise(wants_ready=True),
        NewGame(),
        Pos(START, ("32-28",)),
        StartSearch(GoMode.PONDER, Level(depth=3, time_s=1e-5, inc_s=0.1), use_default_limit=False),
        Reply(Pong()),
        PonderHit(),
        Stop(),
        Pos("bad"),
        Reply(Done()),
        Quit(),
    ]
    assert heard == [
        Id("x", "1", "a b"),
        ParamDecl("variant", "n", ParamKind.ENUM, values=("n", "m")),
        Wait(),
        Ready(),
        Info(depth=1, score=5, pv=("19-23",)),
        Pong(),
        Done("19-23"),
        Error("bad position"),
        Done(),
    ]
