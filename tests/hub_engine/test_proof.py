"""Positions that prove a variant: read strictly, and nothing that does not hold goes by."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hub_engine.cli.main import main
from hub_engine.config.positions import read_positions
from hub_engine.errors import ConfigError
from hub_engine.proof import prove
from hub_engine.variants import load_variants

PAGE = Path(__file__).parents[2] / "docs" / "your-own-variant.md"
pytestmark = pytest.mark.usefixtures("in_a_folder")


def proven(text: str) -> int:
    """How many positions of a file with this text hold."""
    path = Path("mine.yaml")
    path.write_text(text, encoding="utf-8")
    return prove(read_positions(path), load_variants())


def faults(text: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        proven(text)
    return [str(fault) for fault in caught.value.faults]


def case(text: str) -> str:
    return f"variant: international\npositions:\n  - rule: a rule\n    {text}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files of docs/your-own-variant.md, as the page has them."""
    blocks = re.findall(r"```yaml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    for room, block in zip(("variants", "positions"), blocks, strict=True):
        (tmp_path / room).mkdir()
        (tmp_path / room / "break.yaml").write_text(block, encoding="utf-8")
    return tmp_path


def test_the_page_s_variant_is_proved_by_its_positions(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(folder / room / "break.yaml") for room in ("variants", "positions")]
    assert main(["check", "--config-dir", str(folder), *files]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{files[0]}: good", f"{files[1]}: good, 7 positions hold"]


def test_the_page_s_fault_is_what_check_says(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variant = folder / "variants" / "break.yaml"
    variant.write_text(variant.read_text().replace("capture: [forward, sideways]", "capture: [forward]"))
    positions = folder / "positions" / "break.yaml"
    assert main(["check", "--config-dir", str(folder), str(positions)]) == 1
    complaint = capsys.readouterr().err
    shown = re.search(r"my/positions/break.yaml(:11: .*)", PAGE.read_text("utf-8"))
    assert shown is not None
    assert f"{positions}{shown[1]}\n" in complaint


def test_kings_that_the_rules_do_not_have_are_named_by_their_key() -> None:
    text = "variant: alquerque\npositions:\n  - rule: a rule\n    position: 'W:WKa1:Bc3'\n    moves: []\n"
    (fault,) = faults(text)
    assert fault.startswith("mine.yaml:4: positions[0].position: illegal position: square a1: ")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "moves: [31-26, 31-27]",
            "positions[0].moves: legal too: 32-27, 32-28, 33-28, 33-29, 34-29, 34-30, 35-30 (a rule)",
        ),
        ("{moves: [31-25]}", None),
        ("perft: [9, 80, 658]", "positions[0].perft[1]: 81 lines of 2 plies, not 80 (a rule)"),
        ("result: draw", "positions[0].result: goes on, not draw (a rule)"),
        ('position: "W:W99:B1"', None),
        ("position: null", "positions[0]: says nothing: name moves, perft or result"),
        ("played: [31-25]", "positions[0]: says nothing: name moves, perft or result"),
        ("result: lost", None),
    ],
)
def test_what_does_not_hold_is_told(text: str, fault: str | None) -> None:
    found = faults(case(text.strip("{}")))
    assert len(found) >= 1
    if fault is not None:
        assert fault in found[0]


def test_moves_are_read_in_any_notation_and_once_each() -> None:
    text = (
        "variant: russian\npositions:\n  - rule: a capture in three notations\n"
        '    position: "W:Wc3:Bd4,h8"\n    moves: [c3:e5, 22x15x18]\n'
    )
    (fault,) = faults(text)
    assert "22x15x18 is named twice" in fault
    good = text.replace(", 22x15x18", "")
    assert proven(good) == 1


def test_every_fault_at_once() -> None:
    text = (
        "variant: international\npositions:\n"
        "  - {rule: first one, perft: [8]}\n"
        "  - {rule: second one, played: [31-25], perft: [9]}\n"
        '  - {rule: third one, position: "W:W1:B", perft: [9]}\n'
    )
    assert [int(fault.split(":")[1]) for fault in faults(text)] == [3, 4, 5]


def test_an_unknown_variant_is_told() -> None:
    with pytest.raises(ConfigError, match="there is no variant 'chess'"):
        proven("variant: chess\npositions: [{rule: any, perft: [1]}]")


def test_faults_of_every_kind_are_told_at_once() -> None:
    text = (
        "variant: international\npositions:\n  - {rule: one, perft: [8]}\n"
        "  - {rule: two, perft: many}\n  - {rule: three}\n  - {rule: four, played: [1-50], perft: [9]}\n"
    )
    wanted = ("perft[0]: 9 lines", "perft: must be a list", "says nothing", "illegal move 1-50")
    found = faults(text)
    assert [re.match(r".*?:([0-9]+)", fault)[1] for fault in found] == ["3", "4", "5", "6"]  # type: ignore[index]
    assert all(part in fault for part, fault in zip(wanted, found, strict=True))


def test_an_unknown_variant_hides_no_fault() -> None:
    found = faults("variant: chess\npositions: [{rule: any}]")
    assert ["variant" in found[0], "says nothing" in found[1]] == [True, True]


def test_one_position_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "positions").mkdir()
    path = tmp_path / "positions" / "mine.yaml"
    path.write_text(case("perft: [9]"), "utf-8")
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: good, 1 position holds\n"
