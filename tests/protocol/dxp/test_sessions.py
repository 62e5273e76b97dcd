"""Every session and every malformed message of the vectors, on the state machine with a player that answers at once."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from protocol.dxp.states import Role
from tests.e2e.dxp_script import DxpTalk, MemoryWire, run_malformed
from tests.fakes.dxp_player import DxpPlayer

VECTORS = yaml.safe_load((Path(__file__).parents[2] / "data" / "dxp-messages.yaml").read_text("utf-8"))
SCRIPTS = [session for session in VECTORS["sessions"] if session["steps"] != [{"run_malformed": True}]]


def talk() -> DxpTalk:
    return DxpTalk(lambda: MemoryWire(DxpPlayer(Role.FOLLOWER)))


def test_all_sessions_are_here() -> None:
    # The one that is missing among the scripts is the list of malformed messages.
    assert (len(VECTORS["sessions"]), len(SCRIPTS)) == (19, 18)
    assert {session["role"] for session in VECTORS["sessions"]} == {"follower"}


@pytest.mark.parametrize("session", SCRIPTS, ids=lambda session: session["id"])
def test_session(session: dict[str, Any]) -> None:
    conversation = talk()
    for step in session["steps"]:
        conversation.run(step)


@pytest.mark.parametrize("entry", VECTORS["malformed"], ids=lambda entry: entry["id"])
def test_malformed(entry: dict[str, Any]) -> None:
    run_malformed(talk(), entry)


@pytest.mark.parametrize("segment", VECTORS["coalesced_segments"], ids=lambda segment: segment["id"])
def test_joined_messages_come_apart(segment: dict[str, Any]) -> None:
    conversation = talk()
    conversation.send_hex(segment["hex"])
    assert [line[2:] for line in conversation.transcript if line.startswith(">")] == segment["messages"]
