"""Start positions of a match from a text file: one a line, as a position or as moves from the start."""

from __future__ import annotations

import re
from pathlib import Path

from hub_engine.board import Board
from hub_engine.errors import ConfigError, ConfigFault, HubEngineError
from hub_engine.files import regular
from hub_engine.variants import Variant

#: Largest file, bytes, inclusive: a hundred thousand openings.
MAX_FILE_BYTES = 1 << 24
#: How a FEN and a Hub position begin; no move does.
_POSITION = re.compile(r"[WB?](:|[a-zA-Z]{8})")


def load_openings(path: Path, variant: Variant) -> list[Board]:
    """The openings of a file, in its order. Empty lines and what follows a `#` are left out.

    A line is a FEN, a Hub position, or moves from the start position (`1.32-28 19-23 *`, see `Board.push_line`).
    The side to move may be either; a position that is decided already is a fault.
    Raises ConfigError with every faulty line.
    """
    try:
        with open(path, "rb", opener=regular) as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise ConfigError((ConfigFault(path, 0, "", f"cannot be read: {error.strerror}"),)) from error
    if len(data) > MAX_FILE_BYTES:
        raise ConfigError((ConfigFault(path, 0, "", f"larger than {MAX_FILE_BYTES} bytes"),))
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        at = data.count(b"\n", 0, error.start) + 1
        raise ConfigError((ConfigFault(path, at, "", "is not UTF-8 text"),)) from error
    openings, faults = [], []
    for number, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        try:
            openings.append(_read(text, variant))
        except (HubEngineError, ValueError) as error:
            faults.append(ConfigFault(path, number, "", str(error)))
    if faults:
        raise ConfigError(tuple(faults))
    if not openings:
        raise ConfigError((ConfigFault(path, 0, "", "holds no opening"),))
    return openings


def _read(text: str, variant: Variant) -> Board:
    """The board of a line. Raises IllegalPositionError, IllegalMoveError, ValueError."""
    if _POSITION.match(text):
        board = Board(variant, text)
    else:
        board = Board(variant)
        board.push_line(text)
    result = board.result()
    if result is not None:
        raise ValueError(f"the game is over here: {result}")
    return board
