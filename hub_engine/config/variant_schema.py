"""The keys of a variant file: their names, kinds of values and defaults.

Decides the words of names, set-up and notation; the words of the rules are in `rules`. Which values may not
stand together is in `variant_checks`.
"""

from __future__ import annotations

import re
from enum import StrEnum

from hub_engine.config.material import parse_balance
from hub_engine.config.names import NAME
from hub_engine.config.rules import (
    NO_LIMIT,
    Becomes,
    BlackForward,
    Continue,
    Group,
    InCapture,
    KingMeans,
    Landing,
    Lines,
    NoMove,
    Obligation,
    Playable,
    Precedence,
    PromotionSquares,
    Range,
    Removal,
    Remover,
    Restart,
)
from hub_engine.config.schema import (
    Field,
    Flag,
    Integer,
    ListOf,
    MappingOf,
    Optional,
    Parsed,
    Table,
    Text,
    Word,
    WordOr,
)
from hub_engine.config.variant_options import OPTION_NAME, OPTION_VALUE, OptionKind

_TITLE = Text(r"\S(.{0,78}\S)?", "a title of at most 80 characters")


class Colour(StrEnum):
    """The sides."""

    WHITE = "white"
    BLACK = "black"


class SquareNaming(StrEnum):
    """How the game's own notation names squares."""

    NUMERIC = "numeric"
    ALGEBRAIC = "algebraic"


class Origin(StrEnum):
    """Where number 1 lies with White at the bottom."""

    TOP_LEFT = "top-left"
    BOTTOM_RIGHT = "bottom-right"


class CaptureSign(StrEnum):
    """What stands between the squares of a capture."""

    CROSS = "x"
    COLON = ":"
    HYPHEN = "-"


class ResultStyle(StrEnum):
    """How PDN writes results: 2-0, 1-1, 0-2 or 1-0, 1/2-1/2, 0-1."""

    INTERNATIONAL = "2-0"
    DEFAULT = "1-0"


class Adjacent(StrEnum):
    """The word that stands for the squares beside the gap."""

    ADJACENT = "adjacent"


def _parse_squares(text: str) -> tuple[int, ...]:
    """0-based squares of a Hub number or a range of them. Raises ValueError."""
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text)
    if match is None:
        raise ValueError("write 7 or 31-50")
    low, high = int(match[1]), int(match[2] or match[1])
    if not 1 <= low <= high:
        raise ValueError("numbers rise from 1")
    return tuple(range(low - 1, high))


_SQUARES = ListOf(Parsed(_parse_squares, "a square number or a range of them"))
_GROUPS = ListOf(Word(Group), is_distinct=True)

_LIMIT = Table(
    {
        "name": Field(Text(r"[a-z0-9][a-z0-9 -]{0,39}", "a name of small letters, digits, blanks and hyphens")),
        "plies": Field(Integer(0, 1000)),
        "material": Field(ListOf(Parsed(parse_balance, "a balance such as '1K v 2K+1M'"), is_distinct=True), ()),
        "pieces": Field(ListOf(Integer(0, NO_LIMIT), at_least=2, at_most=2), (0, NO_LIMIT)),
        "both_kings": Field(Flag(), default=False),
        "unless_capture": Field(Flag(), default=False),
        "first_on": Field(_SQUARES, None),
        "second_off": Field(_SQUARES, None),
        "second_on": Field(_SQUARES, None),
        "restart": Field(ListOf(Word(Restart), is_distinct=True), ()),
    }
)

_NAMES = Table(
    {
        "title": Field(_TITLE),
        "hub": Field(NAME),
        "aliases": Field(ListOf(NAME, at_most=20, is_distinct=True), ()),
        "aliases_with_options": Field(MappingOf(NAME, MappingOf(OPTION_NAME, OPTION_VALUE)), {}),
    }
)

_BOARD = Table(
    {
        "width": Field(Integer(4, 12)),
        "height": Field(Integer(4, 12)),
        "playable": Field(Word(Playable)),
        "lines": Field(Word(Lines), Lines.ALL),
        "holes": Field(_SQUARES, ()),
    }
)

_SETUP = Table(
    {
        "first": Field(Word(Colour)),
        "white": Field(_SQUARES),
        "black": Field(_SQUARES),
        "white_parachutists": Field(_SQUARES, ()),
        "black_parachutists": Field(_SQUARES, ()),
    }
)

_NOTATION = Table(
    {
        "squares": Field(Word(SquareNaming)),
        "origin": Field(Word(Origin)),
        "capture_sign": Field(Word(CaptureSign)),
        "game_type": Field(
            Text(r"\d{1,3},[WB],\d{1,2},\d{1,2},[AN][0-3],[01]", "a PDN GameType such as 20,W,10,10,N2,0")
        ),
        "results": Field(Word(ResultStyle)),
    }
)

_MEN = Table(
    {
        "move": Field(_GROUPS),
        "capture": Field(_GROUPS),
        "capture_next": Field(_GROUPS, None),
        "capture_kings": Field(Flag()),
        "linear": Field(Flag(), default=False),
        "rest_on_last_row": Field(Flag(), default=False),
        "black_forward": Field(Word(BlackForward), BlackForward.DOWN),
    }
)

_KINGS = Table(
    {
        "range": Field(Word(Range)),
        "move": Field(_GROUPS),
        "capture": Field(_GROUPS),
        "landing": Field(Word(Landing)),
        "same_king_limit": Field(Integer(0, 7)),
    }
)

_CAPTURE = Table(
    {
        "removal": Field(Word(Removal)),
        "turn_back": Field(Flag()),
        "precedence": Field(ListOf(Word(Precedence), at_most=4, is_distinct=True)),
        "king_value": Field(Integer(1, 255), 0),
        "continue": Field(Word(Continue), Continue.MUST),
        "obligation": Field(Word(Obligation), Obligation.COMPULSORY),
        "forced_landing": Field(Flag(), default=True),
    }
)

_PROMOTION_SQUARES = WordOr(
    PromotionSquares, Table({"white": Field(_SQUARES), "black": Field(_SQUARES)}), "the squares of white and black"
)

_PARACHUTISTS = Table({"move": Field(_GROUPS, ()), "capture": Field(_GROUPS), "becomes": Field(Word(Becomes))})

_OPENING_MOVE = Table({"side": Field(Word(Remover)), "remove": Field(WordOr(Adjacent, _SQUARES, "a list of squares"))})

#: Every key of a variant file but `extends`. Names belong to one file, all else is inherited.
SCHEMA = Table(
    {
        "names": Field(_NAMES, is_inherited=False),
        "options": Field(Optional(MappingOf(OPTION_NAME, OptionKind())), None),
        "board": Field(_BOARD),
        "setup": Field(_SETUP),
        "notation": Field(_NOTATION),
        "men": Field(_MEN),
        "kings": Field(_KINGS),
        "parachutists": Field(Optional(_PARACHUTISTS), None),
        "capture": Field(_CAPTURE),
        "promotion": Field(
            Table(
                {
                    "squares": Field(_PROMOTION_SQUARES, PromotionSquares.LAST_ROW),
                    "in_capture": Field(Word(InCapture)),
                }
            )
        ),
        "opening": Field(ListOf(_OPENING_MOVE, at_most=2), ()),
        "objective": Field(Table({"no_move": Field(Word(NoMove)), "king": Field(Word(KingMeans))})),
        "draws": Field(Table({"repetition": Field(Integer(0, 9)), "limits": Field(ListOf(_LIMIT, at_most=8))})),
    }
)
