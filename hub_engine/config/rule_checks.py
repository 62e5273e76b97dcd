"""What may not stand together in the rules of a variant file, with the reason.

Values are the plain ones of the schema: squares are tuples of 0-based numbers. When each check runs is in
`variant_checks`.
"""

from __future__ import annotations

from typing import Any

from hub_engine.config.layout_checks import board_of, check_squares
from hub_engine.config.loader import Document
from hub_engine.config.rules import (
    NO_LIMIT,
    BlackForward,
    Continue,
    Group,
    KingMeans,
    Landing,
    Obligation,
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


def check_pieces(document: Document, values: dict[str, Any]) -> None:
    """Men and kings can do something."""
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


def check_promotion(document: Document, values: dict[str, Any]) -> None:
    """Men are crowned somewhere, or nothing speaks of kings."""
    squares = values["promotion"]["squares"]
    if squares is PromotionSquares.LAST_ROW:
        if values["men"]["rest_on_last_row"]:
            document.fault(
                "men.rest_on_last_row", "must be false, or promotion.squares none or a list: no man stays on a last row"
            )
    elif squares is PromotionSquares.NONE:
        _check_no_kings(document, values)
    else:
        n_squares = board_of(values).n_squares
        for colour in ("white", "black"):
            key = f"promotion.squares.{colour}"
            check_squares(document, key, squares[colour], n_squares)
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


def check_parachutists(document: Document, values: dict[str, Any]) -> None:
    """Parachutists can do what they are for."""
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


def check_capture(document: Document, values: dict[str, Any]) -> None:
    """The law of captures holds together."""
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


def check_obligation(document: Document, values: dict[str, Any]) -> None:
    """The law of captures fits the pieces."""
    capture = values["capture"]
    has_kings = values["promotion"]["squares"] is not PromotionSquares.NONE
    if capture["continue"] is Continue.MAY_STRAIGHT and has_kings:
        document.fault("capture.continue", "must be must, or promotion.squares none: only men stop where they like")
    if capture["obligation"] is Obligation.HUFFING and values["kings"]["same_king_limit"]:
        document.fault("kings.same_king_limit", "must be 0 in a game with huffing")


def check_landing(document: Document, values: dict[str, Any]) -> None:
    """Kings that have no choice of squares get none."""
    if values["capture"]["forced_landing"]:
        return
    if values["kings"]["range"] is Range.SHORT or values["kings"]["landing"] is Landing.BEHIND:
        document.fault("capture.forced_landing", "must be true: kings have one square to land on, none to choose from")


def check_draws(document: Document, values: dict[str, Any]) -> None:
    """Each limit has a name of its own and can come about."""
    n_squares = board_of(values).n_squares
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
