"""Variant files: faults of writing, and what the shipped files say. Faults key by key: test_variant_faults."""

# ruff: noqa: E501 - one case a line reads best

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hub_engine._core import RuleSet
from hub_engine.config.rules import Board, Playable
from hub_engine.config.variant import SCHEMA, VariantConfig, parse_variant
from hub_engine.errors import VariantError
from tests.hub_engine.config.test_variant_faults import keys
from tests.vectors import DATA, REGISTRY, ROOT, VARIANTS, read_fen, variant

MINE = ROOT / "configs" / "variants" / "mine.yaml"
NAMES = "names: {title: Mine, hub: mine}\n"


def parse(text: str, parent: str = "international") -> VariantConfig:
    """A variant that changes a few keys of a shipped one; the changes begin on line 3."""
    return parse_variant(f"extends: {parent}\n{NAMES}{text}", MINE, REGISTRY.find_parent)


def faults(text: str, parent: str = "international") -> list[str]:
    with pytest.raises(VariantError) as caught:
        parse(text, parent)
    return [str(fault).removeprefix(f"{MINE}:") for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("board: {width: 13}", "3: board.width: 13 is not in 4..12"),
        ("board: {height: 3}", "3: board.height: 3 is not in 4..12"),
        ("setup:\n  white: [31-51]", "4: setup.white[0]: square 51 is off the board, which has 50"),
        ("setup:\n  black: [1-20, 46]\n  white: [31-45]", "4: setup.black[1]: square 46: a black man cannot stand on its promotion row"),
        ("setup: {black: [1-20, 31]}", "3: setup.black[1]: square 31 is set up twice"),
        ("setup: {white: []}", "3: setup.white: at least one man is needed"),
        ("setup: {white: [50-31]}", "3: setup.white[0]: '50-31' is not a square number or a range of them: numbers rise from 1"),
        ("setup: {white: [0]}", "3: setup.white[0]: '0' is not a square number or a range of them: numbers rise from 1"),
        ("setup: {white: [a1]}", "3: setup.white[0]: 'a1' is not a square number or a range of them: write 7 or 31-50"),
        ("men: {capture_king: true}", "3: men.capture_king: unknown key, did you mean capture_kings?"),
        ("men: {move: [ahead]}", "3: men.move[0]: must be one of forward, backward, sideways, forward-diagonals, backward-diagonals, not the text 'ahead'"),
        ("capture: {precedence: [value]}", "3: capture.king_value: is missing: precedence compares values"),
        ("capture: {precedence: [quantity, quantity]}", "3: capture.precedence[1]: quantity appears twice"),
        ("capture: {king_value: 256, precedence: [value]}", "3: capture.king_value: 256 is not in 1..255"),
        ("draws:\n  limits:\n    - name: x\n      plies: 9\n      material: [1K v 1K]\n      second_on: [51]", "8: draws.limits[0].second_on[0]: square 51 is off the board"),
        ("draws: {limits: [{name: repetition, plies: 9}]}", "3: draws.limits[0].name: 'repetition' is the name of another kind of result"),
        ("draws: {limits: [{name: x, plies: 9, material: [1K]}]}", "3: draws.limits[0].material[0]: '1K' is not a balance such as '1K v 2K+1M': two sides with ' v ' between them are needed"),
        ("draw: {repetition: 3}", "3: draw: unknown key, did you mean draws?"),
    ],
)  # fmt: skip
def test_refused(text: str, expected: str) -> None:
    assert faults(text) == [expected]


def test_a_mirror_board_has_no_algebraic_names() -> None:
    text = "board: {playable: light}\nnotation: {game_type: '25,W,8,8,A0,1'}"
    (fault,) = faults(text, "russian")
    assert fault.endswith(": notation.squares: algebraic names a1 as a square, a mirror board has none there")


def test_a_mirror_board_needs_an_even_width() -> None:
    found = faults(
        "board: {playable: light, width: 9}\nnotation: {game_type: '20,W,9,10,N2,1'}\nsetup: {white: [40], black: [5]}"
    )
    assert found == ["3: board.width: must be even on a mirror board (playable: light), whose rows are reflected"]


def test_faults_of_different_groups_come_together() -> None:
    assert faults("board: {width: 99}\ncapture: {king_value: 5}\nnames: {}\nkings: {move: []}") == [
        "3: board.width: 99 is not in 4..12",
        "4: capture.king_value: has no meaning unless precedence names value",
        "5: names: appears twice, first on line 2",
        "6: kings.move: is empty: a king needs at least one direction",
    ]


def test_names_are_not_inherited() -> None:
    with pytest.raises(VariantError, match="names: is missing"):
        parse_variant("extends: international\n", MINE, REGISTRY.find_parent)


@pytest.mark.parametrize("hub", ["Normal", "two words", "x=1", '"q"', "", "a" * 41])
def test_a_hub_word_is_one_plain_word(hub: str) -> None:
    with pytest.raises(VariantError, match=r"names\.hub"):
        parse_variant(f"extends: international\nnames: {{title: t, hub: '{hub}'}}\n", MINE, REGISTRY.find_parent)


@pytest.mark.parametrize(
    ("board", "cells"),
    [
        (Board(4, 4, Playable.DARK), [(1, 0), (3, 0), (0, 1), (2, 1), (1, 2), (3, 2), (0, 3), (2, 3)]),
        (Board(4, 4, Playable.LIGHT), [(0, 0), (2, 0), (1, 1), (3, 1), (0, 2), (2, 2), (1, 3), (3, 3)]),
        (Board(5, 5, Playable.DARK), None),
        (Board(8, 5, Playable.LIGHT), None),
    ],
)
def test_board_cells(board: Board, cells: list[tuple[int, int]] | None) -> None:
    assert len(board.cells()) == board.n_squares
    assert cells is None or list(board.cells()) == cells


@pytest.mark.parametrize("name", VARIANTS)
def test_the_core_takes_every_shipped_variant(name: str) -> None:
    config = variant(name)
    ruleset = RuleSet(config.to_spec_json())
    # Games with huffing are rare and take no part in the race: the core always reads them at run time.
    assert ruleset.is_builtin is (config.rules.capture.obligation != "huffing")
    assert ruleset.squares == config.board.n_squares == len(config.start_pieces())
    assert json.loads(config.to_spec_json())["board"]["width"] == config.board.width


#: A full board, Black on a8.
KONANE = "B:W{}:B{}".format(
    *(",".join(str(n) for n in range(1, 65) if (n + (n - 1) // 8) % 2 == parity) for parity in (0, 1))
)

#: Start position in Hub numbers, PDN GameType, capture sign.
NOTATION = {
    "international": ("W:W31-50:B1-20", "20,W,10,10,N2,0", "x"),
    "killer": ("W:W31-50:B1-20", "45,W,10,10,N2,0", "x"),
    "breakthrough": ("W:W31-50:B1-20", "96,W,10,10,N2,0", "x"),
    "antidraughts": ("W:W31-50:B1-20", "98,W,10,10,N2,0", "x"),
    "frisian": ("W:W31-50:B1-20", "40,W,10,10,N2,0", "x"),
    "frysk": ("W:W46-50:B1-5", "97,W,10,10,N2,0", "x"),
    "canadian": ("W:W43-72:B1-30", "27,W,12,12,N2,0", "x"),
    "english": ("B:W21-32:B1-12", "21,B,8,8,N1,0", "x"),
    "anti-checkers": ("B:W21-32:B1-12", "21,B,8,8,N1,0", "x"),
    "pool": ("B:W21-32:B1-12", "23,B,8,8,N1,0", "x"),
    "italian": ("W:W21-32:B1-12", "22,W,8,8,N2,1", "x"),
    "spanish": ("W:W21-32:B1-12", "24,W,8,8,N1,1", "x"),
    "portuguese": ("W:W21-32:B1-12", "28,W,8,8,N1,1", "x"),
    "russian": ("W:W21-32:B1-12", "25,W,8,8,A0,0", ":"),
    "poddavki": ("W:W21-32:B1-12", "25,W,8,8,A0,0", ":"),
    "poddavki-majority": ("W:W21-32:B1-12", "25,W,8,8,A0,0", ":"),
    "brazilian": ("W:W21-32:B1-12", "26,W,8,8,A0,0", "x"),
    "czech": ("W:W21-32:B1-12", "29,W,8,8,A0,0", "x"),
    "thai": ("B:W25-32:B1-8", "31,B,8,8,N2,0", "-"),
    "spantsireti": ("W:W26-40:B1-15", "41,W,10,8,A0,0", ":"),
    "turkish": ("W:W41-56:B9-24", "30,W,8,8,A0,0", "x"),
    "turkish-page": ("W:W41-56:B9-24", "30,W,8,8,A0,0", "x"),
    "armenian": ("W:W41-56:B9-24", "201,W,8,8,A0,0", "x"),
    "gothic": ("W:W49-64:B1-16", "202,W,8,8,A0,0", "x"),
    "altdeutsch": ("W:W49-64:B1-16", "203,W,8,8,A0,0", "x"),
    "dameo": ("W:W43-46,50-55,57-64:B1-8,10-15,19-22", "204,W,8,8,A0,0", "x"),
    "alquerque": ("W:W14-25:B1-12", "205,W,5,5,A0,0", "x"),
    "konane": (KONANE, "206,B,8,8,A3,0", "x"),
    "corner": ("W:W12,16,19,20,23,24,26-28,30-32:B1-3,5-7,9,10,13,14,17,21", "207,W,8,8,A0,0", "x"),
    "one-way": ("W:W9,10,13,14,17,18,21,22,25,26,29,30:B11,12,15,16,19,20,23,24,27,28,31,32", "208,W,8,8,A0,0", "x"),
    "parachute": ("W:W21-28,P1-4:B5-12,P29-32", "209,W,8,8,A0,0", "x"),
    "soicos": ("W:W21-32:B1-12", "210,W,8,8,A0,0", "x"),
    "children-es": ("W:W21-32:B1-12", "211,W,8,8,A0,0", "x"),
    "international-page": ("W:W31-50:B1-20", "20,W,10,10,N2,0", "x"),
    "brazilian-page": ("W:W21-32:B1-12", "26,W,8,8,N2,0", "x"),
    "italian-page": ("B:W21-32:B1-12", "22,B,8,8,N1,1", "x"),
    "pool-page": ("W:W21-32:B1-12", "23,W,8,8,N2,0", "x"),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_start_position_and_notation(name: str) -> None:
    fen, game_type, sign = NOTATION[name]
    config = variant(name)
    assert (config.start_pieces(), config.setup.first == "white") == read_fen(fen, config.board.n_squares)
    assert (config.notation.game_type, config.notation.capture_sign) == (game_type, sign)
    is_international = game_type.split(",")[0] in {"20", "27", "45", "96", "98"}
    assert config.notation.results == ("2-0" if is_international else "1-0")


@pytest.mark.parametrize("name", VARIANTS)
def test_every_fact_has_its_source(name: str) -> None:
    text = (ROOT / "configs" / "variants" / f"{name}.yaml").read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert "# Source" in text


SNIPPETS = st.lists(
    st.sampled_from(
        ["extends: frisian", "names:", "  hub: x", "  title: y", "board: {width: 8}", "setup:", "  white: [1-50]", "draws:",
         "  limits:", "    - name: z", "      plies: 5", "      material: [1K v 2+M]", "kings: [", "capture: {precedence: [value]}"]
    ),
    max_size=12,
)  # fmt: skip


@given(SNIPPETS)
def test_no_text_raises_anything_else(lines: list[str]) -> None:
    try:
        parse_variant("\n".join(lines), MINE, REGISTRY.find_parent)
    except VariantError as error:
        assert error.faults


def test_the_data_name_only_known_variants() -> None:
    for file in (
        "perft-classic.yaml",
        "rules-classic.yaml",
        "perft-exotic.yaml",
        "rules-exotic.yaml",
        "known-faults.yaml",
    ):
        named = {
            line.removeprefix("- variant: ").strip()
            for line in Path(DATA / file).read_text(encoding="utf-8").splitlines()
            if line.startswith("- variant: ")
        }
        assert all(REGISTRY.resolve(name) for name in named - {"international-10x8"})


def test_the_example_of_the_guide_is_a_variant() -> None:
    guide = (ROOT / "configs" / "variants" / "README.md").read_text(encoding="utf-8")
    example = next(block for block in guide.split("```yaml\n")[1:] if "extends:" in block).split("```")[0]
    config = parse_variant(example, MINE, REGISTRY.find_parent)
    assert RuleSet(config.to_spec_json()).squares == 18


def test_the_guide_explains_every_key() -> None:
    guide = (ROOT / "configs" / "variants" / "README.md").read_text(encoding="utf-8")
    for key in keys(SCHEMA):
        name = key.removeprefix("draws.limits[].")
        assert f"`{name}`" in guide, key
