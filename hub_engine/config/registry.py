"""All variants that are at hand, by any of their names.

The folders are the list: no code enumerates variants. Names are read from the head of each file, rules only
from the file that is asked for, and once.
"""

from __future__ import annotations

from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING

from hub_engine.config import paths
from hub_engine.config.loader import in_order
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
    from pathlib import Path


class VariantRegistry:
    """The variants of some configuration folders; see `paths.config_folders`."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        self._folders = folders
        self._paths = paths.listing(folders, paths.VARIANTS)
        self._loaded: dict[tuple[str, tuple[tuple[str, str], ...]], VariantConfig] = {}

    @property
    def ids(self) -> tuple[str, ...]:
        """Every variant, sorted, also those whose file cannot be used."""
        return tuple(self._paths)

    @property
    def own_ids(self) -> tuple[str, ...]:
        """The variants that a user's folders decide, sorted: all, where one replaces another, which any may extend."""
        own = paths.listing(self._folders[:-1], paths.VARIANTS)
        is_one_replaced = any(paths.find(self._folders[-1:], paths.VARIANTS, f"{name}.yaml") for name in own)
        return self.ids if is_one_replaced else tuple(own)

    @cached_property
    def names(self) -> tuple[VariantNames, ...]:
        """The names of every variant, by id, as the heads of the files have them; see `name_faults`."""
        return tuple(peek_names(path) for path in self._paths.values())

    def name_faults(self, path: Path) -> tuple[ConfigFault, ...]:
        """The names of a file, in the folders or not, that another variant has already.

        The last folder is the one that all others are laid over, so its variants' names are never at fault there.
        """
        named, rank = peek_names(path), self._rank(path)
        owners: dict[str, str] = {}
        for other in self.names:
            if other.id != named.id and self._rank(self._paths[other.id]) >= rank:
                owners.update(dict.fromkeys(other.words, other.id))
        return tuple(_claim(path, word, owners[word]) for word in named.words if word in owners)

    def resolve(self, name: str) -> tuple[str, Choices]:
        """The id of the variant with this id, Hub word or alias (case does not matter), and what an alias chooses.

        Raises UnknownVariantError with the nearest known names.
        """
        # As it stands first: a file with capitals in its name is to be found too, and to say what is wrong with it.
        word = name if name in self._paths else name.strip().lower()
        if word in self._paths:
            return word, NO_CHOICES
        if word in self._by_word:
            names = self._by_word[word]
            return names.id, names.aliases_with_options.get(word, NO_CHOICES)
        near = suggestion(word, list(self._by_word), n=3) or ";"
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
            path = self._paths[variant_id]
            # What is shipped has been tested: its names need no look at all the others.
            is_own = path.parent != self._folders[-1] / paths.VARIANTS
            self._loaded[key] = self.read(path, chosen) if is_own else load_variant(path, self.find_parent, chosen)
        return self._loaded[key]

    def read(self, path: Path, choices: Choices = NO_CHOICES) -> VariantConfig:
        """The variant of a file, in the folders or not.

        Raises VariantError with every fault, names that another variant has among them.
        """
        faults = self.name_faults(path)
        try:
            config = load_variant(path, self.find_parent, choices)
        except VariantError as error:
            raise VariantError(in_order(path, [*error.faults, *faults])) from error
        if faults:
            raise VariantError(faults)
        return config

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

    @cached_property
    def _by_word(self) -> dict[str, VariantNames]:
        """Whom each name means: where two files claim one, the one whose folder is laid under the other's."""
        ranked = sorted(self.names, key=lambda names: self._rank(self._paths[names.id]))
        return {word: names for names in ranked for word in names.words}

    def _rank(self, path: Path) -> int:
        """The number of the folder that a file lies in; -1 outside of all."""
        folders = [(folder / paths.VARIANTS).absolute() for folder in self._folders]
        own = path.absolute().parent
        return folders.index(own) if own in folders else -1


def _claim(path: Path, word: str, owner: str) -> ConfigFault:
    return ConfigFault(*names_place(path), "names", f"{word!r} is a name of {owner} already")
