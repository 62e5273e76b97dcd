"""Reading of the test data: variants, positions in Hub numbers, moves as Hub writes them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from hub_engine._core import Game, Move, Position, RuleSet
from hub_engine.config.registry import VariantRegistry
from hub_engine.config.variant import VariantConfig, parse_variant

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "tests" / "data"
REGISTRY = VariantRegistry((ROOT / "configs",))
VARIANTS = tuple(names.id for names in REGISTRY.names)

#: Not shipped: international rules on the board of spantsireti, for which there are published counts.
_INTERNATIONAL_10X8 = """\
extends: international
names: {title: International on 10 x 8, hub: international-10x8}
board: {height: 8}
setup: {white: [26-40], black: [1-15]}
notation: {squares: algebraic, game_type: "20,W,10,8,A0,0"}
"""


#: Our name of a variant whose default option is not the one that the data are about.
PLAYED_AS = {"children-es": "children-es-compulsory"}


@cache
def entries(name: str) -> list[dict[str, Any]]:
    """The entries of a data file, with the variant as we call it."""
    with (DATA / name).open("rb") as file:
        found: list[dict[str, Any]] = yaml.load(file, yaml.CSafeLoader)
    return [{**entry, "variant": PLAYED_AS.get(entry["variant"], entry["variant"])} for entry in found]


@cache
def variant(name: str) -> VariantConfig:
    """The configuration of a shipped variant, or of one that only the test data have."""
    if name == "international-10x8":
        path = ROOT / "configs" / "variants" / f"{name}.yaml"
        return parse_variant(_INTERNATIONAL_10X8, path, REGISTRY.find_parent)
    return REGISTRY.load(name)


@cache
def rules(name: str) -> RuleSet:
    """The core's rules of a variant."""
    return RuleSet(variant(name).to_spec_json())


def rules_without(name: str, draws: list[str]) -> RuleSet:
    """Rules of a variant without some ways to draw (`repetition`, names of limits), to see another one alone."""
    spec = variant(name).rules.to_data()
    if "repetition" in draws:
        spec["draws"]["repetition"] = 0
    spec["draws"]["limits"] = [limit for limit in spec["draws"]["limits"] if limit["name"] not in draws]
    return RuleSet(json.dumps(spec))


def read_fen(text: str, n_squares: int) -> tuple[bytes, bool]:
    """Piece codes and whether White moves, from a FEN in Hub numbers; ranges allowed."""
    turn, *sections = text.split(":")
    pieces = bytearray(n_squares)
    for section in sections:
        codes = {"W": (1, 2, 5), "B": (3, 4, 6)}[section[0]]
        for item in filter(None, section[1:].split(",")):
            kind = " KP".find(item[0])
            low, _, high = item.lstrip("KP").partition("-")
            for number in range(int(low), int(high or low) + 1):
                pieces[number - 1] = codes[max(kind, 0)]
    return bytes(pieces), turn == "W"


def position(name: str, fen: str, ruleset: RuleSet | None = None) -> Position:
    """The position of a FEN in Hub numbers."""
    ruleset = ruleset or rules(name)
    return Position(ruleset, *read_fen(fen, ruleset.squares))


def hub_text(move: Move) -> str:
    """A move as Hub writes it: ends, then the captured squares in rising order; a piece taken off by itself."""
    if move.origin in move.captured:
        return f"-{move.origin + 1}"
    sign = "x" if move.is_capture else "-"
    return f"{move.origin + 1}{sign}{move.landing + 1}" + "".join(f"x{square + 1}" for square in move.captured)


def move_of(at: Position, text: str) -> Move:
    """The legal move of a Hub text."""
    (move,) = [move for move in at.legal_moves() if hub_text(move) == text]
    return move


def play(at: Position, moves: list[str]) -> Game:
    """The game after some moves; it must not have ended before the last one."""
    game = Game(at)
    for text in moves:
        assert game.result() is None, f"over before {text}: {game.result()}"
        game.push(move_of(game.position, text))
    return game
