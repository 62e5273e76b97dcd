"""Move counts of every variant against published and independently made ones (tests/data/perft-classic.yaml,
perft-exotic.yaml)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.vectors import entries, position

FILES = ("perft-classic.yaml", "perft-exotic.yaml")
ENTRIES = [entry for file in FILES for entry in entries(file)]
#: Leaves of one count in the normal run, inclusive.
QUICK_LEAVES = 20_000_000


def counts() -> Iterator[object]:
    """The deepest quick count of each entry with all below it, and each deeper one by itself."""
    for entry in ENTRIES:
        table: dict[int, int] = entry["unique"]
        quick = {depth: leaves for depth, leaves in table.items() if leaves <= QUICK_LEAVES}
        yield pytest.param(entry, quick, id=entry["id"])
        for depth, leaves in table.items():
            if leaves > QUICK_LEAVES:
                yield pytest.param(entry, {depth: leaves}, id=f"{entry['id']}-{depth}", marks=pytest.mark.slow)


@pytest.mark.parametrize(("entry", "expected"), list(counts()))
def test_counts(entry: dict[str, str], expected: dict[int, int]) -> None:
    start = position(entry["variant"], entry["fen"])
    assert {depth: start.perft(depth) for depth in expected} == expected


def test_divide_adds_up_to_perft() -> None:
    for entry in ENTRIES:
        start = position(entry["variant"], entry["fen"])
        parts = start.divide(4)
        assert [move for move, _ in parts] == start.legal_moves(), entry["id"]
        assert sum(leaves for _, leaves in parts) == entry["unique"][4], entry["id"]


def test_threads_and_hash_change_no_count() -> None:
    for entry in ENTRIES:
        depth, leaves = max(item for item in entry["unique"].items() if item[1] <= 1_000_000)
        start = position(entry["variant"], entry["fen"])
        assert start.perft(depth, threads=2, hash_mb=1) == leaves, entry["id"]
