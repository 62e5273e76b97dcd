"""A variant ready for play: its configuration, the core's rules, its notation; and where one is had by name."""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path

from hub_engine._core import Game, Position, RuleSet
from hub_engine.config.engine import Numbering
from hub_engine.config.paths import config_folders
from hub_engine.config.registry import VariantRegistry
from hub_engine.config.variant import NO_CHOICES, Choices, Colour, VariantConfig
from hub_engine.errors import ConfigFault, VariantError
from hub_engine.game.notation import MoveNotation
from hub_engine.game.numbering import Renumbering
from hub_engine.game.result import Result, ResultStyle, make_result
from protocol.notation.squares import Board as Grid
from protocol.notation.squares import Naming, Origin, Playable


class Variant:
    """One game of the family. Made by `Variants`; comparing two is comparing identity."""

    def __init__(self, config: VariantConfig) -> None:
        if not isinstance(config, VariantConfig):
            raise TypeError(f"config: a VariantConfig, as a variant's file makes one, not {type(config).__name__}")
        self.config = config

    @property
    def id(self) -> str:
        """Name of its file."""
        return self.config.names.id

    @property
    def title(self) -> str:
        """Name for people, with the values of the options."""
        return self.config.title

    @cached_property
    def rules(self) -> RuleSet:
        """The rules, compiled for the core."""
        return RuleSet(self.config.to_spec_json())

    @cached_property
    def grid(self) -> Grid:
        """The playable squares and their native names."""
        board, notation = self.config.board, self.config.notation
        return Grid(
            board.width,
            board.height,
            Playable(board.playable.value),
            Origin(notation.origin.value),
            Naming(notation.squares.value),
            board.holes,
        )

    @cached_property
    def notation(self) -> MoveNotation:
        """Reader and writer of moves."""
        return MoveNotation(self.grid, self.config.notation.capture_sign.value)

    @property
    def start(self) -> Position:
        """The start position."""
        is_white_first = self.config.setup.first is Colour.WHITE
        return Position(self.rules, self.config.start_pieces(), is_white_first)

    @property
    def has_king_limit(self) -> bool:
        """Quiet moves in a row with one king are limited, so they are part of a position."""
        return self.config.rules.kings.same_king_limit > 0

    @property
    def has_parachutists(self) -> bool:
        """The game has the third kind of piece, which a FEN marks with P."""
        return self.config.rules.parachutists is not None

    def renumbering(self, numbering: Numbering) -> Renumbering:
        """Translation between a peer's square numbers and ours."""
        if numbering is Numbering.BOARD:
            return Renumbering(self.grid)
        return Renumbering.native(self.grid, is_turned=self.config.setup.first is Colour.BLACK)

    def result(self, winner: int, reason: str) -> Result:
        """A result as this variant writes it. winner: 1 White, 0 nobody, -1 Black."""
        is_white_first = self.config.setup.first is Colour.WHITE
        return make_result(
            winner, reason, ResultStyle(self.config.notation.results.value), is_white_first=is_white_first
        )

    def __repr__(self) -> str:
        return f"<Variant {self.id}>"


def playable(config: VariantConfig, path: Path) -> Variant:
    """The variant of a file, whose rules the core takes and whose games begin. Raises VariantError."""
    variant = Variant(config)
    try:
        outcome = Game(variant.start).result()
    except ValueError as error:
        raise VariantError((ConfigFault(path, 0, "", str(error)),)) from error
    if outcome is not None:
        message = f"the game is over before its first move: {variant.result(*outcome)}"
        raise VariantError((ConfigFault(path, 0, "setup", message),))
    return variant


class Variants:
    """The variants at hand, each built once, when it is first asked for."""

    def __init__(self, registry: VariantRegistry) -> None:
        self.registry = registry
        self._ready: dict[tuple[str, tuple[tuple[str, str], ...]], Variant] = {}

    def get(self, name: str, choices: Choices = NO_CHOICES) -> Variant:
        """The variant with this id, Hub word or alias, and the chosen values of its options. Raises VariantError."""
        config = self.registry.load(name, choices)
        key = (config.names.id, tuple(config.choices.items()))
        if key not in self._ready:
            self._ready[key] = playable(config, self.registry.path(config.names.id))
        return self._ready[key]

    def chosen(self, variant: Variant, choices: Choices) -> Variant:
        """The variant with other values of some of its options. Raises VariantError."""
        return self.get(variant.id, {**variant.config.choices, **choices})


@cache
def load_variants(config_dir: Path | None = None) -> Variants:
    """The variants of the configuration folders; the same object for the same folder."""
    return Variants(VariantRegistry(config_folders(config_dir)))


def variant_names() -> tuple[str, ...]:
    """The ids of all variants at hand, sorted."""
    return load_variants().registry.ids
