"""The messages of DXP as data; either end may send most of them.

Decides names, types and units. Must not know how a message is written (`codec`) nor when it may be
sent (`states`). Squares are 0-based, as in `notation`.
Source: DamExchange protocol, layer 2 (Mesander), one page for each message.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from protocol.notation.fen import Setup


class Colour(Enum):
    """A side. The value is its letter in DXP (Dutch "zwart")."""

    WHITE = "W"
    BLACK = "Z"

    @property
    def opposite(self) -> Colour:
        """The other side."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class AcceptCode(Enum):
    """Answer to a game request."""

    ACCEPTED = "0"
    WRONG_VERSION = "1"
    REFUSED = "2"  # not this game; another one is welcome
    NO_GAME = "3"  # no game at all


class EndReason(Enum):
    """Why a game ends, from the sender's point of view."""

    NONE = "0"  # not told; always allowed
    GIVE_UP = "1"
    DRAW = "2"
    WIN = "3"


class BackCode(Enum):
    """Answer to a request to take moves back; all but DONE leave everything as it is."""

    DONE = "0"
    UNSUPPORTED = "1"
    REFUSED = "2"


@dataclass(frozen=True, slots=True)
class GameRequest:
    """The initiator asks for a game.

    name: of the initiator. follower_colour: what the one who is asked shall play. minutes: each
    side's time for all its moves, 0: none told. moves: of each side, None: no limit. position:
    None: the start position, White moves; else what stands on every square and the side to move
    (counters have no place in DXP and are not carried).
    """

    name: str
    follower_colour: Colour
    minutes: float = 0.0
    moves: int | None = None
    position: Setup | None = None


@dataclass(frozen=True, slots=True)
class GameAccept:
    """The follower's answer to a GameRequest. name: of the follower."""

    name: str
    code: AcceptCode


@dataclass(frozen=True, slots=True)
class Move:
    """A move played.

    captured: ascending; empty for a quiet move, and for a capture whose squares the peer left out.
    time_s: seconds spent on it, for information only. Written in whole seconds, 0 to 9999.
    """

    origin: int
    landing: int
    captured: tuple[int, ...] = ()
    time_s: float = 0.0


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The sender ends the game, or acknowledges its end. stop: no further game is wanted."""

    reason: EndReason = EndReason.NONE
    stop: bool = False


@dataclass(frozen=True, slots=True)
class Chat:
    """Free text for people: shown or logged, never interpreted. Received: a Latin-1 view of the bytes."""

    text: str


@dataclass(frozen=True, slots=True)
class BackRequest:
    """Go back to the position in which `to_move` plays its move `number` (1 is the first move)."""

    number: int
    to_move: Colour


@dataclass(frozen=True, slots=True)
class BackAccept:
    """Answer to a BackRequest."""

    code: BackCode


Message = GameRequest | GameAccept | Move | GameEnd | Chat | BackRequest | BackAccept
