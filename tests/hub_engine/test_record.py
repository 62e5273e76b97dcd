from __future__ import annotations

import pytest

from hub_engine.board import Board
from hub_engine.config.paths import config_folders
from hub_engine.config.time_control import load_time_control
from hub_engine.record import time_control_text, write_record
from protocol.notation.pdn import PdnReader


def test_a_game_comes_back() -> None:
    board = Board("russian")
    board.push_all(["c3-d4", "d6-c5", "b2-c3", "f6-g5"])
    (game,) = PdnReader(write_record(board, {"White": "A", "Black": "B"}, 1))
    again = Board("russian")
    again.push_all(game.line.moves)
    assert again.moves == board.moves
    assert game.result == "1-0"
    assert game.tags["GameType"] == "25,W,8,8,A0,0"
    assert game.tags.keys().isdisjoint({"SetUp", "FEN"})


@pytest.mark.parametrize(
    ("variant", "position", "moves"),
    [
        ("konane", None, ["-d5", "-d4", "b5xd5"]),
        ("children-es", "W:Wc3,a1:Bd4,h8", ["c3-b4", "-b4/d4-e3", "a1-b2"]),
    ],
)
def test_pieces_taken_off_come_back(variant: str, position: str | None, moves: list[str]) -> None:
    board = Board(variant, position)
    board.push_all(moves)
    (game,) = PdnReader(write_record(board, {}))
    assert list(game.line.moves) == moves
    again = Board(variant, position)
    again.push_all(game.line.moves)
    assert again.moves == board.moves


def test_another_start_is_told() -> None:
    board = Board("international", "B:W31-50:B1-20")
    board.push("19-23")
    (game,) = PdnReader(write_record(board, {}))
    assert game.tags["SetUp"] == "1"
    assert Board("international", game.tags["FEN"]).white_to_move is False
    assert game.result == "*"


@pytest.mark.parametrize(
    ("variant", "winner", "result"),
    [
        ("international", 1, "2-0"),
        ("international", 0, "1-1"),
        ("russian", -1, "0-1"),
        # The first number is of the side that moves first: Black, in English draughts.
        ("english", -1, "1-0"),
        ("english", 1, "0-1"),
        ("english", 0, "1/2-1/2"),
    ],
)
def test_results_are_seen_by_the_first_side(variant: str, winner: int, result: str) -> None:
    board = Board(variant)
    (game,) = PdnReader(write_record(board, {}, winner))
    assert game.result == result
    assert board.variant.result(winner, "").text == result


def test_what_the_players_agreed_on_is_told() -> None:
    (short,) = PdnReader(write_record(Board("soicos-short"), {}))
    assert (short.tags["Variant"], short.tags["VariantOptions"]) == ("soicos", "flying_king=false")
    assert Board("soicos-short").variant.title == "Soicos draughts (flying_king=false)"
    (russian,) = PdnReader(write_record(Board("russian"), {}))
    assert russian.tags["Variant"] == "russian"
    assert "VariantOptions" not in russian.tags


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("5min", "300"),
        ("fischer-3min-2s", "180+2"),
        ("40-moves-in-5min", "40/300"),
        ("50-moves-in-2h-then-1h", "50/7200:3600"),
        ("turn-30s", "1/30"),
        ("100ms-per-move", "1/0.1"),
        ("nodes-100k", ""),
        ("infinite", ""),
    ],
)
def test_time_controls_as_pdn_has_them(name: str, text: str) -> None:
    assert time_control_text(load_time_control(name, config_folders())) == text


def test_names_of_peers_cannot_break_the_file() -> None:
    (game,) = PdnReader(write_record(Board(), {"White": 'x\n"]\x00[Result "2-0"]'}))
    assert game.tags["White"] == 'x?"]?[Result "2-0"]'
    assert game.result == "*"
