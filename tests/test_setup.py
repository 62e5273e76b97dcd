"""A missing tool is one sentence that says what to install."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "setup.sh"


@pytest.mark.skipif(shutil.which("sh") is None, reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("step", "sentence"), [("venv", "Python 3.11 or newer is missing"), ("core", "Rust is missing"), ("", "usage")]
)
def test_missing_tools(step: str, sentence: str, tmp_path: Path) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("mkdir", "grep", "tail", "sed", "rm"):
        found = shutil.which(name)
        assert found is not None
        (tools / name).symlink_to(found)
    shell = shutil.which("sh")
    assert shell is not None
    done = subprocess.run(
        [shell, str(SCRIPT), step],
        cwd=tmp_path,
        env={"PATH": str(tools), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("hub-engine: ")
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
