"""Fails when code names a variant: rules are data, so no program text may ask for one by name.

The names are read from configs/variants. Looked at: quoted words in Python and Rust sources, but not in tests and fuzz
targets, which need examples.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = (("hub_engine", "*.py"), ("protocol", "*.py"), ("scripts", "*.py"), ("hub_engine/core/crates", "*.rs"))
TEST_MODULE = re.compile(r"^#\[cfg\(test\)\]", re.MULTILINE)


def variant_ids() -> set[str]:
    """Ids of all shipped variants."""
    return {path.stem for path in (ROOT / "configs" / "variants").glob("*.yaml")}


def program_text(path: Path) -> str:
    """The text of a source file without its test module (Rust keeps tests at the end of the file)."""
    return TEST_MODULE.split(path.read_text(encoding="utf-8"))[0]


def findings() -> list[str]:
    """One line `file:line: text` for each quoted variant name."""
    quoted = re.compile("|".join(f"[\"'`]{re.escape(name)}[\"']" for name in sorted(variant_ids())))
    found = []
    for folder, pattern in SOURCES:
        for path in sorted((ROOT / folder).rglob(pattern)):
            relative = path.relative_to(ROOT)
            if {"target", "tests", "benches", "examples"} & set(relative.parts):
                continue
            lines = enumerate(program_text(path).splitlines(), start=1)
            found += [f"{relative}:{number}: {line.strip()}" for number, line in lines if quoted.search(line)]
    return found


def main() -> int:
    """Exit status: 1 when a variant is named."""
    if not variant_ids():
        print("configs/variants holds no variant")
        return 1
    found = findings()
    for line in found:
        print(f"{line}  <- rules belong into configs/variants")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
