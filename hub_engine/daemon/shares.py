"""What all sessions of a process share, and who gets how much of it: seats, search threads, memory for tables.

Decides who is refused and who waits. Knows no protocol and no search.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable

from hub_engine._core import MAX_HASH_MB
from hub_engine.config.engine import DaemonLimits
from hub_engine.daemon.tally import Tally

#: A table of this size is granted always: a session is never without one. MiB.
LEAST_TABLE_MB = 1
_MIB = 1 << 20


class NoRoomError(Exception):
    """More was asked for than is left; the text says how much that is."""


class Claim:
    """Search threads that somebody has, or waits for."""

    __slots__ = ("is_granted", "n_threads", "on_granted")

    def __init__(self, n_threads: int, on_granted: Callable[[], None]) -> None:
        self.n_threads = n_threads
        self.on_granted = on_granted
        self.is_granted = False


class Threads:
    """The search threads: first come, first served, and nobody overtakes.

    A claim for more than there are is served when it has all to itself; limits may shrink while sessions live.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._n_used = 0
        self._waiting: deque[Claim] = deque()

    @property
    def n_waiting(self) -> int:
        """Claims in the queue."""
        return len(self._waiting)

    def claim(self, n_threads: int, on_granted: Callable[[], None]) -> Claim:
        """A claim: granted already, or its turn is told by `on_granted`. It must be given back either way."""
        claim = Claim(n_threads, on_granted)
        if self._waiting or not self._fits(claim):
            self._waiting.append(claim)
        else:
            self._grant(claim)
        return claim

    def give_back(self, claim: Claim) -> None:
        """The claim is not needed any more; also one that waits."""
        if claim.is_granted:
            self._n_used -= claim.n_threads
        else:
            self._waiting.remove(claim)
        self.serve_queue()

    def serve_queue(self) -> None:
        """Grants what fits, in order."""
        while self._waiting and self._fits(self._waiting[0]):
            claim = self._waiting.popleft()
            self._grant(claim)
            claim.on_granted()

    def _fits(self, claim: Claim) -> bool:
        return self._n_used == 0 or self._n_used + claim.n_threads <= self.limit

    def _grant(self, claim: Claim) -> None:
        claim.is_granted = True
        self._n_used += claim.n_threads


class Tables:
    """The memory for transposition tables, MiB."""

    def __init__(self, limit_mb: int) -> None:
        self.limit_mb = limit_mb
        self.used_mb = 0

    @property
    def left_mb(self) -> int:
        """What nobody has."""
        return max(0, self.limit_mb - self.used_mb)

    def exchange(self, held_mb: int, wanted_mb: int) -> None:
        """Gives one share back for another. Raises NoRoomError, and changes nothing, when it does not fit."""
        room_mb = max(0, self.limit_mb - self.used_mb + held_mb)
        if wanted_mb > max(room_mb, held_mb, LEAST_TABLE_MB):
            raise NoRoomError(f"{wanted_mb} MiB do not fit: {room_mb} of {self.limit_mb} are left")
        self.used_mb += wanted_mb - held_mb

    def take_up_to(self, wanted_mb: int) -> int:
        """Takes the size wanted, or the largest half, quarter, ... of it that fits; the size."""
        size_mb = wanted_mb
        while size_mb > max(self.left_mb, LEAST_TABLE_MB):
            size_mb //= 2
        size_mb = max(size_mb, LEAST_TABLE_MB)
        self.used_mb += size_mb
        return size_mb

    def give_back(self, held_mb: int) -> None:
        """A share is not needed any more."""
        self.used_mb -= held_mb


class Shares:
    """Everything that is shared, by the limits of the configuration."""

    def __init__(self, limits: DaemonLimits, tally: Tally) -> None:
        self.tally = tally
        self.threads = Threads(limits.threads)
        self.tables = Tables(table_limit_mb(limits))
        self._n_seats = limits.sessions
        self._n_seated = 0

    def take_seat(self) -> bool:
        """A connection came; False when there are too many. Must be given back when True."""
        if self._n_seated >= self._n_seats:
            return False
        self._n_seated += 1
        return True

    def give_seat_back(self) -> None:
        """A connection is gone."""
        self._n_seated -= 1

    def apply(self, limits: DaemonLimits) -> None:
        """New limits. Whoever has something keeps it."""
        self._n_seats = limits.sessions
        self.threads.limit = limits.threads
        self.tables.limit_mb = table_limit_mb(limits)
        self.threads.serve_queue()


def table_limit_mb(limits: DaemonLimits) -> int:
    """Memory for all tables together, MiB: as configured, or three quarters of the machine's."""
    return machine_limit_mb() if limits.hash_mb is None else limits.hash_mb


def machine_limit_mb() -> int:
    """Memory for tables on this machine, MiB: three quarters of it."""
    try:
        memory_mb = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // _MIB
    except (AttributeError, ValueError, OSError):
        # Systems that do not say (Windows): the core's own refusal has to do.
        return MAX_HASH_MB
    return min(max(LEAST_TABLE_MB, memory_mb * 3 // 4), MAX_HASH_MB)
