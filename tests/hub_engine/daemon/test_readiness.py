"""Settings that a start would stumble over, each at its key."""

from __future__ import annotations

from pathlib import Path

import pytest

from hub_engine.config.engine import default_engine, parse_engine
from hub_engine.daemon.catalogue import Catalogue
from hub_engine.daemon.readiness import ready_engine, start_faults
from hub_engine.errors import ConfigError

#: A name that no file system takes.
TOO_LONG = "x" * 300


def found(text: str, folder: Path) -> list[tuple[str, str]]:
    return list(start_faults(parse_engine(text, folder / "engine.yaml"), Catalogue()))


def test_the_defaults_are_ready() -> None:
    assert list(start_faults(default_engine(), Catalogue())) == []


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ("variant: nosuch", "variant", "there is no variant 'nosuch'"),
        ("time_control: nosuch", "time_control", "there is no time control 'nosuch'"),
        ("dxp: {time_control: nosuch}", "dxp.time_control", "there is no time control 'nosuch'"),
        ("hub_tcp: {token_file: nosuch}", "hub_tcp.token_file", "the token cannot be read"),
        ("hub_tcp: {token_file: file}", "hub_tcp.token_file", "must hold one token"),
        ("hub_tcp: {tls: {cert_file: file, key_file: file}}", "hub_tcp.tls", "is no certificate"),
        ("dxp: {tls: {cert_file: nosuch, key_file: file}}", "dxp.tls", "the certificate cannot be read"),
        ("variant: children-es\ndxp: {port: 0}", "dxp.port", "DXP has no word for a huff"),
        ("record: file/down", "record", "file is not a folder"),
        ("dxp: {games_dir: file}", "dxp.games_dir", "file is not a folder"),
        ("log: {file: nosuch/log}", "log.file", "nosuch is not a folder"),
        ("log: {file: .}", "log.file", "is a folder"),
        (f"log: {{file: {TOO_LONG}}}", "log.file", f"{TOO_LONG} cannot be used: "),
        (f"record: {TOO_LONG}/records", "record", f"{TOO_LONG}/records cannot be used: "),
        (f"hub_tcp: {{token_file: {TOO_LONG}}}", "hub_tcp.token_file", "the token cannot be read"),
    ],
)
def test_what_would_stop_a_start(text: str, key: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ((place, message),) = found(text, tmp_path)
    assert place == key
    assert reason in message


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="no folder that nobody can write to")
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("record: /proc/no/such", "record"),
        ("dxp: {games_dir: /proc/no/such}", "dxp.games_dir"),
        ("log: {file: /proc/no-such}", "log.file"),
    ],
)
def test_what_permissions_do_not_tell(text: str, key: str, tmp_path: Path) -> None:
    assert found(text, tmp_path) == [(key, "/proc cannot be written to")]


def test_a_start_is_told_every_fault_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "engine.yaml"
    path.write_text("time_control: nosuch\nhub_tcp: {token_file: nosuch}\nrecord: engine.yaml\n", "utf-8")
    with pytest.raises(ConfigError) as refusal:
        ready_engine(path, Catalogue())
    assert [(fault.line, fault.key) for fault in refusal.value.faults] == [
        (1, "time_control"),
        (2, "hub_tcp.token_file"),
        (3, "record"),
    ]
    with pytest.raises(ConfigError) as refusal:
        ready_engine(path, Catalogue(), listens=False)
    assert [fault.key for fault in refusal.value.faults] == ["time_control", "record"]


def test_all_are_told_and_nothing_is_made(tmp_path: Path) -> None:
    text = "variant: nosuch\ndxp: {port: 0}\nrecord: new/records\nlog: {file: new.log}\ntime_control: nosuch"
    assert [key for key, _ in found(text, tmp_path)] == ["variant", "time_control"]
    assert list(tmp_path.iterdir()) == []
