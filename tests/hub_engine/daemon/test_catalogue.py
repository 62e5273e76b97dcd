from __future__ import annotations

from pathlib import Path

import pytest

from hub_engine.daemon.catalogue import Catalogue
from hub_engine.errors import ConfigError


def test_what_may_be_asked_for_by_name_can_be_used() -> None:
    catalogue = Catalogue()
    catalogue.check()
    assert catalogue.unusable == {}
    assert list(catalogue.time_control_names) == sorted(catalogue.time_control_names)
    for name in catalogue.time_control_names:
        assert catalogue.time_control(name).name == name


def test_a_name_that_nobody_knows() -> None:
    with pytest.raises(ConfigError, match="no-such-control"):
        Catalogue().time_control("no-such-control")


def test_files_that_cannot_be_used_are_left_out_and_hide_nothing(tmp_path: Path) -> None:
    for room, text in (("variants", "foo: [\n"), ("time-controls", "title: broken\nmove_time: soon\n")):
        (tmp_path / room).mkdir()
        (tmp_path / room / "broken.yaml").write_text(text, "utf-8")
    catalogue = Catalogue(tmp_path)
    assert "broken" in catalogue.time_control_names
    catalogue.check()
    assert list(catalogue.unusable) == ["variants.broken", "time-controls.broken"]
    assert f"{tmp_path / 'variants' / 'broken.yaml'}:2: foo" in catalogue.unusable["variants.broken"]
    assert "broken.yaml:2: move_time: unknown key" in catalogue.unusable["time-controls.broken"]
    assert catalogue.time_control_names == Catalogue().time_control_names
    assert catalogue.variant_names == Catalogue().variant_names


def variants(folder: Path, **texts: str) -> Catalogue:
    (folder / "variants").mkdir()
    for name, text in texts.items():
        (folder / "variants" / f"{name}.yaml").write_text(f"extends: international\n{text}\n", "utf-8")
    return Catalogue(folder)


def test_a_start_reads_what_the_user_s_files_decide(tmp_path: Path) -> None:
    Catalogue().check_own()
    catalogue = variants(tmp_path, mine="names: {title: M, hub: mine}", broken="names: x")
    catalogue.check_own()
    assert list(catalogue.contents) == ["variants.mine"]
    assert list(catalogue.unusable) == ["variants.broken"]


def test_what_stands_on_a_file_that_is_replaced_is_read_too(tmp_path: Path) -> None:
    catalogue = variants(tmp_path, international="names: {title: M, hub: normal}\nboard: {width: 3}")
    catalogue.check_own()
    assert {"variants.international", "variants.killer"} <= catalogue.unusable.keys()
    assert "variants.russian" in catalogue.contents


def test_files_that_share_a_name_are_left_out(tmp_path: Path) -> None:
    catalogue = variants(tmp_path, a="names: {title: A, hub: same}", b="names: {title: B, hub: same}")
    catalogue.check_own()
    assert "'same' is a name of b already" in catalogue.unusable["variants.a"]
    assert "'same' is a name of a already" in catalogue.unusable["variants.b"]
    assert catalogue.variant_names == Catalogue().variant_names
