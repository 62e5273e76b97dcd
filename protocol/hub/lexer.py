"""Hub line to command and arguments, and back; the quoting rules live here and nowhere else.

Must not know which commands exist. Text is the Latin-1 view of the bytes, so every byte string
has a text and comes back unchanged.
Source: Hub 2 protocol text, section on syntax; leniencies as Scan 3.1 (blanks around `=`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from protocol.errors import LocalProtocolError, RemoteProtocolError

if TYPE_CHECKING:
    from collections.abc import Iterable

# A word holds no control character, no ASCII white space, no `=` and no `"`. Bytes above 0x7F are
# opaque: 0x85 and 0xA0 are white space in Unicode, but may be halves of a UTF-8 letter here.
_WORD = r'[^\x00-\x20\x7f="]+'
_BLANKS = r"[ \t\r\n\v\f]*"
_COMMAND = re.compile(rf"{_BLANKS}(?:({_WORD})|\Z)")
# One argument: name, then perhaps `=` and a quoted value, a word, or nothing at all.
_ARGUMENT = re.compile(f'{_BLANKS}({_WORD})(?:{_BLANKS}(=){_BLANKS}(?:"([^"]*)"|(")|({_WORD}))?)?')
_END = re.compile(rf"{_BLANKS}\Z")
_IS_WORD = re.compile(_WORD)
_LINE_BREAK = re.compile(r"[\r\n]")
_NOT_BLANK = re.compile(r"[^ \t\r\n\v\f]+")


#: More than any command has. A line of a megabyte could hold a quarter of a million, and take as long as a move.
MAX_ARGUMENTS = 1000


class Command(NamedTuple):
    """One line: its first word, and (name, value) pairs in order; a flag's value is empty."""

    name: str
    pairs: tuple[tuple[str, str], ...] = ()


def parse_line(line: str) -> Command | None:
    """The command of a line without its line end; None for a blank line.

    Raises RemoteProtocolError; its `command` is set when the first word was readable.
    """
    head = _COMMAND.match(line)
    if head is None:
        raise RemoteProtocolError("line does not begin with a command", text=line)
    name = head.group(1)
    if name is None:
        return None
    pairs: list[tuple[str, str]] = []
    at = head.end()
    while _END.match(line, at) is None:
        argument = _ARGUMENT.match(line, at)
        if argument is None:
            raise RemoteProtocolError("expected an argument name", text=line[at:], command=name)
        field, _, quoted, open_quote, word = argument.groups()
        if open_quote is not None:
            text = line[argument.start(4) :]
            raise RemoteProtocolError("missing closing quote", text=text, command=name, field=field)
        if len(pairs) == MAX_ARGUMENTS:
            raise RemoteProtocolError(f"more than {MAX_ARGUMENTS} arguments", text=line[at:], command=name)
        pairs.append((field, quoted if quoted is not None else word or ""))
        at = argument.end()
    return Command(name, tuple(pairs))


def format_line(name: str, arguments: Iterable[tuple[str, str | None]] = ()) -> str:
    """The line (without LF) of a command; an argument without value (None) is a flag.

    Values are quoted only where needed: some clients stumble over a quoted word. As the protocol
    has no escape, `"` becomes `'`; a line break becomes a blank.
    Raises LocalProtocolError for a name that is no word.
    """
    words = [_checked(name)]
    for field, value in arguments:
        words.append(_checked(field) if value is None else f"{_checked(field)}={quote(value)}")
    return " ".join(words)


def quote(value: str) -> str:
    """The value as it stands behind `=`."""
    safe = _LINE_BREAK.sub(" ", value.replace('"', "'"))
    return safe if _IS_WORD.fullmatch(safe) else f'"{safe}"'


def split_words(value: str) -> tuple[str, ...]:
    """The words of a value that is a list; ASCII white space only, as everywhere on the wire."""
    return tuple(_NOT_BLANK.findall(value))


def _checked(word: str) -> str:
    if _IS_WORD.fullmatch(word) is None:
        raise LocalProtocolError(f"not a Hub name: {word!r}")
    return word
