"""What a name that a peer says looks like, wherever a file gives it: by its keys, or by its own name.

Such names go into lists of Hub words (docs/hub.md), so none holds a blank, an `=` or a letter that is not ASCII; and
none is asked for with capitals. Which names of variants are at hand is in `registry`.
"""

from __future__ import annotations

from hub_engine.config.loader import Document
from hub_engine.config.nodes import Place
from hub_engine.config.schema import Text

NAME = Text(r"[a-z0-9][a-z0-9!_-]{0,39}", "a name of small letters, digits and any of -_!")
#: Value of the Hub parameter `time-control` for "what the peer says", so no time control is called so.
NO_CONTROL = "none"
#: The Hub parameters of the engine itself, so no option of a variant is called so; `daemon.parameters` reads them, the
#: token is asked for before a session.
PARAMETERS = frozenset(
    {
        "variant", "threads", "hash", "tt-size", "ponder", "time-overhead", "time-control", "numbering",
        "log-file", "log-level", "token",
    }
)  # fmt: skip


def check_file_name(document: Document, taken: tuple[str, ...] = ()) -> None:
    """Adds a fault when the file, without `.yaml`, is called what nobody could ask for. taken: by something else."""
    name, place = document.path.stem, Place(document.path, 0)
    if not NAME.matches(name):
        document.faults.add(place, "", f"the file's name, {name!r}, is not {NAME.wanted}")
    elif name in taken:
        document.faults.add(place, "", f"the file's name, {name!r}, means something else already")
