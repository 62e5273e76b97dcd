from __future__ import annotations

import pytest

from hub_engine.board import Board
from hub_engine.config.time_control import Period, TimeControl
from hub_engine.daemon.dxp_agreement import (
    DxpPlayer,
    asked_game,
    asked_minutes,
    check_openings,
    game_request,
    requested_game,
    told_control,
)
from hub_engine.engine.options import EngineOptions
from hub_engine.match.schedule import Pairing
from hub_engine.variants import load_variants
from protocol.dxp.messages import Colour, GameRequest

QUICK = TimeControl("quick", "quick", move_time_s=0.1)
PLAYER = DxpPlayer("Us 1.0", load_variants().get("international"), EngineOptions(1, 1), QUICK, move_limit=75)


def test_minutes_that_are_told_are_our_time() -> None:
    assert told_control(5, 75, QUICK).periods == (Period(75, 300.0, 0.0),)
    assert told_control(0.5, None, QUICK).periods == (Period(None, 30.0, 0.0),)
    assert told_control(0, 75, QUICK) is QUICK


@pytest.mark.parametrize(
    ("control", "moves", "minutes"),
    [
        (QUICK, 75, 1),
        (TimeControl("t", "t", move_time_s=10.0), 75, 12),
        (TimeControl("t", "t", turn_s=30.0), 60, 30),
        (TimeControl("t", "t", periods=(Period(None, 300.0, 0.0),)), None, 5),
        (TimeControl("t", "t", periods=(Period(None, 180.0, 2.0),)), 60, 5),
        (TimeControl("t", "t", periods=(Period(50, 7200.0, 0.0), Period(None, 3600.0, 0.0))), None, 180),
        (TimeControl("t", "t", periods=(Period(None, 604800.0, 0.0),)), None, 999),
        # Forty moves in five minutes, then the next forty in another five: our clock gets both.
        (TimeControl("t", "t", periods=(Period(40, 300.0, 0.0),)), 75, 10),
        (TimeControl("t", "t", periods=(Period(40, 300.0, 0.0),)), 40, 5),
        # The last hour begins behind the end of the game.
        (TimeControl("t", "t", periods=(Period(50, 7200.0, 0.0), Period(None, 3600.0, 0.0))), 50, 120),
        (TimeControl("t", "t", nodes=1000), 75, 1),
    ],
)
def test_minutes_that_are_asked_for(control: TimeControl, moves: int | None, minutes: int) -> None:
    assert asked_minutes(control, moves) == minutes


def test_openings_are_asked_for_as_far_as_dxp_has_letters() -> None:
    usual = Board("international")
    check_openings(usual.variant, [usual])
    landing = Board("parachute")
    with pytest.raises(ValueError, match=r"opening 2 of 2 cannot be asked for over DXP: .* men and kings only"):
        check_openings(landing.variant, [Board("parachute", "W:Wa3,c3:Bb6,d6"), landing])


def test_both_ends_make_the_same_game_of_a_request() -> None:
    opening = Board("international")
    opening.push_all(["32-28", "19-23", "28x19"])
    pairing = Pairing(7, is_white=True, opening=opening)
    request = game_request(PLAYER, pairing)
    assert (request.follower_colour, request.minutes, request.moves) == (Colour.BLACK, 1, 75)
    ours, theirs = asked_game(PLAYER, pairing, "Them"), requested_game(PLAYER, request, 1)
    assert ours.board == theirs.board
    assert ours.board.ply == theirs.board.ply == 0
    assert (ours.number, ours.is_white, ours.opponent, ours.control) == (7, True, "Them", QUICK)
    assert (theirs.number, theirs.is_white, theirs.opponent) == (1, False, "Us 1.0")
    assert theirs.control.periods == (Period(75, 60.0, 0.0),)
    assert ours.move_limit == theirs.move_limit == 75


def test_a_position_of_another_board_is_refused() -> None:
    request = GameRequest("Them", Colour.WHITE, position=Board("russian").setup())
    with pytest.raises(ValueError, match="has 50 squares"):
        requested_game(PLAYER, request, 1)


def test_a_game_that_is_over_is_refused() -> None:
    request = GameRequest("Them", Colour.WHITE, position=Board("international", "W:W26:B17,21").setup())
    with pytest.raises(ValueError, match="the game is over"):
        requested_game(PLAYER, request, 1)
