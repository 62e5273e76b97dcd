"""List the variants, or tell the rules of one in plain sentences."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator

from hub_engine.cli.options import add_config_dir, add_option, words
from hub_engine.cli.output import complain, say, say_json
from hub_engine.errors import VariantError
from hub_engine.rules_text import PHRASES, Language, RulesText, describe
from hub_engine.variants import Variant, Variants, load_variants

HELP = "list the variants, or tell the rules of one"
EXAMPLES = """examples:
  hub-engine variants
  hub-engine variants frisian
  hub-engine variants children-es --lang es --option obligation=compulsory
  hub-engine variants --json"""

#: Columns of a line of rules.
_WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="an id, Hub word or alias")
    add_option(parser)
    parser.add_argument("--lang", choices=words(Language), help=f"of the rules (default: {Language.EN})")
    add_config_dir(parser)
    parser.add_argument("--json", action="store_true", help="JSON: an object, or a list of them")


def run(arguments: argparse.Namespace) -> int:
    """Lists or tells."""
    if arguments.name is None and (arguments.option or arguments.lang is not None):
        raise ValueError("--option and --lang are for the rules of one variant: NAME is missing")
    if arguments.json and arguments.lang is not None:
        raise ValueError("--lang is for the rules in sentences, which --json leaves out")
    variants = load_variants(arguments.config_dir)
    if arguments.name is not None:
        variant = variants.get(arguments.name, dict(arguments.option))
        language = Language(arguments.lang or Language.EN)
        if arguments.json:
            say_json(_facts(variant))
        else:
            _tell(variant, variants, describe(variant, language, arguments.config_dir), language)
        return 0
    everything = list(_list(variants))
    if arguments.json:
        say_json(everything)
        return 0
    say(f"{'id':<18} {'Hub word':<18} {'board':<6} {'title'}")
    for facts in everything:
        say(f"{facts['id']:<18} {facts['hub']:<18} {facts['board']:<6} {facts['title']}")
    return 0


def _list(variants: Variants) -> Iterator[dict[str, object]]:
    """The facts of each variant; one whose file cannot be used is complained of and hides no other."""
    for variant_id in variants.registry.ids:
        try:
            yield _facts(variants.get(variant_id))
        except VariantError as error:
            for fault in error.faults:
                complain(str(fault))


def _tell(variant: Variant, variants: Variants, text: RulesText, language: Language) -> None:
    """What the variant is called, where its rules come from, and the rules."""
    names = variant.config.names
    say(text.title)
    say()
    others = ", ".join(word for word in names.words if word not in (names.id, names.hub))
    path = str(variants.registry.path(names.id))
    about = variants.registry.sources(names.id)
    facts = {"id": [names.id], "hub": [names.hub], "names": [others], "file": [path], "about": about}
    labels = {key: PHRASES[language][f"label.{key}"] for key in facts}
    width = max(map(len, labels.values()))
    for key, lines in facts.items():
        for number, line in enumerate(filter(None, lines)):
            say(f"{'' if number else labels[key]:<{width}}  {line}")
    for title, sentences in text.sections:
        say(f"\n{title}")
        for sentence in sentences:
            say(textwrap.fill(sentence, _WIDTH, initial_indent="  ", subsequent_indent="    "))


def _facts(variant: Variant) -> dict[str, object]:
    config = variant.config
    return {
        "id": variant.id,
        "title": config.names.title,
        "hub": config.names.hub,
        "aliases": [*config.names.aliases, *config.names.aliases_with_options],
        "board": f"{config.board.width}x{config.board.height}",
        "squares": variant.grid.n_squares,
        "men": len(config.setup.white) + len(config.setup.white_parachutists),
        "first": config.setup.first.value,
        "game_type": config.notation.game_type,
        "options": [f"{option.name}={'|'.join(option.values)}" for option in config.options],
        "rules": "built in" if variant.rules.is_builtin else "read at run time",
    }
