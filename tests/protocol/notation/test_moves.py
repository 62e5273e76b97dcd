from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import AmbiguousMoveError, NotationError, UnknownMoveError
from protocol.notation.moves import (
    MoveText,
    parse_hub_move,
    parse_pdn_move,
    pdn_text,
    read_otherwise,
    resolve,
    write_hub_move,
    write_pdn_move,
    write_said,
)
from protocol.notation.squares import Board, Naming, Origin, Playable

VECTORS = yaml.safe_load((Path(__file__).parents[2] / "data" / "hub-sessions.yaml").read_text("utf-8"))["moves"]
BOARD = Board(10, 10)
RUSSIAN = Board(8, 8, naming=Naming.ALGEBRAIC)


@dataclass(frozen=True)
class Move:
    origin: int
    landing: int
    captured: tuple[int, ...] = ()
    huffed: int | None = None


def move(*numbers: int) -> Move:
    origin, landing, *captured = (number - 1 for number in numbers)
    return Move(origin, landing, tuple(sorted(captured)))


# White king 47, black men 14 19 29 31 42: two captures with equal ends (PDN 3.0, ambiguous captures).
FIRST, SECOND = move(47, 36, 14, 29, 31, 42), move(47, 36, 19, 29, 31, 42)
PATHS = {
    FIRST: [[46, 37, 19, 8, 35], [46, 37, 19, 3, 35]],
    SECOND: [[46, 37, 23, 12, 35], [46, 32, 23, 12, 35]],
}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["text"])
def test_hub_vectors(vector: dict) -> None:
    if vector.get("error"):
        with pytest.raises(NotationError):
            parse_hub_move(vector["text"], 50)
        return
    decoded, expected = parse_hub_move(vector["text"], 50), vector["decoded"]
    captured = None if decoded.captured is None else sorted(square + 1 for square in decoded.captured)
    assert (decoded.origin + 1, decoded.landing + 1) == (expected["from"], expected["to"])
    assert captured == (None if expected["captured"] is None else sorted(expected["captured"]))


@given(st.lists(st.integers(1, 50), min_size=2, max_size=12, unique=True))
def test_hub_round_trip(numbers: list[int]) -> None:
    written = move(*numbers)
    read = parse_hub_move(write_hub_move(written), 50)
    assert (read.origin, read.landing, read.captured) == (written.origin, written.landing, written.captured)


@pytest.mark.parametrize(
    ("text", "board", "read"),
    [
        ("32-28", BOARD, MoveText(31, 27, None, None)),
        ("32x23", BOARD, MoveText(31, 22, None, is_capture=True)),
        ("06:01", BOARD, MoveText(5, 0, None, is_capture=True)),
        ("47x38x24x13x36", BOARD, MoveText(46, 35, None, is_capture=True, via=(37, 23, 12))),
        ("a3-b4", RUSSIAN, MoveText(20, 16, None, None)),
        ("a3b4", RUSSIAN, MoveText(20, 16, None, None)),
        ("c3:e5:g7", RUSSIAN, MoveText(21, 7, None, is_capture=True, via=(14,))),
        ("12-16", Board(8, 8, Playable.LIGHT, Origin.BOTTOM_RIGHT), MoveText(20, 16, None, None)),
    ],
)
def test_pdn_texts(text: str, board: Board, read: MoveText) -> None:
    assert parse_pdn_move(text, board) == read


def test_a_long_run_of_digits_is_refused_at_once() -> None:
    # Read as squares without signs it would have more readings than there is time.
    for text in ("1-" + "1" * 1000 + "!", "a1" * 400 + "!", "1-" * 400):
        with pytest.raises(NotationError):
            parse_pdn_move(text, RUSSIAN)


def test_of_two_paths_over_the_same_squares_the_exact_one_is_meant() -> None:
    short, long = Move(0, 10, (1, 2)), Move(0, 10, (3, 4))
    paths = {short: [[0, 4, 8, 10]], long: [[0, 4, 6, 8, 10]]}
    text = MoveText(0, 10, None, is_capture=True, via=(4, 8))
    assert resolve(text, [long, short], paths.__getitem__) == short
    text = MoveText(0, 10, None, is_capture=True, via=(4, 6))
    assert resolve(text, [long, short], paths.__getitem__) == long


def test_of_two_captures_with_equal_ends_the_one_without_a_turn_needs_no_path() -> None:
    jump, tour = Move(0, 10, (5,)), Move(0, 10, (1, 3, 7))
    paths = {jump: [[0, 10]], tour: [[0, 4, 8, 10]]}
    for one, written in ((jump, "1x11"), (tour, "1x5x9x11")):
        assert pdn_text(one, [tour, jump], BOARD, paths.__getitem__) == written
        assert resolve(parse_pdn_move(written, BOARD), [tour, jump], paths.__getitem__) == one


@pytest.mark.parametrize(
    "text", ["", "32", "3228", "32-2823", "32-", "x28", "32-51", "32 - 28", "a0-b1", "9" * 2000, "32--28"]
)
def test_no_pdn_move(text: str) -> None:
    with pytest.raises(NotationError):
        parse_pdn_move(text, BOARD)


def test_writing_pdn() -> None:
    assert write_pdn_move(move(32, 28), BOARD) == "32-28"
    assert write_pdn_move(move(22, 15, 18), RUSSIAN, ":") == "c3:e5"
    assert write_pdn_move(FIRST, BOARD, path=PATHS[FIRST][0]) == "47x38x20x9x36"


def test_equal_ends_are_told_apart_by_the_path() -> None:
    legal = [FIRST, SECOND]
    texts = [pdn_text(one, legal, BOARD, PATHS.__getitem__) for one in legal]
    assert texts == ["47x38x20x9x36", "47x38x24x13x36"]
    for text, one in zip(texts, legal, strict=True):
        assert resolve(parse_pdn_move(text, BOARD), legal, PATHS.__getitem__) == one
    assert pdn_text(FIRST, [FIRST], BOARD, PATHS.__getitem__) == "47x36"


@pytest.mark.parametrize("text", ["47x36x42x31x29x14", "47x36x14x29x31x42"])
def test_captured_squares_come_in_any_order(text: str) -> None:
    assert resolve(parse_hub_move(text, 50), [FIRST, SECOND]) == FIRST


def test_short_texts() -> None:
    with pytest.raises(AmbiguousMoveError):
        resolve(parse_hub_move("47x36", 50), [FIRST, SECOND])
    assert resolve(parse_hub_move("47x36", 50), [SECOND]) == SECOND
    # Scan takes a quiet move written with x.
    assert resolve(parse_hub_move("32x28", 50), [move(32, 28)]) == move(32, 28)


@pytest.mark.parametrize(("text", "is_capture"), [("47-36", False), ("47x36", True), ("47:36", True)])
def test_the_sign_decides_between_a_quiet_move_and_a_capture(text: str, is_capture: bool) -> None:
    quiet = move(47, 36)
    assert resolve(parse_pdn_move(text, BOARD), [FIRST, quiet]) == (FIRST if is_capture else quiet)
    # With one kind only, every sign will do.
    assert resolve(parse_pdn_move(text, BOARD), [quiet]) == quiet
    assert resolve(parse_pdn_move(text, BOARD), [FIRST]) == FIRST


#: A removal of the opening, and moves after a huff.
REMOVAL = Move(27, 27, (27,))
HUFFS = [Move(23, 19, (), 17), Move(23, 5, (14,), 17), Move(23, 19, (), 3), Move(23, 19)]


@pytest.mark.parametrize(
    ("one", "hub", "native"),
    [(REMOVAL, "-28", "-d5"), (HUFFS[0], "-18/24-20", "-b6/h6-d6"), (HUFFS[1], "-18/24x6x15", "-b6/h6xf8")],
)
def test_pieces_taken_off(one: Move, hub: str, native: str) -> None:
    board = Board(8, 8, Playable.ALL, naming=Naming.ALGEBRAIC)
    legal = [REMOVAL, *HUFFS]
    assert (write_hub_move(one), write_pdn_move(one, board)) == (hub, native)
    assert pdn_text(one, legal, board, lambda move: [[move.origin, move.landing]]) == native
    assert resolve(parse_hub_move(hub, 64), legal) == one
    assert resolve(parse_pdn_move(native, board), legal) == one


@pytest.mark.parametrize(
    "text", ["-", "-0", "-65", "--1", "-1/", "/1-2", "-1/-2/3-4", "1-2/3-4", "-1/2", "-1-2", "-a1/"]
)
def test_no_piece_taken_off(text: str) -> None:
    board = Board(8, 8, Playable.ALL, naming=Naming.ALGEBRAIC)
    for read in (lambda: parse_hub_move(text, 64), lambda: parse_pdn_move(text, board)):
        with pytest.raises(NotationError):
            read()


@pytest.mark.parametrize("text", ["32-28", "28x19", "28x19x23", "-28", "-18/24-20", "-18/24x6x15"])
def test_what_a_text_says_is_shown_as_it_was_written(text: str) -> None:
    assert write_said(parse_hub_move(text, 64)) == text
    with pytest.raises(UnknownMoveError, match=f": {text}$"):
        resolve(parse_hub_move(text, 64), [])


def test_a_capture_read_otherwise() -> None:
    hub, path = parse_hub_move("47x36x29x14x42", 50), parse_pdn_move("47x36x29x14x42", BOARD)
    assert read_otherwise(hub) == path
    assert read_otherwise(path) == hub
    for text in ("32-28", "28x19", "-28"):
        assert read_otherwise(parse_hub_move(text, 50)) is None


@pytest.mark.parametrize(
    ("board", "text", "example"),
    [
        (BOARD, "x", "32-28"),
        (RUSSIAN, "x", "c3-d4"),
        (BOARD, "save /tmp/x", "32-28"),
        (RUSSIAN, "1-2/3-4", "c3-d4"),
        (BOARD, "-1/-2/3-4", "-18/24-20"),
        (RUSSIAN, "-1/-2/3-4", "-d4/h2-g3"),
    ],
)
def test_a_fault_shows_moves_in_the_games_own_names(board: Board, text: str, example: str) -> None:
    with pytest.raises(NotationError, match=f"write {example}"):
        parse_pdn_move(text, board)


@pytest.mark.parametrize(("text", "example"), [("save /tmp/x", "32-28"), ("-1/-2/3-4", "-18/24-20")])
def test_a_fault_shows_a_huff_where_one_was_begun(text: str, example: str) -> None:
    with pytest.raises(NotationError, match=f"write {example}"):
        parse_hub_move(text, 50)


@st.composite
def moves(draw: st.DrawFn, board: Board) -> Move:
    squares = st.integers(0, board.n_squares - 1)
    huffed = draw(st.none() | squares)
    origin, landing = draw(squares), draw(squares)
    if draw(st.booleans()):
        return Move(origin, origin, (origin,), huffed)
    return Move(origin, landing, tuple(sorted(draw(st.sets(squares, max_size=5)) - {origin})), huffed)


@pytest.mark.parametrize(
    "board",
    [
        Board(8, 8, Playable.ALL, naming=Naming.ALGEBRAIC),
        Board(12, 12, Playable.ALL),
        Board(12, 12, Playable.ALL, naming=Naming.ALGEBRAIC),
        Board(5, 5, Playable.ALL, naming=Naming.ALGEBRAIC),
        Board(8, 8, Playable.LIGHT, Origin.BOTTOM_RIGHT),
    ],
)
@given(data=st.data())
def test_what_is_written_reads_back(board: Board, data: st.DataObject) -> None:
    one = data.draw(moves(board))
    assert resolve(parse_hub_move(write_hub_move(one), board.n_squares), [one]) == one
    assert resolve(parse_pdn_move(write_pdn_move(one, board), board), [one]) == one


@pytest.mark.parametrize("text", ["32-27", "47-36", "47x36x14x29x31"])
def test_unknown_moves(text: str) -> None:
    with pytest.raises(UnknownMoveError):
        resolve(parse_hub_move(text, 50), [FIRST, SECOND, move(32, 28)])


@given(st.text(alphabet="0123456789x-:/abcdefghKQ ", max_size=30))
def test_no_text_raises_anything_else(text: str) -> None:
    for read in (lambda: parse_hub_move(text, 50), lambda: parse_pdn_move(text, RUSSIAN)):
        try:
            read()
        except NotationError as error:
            assert error.faults
