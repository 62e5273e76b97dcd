"""Before the token nothing is searched and nothing is set, whatever a stranger says and however it is cut."""

from __future__ import annotations

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from hub_engine.config.engine import default_engine
from hub_engine.daemon.catalogue import Catalogue
from hub_engine.daemon.parameters import Parameters, first_settings
from hub_engine.daemon.session import Session
from hub_engine.daemon.shares import Shares
from hub_engine.daemon.tally import Tally
from hub_engine.daemon.terms import network_terms
from hub_engine.daemon.token import Token
from hub_engine.logs import Log
from tests.fakes.memory_stream import MemoryStream

CONFIG = default_engine()
CATALOGUE = Catalogue()
SETTINGS = first_settings(CONFIG, CATALOGUE)
LINES = st.sampled_from(
    [
        b"hub",
        b"init",
        b"new-game",
        b"pos start",
        b"pos pos=W:W31:B20",
        b"level depth=1",
        b"level infinite",
        b"go",
        b"go think",
        b"go ponder",
        b"go analyze",
        b"stop",
        b"ping",
        b"ponder-hit",
        b"set-param name=hash value=1",
        b"set-param name=variant value=russian",
        b"set-param name=token value=correct-horse-batter",
        b'set-param name=token value="',
        b"set-param name=Token value=correct-horse-battery",
        b"set-param value=correct-horse-battery",
        b"quit",
    ]
)


def answers(data: bytes, size: int) -> tuple[list[str], Tally]:
    """What a guarded session says to these bytes, read in pieces of a size."""

    async def run() -> tuple[list[str], Tally]:
        stream, tally = MemoryStream(), Tally()
        parameters = Parameters(CATALOGUE, CONFIG.limits, is_local=False)
        terms = network_terms(CONFIG.limits, Token(b"correct-horse-battery"))
        session = Session(stream, SETTINGS, parameters, terms, Shares(CONFIG.limits, tally), Log())
        for start in range(0, len(data), size):
            stream.feed(data[start : start + size].decode("latin-1"))
        stream.feed("")
        await asyncio.wait_for(session.run(), 20)
        return [write.decode("latin-1") for write in stream.writes], tally

    return asyncio.run(run())


@given(st.lists(LINES | st.binary(max_size=30), max_size=12), st.integers(1, 40))
def test_strangers_get_nowhere(lines: list[bytes], size: int) -> None:
    said, tally = answers(b"\n".join(lines) + b"\n", size)
    assert tally.searches == 0
    assert not any(line.startswith(("ready", "done move", "info")) for line in said)
    variants = {line.split()[2] for line in said if line.startswith("param name=variant")}
    assert variants <= {"value=normal"}
