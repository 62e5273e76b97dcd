"""Whatever the bytes and however they are cut: both ends of a Hub session see the same, and break in no other way."""

import itertools
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import RemoteProtocolError
from protocol.hub.engine_connection import EngineConnection, EngineEvent, Initialise, Reply
from protocol.hub.gui_connection import GuiConnection, GuiEvent
from protocol.hub.lines import EndOfInput
from protocol.hub.messages import Done, Error, Go, Hub, Id, Init, Ping, Pos, Ready, Stop, Wait

DATA = yaml.safe_load((Path(__file__).parents[1] / "data" / "hub-sessions.yaml").read_text("utf-8"))
TRACES = {client: "".join(f"{line}\n" for line in lines).encode() for client, lines in DATA["client_traces"].items()}
MAX_LINE_BYTES = 150

GUI_LINES = st.sampled_from(
    [line.encode("latin-1") for lines in DATA["client_traces"].values() for line in lines]
    + [vector["line"].encode("latin-1") for vector in DATA["lines"]]
    + 5 * [b"go ponder", b"ponder-hit", b"pos start", b"pos", b"level depth=x", b"x" * (MAX_LINE_BYTES + 9)]
)
ENGINE_LINES = st.sampled_from(
    [
        b"id name=x",
        b"param name=a value=b type=string",
        b"wait",
        b"ready",
        b"info depth=3 score=0.10 pv=32-28",
        b"info depth=x",
        b"done move=32-28",
        b"done",
        b"pong",
        b"error message=bad",
        b'error message="bad',
        b"x" * (MAX_LINE_BYTES + 9),
    ]
)
CUTS = st.sets(st.integers(1, 2000), max_size=30)


def traffic(lines: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    """Mostly lines that mean something, with rubbish and either line end between them."""
    line = st.one_of(lines, lines, lines, st.binary(max_size=12))
    ended = st.builds(bytes.__add__, line, st.sampled_from([b"\n", b"\r\n"]))
    return st.lists(ended, max_size=25).map(b"".join)


def pieces(data: bytes, cuts: set[int]) -> list[bytes]:
    bounds = [0, *sorted(cut for cut in cuts if cut < len(data)), len(data)]
    return [data[low:high] for low, high in itertools.pairwise(bounds) if low < high]


def engine_run(parts: list[bytes]) -> tuple[list[str], bytes]:
    """Events and output of an engine that searches until it is told to stop, and then is done at once."""
    connection = EngineConnection(MAX_LINE_BYTES)
    events: list[EngineEvent] = []
    output = bytearray()
    for part in parts:
        connection.receive_data(part)
        while (event := connection.next_event()) is not None:
            events.append(event)
            output += answer(connection, event)
    # An error carries no equality of its own; its text is what counts.
    return [repr(event) for event in events], bytes(output)


def answer(connection: EngineConnection, event: EngineEvent) -> bytes:
    match event:
        case Hub():
            return connection.send(Id("x")) + connection.send(Wait())
        case Initialise(wants_ready=True):
            return connection.send(Ready())
        case Pos(position) if position is not None and len(position) != 51:
            return connection.reject_position("bad position")
        case Pos():
            connection.accept_position()
        case Reply(message):
            return connection.send(message)
        case Stop():
            return connection.send(Done("32-28"))
    return b""


@given(traffic(GUI_LINES), CUTS)
def test_an_engine_sees_the_same_however_the_bytes_are_cut(data: bytes, cuts: set[int]) -> None:
    assert engine_run(pieces(data, cuts)) == engine_run([data] if data else [])


@pytest.mark.parametrize("client", sorted(TRACES))
def test_a_real_client_byte_by_byte(client: str) -> None:
    data = TRACES[client]
    events, output = engine_run([bytes([byte]) for byte in data])
    assert (events, output) == engine_run([data])
    assert b"error" not in output
    # Every line is served in the end, those too that came in the middle of a search.
    for kind, line in [("SetParam", b"set-param "), ("Pos", b"pos "), ("StartSearch", b"go "), ("Quit", b"quit\n")]:
        assert sum(event.startswith(f"{kind}(") for event in events) == data.count(b"\n" + line), kind
    # Cut off in the middle of the next line: nothing of it is served.
    assert engine_run([data + b"quit"]) == (events, output)


def gui_run(parts: list[bytes]) -> list[str]:
    """What a GUI hears that said everything it could say: handshake, search, ping."""
    connection = GuiConnection(MAX_LINE_BYTES)
    connection.send(Hub())
    heard: list[str] = []
    for part in [*parts, b""]:
        connection.receive_data(part)
        while True:
            try:
                event: GuiEvent | None = connection.next_event()
            except RemoteProtocolError as error:
                heard.append(repr(error))
                continue
            if event is None:
                break
            heard.append(repr(event))
            match event:
                case Wait():
                    connection.send(Init())
                case Ready():
                    connection.send(Go())
                    connection.send(Ping())
    assert heard[-1] == repr(EndOfInput())
    return heard


@given(traffic(ENGINE_LINES), CUTS)
def test_a_gui_hears_the_same_and_is_told_of_every_fault(data: bytes, cuts: set[int]) -> None:
    data = b"id name=x\nwait\nready\n" + data
    heard = gui_run([data])
    assert gui_run(pieces(data, cuts)) == heard
    # One Go, one Ping: never more answers than questions.
    assert sum(event.startswith("Done(") for event in heard) <= 1
    assert sum(event.startswith("Pong(") for event in heard) <= 1


@given(st.text(max_size=200))
def test_any_reason_makes_one_error_line(reason: str) -> None:
    connection = EngineConnection()
    line = connection.reject_position(reason)
    assert line.count(b"\n") == 1
    gui = GuiConnection()
    gui.receive_data(line)
    assert isinstance(gui.next_event(), Error)
    assert gui.next_event() is None
