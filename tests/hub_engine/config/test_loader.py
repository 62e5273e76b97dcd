"""Tables of fields, inheritance, and that every fault comes with file, line and key."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import pytest

from hub_engine.config.loader import MAX_PARENTS, Document, load_document
from hub_engine.config.schema import Field, Flag, Integer, ListOf, Number, Optional, Parsed, Table, Text, Word
from hub_engine.errors import ConfigError


class Colour(StrEnum):
    """Words for a field."""

    RED = "red"
    GREEN = "green"


TABLE = Table(
    {
        "name": Field(Text(r"[a-z]+", "a name of small letters"), is_inherited=False),
        "count": Field(Integer(1, 10), 5),
        "share": Field(Number(0.0, 1.0), 0.5),
        "is_on": Field(Flag(), default=False),
        "colour": Field(Word(Colour), Colour.RED),
        "squares": Field(ListOf(Parsed(int, "a number"), at_most=3, is_distinct=True), ()),
        "file": Field(Optional(Text(r".+", "a path")), None),
        "inner": Field(Table({"low": Field(Integer(0, 9), 0), "high": Field(Integer(0, 9), 9)}), {}),
        "rows": Field(ListOf(Table({"n": Field(Integer(0, 9))})), ()),
    }
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def load(folder: Path, name: str = "child") -> Document:
    def find_parent(parent: str, _child: Path) -> Path | None:
        path = folder / f"{parent}.yaml"
        return path if path.is_file() else None

    return load_document(folder / f"{name}.yaml", TABLE, find_parent=find_parent)


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


def faults(folder: Path, name: str = "child") -> list[str]:
    """Faults as they are shown, with file names only."""
    with pytest.raises(ConfigError) as caught:
        load(folder, name).raise_faults()
    return [str(fault).replace(f"{folder}/", "") for fault in caught.value.faults]


def test_defaults_fill_what_is_left_out(folder: Path) -> None:
    write(folder, child="name: x\ninner: {high: 3}\n")
    document = load(folder)
    document.raise_faults()
    assert document.values == {
        "name": "x",
        "count": 5,
        "share": 0.5,
        "is_on": False,
        "colour": Colour.RED,
        "squares": (),
        "file": None,
        "inner": {"low": 0, "high": 3},
        "rows": (),
    }


def test_a_table_left_out_has_the_defaults_of_its_fields(folder: Path) -> None:
    write(folder, child="name: x\n")
    assert load(folder).values["inner"] == {"low": 0, "high": 9}


def test_every_fault_at_once_in_the_order_of_the_lines(folder: Path) -> None:
    write(
        folder,
        child="""\
# a file with nothing right
cuont: 3
count: eleven
share: 2
is_on: yes
colour: gren
squares: [1, x, 1]
file: []
inner: 4
rows:
  - n: 10
  - m: 1
  - 7
""",
    )
    assert faults(folder) == [
        "child.yaml:2: cuont: unknown key, did you mean count?",
        "child.yaml:2: name: is missing",
        "child.yaml:3: count: must be a whole number, not the text 'eleven'",
        "child.yaml:4: share: 2 is not in 0..1",
        "child.yaml:5: is_on: must be true or false, not the text 'yes'",
        "child.yaml:6: colour: must be one of red, green, not the text 'gren', did you mean green?",
        "child.yaml:7: squares[1]: 'x' is not a number: invalid literal for int() with base 10: 'x'",
        "child.yaml:7: squares[2]: 1 appears twice",
        "child.yaml:8: file: must be a path, not a list",
        "child.yaml:9: inner: must be a mapping, not 4",
        "child.yaml:11: rows[0].n: 10 is not in 0..9",
        "child.yaml:12: rows[1].m: unknown key",
        "child.yaml:12: rows[1].n: is missing",
        "child.yaml:13: rows[2]: must be a mapping, not 7",
    ]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("count: true", "count: must be a whole number, not true"),
        ("count: 1.5", "count: must be a whole number, not 1.5"),
        ("count: '5'", "count: must be a whole number, not the text '5'"),
        ("count: 0", "count: 0 is not in 1..10"),
        ("count:", "count: must be a whole number, not nothing"),
        ("share: .nan", "share: must be a number, not the text '.nan'"),
        ("share: false", "share: must be a number, not false"),
        ("name: 12", "name: must be a name of small letters, not 12 (put it in quotes)"),
        ("name: Xy", "name: 'Xy' is not a name of small letters"),
        ("squares: 3", "squares: must be a list, not 3"),
        ("squares: [1, 2, 3, 4]", "squares: 4 entries, not 0..3"),
        ("squares: [[]]", "squares[0]: must be a number, not a list"),
        ("colour: {}", "colour: must be one of red, green, not a mapping"),
    ],
)
def test_one_wrong_value(folder: Path, line: str, fault: str) -> None:
    write(folder, child=line if line.startswith("name") else f"{line}\nname: x")
    assert faults(folder) == [f"child.yaml:1: {fault}"]


def test_a_fault_has_path_line_and_key(folder: Path) -> None:
    write(folder, child="name: x\ninner:\n  low: 10\n")
    with pytest.raises(ConfigError) as caught:
        load(folder).raise_faults()
    error = caught.value
    assert (error.path, error.line, error.key) == (folder / "child.yaml", 3, "inner.low")


def test_mappings_merge_key_by_key_and_lists_replace(folder: Path) -> None:
    write(
        folder,
        grand="name: g\ncount: 1\ninner: {low: 1, high: 2}\nsquares: [1, 2]\n",
        parent="extends: grand\nname: p\nshare: 0.25\ninner: {high: 4}\n",
        child="extends: parent\nname: c\nsquares: [9]\n",
    )
    document = load(folder)
    document.raise_faults()
    values = document.values
    assert (values["name"], values["count"], values["share"]) == ("c", 1, 0.25)
    assert values["inner"] == {"low": 1, "high": 4}
    assert values["squares"] == (9,)


def test_what_is_not_inherited_must_be_given_again(folder: Path) -> None:
    write(folder, parent="name: p\n", child="# nothing but a parent\nextends: parent\n")
    assert faults(folder) == ["child.yaml:2: name: is missing"]


def test_a_fault_of_a_parent_names_the_parent(folder: Path) -> None:
    write(folder, parent="name: p\ninner:\n  low: 99\n", child="extends: parent\nname: c\ncount: 77\n")
    assert faults(folder) == [
        "child.yaml:3: count: 77 is not in 1..10",
        "parent.yaml:3: inner.low: 99 is not in 0..9",
    ]


def test_missing_parent(folder: Path) -> None:
    write(folder, child="name: c\nextends: nobody\n")
    assert faults(folder) == ["child.yaml:2: extends: there is no 'nobody' to extend"]


def test_what_a_missing_parent_would_say_is_not_missing_but_other_faults_are_told(folder: Path) -> None:
    write(folder, child="extends: nobody\ncount: many\n", loop="extends: loop\n", two="extends: [a, b]\n")
    assert faults(folder) == [
        "child.yaml:1: extends: there is no 'nobody' to extend",
        "child.yaml:2: count: must be a whole number, not the text 'many'",
    ]
    assert faults(folder, "loop") == ["loop.yaml:1: extends: the chain of parents goes in a circle: loop -> loop"]
    assert faults(folder, "two") == ["two.yaml:1: extends: must be the name of one parent"]


@pytest.mark.parametrize("value", ["[a, b]", "{a: b}", "", "3"])
def test_a_parent_is_one_name(folder: Path, value: str) -> None:
    write(folder, child=f"name: c\nextends: {value}\n")
    assert faults(folder) == ["child.yaml:2: extends: must be the name of one parent"]


def test_a_circle_of_parents(folder: Path) -> None:
    write(
        folder,
        child="extends: b\nname: c\n",
        b="extends: d\n",
        d="name: d\nextends: b\n",
        self="extends: self\nname: s\n",
    )
    assert faults(folder) == ["d.yaml:2: extends: the chain of parents goes in a circle: child -> b -> d -> b"]
    assert faults(folder, "self") == ["self.yaml:1: extends: the chain of parents goes in a circle: self -> self"]


def test_a_long_chain_of_parents(folder: Path) -> None:
    for n in range(MAX_PARENTS + 2):
        write(folder, **{f"p{n}": f"name: x\nextends: p{n + 1}\n"})
    (fault,) = faults(folder, "p0")
    assert fault.startswith(f"p{MAX_PARENTS}.yaml:2: extends: the chain of parents is longer than {MAX_PARENTS}: p0 ->")


def test_a_parent_that_is_no_yaml(folder: Path) -> None:
    write(folder, parent="a: [", child="extends: parent\nname: c\n")
    assert faults(folder)[-1].startswith("child.yaml:1: extends: ")


def test_extends_is_a_key_only_where_it_is_allowed(folder: Path) -> None:
    write(folder, child="name: c\nextends: parent\n")
    with pytest.raises(ConfigError, match="extends: unknown key"):
        load_document(folder / "child.yaml", TABLE).raise_faults()
