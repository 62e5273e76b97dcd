"""The documentation does what it says: examples run, links lead somewhere, the list of variants is whole."""

from __future__ import annotations

import contextlib
import doctest
import io
import re
from pathlib import Path

import pytest

from hub_engine.config.engine import default_engine
from hub_engine.variants import load_variants

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "configs").rglob("*.md")])


def test_examples_of_the_library() -> None:
    report = io.StringIO()
    with contextlib.redirect_stdout(report):
        result = doctest.testfile(str(ROOT / "docs/library.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 30
    assert result.failed == 0, report.getvalue()


def test_example_of_the_readme() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        shown = io.StringIO()
        with contextlib.redirect_stdout(shown):
            exec(block, {})
        assert "Black to move" in shown.getvalue()


def test_readme_lists_every_variant() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    rows = set(re.findall(r"^\| `([\w-]+)` \| `([\w!-]+)` \| \d+x\d+ \|", text, re.MULTILINE))
    assert rows == {(names.id, names.hub) for names in load_variants().registry.names}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8"))
    missing = [link for link in links if not (page.parent / link).exists()]
    assert missing == []


def test_decisions_are_numbered_without_gaps() -> None:
    numbers = [int(path.name[:4]) for path in sorted((ROOT / "docs/adr").glob("[0-9]*.md"))]
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_map_of_modules_is_whole() -> None:
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    told = set(re.findall(r"`(\w+)`", page.partition("## Modules")[2].partition("\nThe core has")[0]))
    modules = {path for room in ("hub_engine", "protocol") for path in (ROOT / room).rglob("*.py")}
    rooms = {folder.name for path in modules for folder in path.relative_to(ROOT).parents}
    assert told - rooms == {path.stem for path in modules} - {"__init__"} - rooms


def test_operation_lists_every_event_refusal_and_limit() -> None:
    page = (ROOT / "docs/operation.md").read_text("utf-8")
    code = "".join(path.read_text("utf-8") for path in sorted((ROOT / "hub_engine/daemon").glob("*.py")))
    events = set(re.findall(r'_log\.(?:debug|info|warning|error)\(\s*"([a-z_.]+)"', code))
    reasons = set(re.findall(r'refusals\["([a-z-]+)"\]', code))
    assert len(events) > 25
    assert len(reasons) > 7
    limits = set(default_engine().limits._fields)
    assert [word for word in sorted(events | reasons | limits) if f"`{word}`" not in page] == []
