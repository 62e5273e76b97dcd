"""Which checks of a variant file are made when: what may not stand together in it.

Each check names the groups of keys that it compares and runs only when those were read without a fault, so
one mistake is reported once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hub_engine.config import layout_checks as layout
from hub_engine.config import rule_checks as rules
from hub_engine.config.loader import Document

_Check = Callable[[Document, dict[str, Any]], None]


def check_variant(document: Document) -> None:
    """Adds to the document a fault for each impossible combination."""
    for groups, check in _CHECKS:
        if document.are_sound(*groups):
            check(document, document.values)


_CHECKS: tuple[tuple[tuple[str, ...], _Check], ...] = (
    (("options",), layout.check_options),
    (("names", "options"), layout.check_aliases),
    (("board",), layout.check_board),
    (("board", "men", "promotion", "parachutists", "setup"), layout.check_setup),
    (("board", "setup", "notation"), layout.check_notation),
    (("men", "kings"), rules.check_pieces),
    (("board", "men", "kings", "promotion", "objective", "draws"), rules.check_promotion),
    (("men", "promotion", "parachutists"), rules.check_parachutists),
    (("capture",), rules.check_capture),
    (("kings", "capture", "promotion"), rules.check_obligation),
    (("kings", "capture"), rules.check_landing),
    (("board", "setup", "capture", "opening"), layout.check_opening),
    (("board", "draws"), rules.check_draws),
)
