"""The squares of a board and the lines that run over them, by coordinates, for the reference generator."""

from __future__ import annotations

from typing import Any

#: (columns, rows) from a square to the next one of a line, seen by White, rows counted downward.
Step = tuple[int, int]
#: The lines of one square: step, and the squares along it.
Lines = list[tuple[Step, tuple[int, ...]]]

STEPS: dict[str, list[Step]] = {
    "forward": [(0, -1)],
    "backward": [(0, 1)],
    "sideways": [(-1, 0), (1, 0)],
    "forward-diagonals": [(-1, -1), (1, -1)],
    "backward-diagonals": [(-1, 1), (1, 1)],
}


class Board:
    """The playable squares of rule data, numbered from 0, row by row from the top left."""

    def __init__(self, spec: dict[str, Any]) -> None:
        self._board, self._promotion = spec["board"], spec["promotion"]["squares"]
        self._men_go_up_only = spec["men"]["black_forward"] == "up"
        width, self._height = self._board["width"], self._board["height"]
        self.cells = [
            cell
            for number, cell in enumerate((column, row) for row in range(self._height) for column in range(width))
            if self._is_playable(number, cell)
        ]
        self.n_squares = len(self.cells)
        self._squares = {cell: square for square, cell in enumerate(self.cells)}

    def _is_playable(self, number: int, cell: Step) -> bool:
        if self._board["playable"] == "all":
            return number not in self._board["holes"]
        return self._is_even(cell) == (self._board["playable"] == "dark")

    def _is_even(self, cell: Step) -> bool:
        """a1 is even: squares of its colour, and the points that alternate lines join diagonally."""
        return (cell[0] + self._height - 1 - cell[1]) % 2 == 0

    def last_row(self, is_white: bool) -> frozenset[int]:
        """The row that men of a side walk to."""
        last = 0 if is_white or self._men_go_up_only else self._height - 1
        return frozenset(square for square, (_, row) in enumerate(self.cells) if row == last)

    def promotion(self, is_white: bool) -> frozenset[int]:
        """The squares where men of a side are crowned."""
        if self._promotion == "last-row":
            return self.last_row(is_white)
        return (
            frozenset() if self._promotion == "none" else frozenset(self._promotion["white" if is_white else "black"])
        )

    def straight_neighbours(self, square: int) -> list[int]:
        """The squares beside one, along its row and file."""
        column, row = self.cells[square]
        around = [(column, row - 1), (column, row + 1), (column - 1, row), (column + 1, row)]
        return [self._squares[cell] for cell in around if cell in self._squares]

    def lines(self, groups: list[str], *, is_white: bool, of_men: bool) -> list[Lines]:
        """The lines of each square in some groups of directions, seen by a side."""
        is_turned = not is_white and not (of_men and self._men_go_up_only)
        steps = [(dx, -dy if is_turned else dy) for group in groups for dx, dy in STEPS[group]]
        return [[(step, line) for step in steps if (line := self._line(cell, step))] for cell in self.cells]

    def _line(self, start: Step, step: Step) -> tuple[int, ...]:
        is_diagonal = step[0] != 0 and step[1] != 0
        if is_diagonal and self._board["lines"] == "alternate" and not self._is_even(start):
            return ()
        # Where every second cell is a square, straight lines run over squares of one colour.
        pace = 1 if is_diagonal or self._board["playable"] == "all" else 2
        line = []
        column, row = start
        while (cell := (column + pace * step[0], row + pace * step[1])) in self._squares:
            line.append(self._squares[cell])
            column, row = cell
        return tuple(line)
