"""Search fixed positions of every rule family to a fixed depth: speed, and a signature of the search.

The number of nodes is the same on every machine; it changes when the search or the evaluation does.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from hub_engine import _core
from hub_engine.cli.options import file_path
from hub_engine.cli.output import complain, say, say_json

HELP = "speed, and the signature of the search"
EXAMPLES = """examples:
  hub-engine bench
  hub-engine bench --json
  hub-engine bench --check tests/data/bench.txt"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--check", type=file_path, metavar="FILE", help="compare the node count with a file")


def run(arguments: argparse.Namespace) -> int:
    """Searches and reports; 1 when the signature is not the expected one."""
    expected = _expected(arguments.check) if arguments.check is not None else None
    rows = _core.bench()
    nodes = sum(row_nodes for _, row_nodes, _ in rows)
    time_s = sum(row_s for _, _, row_s in rows)
    nps = round(nodes / time_s) if time_s > 0 else 0
    if arguments.json:
        say_json({"nodes": nodes, "nps": nps, "signature": nodes})
    else:
        for name, row_nodes, row_s in rows:
            say(f"{name:<32} {row_nodes:>12} nodes {row_s:>8.3f} s")
        say(f"Bench: {nodes} nodes {nps} nps")
    if expected is not None and expected != nodes:
        complain(f"the signature is {nodes}, but {arguments.check} says {expected}")
        return 1
    return 0


def _expected(path: Path) -> int:
    """The last number of a signature file. Raises ValueError."""
    try:
        numbers = re.findall(r"\d+", path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from error
    if not numbers:
        raise ValueError(f"{path} holds no number")
    return int(numbers[-1])
