"""A slow, plain move generator, written from the rule texts, to check the fast one against.

It reads the same rule data as the core and shares nothing else with it: the board is a list of piece codes,
lines of squares come from `reference_board`, captures are followed jump by jump.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.fakes.reference_board import Board, Step

EMPTY, WHITE_MAN, WHITE_KING, BLACK_MAN, BLACK_KING, WHITE_PARACHUTIST, BLACK_PARACHUTIST = range(7)
WHITE = (WHITE_MAN, WHITE_KING, WHITE_PARACHUTIST)
BLACK = (BLACK_MAN, BLACK_KING, BLACK_PARACHUTIST)
MEN = (WHITE_MAN, BLACK_MAN, WHITE_PARACHUTIST, BLACK_PARACHUTIST)
KINGS = (WHITE_KING, BLACK_KING)
PARACHUTISTS = (WHITE_PARACHUTIST, BLACK_PARACHUTIST)

NO_RUNS = (0, 0, 0, 0)


class Move(NamedTuple):
    """A move as the core knows it: squares from 0, the order of the jumps does not matter.

    The removal of an own piece in the opening begins, ends and captures on one square. huffed: the piece taken
    off before the move.
    """

    origin: int
    landing: int
    captured: frozenset[int]
    crowns: bool
    huffed: int | None = None


class Chain(NamedTuple):
    """One way to carry out a capture."""

    landing: int
    victims: tuple[int, ...]
    crowns: bool


class Position(NamedTuple):
    """Pieces by square, the side to move, the runs of quiet moves with one king, and what may be huffed.

    runs: White's king as square + 1 (0 = none) and its count, then Black's. huffable: squares of the side that
    has just moved.
    """

    pieces: tuple[int, ...]
    white_to_move: bool
    runs: tuple[int, int, int, int] = NO_RUNS
    huffable: frozenset[int] = frozenset()


class Choice(NamedTuple):
    """What a side may play: the captures that must be chosen (or, without any, all moves) and disobedience."""

    best: set[Move]
    disobedient: set[Move]


class Reference:
    """The moves of one variant, from its rule data (see the core's RuleSpec)."""

    def __init__(self, spec: dict[str, Any]) -> None:
        self.spec = spec
        self.board = Board(spec)
        self.n_squares = self.board.n_squares
        #: Squares where a man of White (True) or Black is crowned.
        self.promotion = {is_white: self.board.promotion(is_white) for is_white in (True, False)}
        self._flying = spec["kings"]["range"] == "flying"
        self._removes_at_once = spec["capture"]["removal"] == "immediate"
        self._in_capture = spec["promotion"]["in_capture"]
        self._landing = spec["kings"]["landing"]
        self._may_stop = spec["capture"]["continue"] == "may-straight"
        self._huffs = spec["capture"]["obligation"] == "huffing"
        parachutists = spec["parachutists"] or {"move": [], "capture": []}
        groups = {
            "man": (spec["men"]["move"], spec["men"]["capture"], spec["men"]["capture_next"]),
            "king": (spec["kings"]["move"], spec["kings"]["capture"], spec["kings"]["capture"]),
            "parachutist": (parachutists["move"], parachutists["capture"], []),
        }
        # lines[kind, is white][square]: (step, squares along it).
        self._quiet, self._first_jumps, self._next_jumps = (
            {
                (kind, is_white): self.board.lines(groups[kind][use], is_white=is_white, of_men=kind == "man")
                for kind in groups
                for is_white in (True, False)
            }
            for use in range(3)
        )

    # --- moves -----------------------------------------------------------------------------------

    def moves(self, position: Position, *, with_king_limit: bool = True) -> set[Move]:
        """All legal moves; none when the game is over."""
        pieces = position.pieces
        if self.spec["objective"]["king"] == "wins" and any(code in KINGS for code in pieces):
            return set()
        found = self._without_huff(pieces, position.white_to_move)
        for square in position.huffable:
            fewer = (*pieces[:square], EMPTY, *pieces[square + 1 :])
            found |= {move._replace(huffed=square) for move in self._without_huff(fewer, position.white_to_move)}
        return found - self._banned(position, found) if with_king_limit else found

    def can_capture(self, position: Position) -> bool:
        """True when the side to move has a capture."""
        return bool(self._captures(list(position.pieces), position.white_to_move))

    def _without_huff(self, pieces: tuple[int, ...], is_white: bool) -> set[Move]:
        removals = self._removals(pieces, is_white)
        if removals is not None:
            return removals
        best, disobedient = self._choice(pieces, is_white)
        return best | disobedient

    def _removals(self, pieces: tuple[int, ...], is_white: bool) -> set[Move] | None:
        """The moves of the opening that takes own pieces off; None when it is over. The gaps count its plies."""
        gaps = [square for square, code in enumerate(pieces) if code == EMPTY]
        opening = self.spec["opening"]
        if len(gaps) >= len(opening) or (opening[len(gaps)]["side"] == "white") != is_white:
            return None
        squares = opening[len(gaps)]["remove"]
        if squares == "adjacent":
            squares = [square for gap in gaps for square in self.board.straight_neighbours(gap)]
        own = WHITE if is_white else BLACK
        return {Move(square, square, frozenset([square]), crowns=False) for square in squares if pieces[square] in own}

    def _choice(self, pieces: tuple[int, ...], is_white: bool) -> Choice:
        captures = self._captures(list(pieces), is_white)
        if not captures:
            return Choice(self._quiet_moves(pieces, is_white), set())
        highest = max(rank for rank, _ in captures)
        best = {move for rank, move in captures if rank == highest}
        if not self._huffs:
            return Choice(best, set())
        return Choice(best, ({move for _, move in captures} | self._quiet_moves(pieces, is_white)) - best)

    # --- quiet moves -----------------------------------------------------------------------------

    def _quiet_moves(self, pieces: tuple[int, ...], is_white: bool) -> set[Move]:
        found = set()
        for origin, code in enumerate(pieces):
            if not _belongs(code, is_white):
                continue
            kind = _kind(code)
            if kind == "man" and self.spec["men"]["rest_on_last_row"] and origin in self.board.last_row(is_white):
                continue
            for _, line in self._quiet[kind, is_white][origin]:
                for landing in self._quiet_landings(pieces, code, line):
                    crowns = kind == "man" and landing in self.promotion[is_white]
                    found.add(Move(origin, landing, frozenset(), crowns))
        return found

    def _quiet_landings(self, pieces: tuple[int, ...], code: int, line: tuple[int, ...]) -> list[int]:
        """Where a piece may go on a line: a flying king far, a man perhaps beyond a line of its fellows."""
        if code in (WHITE_MAN, BLACK_MAN) and self.spec["men"]["linear"]:
            beyond = next((square for square in line if pieces[square] != code), None)
            return [beyond] if beyond is not None and pieces[beyond] == EMPTY else []
        landings = []
        for square in line[: len(line) if code in KINGS and self._flying else 1]:
            if pieces[square] != EMPTY:
                break
            landings.append(square)
        return landings

    def _banned(self, position: Position, moves: set[Move]) -> set[Move]:
        """Quiet moves of a king that has made its number of them in a row."""
        limit = self.spec["kings"]["same_king_limit"]
        king, count = position.runs[:2] if position.white_to_move else position.runs[2:]
        man = WHITE_MAN if position.white_to_move else BLACK_MAN
        if not limit or count < limit or man not in position.pieces:
            return set()
        return {move for move in moves if move.origin == king - 1 and not move.captured}

    # --- captures --------------------------------------------------------------------------------

    def _captures(self, pieces: list[int], is_white: bool) -> list[tuple[list[Any], Move]]:
        """Every complete capture with what it is compared by."""
        ranked = []
        for origin, code in enumerate(pieces):
            if not _belongs(code, is_white):
                continue
            pieces[origin] = EMPTY  # the start square counts as empty from the first jump
            kind = _kind(code)
            for chain in self._chains(pieces, origin, kind, is_white, None, []):
                rank = self._rank(pieces, kind == "king", chain.victims)
                ranked.append((rank, Move(origin, chain.landing, frozenset(chain.victims), chain.crowns)))
            pieces[origin] = code
        return ranked

    def _chains(
        self, pieces: list[int], square: int, kind: str, is_white: bool, came_by: Step | None, victims: list[int]
    ) -> list[Chain]:
        """Every way to go on capturing from a square, each followed to its end."""
        chains = []
        lines = self._first_jumps if came_by is None else self._next_jumps
        for step, line in lines[kind, is_white][square]:
            if not self._may_turn(came_by, step):
                continue
            victim, landings = self._target(pieces, line, kind, is_white, victims)
            if not landings:
                continue
            code = pieces[victim]
            victims.append(victim)
            if self._removes_at_once:
                pieces[victim] = EMPTY
            chains += self._after_jump(pieces, landings, kind, is_white, step, victims, code)
            pieces[victim] = code
            victims.pop()
        return chains

    def _may_turn(self, came_by: Step | None, step: Step) -> bool:
        """A jump in direction `step` may follow one in direction `came_by`."""
        if came_by is None:
            return True
        if self._may_stop:
            return step == came_by
        return self.spec["capture"]["turn_back"] or came_by != (-step[0], -step[1])

    def _target(
        self, pieces: list[int], line: tuple[int, ...], kind: str, is_white: bool, victims: list[int]
    ) -> tuple[int, list[int]]:
        """The piece to be jumped on a line and the squares behind it; no squares when there is no jump."""
        flies = kind == "king" and self._flying
        distance = 0
        if flies:
            while distance < len(line) and pieces[line[distance]] == EMPTY:
                distance += 1
        if distance + 1 >= len(line):
            return 0, []
        victim = line[distance]
        code = pieces[victim]
        if not _belongs(code, not is_white) or victim in victims:
            return 0, []
        if code in KINGS and kind == "man" and not self.spec["men"]["capture_kings"]:
            return 0, []
        landings = []
        for landing in line[distance + 1 :]:
            if pieces[landing] != EMPTY:
                break
            landings.append(landing)
            if not flies or self._landing == "behind":
                break
        return victim, landings

    def _after_jump(
        self,
        pieces: list[int],
        landings: list[int],
        kind: str,
        is_white: bool,
        step: Step,
        victims: list[int],
        victim_code: int,
    ) -> list[Chain]:
        """The chains that begin with a jump. If one landing goes on, those that do not are not allowed."""
        going_on, ending = [], []
        for landing in landings:
            is_crowned = kind == "man" and landing in self.promotion[is_white]
            if kind == "parachutist" or (is_crowned and self._in_capture == "end"):
                further = []
            else:
                becomes_king = is_crowned and self._in_capture == "crown"
                further = self._chains(pieces, landing, "king" if becomes_king else kind, is_white, step, victims)
                if becomes_king:
                    further = [chain._replace(crowns=True) for chain in further]
            going_on += further
            must_stop_behind = self._landing == "behind-last-king" and kind == "king" and victim_code in KINGS
            if self._may_stop or (not further and (landing == landings[0] or not must_stop_behind)):
                ending.append(Chain(landing, tuple(victims), is_crowned))
        if self._may_stop or not self.spec["capture"]["forced_landing"]:
            return going_on + ending
        return going_on or ending

    def _rank(self, pieces: list[int], is_king: bool, victims: tuple[int, ...]) -> list[Any]:
        """What captures are compared by; the largest must be chosen."""
        kings = [pieces[victim] in KINGS for victim in victims]
        value = 100 * (len(kings) - sum(kings)) + self.spec["capture"]["king_value"] * sum(kings)
        measures = {
            "quantity": len(victims),
            "value": value,
            "king-mover": is_king,
            "kings-captured": sum(kings),
            "king-earliest": kings,
        }
        return [measures[key] for key in self.spec["capture"]["precedence"]]

    # --- playing ---------------------------------------------------------------------------------

    def play(self, position: Position, move: Move) -> Position:
        """The position after a move."""
        pieces = list(position.pieces)
        if move.huffed is not None:
            pieces[move.huffed] = EMPTY
        huffable = self._huffable_after(tuple(pieces), position.white_to_move, move)
        code = pieces[move.origin]
        pieces[move.origin] = EMPTY
        for victim in move.captured:
            pieces[victim] = EMPTY
        if move.origin not in move.captured:
            pieces[move.landing] = _becomes(code, move)
        runs = self._runs_after(position, move, code, pieces)
        return Position(tuple(pieces), not position.white_to_move, runs, huffable)

    def _huffable_after(self, pieces: tuple[int, ...], is_white: bool, move: Move) -> frozenset[int]:
        """The pieces that could have made a best capture, when the move was a disobedient one."""
        if not self._huffs:
            return frozenset()
        best, disobedient = self._choice(pieces, is_white)
        if move._replace(huffed=None) not in disobedient:
            return frozenset()
        return frozenset(move.landing if other.origin == move.origin else other.origin for other in best)

    def _runs_after(self, position: Position, move: Move, code: int, pieces: list[int]) -> tuple[int, int, int, int]:
        """The runs: the mover's goes on or begins anew, a run ends with its king or its side's last man."""
        if not self.spec["kings"]["same_king_limit"]:
            return NO_RUNS
        white, black = position.runs[:2], position.runs[2:]
        king, count = white if position.white_to_move else black
        mine = (0, 0)
        if code in KINGS and not move.captured:
            mine = (move.landing + 1, count + 1 if king == move.origin + 1 else 1)
        theirs = black if position.white_to_move else white
        if theirs[0] - 1 in move.captured:
            theirs = (0, 0)
        white, black = (mine, theirs) if position.white_to_move else (theirs, mine)
        if WHITE_MAN not in pieces:
            white = (0, 0)
        if BLACK_MAN not in pieces:
            black = (0, 0)
        return (*white, *black)

    def perft(self, position: Position, depth: int) -> int:
        """Number of lines of a length; the limit on moves with one king is not part of published counts."""
        moves = self.moves(position, with_king_limit=False)
        if depth <= 1:
            return len(moves) if depth else 1
        return sum(self.perft(self.play(position, move), depth - 1) for move in moves)


def _belongs(code: int, is_white: bool) -> bool:
    return code in (WHITE if is_white else BLACK)


def _becomes(code: int, move: Move) -> int:
    """What the piece that moves is afterwards: a parachutist comes down as a man."""
    if code in PARACHUTISTS:
        return WHITE_MAN if code == WHITE_PARACHUTIST else BLACK_MAN
    return code + 1 if move.crowns else code


def _kind(code: int) -> str:
    if code in KINGS:
        return "king"
    return "parachutist" if code in PARACHUTISTS else "man"
