"""Writes docs/variants.md from the rule files and the test data; with --check only compares.

Every rule is shown with the comment that stands beside it in the rule file (its source), and with the
positions and counts that pin it. Run it after a change of configs/variants or of the vectors in tests/data.
"""

import re
import sys
from functools import cache, partial
from pathlib import Path
from typing import Any

import yaml

from hub_engine.config.loader import Document, load_document
from hub_engine.config.registry import VariantRegistry
from hub_engine.config.variant import NO_CHOICES, SCHEMA, VariantConfig
from hub_engine.config.variant_options import chosen_tree

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "variants.md"
REGISTRY = VariantRegistry((ROOT / "configs",))

HEAD = """\
# Variants

Written by `scripts/variant_docs.py` from `configs/variants` and `tests/data`: change those, not this file.

Each rule is shown with its source as the rule file names it; `[?]` marks what no source confirmed, and a
variant's name in front of a source says that the rule is inherited from it. Square numbers are Hub numbers:
from 1, row by row from the top left, White at the bottom. One move of each side is two plies.

How every variant is pinned, beside the positions listed with it:

- `tests/hub_engine/test_perft.py`: numbers of moves from the positions of `tests/data/perft-classic.yaml` and
  `perft-exotic.yaml`, exact.
- `tests/hub_engine/test_rules_positions.py`: small positions that pin one rule each, and faults that other
  programs had (`tests/data/rules-classic.yaml`, `rules-exotic.yaml`, `known-faults.yaml`).
- `tests/properties/test_reference_agreement.py`: 10,000 random positions a variant, the same moves as a slow
  generator that was written from the rule texts.
- `tests/properties/test_draw_agreement.py`: random endings, the same draws at the same ply as a slow counter.
- `tests/hub_engine/config/test_variant.py`: start position, first side, numbering, PDN type.

The keys of a rule file are explained in [configs/variants/README.md](../configs/variants/README.md).

The PDN standard has a GameType number for some games only. Beside it these are in use here: 45 Killer, 96
Breakthrough, 97 Frysk, 98 antidraughts (as lidraughts and hcheckers have them), and private ones from 201 on. A
game with the other aim, or a page's reading of a game, keeps the number of that game.
"""

#: Dotted key of a rule file, and what it decides.
RULES = (
    ("board.width", "files"),
    ("board.height", "ranks"),
    ("board.playable", "playable squares"),
    ("board.lines", "lines between squares"),
    ("board.holes", "not played on"),
    ("setup.first", "first to move"),
    ("setup.white", "white men"),
    ("setup.black", "black men"),
    ("setup.white_parachutists", "white parachutists"),
    ("setup.black_parachutists", "black parachutists"),
    ("men.move", "men move"),
    ("men.linear", "a man passes over a line of men"),
    ("men.rest_on_last_row", "a man on its last row makes no quiet move"),
    ("men.black_forward", "Black's men go"),
    ("men.capture", "men capture"),
    ("men.capture_next", "men go on capturing"),
    ("men.capture_kings", "men take kings"),
    ("kings.range", "kings"),
    ("kings.move", "kings move"),
    ("kings.capture", "kings capture"),
    ("kings.landing", "landing of a capturing king"),
    ("kings.same_king_limit", "quiet moves in a row with one king"),
    ("parachutists.move", "parachutists move"),
    ("parachutists.capture", "parachutists capture"),
    ("parachutists.becomes", "a parachutist that has captured is a"),
    ("capture.obligation", "a capture that is not made"),
    ("capture.continue", "a capture goes on"),
    ("capture.forced_landing", "a king lands where it can go on"),
    ("capture.removal", "captured pieces leave"),
    ("capture.turn_back", "180 degree turn in a capture"),
    ("capture.precedence", "which capture must be chosen"),
    ("capture.king_value", "a king in hundredths of a man"),
    ("promotion.squares", "men are crowned on"),
    ("promotion.in_capture", "man on the last row in mid-capture"),
    ("objective.no_move", "a side without a move"),
    ("objective.king", "owning a king"),
    ("draws.repetition", "repetition"),
)
#: Said only where it is not the common thing.
UNCOMMON = {
    "board.lines": "all",
    "board.holes": (),
    "setup.white_parachutists": (),
    "setup.black_parachutists": (),
    "men.linear": False,
    "men.rest_on_last_row": False,
    "men.black_forward": "down",
    "men.capture_next": None,
    "parachutists.move": None,
    "parachutists.capture": None,
    "parachutists.becomes": None,
    "capture.obligation": "compulsory",
    "capture.continue": "must",
    "capture.forced_landing": True,
    "capture.king_value": 0,
    "promotion.squares": "last-row",
}
WORDS = {
    ("board.lines", "alternate"): "diagonals from squares of a1's colour only",
    ("men.linear", True): "yes",
    ("men.rest_on_last_row", True): "yes",
    ("men.black_forward", "up"): "the same way as White's",
    ("parachutists.move", ()): "not at all",
    ("capture.obligation", "huffing"): "the piece may be huffed",
    ("capture.continue", "may-straight"): "if its side likes, in the same direction only",
    ("men.move", ()): "not at all",
    ("promotion.squares", "none"): "no square",
    ("kings.same_king_limit", 0): "no limit",
    ("capture.turn_back", True): "allowed",
    ("capture.turn_back", False): "not allowed",
    ("capture.precedence", ()): "free choice",
    ("promotion.in_capture", "end"): "crowned, and the move ends",
    ("promotion.in_capture", "stay"): "goes on as a man if it can; crowned where the move ends",
    ("promotion.in_capture", "crown"): "crowned at once, goes on as a king",
    ("draws.repetition", 0): "never a draw",
    ("capture.removal", "end"): "when the move is over",
    ("capture.removal", "immediate"): "before the next jump",
    ("men.capture_kings", True): "yes",
    ("men.capture_kings", False): "no",
}


def main() -> int:
    """Exit status: 1 when --check finds the file out of date."""
    text = "\n".join([HEAD, _overview(), *(_section(variant) for variant in REGISTRY.ids)])
    if "--check" in sys.argv[1:]:
        return int(not TARGET.is_file() or TARGET.read_text(encoding="utf-8") != text)
    TARGET.write_text(text, encoding="utf-8")
    return 0


def _overview() -> str:
    lines = [
        "| id | game | Hub word | board | men a side | first | kings | choice of capture | PDN GameType |",
        "|" + " --- |" * 9,
    ]
    for names in REGISTRY.names:
        config = REGISTRY.load(names.id)
        rules, board = config.rules, config.board
        choice = ", ".join(rules.capture.precedence) or "free"
        cells = (
            f"[{names.id}](#{names.id})",
            names.title,
            f"`{names.hub}`",
            f"{board.width}x{board.height}",
            str(len(config.setup.white)),
            config.setup.first,
            rules.kings.range,
            choice,
            config.notation.game_type,
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def _section(name: str) -> str:
    defaults = partial(chosen_tree, choices=NO_CHOICES)
    document = load_document(REGISTRY.path(name), SCHEMA, find_parent=REGISTRY.find_parent, edit=defaults)
    config = REGISTRY.load(name)
    also = ", ".join(f"`{word}`" for word in config.names.words if word != name) or "none"
    notation = config.notation
    names = f"Other names: {also}. Notation: {notation.squares}, captures with `{notation.capture_sign}`, results as "
    names += f"{notation.results}, PDN GameType {notation.game_type}."
    return "\n".join(
        [
            f"## {name}",
            "",
            "  \n".join(REGISTRY.sources(name)),
            "",
            names,
            "",
            _rule_table(document),
            "",
            *_options(config),
            *_opening(document),
            _draw_table(document, config),
            "",
            _pins(name),
            "",
        ]
    )


def _rule_table(document: Document) -> str:
    lines = ["| rule | value | source |", "| --- | --- | --- |"]
    for key, title in RULES:
        group, name = key.split(".")
        value = (document.values[group] or {}).get(name)
        if key in UNCOMMON and value == UNCOMMON[key]:
            continue
        place = document.place(key)
        comment = _comment(place.path, place.line, place.line)
        lines.append(f"| {title} | {_value(key, value)} | {_source(document, place.path, comment)} |")
    return "\n".join(lines)


def _options(config: VariantConfig) -> list[str]:
    """What the players choose, and the names that stand for a choice."""
    lines = [
        f"Option `{option.name}`: {option.title}; {' or '.join(option.values)}, {option.default} when nobody chooses."
        for option in config.options
    ]
    lines += [
        f"`{alias}` is the game with {', '.join(f'{name} {value}' for name, value in choices.items())}."
        for alias, choices in config.names.aliases_with_options.items()
    ]
    return [*(f"{line}  " for line in lines[:-1]), lines[-1], ""] if lines else []


def _opening(document: Document) -> list[str]:
    rows = document.values["opening"]
    if not rows:
        return []
    lines = []
    for index, row in enumerate(rows):
        squares = "beside the gap" if row["remove"] == "adjacent" else f"on one of {_value('', row['remove'])}"
        place = document.place(f"opening[{index}].side")
        source = _source(document, place.path, _comment(place.path, place.line, place.line))
        lines.append(f"{index + 1}. {row['side'].value.capitalize()} takes an own piece off {squares} ({source}).")
    return ["The game begins with pieces taken off:", "", *lines, ""]


def _draw_table(document: Document, config: VariantConfig) -> str:
    limits = config.rules.draws.limits
    if not limits:
        return "No counted draws."
    lines = ["| counted draw | plies | while | begins anew after | source |", "| --- | --- | --- | --- | --- |"]
    starts = [document.place(f"draws.limits[{index}]") for index in range(len(limits))]
    for index, limit in enumerate(limits):
        path, first = starts[index]
        last = starts[index + 1].line - 1 if index + 1 < len(limits) else len(_lines(path))
        row = document.values["draws"]["limits"][index]
        anew = ", ".join(limit.restart) or "nothing"
        source = _source(document, path, _comment(path, first, last))
        lines.append(f"| {limit.name} | {limit.plies} | {_condition(path, first, last, row)} | {anew} | {source} |")
    return "\n".join(lines)


def _condition(path: Path, first: int, last: int, row: dict[str, Any]) -> str:
    """The condition of a limit, balances as the file writes them."""
    parts = []
    text = "\n".join(_lines(path)[first - 1 : last])
    if balances := re.search(r"material: \[(.*)\]", text):
        parts.append(balances[1].replace('"', "").replace(", ", " or "))
    if row["pieces"] != (0, 255):
        parts.append("{} to {} pieces on the board".format(*row["pieces"]))
    if row["both_kings"]:
        parts.append("both sides own a king")
    if row["unless_capture"]:
        parts.append("the side to move cannot capture")
    for key, words in (
        ("first_on", "the first side stands on"),
        ("second_off", "the second side stands on none of"),
        ("second_on", "the second side stands on one of"),
    ):
        if squares := re.search(rf"{key}: \[(.*)\]", text):
            parts.append(f"{words} {squares[1]}")
    return "; ".join(parts) or "always"


def _pins(name: str) -> str:
    lines = []
    perft = [entry for file in ("perft-classic.yaml", "perft-exotic.yaml") for entry in _data(file, name)]
    for entry in perft:
        depth, leaves = max(entry["unique"].items())
        lines.append(f"- perft `{entry['id']}`: to depth {depth} ({leaves:,})")
    if not perft:
        lines.append("- perft: no counts of its own; it shares the moves of the game it is told from, or most of them")
    for file, key in (("rules-classic.yaml", "rule"), ("rules-exotic.yaml", "rule"), ("known-faults.yaml", "fault")):
        lines += [
            f"- {'position' if key == 'rule' else 'fault elsewhere'} `{entry['fen']}`: {entry[key]}"
            for entry in _data(file, name)
        ]
    return "\n".join(["Pinned by:", "", *lines])


def _value(key: str, value: Any) -> str:
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return ", ".join(f"{part[0] + 1}-{part[-1] + 1}" if len(part) > 1 else str(part[0] + 1) for part in value)
    if isinstance(value, dict):  # squares of each side
        return "; ".join(f"{colour} {_value(key, squares)}" for colour, squares in value.items())
    if (word := WORDS.get((key, value))) is not None:
        return word
    if key == "draws.repetition":
        return f"drawn at occurrence {value}"
    if key == "capture.precedence":
        return ", then ".join(value)
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _source(document: Document, path: Path, comment: str) -> str:
    """The comment, or that the sources of the whole file stand for the rule; and whose file says so."""
    if path == document.path:
        return comment or "sources above"
    owner = f"[{path.stem}](#{path.stem})"
    return f"{owner}: {comment}" if comment else owner


def _comment(path: Path, first: int, last: int) -> str:
    """The comments on some lines of a file, joined."""
    found = (re.search(r"(?:^|\s)# ?(.*)$", line) for line in _lines(path)[first - 1 : last])
    return " ".join(match[1].strip() for match in found if match)


@cache
def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@cache
def _data(file: str, variant_id: str) -> list[dict[str, Any]]:
    """The entries that concern a variant, by any of its names."""
    words = REGISTRY.load(variant_id).names.words
    return [entry for entry in _entries(file) if entry["variant"] in words]


@cache
def _entries(file: str) -> list[dict[str, Any]]:
    with (ROOT / "tests" / "data" / file).open("rb") as stream:
        entries: list[dict[str, Any]] = yaml.load(stream, yaml.CSafeLoader)
    return entries


if __name__ == "__main__":
    sys.exit(main())
