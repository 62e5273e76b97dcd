"""What may not stand together in names, options, board, start and notation of a variant file, with the reason.

Values are the plain ones of the schema: squares are tuples of 0-based numbers. When each check runs is in
`variant_checks`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from hub_engine.config.loader import Document
from hub_engine.config.names import PARAMETERS
from hub_engine.config.rules import (
    BlackForward,
    Board,
    Lines,
    Obligation,
    Playable,
    PromotionSquares,
)


def check_options(document: Document, values: dict[str, Any]) -> None:
    """No option hides behind a parameter of the engine."""
    for name in values["options"] or {}:
        if name in PARAMETERS:
            document.fault(f"options.{name}", "must have another name: the engine has a Hub parameter of this one")


def check_aliases(document: Document, values: dict[str, Any]) -> None:
    """Names that mean values of options mean some that there are."""
    options = values["options"] or {}
    for alias, choices in values["names"]["aliases_with_options"].items():
        for name, value in choices.items():
            key = f"names.aliases_with_options.{alias}.{name}"
            if name not in options:
                document.fault(key, f"must be an option of the file: {', '.join(options) or 'there are none'}")
            elif value not in options[name]["values"]:
                document.fault(key, f"must be one of {', '.join(options[name]['values'])}, not {value!r}")


def check_board(document: Document, values: dict[str, Any]) -> None:
    """The board can be."""
    board = values["board"]
    if board["playable"] is Playable.LIGHT and board["width"] % 2:
        document.fault("board.width", "must be even on a mirror board (playable: light), whose rows are reflected")
    if board["playable"] is not Playable.ALL:
        if board["lines"] is not Lines.ALL:
            document.fault("board.lines", "must be all: only on a board with playable: all do diagonals alternate")
        if board["holes"]:
            document.fault("board.holes", "must be left out: only a board with playable: all has holes")
        return
    n_cells = board["width"] * board["height"]
    check_squares(document, "board.holes", board["holes"], n_cells)
    if len({square for squares in board["holes"] for square in squares}) >= n_cells:
        document.fault("board.holes", "leaves no square to play on")


def check_setup(document: Document, values: dict[str, Any]) -> None:
    """Pieces stand on the board, once each, where their kind may stand."""
    board, setup = board_of(values), values["setup"]
    n_squares = board.n_squares
    counted: Counter[int] = Counter()
    for kind in ("white", "white_parachutists", "black", "black_parachutists"):
        for index, squares in enumerate(setup[kind]):
            counted.update(squares)
            key = f"setup.{kind}[{index}]"
            for square in squares:
                if square >= n_squares:
                    document.fault(key, f"square {square + 1} is off the board, which has {n_squares}")
                if counted[square] == 2:
                    document.fault(key, f"square {square + 1} is set up twice")
    for colour, crowning in _crowning_squares(values, board).items():
        if not setup[colour]:
            document.fault(f"setup.{colour}", "at least one man is needed")
        _check_men(document, colour, setup[colour], crowning, values["promotion"]["squares"])
        _check_waiting(document, f"setup.{colour}_parachutists", values, crowning)


def _check_men(
    document: Document, colour: str, men: tuple[tuple[int, ...], ...], crowning: set[int], where: Any
) -> None:
    place = "on its promotion row" if where is PromotionSquares.LAST_ROW else "where it is crowned"
    for index, squares in enumerate(men):
        for square in sorted(crowning.intersection(squares)):
            document.fault(f"setup.{colour}[{index}]", f"square {square + 1}: a {colour} man cannot stand {place}")


def _check_waiting(document: Document, key: str, values: dict[str, Any], crowning: set[int]) -> None:
    """Parachutists are where they belong, in a game that has them."""
    parachutists = values["setup"][key.removeprefix("setup.")]
    if parachutists and values["parachutists"] is None:
        document.fault(key, "must be left out: the game has no parachutists")
    elif values["promotion"]["squares"] is PromotionSquares.LAST_ROW:
        for index, squares in enumerate(parachutists):
            for square in sorted(set(squares) - crowning):
                document.fault(f"{key}[{index}]", f"square {square + 1} is not on the last row of its men")


def _crowning_squares(values: dict[str, Any], board: Board) -> dict[str, set[int]]:
    """The squares where the men of each colour become kings."""
    squares = values["promotion"]["squares"]
    if squares is PromotionSquares.NONE:
        return {"white": set(), "black": set()}
    if squares is PromotionSquares.LAST_ROW:
        last = board.height - 1 if values["men"]["black_forward"] is BlackForward.DOWN else 0
        rows = {"white": 0, "black": last}
        return {
            colour: {square for square, (_, row) in enumerate(board.cells()) if row == last}
            for colour, last in rows.items()
        }
    return {colour: {square for part in squares[colour] for square in part} for colour in ("white", "black")}


def check_squares(document: Document, key: str, ranges: tuple[tuple[int, ...], ...], n_squares: int) -> None:
    """Squares are on the board, each named once."""
    seen: set[int] = set()
    for index, squares in enumerate(ranges):
        if squares[-1] >= n_squares:
            document.fault(f"{key}[{index}]", f"square {squares[-1] + 1} is off the board, which has {n_squares}")
        if twice := seen.intersection(squares):
            document.fault(f"{key}[{index}]", f"square {min(twice) + 1} is named twice")
        seen.update(squares)


def check_notation(document: Document, values: dict[str, Any]) -> None:
    """The notation fits the board."""
    board, notation = values["board"], values["notation"]
    if notation["squares"] == "algebraic":
        if board["playable"] is Playable.LIGHT:
            document.fault("notation.squares", "algebraic names a1 as a square, a mirror board has none there")
        if notation["origin"] != "top-left":
            document.fault("notation.origin", "algebraic squares are not numbered, so the origin must be top-left")
    wanted = _game_type_tail(values)
    _, _, given = notation["game_type"].partition(",")
    if given != wanted:
        document.fault("notation.game_type", f"board, first side and numbering make it 'n,{wanted}'")


def _game_type_tail(values: dict[str, Any]) -> str:
    """What follows the number in the PDN GameType: start colour, size, naming and corner, inversion.

    The digit is where square 1 or a1 lies, seen by the side that begins: 0 bottom left, 1 bottom right,
    2 top left, 3 top right. Source: PDN 3.0, GameType tag.
    """
    board, notation = values["board"], values["notation"]
    is_white_first = values["setup"]["first"] == "white"
    if notation["squares"] == "algebraic":
        corner = "A0" if is_white_first else "A3"
    else:
        is_far_left = (notation["origin"] == "top-left") == is_white_first
        corner = "N2" if is_far_left else "N1"
    side = "W" if is_white_first else "B"
    inverted = int(board["playable"] is Playable.LIGHT)
    return f"{side},{board['width']},{board['height']},{corner},{inverted}"


def check_opening(document: Document, values: dict[str, Any]) -> None:
    """What the opening takes off stands there."""
    opening, setup = values["opening"], values["setup"]
    if not opening:
        return
    board = board_of(values)
    n_pieces = sum(len(squares) for kind, ranges in setup.items() if kind != "first" for squares in ranges)
    if n_pieces < board.n_squares:
        document.fault("opening", f"{board.n_squares - n_pieces} squares are empty at the start, none may be")
    if values["capture"]["obligation"] is Obligation.HUFFING:
        document.fault("capture.obligation", "must be compulsory in a game with an opening")
    side = setup["first"].value
    for index, row in enumerate(opening):
        key = f"opening[{index}]"
        if row["side"] != side:
            document.fault(f"{key}.side", f"must be {side}, whose turn it is")
        side = "black" if side == "white" else "white"
        if isinstance(row["remove"], tuple):
            _check_removed(document, f"{key}.remove", row, setup, board.n_squares)
        elif index == 0:
            document.fault(f"{key}.remove", "must be a list of squares: at the start there is no gap to be adjacent to")
        elif board.playable is not Playable.ALL:
            document.fault(f"{key}.remove", "must be a list of squares: only with playable: all are squares adjacent")


def _check_removed(document: Document, key: str, row: dict[str, Any], setup: dict[str, Any], n_squares: int) -> None:
    check_squares(document, key, row["remove"], n_squares)
    if not row["remove"]:
        document.fault(key, "is empty: at least one square is needed")
    own = {square for squares in setup[row["side"].value] for square in squares}
    for index, squares in enumerate(row["remove"]):
        for square in squares:
            if square < n_squares and square not in own:
                document.fault(f"{key}[{index}]", f"square {square + 1} holds no {row['side']} man at the start")


def board_of(values: dict[str, Any]) -> Board:
    """The board of the values."""
    holes = tuple(square for squares in values["board"]["holes"] for square in squares)
    return Board(**{**values["board"], "holes": holes})
