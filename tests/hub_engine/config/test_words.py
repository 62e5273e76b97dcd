from __future__ import annotations

from pathlib import Path

import pytest

from hub_engine.cli.main import main
from hub_engine.config.words import load_words
from hub_engine.errors import ConfigError


def folder(path: Path, text: str) -> Path:
    (path / "languages").mkdir(parents=True)
    (path / "languages" / "es.yaml").write_text(text, encoding="utf-8")
    return path


def test_an_earlier_folder_goes_before_the_others(tmp_path: Path) -> None:
    first = folder(tmp_path / "first", "words: {a: uno, b: dos}\n")
    second = folder(tmp_path / "second", "words: {b: tres, c: cuatro}\n")
    assert load_words("es", (first, second)) == {"a": "uno", "b": "dos", "c": "cuatro"}
    assert load_words("en", (first, second)) == {}


@pytest.mark.parametrize("text", ["words: [a]\n", "words: {a: 1}\n", "a: b\n", "words: {a: ''}\n"])
def test_faults(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = folder(tmp_path, text)
    with pytest.raises(ConfigError):
        load_words("es", (own,))
    assert main(["check", str(own / "languages" / "es.yaml")]) == 1
    assert "es.yaml:1: " in capsys.readouterr().err


def test_check_reads_a_language(tmp_path: Path) -> None:
    assert main(["check", str(folder(tmp_path, "words: {a: b}\n") / "languages" / "es.yaml")]) == 0
