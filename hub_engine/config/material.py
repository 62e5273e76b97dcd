"""Balances of material as rule files write them: `1K v 2K+1M`, `1K v 3+K`, `1-2M v 1K`.

A side is a sum of counted kinds, K kings and M men. A count is `n`, `n+` (n or more) or `n-m` (inclusive);
a kind that is left out is not owned at all.
"""

from __future__ import annotations

import re

from hub_engine.config.rules import NO_LIMIT, Balance, SideMaterial

_TERM = re.compile(r"(?P<low>\d{1,2})(?:-(?P<high>\d{1,2})|(?P<open>\+))?(?P<kind>[KM])")


def parse_balance(text: str) -> Balance:
    """The balance of a text. Raises ValueError with the reason."""
    sides = text.split(" v ")
    if len(sides) != 2:
        raise ValueError("two sides with ' v ' between them are needed")
    return Balance(*(_side(side.strip()) for side in sides))


def _side(text: str) -> SideMaterial:
    counts: dict[str, tuple[int, int]] = {}
    position = 0
    while match := _TERM.match(text, position):
        kind, low = match["kind"], int(match["low"])
        high = NO_LIMIT if match["open"] else int(match["high"] or low)
        if kind in counts:
            raise ValueError(f"{kind} is counted twice")
        if high < low:
            raise ValueError(f"{match[0]} ends before it begins")
        counts[kind] = (low, high)
        position = match.end()
        if position == len(text):
            return SideMaterial(men=counts.get("M", (0, 0)), kings=counts.get("K", (0, 0)))
        if text[position] != "+":
            break
        position += 1
    raise ValueError(f"cannot read {text!r}")
