from __future__ import annotations

import re

import pytest

from hub_engine.config.rules import NO_LIMIT, Group, SideMaterial
from hub_engine.rules_text.speech import PHRASES, Language, Speech
from protocol.notation.squares import Board, Naming, Origin, Playable

NUMBERED = Speech(Language.EN, Board(10, 10), {})
NAMED = Speech(Language.ES, Board(8, 8, naming=Naming.ALGEBRAIC), {})


def test_languages_have_the_same_phrases_with_the_same_gaps() -> None:
    gaps = [{key: set(re.findall(r"{\w+}", phrase)) for key, phrase in phrases.items()} for phrases in PHRASES.values()]
    assert all(other == gaps[0] for other in gaps[1:])


def test_lists() -> None:
    assert [NUMBERED.all_of("a"), NUMBERED.all_of("ab"), NUMBERED.any_of("abc")] == ["a", "a and b", "a, b or c"]
    assert NUMBERED.all_of(["a, b", "c", "d"]) == "a, b; c; and d"
    assert NUMBERED.any_of(["a and b", "c"]) == "a and b; or c"


@pytest.mark.parametrize(
    ("squares", "text"),
    [([0], "1"), ([1, 0], "1, 2"), ([0, 1, 2], "1-3"), ([0, 2, 3, 4, 9], "1, 3-5, 10")],
)
def test_numbers(squares: list[int], text: str) -> None:
    assert NUMBERED.squares(squares) == text


def test_numbers_are_the_games_own() -> None:
    spanish = Speech(Language.EN, Board(8, 8, Playable.LIGHT, Origin.BOTTOM_RIGHT), {})
    assert spanish.squares([31, 30, 29]) == "1-3"


@pytest.mark.parametrize(
    ("squares", "text"),
    [
        (range(4), "la fila 8"),
        (range(24, 32), "las filas 1 y 2"),
        (range(20, 32), "las filas 1 a 3"),
        ([28, 0, 29], "a1, c1, b8"),
    ],
)
def test_names(squares: list[int], text: str) -> None:
    assert NAMED.squares(squares) == text


def test_directions_are_a_set() -> None:
    assert NUMBERED.directions(Group) == "in all eight directions"
    assert NUMBERED.directions([Group.SIDEWAYS, Group.FORWARD]) == "straight forward and sideways"


@pytest.mark.parametrize(
    ("side", "text"),
    [
        (SideMaterial((0, 0), (1, 1)), "una dama"),
        (SideMaterial((1, 2), (2, 2)), "2 damas y de 1 a 2 peones"),
        (SideMaterial((3, NO_LIMIT), (0, 0)), "3 o más peones"),
        (SideMaterial((0, 0), (0, 0)), "nada"),
    ],
)
def test_material(side: SideMaterial, text: str) -> None:
    assert NAMED.material(side) == text
