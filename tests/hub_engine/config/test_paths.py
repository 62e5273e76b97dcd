"""Which configuration folders count, and in which order."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from hub_engine.config import paths
from hub_engine.errors import ConfigError
from tests.vectors import ROOT


def test_the_source_tree_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(paths.ENVIRONMENT, raising=False)
    assert paths.config_folders() == (ROOT / "configs",)


def test_asked_folders_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given, named = tmp_path / "given", tmp_path / "named"
    given.mkdir()
    named.mkdir()
    monkeypatch.setenv(paths.ENVIRONMENT, str(named))
    assert paths.config_folders(given) == (given, named, ROOT / "configs")


def test_a_folder_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(paths.ENVIRONMENT, str(tmp_path / "b"))
    with pytest.raises(ConfigError) as caught:
        paths.config_folders(tmp_path / "a")
    assert [fault.path.name for fault in caught.value.faults] == ["a", "b"]


def test_a_folder_that_cannot_be_looked_at(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=f"cannot be read: {os.strerror(errno.ENAMETOOLONG)}"):
        paths.config_folders(tmp_path / ("x" * 300))


def test_installed_data_serve_where_there_is_no_source_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "hub_engine"
    (package / "configs").mkdir(parents=True)
    monkeypatch.delenv(paths.ENVIRONMENT, raising=False)
    monkeypatch.setattr(paths, "_PACKAGE", package)
    monkeypatch.setattr(paths, "_INSTALLED", package / "configs")
    monkeypatch.setattr(paths, "_SOURCE_TREE", tmp_path / "configs")
    assert paths.config_folders() == (package / "configs",)


def test_the_first_folder_that_has_a_file_wins(tmp_path: Path) -> None:
    first, second = tmp_path / "1", tmp_path / "2"
    for folder, names in ((first, ["b"]), (second, ["a", "b"])):
        (folder / "variants").mkdir(parents=True)
        for name in names:
            (folder / "variants" / f"{name}.yaml").touch()
    (second / "variants" / "README.md").touch()
    assert paths.listing((first, second), "variants") == {
        "a": second / "variants" / "a.yaml",
        "b": first / "variants" / "b.yaml",
    }


def test_an_installation_without_its_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(paths.ENVIRONMENT, raising=False)
    monkeypatch.setattr(paths, "_SOURCE_TREE", tmp_path / "gone")
    monkeypatch.setattr(paths, "_INSTALLED", tmp_path / "configs")
    with pytest.raises(ConfigError, match=r"configs: is missing: the installation is not whole"):
        paths.config_folders()
    assert paths.config_folders(tmp_path) == (tmp_path,)
