"""Balances of material as text."""

from __future__ import annotations

import pytest

from hub_engine.config.material import parse_balance
from hub_engine.config.rules import NO_LIMIT, Balance, SideMaterial

LONE_KING = SideMaterial(men=(0, 0), kings=(1, 1))


@pytest.mark.parametrize(
    ("text", "second"),
    [
        ("1K v 3K", SideMaterial(men=(0, 0), kings=(3, 3))),
        ("1K v 2K+1M", SideMaterial(men=(1, 1), kings=(2, 2))),
        ("1K v 1M+2K", SideMaterial(men=(1, 1), kings=(2, 2))),
        ("1K v 3+K", SideMaterial(men=(0, 0), kings=(3, NO_LIMIT))),
        ("1K v 0+M+1-2K", SideMaterial(men=(0, NO_LIMIT), kings=(1, 2))),
        ("1K v 12M", SideMaterial(men=(12, 12), kings=(0, 0))),
    ],
)
def test_read(text: str, second: SideMaterial) -> None:
    assert parse_balance(text) == Balance(LONE_KING, second)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1K", "two sides"),
        ("1K v 2K v 3K", "two sides"),
        ("1K v", "two sides"),
        ("1K v ", "cannot read ''"),
        ("1K v 2Q", "cannot read '2Q'"),
        ("1K v K", "cannot read 'K'"),
        ("1K v 1K+", "cannot read '1K[+]'"),
        ("1K v 1K2M", "cannot read '1K2M'"),
        ("1K v 1K+1K", "K is counted twice"),
        ("1K v 3-2M", "3-2M ends before it begins"),
    ],
)
def test_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_balance(text)
