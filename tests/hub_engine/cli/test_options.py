"""Values of options that are refused, and in what words."""

from __future__ import annotations

import pytest

from hub_engine.cli.main import main


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("dxp --listen --resign -1", "argument --resign: '-1' is not a number of men above 0"),
        ("dxp --listen --max-move-time 0", "argument --max-move-time: '0' is not a time in seconds above 0"),
        ("search --move-time nan", "argument --move-time: 'nan' is not a time in seconds above 0"),
        ("replay x --patience x", "argument --patience: 'x' is not a factor above 0"),
        ("compliance hub --patience inf", "argument --patience: 'inf' is not a factor above 0"),
        ("dxp --listen --links 0", "argument --links: '0' is not a whole number from 1 to 64"),
        ("dxp --listen x", "argument --listen: 'x' is not [HOST:]PORT"),
        ("dxp --connect 127.0.0.1:0", "argument --connect: '127.0.0.1:0' is not HOST:PORT"),
        ("dxp --connect a..b:1", "argument --connect: 'a..b' is no name that a machine can have"),
        ("search --hash 1000000", "argument --hash: '1000000' is not a whole number from 1 to "),
        ("play --hash 1000000", "argument --hash: '1000000' is not a whole number from 1 to "),
        ("dxp --connect 127.0.0.1:1 --hash 1000000", "argument --hash: '1000000' is not a whole number from 1 to "),
        ("perft 3 --hash 1000000", "argument --hash: '1000000' is not a whole number from 0 to "),
        ("dxp --listen --games-dir=", "argument --games-dir: an empty path"),
        ("serve --config-dir=", "argument --config-dir: an empty path"),
        ("hub --log-file=", "argument --log-file: an empty path"),
        ("search --option x", "argument --option: 'x' is not NAME=VALUE"),
    ],
)
def test_a_value_is_refused_as_what_it_is(
    words: str, complaint: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hub_engine.cli.options.machine_limit_mb", lambda: 4096)
    with pytest.raises(SystemExit) as end:
        main(words.split())
    assert end.value.code == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "choices"),
    [
        ("variants normal --lang xx", ["en", "es"]),
        ("hub --log-level xx", ["off", "debug"]),
        ("serve --log-format xx", ["console", "json"]),
        ("dxp --listen --log-level xx", ["off", "debug"]),
        ("compliance hub --level xx", ["must", "dialect"]),
    ],
)
def test_choices_are_listed_as_they_are_written(
    words: str, choices: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(words.split())
    complaint = capsys.readouterr().err.splitlines()[-1]
    assert "invalid choice: 'xx'" in complaint
    assert all(choice in complaint for choice in choices)
    assert "<" not in complaint
