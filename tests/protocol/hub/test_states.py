from typing import get_args

import pytest

from protocol.hub.messages import Done, EngineMessage, GuiMessage, Info, Pong, Quit
from protocol.hub.states import (
    ENGINE_MAY_SEND,
    ENGINE_STEPS,
    GUI_ANSWERS,
    GUI_RECEIVES,
    GUI_SENDS,
    EngineState,
    EngineStep,
    GuiState,
)

GUI_MESSAGES = set(get_args(GuiMessage))
ENGINE_MESSAGES = set(get_args(EngineMessage))


@pytest.mark.parametrize("state", EngineState)
def test_every_message_has_a_step_in_every_state_that_reads(state: EngineState) -> None:
    # While stopping all input waits; when closed nothing is read.
    if state in (EngineState.STOPPING, EngineState.CLOSED):
        assert state not in ENGINE_STEPS
    else:
        assert set(ENGINE_STEPS[state]) == GUI_MESSAGES


def test_every_step_is_used() -> None:
    assert {step for steps in ENGINE_STEPS.values() for step in steps.values()} == set(EngineStep)


def test_every_answer_has_its_states() -> None:
    assert set(ENGINE_MAY_SEND) == ENGINE_MESSAGES
    assert all(EngineState.CLOSED not in states for states in ENGINE_MAY_SEND.values())
    assert ENGINE_MAY_SEND[Done] == ENGINE_MAY_SEND[Info] == {EngineState.SEARCHING, EngineState.STOPPING}


def test_a_gui_can_say_everything_somewhere_and_leave_anywhere() -> None:
    assert {message for _, message in GUI_SENDS} == GUI_MESSAGES
    assert {state for state, message in GUI_SENDS if message is Quit} == set(GuiState) - {GuiState.CLOSED}


def test_answers_are_awaited_in_one_state_each() -> None:
    # Pong is counted instead: it may come in any state.
    awaited = [message for _, message in GUI_RECEIVES if message in GUI_ANSWERS]
    assert sorted(awaited, key=str) == sorted(GUI_ANSWERS - {Pong}, key=str)


def test_every_gui_state_can_be_reached_and_left() -> None:
    arrivals = {
        state for table in (GUI_SENDS, GUI_RECEIVES) for (before, _), state in table.items() if before is not state
    }
    assert arrivals == set(GuiState) - {GuiState.NEW}
