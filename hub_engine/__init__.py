"""Draughts of many variants: boards, notation and an engine, as a library and as a Hub daemon.

    from hub_engine import Board, Engine, Limits

Names are fetched when first used: the daemon starts without what only the library needs, and the
configuration can be read before the core is built.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hub_engine.lazy import names_from

if TYPE_CHECKING:
    from hub_engine._core import Limits, Move, SearchInfo, SearchResult
    from hub_engine.board import Board
    from hub_engine.engine.library import Engine
    from hub_engine.errors import (
        ConfigError,
        HubEngineError,
        IllegalMoveError,
        IllegalPositionError,
        SearchError,
        VariantError,
    )
    from hub_engine.game.notation import Notation
    from hub_engine.game.result import Result
    from hub_engine.refusal import Reason, Refusal, RefusedMoveError
    from hub_engine.variants import Variant, variant_names

__version__ = "0.1.0"

_HOMES = {
    "Board": "hub_engine.board",
    "ConfigError": "hub_engine.errors",
    "Engine": "hub_engine.engine.library",
    "HubEngineError": "hub_engine.errors",
    "IllegalMoveError": "hub_engine.errors",
    "IllegalPositionError": "hub_engine.errors",
    "Limits": "hub_engine._core",
    "Move": "hub_engine._core",
    "Notation": "hub_engine.game.notation",
    "Reason": "hub_engine.refusal",
    "Refusal": "hub_engine.refusal",
    "RefusedMoveError": "hub_engine.refusal",
    "Result": "hub_engine.game.result",
    "SearchError": "hub_engine.errors",
    "SearchInfo": "hub_engine._core",
    "SearchResult": "hub_engine._core",
    "Variant": "hub_engine.variants",
    "VariantError": "hub_engine.errors",
    "variant_names": "hub_engine.variants",
}

__all__ = [
    "Board",
    "ConfigError",
    "Engine",
    "HubEngineError",
    "IllegalMoveError",
    "IllegalPositionError",
    "Limits",
    "Move",
    "Notation",
    "Reason",
    "Refusal",
    "RefusedMoveError",
    "Result",
    "SearchError",
    "SearchInfo",
    "SearchResult",
    "Variant",
    "VariantError",
    "variant_names",
]

__getattr__ = names_from(__name__, _HOMES)
