"""Configuration files, checked: from a path and a table of fields to values, with every fault at once.

One mechanism for variants, time controls and the engine's own file. A file may name one parent with `extends`
where its module allows that: mappings merge key by key, everything else replaces the parent's value.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hub_engine.config.nodes import Mapping, Place, Scalar, parse, read_text
from hub_engine.config.schema import Faults, Table, locate
from hub_engine.errors import ConfigError, ConfigFault

#: Longest chain of parents, inclusive.
MAX_PARENTS = 8
EXTENDS = "extends"

#: The file of a parent, from its name and the file that asks; None when there is none.
FindParent = Callable[[str, Path], Path | None]
#: A change of the whole tree, parents included, before it is read.
Edit = Callable[[Mapping, Faults], Mapping]


class Document:
    """A file that has been read: its values, and the tree to say where each stands."""

    def __init__(self, path: Path, values: dict[str, Any], faults: Faults, root: Mapping) -> None:
        self.path = path
        self.values = values
        self.faults = faults
        self._root = root

    def fault(self, key: str, message: str) -> None:
        """Notes that the value of a dotted key cannot be; the line is looked up."""
        self.faults.add(self.place(key), key, message)

    def place(self, key: str) -> Place:
        """Where the value of a dotted key is written: in this file or in a parent."""
        return locate(self._root, key)

    def are_sound(self, *groups: str) -> bool:
        """True when no fault concerns these top-level keys, or none at all when no key is named."""
        if not groups:
            return not self.faults.found
        return not any(self.faults.concern(group) for group in groups)

    def raise_faults(self, error: type[ConfigError] = ConfigError) -> None:
        """Raises the error with all faults, in the order of the lines, if there are any."""
        if self.faults.found:
            raise error(in_order(self.path, self.faults.found))


def load_document(
    path: Path,
    table: Table,
    *,
    find_parent: FindParent | None = None,
    edit: Edit | None = None,
    error: type[ConfigError] = ConfigError,
) -> Document:
    """The document of a file. Its faults so far are in it: call `raise_faults` after the file's own checks.

    Raises `error` at once when the file, or a parent, is not even a tree, or a parent cannot be had.
    """
    text, faults = read_text(path)
    if faults:
        raise error(tuple(faults))
    return load_text(text, path, table, find_parent=find_parent, edit=edit, error=error)


def load_text(
    text: str,
    path: Path,
    table: Table,
    *,
    find_parent: FindParent | None = None,
    edit: Edit | None = None,
    error: type[ConfigError] = ConfigError,
) -> Document:
    """The document of a text that is, or could be, the content of `path`; see `load_document`."""
    root, faults = parse(text, path)
    if root is None:
        raise error(in_order(path, faults))
    collected = Faults()
    collected.found += faults
    if find_parent is not None:
        root = _with_parents(root, table, find_parent, collected, error)
    if edit is not None and collected.is_whole:
        root = edit(root, collected)
    document = Document(path, table.read_keys(root, root.place, "", collected), collected, root)
    if not collected.is_whole:
        # Nobody knows what it would inherit, so what it says cannot be compared with anything.
        document.raise_faults(error)
    return document


def in_order(path: Path, faults: list[ConfigFault]) -> tuple[ConfigFault, ...]:
    """The faults by line, those of the file itself before those of its parents."""
    return tuple(sorted(faults, key=lambda fault: (fault.path != path, str(fault.path), fault.line)))


def merge(child: Mapping, parent: Mapping) -> Mapping:
    """A mapping with the child's values over the parent's."""
    merged = Mapping(child.place)
    merged.entries |= parent.entries
    merged.key_places |= parent.key_places
    for key, node in child.entries.items():
        inherited = merged.entries.get(key)
        if isinstance(node, Mapping) and isinstance(inherited, Mapping):
            merged.entries[key] = merge(node, inherited)
        else:
            merged.entries[key] = node
    merged.key_places.update(child.key_places)
    return merged


def _with_parents(
    root: Mapping, table: Table, find_parent: FindParent, faults: Faults, error: type[ConfigError]
) -> Mapping:
    """The tree with what it inherits; the chain of `extends` is walked upward."""
    chain = [root.place.path]
    named, merged = _take_parent_name(root, faults), root
    while named is not None:
        place, name = named
        path = find_parent(name, place.path)
        if path is None:
            faults.add(place, EXTENDS, f"there is no {name!r} to extend")
            faults.is_whole = False
            break
        if path in chain or len(chain) > MAX_PARENTS:
            ancestry = " -> ".join(step.stem for step in [*chain, path])
            reason = "goes in a circle" if path in chain else f"is longer than {MAX_PARENTS}"
            faults.add(place, EXTENDS, f"the chain of parents {reason}: {ancestry}")
            faults.is_whole = False
            break
        parent = _parent_tree(path, place, faults, error)
        named = _take_parent_name(parent, faults)
        for key, field_ in table.fields.items():
            if not field_.is_inherited:
                parent.entries.pop(key, None)
                parent.key_places.pop(key, None)
        merged = merge(merged, parent)
        chain.append(path)
    return merged


def _parent_tree(path: Path, place: Place, faults: Faults, error: type[ConfigError]) -> Mapping:
    text, text_faults = read_text(path)
    tree, tree_faults = (None, []) if text_faults else parse(text, path)
    if tree is None:
        raise error((*text_faults, *tree_faults, ConfigFault(*place, EXTENDS, f"{path} cannot be used")))
    faults.found += tree_faults
    return tree


def _take_parent_name(root: Mapping, faults: Faults) -> tuple[Place, str] | None:
    """Where and whom the tree extends; the key is taken out, since no table knows it."""
    node = root.entries.pop(EXTENDS, None)
    place = root.key_places.pop(EXTENDS, root.place)
    if node is None:
        return None
    if not isinstance(node, Scalar) or not isinstance(node.value, str):
        faults.add(place, EXTENDS, "must be the name of one parent")
        faults.is_whole = False
        return None
    return place, node.value
