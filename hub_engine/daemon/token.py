"""The token that opens a guarded listener: read from a file, compared, never shown.

A token is a secret: it stands in no configuration, no log and no text of an error.
"""

from __future__ import annotations

import re
from pathlib import Path

from hub_engine.errors import ConfigError, ConfigFault
from hub_engine.files import regular

#: The Hub parameter that carries it.
PARAMETER = "token"
#: Wrong tokens that a connection may try; with the last one it ends.
MAX_TRIES = 3
_TOKEN = re.compile(rb"[!#-~]{16,256}")
_TELLTALE = re.compile(rf"{PARAMETER}|set-param", re.IGNORECASE)
#: More than a token and a line end is no token file.
_MAX_FILE_BYTES = 1000


class Token:
    """What a peer must know."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def fits(self, text: str) -> bool:
        """True when the text is the token. Takes the same time for every wrong text of its length."""
        from hmac import compare_digest  # few processes have a token, and all must start quickly

        return compare_digest(text.encode("latin-1", "replace"), self._secret)


def read_token(path: Path) -> Token:
    """The token of a file. Raises ConfigError, which does not quote it."""
    try:
        with open(path, "rb", opener=regular) as file:
            secret = file.read(_MAX_FILE_BYTES).strip()
    except OSError as error:
        raise ConfigError((ConfigFault(path, 0, "", f"the token cannot be read: {error.strerror}"),)) from error
    if not _TOKEN.fullmatch(secret):
        wanted = "must hold one token: 16 to 256 letters, digits and signs without blanks and quotes"
        raise ConfigError((ConfigFault(path, 0, "", wanted),))
    return Token(secret)


class Gate:
    """Whether the peer of one session has said the token; open from the beginning when none is asked for."""

    def __init__(self, token: Token | None) -> None:
        self._token = token
        self._tries_left = MAX_TRIES
        self.is_open = token is None

    @property
    def is_shut(self) -> bool:
        """Too many wrong tokens were tried."""
        return self._tries_left <= 0

    def try_token(self, text: str) -> bool:
        """True when the text is the token, or none is asked for."""
        if self._token is None or self._token.fits(text):
            self.is_open = True
            return True
        self._tries_left -= 1
        return False

    def shown(self, value: object) -> _Shown:
        """What may be written to a log about something the peer said, or is told about it.

        Whoever is not let in yet may have the token anywhere in its lines, so only what kind of thing it is.
        Later nothing that may quote it: what is about a token, and what complains about a `set-param`.
        """
        return _Shown(value, is_stranger=not self.is_open)


class _Shown:
    """A text that is only made when it is written."""

    __slots__ = ("_is_stranger", "_value")

    def __init__(self, value: object, *, is_stranger: bool) -> None:
        self._value = value
        self._is_stranger = is_stranger

    def __repr__(self) -> str:
        if self._is_stranger:
            return f"({type(self._value).__name__}, not shown before the token)"
        shown = str(self._value)
        return "(may be about a token, not shown)" if _TELLTALE.search(shown) else shown
