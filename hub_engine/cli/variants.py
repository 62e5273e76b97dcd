"""List the variants, or tell about one."""

from __future__ import annotations

import argparse

from hub_engine.cli.options import add_config_dir
from hub_engine.cli.output import say, say_json
from hub_engine.variants import Variant, load_variants

HELP = "list the variants, or tell about one"
EXAMPLES = """examples:
  hub-engine variants
  hub-engine variants frisian
  hub-engine variants --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="an id, Hub word or alias")
    add_config_dir(parser)
    parser.add_argument("--json", action="store_true", help="JSON: an object, or a list of them")


def run(arguments: argparse.Namespace) -> int:
    """Lists or tells."""
    variants = load_variants(arguments.config_dir)
    if arguments.name is not None:
        facts = _facts(variants.get(arguments.name))
        if arguments.json:
            say_json(facts)
        else:
            for key, value in facts.items():
                say(f"{key:<12} {', '.join(value) if isinstance(value, list) else value}")
        return 0
    everything = [_facts(variants.get(names.id)) for names in variants.registry.names()]
    if arguments.json:
        say_json(everything)
        return 0
    say(f"{'id':<18} {'Hub word':<18} {'board':<6} {'title'}")
    for facts in everything:
        say(f"{facts['id']:<18} {facts['hub']:<18} {facts['board']:<6} {facts['title']}")
    return 0


def _facts(variant: Variant) -> dict[str, object]:
    config = variant.config
    return {
        "id": variant.id,
        "title": variant.title,
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
