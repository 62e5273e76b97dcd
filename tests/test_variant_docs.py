"""docs/variants.md tells what the rule files and the test data say."""

from __future__ import annotations

import subprocess
import sys

from tests.vectors import ROOT


def test_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "variant_docs.py"), "--check"]
    done = subprocess.run(command, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, timeout=60, check=False)
    assert done.returncode == 0, "run `python scripts/variant_docs.py`"
