"""Positions that pin a variant's rules: `positions/<name>.yaml` to a frozen `PositionFile`.

Decides the keys. Moves and positions stay text here: whether they are what the file says, `hub_engine.proof` finds.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from hub_engine.config.loader import Document, load_document
from hub_engine.config.schema import Field, Integer, ListOf, Optional, Table, Text, Word

_MAX_LEAVES = 10**15


class Ending(StrEnum):
    """How a game stands."""

    WHITE = "white wins"
    BLACK = "black wins"
    DRAW = "draw"
    NONE = "goes on"


class Case(NamedTuple):
    """What holds in one position.

    key: where it stands in the file. position: FEN or Hub text, None for the start. rule: what is pinned, for
    people. played: moves made first. moves: all legal moves then, None: not told. perft: leaves at depth 1, 2, ...
    result: None: not told.
    """

    key: str
    rule: str
    position: str | None
    played: tuple[str, ...]
    moves: tuple[str, ...] | None
    perft: tuple[int, ...]
    result: Ending | None


class PositionFile(NamedTuple):
    """The cases of one variant. variant: None when it has a fault. document: says where each stands, and the faults."""

    variant: str | None
    cases: tuple[Case, ...]
    document: Document


_MOVE = Text(r"\S{1,200}", "a move")

SCHEMA = Table(
    {
        "variant": Field(Text(r"\S{1,60}", "the name of a variant")),
        "positions": Field(
            ListOf(
                Table(
                    {
                        "rule": Field(Text(r"\S.{0,198}\S", "a line of 2 to 200 characters that says what is shown")),
                        "position": Field(Optional(Text(r"\S{1,2000}", "a FEN or Hub position")), None),
                        "played": Field(ListOf(_MOVE), ()),
                        "moves": Field(Optional(ListOf(_MOVE, at_most=512, is_distinct=True)), None),
                        "perft": Field(ListOf(Integer(0, _MAX_LEAVES), at_most=20), ()),
                        "result": Field(Optional(Word(Ending)), None),
                    }
                ),
                at_least=1,
                at_most=10_000,
            )
        ),
    }
)


def read_positions(path: Path) -> PositionFile:
    """The cases of a file that can be read; the faults of the others are in its document.

    Raises ConfigError when the file is not even a tree.
    """
    document = load_document(path, SCHEMA)
    cases = []
    for index, values in enumerate(document.values["positions"] or ()):
        key = f"positions[{index}]"
        if not document.are_sound(key):
            continue
        if _says_something(values):
            cases.append(Case(key=key, **values))
        else:
            document.fault(key, "says nothing: name moves, perft or result")
    return PositionFile(document.values["variant"], tuple(cases), document)


def _says_something(values: dict[str, Any]) -> bool:
    return values["moves"] is not None or bool(values["perft"]) or values["result"] is not None
