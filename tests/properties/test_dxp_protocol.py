"""Whatever the bytes and however they are cut: a DXP session sees the same, and two ends always agree."""

import itertools
import random
from collections import deque
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from protocol.dxp.connection import BackAsked, DxpConnection, EndOfInput, Ignored, Reply
from protocol.dxp.messages import (
    AcceptCode,
    BackAccept,
    BackCode,
    Chat,
    Colour,
    EndReason,
    GameAccept,
    GameEnd,
    GameRequest,
    Move,
)
from protocol.dxp.states import OWED, Role, State
from protocol.errors import LocalProtocolError
from protocol.framing import NulFramer, OversizedLine
from protocol.notation.fen import Setup
from tests.fakes.dxp_player import DxpPlayer

VECTORS = yaml.safe_load((Path(__file__).parents[1] / "data" / "dxp-messages.yaml").read_text("utf-8"))
WIRE = [bytes.fromhex(vector["hex"]) for vector in [*VECTORS["messages"], *VECTORS["malformed"]]]
COMMON = [
    b"M0000322800\0",
    b"M0000192300\0",
    b"E00\0",
    b"E01\0",
    b"B001W\0",
    b"B001Z\0",
    b"K0\0",
    b"A" + 32 * b"x" + b"0\0",
]
MESSAGES = st.one_of(st.sampled_from(WIRE), st.sampled_from(COMMON), st.binary(max_size=140))
TRAFFIC = st.lists(MESSAGES, max_size=25).map(b"".join)
CUTS = st.sets(st.integers(1, 2000), max_size=30)


def pieces(data: bytes, cuts: set[int]) -> list[bytes]:
    bounds = [0, *sorted(cut for cut in cuts if cut < len(data)), len(data)]
    return [data[low:high] for low, high in itertools.pairwise(bounds) if low < high]


def events(connection: DxpConnection, parts: list[bytes]) -> list[str]:
    """What an application hears that agrees to everything, and to every other move."""
    heard: list[str] = []
    for part in [*parts, b""]:
        connection.receive_data(part)
        while (event := connection.next_event()) is not None:
            heard.append(repr(event))
            answer(connection)
    assert heard[-1] == repr(EndOfInput())
    return heard


def answer(connection: DxpConnection) -> None:
    match connection.state:
        case State.OFFERED:
            connection.send(GameAccept("x", AcceptCode.ACCEPTED))
        case State.JUDGING if connection.plies % 4 == 2:
            connection.reject_move("no")
        case State.JUDGING:
            connection.accept_move()
        case State.BACK_OFFERED:
            connection.send(BackAccept(BackCode.DONE))
        case State.ENDED:
            connection.acknowledge_end()
    assert connection.state not in OWED


def beginnings(which: int) -> DxpConnection:
    if which == 0:
        return DxpConnection(Role.FOLLOWER, "x")
    connection = DxpConnection(Role.INITIATOR, "x")
    connection.send(GameRequest("x", Colour.BLACK if which == 1 else Colour.WHITE))
    if which == 2:
        connection.receive_data(b"A" + 32 * b"y" + b"0\0")
        connection.next_event()
        connection.send(connection.back_request(0))
    return connection


@given(TRAFFIC, CUTS, st.integers(0, 2))
def test_any_split_gives_the_same_events(data: bytes, cuts: set[int], which: int) -> None:
    whole = events(beginnings(which), [data] if data else [])
    assert events(beginnings(which), pieces(data, cuts)) == whole


@given(st.lists(st.binary(max_size=300).map(lambda data: data.replace(b"\x01", b"\0")), max_size=5))
def test_random_bytes_break_nothing(parts: list[bytes]) -> None:
    for which in range(3):
        events(beginnings(which), [part for part in parts if part])


@pytest.mark.parametrize("vector", VECTORS["messages"], ids=lambda vector: vector["id"])
def test_a_message_whole_byte_by_byte_and_with_data_behind_it(vector: dict[str, str]) -> None:
    data = bytes.fromhex(vector["hex"])
    expected = [vector["ascii"].encode()]
    assert NulFramer(127).feed(data) == expected
    framer = NulFramer(127)
    assert [found for byte in data for found in framer.feed(bytes([byte]))] == expected
    assert NulFramer(127).feed(data + data + b"M00") == 2 * expected
    assert NulFramer(127).feed(b"\0\0" + data + b"\0") == expected
    whole = events(beginnings(0), [data])
    assert events(beginnings(0), [bytes([byte]) for byte in data]) == whole
    assert events(beginnings(0), [data + b"Cx"]) == whole


def test_an_overlong_message_is_dropped_to_its_end() -> None:
    data = b"C" + 127 * b"x" + b"\0Cy\0"
    framer = NulFramer(127)
    found = [message for byte in data for message in framer.feed(bytes([byte]))]
    assert found == NulFramer(127).feed(data) == [OversizedLine(data[:32]), b"Cy"]


@pytest.mark.parametrize("speaker", ["scan", "moby"])
def test_a_recorded_session_holds_nothing_out_of_place(speaker: str) -> None:
    """Each end of the real match in turn is ours: it may say all it said and ignores nothing it heard."""
    ours = DxpConnection(Role.INITIATOR if speaker == "scan" else Role.FOLLOWER, "x")
    for line in VECTORS["transcript_scan2_moby"]:
        if line["from"] == speaker:
            say(ours, line["fields"], line["ascii"])
        else:
            ours.receive_data(line["ascii"].encode() + b"\0")
            while (event := ours.next_event()) is not None:
                assert not isinstance(event, Reply | Ignored)
                if isinstance(event, Move):
                    ours.accept_move()
    assert ours.plies == 11


def say(connection: DxpConnection, fields: dict[str, str], text: str) -> None:
    match fields["type"]:
        case "M":
            origin, landing = int(fields["from"]) - 1, int(fields["to"]) - 1
            move = Move(origin, landing, tuple(int(n) - 1 for n in fields["captured"]), float(fields["seconds"]))
            data = connection.send(move)
        case "R":
            colour = Colour(fields["follower_colour"])
            data = connection.send(GameRequest(fields["name"], colour, float(fields["minutes"]), int(fields["moves"])))
        case "A":
            data = connection.send(GameAccept(fields["name"], AcceptCode.ACCEPTED))
        case "E" if connection.state is State.ENDED:
            data = connection.acknowledge_end()
        case "E":
            data = connection.send(GameEnd())
        case _:
            data = connection.send(Chat(fields["text"]))
    assert data == text.encode() + b"\0"


# --- two ends ------------------------------------------------------------------------------------


class Pair:
    """Two connections joined back to back, with messages under way in both directions."""

    def __init__(self) -> None:
        self.ends = (DxpConnection(Role.INITIATOR, "a"), DxpConnection(Role.FOLLOWER, "b"))
        self._under_way: tuple[deque[bytes], deque[bytes]] = (deque(), deque())

    def act(self, side: int, number: int) -> None:
        """Something that this end may do now; nothing when it may not."""
        end = self.ends[side]
        setup = Setup(bytes(20 * [3] + 10 * [0] + 20 * [1]), white_to_move=number % 3 > 0)
        actions = [
            lambda: end.send(Move(number % 50, 49)),
            lambda: end.send(GameRequest("a", list(Colour)[number % 2], position=setup)),
            lambda: end.send(GameEnd(EndReason.DRAW)) if end.is_our_turn else b"",
            lambda: end.send(end.back_request(number % (end.plies + 1))),
            lambda: end.send(Chat("x")),
        ]
        try:
            data = actions[number % len(actions)]()
        except LocalProtocolError:
            return
        if data:
            self._under_way[side].append(data)

    def carry(self, side: int) -> None:
        """One message of this end arrives at the other, which serves it."""
        if not self._under_way[side]:
            return
        other = self.ends[1 - side]
        other.receive_data(self._under_way[side].popleft())
        while (event := other.next_event()) is not None:
            if isinstance(event, BackAsked):
                self._under_way[1 - side].append(other.send(BackAccept(list(BackCode)[event.plies % 3])))
            elif isinstance(event, Reply):
                self._under_way[1 - side].append(event.data)
            elif other.state is State.OFFERED:
                self._under_way[1 - side].append(other.send(GameAccept("b", AcceptCode.ACCEPTED)))
            elif other.state is State.JUDGING:
                other.accept_move()
            elif other.state is State.ENDED:
                self._under_way[1 - side].append(other.acknowledge_end())

    def settle(self) -> None:
        while any(self._under_way):
            for side in range(2):
                self.carry(side)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 1), st.integers(0, 999)), max_size=60))
def test_both_ends_agree_whatever_crosses(steps: list[tuple[bool, int, int]]) -> None:
    pair = Pair()
    for is_act, side, number in steps:
        if is_act:
            pair.act(side, number)
        else:
            pair.carry(side)
    pair.settle()
    first, second = pair.ends
    assert first.is_playing is second.is_playing
    assert first.plies == second.plies
    if first.is_playing:
        assert first.is_our_turn is not second.is_our_turn
        assert first.colour is not second.colour
    else:
        assert first.state is second.state is State.IDLE


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("colour", Colour)
def test_two_players_agree_over_a_whole_game(seed: int, colour: Colour) -> None:
    source = random.Random(seed)
    players = [DxpPlayer(role, lambda board: source.choice(board.legal_moves)) for role in Role]
    under_way = deque(players[0].say(GameRequest("x", colour)))
    listener = 1
    while under_way:
        answers = [data for message in under_way for data in players[listener].receive(message)]
        under_way = deque(answers)
        listener = 1 - listener
    first, second = players
    assert first.board.moves == second.board.moves
    assert first.board.result() is not None
    assert {first.result, second.result} in ({EndReason.DRAW}, {EndReason.WIN, EndReason.GIVE_UP})
    assert first.connection.state is second.connection.state is State.IDLE
