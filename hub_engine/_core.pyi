"""Types of the compiled core. Squares are 0-based Hub numbers. `make typecheck` compares this file with the module."""

from collections.abc import Callable, Sequence
from typing import Final, final

__all__ = [
    "MAX_HASH_MB",
    "MAX_PERFT_DEPTH",
    "MAX_THREADS",
    "Game",
    "IllegalMoveError",
    "IllegalPositionError",
    "Limits",
    "Move",
    "Position",
    "RuleSet",
    "SearchInfo",
    "SearchResult",
    "Searcher",
    "bench",
]

MAX_HASH_MB: Final[int]
"""Largest table of a search or a perft, MiB."""
MAX_PERFT_DEPTH: Final[int]
"""Most plies of a perft."""
MAX_THREADS: Final[int]
"""Most threads of a search or a perft."""

class IllegalPositionError(ValueError):
    """The pieces given form no legal position; the text names every fault, squares in Hub numbers from 1."""

class IllegalMoveError(ValueError):
    """The move is not legal here, or the game is over."""

@final
class RuleSet:
    """Rules of one variant, compiled."""

    def __new__(cls, spec_json: str) -> RuleSet:
        """Raises ValueError with all faults of the rule data."""
    @property
    def squares(self) -> int:
        """Playable squares."""
    @property
    def is_builtin(self) -> bool:
        """True: rules known when the core was compiled; False: read at run time, slower."""

@final
class Move:
    """Origin, landing and captured set. Two ways to capture the same set are one move.

    A removal of the opening takes an own piece off: origin and landing are its square, which alone is captured.
    """

    @property
    def origin(self) -> int: ...
    @property
    def landing(self) -> int: ...
    @property
    def captured(self) -> tuple[int, ...]:
        """Captured squares, ascending."""
    @property
    def crowns(self) -> bool:
        """A man becomes a king."""
    @property
    def huffed(self) -> int | None:
        """Square of the enemy piece taken off before the move, because it should have captured."""
    @property
    def is_capture(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Position:
    """A legal position; never changes."""

    def __new__(
        cls,
        rules: RuleSet,
        pieces: bytes,
        white_to_move: bool,
        king_runs: tuple[int, int, int, int] = (0, 0, 0, 0),
        huffable: Sequence[int] = (),
    ) -> Position:
        """pieces: one code a square: 0 empty, 1 white man, 2 white king, 3 black man, 4 black king, 5 white
        parachutist, 6 black parachutist.

        king_runs: white square + 1 or 0, white count, black square + 1 or 0, black count (same-king limit).
        huffable: squares of the side that has just moved whose piece may be huffed.
        Raises IllegalPositionError with all faults.
        """
    @property
    def pieces(self) -> bytes: ...
    @property
    def white_to_move(self) -> bool: ...
    @property
    def key(self) -> int:
        """Zobrist key."""
    @property
    def king_runs(self) -> tuple[int, int, int, int]: ...
    @property
    def huffable(self) -> tuple[int, ...]:
        """Squares of the side not to move whose piece may be huffed, ascending."""
    def legal_moves(self) -> list[Move]:
        """Legal moves by origin, landing, captured set, huffed square; empty when the game is over."""
    def play(self, move: Move) -> Position:
        """The position after a move. Raises IllegalMoveError."""
    def paths(self, move: Move) -> list[list[int]]:
        """The ways to carry out a move: origin, the squares landed on, landing; a removal: its square alone.

        At least one; all but where they are found by more than 16,384 jumps. Raises IllegalMoveError.
        """
    def winner(self) -> int | None:
        """1 White, -1 Black when the rules end the game here; None: it goes on (draws are the game's)."""
    def perft(self, depth: int, threads: int = 1, hash_mb: int = 0) -> int:
        """Lines of play of `depth` plies; the same-king limit does not count. Releases the GIL.

        depth: 0 to MAX_PERFT_DEPTH. threads: 1 to MAX_THREADS. hash_mb: 0 to MAX_HASH_MB, 0 = no table. Raises
        ValueError with the argument's name, its value and the range; TypeError for what is no number.
        """
    def divide(self, depth: int, threads: int = 1, hash_mb: int = 0) -> list[tuple[Move, int]]:
        """Perft for each move; depth: 1 to MAX_PERFT_DEPTH. Raises as `perft` does."""
    def evaluate(self) -> int:
        """Static evaluation, hundredths of a man, seen by the side to move; from -8000 to 8000."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Game:
    """A line of play: a root position, the moves from it, repetition and draw counters."""

    def __new__(cls, root: Position) -> Game: ...
    @property
    def position(self) -> Position: ...
    @property
    def moves(self) -> list[Move]: ...
    @property
    def ply(self) -> int:
        """Moves played from the root."""
    def push(self, move: Move) -> None:
        """Play a move. Raises IllegalMoveError and changes nothing when it is not legal."""
    def pop(self) -> Move:
        """Take the last move back. Raises IndexError when there is none."""
    def copy(self) -> Game: ...
    def result(self) -> tuple[int, str] | None:
        """(1 White won | 0 drawn | -1 Black won, reason), None while the game goes on.

        reason: "no-move", "no-pieces", "king", "repetition" or the name of a draw limit.
        """

@final
class Limits:
    """What ends a search; nothing given: only `stop` does."""

    def __new__(
        cls,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        move_time_s: float | None = None,
        time_s: float | None = None,
        inc_s: float = 0.0,
        moves: int | None = None,
        overhead_s: float = 0.0,
    ) -> Limits:
        """time_s: the clock; inc_s is added before the move. moves: to go in the period, None: sudden death.

        depth, nodes, moves are at least 1; times are finite and at least 0, except that time_s may be as low as
        -inc_s. inc_s and moves need time_s. Raises ValueError with the argument's name, its value and the range;
        TypeError for what is no number.
        """

@final
class SearchInfo:
    """What a finished iteration found."""

    @property
    def depth(self) -> int:
        """The iteration that found the line."""
    @property
    def seldepth(self) -> int: ...
    @property
    def mean_depth(self) -> float: ...
    @property
    def score(self) -> int:
        """Hundredths of a man, seen by the side to move."""
    @property
    def nodes(self) -> int: ...
    @property
    def time_s(self) -> float:
        """Seconds since the search began."""
    @property
    def pv(self) -> list[Move]: ...
    @property
    def win_plies(self) -> int | None:
        """Positive: won in that many plies; negative: lost in that many; None: an ordinary score."""

@final
class SearchResult:
    """How a search ended."""

    @property
    def move(self) -> Move | None:
        """The move to play; None only when the rules have ended the game."""
    @property
    def ponder(self) -> Move | None:
        """The reply to expect."""
    @property
    def info(self) -> SearchInfo | None:
        """What the last iteration had found."""
    @property
    def stopped(self) -> bool:
        """True when `stop` ended it."""

@final
class Searcher:
    """A search with its transposition table; one search at a time."""

    def __new__(cls, hash_mb: int = 64, threads: int = 1) -> Searcher:
        """hash_mb: 1 to MAX_HASH_MB. threads: 1 to MAX_THREADS.

        Raises ValueError with the argument's name, its value and the range, TypeError for what is no number, and
        MemoryError when the table does not fit; setting `threads` and `resize` do the same.
        """
    def search(
        self,
        game: Game,
        limits: Limits,
        *,
        ponder: bool = False,
        analyze: bool = False,
        on_info: Callable[[SearchInfo], None] | None = None,
    ) -> SearchResult:
        """Search until a limit or `stop`; releases the GIL. on_info is called from this thread.

        The table holds positions of one rule set: a search under other rules begins with an empty one. Where the system
        has fewer threads to give, the search goes on with those.
        """
    def arm(self) -> None:
        """Clear stop and ponder-hit; from now on both count, even before `search` has begun. Not while one runs."""
    def stop(self) -> None:
        """End the running search soon; from any thread."""
    def ponder_hit(self) -> None:
        """The pondered move was played: the clock starts now."""
    def clear(self) -> None:
        """Forget everything (new game)."""
    def resize(self, hash_mb: int) -> None:
        """Give the table another size; its content is lost."""
    @property
    def threads(self) -> int: ...
    @threads.setter
    def threads(self, value: int, /) -> None: ...
    @property
    def hash_mb(self) -> int: ...

def bench() -> list[tuple[str, int, float]]:
    """(name, nodes, seconds) of the fixed positions; the nodes are equal on every machine."""
