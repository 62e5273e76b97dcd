"""What two ends agree on before a DXP game: the board, the colours, the time. No I/O.

Decides what an initiator asks for, which requests a follower takes, and what game comes of either.
Source: DamExchange protocol, layer 2, GAMEREQ and GAMEACC; the choices are told in docs/dxp.md.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from hub_engine.board import Board
from hub_engine.config.time_control import Period, TimeControl
from hub_engine.daemon.dxp_game import DxpGame, Resignation
from hub_engine.engine.options import EngineOptions
from hub_engine.match.schedule import Pairing
from hub_engine.variants import Variant
from protocol.dxp.codec import encode
from protocol.dxp.messages import Colour, GameRequest
from protocol.errors import LocalProtocolError

#: Moves of a game for which no limit is set.
EXPECTED_MOVES = 75


@dataclass(frozen=True, slots=True)
class DxpPlayer:
    """How we play, on every link.

    name: ours on the wire. control: our time where the peer tells none, and what an initiator asks for. move_limit: of
    each side, asked for by an initiator. resignation: when we give up; None: never. silence_s: how long a peer on turn
    may make no move before the game is broken off; idle_s: how long one without a game may ask for none. Chat and what
    is refused lengthen neither: no peer holds a link for ever by talking. overhead_s: time lost between the peer's
    clock and us, each move. longest_move_s: we never think longer than this, whatever the clock allows. search_s: what
    the process allows.
    """

    name: str
    variant: Variant
    engine: EngineOptions
    control: TimeControl
    move_limit: int | None = None
    resignation: Resignation | None = None
    overhead_s: float = 0.01
    silence_s: float = 3600.0
    idle_s: float = 86_400.0
    longest_move_s: float = 3600.0
    search_s: float = 86_400.0


def game_request(player: DxpPlayer, pairing: Pairing) -> GameRequest:
    """What an initiator asks for."""
    return GameRequest(
        player.name,
        Colour.BLACK if pairing.is_white else Colour.WHITE,
        asked_minutes(player.control, player.move_limit),
        player.move_limit,
        pairing.opening.setup() if pairing.opening is not None else None,
    )


def check_openings(variant: Variant, openings: Sequence[Board]) -> None:
    """That a request can carry each position. Raises ValueError for the first one that has no form in DXP."""
    for number, opening in enumerate(openings, start=1):
        try:
            encode(GameRequest("any", Colour.WHITE, position=opening.setup()), variant.grid.n_squares)
        except LocalProtocolError as error:
            raise ValueError(f"opening {number} of {len(openings)} cannot be asked for over DXP: {error}") from error


def asked_game(player: DxpPlayer, pairing: Pairing, opponent: str) -> DxpGame:
    """The game that we asked for and that the opponent accepted."""
    variant, opening = player.variant, pairing.opening
    return DxpGame(
        pairing.number,
        # The position went over the wire without its history: both sides begin to count here.
        Board(variant) if opening is None else Board.from_setup(variant, opening.setup()),
        is_white=pairing.is_white,
        opponent=opponent,
        control=player.control,
        move_limit=player.move_limit,
        resignation=player.resignation,
    )


def requested_game(player: DxpPlayer, request: GameRequest, number: int) -> DxpGame:
    """The game that a follower is asked for. number: counts the games of the link.

    Raises ValueError, IllegalPositionError when it cannot be played; the text tells the peer why.
    """
    return DxpGame(
        number,
        _requested_board(player.variant, request),
        is_white=request.follower_colour is Colour.WHITE,
        opponent=request.name,
        control=told_control(request.minutes, request.moves, player.control),
        move_limit=request.moves,
        resignation=player.resignation,
    )


def _requested_board(variant: Variant, request: GameRequest) -> Board:
    if request.position is None:
        board = Board(variant)
    else:
        if len(request.position.pieces) != variant.grid.n_squares:
            raise ValueError(f"{variant.title} has {variant.grid.n_squares} squares")
        board = Board.from_setup(variant, request.position)
    result = board.result()
    if result is not None:
        raise ValueError(f"the game is over in this position: {result}")
    return board


def told_control(minutes: float, move_limit: int | None, fallback: TimeControl) -> TimeControl:
    """Our time in a game for which the peer asked; minutes 0: it told none, so the fallback."""
    if minutes <= 0:
        return fallback
    period = Period(move_limit, minutes * 60, 0.0)
    return TimeControl("dxp", f"{minutes:g} minutes", (period,))


def asked_minutes(control: TimeControl, move_limit: int | None) -> int:
    """The minutes for the whole game that go into a request, 1..999; a peer that reads 0 may never answer."""
    n_moves = move_limit if move_limit is not None else EXPECTED_MOVES
    if control.periods:
        seconds, moves_left = 0.0, n_moves
        # The last period repeats.
        for period in itertools.chain(control.periods, itertools.repeat(control.periods[-1])):
            moves = moves_left if period.moves is None else min(period.moves, moves_left)
            seconds += period.time_s + period.inc_s * moves
            moves_left -= moves
            if moves_left == 0:
                break
    else:
        seconds = n_moves * (control.move_time_s or control.turn_s or 1.0)
    return min(max(round(seconds / 60), 1), 999)
