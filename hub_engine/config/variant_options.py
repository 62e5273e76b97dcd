"""Options of a variant file: a few values to choose from, each of which changes some keys of the file.

Decides how an option is written and how a choice changes the tree before it is read. What a choice makes of
the rules is checked like any other file.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as MappingABC
from enum import StrEnum
from typing import Any, NamedTuple

from hub_engine.config.loader import EXTENDS, merge
from hub_engine.config.nodes import Mapping, Node, Place, Scalar
from hub_engine.config.schema import Faults, Field, Table, Text, Word, describe

#: Chosen values by name of the option; what is left out has its default.
Choices = MappingABC[str, str]

OPTION_NAME = Text(r"[a-z][a-z0-9_-]{0,39}", "a name of small letters, digits and any of -_")
_WORD = Text(r"[a-z0-9][a-z0-9_-]{0,39}", "a word of small letters, digits and any of -_")
_TITLE = Text(r"\S(.{0,78}\S)?", "a title of at most 80 characters")
#: Keys that belong to the file as a whole.
_NOT_OPTIONAL = ("names", "options", EXTENDS)


class OptionType(StrEnum):
    """What kind of values an option has: true and false, or words of its own."""

    BOOL = "bool"
    ENUM = "enum"


class VariantOption(NamedTuple):
    """Something about a game that its players agree on beforehand. value: the one chosen."""

    name: str
    title: str
    type: OptionType
    default: str
    values: tuple[str, ...]
    value: str


class _OptionValue:
    """`true`, `false` or a word, read as text."""

    def read(self, node: Node, place: Place, key: str, faults: Faults) -> str | None:
        """The text."""
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return node.text
        return _WORD.read(node, place, key, faults)


class _Values:
    """The values of an option, each with the keys that it changes; these are read when it is chosen."""

    def read(self, node: Node, place: Place, key: str, faults: Faults) -> tuple[str, ...] | None:
        """The names of the values."""
        if not isinstance(node, Mapping) or len(node.entries) < 2:
            faults.add(place, key, "must be a mapping of at least two values to the keys they change")
            return None
        for name, changes in node.entries.items():
            value_key, value_place = f"{key}.{name}", node.key_places[name]
            _WORD.read(Scalar(value_place, name, name), value_place, value_key, faults)
            if not isinstance(changes, Mapping):
                faults.add(value_place, value_key, f"must be a mapping of the keys it changes, not {describe(changes)}")
                continue
            for changed in changes.entries:
                if changed in _NOT_OPTIONAL:
                    faults.add(changes.key_places[changed], f"{value_key}.{changed}", "cannot depend on an option")
        return tuple(node.entries)


OPTION_VALUE = _OptionValue()

_TABLE = Table(
    {
        "title": Field(_TITLE),
        "type": Field(Word(OptionType)),
        "default": Field(OPTION_VALUE),
        "values": Field(_Values()),
    }
)


class OptionKind:
    """One option."""

    def read(self, node: Node, place: Place, key: str, faults: Faults) -> dict[str, Any] | None:
        """Title, type, default and values."""
        option = _TABLE.read(node, place, key, faults)
        if option is None or None in option.values():
            return None
        if option["type"] is OptionType.BOOL and set(option["values"]) != {"true", "false"}:
            faults.add(place, f"{key}.values", "must be true and false: the type is bool")
        if option["default"] not in option["values"]:
            faults.add(place, f"{key}.default", f"must be one of {', '.join(option['values'])}")
        return option


def chosen_tree(root: Mapping, faults: Faults, choices: Choices) -> Mapping:
    """The tree of a file with what the chosen values change; what is wrong with an option is left to its reader.

    A key that the file itself writes may not depend on an option too: one of the two would be lost.
    """
    own_path, options = root.place.path, root.entries.get("options")
    for name, option in options.entries.items() if isinstance(options, Mapping) else ():
        if not isinstance(option, Mapping):
            continue
        default, values = option.entries.get("default"), option.entries.get("values")
        value = choices.get(name, default.text if isinstance(default, Scalar) else "")
        changes = values.entries.get(value) if isinstance(values, Mapping) else None
        if isinstance(changes, Mapping):
            for key, place in _common_keys(changes, root, ""):
                if place.path == own_path:
                    faults.add(place, key, f"must be left out: the option {name} decides it")
            place, root = root.place, merge(changes, root)
            root.place = place
    return root


def _common_keys(changes: Mapping, root: Mapping, prefix: str) -> Iterator[tuple[str, Place]]:
    """The keys of values that stand in both trees, and where in the second."""
    for name, node in changes.entries.items():
        there = root.entries.get(name)
        if isinstance(node, Mapping) and isinstance(there, Mapping):
            yield from _common_keys(node, there, f"{prefix}{name}.")
        elif there is not None:
            yield prefix + name, root.key_places[name]
