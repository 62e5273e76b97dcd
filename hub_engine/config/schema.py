"""What a configuration file may say, as tables of fields, and the reading of a tree by such a table.

Decides how values are checked one by one: known keys, types, bounds, words. What values may stand together is
the business of the file's own module (`variant_checks`, `time_control`, `engine`). Every fault is collected;
a value is only good when no fault was added for its key.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from hub_engine.config.nodes import Mapping, Node, Place, Scalar, Sequence
from hub_engine.errors import ConfigFault

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Mapping as MappingABC
    from enum import StrEnum

#: Marks a field without a default: the file (or its parent) must give it.
REQUIRED: Final = object()


class Faults:
    """The faults of one reading."""

    def __init__(self) -> None:
        self.found: list[ConfigFault] = []
        #: Nothing is left out only because a parent that would say it cannot be had.
        self.is_whole = True

    def add(self, place: Place, key: str, message: str) -> None:
        """Notes a fault."""
        self.found.append(ConfigFault(place.path, place.line, key, message))

    def concern(self, group: str) -> bool:
        """True when a fault concerns this top-level key or something below it."""
        return any(re.match(rf"{re.escape(group)}($|[.\[])", fault.key) for fault in self.found)


class Kind(Protocol):
    """How the value of a field is read."""

    def read(self, node: Node, place: Place, key: str, faults: Faults) -> Any:
        """The value, or None with a fault added. place: where a fault is reported."""


class Field(NamedTuple):
    """One key of a table.

    is_inherited: false keeps a parent's value (see `loader`) out of its children.
    """

    kind: Kind
    default: Any = REQUIRED
    is_inherited: bool = True


class Integer(NamedTuple):
    """A whole number, low <= value <= high."""

    low: int
    high: int

    def read(self, node: Node, place: Place, key: str, faults: Faults) -> int | None:
        """The number."""
        value = _scalar(node)
        if not isinstance(value, int) or isinstance(value, bool):
            faults.add(place, key, f"must be a whole number, not {describe(node)}")
            return None
        if not self.low <= value <= self.high:
            faults.add(place, key, f"{value} is not in {self.low}..{self.high}")
            return None
        return value


class Number(NamedTuple):
    """A number, whole or not, low <= value <= high."""

    low: float
    high: float

    def read(self, node: Node, place: Place, key: str, faults: Faults) -> float | None:
        """The number as a float."""
        value = _scalar(node)
        if not isinstance(value, int | float) or isinstance(value, bool):
            faults.add(place, key, f"must be a number, not {describe(node)}")
            return None
        if not self.low <= value <= self.high:
            faults.add(place, key, f"{_plain(value)} is not in {_plain(self.low)}..{_plain(self.high)}")
            return None
        return float(value)


class Flag:
    """`true` or `false`."""

    def read(self, node: Node, place: Place, key: str, faults: Faults) -> bool | None:
        """The truth value."""
        value = _scalar(node)
        if not isinstance(value, bool):
            faults.add(place, key, f"must be true or false, not {describe(node)}")
            return None
        return value


class Text(NamedTuple):
    """Text that matches a pattern as a whole; wanted says in words what that is."""

    pattern: str
    wanted: str

    def read(self, node: Node, place: Place, key: str, faults: Faults) -> str | None:
        """The text."""
        value = _scalar(node)
        if not isinstance(value, str):
            hint = " (put it in quotes)" if isinstance(node, Scalar) and node.text else ""
            faults.add(place, key, f"must be {self.wanted}, not {describe(node)}{hint}")
            return None
        if not self.matches(value):
            faults.add(place, key, f"{value!r} is not {self.wanted}")
            return None
        return value

    def matches(self, text: str) -> bool:
        """Whether the text is what is wanted."""
        return re.fullmatch(self.pattern, text) is not None


class Word(NamedTuple):
    """One of the words of an enumeration."""

    words: type[StrEnum]

    def read(self, node: Node, place: Place, key: str, faults: Faults) -> StrEnum | None:
        """The member."""
        text = node.text if isinstance(node, Scalar) else ""
        known = [word.value for word in self.words]
        if text in known:
            return self.words(text)
        hint = suggestion(text, known)
        faults.add(place, key, f"must be one of {', '.join(known)}, not {describe(node)}{hint}")
        return None


class Parsed(NamedTuple):
    """A scalar in a notation of its own; the parser raises ValueError with the reason."""

    parser: Callable[[str], Any]
    wanted: str

    def read(self, node: Node, place: Place, key: str, faults: Faults) -> Any:
        """What the parser makes of the text."""
        if not isinstance(node, Scalar) or not node.text:
            faults.add(place, key, f"must be {self.wanted}, not {describe(node)}")
            return None
        try:
            return self.parser(node.text)
        except ValueError as error:
            faults.add(place, key, f"{node.text!r} is not {self.wanted}: {error}")
            return None


class Optional(NamedTuple):
    """A value of the inner kind, or `null`."""

    kind: Kind

    def read(self, node: Node, place: Place, key: str, faults: Faults) -> Any:
        """The value; None for `null`."""
        if isinstance(node, Scalar) and node.value is None:
            return None
        return self.kind.read(node, place, key, faults)


class ListOf(NamedTuple):
    """A list of values of one kind, at_least <= length <= at_most, no value twice if is_distinct."""

    kind: Kind
    at_least: int = 0
    at_most: int = 256
    is_distinct: bool = False

    def read(self, node: Node, place: Place, key: str, faults: Faults) -> tuple[Any, ...] | None:
        """The values."""
        if not isinstance(node, Sequence):
            faults.add(place, key, f"must be a list, not {describe(node)}")
            return None
        if not self.at_least <= len(node.items) <= self.at_most:
            faults.add(place, key, f"{len(node.items)} entries, not {self.at_least}..{self.at_most}")
            return None
        values = []
        for index, item in enumerate(node.items):
            item_key = f"{key}[{index}]"
            value = self.kind.read(item, item.place, item_key, faults)
            if self.is_distinct and value is not None and value in values:
                faults.add(item.place, item_key, f"{value} appears twice")
            values.append(value)
        return tuple(values)


class WordOr(NamedTuple):
    """One of the words of an enumeration, or a value of the inner kind; also says in words what that is."""

    words: type[StrEnum]
    kind: Kind
    also: str

    def read(self, node: Node, place: Place, key: str, faults: Faults) -> Any:
        """The member, or the inner value."""
        if not isinstance(node, Scalar):
            return self.kind.read(node, place, key, faults)
        if node.text in [word.value for word in self.words]:
            return self.words(node.text)
        known = ", ".join(word.value for word in self.words)
        faults.add(place, key, f"must be {known} or {self.also}, not {describe(node)}")
        return None


class MappingOf(NamedTuple):
    """A mapping with keys of the file's own, which are texts of a kind, to values of one kind."""

    name: Text
    kind: Kind

    def read(self, node: Node, place: Place, key: str, faults: Faults) -> dict[str, Any] | None:
        """The values by key, without those whose key has a fault."""
        if not isinstance(node, Mapping):
            faults.add(place, key, f"must be a mapping, not {describe(node)}")
            return None
        values = {}
        for name, name_place in node.key_places.items():
            if self.name.read(Scalar(name_place, name, name), name_place, _join(key, name), faults) is not None:
                values[name] = self.kind.read(node.entries[name], name_place, _join(key, name), faults)
        return values


class Table(NamedTuple):
    """A mapping with known keys."""

    fields: MappingABC[str, Field]

    def read(self, node: Node, place: Place, key: str, faults: Faults) -> dict[str, Any] | None:
        """The values by key."""
        if not isinstance(node, Mapping):
            faults.add(place, key, f"must be a mapping, not {describe(node)}")
            return None
        return self.read_keys(node, place, key, faults)

    def read_keys(self, node: Mapping, place: Place, key: str, faults: Faults) -> dict[str, Any]:
        """The values by key, defaults filled in; None stands for a value with a fault."""
        for name, name_place in node.key_places.items():
            if name not in self.fields:
                faults.add(name_place, _join(key, name), f"unknown key{suggestion(name, list(self.fields))}")
        return {name: self._read_field(node, name, place, key, faults) for name in self.fields}

    def _read_field(self, node: Mapping, name: str, place: Place, key: str, faults: Faults) -> Any:
        field = self.fields[name]
        if name in node.entries:
            return field.kind.read(node.entries[name], node.key_places[name], _join(key, name), faults)
        if field.default is REQUIRED:
            if not faults.is_whole:
                return None
            faults.add(place, _join(key, name), "is missing")
            return None
        if isinstance(field.kind, Table) and field.default is not None:
            # A table that is left out is an empty one: its own fields have the defaults.
            return field.kind.read_keys(Mapping(place), place, _join(key, name), faults)
        return field.default


def locate(root: Mapping, key: str) -> Place:
    """Where a dotted key stands; the nearest key above it when it is not written out."""
    node: Node = root
    place = root.place
    for name, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", key):
        if isinstance(node, Mapping) and name in node.entries:
            place = node.key_places[name]
            node = node.entries[name]
        elif isinstance(node, Sequence) and index and int(index) < len(node.items):
            node = node.items[int(index)]
            place = node.place
        else:
            break
    return place


def suggestion(word: str, known: list[str], n: int = 1) -> str:
    """ ", did you mean ...?" for the `n` nearest known words, or nothing."""
    from difflib import get_close_matches  # only needed for a fault, and slow to import

    near = get_close_matches(word, known, n)
    return f", did you mean {' or '.join(near)}?" if near else ""


def describe(node: Node) -> str:
    """What a value is, in a few words."""
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node, Sequence):
        return "a list"
    if node.value is None:
        return "nothing"
    shown = node.text if len(node.text) <= 40 else node.text[:37] + "..."
    return f"the text {shown!r}" if isinstance(node.value, str) else shown


def _scalar(node: Node) -> Any:
    return node.value if isinstance(node, Scalar) else None


def _plain(number: float) -> str:
    """The number without an exponent where people would not write one."""
    return f"{number:.15g}"


def _join(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name
