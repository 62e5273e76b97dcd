"""Rules that no shipped variant has, against the slow reference: keys work together in other ways than the shipped."""

from __future__ import annotations

import pytest

from hub_engine._core import Position, RuleSet
from hub_engine.config.variant import VariantConfig, parse_variant
from tests.properties.test_reference_agreement import Lines
from tests.vectors import REGISTRY, ROOT

#: Positions compared for each game, and how many of them come from random set-ups.
POSITIONS = 3_000
SETUP_POSITIONS = 2_000

#: An English solitaire board: a cross of 33 squares.
_CROSS = "[1, 2, 6-9, 13, 14, 36, 37, 41-44, 48, 49]"

GAMES = {
    "no-forced-landing": "extends: czech\ncapture: {forced_landing: false}",
    "no-forced-landing-behind-last-king": "extends: killer\ncapture: {forced_landing: false, precedence: []}",
    "linear-12x12": "extends: dameo\nboard: {width: 12, height: 12}\nsetup: {white: [109-144], black: [1-36]}\n"
    "notation: {game_type: '204,W,12,12,A0,0'}",
    "linear-on-dark-squares": "extends: international\nmen: {linear: true}",
    "cross": f"extends: turkish\nboard: {{width: 7, height: 7, holes: {_CROSS}}}\n"
    "setup: {white: [21-27], black: [7-13]}\nnotation: {game_type: '30,W,7,7,A0,0'}",
    "alternate-lines-with-kings": "extends: alquerque\nboard: {width: 9, height: 9}\n"
    "setup: {white: [55-72], black: [10-27]}\nmen: {rest_on_last_row: false}\nkings: {range: flying}\n"
    "promotion: {squares: last-row, in_capture: crown}\nnotation: {game_type: '205,W,9,9,A0,0'}",
    "huffing-10x10": "extends: international\ncapture: {obligation: huffing}",
    "huffing-free-choice": "extends: gothic\ncapture: {obligation: huffing}",
    "huffing-immediate-removal": "extends: turkish\ncapture: {obligation: huffing}",
    "one-way-straight": "extends: turkish\nmen: {black_forward: up}",
    "further-jumps-backward": "extends: czech\n"
    "men: {capture_next: [forward-diagonals, backward-diagonals]}\npromotion: {in_capture: stay}",
    "crowned-on-marks": "extends: russian\npromotion: {squares: {white: [1, 7, 14], black: [19, 26, 32]}}",
    "passing-marks": "extends: brazilian\npromotion: {squares: {white: [1, 7, 14], black: [19, 26, 32]}}",
    "resting-men-on-marks": "extends: corner\nmen: {rest_on_last_row: true, capture: [sideways, forward-diagonals]}",
    "straight-on-with-diagonals": "extends: konane\nboard: {width: 7, height: 7}\nopening: []\n"
    "setup: {white: [29-49], black: [1-21]}\nnotation: {game_type: '206,B,7,7,A3,0'}\n"
    "men: {move: [forward], capture: [forward, backward, sideways, forward-diagonals]}",
    "parachutists-on-all-squares": "extends: turkish\nboard: {width: 6, height: 6}\n"
    "setup: {white: [19-24], black: [13-18], white_parachutists: [1-6], black_parachutists: [31-36]}\n"
    "parachutists: {capture: [backward], becomes: man}\nnotation: {game_type: '30,W,6,6,A0,0'}",
    "values-on-all-squares": "extends: gothic\ncapture: {precedence: [value, king-earliest], king_value: 150}\n"
    "kings: {range: flying, landing: behind-last-king}",
}


def game(name: str) -> VariantConfig:
    text = f"{GAMES[name]}\nnames: {{title: {name}, hub: {name}}}\n"
    return parse_variant(text, ROOT / "configs" / "variants" / f"{name}.yaml", REGISTRY.find_parent)


@pytest.mark.parametrize("name", GAMES)
def test_core_agrees_with_reference(name: str) -> None:
    assert Lines(game(name)).run(SETUP_POSITIONS, POSITIONS) > POSITIONS / 50


def test_forced_landing_makes_the_difference_that_is_known() -> None:
    """Published counts of dctl's test suite for this game, with and without the rule."""
    for config, leaves in ((REGISTRY.load("czech"), 3_963_671), (game("no-forced-landing"), 3_963_673)):
        start = Position(RuleSet(config.to_spec_json()), config.start_pieces(), white_to_move=True)
        assert start.perft(9) == leaves
