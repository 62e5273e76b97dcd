"""The engine's settings: defaults, bounds, and that the shipped file tells them truly."""

from __future__ import annotations

from pathlib import Path

import pytest

from hub_engine.config.engine import (
    DEFAULT_VARIANT,
    HubTcp,
    Numbering,
    Tls,
    TlsVersion,
    default_engine,
    is_loopback,
    load_engine,
    parse_engine,
)
from hub_engine.errors import ConfigError
from hub_engine.logs import LogFormat, LogLevel
from tests.vectors import REGISTRY, ROOT


def test_the_shipped_file_states_the_defaults() -> None:
    assert load_engine(ROOT / "configs" / "engine.yaml") == default_engine()


def test_the_default_variant_exists() -> None:
    assert REGISTRY.load(DEFAULT_VARIANT).names.hub == DEFAULT_VARIANT


def test_an_empty_mapping_is_enough() -> None:
    config = default_engine()
    assert (config.hub_tcp.host, config.hub_tcp.port) == ("127.0.0.1", 27530)
    assert (config.numbering, config.time_control) == (Numbering.BOARD, None)
    assert (config.log.level, config.log.format, config.log.file) == (LogLevel.WARNING, LogFormat.CONSOLE, None)


@pytest.mark.parametrize("text", ["", "# port: 1\n", "---\n# nothing\n"])
def test_a_file_that_says_nothing_is_enough(text: str) -> None:
    assert parse_engine(text, Path("engine.yaml")) == default_engine()


def test_a_few_keys_of_ones_own() -> None:
    text = "hub_tcp: {port: 0}\nthreads: 4\nlog: {file: logs/e.json, format: json}\ntime_control: 5min\nrecord: seen\n"
    config = parse_engine(text, Path("/etc/draughts/mine.yaml"))
    assert (config.hub_tcp.host, config.hub_tcp.port, config.threads) == ("127.0.0.1", 0, 4)
    assert config.log.file == Path("/etc/draughts/logs/e.json")
    assert config.record == Path("/etc/draughts/seen")
    assert config.time_control == "5min"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("hash_mb: 0", "hash_mb: 0 is not in 1..1048576"),
        ("hash_mb: 1048577", "hash_mb: 1048577 is not in 1..1048576"),
        ("threads: 257", "threads: 257 is not in 1..256"),
        ("time_overhead_s: -1", "time_overhead_s: -1 is not in 0..10"),
        ("hub_tcp: {port: 65536}", "hub_tcp.port: 65536 is not in 0..65535"),
        ("hub_tcp: {host: a b}", "hub_tcp.host: 'a b' is not a host name or address"),
        ("hub_tcp: {host: a..b}", "hub_tcp.host: 'a..b' is not a host name or address"),
        ("hub_tcp: {prot: 1}", "hub_tcp.prot: unknown key, did you mean port?"),
        ("log: {level: loud}", "log.level: must be one of off, error, warning, info, debug, not the text 'loud'"),
        ("numbering: boards", "numbering: must be one of board, variant, not the text 'boards', did you mean board?"),
        ("limits: {sessions: 0}", "limits.sessions: 0 is not in 1..10000"),
        ("limits: {line_bytes: 10}", "limits.line_bytes: 10 is not in 1024..16777216"),
        ("limits: {idle_s: 0}", "limits.idle_s: 0 is not in 0.05..2678400"),
        ("limits: {hash_mb: 32}", "hash_mb: 64 is more than limits.hash_mb, 32"),
        ("threads: 3\nlimits: {threads: 2}", "threads: 3 is more than limits.threads, 2"),
        (
            "hub_tcp: {host: 0.0.0.0}",
            f"hub_tcp.host: {HubTcp('0.0.0.0', 27530, None, None).danger}",
        ),
        ("hub_tcp: {tls: {cert_file: a}}", "hub_tcp.tls.key_file: is missing"),
        (
            "hub_tcp: {tls: {cert_file: a, key_file: b, min_version: 1.1}}",
            "hub_tcp.tls.min_version: must be one of 1.2, 1.3, not 1.1, did you mean 1.3?",
        ),
        ("dxp: {port: 27530}", "dxp.port: is that of hub_tcp already"),
        ("dxp: {port: 1, host: localhost}\nhub_tcp: {port: 1}", "dxp.port: is that of hub_tcp already"),
        (
            "metrics: {port: 1}\nhub_tcp: {port: 1, host: 0.0.0.0, token_file: t}",
            "metrics.port: is that of hub_tcp already",
        ),
        ("metrics: {port: 9}\ndxp: {port: 9}", "metrics.port: is that of dxp already"),
        ("metrics: {port: 70000}", "metrics.port: 70000 is not in 0..65535"),
        ("ponder: 1", "ponder: must be true or false, not 1"),
    ],
)
def test_refused(text: str, fault: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_engine(text, Path("mine.yaml"))
    assert str(caught.value) == f"mine.yaml:1: {fault}"


@pytest.mark.parametrize(
    ("host", "is_safe"),
    [
        ("localhost", True),
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("0.0.0.0", False),
        ("::", False),
        ("example.org", False),
        ("127.0.0.1.example.org", False),
    ],
)
def test_other_machines_are_let_in_only_past_a_guard(host: str, is_safe: bool) -> None:
    assert is_loopback(host) is is_safe
    for guard in ("token_file: token", "tls: {cert_file: a, key_file: b}"):
        config = parse_engine(f"hub_tcp: {{host: '{host}', {guard}}}", Path("/etc/draughts/mine.yaml"))
        assert config.hub_tcp.danger is None
    if not is_safe:
        with pytest.raises(ConfigError):
            parse_engine(f"hub_tcp: {{host: '{host}'}}", Path("mine.yaml"))


def test_files_of_the_guard_lie_beside_the_settings() -> None:
    text = "hub_tcp: {token_file: my token, tls: {cert_file: tls/a.crt, key_file: /keys/a.key, min_version: '1.3'}}"
    config = parse_engine(text, Path("/etc/draughts/mine.yaml"))
    assert config.hub_tcp.token_file == Path("/etc/draughts/my token")
    assert config.hub_tcp.tls == Tls(Path("/etc/draughts/tls/a.crt"), Path("/keys/a.key"), TlsVersion.TLS_1_3)


@pytest.mark.parametrize(
    "text",
    [
        "hub_tcp: {port: 0}\ndxp: {port: 0}\nmetrics: {port: 0}",
        "hub_tcp: {port: 1, host: 127.0.0.2}\ndxp: {port: 1}",
        "hub_tcp: {port: 1, host: '::', token_file: t}\nmetrics: {port: 1}",
        "hub_tcp: {port: 1, host: example.org, token_file: t}\ndxp: {port: 1, host: localhost}",
    ],
)
def test_listeners_that_do_not_meet(text: str) -> None:
    assert parse_engine(text, Path("mine.yaml")).clashes() == []


def test_a_fault_hides_no_other_and_makes_none() -> None:
    text = (
        "hash_mb: much\nlimits: {hash_mb: 32, threads: 2}\nthreads: 3\n"
        "dxp: {port: 9, host: 0.0.0.0}\nmetrics: {port: 9}\nhub_tcp: {prot: 9, port: 9}\nnosuch: 1\n"
    )
    with pytest.raises(ConfigError) as caught:
        parse_engine(text, Path("mine.yaml"))
    assert [fault.key for fault in caught.value.faults] == [
        "hash_mb", "threads", "dxp.host", "metrics.port", "hub_tcp.prot", "nosuch",
    ]  # fmt: skip
