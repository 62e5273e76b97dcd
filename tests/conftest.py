"""What all tests share: the settings of the property tests, a folder of a test's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine is no fault of the code: what takes too long meets the time limit of its test.
settings.register_profile("fast", deadline=None)
settings.load_profile("fast")


@pytest.fixture
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files have short names, and are nobody else's."""
    monkeypatch.chdir(tmp_path)
