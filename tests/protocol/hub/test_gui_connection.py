"""The GUI's state machine, alone and joined to the engine's; bytes in, events out, messages in, bytes out."""

import pytest

from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.hub import messages as hub
from protocol.hub.engine_connection import EngineConnection, EngineEvent, Initialise, Reply, StartSearch
from protocol.hub.gui_connection import GuiConnection
from protocol.hub.lines import EndOfInput
from protocol.hub.states import EngineState, GuiState

START = "W" + 20 * "b" + 10 * "e" + 20 * "w"


def answers(connection: GuiConnection, *lines: str) -> list[hub.EngineMessage | EndOfInput]:
    for line in lines:
        connection.receive_data(line.encode("latin-1") + b"\n")
    return list(iter(connection.next_event, None))


@pytest.fixture
def gui() -> GuiConnection:
    connection = GuiConnection()
    assert connection.send(hub.Hub()) == b"hub\n"
    answers(connection, "id name=x", "wait")
    assert connection.send(hub.Init()) == b"init\n"
    assert answers(connection, "ready") == [hub.Ready()]
    return connection


def test_gui_handshake() -> None:
    connection = GuiConnection()
    connection.send(hub.Hub())
    assert connection.state is GuiState.HANDSHAKE
    assert answers(
        connection, "banner line", "id name=Scan version=3.1", "param name=threads value=1 type=int min=1 max=16"
    ) == [
        hub.Id("Scan", "3.1"),
        hub.ParamDecl("threads", "1", hub.ParamKind.INT, 1, 16),
    ]
    assert answers(connection, "wait") == [hub.Wait()]
    assert connection.send(hub.SetParam("threads", "4")) == b"set-param name=threads value=4\n"
    connection.send(hub.Init())
    assert answers(connection, "init book", "init eval", "info depth=1", "ready") == [hub.Ready()]
    assert connection.state is GuiState.IDLE


def test_gui_search(gui: GuiConnection) -> None:
    messages = [
        hub.NewGame(),
        hub.Pos(START, ("32-28",)),
        hub.Level(move_time_s=0.3),
        hub.Go(hub.GoMode.PONDER),
        hub.PonderHit(),
        hub.Stop(),
    ]
    assert b"".join(gui.send(message) for message in messages) == (
        f"new-game\npos pos={START} moves=32-28\nlevel move-time=0.3\ngo ponder\nponder-hit\nstop\n".encode()
    )
    assert gui.is_searching
    assert answers(gui, "info depth=3 score=-0.50 pv=19-23", "done move=19-23 ponder=28x19x23") == [
        hub.Info(depth=3, score=-50, pv=("19-23",)),
        hub.Done("19-23", "28x19x23"),
    ]
    assert gui.state is GuiState.IDLE
    # The engine's Done may have crossed a Stop.
    assert gui.send(hub.Stop()) == b"stop\n"


@pytest.mark.parametrize("line", ["done move=32-28", "ready", "wait", "pong"])
def test_an_answer_nobody_asked_for_is_a_fault(gui: GuiConnection, line: str) -> None:
    with pytest.raises(RemoteProtocolError):
        answers(gui, line)
    assert gui.state is GuiState.IDLE
    gui.send(hub.Ping())
    assert answers(gui, "pong") == [hub.Pong()]


def test_two_dones_are_one_too_many(gui: GuiConnection) -> None:
    gui.send(hub.Go())
    gui.receive_data(b"done move=32-28\ndone move=32-28\n")
    assert gui.next_event() == hub.Done("32-28")
    with pytest.raises(RemoteProtocolError):
        gui.next_event()


@pytest.mark.parametrize("line", ["info depth=deep", 'done move="32', "=", "\0"])
def test_a_malformed_line_is_raised_and_left_behind(gui: GuiConnection, line: str) -> None:
    gui.send(hub.Go())
    gui.receive_data(f"{line}\ndone move=32-28\n".encode())
    with pytest.raises(RemoteProtocolError):
        gui.next_event()
    assert gui.next_event() == hub.Done("32-28")


@pytest.mark.parametrize("line", ["id name=x", "param name=a value=b type=string", "info depth=1", "hello"])
def test_noise_is_dropped(gui: GuiConnection, line: str) -> None:
    assert answers(gui, line) == []


def test_errors_of_the_engine_are_told_in_every_state(gui: GuiConnection) -> None:
    assert answers(gui, "error message=bad") == [hub.Error("bad")]
    assert answers(GuiConnection(), "error message=bad") == [hub.Error("bad")]


@pytest.mark.parametrize(
    "message", [hub.Init(), hub.Go(), hub.Pos(START), hub.SetParam("a", "b"), hub.Stop(), hub.Ping()]
)
def test_gui_says_hub_first(message: hub.GuiMessage) -> None:
    connection = GuiConnection()
    with pytest.raises(LocalProtocolError):
        connection.send(message)
    assert connection.state is GuiState.NEW


@pytest.mark.parametrize(
    "message",
    [hub.Go(), hub.Pos(START), hub.Level(depth=1), hub.SetParam("a", "b"), hub.NewGame(), hub.Init(), hub.Hub()],
)
def test_gui_waits_for_the_end_of_a_search(gui: GuiConnection, message: hub.GuiMessage) -> None:
    gui.send(hub.Go())
    with pytest.raises(LocalProtocolError):
        gui.send(message)


def test_pongs_are_counted(gui: GuiConnection) -> None:
    gui.send(hub.Ping())
    gui.send(hub.Ping())
    assert answers(gui, "pong", "pong") == [hub.Pong(), hub.Pong()]
    with pytest.raises(RemoteProtocolError):
        answers(gui, "pong")


def test_the_engine_went_away(gui: GuiConnection) -> None:
    gui.send(hub.Go())
    gui.receive_data(b"info depth=1\ndone mo")
    gui.receive_data(b"")
    assert gui.next_event() == hub.Info(depth=1)
    assert gui.next_event() == EndOfInput()
    assert gui.next_event() is None
    with pytest.raises(LocalProtocolError):
        gui.send(hub.Stop())


# --- both ends joined ----------------------------------------------------------------------------


def test_two_connections_back_to_back_agree() -> None:
    gui, engine = GuiConnection(), EngineConnection()
    seen: list[EngineEvent] = []
    heard: list[hub.EngineMessage | EndOfInput] = []

    def say(*messages: hub.GuiMessage) -> None:
        for message in messages:
            engine.receive_data(gui.send(message))
        seen.extend(iter(engine.next_event, None))

    def answer(*messages: hub.EngineMessage) -> None:
        for message in messages:
            gui.receive_data(engine.send(message))
        seen.extend(iter(engine.next_event, None))
        heard.extend(answers(gui))

    say(hub.Hub())
    answer(hub.Id("x", "1", "a b"), hub.ParamDecl("variant", "n", hub.ParamKind.ENUM, values=("n", "m")), hub.Wait())
    say(hub.SetParam("variant", "m"), hub.Init())
    answer(hub.Ready())
    assert (gui.state, engine.state) == (GuiState.IDLE, EngineState.IDLE)
    say(hub.NewGame(), hub.Pos(START, ("32-28",)))
    engine.accept_position()
    say(hub.Level(depth=3), hub.Level(time_s=1e-5, inc_s=0.1), hub.Go(hub.GoMode.PONDER), hub.Ping())
    assert (gui.state, engine.state) == (GuiState.SEARCHING, EngineState.SEARCHING)
    answer(hub.Info(depth=1, score=5, pv=("19-23",)), hub.Pong())
    say(hub.PonderHit(), hub.Stop())
    answer(hub.Done("19-23"))
    assert (gui.state, engine.state) == (GuiState.IDLE, EngineState.IDLE)
    say(hub.Pos("bad"))
    gui.receive_data(engine.reject_position("bad position"))
    say(hub.Go())
    answer(hub.Done())
    say(hub.Quit())
    assert (gui.state, engine.state) == (GuiState.CLOSED, EngineState.CLOSED)

    assert seen == [
        hub.Hub(),
        hub.SetParam("variant", "m"),
        Initialise(wants_ready=True),
        hub.NewGame(),
        hub.Pos(START, ("32-28",)),
        StartSearch(hub.GoMode.PONDER, hub.Level(depth=3, time_s=1e-5, inc_s=0.1), use_default_limit=False),
        Reply(hub.Pong()),
        hub.PonderHit(),
        hub.Stop(),
        hub.Pos("bad"),
        Reply(hub.Done()),
        hub.Quit(),
    ]
    assert heard == [
        hub.Id("x", "1", "a b"),
        hub.ParamDecl("variant", "n", hub.ParamKind.ENUM, values=("n", "m")),
        hub.Wait(),
        hub.Ready(),
        hub.Info(depth=1, score=5, pv=("19-23",)),
        hub.Pong(),
        hub.Done("19-23"),
        hub.Error("bad position"),
        hub.Done(),
    ]
