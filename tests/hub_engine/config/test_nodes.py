"""YAML as configuration may use it, and every way in which a text is refused."""

# ruff: noqa: E501 - one case a line reads best

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hub_engine.config.nodes import MAX_DEPTH, MAX_FILE_BYTES, Mapping, Scalar, Sequence, parse, parse_until, read_text

PATH = Path("some.yaml")


def plain(node: object) -> object:
    """A tree without its places."""
    if isinstance(node, Mapping):
        return {key: plain(value) for key, value in node.entries.items()}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    assert isinstance(node, Scalar)
    return node.value


def refusals(text: str) -> list[str]:
    """The faults of a text as they are shown."""
    return [str(fault) for fault in parse(text, PATH)[1]]


def test_values_are_read_by_the_core_schema() -> None:
    text = "a: 1\nb: [-2, 0.5, 1e3, true, false, null, ~]\nc: {no: on, y: '12', z: 31-50}\nd:\n"
    tree, faults = parse(text, PATH)
    assert faults == []
    assert plain(tree) == {
        "a": 1,
        "b": [-2, 0.5, 1000.0, True, False, None, None],
        "c": {"no": "on", "y": "12", "z": "31-50"},
        "d": None,
    }


def test_keys_and_values_remember_their_lines() -> None:
    tree, _ = parse("# comment\na:\n  b: 1\n  c:\n    - x\n    - y\n", PATH)
    assert tree is not None
    inner = tree.entries["a"]
    assert isinstance(inner, Mapping)
    assert [tree.key_places["a"].line, inner.key_places["c"].line] == [2, 4]
    items = inner.entries["c"]
    assert isinstance(items, Sequence)
    assert [item.place.line for item in items.items] == [5, 6]


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("a word", ["some.yaml:1: must be a mapping of keys to values"]),
        ("- a", ["some.yaml:1: must be a mapping of keys to values"]),
        ("a: [1", ["some.yaml:1: a[1]: is not YAML: did not find expected ',' or ']'"]),
        ("a: 1\nb: {\nc: ]", ["some.yaml:3: b.c: is not YAML: did not find expected node content"]),
        ("a: 1\na: 2\nA: 3\na: 4", ["some.yaml:2: a: appears twice, first on line 1", "some.yaml:4: a: appears twice, first on line 1"]),
        ("{a: 1, a: 2}", ["some.yaml:1: a: appears twice, first on line 1"]),
        ("a: *x", ["some.yaml:1: a: alias *x: aliases are not allowed"]),
        ("a: {b: &x 1}", ["some.yaml:1: a.b: anchor &x: anchors are not allowed"]),
        ("a: !!python/name:os.system x", ["some.yaml:1: a: tag tag:yaml.org,2002:python/name:os.system: tags are not allowed"]),
        ("a: !mine [1]", ["some.yaml:1: a: tag !mine: tags are not allowed"]),
        ("? [a]\n: 1", ["some.yaml:1: a key must be a word"]),
        ("a: 1\n---\nb: 2", ["some.yaml:2: holds more than one document"]),
        ("a: \x07", ["some.yaml:1: is not YAML: control characters are not allowed"]),
    ],
)  # fmt: skip
def test_refused(text: str, faults: list[str]) -> None:
    assert refusals(text) == faults


@pytest.mark.parametrize("nest", ["[" * 100_000, "{a: " * 100_000, "- " * 100_000])
def test_deep_nesting_is_a_fault_not_a_crash(nest: str) -> None:
    (fault,) = refusals("a: " + nest if nest[0] != "-" else "a:\n  " + nest)
    assert f"is nested deeper than {MAX_DEPTH}" in fault or "exceeded maximum nesting depth" in fault


def test_a_billion_laughs_are_refused_at_the_first() -> None:
    laughs = "a: &a [x, x]\n" + "".join(
        f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert refusals(laughs)[:2] == [
        "some.yaml:1: a: anchor &a: anchors are not allowed",
        "some.yaml:2: b: anchor &b: anchors are not allowed",
    ]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    missing, folder, large, latin, long = (
        tmp_path / name for name in ("missing", "folder", "large", "latin", "x" * 300)
    )
    folder.mkdir()
    large.write_bytes(b"#" * (MAX_FILE_BYTES + 1))
    latin.write_bytes(b"a: 1\nb: caf\xe9\n")
    found = {path: [str(fault) for fault in read_text(path)[1]] for path in (missing, folder, large, latin, long)}
    assert found == {
        missing: [f"{missing}: cannot be read: No such file or directory"],
        folder: [f"{folder}: cannot be read: Is a directory"],
        large: [f"{large}: is larger than {MAX_FILE_BYTES} bytes"],
        latin: [f"{latin}:2: is not UTF-8 text"],
        long: [f"{long}: cannot be read: {os.strerror(errno.ENAMETOOLONG)}"],
    }


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "bom.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\n")
    assert read_text(path) == ("a: 1\n", [])


def test_parse_until_reads_no_further() -> None:
    tree = parse_until("a: {b: 1}\nc: [\n  broken", PATH, "a")
    assert plain(tree) == {"a": {"b": 1}}


@given(st.text(alphabet="ab:-[]{}&*!|>'\"#?, \n\t0\x00é", max_size=80))
def test_no_text_does_more_than_add_faults(text: str) -> None:
    tree, faults = parse(text, PATH)
    assert tree is not None or faults
    parse_until(text, PATH, "a")
