"""The rules compiled into the core are those of the files."""

from __future__ import annotations

from pathlib import Path

import pytest

from hub_engine.config import builtin


def test_up_to_date() -> None:
    assert builtin.main(["--check"]) == 0, "run `make rulewords`"


def test_write_and_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rules.json"
    monkeypatch.setattr(builtin, "BUILTIN_RULES", path)
    path.write_text("{}", encoding="utf-8")
    assert builtin.main(["--check"]) == 1
    assert "make rulewords" in capsys.readouterr().err
    assert builtin.main([]) == 0
    assert builtin.main(["--check"]) == 0
