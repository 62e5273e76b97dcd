"""Every session of the handed Hub vectors, on standard streams and on TCP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.e2e.hub_script import Talk, initialise

VECTORS = yaml.safe_load((Path(__file__).parents[1] / "data" / "hub-sessions.yaml").read_text("utf-8"))


def test_all_sessions_are_here() -> None:
    assert len(VECTORS["sessions"]) == 63


@pytest.mark.parametrize("session", VECTORS["sessions"], ids=lambda session: session["id"])
def test_session(talk: Talk, session: dict[str, Any]) -> None:
    if not session.get("raw"):
        initialise(talk)
    for step in session["steps"]:
        talk.run(step)


@pytest.mark.parametrize("client", VECTORS["client_traces"])
def test_client_trace(talk: Talk, client: str) -> None:
    """What real clients send, pipelined: every `go` gets its one `done`, and nothing is an error."""
    lines = VECTORS["client_traces"][client]
    for line in lines:
        talk.send(line)
        if line.startswith("go ") and "infinite" not in line:
            talk.expect("done")
    if lines[-1] != "quit":
        talk.run({"expect_alive": True})
