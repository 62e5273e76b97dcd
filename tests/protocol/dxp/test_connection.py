"""The state machine of both roles; bytes in, events out, messages in, bytes out."""

from collections.abc import Callable

import pytest

from protocol.dxp import messages as dxp
from protocol.dxp.connection import (
    BackAnswered,
    BackAsked,
    DxpConnection,
    DxpEvent,
    EndAcknowledged,
    EndOfInput,
    Ignored,
    Reply,
    Stopped,
)
from protocol.dxp.states import Role, State, Waiting
from protocol.errors import LocalProtocolError
from protocol.notation.fen import Setup

REQUEST_BLACK = "R01Harness 1.0                     Z005075A"  # we play black
REQUEST_WHITE = "R01Harness 1.0                     W005075A"
BLACK_BEGINS = Setup(bytes(20 * [3] + 10 * [0] + 20 * [1]), white_to_move=False)
ACCEPT = dxp.GameAccept("Us 1", dxp.AcceptCode.ACCEPTED)
MOVE = dxp.Move(31, 27)
ASK = dxp.GameRequest("Us 1", dxp.Colour.BLACK)


def feed(connection: DxpConnection, *texts: str) -> list[DxpEvent]:
    """The events up to the first answer that is owed."""
    connection.receive_data("".join(f"{text}\0" for text in texts).encode("latin-1"))
    return rest(connection)


def rest(connection: DxpConnection) -> list[DxpEvent]:
    return list(iter(connection.next_event, None))


def replies(events: list[DxpEvent]) -> list[bytes]:
    """Data of the replies, when there is nothing else."""
    assert all(isinstance(event, Reply) for event in events), events
    return [event.data for event in events if isinstance(event, Reply)]


def idle(role: Role = Role.FOLLOWER) -> DxpConnection:
    return DxpConnection(role, "Us 1")


def follower(request: str) -> DxpConnection:
    connection = idle()
    assert len(feed(connection, request)) == 1
    connection.send(ACCEPT)
    return connection


def requesting(request: dxp.GameRequest = ASK) -> DxpConnection:
    connection = idle(Role.INITIATOR)
    connection.send(request)
    return connection


def initiator(request: dxp.GameRequest = ASK) -> DxpConnection:
    connection = requesting(request)
    assert feed(connection, f"A{'Them':32}0") == [dxp.GameAccept("Them", dxp.AcceptCode.ACCEPTED)]
    return connection


def on_turn() -> DxpConnection:
    return follower(REQUEST_WHITE)


def off_turn() -> DxpConnection:
    return follower(REQUEST_BLACK)


def ending() -> DxpConnection:
    connection = on_turn()
    assert connection.send(dxp.GameEnd(dxp.EndReason.GIVE_UP)) == b"E10\0"
    return connection


# --- beginning -----------------------------------------------------------------------------------


def test_a_game_is_offered_and_accepted() -> None:
    connection = idle()
    assert connection.waiting_for is None
    assert feed(connection, REQUEST_BLACK) == [dxp.GameRequest("Harness 1.0", dxp.Colour.BLACK, 5, 75)]
    assert connection.state is State.OFFERED
    assert connection.send(ACCEPT) == f"A{'Us 1':32}0\0".encode()
    assert (connection.state, connection.colour) == (State.PEER_TURN, dxp.Colour.BLACK)
    assert connection.waiting_for is Waiting.MOVE
    assert connection.is_playing
    assert not connection.is_our_turn


def test_a_refused_game_does_not_begin() -> None:
    connection = idle()
    feed(connection, REQUEST_BLACK)
    connection.send(dxp.Chat("no legal move"))
    connection.send(dxp.GameAccept("Us 1", dxp.AcceptCode.REFUSED))
    assert (connection.state, connection.colour, connection.plies) == (State.IDLE, None, 0)
    assert feed(connection, REQUEST_BLACK) != []


@pytest.mark.parametrize(
    ("follower_colour", "position", "is_ours"),
    [
        (dxp.Colour.BLACK, None, True),
        (dxp.Colour.WHITE, None, False),
        (dxp.Colour.BLACK, BLACK_BEGINS, False),
        (dxp.Colour.WHITE, BLACK_BEGINS, True),
    ],
)
def test_the_initiator_plays_the_other_colour(
    follower_colour: dxp.Colour, position: Setup | None, is_ours: bool
) -> None:
    connection = initiator(dxp.GameRequest("Us 1", follower_colour, position=position))
    assert connection.colour is follower_colour.opposite
    assert connection.is_our_turn is is_ours


def test_the_initiator_waits_for_the_answer() -> None:
    connection = requesting()
    assert connection.waiting_for is Waiting.GAME_ACCEPT
    with pytest.raises(LocalProtocolError):
        connection.send(MOVE)
    with pytest.raises(LocalProtocolError):
        connection.send(ASK)


@pytest.mark.parametrize("code", [dxp.AcceptCode.WRONG_VERSION, dxp.AcceptCode.REFUSED, dxp.AcceptCode.NO_GAME])
def test_a_refused_initiator_may_try_again(code: dxp.AcceptCode) -> None:
    connection = requesting()
    assert feed(connection, f"A{'Them':32}{code.value}") == [dxp.GameAccept("Them", code)]
    assert connection.state is State.IDLE
    connection.send(ASK)


def test_an_answer_that_does_not_come() -> None:
    connection = requesting()
    connection.stop_waiting()
    assert connection.state is State.IDLE
    (event,) = feed(connection, f"A{'Them':32}0")
    assert isinstance(event, Ignored)
    assert connection.state is State.IDLE


def test_chat_may_precede_the_answer() -> None:
    connection = requesting()
    assert feed(connection, "Chello", f"A{'Them':32}0") == [
        dxp.Chat("hello"),
        dxp.GameAccept("Them", dxp.AcceptCode.ACCEPTED),
    ]


@pytest.mark.parametrize("make", [lambda: idle(Role.INITIATOR), requesting, initiator, on_turn, off_turn])
def test_a_request_out_of_place_is_refused_and_changes_nothing(make: Callable[[], DxpConnection]) -> None:
    connection = make()
    before = (connection.state, connection.plies, connection.colour)
    accept, chat = replies(feed(connection, REQUEST_BLACK))
    assert accept == f"A{'Us 1':32}2\0".encode()
    assert chat.startswith(b"C")
    assert (connection.state, connection.plies, connection.colour) == before


def test_another_version_is_told_so() -> None:
    assert replies(feed(idle(), "R02..."))[0] == f"A{'Us 1':32}1\0".encode()


def test_a_request_and_a_move_in_one_segment() -> None:
    connection = idle()
    assert len(feed(connection, REQUEST_BLACK, "M0000322800")) == 1
    connection.send(ACCEPT)
    assert rest(connection) == [MOVE]


def test_a_follower_never_asks_and_a_name_is_needed() -> None:
    with pytest.raises(LocalProtocolError):
        idle().send(ASK)
    with pytest.raises(LocalProtocolError):
        DxpConnection(Role.FOLLOWER, " ")


def test_a_board_needs_numbers_of_two_digits() -> None:
    connection = DxpConnection(Role.FOLLOWER, "Us 1", 72)
    assert len(feed(connection, REQUEST_WHITE)) == 1
    connection.send(ACCEPT)
    assert connection.send(dxp.Move(71, 65)) == b"M0000726600\0"
    with pytest.raises(LocalProtocolError):
        DxpConnection(Role.FOLLOWER, "Us 1", 100)


# --- moves ---------------------------------------------------------------------------------------


def test_moves_alternate() -> None:
    connection = off_turn()
    assert feed(connection, "M0012322800", "M0000192300") == [dxp.Move(31, 27, (), 12)]
    assert connection.state is State.JUDGING
    connection.accept_move()
    assert (connection.plies, connection.is_our_turn) == (1, True)
    # The second one of the peer is out of turn.
    assert [data[:1] for data in replies(rest(connection))] == [b"C"]
    assert connection.send(dxp.Move(18, 22, (), 3.4)) == b"M0003192300\0"
    assert (connection.plies, connection.state) == (2, State.PEER_TURN)
    with pytest.raises(LocalProtocolError):
        connection.send(MOVE)


def test_a_rejected_move_leaves_everything_as_it_was() -> None:
    connection = off_turn()
    feed(connection, "M0000322800")
    assert connection.reject_move("illegal move: 32-28") == b"Cillegal move: 32-28\0"
    assert (connection.plies, connection.state) == (0, State.PEER_TURN)
    assert feed(connection, "M0000332800") == [dxp.Move(32, 27)]


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (idle, "M0000322800"),
        (idle, "M00003228"),
        (requesting, "M0000322800"),
        (on_turn, "M0000322800"),
        (on_turn, "M"),
        (off_turn, "M00003228"),
        (off_turn, "M0000325100"),
    ],
)
def test_a_move_out_of_place_gets_one_chat(make: Callable[[], DxpConnection], text: str) -> None:
    connection = make()
    before = (connection.state, connection.plies)
    (event,) = feed(connection, text)
    assert isinstance(event, Reply)
    assert isinstance(event.message, dxp.Chat)
    assert event.cause is not None
    assert (connection.state, connection.plies) == before


def test_answers_that_nobody_is_owed_are_our_own_fault() -> None:
    for answer in (
        lambda: off_turn().accept_move(),
        lambda: off_turn().reject_move("x"),
        lambda: off_turn().acknowledge_end(),
        lambda: idle().send(ACCEPT),
        lambda: on_turn().send(dxp.BackAccept(dxp.BackCode.DONE)),
        lambda: off_turn().stop_waiting(),
        lambda: idle().stop_waiting(),
        lambda: idle().back_request(0),
    ):
        with pytest.raises(LocalProtocolError):
            answer()


# --- end -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [on_turn, off_turn, initiator])
@pytest.mark.parametrize("text", ["E10", "E01", "E90"])
def test_the_peer_ends_the_game(make: Callable[[], DxpConnection], text: str) -> None:
    connection = make()
    (end,) = feed(connection, text)
    assert isinstance(end, dxp.GameEnd)
    assert end.reason is (dxp.EndReason.GIVE_UP if text[1] == "1" else dxp.EndReason.NONE)
    assert not connection.is_playing
    with pytest.raises(LocalProtocolError):
        connection.send(MOVE)
    assert connection.acknowledge_end() == f"E0{text[2]}\0".encode()
    assert rest(connection) == ([Stopped()] if text[2] == "1" else [])
    assert connection.state is State.IDLE


def test_only_the_first_end_counts() -> None:
    connection = on_turn()
    assert feed(connection, "E30", "E10") == [dxp.GameEnd(dxp.EndReason.WIN)]
    connection.acknowledge_end()
    (event,) = rest(connection)
    assert isinstance(event, Ignored)


def test_after_our_end_only_an_end_and_chat_count() -> None:
    connection = ending()
    assert connection.waiting_for is Waiting.END_ACKNOWLEDGEMENT
    events = feed(connection, "M0000322800", "B001W", "K0", f"A{'Them':32}0", "E0", "Cbye", "E31", "E10")
    ignored, others = events[:5], events[5:]
    assert all(isinstance(event, Ignored) for event in ignored)
    assert others[:2] == [dxp.Chat("bye"), EndAcknowledged(stop=True)]
    assert isinstance(others[2], Ignored)
    assert connection.state is State.IDLE


def test_the_next_request_is_an_acknowledgement() -> None:
    connection = ending()
    acknowledged, request = feed(connection, REQUEST_WHITE)
    assert acknowledged == EndAcknowledged(stop=False)
    assert isinstance(request, dxp.GameRequest)
    connection.send(ACCEPT)
    assert (connection.plies, connection.is_our_turn) == (0, True)


def test_a_malformed_next_request_acknowledges_too_and_is_refused() -> None:
    acknowledged, *refusal = feed(ending(), "R01")
    assert acknowledged == EndAcknowledged(stop=False)
    assert replies(refusal)[0] == f"A{'Us 1':32}2\0".encode()


def test_an_initiator_that_ended_the_game_is_not_asked_for_one() -> None:
    connection = initiator()
    connection.send(dxp.GameEnd())
    (event,) = feed(connection, REQUEST_WHITE)
    assert isinstance(event, Ignored)
    assert connection.state is State.ENDING


def test_an_acknowledgement_that_does_not_come() -> None:
    connection = ending()
    connection.stop_waiting()
    assert connection.state is State.IDLE


def test_an_end_out_of_turn_is_possible_after_a_long_silence() -> None:
    assert off_turn().send(dxp.GameEnd()) == b"E00\0"


def test_an_end_without_a_game() -> None:
    connection = idle()
    (event,) = feed(connection, "E00")
    assert isinstance(event, Ignored)
    assert feed(connection, "E01") == [Stopped()]


# --- taking back ---------------------------------------------------------------------------------


def played(plies: int, request: str = REQUEST_BLACK) -> DxpConnection:
    connection = follower(request)
    for _ in range(plies):
        if connection.is_our_turn:
            connection.send(MOVE)
        else:
            feed(connection, "M0000322800")
            connection.accept_move()
    return connection


WHITE_BEGINS_PLIES = [(0, "B001W"), (1, "B001Z"), (2, "B002W"), (3, "B002Z")]
BLACK_BEGINS_PLIES = [(0, "B001Z"), (1, "B002W"), (2, "B002Z"), (3, "B003W")]
REQUEST_BLACK_BEGINS = f"R01{'Harness 1.0':32}Z005000BZ{20 * 'z'}{10 * 'e'}{20 * 'w'}"


@pytest.mark.parametrize(
    ("request_text", "plies", "text"),
    [(REQUEST_BLACK, *case) for case in WHITE_BEGINS_PLIES]
    + [(REQUEST_BLACK_BEGINS, *case) for case in BLACK_BEGINS_PLIES],
)
def test_numbers_of_positions(request_text: str, plies: int, text: str) -> None:
    connection = played(3, request_text)
    assert connection.send(connection.back_request(plies)) == f"{text}\0".encode()
    connection.stop_waiting()
    assert feed(connection, text) == [BackAsked(plies)]
    assert connection.state is State.BACK_OFFERED
    connection.send(dxp.BackAccept(dxp.BackCode.DONE))
    assert connection.plies == plies
    begins_with_us = request_text == REQUEST_BLACK_BEGINS
    assert connection.is_our_turn is ((plies % 2 == 0) is begins_with_us)


@pytest.mark.parametrize("code", [dxp.BackCode.REFUSED, dxp.BackCode.UNSUPPORTED])
def test_a_refusal_changes_nothing(code: dxp.BackCode) -> None:
    connection = played(3)
    feed(connection, "B001W")
    connection.send(dxp.BackAccept(code))
    assert (connection.plies, connection.is_our_turn) == (3, True)


@pytest.mark.parametrize("text", ["B000W", "B002W", "B050W", "B01", "B00xW", "B001B"])
def test_a_position_that_the_game_does_not_have(text: str) -> None:
    connection = played(1)
    assert replies(feed(connection, text)) == [b"K2\0"]
    assert (connection.plies, connection.is_our_turn) == (1, True)


@pytest.mark.parametrize("make", [idle, requesting])
def test_no_game_to_take_back_in(make: Callable[[], DxpConnection]) -> None:
    assert replies(feed(make(), "B001W")) == [b"K2\0"]


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_our_own_request(plies: int) -> None:
    connection = played(plies)
    connection.send(connection.back_request(0))
    assert connection.waiting_for is Waiting.BACK_ACCEPT
    with pytest.raises(LocalProtocolError):
        connection.send(connection.back_request(0))
    with pytest.raises(LocalProtocolError):
        connection.send(MOVE)
    # Crossing requests are refused by both ends.
    assert replies(feed(connection, "B001W")) == [b"K2\0"]
    assert feed(connection, "K0") == [BackAnswered(0, dxp.BackCode.DONE)]
    assert (connection.plies, connection.state) == (0, State.PEER_TURN)


def test_our_own_request_is_refused_or_not_answered() -> None:
    connection = played(3)
    connection.send(connection.back_request(1))
    assert feed(connection, "K1") == [BackAnswered(1, dxp.BackCode.UNSUPPORTED)]
    connection.send(connection.back_request(1))
    connection.stop_waiting()
    (event,) = feed(connection, "K0")
    assert isinstance(event, Ignored)
    assert (connection.plies, connection.is_our_turn) == (3, True)
    connection.send(MOVE)


def test_a_move_that_crosses_our_request() -> None:
    connection = played(2)
    connection.send(connection.back_request(1))
    assert feed(connection, "M0000322800", "K0") == [MOVE]
    connection.accept_move()
    assert rest(connection) == [BackAnswered(1, dxp.BackCode.DONE)]
    assert (connection.plies, connection.is_our_turn) == (1, True)


def test_a_position_we_do_not_have_cannot_be_asked_for() -> None:
    with pytest.raises(LocalProtocolError):
        played(1).send(dxp.BackRequest(9, dxp.Colour.WHITE))


# --- the rest ------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [idle, requesting, on_turn, off_turn, ending])
@pytest.mark.parametrize("text", ["Xfoo", "r01", "\xff\x80", "K0", "K9", 300 * "C", "E0", "A"])
def test_what_has_no_effect(make: Callable[[], DxpConnection], text: str) -> None:
    connection = make()
    before = connection.state
    (event,) = feed(connection, text)
    assert isinstance(event, Ignored)
    assert str(event.cause)
    assert connection.state is before


def test_an_unsolicited_answer_and_empty_messages() -> None:
    assert [type(event) for event in feed(on_turn(), f"A{'Them':32}0")] == [Ignored]
    assert feed(on_turn(), "", "", "Chi", "") == [dxp.Chat("hi")]


@pytest.mark.parametrize("message", [ASK, ACCEPT, MOVE, dxp.GameEnd(), dxp.BackAccept(dxp.BackCode.DONE)])
def test_nothing_but_chat_is_sent_after_our_end(message: dxp.Message) -> None:
    connection = ending()
    with pytest.raises(LocalProtocolError):
        connection.send(message)
    assert connection.send(dxp.Chat("bye")) == b"Cbye\0"


def test_a_message_that_cannot_be_written_changes_nothing() -> None:
    connection = on_turn()
    with pytest.raises(LocalProtocolError):
        connection.send(dxp.Move(50, 1))
    assert (connection.is_our_turn, connection.plies) == (True, 0)


def test_the_end_of_input_comes_last() -> None:
    connection = off_turn()
    connection.receive_data(b"M0000322800\0Cbye\0E0")
    connection.receive_data(b"")
    assert rest(connection) == [MOVE]
    connection.accept_move()
    assert rest(connection) == [dxp.Chat("bye"), EndOfInput()]
    assert (connection.state, connection.waiting_for) == (State.CLOSED, None)
    assert rest(connection) == []
    with pytest.raises(LocalProtocolError):
        connection.receive_data(b"x")
    with pytest.raises(LocalProtocolError):
        connection.send(dxp.Chat("x"))


def test_the_end_of_input_while_an_answer_to_us_is_due() -> None:
    connection = on_turn()
    connection.send(connection.back_request(0))
    connection.receive_data(b"")
    assert rest(connection) == [EndOfInput()]
    assert connection.waiting_for is None


def test_much_unserved_input_asks_for_a_pause() -> None:
    connection = idle()
    connection.receive_data(1000 * b"Cx\0")
    assert not connection.wants_data
    assert len(rest(connection)) == 1000
    assert connection.wants_data
