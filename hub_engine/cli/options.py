"""Options that several commands share."""

from __future__ import annotations

import argparse
import re
from enum import StrEnum
from pathlib import Path

from hub_engine._core import MAX_THREADS
from hub_engine.board import Board
from hub_engine.config.engine import DEFAULT_VARIANT
from hub_engine.daemon.shares import machine_limit_mb
from hub_engine.variants import load_variants

#: Where is listened when no address is named.
LOOPBACK = "127.0.0.1"


def add_config_dir(parser: argparse.ArgumentParser) -> None:
    """`--config-dir`: a folder whose files come before the shipped ones."""
    parser.add_argument(
        "--config-dir", type=file_path, metavar="DIR", help="folder with variants/ and time-controls/ of your own"
    )


def add_variant(parser: argparse.ArgumentParser) -> None:
    """`--variant`, `--option` and `--config-dir`."""
    parser.add_argument(
        "--variant", default=DEFAULT_VARIANT, metavar="NAME", help="see `hub-engine variants` (default: %(default)s)"
    )
    add_option(parser)
    add_config_dir(parser)


def add_played(parser: argparse.ArgumentParser) -> None:
    """`--played`: moves that lead on from the position."""
    parser.add_argument(
        "--played", default="", metavar="MOVES",
        help="moves played from there, in the game's own notation or Hub's; move numbers are passed over",
    )  # fmt: skip


def add_option(parser: argparse.ArgumentParser) -> None:
    """`--option`: a choice that the variant leaves to the players."""
    parser.add_argument(
        "--option", type=choice, action="append", default=[], metavar="NAME=VALUE",
        help="an option of the variant, see `hub-engine variants NAME`; may be repeated",
    )  # fmt: skip


def choice(text: str) -> tuple[str, str]:
    """Argument type: the name and the value of an option. Raises ArgumentTypeError."""
    name, sign, value = text.partition("=")
    if not (name and sign and value):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value


def add_engine(parser: argparse.ArgumentParser, *, hash_mb: int) -> None:
    """`--threads` and `--hash`."""
    parser.add_argument("--threads", type=whole(1, MAX_THREADS), default=1, metavar="N", help="default: %(default)s")
    parser.add_argument(
        "--hash", type=whole(0 if hash_mb == 0 else 1, machine_limit_mb()), default=hash_mb, metavar="MB",
        help="table in MiB (default: %(default)s)",
    )  # fmt: skip


def board(arguments: argparse.Namespace, position: str | None, played: str = "") -> Board:
    """The board of the shared options. played: a text of moves, see `Board.push_line`.

    Raises VariantError, IllegalPositionError, IllegalMoveError.
    """
    made = Board(load_variants(arguments.config_dir).get(arguments.variant, dict(arguments.option)), position)
    made.push_line(played)
    return made


def file_path(text: str) -> Path:
    """Argument type: a file or folder. Raises ArgumentTypeError."""
    if not text:
        # To Python it is the folder one stands in, which nobody means by it.
        raise argparse.ArgumentTypeError("an empty path")
    return Path(text)


def words(kind: type[StrEnum]) -> list[str]:
    """The choices of an option: what the members are called, which is how a complaint lists them."""
    return [member.value for member in kind]


class whole:  # noqa: N801 - reads as a type in an option, as `int` does
    """Argument type: a whole number, low <= n <= high."""

    def __init__(self, low: int, high: int) -> None:
        self._low = low
        self._high = high

    def __call__(self, text: str) -> int:
        """The number. Raises ArgumentTypeError."""
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", text) or not self._low <= int(text) <= self._high:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {self._low} to {self._high}")
        return int(text)


class positive:  # noqa: N801 - as `whole`
    """Argument type: a number > 0. what: says what it is, for people."""

    def __init__(self, what: str) -> None:
        self._what = what

    def __call__(self, text: str) -> float:
        """The number. Raises ArgumentTypeError."""
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0.0 < value < 1e9:
            raise argparse.ArgumentTypeError(f"{text!r} is not {self._what} above 0")
        return value


seconds = positive("a time in seconds")


def address(text: str) -> tuple[str, int]:
    """Argument type: HOST:PORT of something that listens. Raises ArgumentTypeError."""
    host, port = _host_and_port(text, "HOST:PORT")
    if not host or port == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST:PORT")
    return host, port


def listening_address(text: str) -> tuple[str, int]:
    """Argument type: HOST:PORT to listen on, or a port of this machine; 0 is any free one. Raises ArgumentTypeError."""
    host, port = _host_and_port(text, "[HOST:]PORT")
    return host or LOOPBACK, port


def _host_and_port(text: str, form: str) -> tuple[str, int]:
    """The host, empty when none is named, and the port. form: as people are told it. Raises ArgumentTypeError."""
    host, _, port = text.rpartition(":")
    if not re.fullmatch(r"[0-9]{1,5}", port) or int(port) >= 1 << 16:
        raise argparse.ArgumentTypeError(f"{text!r} is not {form}")
    host = host.strip("[]")
    try:
        host.encode("idna")  # as every look-up of a name begins
    except UnicodeError:
        raise argparse.ArgumentTypeError(f"{host!r} is no name that a machine can have") from None
    return host, int(port)


def made(folder: Path | None, option: str = "--record") -> Path | None:
    """The folder that an option names, which exists now. Raises ValueError when it cannot."""
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ValueError(f"{option}: {folder} cannot be made: {error.strerror}") from error
    return folder
