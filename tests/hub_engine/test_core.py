"""The border of the compiled core: numbers that it cannot use are refused by the argument's name."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable

import pytest

from hub_engine import _core
from tests.vectors import position

START = position("international", "W:W31-50:B1-20")
Call = Callable[[int], object]

#: The name of an argument, the least and the most it takes, and a call with a value of it.
CALLS: list[tuple[str, int, int, Call]] = [
    ("depth", 1, 2**32 - 1, lambda value: _core.Limits(depth=value)),
    ("nodes", 1, 2**64 - 1, lambda value: _core.Limits(nodes=value)),
    ("moves", 1, 2**32 - 1, lambda value: _core.Limits(time_s=1.0, moves=value)),
    ("hash_mb", 1, _core.MAX_HASH_MB, lambda value: _core.Searcher(value)),
    ("threads", 1, _core.MAX_THREADS, lambda value: _core.Searcher(1, value)),
    ("hash_mb", 1, _core.MAX_HASH_MB, lambda value: _core.Searcher(1).resize(value)),
    ("threads", 1, _core.MAX_THREADS, lambda value: setattr(_core.Searcher(1), "threads", value)),
    ("depth", 0, _core.MAX_PERFT_DEPTH, START.perft),
    ("depth", 1, _core.MAX_PERFT_DEPTH, START.divide),
    ("threads", 1, _core.MAX_THREADS, lambda value: START.perft(1, value)),
    ("hash_mb", 0, _core.MAX_HASH_MB, lambda value: START.divide(1, 1, value)),
]


@pytest.mark.parametrize(("name", "least", "most", "call"), CALLS)
def test_numbers_out_of_range_are_value_errors(name: str, least: int, most: int, call: Call) -> None:
    for value in (-1, least - 1, most + 1, 2**70):
        with pytest.raises(ValueError, match=f"^{name}: {value} is not a number from {least} to {most}$"):
            call(value)


@pytest.mark.parametrize("value", [1.5, "1", [1]])
@pytest.mark.parametrize(("name", "_least", "_most", "call"), CALLS)
def test_what_is_no_number_is_a_type_error(
    name: str, _least: int, _most: int, call: Callable[[object], object], value: object
) -> None:
    with pytest.raises(TypeError, match=f"^{name} must be an integer, not {type(value).__name__}"):
        call(value)


def test_a_refused_number_changes_nothing() -> None:
    searcher = _core.Searcher(1, 2)
    with pytest.raises(ValueError, match=r"^threads: 0 is not"):
        searcher.threads = 0
    with pytest.raises(ValueError, match=r"^hash_mb: 0 is not"):
        searcher.resize(0)
    assert (searcher.hash_mb, searcher.threads) == (1, 2)


TIMES: list[tuple[str, Callable[[float], object]]] = [
    ("move_time_s", lambda value: _core.Limits(move_time_s=value)),
    ("time_s", lambda value: _core.Limits(time_s=value)),
    ("inc_s", lambda value: _core.Limits(time_s=1.0, inc_s=value)),
    ("overhead_s", lambda value: _core.Limits(overhead_s=value)),
]


@pytest.mark.parametrize("value", [-0.5, math.nan, math.inf, -math.inf])
@pytest.mark.parametrize(("name", "call"), TIMES)
def test_times_are_finite_and_not_negative(name: str, call: Callable[[float], object], value: float) -> None:
    call(0.0)
    shown = str(value).replace("nan", "NaN")
    with pytest.raises(ValueError, match=f"^{name}: {shown} is not a finite number of seconds, at least 0$"):
        call(value)


def test_an_increment_lifts_a_clock() -> None:
    _core.Limits(time_s=-2.0, inc_s=2.0)
    with pytest.raises(ValueError, match=r"^time_s: -2.5 is not a finite number of seconds, at least -2$"):
        _core.Limits(time_s=-2.5, inc_s=2.0)


def test_what_belongs_to_a_clock_needs_one() -> None:
    with pytest.raises(ValueError, match=r"^inc_s: 2 .* time_s is not given$"):
        _core.Limits(move_time_s=1.0, inc_s=2.0)
    with pytest.raises(ValueError, match=r"^moves: 40 .* time_s is not given$"):
        _core.Limits(depth=3, moves=40)


#: A search that asks for eight threads of a system that gives none but the one that runs.
WITHOUT_THREADS = """
import os, resource
from hub_engine import _core, Board
searcher, game = _core.Searcher(1, 8), Board().game
if os.getuid() == 0:
    os.setuid(65534)  # the limit does not bind root
resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
print(searcher.search(game, _core.Limits(depth=4)).info.depth)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limit on threads is Linux's")
def test_a_search_goes_on_with_the_threads_that_there_are() -> None:
    told = subprocess.run(
        [sys.executable, "-c", WITHOUT_THREADS], capture_output=True, text=True, timeout=60, check=True
    )
    assert (told.stdout, told.stderr) == ("4\n", "")
