"""A variant file: its keys, and the frozen configuration that is made of it.

Decides which keys a rule file has and how they become a `VariantConfig`: names, set-up and notation for
Python, a `RuleSpec` for the core. What may not stand together is in `variant_checks`; which file belongs to
which name is in `registry`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from hub_engine.config.loader import EXTENDS, Document, FindParent, load_document, load_text
from hub_engine.config.material import parse_balance
from hub_engine.config.nodes import Mapping, Scalar, Sequence, parse_until, read_text
from hub_engine.config.rules import (
    NO_LIMIT,
    Board,
    Capture,
    DrawLimit,
    Draws,
    Group,
    InCapture,
    KingMeans,
    Kings,
    Landing,
    Men,
    NoMove,
    Objective,
    Playable,
    Precedence,
    Promotion,
    Range,
    Removal,
    Restart,
    RuleSpec,
)
from hub_engine.config.schema import Field, Flag, Integer, ListOf, Parsed, Table, Text, Word
from hub_engine.config.variant_checks import check_variant
from hub_engine.errors import VariantError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "EXTENDS",
    "Colour",
    "Notation",
    "Setup",
    "VariantConfig",
    "VariantNames",
    "load_variant",
    "parse_variant",
]

#: What a name on the command line or in Hub's `variant` parameter looks like.
_NAME = Text(r"[a-z0-9][a-z0-9!_-]{0,39}", "a name of small letters, digits and any of -_!")
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


@dataclass(frozen=True, slots=True)
class VariantNames:
    """What a variant is called. id: the file's name; hub: the word declared in Hub's `variant` parameter."""

    id: str
    title: str
    hub: str
    aliases: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """Every spelling that is accepted: id, Hub word, aliases; each once."""
        return tuple(dict.fromkeys((self.id, self.hub, *self.aliases)))


@dataclass(frozen=True, slots=True)
class Setup:
    """The start position: who begins, and the men of both sides as 0-based Hub squares, ascending."""

    first: Colour
    white: tuple[int, ...]
    black: tuple[int, ...]

    def pieces(self, n_squares: int) -> bytes:
        """One piece code a square, as `hub_engine._core.Position` takes them."""
        codes = bytearray(n_squares)
        for square in self.white:
            codes[square] = 1
        for square in self.black:
            codes[square] = 3
        return bytes(codes)


@dataclass(frozen=True, slots=True)
class Notation:
    """The game's own notation, beside Hub's."""

    squares: SquareNaming
    origin: Origin
    capture_sign: CaptureSign
    game_type: str
    results: ResultStyle


@dataclass(frozen=True, slots=True)
class VariantConfig:
    """One variant, checked."""

    names: VariantNames
    setup: Setup
    notation: Notation
    rules: RuleSpec

    @property
    def board(self) -> Board:
        """Size and playable squares."""
        return self.rules.board

    def start_pieces(self) -> bytes:
        """The piece codes of the start position, one a square."""
        return self.setup.pieces(self.board.n_squares)

    def to_spec_json(self) -> str:
        """The rules as `hub_engine._core.RuleSet` takes them."""
        return self.rules.to_json()


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
        "plies": Field(Integer(1, 1000)),
        "material": Field(ListOf(Parsed(parse_balance, "a balance such as '1K v 2K+1M'"), is_distinct=True), ()),
        "pieces": Field(ListOf(Integer(0, NO_LIMIT), at_least=2, at_most=2), (0, NO_LIMIT)),
        "both_kings": Field(Flag(), default=False),
        "first_on": Field(_SQUARES, None),
        "second_off": Field(_SQUARES, None),
        "second_on": Field(_SQUARES, None),
        "restart": Field(ListOf(Word(Restart), is_distinct=True), ()),
    }
)

#: Every key of a variant file but `extends`. Names belong to one file, all else is inherited.
SCHEMA = Table(
    {
        "names": Field(
            Table(
                {
                    "title": Field(_TITLE),
                    "hub": Field(_NAME),
                    "aliases": Field(ListOf(_NAME, at_most=20, is_distinct=True), ()),
                }
            ),
            is_inherited=False,
        ),
        "board": Field(
            Table(
                {
                    "width": Field(Integer(4, 12)),
                    "height": Field(Integer(4, 12)),
                    "playable": Field(Word(Playable)),
                }
            )
        ),
        "setup": Field(Table({"first": Field(Word(Colour)), "white": Field(_SQUARES), "black": Field(_SQUARES)})),
        "notation": Field(
            Table(
                {
                    "squares": Field(Word(SquareNaming)),
                    "origin": Field(Word(Origin)),
                    "capture_sign": Field(Word(CaptureSign)),
                    "game_type": Field(
                        Text(
                            r"\d{1,3},[WB],\d{1,2},\d{1,2},[AN][0-3],[01]",
                            "a PDN GameType such as 20,W,10,10,N2,0",
                        )
                    ),
                    "results": Field(Word(ResultStyle)),
                }
            )
        ),
        "men": Field(Table({"move": Field(_GROUPS), "capture": Field(_GROUPS), "capture_kings": Field(Flag())})),
        "kings": Field(
            Table(
                {
                    "range": Field(Word(Range)),
                    "move": Field(_GROUPS),
                    "capture": Field(_GROUPS),
                    "landing": Field(Word(Landing)),
                    "same_king_limit": Field(Integer(0, 7)),
                }
            )
        ),
        "capture": Field(
            Table(
                {
                    "removal": Field(Word(Removal)),
                    "turn_back": Field(Flag()),
                    "precedence": Field(ListOf(Word(Precedence), at_most=4, is_distinct=True)),
                    "king_value": Field(Integer(1, 255), 0),
                }
            )
        ),
        "promotion": Field(Table({"in_capture": Field(Word(InCapture))})),
        "objective": Field(Table({"no_move": Field(Word(NoMove)), "king": Field(Word(KingMeans))})),
        "draws": Field(Table({"repetition": Field(Integer(0, 9)), "limits": Field(ListOf(_LIMIT, at_most=8))})),
    }
)


def load_variant(path: Path, find_parent: FindParent) -> VariantConfig:
    """The variant of a file. Raises VariantError with every fault of the file."""
    return _finish(load_document(path, SCHEMA, find_parent=find_parent, error=VariantError))


def parse_variant(text: str, path: Path, find_parent: FindParent) -> VariantConfig:
    """The variant of a text that could be the content of `path`; see `load_variant`."""
    return _finish(load_text(text, path, SCHEMA, find_parent=find_parent, error=VariantError))


def peek_names(path: Path) -> VariantNames:
    """The names of a file, found without reading the rest; what is wrong is left out of it.

    A list of all variants is part of every start, so it must not cost the reading of all rules.
    """
    text, _ = read_text(path)
    names = parse_until(text, path, "names").entries.get("names")
    entries = names.entries if isinstance(names, Mapping) else {}
    title, hub, aliases = (entries.get(key) for key in ("title", "hub", "aliases"))
    return VariantNames(
        id=path.stem,
        title=title.text if isinstance(title, Scalar) else path.stem,
        hub=hub.text if isinstance(hub, Scalar) else path.stem,
        aliases=tuple(item.text for item in aliases.items if isinstance(item, Scalar))
        if isinstance(aliases, Sequence)
        else (),
    )


def _finish(document: Document) -> VariantConfig:
    check_variant(document)
    document.raise_faults(VariantError)
    values = document.values
    return VariantConfig(
        names=VariantNames(id=document.path.stem, **values["names"]),
        setup=Setup(
            values["setup"]["first"],
            _flat(values["setup"]["white"]) or (),
            _flat(values["setup"]["black"]) or (),
        ),
        notation=Notation(**values["notation"]),
        rules=RuleSpec(
            board=Board(**values["board"]),
            men=Men(**values["men"]),
            kings=Kings(**values["kings"]),
            capture=Capture(**values["capture"]),
            promotion=Promotion(**values["promotion"]),
            objective=Objective(**values["objective"]),
            draws=Draws(values["draws"]["repetition"], tuple(_limit(row) for row in values["draws"]["limits"])),
        ),
    )


def _limit(row: dict[str, Any]) -> DrawLimit:
    squares = {key: _flat(row[key]) for key in ("first_on", "second_off", "second_on")}
    return DrawLimit(**{**row, **squares})


def _flat(ranges: tuple[tuple[int, ...], ...] | None) -> tuple[int, ...] | None:
    return None if ranges is None else tuple(sorted(square for squares in ranges for square in squares))
