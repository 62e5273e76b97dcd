"""The border of the compiled core: numbers that it cannot use are refused by the argument's name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hub_engine import _core
from tests.vectors import position

START = position("international", "W:W31-50:B1-20")
Call = Callable[[int], object]

CALLS: list[tuple[str, Call]] = [
    ("depth", lambda value: _core.Limits(depth=value)),
    ("nodes", lambda value: _core.Limits(nodes=value)),
    ("moves", lambda value: _core.Limits(time_s=1.0, moves=value)),
    ("hash_mb", lambda value: _core.Searcher(value)),
    ("threads", lambda value: _core.Searcher(1, value)),
    ("hash_mb", lambda value: _core.Searcher(1).resize(value)),
    ("depth", START.perft),
    ("depth", START.divide),
    ("threads", lambda value: START.perft(1, value)),
    ("hash_mb", lambda value: START.divide(1, 1, value)),
]


@pytest.mark.parametrize("value", [-1, 2**70])
@pytest.mark.parametrize(("name", "call"), CALLS)
def test_numbers_out_of_range_are_value_errors(name: str, call: Call, value: int) -> None:
    with pytest.raises(ValueError, match=f"^{name}: {value} is not a number from 0 to 2"):
        call(value)


@pytest.mark.parametrize("value", [1.5, "1", [1]])
@pytest.mark.parametrize(("name", "call"), CALLS)
def test_what_is_no_number_is_a_type_error(name: str, call: Callable[[object], object], value: object) -> None:
    with pytest.raises(TypeError, match=f"^{name} must be an integer, not {type(value).__name__}"):
        call(value)


def test_threads_of_a_searcher_are_a_number() -> None:
    searcher = _core.Searcher(1)
    with pytest.raises(ValueError, match=r"^threads: -2 is not"):
        searcher.threads = -2
    assert searcher.threads == 1


def test_perft_does_without_a_table_that_does_not_fit() -> None:
    for hash_mb in (2**33, 2**60):
        assert START.perft(3, hash_mb=hash_mb) == 658
