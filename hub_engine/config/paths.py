"""Where the configuration lies. No other module decides this.

Order: the folder given (`--config-dir`), the one named in the environment, then what is shipped: the data
installed with the package, or `configs/` of the source tree. An earlier one may replace or add files.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from hub_engine.errors import ConfigError, ConfigFault

ENVIRONMENT = "HUB_ENGINE_CONFIG_DIR"
VARIANTS = "variants"
TIME_CONTROLS = "time-controls"
LANGUAGES = "languages"
#: Not configuration: positions that a user proves a variant by, beside the variants.
POSITIONS = "positions"

_PACKAGE = Path(__file__).resolve().parents[1]
_INSTALLED = _PACKAGE / "configs"
# In a source tree the build leaves a copy at the installed place; the files that people edit go before it.
_SOURCE_TREE = _PACKAGE.parent / "configs"


def config_folders(explicit: Path | None = None) -> tuple[Path, ...]:
    """The configuration folders, first one first.

    Raises ConfigError when a folder that somebody asked for does not exist or cannot be looked at, and when there is
    none at all.
    """
    asked = [explicit] if explicit is not None else []
    if named := os.environ.get(ENVIRONMENT):
        asked.append(Path(named))
    if faults := tuple(fault for folder in asked for fault in _folder_faults(folder)):
        raise ConfigError(faults)
    shipped = _SOURCE_TREE if _SOURCE_TREE.is_dir() and (_PACKAGE.parent / "pyproject.toml").is_file() else _INSTALLED
    if shipped.is_dir():
        asked.append(shipped)
    if not asked:
        raise ConfigError((ConfigFault(shipped, 0, "", "is missing: the installation is not whole"),))
    return tuple(asked)


def _folder_faults(folder: Path) -> Iterator[ConfigFault]:
    try:
        if not folder.is_dir():
            yield ConfigFault(folder, 0, "", "is not a folder")
    except OSError as error:
        yield ConfigFault(folder, 0, "", f"cannot be read: {error.strerror}")


def find(folders: tuple[Path, ...], *parts: str) -> Path | None:
    """The first file of this name, relative to the configuration folders."""
    return next((path for folder in folders if (path := folder.joinpath(*parts)).is_file()), None)


def listing(folders: tuple[Path, ...], room: str) -> dict[str, Path]:
    """The files of one kind by name (without `.yaml`), sorted; the first folder that has one wins."""
    found: dict[str, Path] = {}
    for folder in reversed(folders):
        found.update((path.stem, path) for path in (folder / room).glob("*.yaml"))
    return dict(sorted(found.items()))
