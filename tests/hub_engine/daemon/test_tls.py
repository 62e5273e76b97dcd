from __future__ import annotations

import ssl
from pathlib import Path

import pytest

from hub_engine.config.engine import Tls, TlsVersion
from hub_engine.daemon.tls import server_context
from hub_engine.errors import ConfigError
from tests.vectors import ROOT

KEYS = ROOT / "tests" / "data" / "tls"
GOOD = Tls(KEYS / "server.crt", KEYS / "server.key", TlsVersion.TLS_1_2)


def test_a_certificate_and_its_key() -> None:
    assert server_context(GOOD).minimum_version is ssl.TLSVersion.TLSv1_2
    assert server_context(GOOD._replace(min_version=TlsVersion.TLS_1_3)).minimum_version is ssl.TLSVersion.TLSv1_3


@pytest.mark.parametrize(
    ("cert", "key", "blamed", "words"),
    [
        ("no-such.crt", "server.key", "no-such.crt", "the certificate cannot be read: No such file"),
        ("server.crt", "no-such.key", "no-such.key", "the key cannot be read: No such file"),
        ("server.key", "server.key", "server.key", "is no certificate in PEM form"),
        ("README.md", "server.key", "README.md", "is no certificate in PEM form"),
        ("server.crt", "README.md", "README.md", "is no key in PEM form"),
        ("server.crt", "other.key", "other.key", "is not the key to the certificate"),
        ("server.crt", "locked.key", "locked.key", "without a password"),
    ],
)
def test_the_file_to_blame_is_named(cert: str, key: str, blamed: str, words: str) -> None:
    with pytest.raises(ConfigError) as caught:
        server_context(Tls(KEYS / cert, KEYS / key, TlsVersion.TLS_1_2))
    assert caught.value.path == KEYS / blamed
    assert words in str(caught.value)


def test_paths_with_blanks_are_paths(tmp_path: Path) -> None:
    folder = tmp_path / "my keys"
    folder.mkdir()
    for name in ("server.crt", "server.key"):
        (folder / name).write_bytes((KEYS / name).read_bytes())
    server_context(Tls(folder / "server.crt", folder / "server.key", TlsVersion.TLS_1_2))
