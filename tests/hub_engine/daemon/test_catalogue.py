from __future__ import annotations

from pathlib import Path

import pytest

from hub_engine.daemon.catalogue import Catalogue
from hub_engine.errors import ConfigError


def test_what_may_be_asked_for_by_name_can_be_used() -> None:
    catalogue = Catalogue()
    catalogue.check()
    assert list(catalogue.time_control_names) == sorted(catalogue.time_control_names)
    for name in catalogue.time_control_names:
        assert catalogue.time_control(name).name == name


def test_a_name_that_nobody_knows() -> None:
    with pytest.raises(ConfigError, match="no-such-control"):
        Catalogue().time_control("no-such-control")


def test_a_file_that_cannot_be_used_is_found_before_it_is_asked_for(tmp_path: Path) -> None:
    folder = tmp_path / "time-controls"
    folder.mkdir()
    (folder / "broken.yaml").write_text("title: broken\nmove_time: soon\n", "utf-8")
    catalogue = Catalogue(tmp_path)
    assert "broken" in catalogue.time_control_names
    with pytest.raises(ConfigError, match=r"broken\.yaml"):
        catalogue.check()
