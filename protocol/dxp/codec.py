"""DXP messages to text and back.

Decides widths, letters and codes. Strict in writing, tolerant in reading where programs are known
to differ: numbers filled with blanks or with a decimal point, any order of captured squares, an
unknown reason. Must not know whose turn it is. Texts come without the closing NUL and are a Latin-1
view of the bytes.
Source: DamExchange protocol, layer 2; leniencies as explained in docs/dxp.md.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar, assert_never

from protocol.dxp.messages import (
    AcceptCode,
    BackAccept,
    BackCode,
    BackRequest,
    Chat,
    Colour,
    EndReason,
    GameAccept,
    GameEnd,
    GameRequest,
    Message,
    Move,
)
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.notation.fen import BLACK_KING, BLACK_MAN, EMPTY, WHITE_KING, WHITE_MAN, Setup

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from enum import Enum

#: Longest message, `<=`, without its NUL.
MAX_MESSAGE_BYTES = 127
#: Of the international board. Other games need both ends to be set to them, and fit while numbers have two digits.
N_SQUARES = 50
MAX_SQUARES = 99
VERSION = "01"
NAME_WIDTH = 32
MAX_CHAT_CHARACTERS = MAX_MESSAGE_BYTES - 1
MAX_CAPTURED = 20
MAX_MOVE_TIME_S = 9999
MAX_NUMBER = 999

#: What the first character says.
KINDS: Mapping[str, type[Message]] = {
    "R": GameRequest,
    "A": GameAccept,
    "M": Move,
    "E": GameEnd,
    "C": Chat,
    "B": BackRequest,
    "K": BackAccept,
}

_REQUEST_LENGTH = 43
_MAX_CAPTURED_THAT_FIT = (MAX_MESSAGE_BYTES - 11) // 2
_SQUARE_CODES = {"e": EMPTY, "w": WHITE_MAN, "W": WHITE_KING, "z": BLACK_MAN, "Z": BLACK_KING}
_SQUARE_LETTERS = {code: letter for letter, code in _SQUARE_CODES.items()}
_INTEGER = re.compile(r" *([0-9]+) *")
_REAL = re.compile(r" *([0-9]+\.?[0-9]*|\.[0-9]+) *")

_Code = TypeVar("_Code", bound="Enum")


# --- reading -------------------------------------------------------------------------------------


def decode(text: str, n_squares: int = N_SQUARES) -> Message:
    """The message of a text. n_squares: of the board.

    Raises RemoteProtocolError with its letter and the field that is wrong. `command` of the error is None when
    the letter is unknown; `field` is `version` when a game is asked for in another version of the protocol, whose
    layout we do not know.
    """
    kind = KINDS.get(text[:1])
    if kind is None:
        raise RemoteProtocolError("unknown message", text=text)
    return _READERS[kind](text, n_squares)


def _read_game_request(text: str, n_squares: int) -> GameRequest:
    if len(text) > len(VERSION) and text[1:3] != VERSION:
        raise _fault(text, "version", text[1:3], f"not version {VERSION}")
    length_with_position = _REQUEST_LENGTH + 1 + n_squares
    _check_length(text, _REQUEST_LENGTH, length_with_position)
    if (text[42], len(text)) not in (("A", _REQUEST_LENGTH), ("B", length_with_position)):
        raise _fault(text, "position", text[42:], "neither A alone nor B with a position")
    minutes = _REAL.fullmatch(text[36:39])
    if minutes is None:
        raise _fault(text, "minutes", text[36:39], "not a number")
    return GameRequest(
        name=text[3:35].strip(),
        follower_colour=_code(text, "follower_colour", text[35], Colour),
        minutes=float(minutes[1]),
        moves=_integer(text, "moves", text[39:42]) or None,
        position=_position(text) if text[42] == "B" else None,
    )


def _position(text: str) -> Setup:
    to_move = _code(text, "to_move", text[43], Colour)
    for number, letter in enumerate(text[44:], start=1):
        if letter not in _SQUARE_CODES:
            raise _fault(text, "position", letter, f"square {number} holds no piece letter (w W z Z e)")
    return Setup(bytes(_SQUARE_CODES[letter] for letter in text[44:]), to_move is Colour.WHITE)


def _read_game_accept(text: str, _: int) -> GameAccept:
    _check_length(text, NAME_WIDTH + 2)
    return GameAccept(text[1:33].strip(), _code(text, "code", text[33], AcceptCode))


def _read_move(text: str, n_squares: int) -> Move:
    count = _integer(text, "captured", text[9:11])
    if count > MAX_CAPTURED and n_squares <= N_SQUARES:
        raise _fault(text, "captured", text[9:11], f"more than {MAX_CAPTURED}")
    if len(text) != 11 + 2 * count:
        raise _fault(text, "captured", text[9:], f"not {count} squares")
    captured = {_square(text, "captured", text[start : start + 2], n_squares) for start in range(11, len(text), 2)}
    if len(captured) != count:
        raise _fault(text, "captured", text[11:], "a square named twice")
    time = _REAL.fullmatch(text[1:5])
    return Move(
        origin=_square(text, "origin", text[5:7], n_squares),
        landing=_square(text, "landing", text[7:9], n_squares),
        captured=tuple(sorted(captured)),
        # For information only: what does not read must not hold up the game.
        time_s=0.0 if time is None else float(time[1]),
    )


def _read_game_end(text: str, _: int) -> GameEnd:
    _check_length(text, 3)
    reasons = {reason.value: reason for reason in EndReason}
    return GameEnd(reasons.get(text[1], EndReason.NONE), stop=text[2] == "1")


def _read_chat(text: str, _: int) -> Chat:
    return Chat(text[1:])


def _read_back_request(text: str, _: int) -> BackRequest:
    _check_length(text, 5)
    return BackRequest(_integer(text, "number", text[1:4]), _code(text, "to_move", text[4], Colour))


def _read_back_accept(text: str, _: int) -> BackAccept:
    _check_length(text, 2)
    return BackAccept(_code(text, "code", text[1], BackCode))


_READERS: Mapping[type[Message], Callable[[str, int], Message]] = {
    GameRequest: _read_game_request,
    GameAccept: _read_game_accept,
    Move: _read_move,
    GameEnd: _read_game_end,
    Chat: _read_chat,
    BackRequest: _read_back_request,
    BackAccept: _read_back_accept,
}


def _fault(text: str, field: str | None, piece: str, reason: str) -> RemoteProtocolError:
    return RemoteProtocolError(reason, text=piece, command=text[:1], field=field)


def _check_length(text: str, *lengths: int) -> None:
    if len(text) not in lengths:
        wanted = " or ".join(str(length) for length in lengths)
        raise _fault(text, None, text, f"{len(text)} characters, not {wanted}")


def _integer(text: str, field: str, piece: str) -> int:
    match = _INTEGER.fullmatch(piece)
    if match is None:
        raise _fault(text, field, piece, "not an integer")
    return int(match[1])


def _square(text: str, field: str, piece: str, n_squares: int) -> int:
    number = _integer(text, field, piece)
    if not 1 <= number <= n_squares:
        raise _fault(text, field, piece, "not a square of the board")
    return number - 1


def _code(text: str, field: str, letter: str, kind: type[_Code]) -> _Code:
    try:
        return kind(letter)
    except ValueError:
        known = " ".join(str(code.value) for code in kind)
        # The fault is complete as it is; the enum's own words add nothing.
        raise _fault(text, field, letter, f"none of {known}") from None


# --- writing -------------------------------------------------------------------------------------


def encode(message: Message, n_squares: int = N_SQUARES) -> str:
    """The text of a message, printable ASCII, without NUL. n_squares: of the board.

    Raises LocalProtocolError when it has no form.
    Foreign characters in names and chats become `?`; a name is cut to 32 characters, a chat to 126.
    """
    match message:
        case GameRequest():
            return _write_game_request(message, n_squares)
        case GameAccept(name, code):
            return f"A{_name(name)}{code.value}"
        case Move():
            return _write_move(message, n_squares)
        case GameEnd(reason, stop):
            return f"E{reason.value}{stop:d}"
        case Chat(text):
            if not text:
                raise LocalProtocolError("chat: no text")
            return f"C{_printable(text)[:MAX_CHAT_CHARACTERS]}"
        case BackRequest(number, to_move):
            _check_range("number", number, 1, MAX_NUMBER)
            return f"B{number:03}{to_move.value}"
        case BackAccept(code):
            return f"K{code.value}"
        case _:
            assert_never(message)


def _write_game_request(request: GameRequest, n_squares: int) -> str:
    moves = request.moves or 0
    _check_range("moves", moves, 0, MAX_NUMBER)
    head = f"R{VERSION}{_name(request.name)}{request.follower_colour.value}{_minutes(request.minutes)}{moves:03}"
    if request.position is None:
        return f"{head}A"
    pieces = request.position.pieces
    if len(pieces) != n_squares:
        raise LocalProtocolError(f"position: {len(pieces)} squares, not {n_squares}")
    if _REQUEST_LENGTH + 1 + n_squares > MAX_MESSAGE_BYTES:
        raise LocalProtocolError(f"position: {n_squares} squares do not fit into a message")
    if not _SQUARE_LETTERS.keys() >= set(pieces):
        raise LocalProtocolError("position: DXP has letters for men and kings only")
    to_move = Colour.WHITE if request.position.white_to_move else Colour.BLACK
    return f"{head}B{to_move.value}{''.join(_SQUARE_LETTERS[code] for code in pieces)}"


def _minutes(minutes: float) -> str:
    """Three characters; a fraction in the form that Scan and Moby Dam read (` .5`, `1.5`)."""
    _check_range("minutes", minutes, 0, MAX_NUMBER)
    text = f"{minutes:03.0f}" if minutes == int(minutes) else f"{minutes:.2f}".strip("0").rjust(3)
    if len(text) > 3 or float(text) != minutes:
        raise LocalProtocolError(f"minutes: {minutes} does not fit three characters")
    return text


def _write_move(move: Move, n_squares: int) -> str:
    # Turned round, the comparisons would let NaN through.
    seconds = round(min(max(0.0, move.time_s), float(MAX_MOVE_TIME_S)))
    captured = sorted(set(move.captured))
    _check_range("captured", len(captured), 0, MAX_CAPTURED if n_squares <= N_SQUARES else _MAX_CAPTURED_THAT_FIT)
    squares = [move.origin, move.landing, *captured]
    for square in squares:
        _check_range("square", square, 0, n_squares - 1)
    origin, landing, *taken = (f"{square + 1:02}" for square in squares)
    return f"M{seconds:04}{origin}{landing}{len(taken):02}{''.join(taken)}"


def _name(name: str) -> str:
    """32 characters, not beginning with a blank. Raises LocalProtocolError for a blank name."""
    text = _printable(name).strip()[:NAME_WIDTH]
    if not text:
        # GWD ends on a blank name.
        raise LocalProtocolError("name: blank")
    return text.ljust(NAME_WIDTH)


def _printable(text: str) -> str:
    return "".join(character if " " <= character <= "~" else "?" for character in text)


def _check_range(field: str, value: float, minimum: int, maximum: int) -> None:
    if not minimum <= value <= maximum:
        raise LocalProtocolError(f"{field}: {value} is not between {minimum} and {maximum}")
