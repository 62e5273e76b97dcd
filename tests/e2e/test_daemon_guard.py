"""Who gets in: token, encryption, and what does not even start."""

from __future__ import annotations

import shutil
import ssl
from pathlib import Path

import pytest

from tests.e2e.daemon import Daemon, refusal
from tests.e2e.hub_script import TcpWire, initialise
from tests.vectors import ROOT

SECRET = "correct-horse-battery"
KEYS = ROOT / "tests" / "data" / "tls"


def test_nobody_listens_to_the_world_without_a_guard(tmp_path: Path) -> None:
    for config, arguments in (("hub_tcp: {host: 0.0.0.0, port: 0}", ()), ("hub_tcp: {port: 0}", ("--host", "0.0.0.0"))):
        code, complaint = refusal(tmp_path, config, *arguments)
        assert code == 2
        assert "0.0.0.0 lets other machines in, and nothing guards it: name hub_tcp.token_file" in complaint
        assert complaint.count("\n") == 1


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ("hub_tcp: {port: 0, token_file: no-such}", "no-such: the token cannot be read: No such file"),
        ("hub_tcp: {port: 0, token_file: short}", "short: must hold one token"),
        (
            "hub_tcp: {port: 0, tls: {cert_file: server.crt, key_file: other.key}}",
            "other.key: is not the key to the certificate",
        ),
    ],
)
def test_a_guard_that_cannot_be_used_is_named(tmp_path: Path, config: str, words: str) -> None:
    for name in ("server.crt", "other.key"):
        shutil.copy(KEYS / name, tmp_path)
    (tmp_path / "short").write_text("1234")
    code, complaint = refusal(tmp_path, config)
    assert code == 2
    assert words in complaint
    assert "1234" not in complaint
    assert complaint.count("\n") == 1


def test_a_token_opens_a_session_and_a_wrong_one_ends_it(tmp_path: Path) -> None:
    (tmp_path / "my token").write_text(SECRET + "\n")
    guard = f"hub_tcp: {{port: 0, token_file: my token}}\nrecord: {tmp_path / 'seen'}\n"
    with Daemon(tmp_path, guard, level="debug") as daemon:
        friend, stranger = daemon.talk(), daemon.talk()
        stranger.send("hub")
        stranger.expect("wait")
        stranger.send("init")
        assert "not before the token" in stranger.expect_error()
        for _ in range(3):
            stranger.send(f"set-param name=token value={SECRET}r")
            assert stranger.expect_error() == "set-param: this is not the token"
        assert stranger.wire.wait_end(5)
        friend.send(f"set-param name=token value={SECRET}")
        initialise(friend)
        friend.send("pos start")
        friend.send("level depth=4")
        friend.send("go think")
        assert friend.expect("done")["move"]
        assert daemon.end() == 0
    written = "".join(path.read_text("utf-8") for path in (tmp_path / "seen").iterdir())
    assert "done move=" in written
    assert SECRET not in written
    assert daemon.log
    assert not any(SECRET in line for line in daemon.log)


def test_an_encrypted_daemon(tmp_path: Path) -> None:
    for name in ("server.crt", "server.key"):
        shutil.copy(KEYS / name, tmp_path)
    with Daemon(tmp_path, "hub_tcp: {port: 0, tls: {cert_file: server.crt, key_file: server.key}}") as daemon:
        talk = daemon.talk(ssl.create_default_context(cafile=tmp_path / "server.crt"))
        initialise(talk)
        plain = TcpWire(daemon.port)
        plain.write(b"hub\ninit\n")
        assert "WRONG_VERSION_NUMBER" in daemon.event("tcp.handshake_failed")["reason"].upper().replace(" ", "_")
        plain.close()
        talk.run({"expect_alive": True})
