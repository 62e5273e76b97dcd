"""Variants by name: spellings in use, folders of one's own, and names that two files claim."""

from __future__ import annotations

from pathlib import Path

import pytest

from hub_engine.config.registry import VariantRegistry
from hub_engine.errors import UnknownVariantError, VariantError
from tests.vectors import REGISTRY, ROOT, VARIANTS

SHIPPED = ROOT / "configs"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    (tmp_path / "variants").mkdir()
    return tmp_path


def write(folder: Path, name: str, text: str) -> None:
    (folder / "variants" / f"{name}.yaml").write_text(text, encoding="utf-8")


def test_none_is_lost() -> None:
    assert len(VARIANTS) == 37


@pytest.mark.parametrize(
    ("word", "variant_id"),
    [
        *[(name, name) for name in VARIANTS],
        ("normal", "international"), ("standard", "international"),
        ("bt", "breakthrough"), ("losing", "antidraughts"), ("suicide", "antidraughts"),
        ("american", "english"), ("checkers", "english"), ("frysk!", "frysk"),
        ("Frysk!", "frysk"), (" Russian ", "russian"), ("spantsiretti", "spantsireti"), ("makhos", "thai"),
        ("tama", "armenian"), ("hawaiian", "konane"),
    ],
)  # fmt: skip
def test_spellings_in_use(word: str, variant_id: str) -> None:
    assert REGISTRY.resolve(word) == (variant_id, {})
    assert REGISTRY.load(word).names.id == variant_id


def test_names_from_the_head_are_those_of_the_whole_file() -> None:
    registry = VariantRegistry((SHIPPED,))
    assert list(registry.ids) == [names.id for names in registry.names] == sorted(VARIANTS)
    assert list(registry.names) == [registry.load(names.id).names for names in registry.names]


def test_words_are_unique_and_begin_with_the_id() -> None:
    words = [word for names in REGISTRY.names for word in names.words]
    assert len(words) == len(set(words))
    assert all(names.words[0] == names.id for names in REGISTRY.names)


def test_a_variant_is_loaded_once() -> None:
    assert REGISTRY.load("normal") is REGISTRY.load("international")


@pytest.mark.parametrize(
    ("word", "near"), [("frysan", "frysian or frisian or frysk"), ("itallian", "italian or italian-page"), ("qqq", "")]
)
def test_unknown(word: str, near: str) -> None:
    with pytest.raises(UnknownVariantError) as caught:
        REGISTRY.load(word)
    hint = f", did you mean {near}?" if near else ";"
    assert str(caught.value) == f"there is no variant {word!r}{hint} `hub-engine variants` lists all"


def test_a_folder_adds_variants(mine: Path) -> None:
    write(mine, "tiny", "extends: english\nnames: {title: Tiny, hub: tiny}\nsetup: {white: [29-32], black: [1-4]}\n")
    registry = VariantRegistry((mine, SHIPPED))
    assert len(registry.ids) == len(VARIANTS) + 1
    assert registry.load("tiny").setup.black == (0, 1, 2, 3)
    assert registry.load("english").setup.black == tuple(range(12))


def test_a_folder_replaces_a_variant_and_may_extend_what_it_replaces(mine: Path) -> None:
    write(mine, "international", "extends: international\nnames: {title: Ours, hub: normal}\ndraws: {repetition: 5}\n")
    registry = VariantRegistry((mine, SHIPPED))
    config = registry.load("normal")
    assert (config.names.title, config.rules.draws.repetition) == ("Ours", 5)
    assert len(config.rules.draws.limits) == 3
    # What extends the replaced file now stands on the new one.
    assert registry.load("killer").rules.draws.repetition == 5


def test_a_file_that_extends_itself_without_another_is_a_circle(mine: Path) -> None:
    write(mine, "odd", "extends: odd\nnames: {title: Odd, hub: odd}\n")
    with pytest.raises(VariantError, match="goes in a circle"):
        VariantRegistry((mine,)).load("odd")


def test_two_files_with_one_name(mine: Path) -> None:
    write(mine, "a", "names: {title: A, hub: same}\n")
    write(mine, "b", "names: {title: B, hub: b, aliases: [same, a]}\n")
    registry = VariantRegistry((mine, SHIPPED))
    for name, other in (("a", "b"), ("b", "a")):
        with pytest.raises(VariantError) as caught:
            registry.load(name)
        claims = [fault.message for fault in caught.value.faults if fault.key == "names"]
        assert sorted(claims) == [f"{word!r} is a name of {other} already" for word in ("a", "same")]
    assert registry.load("normal").names.id == "international"


def test_a_name_of_a_shipped_variant_is_the_other_file_s_fault(mine: Path) -> None:
    write(mine, "a", "extends: english\nnames: {title: A, hub: normal, aliases: [checkers, a-game]}\n")
    path = mine / "variants" / "a.yaml"
    wanted = ["'normal' is a name of international already", "'checkers' is a name of english already"]
    for registry in (VariantRegistry((SHIPPED,)), VariantRegistry((mine, SHIPPED))):
        assert [(fault.path, fault.line, fault.message) for fault in registry.name_faults(path)] == [
            (path, 2, message) for message in wanted
        ]
    with pytest.raises(VariantError) as caught:
        registry.load("a")
    assert registry.load("normal").names.id == "international"
    assert [(fault.path, fault.message) for fault in caught.value.faults] == [(path, message) for message in wanted]
    assert not registry.name_faults(SHIPPED / "variants" / "english.yaml")


def test_a_file_that_replaces_another_may_have_its_names(mine: Path) -> None:
    write(mine, "english", "extends: english\nnames: {title: Ours, hub: english, aliases: [checkers]}\n")
    assert not VariantRegistry((SHIPPED,)).name_faults(mine / "variants" / "english.yaml")


def test_a_broken_file_disturbs_no_other(mine: Path) -> None:
    write(mine, "broken", "names: {title: B, hub: [\n")
    registry = VariantRegistry((mine, SHIPPED))
    assert registry.load("normal").names.hub == "normal"
    with pytest.raises(VariantError, match="is not YAML"):
        registry.load("broken")
