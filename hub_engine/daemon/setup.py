"""Everything that configuration and command line say about a process, read and checked, and what a reload changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hub_engine.config.engine import EngineConfig, Tls
from hub_engine.daemon.catalogue import Catalogue
from hub_engine.daemon.parameters import Settings
from hub_engine.daemon.token import Token, read_token

if TYPE_CHECKING:
    import ssl


class Setup(NamedTuple):
    """A configuration that can be put into force. record_dir: every session is written down there."""

    config: EngineConfig
    catalogue: Catalogue
    settings: Settings
    record_dir: Path | None


class Guard(NamedTuple):
    """What stands between a listener and the world."""

    token: Token | None
    tls: ssl.SSLContext | None


def read_guard(token_file: Path | None, tls: Tls | None) -> Guard:
    """The guard of a listener. Reads files. Raises ConfigError."""
    token = None if token_file is None else read_token(token_file)
    if tls is None:
        return Guard(token, None)
    from hub_engine.daemon.tls import server_context  # few listeners are encrypted

    return Guard(token, server_context(tls))


def changes(before: Setup, after: Setup) -> list[str]:
    """The keys whose values differ, as `limits.sessions: 256 -> 2`, then the files, as `variants.mine: changed`."""
    old, new = dict(_flat("", before.config)), dict(_flat("", after.config))
    settings = [
        f"{key}: {old.get(key, '-')} -> {new.get(key, '-')}" for key in {**old, **new} if old.get(key) != new.get(key)
    ]
    return settings + _changed_files(before.catalogue.contents, after.catalogue.contents)


def _changed_files(old: Mapping[str, object], new: Mapping[str, object]) -> list[str]:
    """What was added, removed, or says something else now, itself or by its parent."""
    return [
        f"{key}: {'added' if key not in old else 'removed' if key not in new else 'changed'}"
        for key in sorted({*old, *new})
        if old.get(key) != new.get(key)
    ]


def _flat(prefix: str, table: tuple[object, ...]) -> Iterator[tuple[str, object]]:
    for name, value in zip(table._fields, table, strict=True):  # type: ignore[attr-defined]
        if isinstance(value, tuple):
            yield from _flat(f"{prefix}{name}.", value)
        else:
            yield f"{prefix}{name}", value
