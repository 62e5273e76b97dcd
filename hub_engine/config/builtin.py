"""Writes or checks the rules compiled into the core: `python -m hub_engine.config.builtin [--check]`.

The core's build script makes one compiled instance for each distinct rule word among the shipped variants.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from hub_engine.config.registry import VariantRegistry

_ROOT = Path(__file__).resolve().parents[2]
#: The file that the build script reads.
BUILTIN_RULES = _ROOT / "hub_engine" / "core" / "crates" / "rules" / "builtin_rules.json"
#: The shipped configuration only: whatever a user adds is run-time data.
SHIPPED_CONFIGS = _ROOT / "configs"


def builtin_rules() -> str:
    """The text of the file: rules by variant id, or by the alias that chooses options, sorted."""
    registry = VariantRegistry((SHIPPED_CONFIGS,))
    words = [word for names in registry.names for word in (names.id, *names.aliases_with_options)]
    rules = {word: registry.load(word).rules.to_data() for word in words}
    return json.dumps(rules, indent=1, sort_keys=True) + "\n"


def main(arguments: list[str]) -> int:
    """Exit code: 0 written or up to date, 1 out of date."""
    parser = argparse.ArgumentParser(prog="python -m hub_engine.config.builtin", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the file instead of writing it")
    text = builtin_rules()
    if parser.parse_args(arguments).check:
        if BUILTIN_RULES.read_text(encoding="utf-8") == text:
            return 0
        sys.stderr.write(f"{BUILTIN_RULES} is out of date: run `make rulewords`\n")
        return 1
    BUILTIN_RULES.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
