"""Time control files: what is shipped, what goes together, what does not."""

# ruff: noqa: E501 - one case a line reads best

from __future__ import annotations

from pathlib import Path

import pytest

from hub_engine.config.time_control import (
    Period,
    TimeControl,
    load_time_control,
    read_time_control,
    time_control_paths,
)
from hub_engine.errors import ConfigError
from tests.vectors import ROOT

FOLDERS = (ROOT / "configs",)
pytestmark = pytest.mark.usefixtures("in_a_folder")


def read(text: str) -> TimeControl:
    """The time control of a file with this text."""
    path = Path("mine.yaml")
    path.write_text(text, encoding="utf-8")
    return read_time_control(path)


@pytest.mark.parametrize("name", time_control_paths(FOLDERS))
def test_every_shipped_file_is_sound(name: str) -> None:
    control = load_time_control(name, FOLDERS)
    assert control.name == name
    assert control.is_infinite == (name == "infinite")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("5min", {"periods": (Period(None, 300.0, 0.0),)}),
        ("40-moves-in-5min", {"periods": (Period(40, 300.0, 0.0),)}),
        ("50-moves-in-2h-then-1h", {"periods": (Period(50, 7200.0, 0.0), Period(None, 3600.0, 0.0))}),
        ("fischer-3min-2s", {"periods": (Period(None, 180.0, 2.0),)}),
        ("1s-per-move", {"move_time_s": 1.0}),
        ("depth-12", {"depth": 12}),
        ("nodes-100k", {"nodes": 100_000}),
        ("turn-30s", {"turn_s": 30.0}),
        ("infinite", {}),
    ],
)
def test_every_kind_is_shipped(name: str, expected: dict[str, object]) -> None:
    control = load_time_control(name, FOLDERS)
    assert control == TimeControl(name=name, title=control.title, **expected)  # type: ignore[arg-type]


def test_limits_of_depth_and_nodes_go_with_a_clock() -> None:
    control = read("title: x\nperiods: [{time_s: 60}]\ndepth: 20\nnodes: 1000\n")
    assert (control.depth, control.nodes, control.is_infinite) == (20, 1000, False)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("title: x", "mine.yaml:1: sets no limit; say `infinite: true` if that is meant"),
        ("title: x\ninfinite: false", "mine.yaml:1: sets no limit; say `infinite: true` if that is meant"),
        ("title: x\ninfinite: true\ndepth: 3", "mine.yaml:2: infinite: cannot be true beside depth"),
        ("title: x\nturn_s: 3\nmove_time_s: 2", "mine.yaml:2: turn_s: cannot stand beside move_time_s: one kind of clock a file"),
        ("title: x\nperiods: []", "mine.yaml:2: periods: 0 entries, not 1..8"),
        ("title: x\nperiods:\n- moves: 3\n  time_s: 0", "mine.yaml:4: periods[0].time_s: gives no time at all"),
        ("title: x\nperiods:\n- time_s: 9\n- time_s: 9", "mine.yaml:3: periods[0].moves: is missing: only the last period lasts to the end"),
        ("title: x\nmove_time_s: 0", "mine.yaml:2: move_time_s: 0 is not in 0.01..604800"),
        ("title: x\ndepth: 201", "mine.yaml:2: depth: 201 is not in 1..200"),
        ("title: x\nnodes: 1.5", "mine.yaml:2: nodes: must be a whole number, not 1.5"),
        ("title: x\nmove_time: 2\ndepth: 1", "mine.yaml:2: move_time: unknown key, did you mean move_time_s?"),
        ("depth: 1", "mine.yaml:1: title: is missing"),
    ],
)  # fmt: skip
def test_refused(text: str, fault: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read(text)
    assert str(caught.value) == fault


def test_an_unknown_name_gets_the_nearest() -> None:
    with pytest.raises(ConfigError, match=r"there is no time control 'turn-3s', did you mean turn-30s\?"):
        load_time_control("turn-3s", FOLDERS)
