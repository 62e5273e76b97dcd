from __future__ import annotations

import pytest

from hub_engine.board import Board
from hub_engine.config.time_control import Period, TimeControl
from hub_engine.daemon.dxp_game import DxpGame, Resignation
from hub_engine.match.scoreboard import OurResult
from hub_engine.refusal import RefusedMoveError
from protocol.dxp.messages import EndReason, Move

QUICK = TimeControl("quick", "quick", move_time_s=0.1)
#: White to move has lost: his man is blocked.
NO_MOVE = "W:W26:B17,21"
#: A king and a man each.
KINGS = "W:WK1,46:BK50,5"


def game(board: Board, *, is_white: bool = True, **terms: object) -> DxpGame:
    return DxpGame(1, board, is_white=is_white, opponent="Them", control=QUICK, **terms)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("position", "is_white", "reason"),
    [("W:W31-50:B1-20", True, None), (NO_MOVE, True, EndReason.GIVE_UP)],
)
def test_verdict_by_the_rules(position: str, is_white: bool, reason: EndReason | None) -> None:
    verdict = game(Board("international", position), is_white=is_white).verdict()
    assert (verdict.reason if verdict else None) is reason


def test_without_a_move_wins_where_the_rules_say_so() -> None:
    verdict = game(Board("antidraughts", NO_MOVE)).verdict()
    assert verdict is not None
    assert verdict.reason is EndReason.WIN


def shuffle(match: DxpGame, plies: int) -> None:
    """Both kings go to and fro on their own ends of two parallel lines."""
    for ply in range(plies):
        texts = ("1-6", "50-45", "6-1", "45-50")
        match.play(match.board.read(texts[ply % 4]))


def test_a_draw_by_rule_is_kept_until_our_turn() -> None:
    match = game(Board("international", KINGS))
    shuffle(match, 8)
    assert match.board.result() is not None
    # The peer may play on; the game is drawn all the same.
    for text in ("46-41", "5-10"):
        match.play(match.board.read(text))
    assert match.board.result() is None
    verdict = match.verdict()
    assert verdict is not None
    assert (verdict.reason, verdict.why) == (EndReason.DRAW, "repetition")


def test_our_moves_that_are_taken_back_count_again() -> None:
    control = TimeControl("told", "told", (Period(2, 60.0, 0.0),))
    match = DxpGame(1, Board(), is_white=True, opponent="them", control=control)
    for _ in range(2):
        match.clock.spend(1.0)
        match.play(match.board.legal_moves[0])
        match.play(match.board.legal_moves[0])
        match.go_back(1)
        match.go_back(0)
    assert match.clock.left_s == 58.0


def test_taking_moves_back_undoes_a_draw() -> None:
    match = game(Board("international", KINGS))
    shuffle(match, 8)
    assert match.verdict() is not None
    match.go_back(4)
    assert match.board.ply == 4
    assert match.verdict() is None


@pytest.mark.parametrize(
    ("score", "reason"),
    [(299, EndReason.NONE), (300, EndReason.WIN), (-299, EndReason.NONE), (-300, EndReason.GIVE_UP)],
)
def test_the_last_score_decides_at_the_move_limit(score: int, reason: EndReason) -> None:
    match = game(Board(), move_limit=1)
    match.note_score(score)
    match.play(match.board.legal_moves[0])
    assert match.verdict() is None
    match.play(match.board.legal_moves[0])
    verdict = match.verdict()
    assert verdict is not None
    assert (verdict.reason, verdict.why) == (reason, "move limit")


def test_resignation_needs_some_moves_in_a_row() -> None:
    match = game(Board(), resignation=Resignation(500, 3))
    for score in (-600, -600, -499, -500, -900):
        match.note_score(score)
        assert match.verdict() is None
    match.note_score(-501)
    verdict = match.verdict()
    assert verdict is not None
    assert (verdict.reason, verdict.why) == (EndReason.GIVE_UP, "resignation")


@pytest.mark.parametrize("order", [(20, 30), (30, 20), ()])
def test_a_capture_is_found_by_its_squares_in_any_order(order: tuple[int, ...]) -> None:
    match = game(Board("international", "W:W37,50:B21,31,1"), is_white=False)
    assert match.find(Move(36, 16, order)).captured == (20, 30)


@pytest.mark.parametrize("move", [Move(36, 16, (30,)), Move(49, 44), Move(36, 31)])
def test_what_is_no_legal_move_is_refused(move: Move) -> None:
    match = game(Board("international", "W:W37,50:B21,31,1"), is_white=False)
    with pytest.raises(RefusedMoveError):
        match.find(move)


@pytest.mark.parametrize(
    ("reason", "by_us", "winner", "our_result"),
    [
        (EndReason.WIN, True, 1, OurResult.WON),
        (EndReason.WIN, False, -1, OurResult.LOST),
        (EndReason.GIVE_UP, True, -1, OurResult.LOST),
        (EndReason.GIVE_UP, False, 1, OurResult.WON),
        (EndReason.DRAW, False, 0, OurResult.DRAWN),
        (EndReason.NONE, False, None, OurResult.UNKNOWN),
    ],
)
def test_who_has_won(reason: EndReason, by_us: bool, winner: int | None, our_result: OurResult) -> None:
    match = game(Board())
    assert match.our_result is OurResult.UNKNOWN
    assert match.end(reason, by_us=by_us, why="").winner == winner
    assert match.our_result is our_result


def test_a_result_is_seen_from_our_side() -> None:
    match = game(Board(), is_white=False)
    match.end(EndReason.WIN, by_us=True, why="")
    assert (match.winner, match.our_result) == (-1, OurResult.WON)


def test_an_end_without_reason_is_decided_by_the_rules() -> None:
    assert game(Board("international", NO_MOVE)).end(EndReason.NONE, by_us=False, why="").winner == -1


def test_the_game_as_pdn() -> None:
    match = game(Board(), is_white=False)
    match.play(match.board.read("32-28"))
    assert match.last_move_text() == "1. 32-28"
    text = match.pdn("Us 1.0")
    assert '[White "Them"]' in text
    assert '[Black "Us 1.0"]' in text
    assert '[Result "*"]' in text
    assert "1. 32-28 *" in text
    match.end(EndReason.GIVE_UP, by_us=False, why="given up")
    assert '[Result "0-2"]' in match.pdn("Us 1.0")
