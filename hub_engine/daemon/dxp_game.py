"""One DXP game: the board, our clock, and the rules by which we end it. No I/O.

When it is our turn and the game goes on, `verdict` is None. Otherwise it says what we end the game with:
by the rules of the variant first (without a move we give up, a draw by rule is a draw), then by the move
limit (three men ahead or behind decide, as the last search saw it), then by the resignation that was asked for.
Source: DamExchange protocol, layer 2, GAMEEND; the choices are told in docs/dxp.md.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from hub_engine._core import Move
from hub_engine.board import Board
from hub_engine.config.time_control import TimeControl
from hub_engine.game.clock import GameClock
from hub_engine.game.result import Result
from hub_engine.match.scoreboard import OurResult
from hub_engine.record import result_text, time_control_text, write_record
from protocol.dxp.messages import EndReason
from protocol.dxp.messages import Move as DxpMove
from protocol.errors import printable
from protocol.notation.moves import MoveText, write_said

#: At the move limit a side this far ahead, in hundredths of a man, has won.
DECISIVE_SCORE = 300


class Resignation(NamedTuple):
    """We give up when our score was at most `-score` (hundredths of a man) for `n_moves` moves in a row."""

    score: int
    n_moves: int = 3


class Verdict(NamedTuple):
    """What we end a game with, and why in a few words."""

    reason: EndReason
    why: str


class Conclusion(NamedTuple):
    """The end of a game.

    winner: 1 White, 0 draw, -1 Black, None unknown. why: in a few words. is_broken_off: nobody ended it.
    """

    winner: int | None
    why: str
    is_broken_off: bool = False


class DxpGame:
    """A game between us and a peer.

    control: our time. clock: what is left of it. move_limit: of each side, None: no limit. Squares on the wire are
    Hub squares, 0-based here.
    """

    def __init__(
        self,
        number: int,
        board: Board,
        *,
        is_white: bool,
        opponent: str,
        control: TimeControl,
        move_limit: int | None = None,
        resignation: Resignation | None = None,
    ) -> None:
        self.number = number
        self.board = board
        self.is_white = is_white
        self.opponent = printable(opponent).strip() or "unnamed"
        self.control = control
        self.move_limit = move_limit
        self.began_at = datetime.now()  # noqa: DTZ005 - PDN's Date is the players' own
        self.conclusion: Conclusion | None = None
        self.clock = GameClock(control)
        self._resignation = resignation
        self._scores: list[int] = []
        self._drawn: tuple[int, Result] | None = None

    # --- our turn --------------------------------------------------------------------------------

    def verdict(self) -> Verdict | None:
        """What we end the game with, now that it is our turn; None: it goes on."""
        result = self.board.result()
        if result is None and self._drawn is not None:
            result = self._drawn[1]
        if result is not None:
            return Verdict(self._reason(result.winner), result.reason)
        if self.move_limit is not None and self.board.ply >= 2 * self.move_limit:
            return Verdict(self._reason_at_limit(), "move limit")
        if self._is_hopeless():
            return Verdict(EndReason.GIVE_UP, "resignation")
        return None

    def note_score(self, score: int) -> None:
        """The score of the search behind our move, hundredths of a man, seen by us."""
        self._scores.append(score)

    # --- moves -----------------------------------------------------------------------------------

    def find(self, move: DxpMove) -> Move:
        """The legal move that the peer means. Raises RefusedMoveError.

        The captured squares may come in any order, and may be missing while the ends tell the move.
        """
        said = MoveText(move.origin, move.landing, move.captured or None, None)
        return self.board.find(said, write_said(said))

    def play(self, move: Move) -> None:
        """Plays a legal move of either side."""
        self.board.push(move)
        result = self.board.result()
        if result is not None and result.is_draw and self._drawn is None:
            # Whoever is on turn may say so; the peer need not, so it is kept until our turn comes.
            self._drawn = (self.board.ply, result)

    def go_back(self, plies: int) -> None:
        """Takes moves back until `plies` are played; the time they took stays spent."""
        n_ours = 0
        while self.board.ply > plies:
            self.board.pop()
            n_ours += self.board.white_to_move is self.is_white
        self.clock.take_back(n_ours)
        self._scores.clear()
        if self._drawn is not None and self._drawn[0] > plies:
            self._drawn = None

    # --- the end ---------------------------------------------------------------------------------

    def end(self, reason: EndReason, *, by_us: bool, why: str) -> Conclusion:
        """The conclusion after one side ended the game with this reason.

        Without a reason the rules say who has won, if they do.
        """
        winner: int | None
        ender = 1 if by_us == self.is_white else -1
        match reason:
            case EndReason.WIN:
                winner = ender
            case EndReason.GIVE_UP:
                winner = -ender
            case EndReason.DRAW:
                winner = 0
            case EndReason.NONE:
                result = self.board.result() or (self._drawn[1] if self._drawn is not None else None)
                winner = None if result is None else result.winner
        self.conclusion = Conclusion(winner, why)
        return self.conclusion

    def break_off(self, why: str) -> Conclusion:
        """The conclusion of a game that could not go on."""
        self.conclusion = Conclusion(None, why, is_broken_off=True)
        return self.conclusion

    @property
    def our_result(self) -> OurResult:
        """What it came to for us."""
        match self.winner:
            case None:
                return OurResult.UNKNOWN
            case 0:
                return OurResult.DRAWN
            case winner:
                return OurResult.WON if (winner == 1) == self.is_white else OurResult.LOST

    # --- for people and files --------------------------------------------------------------------

    @property
    def winner(self) -> int | None:
        """1 White, 0 nobody, -1 Black, None not known or not over."""
        return self.conclusion.winner if self.conclusion is not None else None

    def result_text(self) -> str:
        """The result as PDN writes it; `*` while there is none."""
        return result_text(self.board.variant, self.winner)

    def last_move_text(self) -> str:
        """The last move in the variant's notation, with its number; nothing before the first one."""
        if self.board.ply == 0:
            return ""
        before = self.board.copy()
        move = before.pop()
        return f"{before.ply // 2 + 1}{'.' if before.white_to_move else '...'} {before.text(move)}"

    def pdn(self, our_name: str) -> str:
        """The game so far as PDN."""
        white, black = (our_name, self.opponent) if self.is_white else (self.opponent, our_name)
        tags = {
            "Event": "DXP match",
            "Date": f"{self.began_at:%Y.%m.%d}",
            "Time": f"{self.began_at:%H:%M:%S}",
            "Round": str(self.number),
            "White": white,
            "Black": black,
            "TimeControl": time_control_text(self.control),
            "Termination": self.conclusion.why if self.conclusion is not None else "in progress",
        }
        return write_record(self.board, tags, self.winner)

    # --- within ----------------------------------------------------------------------------------

    def _reason(self, winner: int) -> EndReason:
        if winner == 0:
            return EndReason.DRAW
        return EndReason.WIN if (winner == 1) == self.is_white else EndReason.GIVE_UP

    def _reason_at_limit(self) -> EndReason:
        score = self._scores[-1] if self._scores else 0
        if score >= DECISIVE_SCORE:
            return EndReason.WIN
        return EndReason.GIVE_UP if score <= -DECISIVE_SCORE else EndReason.NONE

    def _is_hopeless(self) -> bool:
        rule = self._resignation
        if rule is None or len(self._scores) < rule.n_moves:
            return False
        return all(score <= -rule.score for score in self._scores[-rule.n_moves :])
