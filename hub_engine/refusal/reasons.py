"""The reasons for which a move is refused, and the sentence of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from hub_engine._core import IllegalMoveError, Move, Position
from protocol.notation.moves import MoveText

#: Moves and squares named in one sentence; the rest is counted.
_SHOWN = 6


class Reason(StrEnum):
    """Why a move is refused."""

    UNREADABLE = "unreadable"
    NO_SUCH_SQUARE = "no-such-square"
    AMBIGUOUS = "ambiguous"
    LANDINGS_WRITTEN = "landings-written"
    CAPTURED_WRITTEN = "captured-written"
    GAME_OVER = "game-over"
    EMPTY_ORIGIN = "empty-origin"
    NOT_YOUR_PIECE = "not-your-piece"
    OPENING = "opening"
    NOT_IN_OPENING = "not-in-opening"
    NOT_TAKEN_OFF = "not-taken-off"
    NOT_HUFFABLE = "not-huffable"
    HUFFED_ALONE = "huffed-alone"
    CAPTURE_COMPULSORY = "capture-compulsory"
    QUANTITY = "quantity"
    VALUE = "value"
    KING_MOVER = "king-mover"
    KINGS_CAPTURED = "kings-captured"
    KING_EARLIEST = "king-earliest"
    MUST_GO_ON = "must-go-on"
    STRAIGHT_ON = "straight-on"
    SAME_KING = "same-king"
    FORCED_LANDING = "forced-landing"
    LANDING_BEHIND = "landing-behind"
    KING_NOT_BY_MAN = "king-not-by-man"
    NO_TURN_BACK = "no-turn-back"
    JUMPED_ONCE = "jumped-once"
    CROWNING_ENDS = "crowning-ends"
    STAYS_A_MAN = "stays-a-man"
    CROWNED_AT_ONCE = "crowned-at-once"
    RESTS = "rests"
    CAPTURES_ONLY = "captures-only"
    NO_LINE = "no-line"
    DIRECTION = "direction"
    CAPTURE_DIRECTION = "capture-direction"
    REACH = "reach"
    OVER_OWN_MEN = "over-own-men"
    OCCUPIED_LANDING = "occupied-landing"
    BLOCKED = "blocked"
    IS_A_CAPTURE = "is-a-capture"
    OTHER_PIECES = "other-pieces"
    OTHER_PATH = "other-path"
    NO_SUCH_CAPTURE = "no-such-capture"
    UNREACHABLE = "unreachable"


#: {piece} and {origin}, {landing} are those of the move; {squares} and {moves} those of the refusal, {n} a number.
_SENTENCES = {
    Reason.AMBIGUOUS: "{n} legal moves fit, write one of {moves}",
    Reason.LANDINGS_WRITTEN: "these are the squares landed on, write those captured: {moves}",
    Reason.CAPTURED_WRITTEN: "these are the squares captured, write those landed on: {moves}",
    Reason.GAME_OVER: "the game is over",
    Reason.EMPTY_ORIGIN: "there is no piece on {origin}",
    Reason.NOT_YOUR_PIECE: "the piece on {origin} is the opponent's",
    Reason.OPENING: "the game begins with a piece taken off: {moves}",
    Reason.NOT_IN_OPENING: "a piece is taken off at the beginning of the game only",
    Reason.NOT_TAKEN_OFF: "pieces are taken off the board by capturing only",
    Reason.NOT_HUFFABLE: "no piece there may be huffed",
    Reason.HUFFED_ALONE: "a piece is huffed before a move, write both: {moves}",
    Reason.CAPTURE_COMPULSORY: "a capture must be made: {moves}",
    Reason.QUANTITY: "the capture must take {n} pieces: {moves}",
    Reason.VALUE: "the capture must take the highest value: {moves}",
    Reason.KING_MOVER: "a king must capture before a man: {moves}",
    Reason.KINGS_CAPTURED: "the capture must take the most kings, {n}: {moves}",
    Reason.KING_EARLIEST: "the capture must take a king earlier: {moves}",
    Reason.MUST_GO_ON: "the capture must go on to {squares}",
    Reason.STRAIGHT_ON: "a capture that goes on keeps its direction",
    Reason.SAME_KING: "this king has made {n} quiet moves in a row, and no more are allowed",
    Reason.FORCED_LANDING: "the king must land where it can capture on: {moves}",
    Reason.LANDING_BEHIND: "the king must land directly behind the piece it captures: {moves}",
    Reason.KING_NOT_BY_MAN: "a man may not capture a king",
    Reason.NO_TURN_BACK: "between two jumps a piece may not turn straight back",
    Reason.JUMPED_ONCE: "a captured piece stays until the move is over, and may be jumped once only",
    Reason.CROWNING_ENDS: "the move ends where a man is crowned",
    Reason.STAYS_A_MAN: "a man goes on capturing as a man, and is crowned only where its move ends",
    Reason.CROWNED_AT_ONCE: "a man is crowned at once and goes on capturing as a king",
    Reason.RESTS: "a man on its last row makes no quiet move",
    Reason.CAPTURES_ONLY: "a {piece} moves by capturing only",
    Reason.NO_LINE: "no line leads from {origin} to {landing}",
    Reason.DIRECTION: "a {piece} does not move in that direction",
    Reason.CAPTURE_DIRECTION: "a {piece} does not capture in that direction",
    Reason.REACH: "a {piece} does not go that far",
    Reason.OVER_OWN_MEN: "a man does not pass over other men",
    Reason.OCCUPIED_LANDING: "{landing} is occupied",
    Reason.BLOCKED: "the way from {origin} to {landing} is barred on {squares}",
    Reason.IS_A_CAPTURE: "the move captures, write {moves}",
    Reason.OTHER_PIECES: "the capture from {origin} to {landing} takes other pieces: {moves}",
    Reason.OTHER_PATH: "the capture from {origin} to {landing} goes another way: {moves}",
    Reason.NO_SUCH_CAPTURE: "no legal capture leads from {origin} to {landing}",
    Reason.UNREACHABLE: "the {piece} on {origin} cannot go to {landing}",
}
#: Where the mover is free to choose, it helps to know what the piece can do.
_WITH_OTHER_MOVES = frozenset(
    {Reason.DIRECTION, Reason.REACH, Reason.OVER_OWN_MEN, Reason.OCCUPIED_LANDING, Reason.BLOCKED, Reason.UNREACHABLE}
)


class Spelling(NamedTuple):
    """How squares (0-based) and legal moves of a position are written for whoever sent the move."""

    square: Callable[[int], str]
    move: Callable[[Move, Position], str]


class Reading(NamedTuple):
    """A meaning of a move text, and how its writer spells."""

    said: MoveText
    spelling: Spelling


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is refused.

    rule: dotted key of the rule file that forbids it, empty where no single rule does. squares: 0-based, those the
    reason is about: where a capture goes on, what bars the way, what may be huffed. moves: the legal moves to choose
    from instead. text: a sentence for people, without a full stop.
    """

    reason: Reason
    rule: str
    squares: tuple[int, ...]
    moves: tuple[Move, ...]
    text: str


class RefusedMoveError(IllegalMoveError):
    """A move that is not legal, with the reason."""

    def __init__(self, move_text: str, refusal: Refusal) -> None:
        super().__init__(f"illegal move {move_text}: {refusal.text}")
        self.refusal = refusal

    @property
    def reason(self) -> Reason:
        """Why."""
        return self.refusal.reason


def sentence(reason: Reason, squares: Sequence[str], moves: Sequence[str], **facts: str | int) -> str:
    """The sentence of a reason. facts: the gaps of its template beside squares and moves."""
    others = _some(moves, "or")
    told = _SENTENCES[reason].format(squares=_some(squares, "and"), moves=others, **facts)
    return f"{told}; it can play {others}" if moves and reason in _WITH_OTHER_MOVES else told


def _some(words: Sequence[str], link: str) -> str:
    words = list(dict.fromkeys(words))
    shown = words[:_SHOWN]
    if len(words) > len(shown):
        return f"{', '.join(shown)} {link} {len(words) - len(shown)} more"
    return f" {link} ".join(filter(None, (", ".join(shown[:-1]), shown[-1]))) if shown else ""
