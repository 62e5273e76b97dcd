"""What a user has named is opened without waiting. A pipe would hang whoever waits, so each test has its time limit."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hub_engine.files import at_once, regular

needs_pipes = pytest.mark.skipif(sys.platform == "win32", reason="no pipes with a name")


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


@pytest.mark.parametrize("opener", [at_once, regular])
def test_a_file_is_made_written_and_read(opener: Callable[[str, int], int], tmp_path: Path) -> None:
    path = tmp_path / "file"
    with open(path, "w", opener=opener) as file:
        file.write("text")
    with open(path, opener=opener) as file:
        assert file.read() == "text"


@needs_pipes
@pytest.mark.timeout(10)
def test_nobody_is_waited_for_to_write(pipe: Path) -> None:
    with pytest.raises(OSError, match="it is not a file") as refusal:
        open(pipe, "rb", opener=regular)  # noqa: SIM115 - not opened
    assert refusal.value.filename == str(pipe)


@needs_pipes
@pytest.mark.timeout(10)
def test_nobody_is_waited_for_to_read(pipe: Path) -> None:
    with pytest.raises(OSError, match="it is not a file, and nobody reads it"):
        open(pipe, "ab", opener=at_once)  # noqa: SIM115 - not opened
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with open(pipe, "ab", buffering=0, opener=at_once) as file:
        file.write(b"line")
    assert os.read(reader, 100) == b"line"
    os.close(reader)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError) as refusal:
        open(tmp_path, "rb", opener=regular)  # noqa: SIM115 - not opened
    assert refusal.value.errno == errno.EISDIR
    with pytest.raises(OSError, match="it is not a file"):
        open(os.devnull, "rb", opener=regular)  # noqa: SIM115 - not opened
