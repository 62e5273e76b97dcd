from __future__ import annotations

from hub_engine.board import Board
from hub_engine.match.schedule import Pairing, Schedule


def after(move: str) -> Board:
    board = Board()
    board.push(move)
    return board


def all_of(schedule: Schedule) -> list[Pairing]:
    return list(iter(schedule.take, None))


def test_colours_alternate() -> None:
    assert [pairing.is_white for pairing in all_of(Schedule(3))] == [True, False, True]
    assert [pairing.is_white for pairing in all_of(Schedule(3, begins_white=False))] == [False, True, False]
    assert [pairing.number for pairing in all_of(Schedule(3))] == [1, 2, 3]


def test_openings_come_in_turn() -> None:
    openings = [after("32-28"), after("31-27"), after("33-29")]
    taken = [openings.index(pairing.opening) for pairing in all_of(Schedule(5, openings)) if pairing.opening]
    assert taken == [0, 1, 2, 0, 1]


def test_swapped_openings_are_played_by_both_colours() -> None:
    openings = [after("32-28"), after("31-27")]
    games = all_of(Schedule(6, openings, swap=True))
    played = [(openings.index(game.opening), game.is_white) for game in games if game.opening]
    assert played == [(0, True), (0, False), (1, True), (1, False), (0, True), (0, False)]


def test_a_game_given_back_comes_next() -> None:
    schedule = Schedule(2)
    first = schedule.take()
    assert first is not None
    schedule.give_back(first)
    assert [schedule.take(), schedule.take()] == [first, Pairing(2, is_white=False, opening=None)]
    assert schedule.take() is None


def test_without_an_end() -> None:
    schedule = Schedule(None)
    numbers = [pairing.number for _ in range(500) if (pairing := schedule.take()) is not None]
    assert numbers == list(range(1, 501))
