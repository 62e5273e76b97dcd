"""Numbers in Hub lines: what reads, what is refused, how they are written.

Decides the accepted forms and ranges. Reading takes bounded time for a text of any length.
"""

from __future__ import annotations

import math
import re

# Longest number text looked at, `<=`: beyond any honest number, far below any slow conversion.
_MAX_CHARACTERS = 64
MAX_INT32 = (1 << 31) - 1
MAX_INT64 = (1 << 63) - 1

_INTEGER = re.compile(r"[+-]?[0-9]+")
_REAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def parse_integer(text: str, minimum: int, maximum: int) -> int:
    """The decimal integer, minimum <= n <= maximum; ValueError with the reason otherwise."""
    if len(text) > _MAX_CHARACTERS or _INTEGER.fullmatch(text) is None:
        raise ValueError("not an integer")
    number = int(text)
    if not minimum <= number <= maximum:
        raise ValueError(f"not between {minimum} and {maximum}")
    return number


def parse_real(text: str) -> float:
    """The finite decimal number, exponent form allowed; ValueError with the reason otherwise."""
    if len(text) > _MAX_CHARACTERS or _REAL.fullmatch(text) is None:
        raise ValueError("not a number")
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("number too large")
    return number


def format_hundredths(hundredths: int) -> str:
    """The number divided by 100 with two decimals, exact, never `-0.00`."""
    whole, rest = divmod(abs(hundredths), 100)
    return f"{'-' if hundredths < 0 else ''}{whole}.{rest:02}"
