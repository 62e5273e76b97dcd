"""A sound DXP engine passes every check; every fault is found by the check that is there for it."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from hub_engine.compliance.checks import Check, Level, Outcome, Result, Timing, run_checks
from hub_engine.compliance.dxp import DXP_CHECKS
from hub_engine.compliance.dxp.peer import Address, DxpPeer, Stage
from hub_engine.compliance.dxp.session import DxpSession
from tests.fakes.faulty_dxp_engine import listening

PATIENT = Timing(patience=4.0, quiet=0.1)
#: Where the answer never comes.
HASTY = Timing(patience=0.1, quiet=0.1)


async def examined(
    port: int, checks: Sequence[Check[DxpSession]], timing: Timing, command: Sequence[str] = ()
) -> list[Result]:
    peer = DxpPeer(Address("127.0.0.1", port), command, timing)
    try:
        return await run_checks(checks, lambda: DxpSession(peer, timing), timing, lambda _: None)
    finally:
        await peer.close()


def examine(fault: str, checks: Sequence[Check[DxpSession]], timing: Timing = PATIENT) -> list[Result]:
    async def run() -> list[Result]:
        async with listening(fault) as port:
            return await examined(port, checks, timing)

    return asyncio.run(run())


def check_of(name: str) -> Check[DxpSession]:
    found = [check for check in DXP_CHECKS.checks if check.run.__name__ == name or check.title.startswith(name)]
    assert len(found) == 1
    return found[0]


def not_passed(results: list[Result]) -> list[tuple[str, str]]:
    return [(result.check.title, result.text) for result in results if result.outcome is not Outcome.PASSED]


def test_checks_are_numbered_from_one_and_say_different_things() -> None:
    checks = DXP_CHECKS.checks
    assert [check.number for check in checks] == list(range(1, len(checks) + 1))
    assert len({check.title for check in checks}) == len(checks)
    assert {check.level for check in checks} == set(Level)
    assert all(isinstance(check.stage, Stage) for check in checks)


def test_a_sound_engine_passes_everything() -> None:
    assert not_passed(examine("none", DXP_CHECKS.checks)) == []


def test_chat_at_any_place_is_no_fault() -> None:
    assert not_passed(examine("chatty", DXP_CHECKS.checks[:12])) == []


@pytest.mark.parametrize(
    ("fault", "finder", "timing"),
    [
        ("speaks-first", "accepts_connections", Timing(4.0, 1.0)),
        ("silent", "accepts_games", HASTY),
        ("nameless", "accepts_games", PATIENT),
        ("wrong-move", "plays_black", PATIENT),
        ("wrong-move", "plays_white", PATIENT),
        ("leaves-captured-out", "goes_round", PATIENT),
        ("claims-a-win", "ends_when_lost", PATIENT),
        ("acknowledges-with-stop", "acknowledges_the_end", PATIENT),
        ("short-time-field", "writes_exactly", PATIENT),
        ("does-not-take-back", "moves_again", HASTY),
        ("reads-the-first-only", "takes_joined_messages", HASTY),
        ("sends-together", "leaves_gaps", PATIENT),
        ("accepts-any-version", "refuses_other_versions", PATIENT),
        ("ends-at-a-bad-move", "waits_for_a_legal_move", PATIENT),
        ("dies-of-rubbish", "an unknown letter", PATIENT),
        ("dies-of-rubbish", "survives_rubbish_in_a_game", PATIENT),
    ],
)
def test_each_fault_is_found_by_its_check(fault: str, finder: str, timing: Timing) -> None:
    (found,) = examine(fault, [check_of(finder)], timing)
    assert found.outcome is Outcome.FAILED, found.text
    assert found.text
    assert found.conversation or fault == "speaks-first"


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(1 << 16):
            writer.write(data)
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


class Door:
    """Lets connections through to an engine, counts them, and closes after so many."""

    def __init__(self, port: int, most: int) -> None:
        self.port = port
        self.most = most
        self.n_opened = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> int:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.n_opened += 1
        if self.n_opened >= self.most:
            self._server.close()
        self._tasks.append(asyncio.create_task(self._relay(reader, writer)))

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        near, far = await asyncio.open_connection("127.0.0.1", self.port)
        await asyncio.gather(pump(reader, far), pump(near, writer))


def examine_behind_door(fault: str, checks: Sequence[Check[DxpSession]], most: int) -> tuple[list[Result], int]:
    async def run() -> tuple[list[Result], int]:
        async with listening(fault) as port:
            door = Door(port, most)
            async with door as outer_port:
                return await examined(outer_port, checks, PATIENT), door.n_opened

    return asyncio.run(run())


def test_a_connection_in_good_order_is_used_again() -> None:
    """Some engines serve only one."""
    results, n_opened = examine_behind_door("none", DXP_CHECKS.checks[:6], most=1)
    assert not_passed(results) == []
    assert n_opened == 1


def test_an_engine_that_leaves_is_told_as_such() -> None:
    """One connection is served, and after that no other."""
    checks = [check_of("plays_white"), check_of("an unknown letter"), check_of("plays_black")]
    results, _ = examine_behind_door("dies-of-rubbish", checks, most=1)
    assert [result.outcome for result in results] == [Outcome.PASSED, Outcome.FAILED, Outcome.UNREACHABLE]


def test_nobody_listens() -> None:
    results = asyncio.run(examined(1, DXP_CHECKS.checks[:2], PATIENT))
    assert [result.outcome for result in results] == [Outcome.UNREACHABLE, Outcome.SKIPPED]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_program_of_ours_to_start_is_started_again_after_a_failure() -> None:
    port = free_port()
    command = [sys.executable, "-m", "tests.fakes.faulty_dxp_engine", "dies-of-rubbish", str(port)]
    checks = [check_of("plays_white"), check_of("an unknown letter"), check_of("plays_black")]
    results = asyncio.run(examined(port, checks, PATIENT, command))
    assert [result.outcome for result in results] == [Outcome.PASSED, Outcome.FAILED, Outcome.PASSED]


@pytest.mark.slow
def test_our_own_follower_passes_every_check(tmp_path: Path) -> None:
    place = f"127.0.0.1:{free_port()}"
    own = [sys.executable, "-m", "hub_engine", "dxp", "--listen", place, "--games-dir", str(tmp_path), "--hash", "4"]
    assert not_passed(asyncio.run(examined(int(place.rpartition(":")[2]), DXP_CHECKS.checks, PATIENT, own))) == []


def test_a_program_that_does_not_listen_is_unreachable() -> None:
    command = [sys.executable, "-S", "-c", "import sys; sys.exit('no port')"]
    (result,) = asyncio.run(examined(free_port(), DXP_CHECKS.checks[:1], PATIENT, command))
    assert result.outcome is Outcome.UNREACHABLE
    assert "no port" in result.text
