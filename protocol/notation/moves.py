"""Moves as text: Hub's (every captured square) and PDN's (squares landed on, in the game's own names).

A text says what it says, a `MoveText`; which legal move it means is found by `resolve`, given the legal
moves as data. Nothing here makes or checks a move.
Sources: Hub 2 protocol text, section on moves; PDN 3.0, moves and ambiguous captures.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from protocol.errors import AmbiguousMoveError, Fault, NotationError, UnknownMoveError, UnknownSquareError
from protocol.notation.squares import Naming

if TYPE_CHECKING:
    from protocol.notation.squares import Board

# A capture cannot hold more squares than the largest board has.
_MAX_CHARACTERS = 1024
# A piece taken off: a move by itself in an opening, or before another move where pieces are huffed.
_HUB_REMOVAL = re.compile(r"-([0-9]{1,4})")
_HUB_QUIET = re.compile(r"([0-9]{1,4})-([0-9]{1,4})")
_HUB_CAPTURE = re.compile(r"[0-9]{1,4}(?:x[0-9]{1,4})+")
# Between numbers stands a sign; names come apart without one. Each text has one reading only, so that a long
# run of digits costs no search for another.
_PDN_MOVE = re.compile(r"[0-9]{1,3}(?:[-x:][0-9]{1,3})+|[A-La-l][0-9]{1,2}(?:[-x:]?[A-La-l][0-9]{1,2})+")
_PDN_REMOVAL = re.compile(r"-([A-La-l][0-9]{1,2}|[0-9]{1,3})")
_PDN_SQUARE = re.compile(r"[A-La-l][0-9]{1,2}|[0-9]{1,3}")
#: What a text that is no move could have looked like, by the names of the squares: moves, a move after a huff.
_EXAMPLES = {Naming.NUMERIC: ("32-28, 32x23", "-18/24-20"), Naming.ALGEBRAIC: ("c3-d4, c3xe5", "-d4/h2-g3")}


class MoveData(Protocol):
    """What a move is, as far as texts go: 0-based squares, captured ones ascending.

    A move that takes one own piece off begins, ends and captures on its square.
    """

    @property
    def origin(self) -> int:
        """Where it begins."""

    @property
    def landing(self) -> int:
        """Where it ends."""

    @property
    def captured(self) -> tuple[int, ...]:
        """What it takes."""

    @property
    def huffed(self) -> int | None:
        """The piece of the opponent that is taken off before it; None where nothing is."""


_Move = TypeVar("_Move", bound=MoveData)
PathsOf = Callable[[_Move], Sequence[Sequence[int]]]
"""Every way to carry out a move: squares from the origin to the landing."""


class MoveText(NamedTuple):
    """What a move text says; squares are 0-based.

    captured: as written, None when the text does not tell. is_capture: None when it does not tell (a hyphen where the
    game writes captures so). via: squares landed on between origin and landing, as far as given. huffed: the
    piece taken off before the move.
    """

    origin: int
    landing: int
    captured: tuple[int, ...] | None
    is_capture: bool | None
    via: tuple[int, ...] = ()
    huffed: int | None = None


def parse_hub_move(text: str, n_squares: int) -> MoveText:
    """A Hub move: `32-28`, `28x19x23`, or the short `28x19`; `-28`, `-18/24-20`. Raises NotationError."""
    first, slash, rest = _limited(text).partition("/")
    # Few games have huffs: a slash alone does not tell that one is meant.
    if slash and _HUB_REMOVAL.fullmatch(first) is not None:
        if "/" in rest:
            raise NotationError([Fault(text, "not a move: write -18/24-20")])
        return parse_hub_move(rest, n_squares)._replace(huffed=parse_hub_move(first, n_squares).origin)
    removal, quiet = _HUB_REMOVAL.fullmatch(text), _HUB_QUIET.fullmatch(text)
    if removal is None and quiet is None and _HUB_CAPTURE.fullmatch(text) is None:
        raise NotationError([Fault(text, "not a move: write 32-28 or 28x19x23")])
    numbers = [int(number) for number in re.findall(r"[0-9]+", text)]
    off_board = [number for number in numbers if not 1 <= number <= n_squares]
    if off_board:
        raise UnknownSquareError([Fault(text, f"square {off_board[0]} is not on the board")])
    if removal is not None:
        return _removal(numbers[0] - 1)
    origin, landing, *captured = (number - 1 for number in numbers)
    if quiet is not None:
        return MoveText(origin, landing, (), is_capture=False)
    return MoveText(origin, landing, tuple(captured) or None, is_capture=True)


def write_hub_move(move: MoveData) -> str:
    """The full Hub form, captured squares ascending."""
    prefix = "" if move.huffed is None else f"-{move.huffed + 1}/"
    if _is_removal(move):
        return f"{prefix}-{move.origin + 1}"
    if not move.captured:
        return f"{prefix}{move.origin + 1}-{move.landing + 1}"
    return prefix + "x".join(str(square + 1) for square in (move.origin, move.landing, *sorted(move.captured)))


def parse_pdn_move(text: str, board: Board) -> MoveText:
    """A move in the game's own notation: `32-28`, `32x23`, `c3:e5`, `a3b4`, `47x38x24x13x36`, `-d5`, `-d4/h2-g3`.

    Numbers and names are both read, with `x`, `:` or `-`, leading zeros too. Raises NotationError.
    """
    first, slash, rest = _limited(text).partition("/")
    if slash and _PDN_REMOVAL.fullmatch(first) is not None:
        if "/" in rest:
            raise NotationError([Fault(text, f"not a move: write {_EXAMPLES[board.naming][1]}")])
        return parse_pdn_move(rest, board)._replace(huffed=parse_pdn_move(first, board).origin)
    if (removal := _PDN_REMOVAL.fullmatch(text)) is not None:
        return _removal(board.square(removal[1]))
    if _PDN_MOVE.fullmatch(text) is None:
        example = _EXAMPLES[board.naming][0]
        raise NotationError([Fault(text, f"not a move: write {example} or the squares of the whole path")])
    squares = [board.square(name) for name in _PDN_SQUARE.findall(text)]
    signs = set(re.findall(r"[-x:]", text))
    is_capture = True if signs & {"x", ":"} else None
    return MoveText(squares[0], squares[-1], None, is_capture, tuple(squares[1:-1]))


def write_said(text: MoveText) -> str:
    """What a text says, legal or not, in Hub numbers: `32-28`, `47x36`, `-28`, `-18/24-20`."""
    prefix = "" if text.huffed is None else f"-{text.huffed + 1}/"
    if text.captured == (text.origin,):
        return f"{prefix}-{text.origin + 1}"
    squares = (text.origin, *text.via, text.landing, *(text.captured or ()))
    sign = "x" if text.is_capture or text.captured else "-"
    return prefix + sign.join(str(square + 1) for square in squares)


def read_otherwise(text: MoveText) -> MoveText | None:
    """The other meaning of a capture of more than two squares: those said to be captured are landed on, or the
    other way round. None where a text has no other meaning.
    """
    if text.captured and text.captured != (text.origin,):
        *via, landing = text.landing, *text.captured
        return text._replace(landing=landing, captured=None, via=tuple(via))
    if text.via:
        landing, *captured = *text.via, text.landing
        return text._replace(landing=landing, captured=tuple(captured), is_capture=True, via=())
    return None


def _limited(text: str) -> str:
    if len(text) > _MAX_CHARACTERS:
        raise NotationError([Fault(text, "too long for a move")])
    return text


def _removal(square: int) -> MoveText:
    return MoveText(square, square, (square,), is_capture=True)


def _is_removal(move: MoveData) -> bool:
    """No capture takes the piece that makes it."""
    return move.origin in move.captured


def write_pdn_move(move: MoveData, board: Board, capture_sign: str = "x", path: Sequence[int] | None = None) -> str:
    """A move in the game's own notation: both ends, or every square of `path`."""
    prefix = "" if move.huffed is None else f"-{board.name(move.huffed)}/"
    if _is_removal(move):
        return f"{prefix}-{board.name(move.origin)}"
    if not move.captured:
        return f"{prefix}{board.name(move.origin)}-{board.name(move.landing)}"
    squares = (move.origin, move.landing) if path is None else path
    return prefix + capture_sign.join(board.name(square) for square in squares)


def pdn_text(
    move: _Move,
    legal: Sequence[_Move],
    board: Board,
    paths_of: PathsOf[_Move],
    capture_sign: str = "x",
) -> str:
    """The shortest text that PDN allows: both ends, or the full path where another move shares them.

    On the path stand the turning points and, where the line goes straight on, the square right behind the
    captured piece; of several ways the first that no other legal move can take.
    """
    rivals = [other for other in legal if other != move and _same_ends(other, move)]
    if not rivals:
        return write_pdn_move(move, board, capture_sign)
    taken = {tuple(path) for other in rivals for path in paths_of(other)}
    own = [path for path in paths_of(move) if tuple(path) not in taken]
    if not own:
        raise NotationError([Fault(write_hub_move(move), "no path tells this move from another one")])
    return write_pdn_move(move, board, capture_sign, min(own, key=lambda path: _detour(path, board)))


def _same_ends(first: MoveData, second: MoveData) -> bool:
    return (first.origin, first.landing, first.huffed) == (second.origin, second.landing, second.huffed)


def _detour(path: Sequence[int], board: Board) -> tuple[int, ...]:
    """Squared distances between the landings; the smallest first sequence lands right behind the pieces."""
    cells = [board.cell(square) for square in path]
    return tuple(
        (column - before[0]) ** 2 + (row - before[1]) ** 2 for before, (column, row) in itertools.pairwise(cells[:-1])
    )


def resolve(text: MoveText, legal: Sequence[_Move], paths_of: PathsOf[_Move] | None = None) -> _Move:
    """The one legal move that fits the text. paths_of: needed to understand squares landed on (`via`), and to tell the
    capture that lands nowhere between from others with both its ends.

    A Hub client may write a quiet move with `x`; that is accepted. A hyphen is no capture in a Hub text. Where both a
    quiet move and a capture fit, the sign decides: `x` or `:` means the capture, a hyphen or no sign the quiet move.
    Raises UnknownMoveError or AmbiguousMoveError.
    """
    found = fitting(text, legal, paths_of)
    if len(found) == 1:
        return found[0]
    shown = write_said(text)
    if found:
        raise AmbiguousMoveError([Fault(shown, f"{len(found)} legal moves fit, name the captured squares")])
    raise UnknownMoveError([Fault(shown, "illegal move")])


def fitting(text: MoveText, legal: Sequence[_Move], paths_of: PathsOf[_Move] | None = None) -> list[_Move]:
    """The legal moves that fit the text; see `resolve`."""
    found = [move for move in legal if _fits(text, move, paths_of)]
    # Only where captures are not compulsory can a quiet move and a capture share both ends.
    found = [move for move in found if bool(move.captured) is bool(text.is_capture)] or found
    if len(found) > 1 and paths_of is not None:
        # A path may lead over all the squares of another one, or be the straight way between the same ends: the
        # move whose own path it is comes first.
        exact = [move for move in found if any(tuple(path[1:-1]) == text.via for path in paths_of(move))]
        found = exact or found
    return found


def _fits(text: MoveText, move: _Move, paths_of: PathsOf[_Move] | None) -> bool:
    if (move.origin, move.landing, move.huffed) != (text.origin, text.landing, text.huffed):
        return False
    if text.is_capture is False and move.captured:
        return False
    if text.captured is not None and sorted(move.captured) != sorted(text.captured):
        return False
    if not text.via:
        return True
    return paths_of is not None and any(_passes(path, text.via) for path in paths_of(move))


def _passes(path: Sequence[int], via: Sequence[int]) -> bool:
    """True when the path lands on these squares in this order, perhaps on others between them."""
    landings = iter(path[1:-1])
    return all(square in landings for square in via)
