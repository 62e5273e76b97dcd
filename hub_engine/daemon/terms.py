"""What a peer is held to."""

from __future__ import annotations

from typing import NamedTuple

from hub_engine.config.engine import DaemonLimits
from hub_engine.daemon.token import Token


class Terms(NamedTuple):
    """Limits of one session; see `config.engine.DaemonLimits`. None: no limit.

    token: what the peer must know, and say within first_line_s; None: it need not.
    """

    line_bytes: int
    search_s: float
    first_line_s: float | None = None
    idle_s: float | None = None
    token: Token | None = None


def pipe_terms(limits: DaemonLimits) -> Terms:
    """For whoever started this process: it may be silent for ever, its end is the end of the pipe."""
    return Terms(limits.line_bytes, limits.search_s)


def network_terms(limits: DaemonLimits, token: Token | None) -> Terms:
    """For a connection, which takes a seat, may be half dead and come from anybody."""
    return Terms(limits.line_bytes, limits.search_s, limits.first_line_s, limits.idle_s, token)
