"""All variants that are at hand, by any of their names.

The folders are the list: no code enumerates variants. Names are read from the head of each file, rules only
from the file that is asked for, and once.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from hub_engine.config import paths
from hub_engine.config.nodes import read_text
from hub_engine.config.schema import suggestion
from hub_engine.config.variant import (
    NO_CHOICES,
    Choices,
    VariantConfig,
    VariantNames,
    load_variant,
    names_place,
    peek_names,
)
from hub_engine.errors import ConfigFault, UnknownVariantError, VariantError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


class VariantRegistry:
    """The variants of some configuration folders; see `paths.config_folders`."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        self._folders = folders
        self._paths = paths.listing(folders, paths.VARIANTS)
        self._names: tuple[VariantNames, ...] | None = None
        self._loaded: dict[tuple[str, tuple[tuple[str, str], ...]], VariantConfig] = {}

    def names(self) -> tuple[VariantNames, ...]:
        """The names of every variant, by id. Raises VariantError when two variants share one."""
        if self._names is None:
            names = self._peeked()
            # The last folder is the one that all others are laid over, so its variants come first.
            ordered = sorted(names, key=lambda own: -self._rank(self._paths[own.id]))
            if faults := [_claim(self._paths[own.id], word, owner) for own, word, owner in _claims(ordered)]:
                raise VariantError(tuple(faults))
            self._names = names
        return self._names

    def name_faults(self, path: Path) -> tuple[ConfigFault, ...]:
        """The names of a file, in the folders or not, that another variant has already."""
        named, rank = peek_names(path), self._rank(path)
        others = [
            names for names in self._peeked() if names.id != named.id and self._rank(self._paths[names.id]) >= rank
        ]
        return tuple(_claim(path, word, owner) for own, word, owner in _claims([*others, named]) if own is named)

    def resolve(self, name: str) -> tuple[str, Choices]:
        """The id of the variant with this id, Hub word or alias (case does not matter), and what an alias chooses.

        Raises UnknownVariantError with the nearest known names.
        """
        # As it stands first: a file with capitals in its name is to be found too, and to say what is wrong with it.
        word = name if name in self._paths else name.strip().lower()
        if word in self._paths:
            return word, NO_CHOICES
        by_word = {known: names for names in self.names() for known in names.words}
        if word in by_word:
            return by_word[word].id, by_word[word].aliases_with_options.get(word, NO_CHOICES)
        near = suggestion(word, list(by_word), n=3) or ";"
        message = f"there is no variant {name!r}{near} `hub-engine variants` lists all"
        raise UnknownVariantError((ConfigFault(self._folders[0] / paths.VARIANTS, 0, "", message),))

    def path(self, variant_id: str) -> Path:
        """The file of a variant. KeyError when there is no such id."""
        return self._paths[variant_id]

    def sources(self, variant_id: str) -> tuple[str, ...]:
        """The comment at the head of a variant's file, which says what it is and names its sources, line by line.

        KeyError when there is no such id.
        """
        text, _ = read_text(self._paths[variant_id])
        head = takewhile(lambda line: line.startswith("#"), text.splitlines())
        return tuple(line.removeprefix("#").strip() for line in head)

    def load(self, name: str, choices: Choices = NO_CHOICES) -> VariantConfig:
        """The variant with this id, Hub word or alias, and the chosen values of its options.

        choices: they go before those of an alias. Raises VariantError with every fault.
        """
        variant_id, chosen = self.resolve(name)
        chosen = {**chosen, **choices}
        key = (variant_id, tuple(sorted(chosen.items())))
        if key not in self._loaded:
            self._loaded[key] = load_variant(self._paths[variant_id], self.find_parent, chosen)
        return self._loaded[key]

    def find_parent(self, name: str, child: Path) -> Path | None:
        """The file that `extends: name` in the file `child` means.

        A file that replaces a shipped one may extend the one it replaces: the same name then means the file
        of that name in a later folder.
        """
        if name != child.stem:
            return self._paths.get(name)
        own = [folder / paths.VARIANTS for folder in self._folders]
        later = own[own.index(child.parent) + 1 :] if child.parent in own else own
        return next((path for folder in later if (path := folder / f"{name}.yaml").is_file()), child)

    def _peeked(self) -> tuple[VariantNames, ...]:
        return tuple(peek_names(path) for path in self._paths.values())

    def _rank(self, path: Path) -> int:
        """The number of the folder that a file lies in; -1 outside of all."""
        folders = [(folder / paths.VARIANTS).absolute() for folder in self._folders]
        own = path.absolute().parent
        return folders.index(own) if own in folders else -1


def _claims(ordered: Iterable[VariantNames]) -> Iterator[tuple[VariantNames, str, str]]:
    """Each variant with a word that one before it has already, and the id of that one."""
    owners: dict[str, str] = {}
    for own in ordered:
        for word in own.words:
            owner = owners.setdefault(word, own.id)
            if owner != own.id:
                yield own, word, owner


def _claim(path: Path, word: str, owner: str) -> ConfigFault:
    return ConfigFault(*names_place(path), "names", f"{word!r} is a name of {owner} already")
