from __future__ import annotations

import pytest

from hub_engine.config.engine import default_engine
from hub_engine.daemon.shares import Claim, NoRoomError, Shares, Tables, Threads, table_limit_mb
from hub_engine.daemon.tally import Tally

LIMITS = default_engine().limits


class Queue:
    """Claims by name, and the order in which they were granted."""

    def __init__(self, limit: int) -> None:
        self.threads = Threads(limit)
        self.granted: list[str] = []
        self.claims: dict[str, Claim] = {}

    def claim(self, name: str, n_threads: int = 1) -> None:
        claim = self.threads.claim(n_threads, lambda: self.granted.append(name))
        self.claims[name] = claim
        if claim.is_granted:
            self.granted.append(name)

    def give_back(self, name: str) -> None:
        self.threads.give_back(self.claims.pop(name))


def test_first_come_first_served_and_nobody_overtakes() -> None:
    queue = Queue(2)
    for name, n_threads in (("a", 1), ("b", 1), ("wide", 2), ("c", 1), ("d", 1)):
        queue.claim(name, n_threads)
    assert queue.granted == ["a", "b"]
    queue.give_back("a")
    assert queue.granted == ["a", "b"], "a thread is free, but it is not c's turn"
    queue.give_back("b")
    assert queue.granted == ["a", "b", "wide"]
    queue.give_back("wide")
    assert queue.granted == ["a", "b", "wide", "c", "d"]


def test_whoever_leaves_the_queue_lets_the_next_one_in() -> None:
    queue = Queue(2)
    for name, n_threads in (("a", 1), ("wide", 2), ("c", 1)):
        queue.claim(name, n_threads)
    queue.give_back("wide")
    assert queue.granted == ["a", "c"]
    assert queue.threads.n_waiting == 0


def test_more_threads_than_there_are_get_all_of_them() -> None:
    """The limit may have become smaller after the session had chosen."""
    queue = Queue(2)
    queue.claim("a")
    queue.claim("wide", 5)
    queue.give_back("a")
    assert queue.granted == ["a", "wide"]


def test_a_larger_limit_serves_those_who_wait() -> None:
    queue = Queue(1)
    queue.claim("a")
    queue.claim("b")
    queue.threads.limit = 2
    queue.threads.serve_queue()
    assert queue.granted == ["a", "b"]


def test_a_table_beyond_what_is_left_is_refused_in_numbers() -> None:
    tables = Tables(100)
    tables.exchange(0, 60)
    with pytest.raises(NoRoomError, match="64 MiB do not fit: 40 of 100 are left"):
        tables.exchange(0, 64)
    assert tables.left_mb == 40
    tables.exchange(60, 100)
    assert tables.left_mb == 0
    tables.give_back(100)
    assert tables.left_mb == 100


def test_a_session_is_never_without_a_table() -> None:
    tables = Tables(100)
    assert [tables.take_up_to(64) for _ in range(5)] == [64, 32, 4, 1, 1]
    tables.exchange(0, 1)


def test_a_smaller_table_always_fits() -> None:
    tables = Tables(100)
    tables.exchange(0, 80)
    tables.limit_mb = 10
    tables.exchange(80, 40)
    with pytest.raises(NoRoomError):
        tables.exchange(40, 41)


def test_seats() -> None:
    shares = Shares(LIMITS._replace(sessions=2), Tally())
    assert [shares.take_seat() for _ in range(3)] == [True, True, False]
    shares.give_seat_back()
    assert shares.take_seat()
    shares.apply(LIMITS._replace(sessions=3))
    assert [shares.take_seat() for _ in range(2)] == [True, False]


def test_tables_may_have_three_quarters_of_the_memory_unless_told() -> None:
    assert table_limit_mb(LIMITS._replace(hash_mb=7)) == 7
    assert table_limit_mb(LIMITS) >= 1
