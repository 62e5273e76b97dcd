"""Mutated lines into a live process: whatever comes, it answers `ping` and its memory stays flat."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.e2e.hub_script import StdioWire, Talk

SESSIONS = yaml.safe_load((Path(__file__).parents[1] / "data" / "hub-sessions.yaml").read_text("utf-8"))["sessions"]
LINES = sorted(
    {
        step["send"].encode("latin-1")
        for session in SESSIONS
        for step in session["steps"]
        if "send" in step and step["send"] != "quit"
    }
)
WORDS = sorted({word for line in LINES for word in line.replace(b'"', b" ").split()})
BATCH = 50


def mutated(chance: random.Random) -> bytes:
    """A line nobody would send, or nearly a good one. Never `quit`, which would end the process rightly."""
    line = chance.choice(LINES)
    for _ in range(chance.choice((0, 1, 1, 2, 4))):
        kind = chance.randrange(6)
        cut = chance.randrange(len(line) + 1)
        if kind == 0:
            line = line[:cut] + bytes([chance.randrange(256)]) + line[cut:]
        elif kind == 1:
            line = line[:cut] + line[cut + chance.randrange(1, 6) :]
        elif kind == 2:
            line = b" ".join([line, chance.choice(WORDS)])
        elif kind == 3:
            words = line.split(b" ")
            chance.shuffle(words)
            line = b" ".join(words)
        elif kind == 4:
            line = (
                line[:cut]
                + chance.choice((b'"', b"=", b"\0", b"9" * 40, b"-1e999", b"\r", b"nan", b"\xff"))
                + line[cut:]
            )
        else:
            line = line + b" " + line[:cut]
    line = line.replace(b"\n", b" ")
    return b"ping" if line.split()[:1] == [b"quit"] else line


@pytest.fixture
def talk() -> Iterator[Talk]:
    wire = StdioWire("hub", "--hash", "1")
    yield Talk(wire)
    wire.close()


def bombard(talk: Talk, n_lines: int, seed: int) -> None:
    """Sends lines in batches; after each, `stop` and `ping` must be answered."""
    chance = random.Random(seed)
    assert isinstance(talk.wire, StdioWire)
    for start in range(0, n_lines, BATCH):
        # A table size or thread count that mutation made huge would measure the machine, not the engine.
        batch = [mutated(chance) for _ in range(BATCH)]
        batch = [line for line in batch if b"hash" not in line and b"threads" not in line and b"tt-size" not in line]
        marker = b"\nstop\nset-param name=numbering value=marker%d\nset-param name=hash value=1\n" % start
        talk.wire.write(b"\n".join(batch) + marker)
        while f"marker{start} is none of" not in (line := talk.next_line(20.0) or ""):
            assert line, talk.told("silent")
        talk.transcript.clear()
        assert talk.wire.process.poll() is None
    talk.run({"expect_alive": True})


def test_a_thousand_lines(talk: Talk) -> None:
    bombard(talk, 1000, seed=1)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_hundred_thousand_lines(talk: Talk) -> None:
    assert isinstance(talk.wire, StdioWire)
    status = Path(f"/proc/{talk.wire.process.pid}/statm")
    bombard(talk, 5000, seed=2)
    before = int(status.read_text().split()[1]) if status.exists() else 0
    bombard(talk, 95_000, seed=3)
    after = int(status.read_text().split()[1]) if status.exists() else 0
    assert after - before < 5000  # pages of 4 KiB
