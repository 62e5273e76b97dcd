"""The soak run's judgement on memory; the run itself is `make soak`."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "soak.py"


@pytest.fixture(scope="module")
def soak() -> ModuleType:
    spec = importlib.util.spec_from_file_location("soak", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    # Its dataclasses look their module up by name.
    module = sys.modules["soak"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("run_s", "leak_mib_per_s", "is_good"),
    [(3600, 0.0, True), (3600, 0.001, True), (3600, 0.01, False), (60, 0.1, True), (60, 1.0, False)],
)
def test_memory_that_grows_is_a_fault(soak: ModuleType, run_s: int, leak_mib_per_s: float, is_good: bool) -> None:
    figures = soak.Figures()
    for at_s in range(run_s + 2):
        # A start that takes a while, and an end that is not looked at.
        start_mib = min(at_s, 20)
        figures.memory_mib.append((at_s, 50 + start_mib + leak_mib_per_s * at_s if at_s <= run_s else 500.0))
    soak.check_memory(figures, run_s)
    assert len(figures.faults) == (not is_good)


def test_a_run_in_which_nothing_was_measured_is_a_fault(soak: ModuleType) -> None:
    figures = soak.Figures()
    soak.check_memory(figures, 60)
    assert figures.faults
