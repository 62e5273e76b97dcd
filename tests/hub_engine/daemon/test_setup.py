from __future__ import annotations

from pathlib import Path

import pytest

from hub_engine.config.engine import default_engine, parse_engine
from hub_engine.daemon.setup import changes, read_guard
from hub_engine.errors import ConfigError


def test_what_a_reload_changes() -> None:
    before = default_engine()
    text = "variant: frisian\nlimits: {sessions: 2}\nhub_tcp: {tls: {cert_file: a, key_file: b}}\n"
    after = parse_engine(text, Path("/x/engine.yaml"))
    assert changes(before, before) == []
    assert changes(before, after) == [
        "variant: normal -> frisian",
        "limits.sessions: 256 -> 2",
        "hub_tcp.tls.cert_file: - -> /x/a",
        "hub_tcp.tls.key_file: - -> /x/b",
        "hub_tcp.tls.min_version: - -> 1.2",
    ]


def test_a_listener_may_be_unguarded() -> None:
    assert read_guard(None, None) == (None, None)


def test_a_guard_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        read_guard(tmp_path / "no-such", None)
