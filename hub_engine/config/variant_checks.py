"""What may not stand together in a variant file, with the reason.

Each check names the groups of keys that it compares and runs only when those were read without a fault, so
one mistake is reported once. Values are the plain ones of the schema: squares are tuples of 0-based numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from hub_engine.config.loader import Document
from hub_engine.config.rules import NO_LIMIT, Board, Landing, Playable, Precedence, Range

#: Reasons for a result that the game itself gives; no draw rule may be called like one.
RESERVED_NAMES = frozenset({"no-move", "no-pieces", "king", "repetition"})

_Check = Callable[[Document, dict[str, Any]], None]


def check_variant(document: Document) -> None:
    """Adds to the document a fault for each impossible combination."""
    for groups, check in _CHECKS:
        if document.are_sound(*groups):
            check(document, document.values)


def _check_board(document: Document, values: dict[str, Any]) -> None:
    board = values["board"]
    if board["playable"] is Playable.LIGHT and board["width"] % 2:
        document.fault("board.width", "must be even on a mirror board (playable: light), whose rows are reflected")


def _check_setup(document: Document, values: dict[str, Any]) -> None:
    board = Board(**values["board"])
    cells = board.cells()
    promotion_rows = {"white": 0, "black": board.height - 1}
    counted: Counter[int] = Counter()
    for colour, promotion_row in promotion_rows.items():
        for index, squares in enumerate(values["setup"][colour]):
            key = f"setup.{colour}[{index}]"
            for square in squares:
                counted[square] += 1
                if square >= board.n_squares:
                    document.fault(key, f"square {square + 1} is off the board, which has {board.n_squares}")
                elif cells[square][1] == promotion_row:
                    document.fault(key, f"square {square + 1}: a {colour} man cannot stand on its promotion row")
                if counted[square] == 2:
                    document.fault(key, f"square {square + 1} is set up twice")
    for colour in promotion_rows:
        if not values["setup"][colour]:
            document.fault(f"setup.{colour}", "at least one man is needed")


def _check_notation(document: Document, values: dict[str, Any]) -> None:
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


def _check_pieces(document: Document, values: dict[str, Any]) -> None:
    if not values["men"]["move"] and not values["men"]["capture"]:
        document.fault("men", "can neither move nor capture")
    kings = values["kings"]
    for key in ("move", "capture"):
        if not kings[key]:
            document.fault(f"kings.{key}", "is empty: a king needs at least one direction")
    if kings["range"] is Range.SHORT and kings["landing"] is not Landing.FREE:
        document.fault("kings.landing", "a short king always lands directly behind, so this must be free")


def _check_capture(document: Document, values: dict[str, Any]) -> None:
    capture = values["capture"]
    compares_value = Precedence.VALUE in capture["precedence"]
    if compares_value and not capture["king_value"]:
        document.fault("capture.king_value", "is missing: precedence compares values")
    if capture["king_value"] and not compares_value:
        document.fault("capture.king_value", "has no meaning unless precedence names value")


def _check_draws(document: Document, values: dict[str, Any]) -> None:
    n_squares = Board(**values["board"]).n_squares
    names: set[str] = set()
    for index, row in enumerate(values["draws"]["limits"]):
        key = f"draws.limits[{index}]"
        if row["name"] in names:
            document.fault(f"{key}.name", f"{row['name']!r} is the name of two limits")
        if row["name"] in RESERVED_NAMES:
            document.fault(f"{key}.name", f"{row['name']!r} is the name of another kind of result")
        names.add(row["name"])
        _check_limit_counts(document, key, row)
        _check_limit_squares(document, key, row, n_squares)


def _check_limit_counts(document: Document, key: str, row: dict[str, Any]) -> None:
    low, high = row["pieces"]
    if low > high:
        document.fault(f"{key}.pieces", f"{low} to {high} is no range")
        return
    for index, balance in enumerate(row["material"]):
        sides = (balance.first, balance.second)
        least = sum(side.men[0] + side.kings[0] for side in sides)
        most = min(NO_LIMIT, sum(side.men[1] + side.kings[1] for side in sides))
        if most < low or least > high:
            document.fault(f"{key}.material[{index}]", f"never has {low} to {high} pieces, so it cannot hold")
        if row["both_kings"] and any(side.kings[1] == 0 for side in sides):
            document.fault(f"{key}.material[{index}]", "has a side without kings, but both_kings is true")


def _check_limit_squares(document: Document, key: str, row: dict[str, Any], n_squares: int) -> None:
    for name in ("first_on", "second_off", "second_on"):
        if row[name] is None:
            continue
        if not row["material"]:
            document.fault(f"{key}.{name}", "needs material, which says who is first and who is second")
        for index, squares in enumerate(row[name]):
            if squares[-1] >= n_squares:
                document.fault(f"{key}.{name}[{index}]", f"square {squares[-1] + 1} is off the board")


_CHECKS: tuple[tuple[tuple[str, ...], _Check], ...] = (
    (("board",), _check_board),
    (("board", "setup"), _check_setup),
    (("board", "setup", "notation"), _check_notation),
    (("men", "kings"), _check_pieces),
    (("capture",), _check_capture),
    (("board", "draws"), _check_draws),
)
