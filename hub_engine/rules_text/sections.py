"""What is said of a variant's rules, section by section.

Each function turns one part of the rule data into sentences. A rule that cannot come into play (kings where
there are none, the landing of short kings) is passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from hub_engine.config.paths import config_folders
from hub_engine.config.rules import (
    NO_LIMIT,
    DrawLimit,
    Group,
    Landing,
    Lines,
    Obligation,
    Playable,
    PromotionSquares,
    Range,
    Removal,
    RuleSpec,
    SquaresOfSides,
)
from hub_engine.config.variant import Colour, VariantConfig
from hub_engine.config.words import load_words
from hub_engine.rules_text.speech import Language, Speech
from hub_engine.variants import Variant
from protocol.notation.squares import cell_name

_STRAIGHT = frozenset({Group.FORWARD, Group.BACKWARD, Group.SIDEWAYS})


class Section(NamedTuple):
    """A part of the rules: its title and its sentences."""

    title: str
    sentences: tuple[str, ...]


class RulesText(NamedTuple):
    """The rules of a variant: its name with the chosen values of its options, and the sections."""

    title: str
    sections: tuple[Section, ...]


def describe(variant: Variant, language: Language, config_dir: Path | None = None) -> RulesText:
    """The rules of a variant, with the chosen values of its options; sections that have nothing to say are left out.

    config_dir: a folder that may have words of the language beside the shipped ones. Raises ConfigError.
    """
    speech = Speech(language, variant.grid, load_words(language, config_folders(config_dir)))
    told = ((name, tuple(tell(variant.config, speech))) for name, tell in _SECTIONS)
    sections = tuple(Section(speech.say(f"title.{name}"), sentences) for name, sentences in told if sentences)
    return RulesText(variant.config.named(speech.word(variant.config.names.title)), sections)


def _options(config: VariantConfig, speech: Speech) -> Iterator[str]:
    for option in config.options:
        values = speech.any_of(option.values)
        yield speech.say(
            "options", title=speech.word(option.title), name=option.name, values=values, value=option.value
        )


def _board(config: VariantConfig, speech: Speech) -> Iterator[str]:
    board = config.board
    yield speech.say("board.size", width=board.width, height=board.height)
    yield speech.say(f"board.playable.{board.playable}", n=board.n_squares)
    if board.holes:
        holes = (divmod(hole, board.width) for hole in board.holes)
        names = (cell_name(column, row, board.height) for row, column in holes)
        yield speech.say("board.holes", squares=", ".join(names))
    if board.lines is Lines.ALTERNATE:
        yield speech.say("board.lines.alternate")
    if board.playable is not Playable.ALL and _STRAIGHT & _groups(config.rules):
        yield speech.say("board.straight")


def _groups(rules: RuleSpec) -> set[Group]:
    """All directions that some piece has."""
    men, kings, third = rules.men, rules.kings, rules.parachutists
    groups = {*men.move, *men.capture, *men.capture_next}
    if _has_kings(rules):
        groups |= {*kings.move, *kings.capture}
    return groups if third is None else groups | {*third.move, *third.capture}


def _has_kings(rules: RuleSpec) -> bool:
    return rules.promotion.squares is not PromotionSquares.NONE


def _start(config: VariantConfig, speech: Speech) -> Iterator[str]:
    setup = config.setup
    yield speech.say(f"setup.first.{setup.first}")
    for side, kind, squares in (
        ("white", "man", setup.white),
        ("white", "parachutist", setup.white_parachutists),
        ("black", "man", setup.black),
        ("black", "parachutist", setup.black_parachutists),
    ):
        if squares:
            pieces = speech.pieces(kind, len(squares), len(squares))
            yield speech.say(f"setup.{side}", pieces=pieces, squares=speech.squares(squares))
    for number, row in enumerate(config.rules.opening, start=1):
        if row.remove == "adjacent":
            where = speech.say("opening.adjacent")
        else:
            where = speech.say("opening.squares", squares=speech.squares(row.remove))
        yield speech.say(f"opening.{row.side}", number=number, where=where)


def _men(config: VariantConfig, speech: Speech) -> Iterator[str]:
    men = config.rules.men
    yield speech.say(f"men.black_forward.{men.black_forward}")
    yield _move(speech, "men.move", men.move)
    if men.linear:
        yield speech.say("men.linear.true")
    if men.rest_on_last_row:
        yield speech.say("men.rest_on_last_row.true")
    yield _move(speech, "men.capture", men.capture)
    if set(men.capture_next) != set(men.capture):
        yield _move(speech, "men.capture_next", men.capture_next)
    if _has_kings(config.rules):
        yield speech.say(f"men.capture_kings.{_flag(men.capture_kings)}")


def _kings(config: VariantConfig, speech: Speech) -> Iterator[str]:
    kings, capture = config.rules.kings, config.rules.capture
    if not _has_kings(config.rules):
        yield speech.say("kings.none")
        return
    yield _move(speech, f"kings.move.{kings.range}", kings.move)
    yield _move(speech, f"kings.capture.{kings.range}", kings.capture)
    if kings.range is Range.FLYING:
        yield speech.say(f"kings.landing.{kings.landing}")
        if kings.landing is not Landing.BEHIND:
            yield speech.say(f"capture.forced_landing.{_flag(capture.forced_landing)}")
    if kings.same_king_limit:
        yield speech.say("kings.same_king_limit", n=kings.same_king_limit)


def _parachutists(config: VariantConfig, speech: Speech) -> Iterator[str]:
    third = config.rules.parachutists
    if third is None:
        return
    yield _move(speech, "parachutists.move", third.move)
    yield _move(speech, "parachutists.capture", third.capture)
    yield speech.say(f"parachutists.becomes.{third.becomes}")
    # It waits on the edge of the board: only along that row can anything jump over it.
    men, kings = config.rules.men, config.rules.kings
    is_prey = Group.SIDEWAYS in {*men.capture, *men.capture_next, *kings.capture}
    yield speech.say(f"parachutists.prey.{_flag(is_prey)}")


def _move(speech: Speech, key: str, groups: tuple[Group, ...]) -> str:
    return speech.say(key, directions=speech.directions(groups)) if groups else speech.say(f"{key}.none")


def _captures(config: VariantConfig, speech: Speech) -> Iterator[str]:
    rules, capture = config.rules, config.rules.capture
    yield speech.say(f"capture.obligation.{capture.obligation}")
    yield speech.say(f"capture.continue.{capture.continue_}")
    yield speech.say(f"capture.removal.{capture.removal}")
    # A piece that is still there, or a piece that jumps its neighbours only, cannot turn back anyway.
    if capture.removal is Removal.IMMEDIATE and rules.kings.range is Range.FLYING and _has_kings(rules):
        yield speech.say(f"capture.turn_back.{_flag(capture.turn_back)}")


def _choice(config: VariantConfig, speech: Speech) -> Iterator[str]:
    capture = config.rules.capture
    if not capture.precedence:
        yield speech.say("capture.precedence.none")
        return
    for number, key in enumerate(capture.precedence):
        what = speech.say(f"capture.precedence.{key}", king_value=capture.king_value)
        yield speech.say("choice.first" if number == 0 else "choice.next", what=what)
    yield speech.say("choice.last")


def _promotion(config: VariantConfig, speech: Speech) -> Iterator[str]:
    squares, in_capture = config.rules.promotion
    if isinstance(squares, SquaresOfSides):
        white, black = speech.squares(squares.white), speech.squares(squares.black)
        yield speech.say("promotion.squares", white=white, black=black)
    else:
        yield speech.say(f"promotion.squares.{squares}")
    if squares is not PromotionSquares.NONE:
        yield speech.say(f"promotion.in_capture.{in_capture}")


def _end(config: VariantConfig, speech: Speech) -> Iterator[str]:
    objective = config.rules.objective
    yield speech.say(f"objective.no_move.{objective.no_move}")
    if _has_kings(config.rules):
        yield speech.say(f"objective.king.{objective.king}")


def _draws(config: VariantConfig, speech: Speech) -> Iterator[str]:
    draws = config.rules.draws
    yield speech.say("draws.repetition" if draws.repetition else "draws.repetition.never", n=draws.repetition)
    for limit in draws.limits:
        conditions = [*_conditions(limit, speech), *(speech.say(f"restart.{event}") for event in limit.restart)]
        what = speech.all_of(conditions or [speech.say("limit.always")])
        plies, moves = limit.plies, limit.plies // 2
        key = {0: "limit.at-once", 1: "limit.one-ply"}.get(plies, "limit.plies" if plies % 2 else "limit.moves")
        yield speech.say(key, name=speech.word(limit.name), plies=plies, moves=moves, what=what)


def _conditions(limit: DrawLimit, speech: Speech) -> Iterator[str]:
    low, high = limit.pieces
    if limit.material:
        balances = (
            speech.say("limit.balance", first=speech.material(first), second=speech.material(second))
            for first, second in limit.material
        )
        yield speech.say("limit.material", balances=speech.any_of(balances))
    if (low, high) != (0, NO_LIMIT):
        yield speech.say("limit.pieces.open" if high == NO_LIMIT else "limit.pieces", low=low, high=high)
    if limit.both_kings:
        yield speech.say("limit.both_kings")
    if limit.unless_capture:
        yield speech.say("limit.unless_capture")
    for key, squares in (
        ("first_on", limit.first_on),
        ("second_off", limit.second_off),
        ("second_on", limit.second_on),
    ):
        if squares is not None:
            yield speech.say(f"limit.{key}", squares=speech.squares(squares))


def _notation(config: VariantConfig, speech: Speech) -> Iterator[str]:
    notation, n_squares = config.notation, config.board.n_squares
    yield speech.say(f"notation.{notation.squares}.{notation.origin}", n=n_squares)
    yield speech.say("notation.capture_sign", sign=notation.capture_sign)
    if config.rules.opening:
        yield speech.say("notation.opening")
    if config.rules.capture.obligation is Obligation.HUFFING:
        yield speech.say("notation.huffing")
    # The first number belongs to the side that moves first.
    first, second = ("white", "black") if config.setup.first is Colour.WHITE else ("black", "white")
    wins = {"first": speech.say(f"wins.{first}"), "second": speech.say(f"wins.{second}")}
    yield speech.say(f"notation.results.{notation.results}", **wins)
    yield speech.say("notation.game_type", game_type=notation.game_type)


def _flag(value: bool) -> str:
    return "true" if value else "false"


_Tell = Callable[[VariantConfig, Speech], Iterator[str]]

_SECTIONS: tuple[tuple[str, _Tell], ...] = (
    ("options", _options),
    ("board", _board),
    ("start", _start),
    ("men", _men),
    ("kings", _kings),
    ("parachutists", _parachutists),
    ("captures", _captures),
    ("choice", _choice),
    ("promotion", _promotion),
    ("end", _end),
    ("draws", _draws),
    ("notation", _notation),
)
