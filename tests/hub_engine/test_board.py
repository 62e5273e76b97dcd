from __future__ import annotations

import copy
import pickle
import random
from contextlib import suppress
from pathlib import Path

import pytest

from hub_engine import Board, IllegalMoveError, IllegalPositionError, Notation, VariantError, variant_names
from hub_engine.refusal import RefusedMoveError
from hub_engine.variants import Variant, load_variants
from protocol.notation.fen import Setup


@pytest.mark.parametrize("name", variant_names())
def test_random_games_read_back_in_every_notation(name: str) -> None:
    chance = random.Random(7)
    for _ in range(3):
        board = Board(name)
        while not board.is_over and board.ply < 80:
            moves = board.legal_moves
            for move in moves:
                assert board.read(board.text(move)) == move
                assert board.read(board.text(move, Notation.HUB), Notation.HUB) == move
            assert Board(name, board.fen()).position == board.position
            again = Board(name, board.hub()).position
            assert (again.pieces, again.huffable) == (board.position.pieces, board.position.huffable)
            board.push(chance.choice(moves))


@pytest.mark.parametrize("name", variant_names())
def test_moves_of_kings_among_many_pieces_read_back(name: str) -> None:
    """Set-ups that random games hardly reach: captures by many ways, and quiet moves to where a capture leads too."""
    chance = random.Random(7)
    variant = load_variants().get(name)
    for _ in range(100):
        white, *black = chance.sample(range(variant.grid.n_squares), chance.randint(6, 10))
        pieces = bytearray(variant.grid.n_squares)
        pieces[white] = 2
        for square in black:
            pieces[square] = chance.choice((3, 3, 3, 4))
        with suppress(IllegalPositionError):
            board = Board.from_setup(variant, Setup(bytes(pieces), white_to_move=True))
            for move in board.legal_moves:
                for notation in Notation:
                    assert board.read(board.text(move, notation), notation) == move
                assert board.read(board.text(move)) == move


@pytest.mark.parametrize(
    ("text", "notation", "expected"),
    [
        ("e1-a5", None, "31-13"),
        ("e1a5", None, "31-13"),
        ("e1xa5", None, "31x13x9x11x24"),
        ("31-13", Notation.HUB, "31-13"),
        ("31x13", Notation.HUB, "31x13x9x11x24"),
        ("e1-h4-d8-a5", None, "31x13x9x11x24"),
    ],
)
def test_the_sign_tells_a_quiet_move_from_a_capture_between_the_same_squares(
    text: str, notation: Notation | None, expected: str
) -> None:
    board = Board("children-es", "W:WKe1:Bb6,f6,g3")
    assert board.text(board.read(text, notation), Notation.HUB) == expected


@pytest.mark.parametrize(
    ("variant", "position", "square"),
    [
        ("alquerque", "W:WKa1,b1:Bc3,Kc5", "a1"),
        ("alquerque", "W:WK21:B13", "21"),
        ("alquerque", "W" + "e" * 12 + "b" + "e" * 7 + "W" + "e" * 4, "21"),
        ("konane", "W:WKa1:Bc3", "a1"),
    ],
)
def test_kings_are_refused_where_there_are_none(variant: str, position: str, square: str) -> None:
    with pytest.raises(IllegalPositionError, match=f"square {square}: these rules know no kings .promotion.squares"):
        Board(variant, position)


def test_a_peer_s_position_has_no_kings_either() -> None:
    setup = Setup(bytes([0] * 20 + [2, 0, 0, 0, 3]), white_to_move=True)
    with pytest.raises(IllegalPositionError, match="square 21: these rules know no kings"):
        Board.from_setup(load_variants().get("alquerque"), setup)


@pytest.mark.parametrize(
    ("variant", "position", "square"),
    [
        ("russian", "W:Wb8:Bc3", "b8"),
        ("russian", "W:W1:Bc3", "b8"),
        ("russian", "W:W1:B22", "1"),
        ("russian", "W:WA1,B8:BH8", "b8"),
        ("russian", "w:wa1,b8:bkh8", "b8"),
        ("russian", "W:W1:B8", "1"),
        ("russian", "w:w1:bk22", "1"),
        ("spanish", "W:W32:B22", "32"),
        ("russian", "W" + "w" + "e" * 30 + "B", "1"),
        ("parachute", "W:WPa7:Bb6", "a7"),
        ("children-es", "B:Wb4:Bd4:Xa1", "a1"),
    ],
)
def test_a_position_is_refused_by_the_names_of_its_own_text(variant: str, position: str, square: str) -> None:
    with pytest.raises(IllegalPositionError, match=f"square {square}:"):
        Board(variant, position)


def test_an_illegal_move_changes_nothing() -> None:
    board = Board()
    board.push("32-28")
    before = board.fen()
    for text in ("32-28", "1-2", "", "x", "19x28", "99-98", "a1-b2", "19-23-28", "\0", "4" * 5000):
        with pytest.raises(IllegalMoveError):
            board.push(text)
    assert (board.fen(), board.ply) == (before, 1)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("32-28 19 ", "illegal move 19: a number without its move"),
        ("32-28 word", "illegal move word: neither move nor sign"),
        ("32-28 (31-27 ", "illegal move 32-28 (31-27: variation not closed"),
    ],
)
def test_a_line_of_play_is_refused_by_the_word_that_is_wrong(line: str, message: str) -> None:
    board = Board()
    with pytest.raises(RefusedMoveError) as caught:
        board.push_line(line)
    assert str(caught.value) == message
    assert board.ply == 0


def test_pop_undoes_push() -> None:
    board = Board("frisian")
    fens = []
    chance = random.Random(3)
    for _ in range(40):
        fens.append(board.fen())
        board.push(chance.choice(board.legal_moves))
    while fens:
        board.pop()
        assert board.fen() == fens.pop()
    with pytest.raises(IndexError):
        board.pop()


def test_every_copy_is_equal_and_independent() -> None:
    board = Board("soicos-short")
    board.push_all(["c3-d4", "b6-a5"])
    for other in (copy.copy(board), copy.deepcopy([board])[0], pickle.loads(pickle.dumps(board))):
        assert (other, other.moves) == (board, board.moves)
        other.push(other.legal_moves[0])
        assert other != board
        assert board.ply == 2


def test_a_pickle_keeps_what_a_fen_tells() -> None:
    frisian = Board("frisian", "W:WK28,50:B1:H0:F1:+0+228")
    huffing = Board("children-es", "B:Wa1,g1:Bh8:Xa1")
    for board in (frisian, huffing):
        assert pickle.loads(pickle.dumps(board)).fen() == board.fen()


def test_boards_are_equal_when_game_and_position_are() -> None:
    one, other = Board(), Board()
    one.push_all(["32-28", "19-23", "28x19", "14x23"])
    other.push_all(["32-28", "19-23", "28x19", "14x23"])
    assert one == other == Board(position=one.fen())
    assert one != Board("antidraughts", one.fen())
    assert Board("soicos-short") != Board("soicos")
    assert one != "a board"
    with pytest.raises(TypeError):
        hash(one)


def test_wrong_kinds_of_arguments_are_named() -> None:
    with pytest.raises(TypeError, match="variant: the name of one, or a Variant, not NoneType"):
        Board(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="position: a FEN, a Hub position, or None for the start, not int"):
        Board(position=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="move: a Move or its text, not NoneType"):
        Board().push(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="move: a Move, not str"):
        Board().text("32-28")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="moves: each a Move, not str"):
        Board().line(["32-28"])  # type: ignore[list-item]
    for call in (Board().read, Board().push_line, Board().piece):
        with pytest.raises(TypeError, match=r"(text|square): .*, not NoneType"):
            call(None)  # type: ignore[operator]
    with pytest.raises(TypeError, match=r"config: a VariantConfig, .*, not str"):
        Variant("x")  # type: ignore[arg-type]


def test_a_copy_is_independent() -> None:
    board = Board()
    other = board.copy()
    other.push("32-28")
    assert (board.ply, other.ply) == (0, 1)


@pytest.mark.parametrize("text", ["", "W", "W:W51:B1", "W:W3:B40", "Wwww", "X:W31:B1", "W:WK1:BK1"])
def test_bad_positions(text: str) -> None:
    with pytest.raises(IllegalPositionError):
        Board(position=text)


def test_unknown_variant_names_the_nearest() -> None:
    with pytest.raises(VariantError, match="russian"):
        Board("rusian")


def test_repetition_is_drawn_and_the_game_may_go_on() -> None:
    board = Board(position="W:WK46,K45:BK1")
    for text in ("46-41", "1-6", "41-46", "6-1") * 2:
        board.push(text)
    result = board.result()
    assert result is not None
    assert (result.is_draw, result.reason, result.text) == (True, "repetition", "1-1")
    board.push(board.legal_moves[0])


def test_pieces_and_diagram() -> None:
    board = Board("russian")
    assert board.piece("c3") == "w"
    assert board.piece("d8") == "b"
    assert board.piece("d4") is None
    rows = board.diagram().splitlines()
    assert len(rows) == 9
    assert rows[-1] == "White to move"


@pytest.mark.parametrize(
    ("variant", "rows", "first", "last"),
    [
        ("turkish", 8, " a8  . . . . . . . .  h8", " a1  . . . . . . . .  h1"),
        ("alquerque", 5, " a5  b b b b b  e5", " a1  w w w w w  e1"),
        ("konane", 8, " a8  b w b w b w b w  h8", " a1  w b w b w b w b  h1"),
        ("parachute", 8, " b8    p   p   p   p  h8", " a1  q   q   q   q    g1"),
    ],
)
def test_diagrams_of_other_boards(variant: str, rows: int, first: str, last: str) -> None:
    lines = Board(variant).diagram().splitlines()
    assert len(lines) == rows + 1
    assert (lines[0], lines[rows - 1]) == (first, last)


def test_a_diagram_of_a_board_with_holes(tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "cross.yaml").write_text(
        "extends: alquerque\nnames: {title: Cross, hub: cross}\nboard: {width: 6, holes: [1, 7-12, 19]}\n"
        "setup: {white: [18-22], black: [1-5]}\nnotation: {game_type: '205,W,6,5,A0,0'}\n"
    )
    board = Board(load_variants(tmp_path).get("cross"))
    assert board.diagram().splitlines()[:5] == [
        " b5    b b b b b  f5",
        "                  ",
        " a3  . . . . . .  f3",
        " b2    . . . . .  f2",
        " a1  . w w w w w  f1",
    ]
    for move in board.legal_moves:
        assert board.read(board.text(move)) == move
    assert Board(board.variant, board.fen()).position == board.position


def test_captures_beyond_following_are_refused() -> None:
    fen = "W:WK35:B3,9,10,11,12,14,17,20,23,25,26,28,30,31,34,37,39,40,41,42,43"
    with pytest.raises(IllegalPositionError, match="White can capture in more ways than can be followed"):
        Board("frisian", fen)
    assert len(Board("international", fen).legal_moves) == 1


@pytest.mark.parametrize(
    ("variant", "moves", "shown"),
    [
        ("international", [], "<Move 31-26>"),
        ("international", ["32-28", "19-23"], "<Move 28x19x23>"),
        ("konane", [], "<Move -1>"),
    ],
)
def test_moves_show_themselves_in_hub_s_form(variant: str, moves: list[str], shown: str) -> None:
    board = Board(variant)
    board.push_all(moves, Notation.HUB)
    assert shown in map(repr, board.legal_moves)
