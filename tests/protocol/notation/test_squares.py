import pytest

from protocol.errors import NotationError
from protocol.notation.squares import Board, Naming, Origin, Playable

SIZES = [(8, 8, 32), (10, 10, 50), (12, 12, 72), (10, 8, 40), (5, 5, 13), (6, 9, 27)]


@pytest.mark.parametrize(("width", "height", "squares"), SIZES)
def test_numbers_of_squares(width: int, height: int, squares: int) -> None:
    assert Board(width, height).n_squares == squares
    assert Board(width, height, Playable.ALL).n_squares == width * height


@pytest.mark.parametrize(
    ("board", "names"),
    [
        (Board(8, 8, naming=Naming.ALGEBRAIC), {0: "b8", 4: "a7", 20: "a3", 21: "c3", 31: "g1"}),
        (Board(8, 8, Playable.LIGHT, naming=Naming.ALGEBRAIC), {0: "a8", 31: "h1"}),
        (Board(10, 8, naming=Naming.ALGEBRAIC), {0: "b8", 4: "j8", 35: "a1"}),
        (Board(8, 8, Playable.ALL, naming=Naming.ALGEBRAIC), {0: "a8", 63: "h1", 57: "b1"}),
        (Board(12, 12, Playable.ALL, naming=Naming.ALGEBRAIC), {0: "a12", 11: "l12", 143: "l1"}),
        (Board(5, 5, Playable.ALL, naming=Naming.ALGEBRAIC), {0: "a5", 12: "c3", 24: "e1"}),
        (Board(5, 5, Playable.ALL, naming=Naming.ALGEBRAIC, holes=(0, 12)), {0: "b5", 11: "d3", 22: "e1"}),
        (Board(10, 10), {0: "1", 49: "50"}),
        (Board(8, 8, Playable.LIGHT, Origin.BOTTOM_RIGHT), {0: "32", 31: "1"}),
    ],
)
def test_names(board: Board, names: dict[int, str]) -> None:
    assert {square: board.name(square) for square in names} == names
    assert [board.square(board.name(square)) for square in names] == list(names)


@pytest.mark.parametrize("playable", Playable)
@pytest.mark.parametrize(("width", "height", "squares"), SIZES)
def test_every_cell_and_name_leads_back(width: int, height: int, squares: int, playable: Playable) -> None:
    board = Board(width, height, playable, Origin.BOTTOM_RIGHT)
    for square in range(board.n_squares):
        assert board.square_at(*board.cell(square)) == square
        assert board.square(board.algebraic(square)) == square
        assert board.from_number(board.number(square)) == square


@pytest.mark.parametrize("text", ["0", "51", "a1b", "b1", "k1", "a11", "", "-1", "１", "99999999999"])
def test_no_square(text: str) -> None:
    with pytest.raises(NotationError):
        Board(10, 10).square(text)


def test_in_hub_numbering() -> None:
    board = Board(8, 8, Playable.LIGHT, Origin.BOTTOM_RIGHT).in_hub_numbering()
    assert board.name(0) == "1"
    assert board.playable is Playable.LIGHT
