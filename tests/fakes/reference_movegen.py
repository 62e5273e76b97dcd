"""A slow, plain move generator, written from the rule texts, to check the fast one against.

It reads the same rule data as the core and shares nothing else with it: the board is a list of piece codes,
lines of squares come from coordinates, captures are followed jump by jump.
"""

from __future__ import annotations

from typing import Any, NamedTuple

EMPTY, WHITE_MAN, WHITE_KING, BLACK_MAN, BLACK_KING = range(5)
MEN = (WHITE_MAN, BLACK_MAN)
KINGS = (WHITE_KING, BLACK_KING)

# Steps as (columns, rows) seen by White, rows counted downward. Straight lines run over squares of one
# colour, so their next square is two cells away.
STEPS = {
    "forward": [(0, -2)],
    "backward": [(0, 2)],
    "sideways": [(-2, 0), (2, 0)],
    "forward-diagonals": [(-1, -1), (1, -1)],
    "backward-diagonals": [(-1, 1), (1, 1)],
}

NO_RUNS = (0, 0, 0, 0)


class Move(NamedTuple):
    """A move as the core knows it: squares from 0, the order of the jumps does not matter."""

    origin: int
    landing: int
    captured: frozenset[int]
    crowns: bool


class Chain(NamedTuple):
    """One way to carry out a capture."""

    landing: int
    victims: tuple[int, ...]
    crowns: bool


class Position(NamedTuple):
    """Pieces by square, the side to move, and the runs of quiet moves with one king.

    runs: White's king as square + 1 (0 = none) and its count, then Black's.
    """

    pieces: tuple[int, ...]
    white_to_move: bool
    runs: tuple[int, int, int, int] = NO_RUNS


class Reference:
    """The moves of one variant, from its rule data (see the core's RuleSpec)."""

    def __init__(self, spec: dict[str, Any]) -> None:
        self.spec = spec
        width, height = spec["board"]["width"], spec["board"]["height"]
        colour = 0 if spec["board"]["playable"] == "dark" else 1
        cells = [
            (column, row)
            for row in range(height)
            for column in range(width)
            if (column + height - 1 - row) % 2 == colour
        ]
        self.n_squares = len(cells)
        self.last_row = {
            True: frozenset(square for square, (_, row) in enumerate(cells) if row == 0),
            False: frozenset(square for square, (_, row) in enumerate(cells) if row == height - 1),
        }
        self._cells = cells
        self._flying = spec["kings"]["range"] == "flying"
        self._removes_at_once = spec["capture"]["removal"] == "immediate"
        self._in_capture = spec["promotion"]["in_capture"]
        self._landing = spec["kings"]["landing"]
        # lines[is king][is white][square]: (step, squares along it), for quiet moves and for jumps.
        self._quiet = self._all_lines("move")
        self._jumps = self._all_lines("capture")

    def _all_lines(self, use: str) -> dict[tuple[bool, bool], list[list[tuple[tuple[int, int], tuple[int, ...]]]]]:
        tables = {}
        for is_king, kind in ((False, "men"), (True, "kings")):
            steps = [step for group in self.spec[kind][use] for step in STEPS[group]]
            for is_white in (True, False):
                seen = [(dx, dy if is_white else -dy) for dx, dy in steps]
                tables[is_king, is_white] = [
                    [(step, line) for step in seen if (line := self._line(cell, step))] for cell in self._cells
                ]
        return tables

    def _line(self, cell: tuple[int, int], step: tuple[int, int]) -> tuple[int, ...]:
        numbers = {cell: square for square, cell in enumerate(self._cells)}
        line = []
        column, row = cell
        while (cell := (column + step[0], row + step[1])) in numbers:
            line.append(numbers[cell])
            column, row = cell
        return tuple(line)

    def moves(self, position: Position, *, with_king_limit: bool = True) -> set[Move]:
        """All legal moves; none when the game is over."""
        pieces, is_white = position.pieces, position.white_to_move
        if self.spec["objective"]["king"] == "wins" and any(code in KINGS for code in pieces):
            return set()
        captures = self._captures(list(pieces), is_white)
        if captures:
            return captures
        quiet = self._quiet_moves(pieces, is_white)
        return quiet - self._banned(position, quiet) if with_king_limit else quiet

    def _quiet_moves(self, pieces: tuple[int, ...], is_white: bool) -> set[Move]:
        found = set()
        for origin, code in enumerate(pieces):
            if not _belongs(code, is_white):
                continue
            is_king = code in KINGS
            reach = len(pieces) if is_king and self._flying else 1
            for _, line in self._quiet[is_king, is_white][origin]:
                for landing in line[:reach]:
                    if pieces[landing] != EMPTY:
                        break
                    crowns = not is_king and landing in self.last_row[is_white]
                    found.add(Move(origin, landing, frozenset(), crowns))
        return found

    def _captures(self, pieces: list[int], is_white: bool) -> set[Move]:
        ranked = []
        for origin, code in enumerate(pieces):
            if not _belongs(code, is_white):
                continue
            pieces[origin] = EMPTY  # the start square counts as empty from the first jump
            is_king = code in KINGS
            for chain in self._chains(pieces, origin, is_king, is_white, None, []):
                rank = self._rank(pieces, is_king, chain.victims)
                ranked.append((rank, Move(origin, chain.landing, frozenset(chain.victims), chain.crowns)))
            pieces[origin] = code
        best = max((rank for rank, _ in ranked), default=None)
        return {move for rank, move in ranked if rank == best}

    def _chains(
        self,
        pieces: list[int],
        square: int,
        is_king: bool,
        is_white: bool,
        came_by: tuple[int, int] | None,
        victims: list[int],
    ) -> list[Chain]:
        """Every way to go on capturing from a square, each followed to its end."""
        chains = []
        for step, line in self._jumps[is_king, is_white][square]:
            if not self.spec["capture"]["turn_back"] and came_by == (-step[0], -step[1]):
                continue
            victim, landings = self._target(pieces, line, is_king, is_white, victims)
            if not landings:
                continue
            code = pieces[victim]
            victims.append(victim)
            if self._removes_at_once:
                pieces[victim] = EMPTY
            chains += self._after_jump(pieces, landings, is_king, is_white, step, victims, code)
            pieces[victim] = code
            victims.pop()
        return chains

    def _target(
        self, pieces: list[int], line: tuple[int, ...], is_king: bool, is_white: bool, victims: list[int]
    ) -> tuple[int, list[int]]:
        """The piece to be jumped on a line and the squares behind it; no squares when there is no jump."""
        flies = is_king and self._flying
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
        if code in KINGS and not is_king and not self.spec["men"]["capture_kings"]:
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
        is_king: bool,
        is_white: bool,
        step: tuple[int, int],
        victims: list[int],
        victim_code: int,
    ) -> list[Chain]:
        """The chains that begin with a jump. If one landing goes on, those that do not are not allowed."""
        going_on, ending = [], []
        for landing in landings:
            is_crowned = not is_king and landing in self.last_row[is_white]
            if is_crowned and self._in_capture == "end":
                further = []
            else:
                becomes_king = is_crowned and self._in_capture == "crown"
                further = self._chains(pieces, landing, is_king or becomes_king, is_white, step, victims)
                if becomes_king:
                    further = [chain._replace(crowns=True) for chain in further]
            going_on += further
            must_stop_behind = self._landing == "behind-last-king" and is_king and victim_code in KINGS
            if not further and (landing == landings[0] or not must_stop_behind):
                ending.append(Chain(landing, tuple(victims), is_crowned))
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

    def _banned(self, position: Position, quiet: set[Move]) -> set[Move]:
        """Quiet moves of a king that has made its number of them in a row."""
        limit = self.spec["kings"]["same_king_limit"]
        king, count = position.runs[:2] if position.white_to_move else position.runs[2:]
        man = WHITE_MAN if position.white_to_move else BLACK_MAN
        if not limit or count < limit or man not in position.pieces:
            return set()
        return {move for move in quiet if move.origin == king - 1}

    def play(self, position: Position, move: Move) -> Position:
        """The position after a move."""
        pieces = list(position.pieces)
        code = pieces[move.origin]
        pieces[move.origin] = EMPTY
        for victim in move.captured:
            pieces[victim] = EMPTY
        pieces[move.landing] = code + 1 if move.crowns else code
        runs = self._runs_after(position, move, code, pieces)
        return Position(tuple(pieces), not position.white_to_move, runs)

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
    return code in (WHITE_MAN, WHITE_KING) if is_white else code in (BLACK_MAN, BLACK_KING)
