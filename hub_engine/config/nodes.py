"""YAML text as a tree of plain values that remember the line they stand on.

Decides what of YAML a configuration file may use: mappings with text keys, sequences and scalars. Anchors,
aliases and tags are refused, so no file can grow while it is read, and duplicate keys are faults. The tree is
built from the parser's events without recursion: deep nesting is a fault, not a crash. Knows no schema.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, NamedTuple

import yaml

from hub_engine.errors import ConfigFault
from hub_engine.files import regular

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

try:
    from yaml import CLoader as _EventLoader
except ImportError:  # PyYAML without libyaml: ten times slower, otherwise the same
    from yaml import Loader as _EventLoader  # type: ignore[assignment]

#: Largest configuration file, bytes, inclusive. The shipped ones are below 5,000.
MAX_FILE_BYTES = 1 << 18
#: Deepest nesting of collections, inclusive. The shipped ones need 4.
MAX_DEPTH = 16

_INT = re.compile(r"[+-]?\d{1,18}")
_FLOAT = re.compile(r"[+-]?(\d+\.\d*|\.\d+|\d+(\.\d*)?[eE][+-]?\d{1,3})")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}

_COLLECTION_STARTS = (yaml.SequenceStartEvent, yaml.MappingStartEvent)
_COLLECTION_ENDS = (yaml.SequenceEndEvent, yaml.MappingEndEvent)

ScalarValue = str | int | float | bool | None


class Place(NamedTuple):
    """Where something stands; line from 1, 0 for the file as a whole."""

    path: Path
    line: int


class Scalar(NamedTuple):
    """One value; a quoted one is always text."""

    place: Place
    value: ScalarValue
    text: str


class Sequence:
    """A list."""

    __slots__ = ("items", "place")

    def __init__(self, place: Place) -> None:
        self.place = place
        self.items: list[Node] = []


class Mapping:
    """Keys with their values in the order of the file, and where each key stands."""

    __slots__ = ("entries", "key_places", "place")

    def __init__(self, place: Place) -> None:
        self.place = place
        self.entries: dict[str, Node] = {}
        self.key_places: dict[str, Place] = {}


Node = Scalar | Sequence | Mapping


def read_text(path: Path) -> tuple[str, list[ConfigFault]]:
    """The text of a file and what is wrong with it as a file: missing, too large, not UTF-8."""
    try:
        with open(path, "rb", opener=regular) as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        return "", [ConfigFault(path, 0, "", f"cannot be read: {error.strerror}")]
    if len(data) > MAX_FILE_BYTES:
        return "", [ConfigFault(path, 0, "", f"is larger than {MAX_FILE_BYTES} bytes")]
    try:
        return data.removeprefix(codecs.BOM_UTF8).decode(), []
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return "", [ConfigFault(path, line, "", "is not UTF-8 text")]


def parse(text: str, path: Path) -> tuple[Mapping | None, list[ConfigFault]]:
    """The tree of a YAML text and its faults; no tree when the text could not be read to its end."""
    builder = _Builder(path)
    try:
        for event in _events(text):
            builder.take(event)
            if builder.is_hopeless:
                break
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        # The parser puts the end of the text one line too far.
        line = min(mark.line, text.count("\n")) + 1 if mark else 0
        builder.give_up(line, f"is not YAML: {error.problem or error.context}")
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, max(error.position, 0)) + 1
        builder.give_up(line, f"is not YAML: {error.reason}")
    root = builder.root
    if root is None or (isinstance(root, Scalar) and root.value is None and not root.text):
        # A text that says nothing, comments perhaps, is a mapping without keys.
        root = Mapping(Place(path, 0))
    if not builder.is_hopeless and not isinstance(root, Mapping):
        builder.give_up(root.place.line, "must be a mapping of keys to values")
    return (root if isinstance(root, Mapping) and not builder.is_hopeless else None), builder.faults


def parse_until(text: str, path: Path, last_key: str) -> Mapping:
    """The top of a tree, read up to and including the value of `last_key`; faults are left to `parse`.

    For looking at the head of many files without reading them whole.
    """
    builder = _Builder(path)
    try:
        for event in _events(text):
            builder.take(event)
            if builder.is_hopeless or (isinstance(builder.root, Mapping) and builder.has_finished(last_key)):
                break
    except yaml.YAMLError:
        pass  # whoever loads the file hears of it
    return builder.root if isinstance(builder.root, Mapping) else Mapping(Place(path, 0))


def _events(text: str) -> Iterator[yaml.Event]:
    loader = _EventLoader(text)
    try:
        while loader.check_event():
            if (event := loader.get_event()) is not None:
                yield event
    finally:
        loader.dispose()


class _Builder:
    """Turns parser events into nodes; the open collections are a stack."""

    def __init__(self, path: Path) -> None:
        self.root: Node | None = None
        self.faults: list[ConfigFault] = []
        self.is_hopeless = False
        self._path = path
        self._open: list[Sequence | Mapping] = []
        self._keys: list[str | None] = []
        self._documents = 0

    def fault(self, line: int, key: str, message: str) -> None:
        self.faults.append(ConfigFault(self._path, line, key, message))

    def give_up(self, line: int, message: str) -> None:
        """Notes a fault after which the rest of the text means nothing."""
        self.fault(line, self._key(), message)
        self.is_hopeless = True

    def has_finished(self, key: str) -> bool:
        root = self.root
        return isinstance(root, Mapping) and key in root.entries and len(self._open) == 1

    def take(self, event: yaml.Event) -> None:
        line = event.start_mark.line + 1 if event.start_mark else 0
        if isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                self.give_up(line, "holds more than one document")
        elif isinstance(event, yaml.AliasEvent):
            self.give_up(line, f"alias *{event.anchor}: aliases are not allowed")
        elif isinstance(event, yaml.ScalarEvent):
            self._check_properties(event.anchor, event.tag if event.implicit == (False, False) else None, line)
            self._take_scalar(event, line)
        elif isinstance(event, _COLLECTION_STARTS):
            self._check_properties(event.anchor, None if event.implicit else event.tag, line)
            self._open_collection(event, line)
        elif isinstance(event, _COLLECTION_ENDS):
            self._open.pop()
            self._keys.pop()
            self._finish_value()

    def _check_properties(self, anchor: str | None, tag: str | None, line: int) -> None:
        if anchor is not None:
            self.fault(line, self._key(), f"anchor &{anchor}: anchors are not allowed")
        if tag is not None:
            self.fault(line, self._key(), f"tag {tag}: tags are not allowed")

    def _open_collection(self, event: yaml.CollectionStartEvent, line: int) -> None:
        if self._mapping_that_awaits_key() is not None:
            self.give_up(line, "a key must be a word")
            return
        if len(self._open) == MAX_DEPTH:
            self.give_up(line, f"is nested deeper than {MAX_DEPTH}")
            return
        place = Place(self._path, line)
        is_list = isinstance(event, yaml.SequenceStartEvent)
        node: Sequence | Mapping = Sequence(place) if is_list else Mapping(place)
        self._attach(node)
        self._open.append(node)
        self._keys.append(None)

    def _take_scalar(self, event: yaml.ScalarEvent, line: int) -> None:
        mapping = self._mapping_that_awaits_key()
        if mapping is None:
            value = event.value if event.style else plain_value(event.value)
            self._attach(Scalar(Place(self._path, line), value, event.value))
            self._finish_value()
            return
        self._keys[-1] = event.value
        first = mapping.key_places.setdefault(event.value, Place(self._path, line))
        if first.line != line or event.value in mapping.entries:
            self.fault(line, self._key(), f"appears twice, first on line {first.line}")

    def _attach(self, node: Node) -> None:
        if not self._open:
            self.root = node
            return
        parent = self._open[-1]
        if isinstance(parent, Sequence):
            parent.items.append(node)
            return
        if (key := self._keys[-1]) is not None:
            parent.entries.setdefault(key, node)

    def _finish_value(self) -> None:
        """The value of the innermost key is complete: the next scalar of that mapping is a key."""
        if self._keys:
            self._keys[-1] = None

    def _mapping_that_awaits_key(self) -> Mapping | None:
        """The mapping being read when its next event is a key, not a value."""
        innermost = self._open[-1] if self._open else None
        return innermost if isinstance(innermost, Mapping) and self._keys[-1] is None else None

    def _key(self) -> str:
        """The dotted key of the place that is being read."""
        key = ""
        for node, name in zip(self._open, self._keys, strict=True):
            if isinstance(node, Sequence):
                # An item that is itself being read is in the list already.
                key += f"[{len(node.items) - (node is not self._open[-1])}]"
            elif name is not None:
                key += f".{name}" if key else name
        return key


def plain_value(text: str) -> ScalarValue:
    """The value of an unquoted scalar by the YAML 1.2 core schema, so `no` and `on` are words."""
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text
