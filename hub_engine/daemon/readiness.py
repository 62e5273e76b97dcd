"""What `serve` would refuse to start for, found without starting anything.

That is names that nobody knows, files that cannot be used, places where nothing can be written. `check` and the start
ask the same questions, so that they agree.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from hub_engine.config.engine import EngineConfig, read_engine
from hub_engine.daemon.catalogue import Catalogue
from hub_engine.daemon.dxp_door import checked_board
from hub_engine.daemon.setup import read_guard
from hub_engine.errors import ConfigError, HubEngineError, UnknownTimeControlError, UnknownVariantError

#: Settings that only a process with listeners needs.
_OF_LISTENERS = ("hub_tcp", "dxp")


def ready_engine(path: Path, catalogue: Catalogue, *, listens: bool = True) -> EngineConfig:
    """The settings of a file that a start can have. Raises ConfigError with every fault, each at its line.

    listens: what only listeners need is looked at too.
    """
    reading = read_engine(path)
    for key, message in start_faults(reading.config, catalogue):
        if listens or key.partition(".")[0] not in _OF_LISTENERS:
            reading.document.fault(key, message)
    reading.document.raise_faults()
    return reading.config


def start_faults(config: EngineConfig, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """The key of each setting that would stop a start, and why. Reads files, leaves nothing behind."""
    for key, attempt in _attempts(config, catalogue):
        try:
            attempt()
        except (UnknownVariantError, UnknownTimeControlError) as error:
            yield key, str(error)
        except ConfigError as error:
            yield from ((key, str(fault)) for fault in error.faults)
        except (HubEngineError, ValueError) as error:
            yield key, str(error)
        except OSError as error:
            yield key, f"{error.filename} cannot be used: {error.strerror}"


def _attempts(config: EngineConfig, catalogue: Catalogue) -> Iterator[tuple[str, Callable[[], object]]]:
    """What a start does with each key."""
    yield "variant", lambda: catalogue.variants.get(config.variant).rules
    for key, control in (("time_control", config.time_control), ("dxp.time_control", config.dxp.time_control)):
        if control is not None:
            yield key, partial(catalogue.time_control, control)
    yield "hub_tcp.token_file", partial(read_guard, config.hub_tcp.token_file, None)
    yield "hub_tcp.tls", partial(read_guard, None, config.hub_tcp.tls)
    yield "dxp.tls", partial(read_guard, None, config.dxp.tls)
    if config.dxp.port is not None:
        yield "dxp.port", partial(_check_board, config, catalogue)
    for key, folder in (("record", config.record), ("dxp.games_dir", config.dxp.games_dir)):
        if folder is not None:
            yield key, partial(_check_folder, folder)
    if config.log.file is not None:
        yield "log.file", partial(_check_file, config.log.file)


def _check_board(config: EngineConfig, catalogue: Catalogue) -> None:
    """That DXP has words for the game. Raises DxpBoardError."""
    try:
        variant = catalogue.variants.get(config.variant)
    except ConfigError:
        return  # told at its own key
    checked_board(variant)


def _check_folder(folder: Path) -> None:
    """That the folder can be made, or written to. Raises ValueError, OSError."""
    nearest = next(path for path in (folder, *folder.absolute().parents) if _exists(path))
    if not nearest.is_dir():
        raise ValueError(f"{nearest} is not a folder")
    _try_writing_in(nearest)


def _check_file(path: Path) -> None:
    """That the file can be written. Raises ValueError, OSError."""
    is_there = _exists(path)
    if is_there and path.is_dir():
        raise ValueError(f"{path} is a folder")
    if not path.parent.is_dir():
        raise ValueError(f"{path.parent} is not a folder")
    if not is_there:
        _try_writing_in(path.parent)
    elif not os.access(path, os.W_OK):
        raise ValueError(f"{path} cannot be written to")


def _try_writing_in(folder: Path) -> None:
    """Raises ValueError when no file can be made in a folder."""
    # Permissions do not tell it: root has all of them, also where nothing can be written.
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise ValueError(f"{folder} cannot be written to") from error


def _exists(path: Path) -> bool:
    """Whether there is such a file or folder. Raises OSError when that cannot be told, or could never be."""
    # Not `Path.exists`: later versions of Python have it answer False to a locked folder or a name too long.
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True
