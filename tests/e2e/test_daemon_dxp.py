"""DXP played by the daemon, beside Hub."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from protocol.notation.pdn import PdnReader
from tests.e2e.daemon import Daemon, refusal
from tests.e2e.dxp_script import FIRST_MOVE, REQUEST, DxpTalk, TcpWire
from tests.e2e.hub_script import ENGINE_ON_HANGING_DISK

DXP = "dxp: {port: 0, games_dir: games, longest_move_s: 0.1, name: Tester 1.0}\n"


def dxp_port(daemon: Daemon) -> int:
    """The port of the DXP listener, from its event: the Hub listener's comes first."""
    event = daemon.event("tcp.listening_started")
    assert event["listener"] == "dxp"
    return int(event["port"])


def test_both_protocols_in_one_process(tmp_path: Path) -> None:
    with Daemon(tmp_path, DXP) as daemon:
        port = dxp_port(daemon)
        hub = daemon.talk()
        dxp = DxpTalk(lambda: TcpWire(port), checks_gaps=True)
        dxp.send(REQUEST)
        dxp.expect({"type": "A", "code": "0", "name": "Tester 1.0"})
        dxp.send(FIRST_MOVE)
        assert dxp.expect({"type": "M"})[0]
        hub.send("hub")
        hub.expect("wait")
        # An orderly end: the game is saved, and everybody is gone within the time.
        assert daemon.end() == 0
        dxp.close()
    (path,) = (tmp_path / "games").iterdir()
    (game,) = PdnReader(path.read_text(encoding="utf-8"))
    assert len(game.line.moves) == 2
    assert (game.tags["Termination"], game.result) == ("stopped", "*")


def test_a_disk_that_hangs_holds_up_neither_sessions_nor_the_end(tmp_path: Path) -> None:
    with Daemon(tmp_path, DXP, engine=ENGINE_ON_HANGING_DISK) as daemon:
        port = dxp_port(daemon)
        dxp = DxpTalk(lambda: TcpWire(port), checks_gaps=True)
        dxp.send(REQUEST)
        dxp.expect({"type": "A", "code": "0", "name": "Tester 1.0"})
        dxp.send(FIRST_MOVE)
        assert dxp.expect({"type": "M"})[0]
        hub = daemon.talk()
        hub.send("hub")
        hub.expect("wait")
        assert daemon.end() == 0
        dxp.close()
        assert daemon.event("dxp.games_lost")["games"] == 1


def test_dxp_beyond_this_machine_needs_tls(tmp_path: Path) -> None:
    code, complaint = refusal(tmp_path, "dxp: {port: 0, host: 0.0.0.0}\n")
    assert code == 2
    fault = "dxp.host: 0.0.0.0 lets other machines in, and nothing guards it: name dxp.tls"
    assert f"{tmp_path / 'engine.yaml'}:1: {fault}" in complaint


@pytest.mark.parametrize(
    ("config", "fault"),
    [
        ("dxp: {port: 0, time_control: bullet}", "there is no time control 'bullet'"),
        ('dxp: {port: 0, name: ""}', "dxp.name: '' is not a name of at most 32 ASCII characters"),
        ("dxp: {port: 70000}", "dxp.port: 70000 is not in 0..65535"),
    ],
)
def test_bad_settings_are_refused(tmp_path: Path, config: str, fault: str) -> None:
    code, complaint = refusal(tmp_path, config)
    assert code == 2
    assert fault in complaint


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no SIGHUP on this system")
def test_a_reload_opens_and_closes_the_listener(tmp_path: Path) -> None:
    with Daemon(tmp_path) as daemon:
        daemon.write_config(DXP)
        daemon.process.send_signal(signal.SIGHUP)
        port = dxp_port(daemon)
        talk = DxpTalk(lambda: TcpWire(port))
        talk.expect_alive()
        talk.close()
        daemon.write_config("")
        daemon.process.send_signal(signal.SIGHUP)
        assert daemon.event("tcp.listening_ended")["listener"] == "dxp"
