"""The configuration files that a session may be asked for by name."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from hub_engine.config.paths import config_folders
from hub_engine.config.registry import VariantRegistry
from hub_engine.config.time_control import TimeControl, load_time_control, time_control_paths
from hub_engine.variants import Variants


class Catalogue:
    """Variants and time controls of the configuration folders. Raises ConfigError when a folder is missing."""

    def __init__(self, config_dir: Path | None = None) -> None:
        self._folders = config_folders(config_dir)
        # Not the library's, which stay the same for the life of the process: a reload reads the files again.
        self.variants = Variants(VariantRegistry(self._folders))

    @cached_property
    def time_control_names(self) -> tuple[str, ...]:
        """Names of the time controls, sorted."""
        return tuple(time_control_paths(self._folders))

    def time_control(self, name: str) -> TimeControl:
        """The time control of a name. Raises ConfigError."""
        return load_time_control(name, self._folders)

    def check(self) -> None:
        """Reads every file. Raises ConfigError for the first that cannot be used."""
        for names in self.variants.registry.names():
            _ = self.variants.get(names.id).rules
        for name in self.time_control_names:
            self.time_control(name)
