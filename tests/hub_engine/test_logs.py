from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hub_engine import logs
from hub_engine.logs import Log, LogFormat, LogLevel


@pytest.fixture(autouse=True)
def silent_again() -> Iterator[None]:
    yield
    logs.close()


def test_nothing_is_written_before_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    Log().error("hub.session_failed", cause=ValueError("x"))
    assert capsys.readouterr() == ("", "")


def test_standard_error_never_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    logs.configure(LogLevel.INFO)
    Log(session_id="stdin").info("search.started", depth_plies=3)
    written = capfd.readouterr()
    assert written.out == ""
    assert "search.started" in written.err


def test_json_has_one_object_a_line(tmp_path: Path) -> None:
    path = tmp_path / "log"
    logs.configure(LogLevel.DEBUG, path, LogFormat.JSON)
    log = Log(session_id="tcp-1").bind(variant="x")
    log.debug("hub.line_sent", line=b"pong")
    try:
        raise ValueError("why")
    except ValueError as error:
        log.error("search.failed", cause=error)
    first, second = (json.loads(line) for line in path.read_text("utf-8").splitlines())
    assert (first["event"], first["session_id"], first["variant"], first["level"]) == (
        "hub.line_sent",
        "tcp-1",
        "x",
        "debug",
    )
    assert "ValueError: why" in second["exception"]


def test_a_file_that_cannot_be_opened_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "log"
    logs.configure(LogLevel.INFO, path)
    with pytest.raises(OSError, match="No such file"):
        logs.configure(LogLevel.INFO, tmp_path / "no" / "log")
    Log().info("hub.still_written")
    assert "hub.still_written" in path.read_text("utf-8")


def test_a_start_without_log_does_not_import_structlog() -> None:
    program = "import sys, hub_engine.cli.server; sys.exit('structlog' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], timeout=30, check=False).returncode == 0
