"""Games as text: PDN 3.0, many games in one text.

Decides what a game text consists of and how we write it: strictly by the standard; reading is
liberal (results of either style at the end, leading zeros, missing move numbers, older signs).
A number without a dot is a move number only with its move behind it: it may be half a move.
Moves stay texts, positions stay FEN: reading them needs a board (`moves`, `fen`). Move numbers and
the layout are not kept; the writer makes them anew.
Source: PDN 3.0 (Wesselink and others), sections on tags, moves and game separators.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from protocol.errors import Fault, LocalProtocolError, PdnError
from protocol.notation.pdn_tags import UNFINISHED, starts_white

#: A move that nobody knows any more.
UNKNOWN_MOVE = "..."
#: Variations inside variations, `<=`. No person writes so many, and reading them needs the stack.
MAX_DEPTH = 100
# The old strength sign `*` for a forced move, which the standard replaces by this number.
_FORCED = 7
# The standard has no limit; a terminal and a difference tool are easier to read with one.
_LINE_WIDTH = 100
_FIRST_TAGS = ("Event", "Site", "Date", "Round", "White", "Black", "Result")

_TAG_NAME = r"[A-Za-z][A-Za-z0-9_]*"
_RESULT = r"(?: 1/2-1/2 | 2-0 | 1-1 | 0-2 | 0-0 | 1-0 | 0-1 )"
_MOVED = r"(?: [0-9]{1,3} (?:[-x:][0-9]{1,3})+ | [A-La-l][0-9]{1,2} (?:[-x:]?[A-La-l][0-9]{1,2})+ )"
# A piece taken off, by itself or before the move; see `moves`.
_REMOVED = r"- (?: [0-9]{1,3} | [A-La-l][0-9]{1,2} )"
_SQUARES = rf"(?: (?: {_REMOVED} / )? {_MOVED} | {_REMOVED} )"
_STRENGTH = r"(?: [!?]{1,2} | \( [!?]{1,2} \) )"
_TOKEN = re.compile(
    rf"""
    (?P<space>   (?: \s+ | %[^\n]* )+ )
  | (?P<tag>     \[ \s* (?P<name>{_TAG_NAME}) \s* "(?P<value>(?:\\[^\n] | [^"\\\n])*)" \s* \] )
  | (?P<comment> \{{ (?P<words>[^}}]*) \}} )
  | (?P<setup>   /FEN \s+ "(?P<fen>[^"\n]*)" / )
  | (?P<result>  {_RESULT} (?![-x:/\w]) | \* )
  | (?P<move>    (?: (?P<squares> {_SQUARES} ) (?![-x:/\w]) | \.\.\. ) (?P<forced> \*)? )
  | (?P<number>  [0-9]{{1,5}} (?: \. (?:\.\.)? | (?=\s) ) )
  | (?P<strength> {_STRENGTH} )
  | (?P<nag>     \$ (?P<nag_number>[0-9]{{1,3}}) )
  | (?P<open>    \( )
  | (?P<close>   \) )
    """,
    re.VERBOSE | re.ASCII,
)
_TEXT_LINE = re.compile(r"[^\n]+")
_TAG_LINE = re.compile(rf'\s*\[\s*{_TAG_NAME}\s*"')
_ESCAPED = re.compile(r'\\(["\\])')
_ENDS_GAME = frozenset({"result", "tag"})
# Why a token cannot stand where it stands; all others lack the move that they belong to.
_REASONS = {"close": "no variation is open", "tag": "variation not closed"}
# Values of the tag Result that leave it to the end of the game.
_UNTOLD = frozenset({"", "?", UNFINISHED})
# As much of a text as an error shows.
_SHOWN_CHARACTERS = 80

_LINE_FEED, _QUOTE, _BRACE = "\n", '"', "}"
_WRITTEN_TAG_NAME = re.compile(r"[A-Z][A-Za-z0-9_]*", re.ASCII)
_WRITTEN_MOVE = re.compile(rf"(?! {_RESULT} \Z) {_SQUARES}", re.VERBOSE | re.ASCII)
_WRITTEN_STRENGTH = re.compile(_STRENGTH, re.VERBOSE)


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move of a game text. text: as written, or UNKNOWN_MOVE. strength: `!`, `?`, `!?`, `(?)` ... or empty.

    nags: numbers of `$n`. comments: texts between braces after it. variations: what could have been
    played instead of it.
    """

    text: str
    strength: str = ""
    nags: tuple[int, ...] = ()
    comments: tuple[str, ...] = ()
    variations: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacedPosition:
    """A position put on the board in the middle of a game text. comments: after it."""

    fen: str
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """Moves one after the other. comments: before the first one."""

    elements: tuple[PlayedMove | PlacedPosition, ...] = ()
    comments: tuple[str, ...] = ()

    @property
    def moves(self) -> tuple[str, ...]:
        """The texts of the moves."""
        return tuple(element.text for element in self.elements if isinstance(element, PlayedMove))


@dataclass(frozen=True, slots=True)
class Game:
    """A game text. tags: name -> value, without `Result` and without empty ones.

    result: any text; usually one of `pdn_tags.Outcome`, `*` when there is none.
    """

    tags: Mapping[str, str] = field(default_factory=dict)
    line: Line = Line()
    result: str = UNFINISHED


def decode_pdn(data: bytes) -> str:
    """The text of a file: UTF-8 as the standard wants, Latin-1 as older files have it."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


# --- reading -------------------------------------------------------------------------------------


class PdnReader(Iterator[Game]):
    """The games of a text, one after the other.

    `next` raises PdnError where a game does not read; called again it goes on with the next game that begins
    with tags.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._offset = 0
        self._token: re.Match[str] | None = None
        self._counted = 0
        self._line_number = 1

    def __next__(self) -> Game:
        try:
            if self._peek() is None:
                raise StopIteration
            return self._game()
        except PdnError:
            self._skip_game()
            raise

    def _peek(self) -> re.Match[str] | None:
        """The next token; its `lastgroup` is its kind. None at the end of the text. Raises PdnError."""
        while self._token is None and self._offset < len(self._text):
            token = _TOKEN.match(self._text, self._offset)
            if token is None:
                raise self._fault("comment not closed" if self._text[self._offset] == "{" else "neither move nor sign")
            if token.lastgroup == "space":
                self._offset = token.end()
            else:
                self._token = token
        return self._token

    def _take(self, token: re.Match[str]) -> None:
        """Go on behind this token, the one that was peeked at."""
        self._offset, self._token = token.end(), None

    def _fault(self, reason: str) -> PdnError:
        """A fault at the place where the reader stands."""
        # From the last fault on: a long text full of faults is not counted through again and again.
        self._line_number += self._text.count("\n", self._counted, self._offset)
        self._counted = self._offset
        column = self._offset - self._text.rfind("\n", 0, self._offset)
        words = self._text[self._offset : self._offset + _SHOWN_CHARACTERS].split(maxsplit=1)
        return PdnError(Fault(words[0] if words else "", reason), self._line_number, column)

    def _skip_game(self) -> None:
        """On to the next tags behind something that is no tag."""
        if self._token is not None and self._token.lastgroup == "tag":
            # The fault is that the next game begins here.
            return
        self._token = None
        if self._text.startswith("{", self._offset) and self._text.find("}", self._offset) < 0:
            # All the rest is in that comment.
            self._offset = len(self._text)
            return
        is_past_tags = False
        for line in _TEXT_LINE.finditer(self._text, self._text.rfind("\n", 0, self._offset) + 1):
            is_tag = _TAG_LINE.match(self._text, line.start(), line.end()) is not None
            if is_tag and is_past_tags:
                self._offset = line.start()
                return
            is_past_tags = is_past_tags or not (is_tag or line[0].isspace())
        self._offset = len(self._text)

    def _game(self) -> Game:
        tags: dict[str, str] = {}
        comments: list[str] = []
        while (token := self._peek()) is not None and token.lastgroup in ("tag", "comment"):
            name = token["name"]
            if name in tags:
                # Games without moves and without an end: another one begins.
                return _finished(tags, Line((), tuple(comments)), UNFINISHED)
            if name is None:
                comments.append(token["words"])
            else:
                tags[name] = _ESCAPED.sub(r"\1", token["value"])
            self._take(token)
        line = self._line(depth=0)
        return _finished(tags, replace(line, comments=(*comments, *line.comments)), self._end())

    def _end(self) -> str:
        """The result that closes a game; behind that of an older file there may be the separator, too."""
        token = self._peek()
        if token is None or token.lastgroup != "result":
            return UNFINISHED
        self._take(token)
        separator = self._peek() if token[0] != UNFINISHED else None
        if separator is not None and separator[0] == UNFINISHED:
            self._take(separator)
        return token[0]

    def _line(self, depth: int) -> Line:
        """Elements up to the end of the game, or through the closing bracket of a variation."""
        comments: list[str] = []
        elements: list[PlayedMove | PlacedPosition] = []
        # A number without a dot whose move is still to come.
        bare: re.Match[str] | None = None
        while (token := self._peek()) is not None and (depth or token.lastgroup not in _ENDS_GAME):
            last = elements[-1] if elements else None
            if bare is not None and token.lastgroup not in ("move", "comment"):
                break
            match token.lastgroup:
                case "number":
                    self._take(token)
                    bare = None if "." in token[0] else token
                case "move":
                    self._take(token)
                    bare = None
                    text = token["squares"] or UNKNOWN_MOVE
                    elements.append(PlayedMove(text, nags=(_FORCED,) if token["forced"] else ()))
                case "setup":
                    self._take(token)
                    elements.append(PlacedPosition(token["fen"]))
                case "comment" | "result":
                    self._take(token)
                    # A result that closes a variation is no result of the game.
                    text = token[0] if token["words"] is None else token["words"]
                    if last is None:
                        comments.append(text)
                    else:
                        elements[-1] = replace(last, comments=(*last.comments, text))
                case "strength" | "nag" | "open" if isinstance(last, PlayedMove):
                    self._take(token)
                    elements[-1] = self._annotated(last, token, depth)
                case "close" if depth:
                    self._take(token)
                    return Line(tuple(elements), tuple(comments))
                case kind:
                    raise self._fault(_REASONS.get(kind or "", "no move before it"))
        if bare is not None:
            self._offset = bare.start()
            raise self._fault("a number without its move")
        if depth:
            raise self._fault("variation not closed")
        return Line(tuple(elements), tuple(comments))

    def _annotated(self, move: PlayedMove, token: re.Match[str], depth: int) -> PlayedMove:
        """The move with this sign, or with the variation that this bracket opens."""
        if token.lastgroup == "strength":
            # Of two signs the one nearer to the move counts.
            return move if move.strength else replace(move, strength=token[0])
        if token.lastgroup == "nag":
            return replace(move, nags=(*move.nags, int(token["nag_number"])))
        if depth >= MAX_DEPTH:
            raise self._fault(f"more than {MAX_DEPTH} variations inside each other")
        return replace(move, variations=(*move.variations, self._line(depth + 1)))


def read_line(text: str) -> tuple[str, ...]:
    """The moves of one line of play without tags; a text without any has none.

    Raises PdnError, also for a second game and for a position that is put on the board.
    """
    reader = PdnReader(text)
    game = next(reader, Game())
    if game.tags or len(game.line.moves) < len(game.line.elements) or next(reader, None) is not None:
        raise PdnError(Fault(text[:_SHOWN_CHARACTERS], "more than one line of play"), 1, 1)
    return game.line.moves


def _finished(tags: dict[str, str], line: Line, end: str) -> Game:
    """The game; its result is that of the tag, where it says one, else that of the end."""
    tagged = tags.pop("Result", "")
    result = end if tagged in _UNTOLD else tagged
    return Game({name: value for name, value in tags.items() if value}, line, result)


# --- writing -------------------------------------------------------------------------------------


def write_game(game: Game) -> str:
    """The text of a game, closed by `*` and a line feed. Tags in the usual order, empty ones left out.

    Games of one text stand behind each other, best with an empty line between them.
    Raises LocalProtocolError for a text that would not come back: a brace inside a comment, a line
    feed in a tag, a move that is none.
    """
    tags = {**game.tags, "Result": game.result}
    names = [*(name for name in _FIRST_TAGS if name in tags), *(name for name in tags if name not in _FIRST_TAGS)]
    rows = [_tag(name, tags[name]) for name in names if tags[name]]
    is_white_first = starts_white(tags.get("GameType", ""))
    index = int(_white_to_move(tags.get("FEN", ""), is_white_first) is not is_white_first)
    words = _line_words(game.line, index, is_white_first, depth=0)
    return "\n".join([*rows, "", *_wrapped([*words, UNFINISHED]), ""]).lstrip("\n")


def _tag(name: str, value: str) -> str:
    if _WRITTEN_TAG_NAME.fullmatch(name) is None:
        raise LocalProtocolError(f"not the name of a tag: {name!r}")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{_without(_LINE_FEED, escaped)}"]'


def _line_words(line: Line, index: int, is_white_first: bool, depth: int) -> list[str]:
    """The line in words. index: plies before it, counted from the side that moves first."""
    if depth > MAX_DEPTH:
        raise LocalProtocolError(f"more than {MAX_DEPTH} variations inside each other")
    words = [_comment(text) for text in line.comments]
    needs_number = True
    for element in line.elements:
        if isinstance(element, PlacedPosition):
            words.append(f'/FEN "{_without(_QUOTE, _without(_LINE_FEED, element.fen))}"/')
            white_to_move = (index % 2 == 0) is is_white_first
            index += _white_to_move(element.fen, white_to_move) is not white_to_move
            words += [_comment(text) for text in element.comments]
            needs_number = True
            continue
        first, *others = _move_words(element)
        has_number = index % 2 == 0 or needs_number
        words += [f"{_number(index)} {first}" if has_number else first, *others]
        for variation in element.variations:
            inner = _line_words(variation, index, is_white_first, depth + 1) or [""]
            inner[0] = f"({inner[0]}"
            inner[-1] += ")"
            words += inner
        needs_number = bool(element.comments or element.variations)
        index += 1
    return words


def _number(index: int) -> str:
    return f"{index // 2 + 1}{'...' if index % 2 else '.'}"


def _move_words(move: PlayedMove) -> list[str]:
    if move.text != UNKNOWN_MOVE and _WRITTEN_MOVE.fullmatch(move.text) is None:
        raise LocalProtocolError(f"not a move text: {move.text!r}")
    if move.strength and _WRITTEN_STRENGTH.fullmatch(move.strength) is None:
        raise LocalProtocolError(f"not a sign of strength: {move.strength!r}")
    if not all(0 <= nag <= 999 for nag in move.nags):
        raise LocalProtocolError(f"not annotation numbers: {move.nags}")
    return [move.text + move.strength, *(f"${nag}" for nag in move.nags), *map(_comment, move.comments)]


def _comment(text: str) -> str:
    return f"{{{_without(_BRACE, text)}}}"


def _without(character: str, text: str) -> str:
    if character in text:
        raise LocalProtocolError(f"{character!r} has no place in {text!r}")
    return text


def _white_to_move(fen: str, default: bool) -> bool:
    """The side to move of a FEN; the default where it does not say."""
    return {"W": True, "B": False}.get(fen[:1].upper(), default)


def _wrapped(words: list[str]) -> list[str]:
    """The words in rows. A comment is one word, whatever it holds, and so is a move with its number."""
    rows: list[str] = []
    for word in words:
        if rows and len(rows[-1]) + 1 + len(word) <= _LINE_WIDTH:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    return rows
