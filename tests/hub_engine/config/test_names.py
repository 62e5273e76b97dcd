"""Names of files that a peer would have to say."""

from __future__ import annotations

from pathlib import Path

import pytest

from hub_engine.config.registry import VariantRegistry
from hub_engine.config.time_control import read_time_control
from hub_engine.config.variant import parse_variant
from hub_engine.errors import ConfigError, VariantError
from tests.vectors import ROOT

NO_WORDS = ["e f", "Größe", "größe", "a=b", 'a"b', "a\nb", "Mine", "-x", "x" * 41, ".yaml", "a.b"]


@pytest.mark.parametrize("name", NO_WORDS)
def test_a_file_is_called_by_a_word(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.yaml"
    stem = path.stem
    path.write_text("title: e\ndepth: 3\n", "utf-8")
    wanted = f"{path}: the file's name, {stem!r}, is not a name of small letters, digits and any of -_!"
    with pytest.raises(ConfigError) as control:
        read_time_control(path)
    registry = VariantRegistry((ROOT / "configs",))
    with pytest.raises(VariantError) as variant:
        parse_variant("extends: english\nnames: {title: E, hub: e}\n", path, registry.find_parent)
    assert [str(control.value), str(variant.value)] == [wanted, wanted]


def test_no_time_control_is_called_like_having_none(tmp_path: Path) -> None:
    path = tmp_path / "none.yaml"
    path.write_text("title: e\ndepth: 3\n", "utf-8")
    with pytest.raises(ConfigError, match=r"none\.yaml: the file's name, 'none', means something else already$"):
        read_time_control(path)


def test_the_file_of_a_bad_name_is_found_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "Größe.yaml").write_text("extends: english\nnames: {title: E, hub: e}\n", "utf-8")
    registry = VariantRegistry((tmp_path, ROOT / "configs"))
    for name in ("Größe", "e", "E"):
        with pytest.raises(VariantError, match="the file's name, 'Größe', is not"):
            registry.load(name)
