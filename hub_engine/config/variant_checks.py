"""What may not stand together in a variant file, with the reason.

Each check names the groups of keys that it compares and runs only when those were read without a fault, so
one mistake is reported once. Values are the plain ones of the schema: squares are tuples of 0-based numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from hub_engine.config.loader import Document
from hub_engine.config.rules import (
    NO_LIMIT,
    BlackForward,
    Board,
    Continue,
    Group,
    KingMeans,
    Landing,
    Lines,
    Obligation,
    Playable,
    Precedence,
    PromotionSquares,
    Range,
    Restart,
)

#: Reasons for a result that the game itself gives; no draw rule may be called like one.
RESERVED_NAMES = frozenset({"no-move", "no-pieces", "king", "repetition"})

#: Groups that change places when the board is turned.
_TURNED = (
    (Group.FORWARD, Group.BACKWARD),
    (Group.FORWARD_DIAGONALS, Group.BACKWARD_DIAGONALS),
)

_Check = Callable[[Document, dict[str, Any]], None]


def check_variant(document: Document) -> None:
    """Adds to the document a fault for each impossible combination."""
    for groups, check in _CHECKS:
        if document.are_sound(*groups):
            check(document, document.values)


def _check_aliases(document: Document, values: dict[str, Any]) -> None:
    options = values["options"] or {}
    for alias, choices in values["names"]["aliases_with_options"].items():
        for name, value in choices.items():
            key = f"names.aliases_with_options.{alias}.{name}"
            if name not in options:
                document.fault(key, f"must be an option of the file: {', '.join(options) or 'there are none'}")
            elif value not in options[name]["values"]:
                document.fault(key, f"must be one of {', '.join(options[name]['values'])}, not {value!r}")


def _check_board(document: Document, values: dict[str, Any]) -> None:
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
    _check_squares(document, "board.holes", board["holes"], n_cells)
    if len({square for squares in board["holes"] for square in squares}) >= n_cells:
        document.fault("board.holes", "leaves no square to play on")


def _check_setup(document: Document, values: dict[str, Any]) -> None:
    board, setup = _board(values), values["setup"]
    counted: Counter[int] = Counter()
    for kind in ("white", "white_parachutists", "black", "black_parachutists"):
        for index, squares in enumerate(setup[kind]):
            counted.update(squares)
            key = f"setup.{kind}[{index}]"
            for square in squares:
                if square >= board.n_squares:
                    document.fault(key, f"square {square + 1} is off the board, which has {board.n_squares}")
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


def _check_squares(document: Document, key: str, ranges: tuple[tuple[int, ...], ...], n_squares: int) -> None:
    """Squares are on the board, each named once."""
    seen: set[int] = set()
    for index, squares in enumerate(ranges):
        if squares[-1] >= n_squares:
            document.fault(f"{key}[{index}]", f"square {squares[-1] + 1} is off the board, which has {n_squares}")
        if twice := seen.intersection(squares):
            document.fault(f"{key}[{index}]", f"square {min(twice) + 1} is named twice")
        seen.update(squares)


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
    men, kings = values["men"], values["kings"]
    if not men["move"] and not men["capture"]:
        document.fault("men", "can neither move nor capture")
    if men["capture_next"] is not None and not men["capture"]:
        document.fault("men.capture_next", "must be left out: without men.capture there is no first jump")
    if men["linear"] and not men["move"]:
        document.fault("men.linear", "must be false: linear moves go in the directions of men.move, which is empty")
    if men["rest_on_last_row"] and not men["move"]:
        document.fault("men.rest_on_last_row", "must be false: men.move is empty, so men rest everywhere")
    for key in ("move", "capture"):
        if not kings[key]:
            document.fault(f"kings.{key}", "is empty: a king needs at least one direction")
        if men["black_forward"] is BlackForward.UP:
            _check_symmetry(document, f"kings.{key}", kings[key])
    if kings["range"] is Range.SHORT and kings["landing"] is not Landing.FREE:
        document.fault("kings.landing", "a short king always lands directly behind, so this must be free")


def _check_symmetry(document: Document, key: str, groups: tuple[Group, ...]) -> None:
    """With men of both sides going one way, forward means nothing to a king."""
    for pair in _TURNED:
        if len(set(pair) & set(groups)) == 1:
            document.fault(key, f"must name both or none of {pair[0]} and {pair[1]}: men.black_forward is up")


def _check_promotion(document: Document, values: dict[str, Any]) -> None:
    squares = values["promotion"]["squares"]
    if squares is PromotionSquares.LAST_ROW:
        if values["men"]["rest_on_last_row"]:
            document.fault(
                "men.rest_on_last_row", "must be false, or promotion.squares none or a list: no man stays on a last row"
            )
    elif squares is PromotionSquares.NONE:
        _check_no_kings(document, values)
    else:
        n_squares = _board(values).n_squares
        for colour in ("white", "black"):
            key = f"promotion.squares.{colour}"
            _check_squares(document, key, squares[colour], n_squares)
            if not squares[colour]:
                document.fault(key, "at least one square is needed; write squares: none for a game without kings")


def _check_no_kings(document: Document, values: dict[str, Any]) -> None:
    """Where men are never crowned, nothing may depend on a king."""
    why = "with promotion.squares none there are no kings"
    if values["objective"]["king"] is KingMeans.WINS:
        document.fault("objective.king", f"must be nothing: {why}")
    if values["kings"]["same_king_limit"]:
        document.fault("kings.same_king_limit", f"must be 0: {why}")
    for index, row in enumerate(values["draws"]["limits"]):
        key = f"draws.limits[{index}]"
        if row["both_kings"]:
            document.fault(f"{key}.both_kings", f"must be false: {why}")
        if Restart.PROMOTION in row["restart"]:
            document.fault(f"{key}.restart[{row['restart'].index(Restart.PROMOTION)}]", f"must be left out: {why}")
        for case, balance in enumerate(row["material"]):
            if balance.first.kings[0] or balance.second.kings[0]:
                document.fault(f"{key}.material[{case}]", f"must count men only: {why}")


def _check_parachutists(document: Document, values: dict[str, Any]) -> None:
    parachutists, promotion = values["parachutists"], values["promotion"]["squares"]
    if parachutists is None:
        return
    if parachutists["move"]:
        document.fault("parachutists.move", "must be []: a parachutist makes no quiet move")
    if not parachutists["capture"]:
        document.fault("parachutists.capture", "is empty: a parachutist needs at least one direction to land in")
    for index, group in enumerate(parachutists["capture"]):
        if group not in (Group.BACKWARD, Group.BACKWARD_DIAGONALS):
            document.fault(
                f"parachutists.capture[{index}]",
                f"must be backward or backward-diagonals, not {group}: it could land where a man is crowned",
            )
    if promotion is not PromotionSquares.LAST_ROW:
        document.fault("promotion.squares", "must be last-row in a game with parachutists, who wait there")
    if not values["men"]["capture_kings"]:
        document.fault("men.capture_kings", "must be true in a game with parachutists, who take any piece")


def _check_capture(document: Document, values: dict[str, Any]) -> None:
    capture = values["capture"]
    compares_value = Precedence.VALUE in capture["precedence"]
    if compares_value and not capture["king_value"]:
        document.fault("capture.king_value", "is missing: precedence compares values")
    if capture["king_value"] and not compares_value:
        document.fault("capture.king_value", "has no meaning unless precedence names value")
    if capture["continue"] is Continue.MAY_STRAIGHT:
        if capture["precedence"]:
            document.fault("capture.precedence", "must be [] with continue: may-straight: a capture may stop early")
        if capture["obligation"] is Obligation.HUFFING:
            document.fault("capture.obligation", "must be compulsory with continue: may-straight")


def _check_obligation(document: Document, values: dict[str, Any]) -> None:
    capture = values["capture"]
    has_kings = values["promotion"]["squares"] is not PromotionSquares.NONE
    if capture["continue"] is Continue.MAY_STRAIGHT and has_kings:
        document.fault("capture.continue", "must be must, or promotion.squares none: only men stop where they like")
    if capture["obligation"] is Obligation.HUFFING and values["kings"]["same_king_limit"]:
        document.fault("kings.same_king_limit", "must be 0 in a game with huffing")


def _check_landing(document: Document, values: dict[str, Any]) -> None:
    if values["capture"]["forced_landing"]:
        return
    if values["kings"]["range"] is Range.SHORT or values["kings"]["landing"] is Landing.BEHIND:
        document.fault("capture.forced_landing", "must be true: kings have one square to land on, none to choose from")


def _check_opening(document: Document, values: dict[str, Any]) -> None:
    opening, setup = values["opening"], values["setup"]
    if not opening:
        return
    board = _board(values)
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
    _check_squares(document, key, row["remove"], n_squares)
    if not row["remove"]:
        document.fault(key, "is empty: at least one square is needed")
    own = {square for squares in setup[row["side"].value] for square in squares}
    for index, squares in enumerate(row["remove"]):
        for square in squares:
            if square < n_squares and square not in own:
                document.fault(f"{key}[{index}]", f"square {square + 1} holds no {row['side']} man at the start")


def _check_draws(document: Document, values: dict[str, Any]) -> None:
    n_squares = _board(values).n_squares
    names: set[str] = set()
    for index, row in enumerate(values["draws"]["limits"]):
        key = f"draws.limits[{index}]"
        if row["name"] in names:
            document.fault(f"{key}.name", f"{row['name']!r} is the name of two limits")
        if row["name"] in RESERVED_NAMES:
            document.fault(f"{key}.name", f"{row['name']!r} is the name of another kind of result")
        names.add(row["name"])
        if not row["plies"] and row["restart"]:
            document.fault(f"{key}.restart", "has no meaning with plies: 0, which draws at once")
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


def _board(values: dict[str, Any]) -> Board:
    holes = tuple(square for squares in values["board"]["holes"] for square in squares)
    return Board(**{**values["board"], "holes": holes})


_CHECKS: tuple[tuple[tuple[str, ...], _Check], ...] = (
    (("names", "options"), _check_aliases),
    (("board",), _check_board),
    (("board", "men", "promotion", "parachutists", "setup"), _check_setup),
    (("board", "setup", "notation"), _check_notation),
    (("men", "kings"), _check_pieces),
    (("board", "men", "kings", "promotion", "objective", "draws"), _check_promotion),
    (("men", "promotion", "parachutists"), _check_parachutists),
    (("capture",), _check_capture),
    (("kings", "capture", "promotion"), _check_obligation),
    (("kings", "capture"), _check_landing),
    (("board", "setup", "capture", "opening"), _check_opening),
    (("board", "draws"), _check_draws),
)
