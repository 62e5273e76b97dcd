"""A variant file: the frozen configuration that is made of it.

Decides how the values of a rule file become a `VariantConfig`: names, options, set-up and notation for Python,
a `RuleSpec` for the core. Its keys are in `variant_schema`, what may not stand together in `variant_checks`;
which file belongs to which name is in `registry`.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as MappingABC
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from hub_engine.config.loader import EXTENDS, Document, FindParent, load_document, load_text
from hub_engine.config.names import check_file_name
from hub_engine.config.nodes import Mapping, Node, Place, Scalar, Sequence, parse_until, read_text
from hub_engine.config.rules import (
    Board,
    Capture,
    DrawLimit,
    Draws,
    Kings,
    Men,
    Objective,
    OpeningMove,
    Parachutists,
    Promotion,
    PromotionSquares,
    RuleSpec,
    SquaresOfSides,
)
from hub_engine.config.schema import suggestion
from hub_engine.config.variant_checks import check_variant
from hub_engine.config.variant_options import Choices, VariantOption, chosen_tree
from hub_engine.config.variant_schema import SCHEMA, CaptureSign, Colour, Origin, ResultStyle, SquareNaming
from hub_engine.errors import VariantError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "EXTENDS",
    "NO_CHOICES",
    "SCHEMA",
    "Choices",
    "Colour",
    "Notation",
    "Setup",
    "VariantConfig",
    "VariantNames",
    "VariantOption",
    "load_variant",
    "parse_variant",
]

#: Every option has its default.
NO_CHOICES: Choices = MappingProxyType({})


class VariantNames(NamedTuple):
    """What a variant is called.

    id: the file's name. hub: the word declared in Hub's `variant` parameter. aliases_with_options: names that mean
    certain values of the file's options.
    """

    id: str
    title: str
    hub: str
    aliases: tuple[str, ...]
    aliases_with_options: MappingABC[str, Choices]

    @property
    def words(self) -> tuple[str, ...]:
        """Every spelling that is accepted: id, Hub word, aliases; each once."""
        return tuple(dict.fromkeys((self.id, self.hub, *self.aliases, *self.aliases_with_options)))


class Setup(NamedTuple):
    """The start position: who begins, and the men and parachutists of both sides as 0-based Hub squares, ascending."""

    first: Colour
    white: tuple[int, ...]
    black: tuple[int, ...]
    white_parachutists: tuple[int, ...] = ()
    black_parachutists: tuple[int, ...] = ()

    def pieces(self, n_squares: int) -> bytes:
        """One piece code a square, as `hub_engine._core.Position` takes them."""
        codes = bytearray(n_squares)
        for code, squares in (
            (1, self.white),
            (3, self.black),
            (5, self.white_parachutists),
            (6, self.black_parachutists),
        ):
            for square in squares:
                codes[square] = code
        return bytes(codes)


class Notation(NamedTuple):
    """The game's own notation, beside Hub's."""

    squares: SquareNaming
    origin: Origin
    capture_sign: CaptureSign
    game_type: str
    results: ResultStyle


class VariantConfig(NamedTuple):
    """One variant, checked, with a value chosen for each of its options."""

    names: VariantNames
    options: tuple[VariantOption, ...]
    setup: Setup
    notation: Notation
    rules: RuleSpec

    @property
    def board(self) -> Board:
        """Size and playable squares."""
        return self.rules.board

    @property
    def choices(self) -> Choices:
        """The value of each option."""
        return {option.name: option.value for option in self.options}

    @property
    def title(self) -> str:
        """Name for people, with the values of the options."""
        return self.named(self.names.title)

    @property
    def chosen(self) -> str:
        """The values of the options, as the command line takes them: `flying_king=false`; empty without options."""
        return " ".join(f"{option.name}={option.value}" for option in self.options)

    def named(self, title: str) -> str:
        """A name for people, in any language, with the values of the options."""
        return f"{title} ({self.chosen})" if self.options else title

    def start_pieces(self) -> bytes:
        """The piece codes of the start position, one a square."""
        return self.setup.pieces(self.board.n_squares)

    def to_spec_json(self) -> str:
        """The rules as `hub_engine._core.RuleSet` takes them."""
        return self.rules.to_json()


def load_variant(path: Path, find_parent: FindParent, choices: Choices = NO_CHOICES) -> VariantConfig:
    """The variant of a file with the chosen values of its options.

    Raises VariantError with every fault of the file, whichever values would be chosen.
    """
    return _load(partial(load_document, path, SCHEMA, find_parent=find_parent, error=VariantError), choices)


def parse_variant(text: str, path: Path, find_parent: FindParent, choices: Choices = NO_CHOICES) -> VariantConfig:
    """The variant of a text that could be the content of `path`; see `load_variant`."""
    return _load(partial(load_text, text, path, SCHEMA, find_parent=find_parent, error=VariantError), choices)


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
        aliases_with_options={
            alias: {name: value.text for name, value in _entries(chosen) if isinstance(value, Scalar)}
            for alias, chosen in _entries(entries.get("aliases_with_options"))
        },
    )


def names_place(path: Path) -> Place:
    """Where the names of a file stand."""
    text, _ = read_text(path)
    return parse_until(text, path, "names").key_places.get("names", Place(path, 0))


def _entries(node: Node | None) -> list[tuple[str, Node]]:
    return list(node.entries.items()) if isinstance(node, Mapping) else []


def _load(read: Callable[..., Document], choices: Choices) -> VariantConfig:
    document = _checked(read, choices)
    options = _options(document, choices)
    for option in options if document.are_sound() else ():
        for value in option.values:
            # A value that nobody has chosen yet must make a variant too.
            other = _checked(read, {**choices, option.name: value})
            document.faults.found += [fault for fault in other.faults.found if fault not in document.faults.found]
    check_file_name(document)
    document.raise_faults(VariantError)
    return _finish(document, options)


def _checked(read: Callable[..., Document], choices: Choices) -> Document:
    document = read(edit=partial(chosen_tree, choices=choices))
    check_variant(document)
    return document


def _options(document: Document, choices: Choices) -> tuple[VariantOption, ...]:
    """The options with their chosen values; adds a fault for a choice that there is not."""
    if not document.are_sound("options"):
        return ()
    table: dict[str, dict[str, Any]] = document.values["options"] or {}
    for name, value in choices.items():
        if name not in table:
            document.fault("options", f"there is no option {name!r}{suggestion(name, list(table))}")
        elif value not in table[name]["values"]:
            document.fault(f"options.{name}", f"must be one of {', '.join(table[name]['values'])}, not {value!r}")
    return tuple(
        VariantOption(name=name, value=choices.get(name, option["default"]), **option) for name, option in table.items()
    )


def _finish(document: Document, options: tuple[VariantOption, ...]) -> VariantConfig:
    values = document.values
    setup = dict(values["setup"])
    first = setup.pop("first")
    return VariantConfig(
        names=VariantNames(id=document.path.stem, **values["names"]),
        options=options,
        setup=Setup(first, **{kind: _flat(squares) for kind, squares in setup.items()}),
        notation=Notation(**values["notation"]),
        rules=_rules(values),
    )


def _rules(values: dict[str, Any]) -> RuleSpec:
    men, capture, parachutists = values["men"], dict(values["capture"]), values["parachutists"]
    next_jumps = men["capture"] if men["capture_next"] is None else men["capture_next"]
    return RuleSpec(
        board=Board(**{**values["board"], "holes": _flat(values["board"]["holes"])}),
        men=Men(**{**men, "capture_next": next_jumps}),
        kings=Kings(**values["kings"]),
        capture=Capture(continue_=capture.pop("continue"), **capture),
        promotion=Promotion(_promotion_squares(values["promotion"]["squares"]), values["promotion"]["in_capture"]),
        parachutists=None if parachutists is None else Parachutists(**parachutists),
        opening=tuple(_opening_move(row) for row in values["opening"]),
        objective=Objective(**values["objective"]),
        draws=Draws(values["draws"]["repetition"], tuple(_limit(row) for row in values["draws"]["limits"])),
    )


def _promotion_squares(squares: Any) -> PromotionSquares | SquaresOfSides:
    if isinstance(squares, PromotionSquares):
        return squares
    return SquaresOfSides(_flat(squares["white"]), _flat(squares["black"]))


def _opening_move(row: dict[str, Any]) -> OpeningMove:
    return OpeningMove(row["side"], _flat(row["remove"]) if isinstance(row["remove"], tuple) else "adjacent")


def _limit(row: dict[str, Any]) -> DrawLimit:
    squares = {key: None if row[key] is None else _flat(row[key]) for key in ("first_on", "second_off", "second_on")}
    return DrawLimit(**{**row, **squares})


def _flat(ranges: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    return tuple(sorted(square for squares in ranges for square in squares))
