"""Certificates and keys to what the standard library needs to encrypt connections. Imported where TLS is on."""

from __future__ import annotations

import ssl
from pathlib import Path

from hub_engine.config.engine import Tls, TlsVersion
from hub_engine.errors import ConfigError, ConfigFault
from hub_engine.files import regular

_VERSIONS = {TlsVersion.TLS_1_2: ssl.TLSVersion.TLSv1_2, TlsVersion.TLS_1_3: ssl.TLSVersion.TLSv1_3}


def server_context(tls: Tls) -> ssl.SSLContext:
    """What a listener shows its peers. Raises ConfigError naming the file that is to blame, or both."""
    _check_readable(tls.cert_file, "the certificate")
    _check_readable(tls.key_file, "the key")
    try:
        # Into a context of its own, only to know which of the two files is to blame below.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_verify_locations(tls.cert_file)
    except ssl.SSLError as error:
        raise _fault(tls.cert_file, f"is no certificate in PEM form (its key would be {tls.key_file})") from error
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = _VERSIONS[tls.min_version]
    try:
        # A password would be asked for on the terminal, of which a daemon has none.
        context.load_cert_chain(tls.cert_file, tls.key_file, password=b"")
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise _fault(tls.key_file, f"is not the key to the certificate {tls.cert_file}") from error
        wanted = f"is no key in PEM form without a password (for the certificate {tls.cert_file})"
        raise _fault(tls.key_file, wanted) from error
    return context


def _check_readable(path: Path, what: str) -> None:
    try:
        with open(path, "rb", opener=regular):
            pass
    except OSError as error:
        raise _fault(path, f"{what} cannot be read: {error.strerror}") from error


def _fault(path: Path, message: str) -> ConfigError:
    return ConfigError((ConfigFault(path, 0, "", message),))
