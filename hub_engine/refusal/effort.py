"""How much a refusal may cost: whoever refuses a move has others to serve.

Where kings stand among many pieces, the core takes milliseconds to look for captures under rules that forbid little,
and for all the ways to make one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: Work after which no more captures are looked for, seconds. Ordinary boards need a tenth of a millisecond; one
#: position full of kings has been seen to take 20.
MOST_S = 0.008


class Effort:
    """What the core has done to explain one refusal. clock: seconds of work.

    The clock is this thread's own: a busy machine makes no reason worse.
    """

    def __init__(self, clock: Callable[[], float] = time.thread_time) -> None:
        self._clock = clock
        self._spent_s = 0.0

    @property
    def is_spent(self) -> bool:
        """No more captures may be looked for."""
        return self._spent_s >= MOST_S

    @contextmanager
    def counted(self) -> Iterator[None]:
        """What is done within counts."""
        began_s = self._clock()
        try:
            yield
        finally:
            self._spent_s += self._clock() - began_s
