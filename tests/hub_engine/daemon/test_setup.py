from __future__ import annotations

from pathlib import Path

import pytest

from hub_engine.config.engine import EngineConfig, default_engine, parse_engine
from hub_engine.daemon.catalogue import Catalogue
from hub_engine.daemon.parameters import first_settings
from hub_engine.daemon.setup import Setup, changes, read_guard
from hub_engine.errors import ConfigError


def setup(config: EngineConfig, config_dir: Path | None = None) -> Setup:
    catalogue = Catalogue(config_dir)
    catalogue.check()
    return Setup(config, catalogue, first_settings(config, catalogue), None)


def test_files_that_say_something_else_are_changes_too(tmp_path: Path) -> None:
    rooms = {room: tmp_path / room for room in ("variants", "time-controls")}
    for room in rooms.values():
        room.mkdir()
    names = "names: {{title: {0}, hub: {0}}}\n"
    (rooms["variants"] / "mine.yaml").write_text("extends: russian\n" + names.format("mine"), "utf-8")
    (rooms["variants"] / "child.yaml").write_text("extends: mine\n" + names.format("child"), "utf-8")
    before = setup(default_engine(), tmp_path)
    (rooms["variants"] / "mine.yaml").write_text(
        "extends: russian\ndraws: {repetition: 5}\n" + names.format("mine"), "utf-8"
    )
    (rooms["time-controls"] / "new.yaml").write_text("title: new\ndepth: 3\n", "utf-8")
    after = setup(default_engine(), tmp_path)
    assert changes(before, after) == ["time-controls.new: added", "variants.child: changed", "variants.mine: changed"]
    (rooms["variants"] / "child.yaml").write_text("foo: [", "utf-8")
    assert changes(after, setup(default_engine(), tmp_path)) == ["variants.child: removed"]


def test_what_a_reload_changes() -> None:
    before = default_engine()
    text = "variant: frisian\nlimits: {sessions: 2}\nhub_tcp: {tls: {cert_file: a, key_file: b}}\n"
    after = parse_engine(text, Path("/x/engine.yaml"))
    assert changes(setup(before), setup(before)) == []
    assert changes(setup(before), setup(after)) == [
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
