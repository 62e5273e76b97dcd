from __future__ import annotations

from pathlib import Path

import pytest

from hub_engine import logs
from hub_engine.config.engine import default_engine
from hub_engine.config.names import PARAMETERS
from hub_engine.daemon.catalogue import Catalogue
from hub_engine.daemon.parameters import ParameterError, Parameters, Settings, first_settings, open_log
from protocol.hub.messages import ParamKind

LIMITS = default_engine().limits


@pytest.fixture
def catalogue() -> Catalogue:
    return Catalogue()


@pytest.fixture
def settings(catalogue: Catalogue) -> Settings:
    return first_settings(default_engine(), catalogue)


def test_declared_values_read_back(catalogue: Catalogue, settings: Settings) -> None:
    """GWDGUI sends every declared parameter back."""
    parameters = Parameters(catalogue, LIMITS, is_local=True)
    for declaration in parameters.declarations(settings):
        assert parameters.changed(settings, declaration.name, declaration.value) == settings


def test_no_option_of_a_variant_can_be_called_like_a_parameter(catalogue: Catalogue, settings: Settings) -> None:
    declared = {own.name for own in Parameters(catalogue, LIMITS, is_local=True).declarations(settings)}
    assert declared | {"tt-size", "token"} == PARAMETERS


def test_every_word_of_an_enumeration_is_accepted(catalogue: Catalogue, settings: Settings) -> None:
    parameters = Parameters(catalogue, LIMITS, is_local=False)
    for declaration in parameters.declarations(settings):
        if declaration.kind is ParamKind.ENUM:
            for word in declaration.values:
                parameters.changed(settings, declaration.name, word)


@pytest.mark.parametrize(
    ("word", "variant"),
    [("standard", "international"), ("bt", "breakthrough"), ("suicide", "antidraughts"), ("checkers", "english")],
)
def test_aliases(catalogue: Catalogue, settings: Settings, word: str, variant: str) -> None:
    assert Parameters(catalogue, LIMITS, is_local=False).changed(settings, "variant", word).variant.id == variant


def test_options_of_the_variant(catalogue: Catalogue, settings: Settings) -> None:
    parameters = Parameters(catalogue, LIMITS, is_local=False)
    assert parameters.changed(settings, "flying_king", "false") is settings
    soicos = parameters.changed(settings, "variant", "soicos")
    declared = {declaration.name: declaration for declaration in parameters.declarations(soicos)}
    assert (declared["flying_king"].kind, declared["flying_king"].value) == (ParamKind.BOOL, "true")
    short = parameters.changed(soicos, "flying_king", "FALSE")
    assert short.variant is parameters.changed(settings, "variant", "soicos-short").variant
    with pytest.raises(ParameterError, match="true, false"):
        parameters.changed(soicos, "flying_king", "far")


@pytest.mark.parametrize(("entries_log2", "mb"), [("22", 64), ("16", 1), ("8", 1), ("24", 256)])
def test_table_size_as_scan_counts_it(catalogue: Catalogue, settings: Settings, entries_log2: str, mb: int) -> None:
    changed = Parameters(catalogue, LIMITS, is_local=False).changed(settings, "tt-size", entries_log2)
    assert changed.engine.hash_mb == mb


@pytest.mark.parametrize("name", ["book", "book-ply", "bb-size", "eval", "no-such", "", "log-file"])
def test_what_is_not_ours_changes_nothing(catalogue: Catalogue, settings: Settings, name: str) -> None:
    """log-file is no business of a peer on the network."""
    assert Parameters(catalogue, LIMITS, is_local=False).changed(settings, name, "1") is settings


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("variant", "no-such-game"),
        ("variant", ""),
        ("threads", "0"),
        ("threads", "1.5"),
        ("threads", "--3"),
        ("threads", "9" * 5000),
        ("hash", ""),
        ("tt-size", "99"),
        ("ponder", "yes"),
        ("time-overhead", "nan"),
        ("time-overhead", "11"),
        ("time-control", "no-such"),
        ("numbering", "both"),
        ("log-level", "loud"),
    ],
)
def test_bad_values_are_refused(catalogue: Catalogue, settings: Settings, name: str, value: str) -> None:
    with pytest.raises(ParameterError):
        Parameters(catalogue, LIMITS, is_local=True).changed(settings, name, value)


def test_log_file(catalogue: Catalogue, settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "engine.log"
    parameters = Parameters(catalogue, LIMITS, is_local=True)
    settings = parameters.changed(settings, "log-level", "info")
    settings = parameters.changed(settings, "log-file", str(path))
    assert not path.exists(), "a value is only read"
    try:
        open_log(settings)
        logs.Log(session_id="x").info("hub.line_received", line="ping")
        logs.Log().debug("hub.not_written")
    finally:
        logs.close()
    text = path.read_text("utf-8")
    assert "hub.line_received" in text
    assert "session_id=x" in text
    assert "not_written" not in text


@pytest.mark.parametrize("name", ["/no/such/folder/x.log", "a\0b"])
def test_a_log_file_that_cannot_be_opened(catalogue: Catalogue, settings: Settings, name: str) -> None:
    settings = Parameters(catalogue, LIMITS, is_local=True).changed(settings, "log-file", name)
    with pytest.raises(ParameterError, match="cannot be opened"):
        open_log(settings)


def test_no_session_is_offered_more_than_all_may_have(catalogue: Catalogue, settings: Settings) -> None:
    parameters = Parameters(catalogue, LIMITS._replace(threads=3, hash_mb=100), is_local=False)
    most = {declaration.name: declaration.maximum for declaration in parameters.declarations(settings)}
    assert (most["threads"], most["hash"]) == (3, 100)
    for name, value in (("threads", "4"), ("hash", "101"), ("tt-size", "23")):
        with pytest.raises(ParameterError):
            parameters.changed(settings, name, value)


def test_a_value_whose_file_is_broken_names_file_and_line(settings: Settings, tmp_path: Path) -> None:
    for room in ("variants", "time-controls"):
        (tmp_path / room).mkdir()
        (tmp_path / room / "mine.yaml").write_text("foo: [", "utf-8")
    parameters = Parameters(Catalogue(tmp_path), LIMITS, is_local=True)
    for name in ("variant", "time-control"):
        with pytest.raises(ParameterError, match=r"mine\.yaml:1: foo\[0\]: is not YAML"):
            parameters.changed(settings, name, "mine")
