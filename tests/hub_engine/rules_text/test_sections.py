"""Every key of the rules has its words in every language; the texts of a few games, as read and found good."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from hub_engine import Variant, variant_names
from hub_engine.config.paths import config_folders
from hub_engine.config.rules import (
    NO_LIMIT,
    Balance,
    Becomes,
    Board,
    Group,
    Lines,
    OpeningMove,
    Parachutists,
    Playable,
    Precedence,
    PromotionSquares,
    Removal,
    Remover,
    RuleSpec,
    SideMaterial,
    SquaresOfSides,
)
from hub_engine.config.schema import Table
from hub_engine.config.variant import SCHEMA, Notation, Setup, VariantConfig, VariantNames, VariantOption
from hub_engine.config.variant_options import OptionType
from hub_engine.config.variant_schema import SquareNaming
from hub_engine.config.words import load_words
from hub_engine.rules_text import Language, describe
from hub_engine.variants import load_variants

GOLDEN = Path(__file__).parents[2] / "data" / "rules-text"
GOLDEN_GAMES = (
    "international",
    "italian",
    "turkish",
    "konane",
    "children-es",
    "parachute",
    "corner",
    "one-way",
    "dameo",
    "alquerque",
)

MAN, KING = SideMaterial((1, 1), (0, 0)), SideMaterial((0, 0), (1, 1))
EXAMPLES: dict[str, list[Any]] = {
    "board.width": [8, 9],
    "board.height": [8, 9],
    "board.holes": [(), (0,), (0, 1)],
    "setup.white": [(20,), (20, 21)],
    "setup.black": [(10,), (10, 11)],
    "setup.white_parachutists": [(), (0,)],
    "setup.black_parachutists": [(), (31,)],
    "notation.game_type": ["30,W,8,8,A0,0", "31,W,8,8,A0,0"],
    "kings.same_king_limit": [0, 1, 3],
    "capture.king_value": [199, 200],
    "promotion.squares": [*PromotionSquares, SquaresOfSides((0,), (31,)), SquaresOfSides((1,), (31,))],
    "parachutists": [None, Parachutists((), (Group.BACKWARD,), Becomes.MAN)],
    "opening": [(), (OpeningMove(Remover.BLACK, (10,)),)],
    "opening.remove": [(10,), (11,), "adjacent"],
    "draws.repetition": [0, 3, 4],
    "draws.limits": [()],
    "limit.name": ["a rule", "b rule"],
    "limit.plies": [0, 1, 2, 3, 10],
    "limit.material": [
        (),
        *((Balance(KING, side),) for side in (
            MAN, KING, SideMaterial((0, 0), (0, 0)), SideMaterial((2, 2), (0, 0)), SideMaterial((2, NO_LIMIT), (0, 0)),
            SideMaterial((1, 2), (0, 0)), SideMaterial((0, 0), (2, NO_LIMIT)), SideMaterial((1, 1), (1, 1)),
        )),
        (Balance(KING, KING), Balance(KING, MAN)),
    ],
    "limit.pieces": [(0, NO_LIMIT), (2, NO_LIMIT), (2, 3)],
    "limit.first_on": [None, (0,), (0, 1)],
    "limit.second_off": [None, (0,), (0, 1)],
    "limit.second_on": [None, (0,), (0, 1)],
}  # fmt: skip
#: A row of a list is spoken of by its own name.
ROWS = {"draws.limits": "limit", "opening": "opening", "options": "options"}
#: Keys that only come into play beside other values than the common ones of `_base`.
SETTINGS: dict[str, dict[str, Any]] = {
    "board.holes": {"board.playable": Playable.ALL},
    "notation.origin": {"notation.squares": SquareNaming.NUMERIC},
    "board.lines": {"board.playable": Playable.ALL},
}


def _text(config: VariantConfig, language: Language) -> str:
    sections = describe(Variant(config), language).sections
    return "\n".join("\n".join([f"# {title}", *sentences, ""]) for title, sentences in sections)


def _base() -> VariantConfig:
    """A game in which every key has something to say: 64 squares, all kinds of pieces, an opening, draws, an option."""
    config = load_variants().get("russian").config
    rules = config.rules
    limit = rules.draws.limits[0]._replace(plies=10)
    return config._replace(
        options=(VariantOption("choice", "A choice", OptionType.BOOL, "true", ("true", "false"), "true"),),
        setup=Setup(config.setup.first, (20,), (10,), (0,), (31,)),
        rules=rules._replace(
            board=Board(8, 8, Playable.ALL, Lines.ALL),
            capture=rules.capture._replace(precedence=(Precedence.VALUE,), king_value=199, removal=Removal.IMMEDIATE),
            parachutists=Parachutists((Group.FORWARD,), (Group.BACKWARD,), Becomes.MAN),
            opening=(OpeningMove(Remover.BLACK, (10,)),),
            draws=rules.draws._replace(limits=(limit,)),
        ),
    )


def _leaves(kind: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Dotted keys of a tree of named tuples and the kinds of their values, as the rules' own modules declare them."""
    for name, hint in get_type_hints(kind).items():
        key = prefix + name.removesuffix("_")
        yield key, hint
        row = [part for part in (hint, *getattr(hint, "__args__", ())) if hasattr(part, "_fields")]
        for part in row if key != "promotion.squares" and key != "limit.material" else []:
            yield from _leaves(part, f"{ROWS.get(key, key)}.")


KINDS = dict(
    [
        *_leaves(RuleSpec),
        *_leaves(Setup, "setup."),
        *_leaves(Notation, "notation."),
        *((f"options.{name}", kind) for name, kind in get_type_hints(VariantOption).items()),
    ]
)
#: Not in the text: the kind of an option shows in its values, and the text tells the chosen one.
UNTOLD = {"options.type", "options.default"}
OPTION_EXAMPLES = {"title": ["A", "B"], "name": ["a", "b"], "values": [("x", "y"), ("x", "z")], "value": ["x", "y"]}


def _values(key: str, kind: Any) -> list[Any]:
    """All values of a key, or enough of them to tell that it is heeded."""
    group, _, name = key.rpartition(".")
    if group == "options":
        return OPTION_EXAMPLES[name]
    if key in EXAMPLES:
        return EXAMPLES[key]
    if kind is bool:
        return [False, True]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return list(kind)
    (word, _) = kind.__args__  # a list of words: each set of two or fewer, none at first; a list of one kind of them
    return [(), *((one,) for one in word), *combinations(word, 2)]


def _with(config: Any, key: str, value: Any) -> Any:
    """The configuration with one key changed."""
    return _changed(config, _path(key), value)


def _path(key: str) -> list[str | int]:
    group, _, name = key.rpartition(".")
    if group == "limit":
        return ["rules", "draws", "limits", 0, name]
    if group in ("opening", "options"):
        return [*([] if group == "options" else ["rules"]), group, 0, name]
    top = [] if key.split(".")[0] in ("setup", "notation") else ["rules"]
    return [*top, *key.replace("continue", "continue_").split(".")]


def _changed(node: Any, path: list[str | int], value: Any) -> Any:
    if not path:
        return value
    first, *rest = path
    if isinstance(first, int):
        return (_changed(node[first], rest, value), *node[first + 1 :])
    return node._replace(**{first: _changed(getattr(node, first), rest, value)})


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("key", [key for key, kind in KINDS.items() if not hasattr(kind, "_fields")])
def test_every_value_of_every_key_has_its_own_text(key: str, language: Language) -> None:
    if key in UNTOLD:
        return
    config = _base()
    for other, value in SETTINGS.get(key, {}).items():
        config = _with(config, other, value)
    values = _values(key, KINDS[key])
    texts = {_text(_with(config, key, value), language): value for value in values}
    assert len(texts) == len(values), f"{key}: {list(texts.values())} of {values}"


def test_the_kinds_of_all_keys_of_a_file_were_found() -> None:
    groups = {name: field.kind for name, field in SCHEMA.fields.items() if isinstance(field.kind, Table)}
    keys = {f"{group}.{name}" for group, table in groups.items() for name in table.fields if group != "names"}
    assert keys <= set(KINDS)
    assert {"limit.restart", "opening.side", "parachutists.becomes", "options.value"} <= set(KINDS)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", variant_names())
def test_every_variant_is_told_without_leftovers(name: str, language: Language) -> None:
    sections = describe(load_variants().get(name), language).sections
    assert len(sections) >= 10
    for title, sentences in sections:
        assert title
        assert sentences
        for sentence in sentences:
            assert re.fullmatch(r"[A-Z][^{}\n]*[^ ]\.", sentence), sentence
            assert "  " not in sentence
            assert ", ," not in sentence
            assert "None" not in sentence


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", GOLDEN_GAMES)
def test_golden_texts(name: str, language: Language) -> None:
    """After a wanted change: running this file writes them anew; read them."""
    path = GOLDEN / f"{name}.{language}.txt"
    assert _text(load_variants().get(name).config, language) == path.read_text("utf-8")


@pytest.mark.parametrize(("name", "told"), [("russian", "1-0 (White wins)"), ("english", "1-0 (Black wins)")])
def test_the_first_number_of_a_result_is_of_the_side_that_begins(name: str, told: str) -> None:
    assert told in _text(load_variants().get(name).config, Language.EN)


def test_values_of_options_are_told() -> None:
    short = _text(load_variants().get("soicos-short").config, Language.EN)
    flying = _text(load_variants().get("soicos-flying").config, Language.EN)
    assert "A king moves one square" in short
    assert "A king moves any number of free squares" in flying


@pytest.mark.parametrize("language", set(Language) - {Language.EN})
def test_names_of_files_have_their_words_in_every_language(language: Language) -> None:
    """None is missing, none is left over."""
    names = set()
    for name in variant_names():
        config = load_variants().get(name).config
        names |= {config.names.title, *(option.title for option in config.options)}
        names |= {limit.name for limit in config.rules.draws.limits}
    assert set(load_words(language, config_folders())) == names


def test_names_are_told_in_the_language_of_the_text() -> None:
    variant = load_variants().get("soicos-short")
    title, sections = describe(variant, Language.ES)
    text = " ".join(sentence for section in sections for sentence in section.sentences)
    assert title == "Damas de Soicos (flying_king=false)"
    assert "La dama mueve más de una casilla" in text
    assert "«regla de las cuarenta jugadas»" in text
    assert describe(variant, Language.EN).title == variant.title == "Soicos draughts (flying_king=false)"


def test_names_that_no_language_has_are_told_in_their_own_words(tmp_path: Path) -> None:
    folder = tmp_path / "languages"
    folder.mkdir()
    own = _with(_base(), "limit.name", "my rule")._replace(names=VariantNames("mine", "My game", "mine", (), {}))
    assert describe(Variant(own), Language.ES, tmp_path).title == "My game (choice=true)"
    assert "«my rule»" in _text(own, Language.ES)
    (folder / "es.yaml").write_text("words: {My game: Mi juego, A choice: Una elección}\n", "utf-8")
    title, sections = describe(Variant(own), Language.ES, tmp_path)
    assert title == "Mi juego (choice=true)"
    assert "Una elección" in sections[0].sentences[0]


@pytest.mark.parametrize(("groups", "is_prey"), [((), False), ((Group.SIDEWAYS,), True), ((Group.FORWARD,), False)])
def test_whether_parachutists_can_be_captured(groups: tuple[Group, ...], is_prey: bool) -> None:
    config = _with(_with(_base(), "kings.capture", (Group.FORWARD_DIAGONALS,)), "men.capture_next", ())
    text = _text(_with(config, "men.capture", groups), Language.EN)
    assert ("Until then it can be captured" in text, "Until then it cannot be captured" in text) == (
        is_prey,
        not is_prey,
    )


def test_sections_are_in_the_same_order_in_every_game() -> None:
    titles = [title for title, _ in describe(Variant(_base()), Language.EN).sections]
    for name in variant_names():
        own = [titles.index(title) for title, _ in describe(load_variants().get(name), Language.EN).sections]
        assert all(first < second for first, second in pairwise(own))


if __name__ == "__main__":
    for game in GOLDEN_GAMES:
        for tongue in Language:
            text = _text(load_variants().get(game).config, tongue)
            (GOLDEN / f"{game}.{tongue}.txt").write_text(text, "utf-8")
