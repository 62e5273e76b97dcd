"""Positions as text: FEN in all its dialects, and the Hub position string.

A `Setup` is plain data, unchecked: whether pieces may stand so is the core's to say.
Sources: PDN 3.0, FEN; Hub 2 protocol text, section on positions; lidraughts' FEN (H, F, king counts,
G and P for pieces taken but still standing). Ours: p and q, P for parachutists, `/huff=` and X.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from protocol.errors import Fault, NotationError
from protocol.notation.squares import Naming

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.notation.squares import Board

EMPTY, WHITE_MAN, WHITE_KING, BLACK_MAN, BLACK_KING, WHITE_PARACHUTIST, BLACK_PARACHUTIST = range(7)

# No honest position text is longer; a longer one is not worth a closer look.
_MAX_CHARACTERS = 4096
#: As a tag of a PDN file, and as a set-up among its moves.
_TAG = re.compile(r'\[\s*FEN\s+"([^"]*)"\s*\]|/\s*FEN\s+"([^"]*)"\s*/', re.IGNORECASE)
_SQUARE = r"([0-9]{1,18}|[A-La-l][0-9]{1,2})"
_PLAIN_ITEM = re.compile(rf"(){_SQUARE}(?:-{_SQUARE})?")
_MARKED_ITEM = re.compile(rf"([KkGgPp]){_SQUARE}(?:-{_SQUARE})?")
_COUNTER = re.compile(r"([HhFf])([0-9]{1,4})")
_KING_COUNTS = re.compile(r"\+([0-9])([0-9]*)\+([0-9])([0-9]*)")
_HUB_LETTERS = "ewWbBpq"
_HUB_CODES = {letter: code for code, letter in enumerate(_HUB_LETTERS)}
_HUB_HUFF = re.compile(r"huff=([0-9]{1,3}(?:,[0-9]{1,3})*)")
#: The letter before a piece in a FEN, by piece code.
_FEN_MARKS = ("", "", "K", "", "K", "P", "P")


@dataclass(frozen=True, slots=True)
class Setup:
    """Placed pieces and what else a position text tells.

    pieces: one code a square in board order (0 empty, 1 white man, 2 white king, 3 black man, 4 black king,
    5 white parachutist, 6 black parachutist).
    halfmoves: plies since a capture or a man's move; fullmoves: number of the move to come. None: not told.
    king_runs: (white square + 1 or 0, white count, black square + 1 or 0, black count), as the core takes it.
    ghosts: squares of pieces that are taken and not yet off the board, in mid-capture.
    huffable: squares of the side that has just moved whose pieces may be huffed, ascending.
    naming: how a FEN names its squares, by names where it has both; None: not told. No part of what is placed.
    """

    pieces: bytes
    white_to_move: bool
    halfmoves: int | None = None
    fullmoves: int | None = None
    king_runs: tuple[int, int, int, int] | None = None
    ghosts: tuple[int, ...] = ()
    huffable: tuple[int, ...] = ()
    naming: Naming | None = field(default=None, compare=False)


def parse_position(text: str, board: Board, *, has_parachutists: bool = False) -> Setup:
    """The position of a FEN or of a Hub string: a FEN is what has a colon. Raises NotationError."""
    if ":" in text:
        return parse_fen(text, board, has_parachutists=has_parachutists)
    if text[:1] not in ("W", "w", "B", "b") or len(text) < board.n_squares // 2:
        # Too far from either to say what is wrong with it.
        raise NotationError([Fault(text, "neither a FEN (W:W31:B20) nor a Hub position (W, then a letter a square)")])
    return parse_hub_position(text, board.n_squares)


def parse_hub_position(text: str, n_squares: int) -> Setup:
    """Side letter and one letter a square; a small side letter (Hub 1) is accepted. Raises NotationError.

    What may be huffed follows as `/huff=18,22`.
    """
    board_text, slash, huff_text = text.partition("/")
    faults = []
    if len(board_text) != n_squares + 1:
        faults.append(Fault(board_text, f"{max(len(board_text) - 1, 0)} squares given, the board has {n_squares}"))
    if board_text[:1] not in ("W", "w", "B", "b"):
        faults.append(Fault(board_text[:1], "the side to move is neither W nor B"))
    letters = board_text[1 : n_squares + 1]
    faults += [
        Fault(letter, f"square {number} holds no piece letter ({' '.join(_HUB_LETTERS[1:])} e)")
        for number, letter in enumerate(letters, start=1)
        if letter not in _HUB_CODES
    ]
    huffable: list[int] = []
    if slash and (huff := _HUB_HUFF.fullmatch(huff_text)) is not None:
        huffable = sorted({int(number) - 1 for number in huff[1].split(",")})
        faults += [
            Fault(str(square + 1), f"no square, the board has 1 to {n_squares}")
            for square in huffable
            if not 0 <= square < n_squares
        ]
    elif slash:
        faults.append(Fault(slash + huff_text, "after the squares only /huff=18,22 may stand"))
    if faults:
        raise NotationError(faults)
    pieces = bytes(_HUB_CODES[letter] for letter in letters)
    return Setup(pieces, board_text[0] in "Ww", huffable=tuple(huffable))


def write_hub_position(setup: Setup) -> str:
    """The Hub position string."""
    side = "W" if setup.white_to_move else "B"
    huff = ",".join(str(square + 1) for square in setup.huffable)
    return side + "".join(_HUB_LETTERS[code] for code in setup.pieces) + (f"/huff={huff}" if huff else "")


def parse_fen(text: str, board: Board, *, has_parachutists: bool = False) -> Setup:
    """The position of a FEN, squares in the board's own naming (numbers or names).

    has_parachutists: `P` marks one; without them it is lidraughts' sign of a king taken and not yet off the
    board. `:X18,22` lists what may be huffed.
    Read beside the standard form: a `[FEN "..."]` tag, a `/FEN "..."/` set-up, a final dot, blanks or `_`, small
    letters, ranges, sections in any order, a side without pieces, the side letter written twice, lidraughts' extra
    fields. `?` for the side to move (PDN: unknown) is read as White.
    Raises NotationError with every fault.
    """
    if len(text) > _MAX_CHARACTERS:
        raise NotationError([Fault(text, f"longer than {_MAX_CHARACTERS} characters")])
    tag = _TAG.fullmatch(text.strip())
    plain = re.sub(r"[\s_]", "", (tag[1] or tag[2] or "") if tag else text).removesuffix(".")
    reader = _FenReader(board, has_parachutists=has_parachutists)
    reader.read(plain.split(":"))
    if reader.faults:
        raise NotationError(reader.faults)
    return Setup(
        bytes(reader.pieces),
        reader.white_to_move,
        reader.halfmoves,
        reader.fullmoves,
        reader.king_runs,
        tuple(sorted(reader.ghosts)),
        tuple(sorted(reader.huffable)),
        reader.naming,
    )


class _FenReader:
    """The fields of one FEN, read one after the other; faults are collected, not raised."""

    def __init__(self, board: Board, has_parachutists: bool) -> None:
        self.board = board
        self.has_parachutists = has_parachutists
        self.white_to_move = True
        self.halfmoves: int | None = None
        self.fullmoves: int | None = None
        self.king_runs: tuple[int, int, int, int] | None = None
        self.naming: Naming | None = None
        self.pieces = bytearray(board.n_squares)
        self.ghosts: set[int] = set()
        self.huffable: set[int] = set()
        self.faults: list[Fault] = []
        self._colours: set[str] = set()

    def read(self, fields: list[str]) -> None:
        side, *sections = fields
        if side.upper() not in ("W", "B", "?"):
            self.faults.append(Fault(side, "the side to move is neither W nor B"))
        self.white_to_move = side.upper() != "B"
        # An old form says the side to move twice, `W:B:W50:B`: the second one counts.
        if len(sections) > 2 and sections[0].upper() in ("W", "B") and _are_sides(sections[1:3]):
            self.white_to_move = sections.pop(0).upper() == "W"
        for section in sections:
            letter = section[:1].upper()
            if letter in ("W", "B"):
                self._read_side(letter, section[1:])
            elif letter == "X":
                self._read_huffable(section[1:])
            elif not self._read_counter(section):
                self.faults.append(Fault(section, "neither a side (W or B) nor a counter"))

    def _read_counter(self, section: str) -> bool:
        if (counter := _COUNTER.fullmatch(section)) is not None:
            if counter[1] in "Hh":
                self.halfmoves = int(counter[2])
            else:
                self.fullmoves = int(counter[2])
            return True
        if (counts := _KING_COUNTS.fullmatch(section)) is not None:
            # lidraughts writes Black's count first; the square follows a count above 0.
            black, white = self._run(counts[1], counts[2]), self._run(counts[3], counts[4])
            self.king_runs = (*white, *black)
            return True
        return False

    def _read_huffable(self, items: str) -> None:
        for name in filter(None, items.split(",")):
            self.huffable.update(self._squares(name, None, name))

    def _run(self, count: str, square: str) -> tuple[int, int]:
        if count == "0":
            return 0, 0
        number = int(square) if square else 0
        if not 1 <= number <= self.board.n_squares:
            self.faults.append(Fault(f"+{count}{square}", "a king's count without its square"))
            return 0, 0
        return number, int(count)

    def _read_side(self, letter: str, items: str) -> None:
        if letter in self._colours:
            self.faults.append(Fault(letter + items, "a second list of pieces of one side"))
            return
        self._colours.add(letter)
        man = WHITE_MAN if letter == "W" else BLACK_MAN
        for item in filter(None, items.split(",")):
            self._read_item(item, man)

    def _read_item(self, item: str, man: int) -> None:
        # `g3` is a square where the game names its squares so, and a taken man on 3 elsewhere.
        first, then = _MARKED_ITEM, _PLAIN_ITEM
        if self.board.naming is Naming.ALGEBRAIC:
            first, then = then, first
        readings = [match for pattern in (first, then) if (match := pattern.fullmatch(item)) is not None]
        # `K22` is no square of most boards with names, so it must be a king.
        match = next((match for match in readings if self.board.has(match[2])), readings[0] if readings else None)
        if match is None:
            self.faults.append(Fault(item, "no piece: write 7, K7, 7-9"))
            return
        kind = match[1].upper()
        for square in self._squares(match[2], match[3], item):
            if kind == "G" or (kind == "P" and not self.has_parachutists):
                self.ghosts.add(square)
            elif self.pieces[square] != EMPTY:
                self.faults.append(Fault(item, f"square {self.board.name(square)} is taken already"))
            else:
                self.pieces[square] = _code(man, kind)

    def _squares(self, first: str, last: str | None, item: str) -> Iterator[int]:
        try:
            low = self.board.square(first)
            high = low if last is None else self.board.square(last)
        except NotationError as error:
            self.faults += error.faults
            return
        if self.naming is not Naming.ALGEBRAIC:
            self.naming = Naming.NUMERIC if first.isdigit() else Naming.ALGEBRAIC
        if last is not None and not (first.isdigit() and last.isdigit() and int(first) <= int(last)):
            self.faults.append(Fault(item, "a range needs two rising numbers"))
            return
        yield from range(min(low, high), max(low, high) + 1)


def _code(man: int, kind: str) -> int:
    """The piece code of a marked piece of the side whose men have the code `man`."""
    if kind == "P":
        return WHITE_PARACHUTIST if man == WHITE_MAN else BLACK_PARACHUTIST
    return man + (kind == "K")


def _are_sides(sections: list[str]) -> bool:
    return {section[:1].upper() for section in sections} == {"W", "B"}


def write_fen(setup: Setup, board: Board, *, ranges: bool = False, counters: bool = True) -> str:
    """The FEN in the board's own naming.

    ranges: three or more men with consecutive numbers become one item (`W31-50`). counters: write the
    half-move, move and king counts that the setup tells.
    """
    parts = ["W" if setup.white_to_move else "B"]
    for letter, codes in (
        ("W", (WHITE_MAN, WHITE_KING, WHITE_PARACHUTIST)),
        ("B", (BLACK_MAN, BLACK_KING, BLACK_PARACHUTIST)),
    ):
        squares = [square for square, code in enumerate(setup.pieces) if code in codes]
        squares.sort(key=board.number)
        marks = {square: _FEN_MARKS[setup.pieces[square]] for square in squares}
        parts.append(letter + ",".join(_items(squares, marks, board, ranges=ranges)))
    if setup.huffable:
        parts.append("X" + ",".join(board.name(square) for square in sorted(setup.huffable, key=board.number)))
    if counters:
        parts += _counter_fields(setup)
    return ":".join(parts)


def _items(squares: list[int], marks: dict[int, str], board: Board, *, ranges: bool) -> Iterator[str]:
    may_join = ranges and all(board.name(square).isdigit() for square in squares)
    at = 0
    while at < len(squares):
        end = at + 1
        while (
            may_join
            and end < len(squares)
            and abs(squares[end] - squares[end - 1]) == 1
            and marks[squares[end]] == marks[squares[at]]
        ):
            end += 1
        # A run of two is as long as the two items.
        if end - at < 3:
            end = at + 1
        name = marks[squares[at]] + board.name(squares[at])
        yield name if end == at + 1 else f"{name}-{board.name(squares[end - 1])}"
        at = end


def _counter_fields(setup: Setup) -> Iterator[str]:
    if setup.halfmoves is not None:
        yield f"H{setup.halfmoves}"
    if setup.fullmoves is not None:
        yield f"F{setup.fullmoves}"
    if setup.king_runs is not None:
        white_square, white, black_square, black = setup.king_runs
        yield "".join(
            f"+{count}" + (f"{square:02}" if count else "")
            for square, count in ((black_square, black), (white_square, white))
        )
