"""Errors of the application: one tree, each class with the data that a caller can act on.

The core's own errors (``IllegalPositionError``, ``IllegalMoveError``) are offered here too. They are fetched
when first asked for, because the configuration is read before the core is built.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hub_engine.lazy import names_from

if TYPE_CHECKING:
    from pathlib import Path

    from hub_engine._core import IllegalMoveError, IllegalPositionError

__all__ = [
    "ConfigError",
    "ConfigFault",
    "HubEngineError",
    "IllegalMoveError",
    "IllegalPositionError",
    "SearchError",
    "UnknownTimeControlError",
    "UnknownVariantError",
    "VariantError",
]


class HubEngineError(Exception):
    """Any error of the application."""


class ConfigFault(NamedTuple):
    """One thing wrong with a configuration file.

    line: counted from 1; 0 when the fault concerns the file as a whole. key: dotted, with list items as
    ``limits[0]``; empty when the fault is not tied to a key.
    """

    path: Path
    line: int
    key: str
    message: str

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else f"{self.path}"
        return f"{place}: {self.key}: {self.message}" if self.key else f"{place}: {self.message}"


class ConfigError(HubEngineError):
    """A configuration file that cannot be used; holds every fault of it, the first one at hand."""

    def __init__(self, faults: tuple[ConfigFault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults

    @property
    def path(self) -> Path:
        """The file of the first fault."""
        return self.faults[0].path

    @property
    def line(self) -> int:
        """The line of the first fault, from 1; 0 for the whole file."""
        return self.faults[0].line

    @property
    def key(self) -> str:
        """The dotted key of the first fault, or an empty text."""
        return self.faults[0].key


class VariantError(ConfigError):
    """A variant that is not known, or whose file cannot be used."""


class UnknownVariantError(VariantError):
    """No variant has this name. Where files were looked for does not help whoever has mistyped it."""

    def __str__(self) -> str:
        return self.faults[0].message


class UnknownTimeControlError(ConfigError):
    """No time control has this name."""

    def __str__(self) -> str:
        return self.faults[0].message


class SearchError(HubEngineError):
    """A search that cannot be run, or broke down."""


__getattr__ = names_from(__name__, dict.fromkeys(("IllegalMoveError", "IllegalPositionError"), "hub_engine._core"))
