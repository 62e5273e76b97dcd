"""A game on a board as a PDN text."""

from __future__ import annotations

from collections.abc import Mapping

from hub_engine.board import Board
from hub_engine.config.time_control import Period, TimeControl
from hub_engine.game.notation import Notation
from hub_engine.variants import Variant
from protocol.errors import printable
from protocol.notation.pdn import Game, Line, PlayedMove, write_game
from protocol.notation.pdn_tags import UNFINISHED


def result_text(variant: Variant, winner: int | None) -> str:
    """A result as PDN has it: as the variant writes it, `*` while there is none.

    winner: 1 White, 0 nobody, -1 Black, None not known.
    """
    return UNFINISHED if winner is None else variant.result(winner, "").text


def write_record(board: Board, tags: Mapping[str, str], winner: int | None = None) -> str:
    """The game that led to this position, with an empty line behind it.

    tags: what is known of the game; GameType, Variant (its id), VariantOptions where it has some, and SetUp and FEN
    where the game did not begin at the start position, are added. winner: 1 White, 0 nobody, -1 Black, None not known.
    """
    variant = board.variant
    walked = board.copy()
    played = board.moves
    for _ in played:
        walked.pop()
    all_tags = {
        # Names come from peers, who may send anything.
        **{name: printable(value) for name, value in tags.items()},
        "GameType": variant.config.notation.game_type,
        "Variant": variant.id,
        "VariantOptions": variant.config.chosen,
    }
    if walked.fen() != Board(variant).fen():
        # Readers of PDN 2.0 look at the position only when the tag before it tells them to.
        all_tags |= {"SetUp": "1", "FEN": walked.fen()}
    texts = []
    for move in played:
        texts.append(PlayedMove(walked.text(move, Notation.NATIVE)))
        walked.push(move)
    return write_game(Game(all_tags, Line(tuple(texts)), result_text(variant, winner))) + "\n"


def time_control_text(control: TimeControl) -> str:
    """A time control as PDN's tag has it: `40/5400:1800`, `180+2`, `1/30` for a time that each move has anew; empty
    when no clock runs.
    """
    each_move_s = control.turn_s or control.move_time_s
    if each_move_s is not None:
        return f"1/{each_move_s:g}"
    return ":".join(_period_text(period) for period in control.periods)


def _period_text(period: Period) -> str:
    moves = "" if period.moves is None else f"{period.moves}/"
    return f"{moves}{period.time_s:g}" + (f"+{period.inc_s:g}" if period.inc_s else "")
