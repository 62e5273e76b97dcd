"""The configuration files that a session may be asked for by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from pathlib import Path

from hub_engine.config.paths import TIME_CONTROLS, VARIANTS, config_folders
from hub_engine.config.registry import VariantRegistry
from hub_engine.config.time_control import TimeControl, load_time_control, time_control_paths
from hub_engine.config.variant import VariantConfig, VariantNames
from hub_engine.errors import ConfigError
from hub_engine.variants import Variants


class Catalogue:
    """Variants and time controls of the configuration folders. Raises ConfigError when a folder is missing."""

    def __init__(self, config_dir: Path | None = None) -> None:
        self._folders = config_folders(config_dir)
        # Not the library's, which stay the same for the life of the process: a reload reads the files again.
        self.variants = Variants(VariantRegistry(self._folders))
        #: What `check` has found, by `variants.<name>` or `time-controls.<name>`.
        self.contents: dict[str, VariantConfig | TimeControl] = {}
        #: Why a file cannot be used, with its path and line.
        self.unusable: dict[str, str] = {}

    @property
    def has_own_files(self) -> bool:
        """There are files beside those that are shipped."""
        return len(self._folders) > 1

    @property
    def variant_names(self) -> tuple[VariantNames, ...]:
        """The names of the variants, by id, without those that `check` has found unusable."""
        names = self.variants.registry.names
        return tuple(own for own in names if f"{VARIANTS}.{own.id}" not in self.unusable)

    @property
    def time_control_names(self) -> tuple[str, ...]:
        """Names of the time controls, sorted, without those that `check` has found unusable."""
        return tuple(name for name in self._all_time_controls if f"{TIME_CONTROLS}.{name}" not in self.unusable)

    @cached_property
    def _all_time_controls(self) -> tuple[str, ...]:
        return tuple(time_control_paths(self._folders))

    def time_control(self, name: str) -> TimeControl:
        """The time control of a name. Raises ConfigError."""
        return load_time_control(name, self._folders)

    def check(self) -> None:
        """Reads every file. One that cannot be used is not offered any more, and hides nothing else."""
        self._check(self.variants.registry.ids, self._all_time_controls)

    def check_own(self) -> None:
        """As `check`, without the files that are shipped and stand on no file of the user's."""
        self._check(self.variants.registry.own_ids, time_control_paths(self._folders[:-1]))

    def _check(self, variants: Iterable[str], time_controls: Iterable[str]) -> None:
        for variant in variants:
            self._read(f"{VARIANTS}.{variant}", partial(self._variant, variant))
        for name in time_controls:
            self._read(f"{TIME_CONTROLS}.{name}", partial(self.time_control, name))

    def _read(self, key: str, read: Callable[[], VariantConfig | TimeControl]) -> None:
        try:
            self.contents[key] = read()
        except ConfigError as error:
            self.unusable[key] = str(error)

    def _variant(self, name: str) -> VariantConfig:
        """The configuration. Raises VariantError."""
        return self.variants.get(name).config
