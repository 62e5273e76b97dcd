from __future__ import annotations

from hub_engine.match.scoreboard import OurResult, Scoreboard


def test_results_are_counted_by_opponent() -> None:
    board = Scoreboard()
    for result in (OurResult.WON, OurResult.WON, OurResult.DRAWN, OurResult.LOST, OurResult.UNKNOWN):
        board.add("Moby Dam", result)
    board.add("Scan", OurResult.DRAWN)
    assert board.games == 6
    assert board.table().splitlines() == [
        "opponent  games  +  =  -  ?   score  Elo",
        "Moby Dam      5  2  1  1  1  62.5 %  +89 [-198, +475]",
        "Scan          1  0  1  0  0  50.0 %  +0 [-367, +367]",
    ]
    row = board.to_data()[0]
    assert (row["opponent"], row["wins"], row["unknown"], row["score"]) == ("Moby Dam", 2, 1, 0.625)


def test_games_without_a_result_have_no_score() -> None:
    board = Scoreboard()
    board.add("Tornado", OurResult.UNKNOWN)
    assert board.table().splitlines()[1] == "Tornado       1  0  0  0  1      -  -"
    assert board.to_data()[0]["elo"] is None


def test_an_infinite_difference_is_no_number() -> None:
    board = Scoreboard()
    board.add("Easy", OurResult.WON)
    row = board.to_data()[0]
    assert (row["elo"], row["elo_high"]) == (None, None)
    assert row["elo_low"] is not None
