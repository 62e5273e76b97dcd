from __future__ import annotations

import re

import pytest

from hub_engine.daemon.dxp_door import PROGRAM_NAME, DxpBoardError, checked_board, refusal
from hub_engine.variants import load_variants, variant_names
from protocol.dxp.codec import MAX_SQUARES, NAME_WIDTH, decode
from protocol.dxp.messages import Chat


def test_a_refusal_is_a_chat() -> None:
    data = refusal(3)
    assert data.endswith(b"\0")
    assert decode(data[:-1].decode("ascii")) == Chat("3 links are open already, try again later")


@pytest.mark.parametrize("name", variant_names())
def test_games_are_played_where_squares_have_two_digits_and_nothing_is_huffed(name: str) -> None:
    variant = load_variants().get(name)
    is_told = variant.grid.n_squares <= MAX_SQUARES and variant.config.rules.capture.obligation.value != "huffing"
    if is_told:
        assert checked_board(variant) is variant
    else:
        with pytest.raises(DxpBoardError, match=re.escape(variant.title)):
            checked_board(variant)


def test_our_name_fits() -> None:
    assert len(PROGRAM_NAME) <= NAME_WIDTH
