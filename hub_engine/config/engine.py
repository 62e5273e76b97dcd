"""The engine's own settings: `engine.yaml` to a frozen `EngineConfig`.

Decides keys, bounds and defaults; every key may be left out. Command line and Hub parameters go over these.
"""

from __future__ import annotations

import re
from enum import StrEnum
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from hub_engine._core import MAX_HASH_MB, MAX_THREADS
from hub_engine.config.loader import Document, load_document, load_text
from hub_engine.config.schema import Field, Flag, Integer, Number, Optional, Table, Text, Word
from hub_engine.logs import LogFormat, LogLevel

#: Hub's word for the game that is meant when nobody says which (Hub 2 protocol, parameter `variant`).
DEFAULT_VARIANT = "normal"

_MONTH_S = 31 * 86_400.0

#: Every address of this machine, of one family.
_EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - compared with, not listened on
#: Where supervisors ask.
METRICS_HOST = "127.0.0.1"
#: Addresses that only this machine can reach.
_LOOPBACK = re.compile(r"localhost|127(\.[0-9]{1,3}){3}|::1")

_NAME = Text(r"\S{1,60}", "a name without blanks")
#: Our name in DXP's GAMEREQ and GAMEACC, which have 32 characters for it.
DXP_NAME = Text(r"[!-~][ -~]{0,31}", "a name of at most 32 ASCII characters")
_PATH = Text(r"[^\0]{1,4096}", "a path")


class Numbering(StrEnum):
    """Square numbers of Hub text: of the board, top left first, or those of the variant's own notation."""

    BOARD = "board"
    VARIANT = "variant"


class TlsVersion(StrEnum):
    """Oldest version of TLS that is spoken."""

    TLS_1_2 = "1.2"
    TLS_1_3 = "1.3"


class Tls(NamedTuple):
    """A listener's certificate (with its chain) and the key to it, PEM files."""

    cert_file: Path
    key_file: Path
    min_version: TlsVersion


class HubTcp(NamedTuple):
    """The Hub listener.

    port: 0 = any free one. token_file: holds the token that every peer must know; None = none is asked for.
    tls: None = connections are not encrypted.
    """

    host: str
    port: int
    token_file: Path | None
    tls: Tls | None

    @property
    def danger(self) -> str | None:
        """Why nobody may listen like this; None: it is safe."""
        if self.token_file is not None or self.tls is not None or is_loopback(self.host):
            return None
        return (
            f"{self.host} lets other machines in, and nothing guards it: name hub_tcp.token_file or hub_tcp.tls, "
            "or listen on 127.0.0.1"
        )


class Dxp(NamedTuple):
    """The DXP listener: we follow whoever asks for a game of the variant.

    port: 0 = any free one; None = nobody is listened to. tls: None = links are not encrypted. name: ours on the wire,
    None = the program's. time_control: for a peer that tells no time. longest_move_s: no move takes longer.
    games_dir: folder of the games, one PDN file a link; None = they are not saved.
    """

    host: str
    port: int | None
    tls: Tls | None
    name: str | None
    time_control: str
    longest_move_s: float
    games_dir: Path | None

    @property
    def danger(self) -> str | None:
        """Why nobody may listen like this; None: it is safe. DXP has no word for a token."""
        if self.port is None or self.tls is not None or is_loopback(self.host):
            return None
        return f"{self.host} lets other machines in, and nothing guards it: name dxp.tls, or listen on 127.0.0.1"


class DaemonLimits(NamedTuple):
    """What the sessions of a process may take; see configs/engine.yaml.

    Together: sessions on the network at once; threads that search; hash_mb: their tables, MiB, None = three
    quarters of the machine's memory. Each: line_bytes: longest line; first_line_s, idle_s: longest silence before
    the first whole line and after any; write_s: longest time for a line to be taken; search_s: longest search.
    """

    sessions: int
    line_bytes: int
    first_line_s: float
    idle_s: float
    write_s: float
    search_s: float
    threads: int
    hash_mb: int | None


class Metrics(NamedTuple):
    """The HTTP endpoint for supervisors, on this machine. port: 0 = any free one, None = there is none."""

    port: int | None


class Log(NamedTuple):
    """Where events go. file: None = standard error."""

    level: LogLevel
    format: LogFormat
    file: Path | None


class EngineConfig(NamedTuple):
    """Settings of a process; sessions start with them.

    hash_mb: transposition table of a session, MiB. time_overhead_s: lost between the clock and us, each move.
    time_control: name of the limits for a peer that sends none; None = search until stopped.
    record: folder in which every session is written down; None = nowhere.
    """

    hub_tcp: HubTcp
    dxp: Dxp
    variant: str
    hash_mb: int
    threads: int
    ponder: bool
    time_overhead_s: float
    numbering: Numbering
    time_control: str | None
    record: Path | None
    limits: DaemonLimits
    metrics: Metrics
    log: Log

    def clashes(self) -> list[tuple[str, str]]:
        """The listeners that cannot have their port, and the one that has it: `dxp`, `hub_tcp`."""
        listeners = (
            ("hub_tcp", self.hub_tcp.host, self.hub_tcp.port),
            ("dxp", self.dxp.host, self.dxp.port),
            ("metrics", METRICS_HOST, self.metrics.port),
        )
        # Port 0 is another free one each time.
        return [
            (second, first)
            for (first, host, port), (second, other_host, other_port) in combinations(listeners, 2)
            if port and port == other_port and _overlap(host, other_host)
        ]


#: What every listener has.
_ADDRESS = {
    # A name has parts of 1 to 63 characters (RFC 1035, section 2.3.4).
    "host": Field(
        Text(r"(?!.{254})[A-Za-z0-9:_-]{1,63}(\.[A-Za-z0-9:_-]{1,63})*\.?", "a host name or address"), "127.0.0.1"
    ),
    "tls": Field(
        Optional(
            Table(
                {
                    "cert_file": Field(_PATH),
                    "key_file": Field(_PATH),
                    "min_version": Field(Word(TlsVersion), TlsVersion.TLS_1_2),
                }
            )
        ),
        None,
    ),
}
#: Every key of the file.
SCHEMA = Table(
    {
        "hub_tcp": Field(
            Table({**_ADDRESS, "port": Field(Integer(0, 65535), 27530), "token_file": Field(Optional(_PATH), None)}), {}
        ),
        "dxp": Field(
            Table(
                {
                    **_ADDRESS,
                    "port": Field(Optional(Integer(0, 65535)), None),
                    "name": Field(Optional(DXP_NAME), None),
                    "time_control": Field(_NAME, "1s-per-move"),
                    "longest_move_s": Field(Number(0.01, _MONTH_S), 3600.0),
                    "games_dir": Field(Optional(_PATH), None),
                }
            ),
            {},
        ),
        "variant": Field(_NAME, DEFAULT_VARIANT),
        "hash_mb": Field(Integer(1, MAX_HASH_MB), 64),
        "threads": Field(Integer(1, MAX_THREADS), 1),
        "ponder": Field(Flag(), default=True),
        "time_overhead_s": Field(Number(0.0, 10.0), 0.01),
        "numbering": Field(Word(Numbering), Numbering.BOARD),
        "time_control": Field(Optional(_NAME), None),
        "record": Field(Optional(_PATH), None),
        "limits": Field(
            Table(
                {
                    "sessions": Field(Integer(1, 10_000), 256),
                    "line_bytes": Field(Integer(1024, 1 << 24), 1 << 20),
                    "first_line_s": Field(Number(0.05, _MONTH_S), 60.0),
                    "idle_s": Field(Number(0.05, _MONTH_S), 14_400.0),
                    "write_s": Field(Number(0.05, _MONTH_S), 30.0),
                    "search_s": Field(Number(0.05, _MONTH_S), 86_400.0),
                    "threads": Field(Integer(1, 4096), MAX_THREADS),
                    "hash_mb": Field(Optional(Integer(1, MAX_HASH_MB)), None),
                }
            ),
            {},
        ),
        "metrics": Field(Table({"port": Field(Optional(Integer(0, 65535)), None)}), {}),
        "log": Field(
            Table(
                {
                    "level": Field(Word(LogLevel), LogLevel.WARNING),
                    "format": Field(Word(LogFormat), LogFormat.CONSOLE),
                    "file": Field(Optional(_PATH), None),
                }
            ),
            {},
        ),
    }
)


class EngineReading(NamedTuple):
    """A file of settings as far as it can be read.

    config: what has a fault stands at its default. document: the faults, and where each key stands.
    """

    config: EngineConfig
    document: Document


def load_engine(path: Path) -> EngineConfig:
    """The settings of a file. Raises ConfigError with every fault."""
    return _sound(read_engine(path))


def parse_engine(text: str, path: Path) -> EngineConfig:
    """The settings of a text that could be the content of `path`; see `load_engine`."""
    return _sound(_finish(load_text(text, path, SCHEMA)))


def read_engine(path: Path) -> EngineReading:
    """What a file says, for whoever has more to find in it. Raises ConfigError when it is not even a tree."""
    return _finish(load_document(path, SCHEMA))


def default_engine() -> EngineConfig:
    """The settings without a file."""
    return parse_engine("{}", Path("engine.yaml"))


def is_loopback(host: str) -> bool:
    """True when only this machine can reach an address."""
    return _LOOPBACK.fullmatch(host) is not None


def _sound(reading: EngineReading) -> EngineConfig:
    reading.document.raise_faults()
    return reading.config


def _finish(document: Document) -> EngineReading:
    config = _config(document)
    _check_shares(document)
    # A default that stands in for a fault clashes with nothing.
    clashes = [pair for pair in config.clashes() if all(map(document.are_sound, pair))]
    for key, other in clashes:
        document.fault(f"{key}.port", f"is that of {other} already")
    for key, listener in (("hub_tcp", config.hub_tcp), ("dxp", config.dxp)):
        if listener.danger is not None:
            document.fault(f"{key}.host", listener.danger)
    return EngineReading(config, document)


def _config(document: Document) -> EngineConfig:
    """The settings, with the default of every top-level key that has a fault."""
    folder = document.path.parent
    defaults = load_text("{}", document.path, SCHEMA).values
    values = {key: value if document.are_sound(key) else defaults[key] for key, value in document.values.items()}
    log, hub_tcp, dxp = dict(values["log"]), dict(values["hub_tcp"]), dict(values["dxp"])
    # A relative path lies beside the settings that name it, wherever the process was started.
    for table, key in ((log, "file"), (values, "record"), (hub_tcp, "token_file"), (dxp, "games_dir")):
        table[key] = folder / table[key] if table[key] is not None else None
    for table in (hub_tcp, dxp):
        if (tls := table["tls"]) is not None:
            table["tls"] = Tls(folder / tls["cert_file"], folder / tls["key_file"], tls["min_version"])
    return EngineConfig(
        **values
        | {
            "hub_tcp": HubTcp(**hub_tcp),
            "dxp": Dxp(**dxp),
            "limits": DaemonLimits(**values["limits"]),
            "metrics": Metrics(**values["metrics"]),
            "log": Log(**log),
        }
    )


def _check_shares(document: Document) -> None:
    """A session must be able to have what it begins with."""
    for key in ("threads", "hash_mb"):
        if document.are_sound(key) and document.are_sound("limits"):
            value, most = document.values[key], document.values["limits"][key]
            if most is not None and value > most:
                document.fault(key, f"{value} is more than limits.{key}, {most}")


def _overlap(first: str, second: str) -> bool:
    """True when one connection could be meant for both addresses."""
    pair = {first, second}
    if "localhost" in pair:
        return all(is_loopback(host) or host in _EVERYWHERE for host in pair)
    is_one_family = (":" in first) == (":" in second)
    return first == second or (is_one_family and not pair.isdisjoint(_EVERYWHERE))
