"""A log that cannot be written loses lines, and nothing else."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hub_engine import logs
from hub_engine.log_sink import LogSink
from hub_engine.logs import Log, LogLevel

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
needs_poll = pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot tell whether a pipe has room")


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[tuple[Path, int]]:
    """A pipe with a name, and the end that reads from it."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    yield path, reader
    os.close(reader)


def drained(reader: int) -> bytes:
    """All that waits in a pipe."""
    found = b""
    with contextlib.suppress(BlockingIOError):
        while piece := os.read(reader, 1 << 16):
            found += piece
    return found


def test_lines_are_appended(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("old\n")
    sink = LogSink(path)
    sink.write("new \udcff")
    sink.close()
    assert path.read_text() == "old\nnew \\udcff\n"


@needs_full
def test_a_full_disk_loses_lines_only() -> None:
    sink = LogSink(FULL)
    for _ in range(3):
        sink.write("lost")
    assert sink.take_lost() == 0, "not while lines are being lost"
    sink.close()


@needs_poll
def test_nobody_is_waited_for_and_what_was_lost_is_told(pipe: tuple[Path, int]) -> None:
    path, reader = pipe
    logs.configure(LogLevel.INFO, path)
    for number in range(1000):
        Log().info("test.line_written", number=number, text="x" * 1000)
    drained(reader)
    Log().info("test.line_read")
    written = drained(reader).decode()
    logs.close()
    assert "test.line_read" in written
    assert "log.lines_lost" in written
    n_lost = int(written.rpartition("n_lines=")[2])
    assert 900 < n_lost < 1000


@needs_poll
def test_a_line_broken_off_does_not_run_into_the_next(pipe: tuple[Path, int]) -> None:
    path, reader = pipe
    sink = LogSink(path)
    sink.write("y" * (1 << 20))
    drained(reader)
    sink.write("whole")
    sink.close()
    assert drained(reader) == b"\nwhole\n"
