from typing import get_args

import pytest

from protocol.dxp.messages import BackRequest, Chat, GameAccept, GameEnd, GameRequest, Message, Move
from protocol.dxp.states import MAY_SEND, OWED, PLAYING, STEPS, STEPS_IF_MALFORMED, Role, State, Step

MESSAGES = set(get_args(Message))


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("state", State)
def test_every_message_has_a_step_in_every_state_that_reads(role: Role, state: State) -> None:
    # While an answer is owed all input waits; when closed nothing is read.
    if state in OWED or state is State.CLOSED:
        assert state not in STEPS[role]
    else:
        assert set(STEPS[role][state]) == MESSAGES


def test_every_step_is_used() -> None:
    assert {step for states in STEPS.values() for steps in states.values() for step in steps.values()} == set(Step)


def test_a_malformed_message_is_never_handed_over() -> None:
    delivered = {Step.OFFER, Step.BEGIN, Step.JUDGE, Step.END, Step.ACKNOWLEDGE, Step.OFFER_BACK, Step.ANSWER_BACK}
    assert delivered <= set(STEPS_IF_MALFORMED)
    assert not delivered & set(STEPS_IF_MALFORMED.values())


def test_only_the_follower_is_offered_games() -> None:
    assert Step.OFFER not in {step for steps in STEPS[Role.INITIATOR].values() for step in steps.values()}
    assert STEPS[Role.FOLLOWER][State.IDLE][GameRequest] is Step.OFFER


def test_chat_is_always_delivered_and_may_always_be_sent() -> None:
    assert all(steps[Chat] is Step.DELIVER for states in STEPS.values() for steps in states.values())
    assert MAY_SEND[Chat] == set(State) - {State.CLOSED}


def test_every_message_may_be_sent_somewhere() -> None:
    assert set(MAY_SEND) == MESSAGES
    assert all(State.CLOSED not in states for states in MAY_SEND.values())
    assert MAY_SEND[Move] == {State.OUR_TURN}
    assert MAY_SEND[GameEnd] == MAY_SEND[BackRequest] <= PLAYING
    assert MAY_SEND[GameAccept] <= OWED
