"""Build backend: maturin's, plus `configs/` placed inside the wheel as `hub_engine/configs`.

maturin can only add files to a wheel where they lie in the source tree, and `configs` at the top of
site-packages would collide with other projects.
"""

import base64
import csv
import hashlib
import io
import zipfile
from pathlib import Path

import maturin
from maturin import (  # noqa: F401 - hooks of PEP 517 that need no change
    build_sdist,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_wheel,
)

ROOT = Path(__file__).resolve().parent.parent


def build_wheel(
    wheel_directory: str, config_settings: dict[str, str] | None = None, metadata_directory: str | None = None
) -> str:
    """Name of the wheel, with the configuration files inside."""
    name = str(maturin.build_wheel(wheel_directory, config_settings, metadata_directory))
    add_files(Path(wheel_directory) / name, ROOT / "configs", "hub_engine/configs")
    return name


def add_files(wheel: Path, folder: Path, target: str) -> None:
    """Copy every file of a folder into a wheel and list it in RECORD."""
    files = {
        f"{target}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    with zipfile.ZipFile(wheel) as old:
        entries = [(info, old.read(info)) for info in old.infolist()]
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as new:
        for info, data in entries:
            if info.filename.endswith(".dist-info/RECORD"):
                data += record_rows(files)  # noqa: PLW2901 - the one entry that changes
            new.writestr(info, data, zipfile.ZIP_DEFLATED)
        for path, data in files.items():
            # A fixed date, as maturin's own: the same sources give the same wheel.
            new.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)


def record_rows(files: dict[str, bytes]) -> bytes:
    """Lines of RECORD (PEP 376) for these files."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.writerow([path, f"sha256={digest}", len(data)])
    return text.getvalue().encode()
