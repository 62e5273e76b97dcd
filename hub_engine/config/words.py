"""Words of rule files in other languages: `configs/languages/<language>.yaml` to a plain mapping.

A variant, an option or a draw rule is called something in its own file; a language's file says what it is called
there. What no file translates keeps its own words.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from hub_engine.config import paths
from hub_engine.config.loader import load_document
from hub_engine.config.schema import Field, MappingOf, Table, Text

_WORDS = Text(r"\S(.{0,158}\S)?", "words in a line, at most 160 characters")

SCHEMA = Table({"words": Field(MappingOf(_WORDS, _WORDS))})


def load_words(language: str, folders: tuple[Path, ...]) -> Mapping[str, str]:
    """The words of a language by those of the rule files, from every folder; an earlier one goes before the others.

    Raises ConfigError with every fault of a file.
    """
    words: dict[str, str] = {}
    for folder in reversed(folders):
        path = folder / paths.LANGUAGES / f"{language}.yaml"
        if path.is_file():
            words.update(read_words(path))
    return words


def read_words(path: Path) -> Mapping[str, str]:
    """The words of a file. Raises ConfigError with every fault."""
    document = load_document(path, SCHEMA)
    document.raise_faults()
    words: dict[str, str] = document.values["words"]
    return words
