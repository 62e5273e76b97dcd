import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import NotationError
from protocol.notation.fen import (
    Setup,
    parse_fen,
    parse_hub_position,
    parse_position,
    write_fen,
    write_hub_position,
)
from protocol.notation.squares import Board, Naming, Origin, Playable

BOARD = Board(10, 10)
START = "W" + 20 * "b" + 10 * "e" + 20 * "w"
BOARDS = [
    BOARD,
    Board(8, 8, naming=Naming.ALGEBRAIC),
    Board(8, 8, Playable.LIGHT, Origin.BOTTOM_RIGHT),
    Board(12, 12),
    Board(10, 8, naming=Naming.ALGEBRAIC),
    Board(8, 8, Playable.ALL, naming=Naming.ALGEBRAIC),
    Board(12, 12, Playable.ALL, naming=Naming.ALGEBRAIC),
    Board(12, 12, Playable.ALL),
    Board(5, 5, Playable.ALL, naming=Naming.ALGEBRAIC),
    Board(7, 7, Playable.ALL, naming=Naming.ALGEBRAIC, holes=(0, 1, 5, 6, 7, 8, 12, 13)),
]


@pytest.mark.parametrize(
    "text",
    [
        "W:W31-50:B1-20",
        "W:W31-50:B1-20.",
        "W:B1-20:W31-50",
        '[FEN "W:W31-50:B1-20"]',
        '/FEN "W:W31-50:B1-20"/',
        "?:W31-50:B1-20",
        "w:w31-50:b1-20",
        " W : W31-50 : B1 - 20 ",
        "W:W31-50:B1-20:H0:F1",
        "W:W31-50:B1-20:H0:F1:+0+0",
        "W:W" + ",".join(map(str, range(31, 51))) + ":B" + ",".join(f"{n:02}" for n in range(1, 21)),
        START,
        START.replace("W", "w", 1),
    ],
)
def test_start_position_in_every_dialect(text: str) -> None:
    setup = parse_position(text, BOARD)
    assert write_hub_position(setup) == START
    assert write_fen(setup, BOARD, ranges=True, counters=False) == "W:W31-50:B1-20"


@pytest.mark.parametrize(
    ("text", "fen"),
    [
        ("w:w31:bk20", "W:W31:BK20"),
        ("B:W50:B", "B:W50:B"),
        ("W:B:W50:B", "B:W50:B"),  # the old form that says the side twice
        ("W:W:B", "W:W:B"),
        ("W:WK1-3,31:B20", "W:WK1,K2,K3,31:B20"),
        ("B:WG12,31:BK5,P6", "B:W31:BK5"),
        ("W:W46:B1:H12:F40", "W:W46:B1:H12:F40"),
        ("W:W46,K25:B1,K30:H0:F1:+230+125", "W:WK25,46:B1,K30:H0:F1:+230+125"),
    ],
)
def test_dialects(text: str, fen: str) -> None:
    assert write_fen(parse_fen(text, BOARD), BOARD) == fen


def test_lidraughts_king_counts_name_black_first() -> None:
    setup = parse_fen("W:W46,K25:B1,K30:+230+125", BOARD)
    assert setup.king_runs == (25, 1, 30, 2)


def test_ghosts_are_kept_apart() -> None:
    setup = parse_fen("B:WG12,31:BK5,P6", BOARD)
    assert setup.ghosts == (5, 11)
    assert setup.pieces[11] == 0


def test_numbers_are_read_on_a_board_with_names() -> None:
    board = Board(8, 8, naming=Naming.ALGEBRAIC)
    assert write_fen(parse_fen("W:WK22,18:BK1", board), board) == "W:Wd4,Kc3:BKb8"
    wide = Board(12, 12, Playable.ALL, naming=Naming.ALGEBRAIC)
    assert write_fen(parse_fen("W:Wk1:BKk2", wide), wide) == "W:Wk1:BKk2"


def test_parachutists_are_marked_with_p_where_there_are_any() -> None:
    board = Board(8, 8, naming=Naming.ALGEBRAIC)
    setup = parse_fen("W:Wa1,Pb8:BPe1,Kh8", board, has_parachutists=True)
    assert write_hub_position(setup) == "WpeeBeeeeeeeeeeeeeeeeeeeeeeeeweqe"
    assert write_fen(setup, board) == "W:WPb8,a1:BKh8,Pe1"


def test_what_may_be_huffed_follows_the_pieces() -> None:
    board = Board(8, 8, naming=Naming.ALGEBRAIC)
    setup = parse_fen("B:Wa1,b4,d4:Bh8:Xd4,b4", board)
    assert setup.huffable == (16, 17)
    assert write_fen(setup, board) == "B:Wb4,d4,a1:Bh8:Xb4,d4"
    assert write_hub_position(setup).endswith("/huff=17,18")


@pytest.mark.parametrize("suffix", ["/", "/huff=", "/huff=0", "/huff=51", "/huff=a1", "/huff=1/huff=2", "/H5"])
def test_bad_huff_fields(suffix: str) -> None:
    with pytest.raises(NotationError):
        parse_hub_position(START + suffix, 50)


def test_native_names() -> None:
    russian = Board(8, 8, naming=Naming.ALGEBRAIC)
    assert write_hub_position(parse_fen("W:Wa1,Kc3:Bh8", russian)) == "WeeebeeeeeeeeeeeeeeeeeWeeeeeeweee"
    assert parse_fen("W:Wg3,Kg1:Bh8", russian).pieces[23::8] == bytes([1, 2])
    spanish = Board(8, 8, Playable.LIGHT, Origin.BOTTOM_RIGHT)
    assert write_hub_position(parse_fen("W:W1-12:B21-32", spanish)) == "W" + 12 * "b" + 8 * "e" + 12 * "w"


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("X:W31:B1", ["X"]),
        ("W:W1-999999999999999:B1", ["999999999999999"]),
        ("W:W31,99,K0:Bxx", ["99", "0", "xx"]),
        ("W:W31,31:B31", ["31", "31"]),
        ("W:W40-31:B1", ["40-31"]),
        ("W:W31:W32", ["W32"]),
        ("W:W31:Q", ["Q"]),
        ("W:W31:B1:+9+0", ["+9"]),
        ("W:" + "W31," * 2000, ["W:" + "W31," * 2000]),
    ],
)
def test_every_fault_is_named(text: str, faults: list[str]) -> None:
    with pytest.raises(NotationError) as caught:
        parse_fen(text, BOARD)
    assert [fault.text for fault in caught.value.faults] == faults
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "text", ["", "W", "W/huff=1", START[:-1], START + "e", "X" + START[1:], START[:-1] + "x", "W\0"]
)
def test_bad_hub_positions(text: str) -> None:
    with pytest.raises(NotationError):
        parse_hub_position(text, 50)


@st.composite
def setups(draw: st.DrawFn, board: Board) -> Setup:
    pieces = draw(st.binary(min_size=board.n_squares, max_size=board.n_squares))
    huffable = draw(st.sets(st.integers(0, board.n_squares - 1), max_size=4))
    return Setup(bytes(code % 7 for code in pieces), draw(st.booleans()), huffable=tuple(sorted(huffable)))


@pytest.mark.parametrize("board", BOARDS)
@given(data=st.data())
def test_writing_reads_back(board: Board, data: st.DataObject) -> None:
    setup = data.draw(setups(board))
    for ranges in (False, True):
        assert parse_position(write_fen(setup, board, ranges=ranges), board, has_parachutists=True) == setup
    assert parse_position(write_hub_position(setup), board) == setup


@given(st.text(alphabet='WBKGPXwbkpq0123456789,:-.+HF []"ab/huf=', max_size=80))
def test_no_text_raises_anything_else(text: str) -> None:
    for board in BOARDS:
        try:
            parse_position(text, board)
        except NotationError as error:
            assert error.faults


@pytest.mark.parametrize("text", ["", "bad", "W", "32-28"])
def test_what_is_neither_fen_nor_hub_position_is_said_to_be_neither(text: str) -> None:
    with pytest.raises(NotationError, match="neither a FEN"):
        parse_position(text, BOARD)
