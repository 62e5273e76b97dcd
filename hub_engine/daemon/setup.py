"""Everything that configuration and command line say about a process, read and checked, and what a reload changes."""

from __future__ import annotations

from collections.abc import Iterator
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


def changes(before: EngineConfig, after: EngineConfig) -> list[str]:
    """The keys whose values differ, as `limits.sessions: 256 -> 2`."""
    old, new = dict(_flat("", before)), dict(_flat("", after))
    return [
        f"{key}: {old.get(key, '-')} -> {new.get(key, '-')}" for key in {**old, **new} if old.get(key) != new.get(key)
    ]


def _flat(prefix: str, table: tuple[object, ...]) -> Iterator[tuple[str, object]]:
    for name, value in zip(table._fields, table, strict=True):  # type: ignore[attr-defined]
        if isinstance(value, tuple):
            yield from _flat(f"{prefix}{name}.", value)
        else:
            yield f"{prefix}{name}", value
