from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from hub_engine.cli.main import main

FAKE = str(Path(__file__).parents[2] / "fakes" / "faulty_hub_engine.py")


def hub(*options: str, fault: str = "none") -> int:
    return main(["compliance", "hub", *options, "--", sys.executable, "-S", FAKE, fault])


def test_the_list_of_checks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compliance", "hub", "--list", "--level", "must"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:2] == ["1", "must"]
    assert {line.split()[1] for line in lines} == {"must"}


def test_a_passing_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert hub("--only", "1", "--only", "2") == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].split()[:3] == ["1", "must", "passed"]
    assert shown[-1] == "Fake 1.0: 2 checks: 2 passed"


def test_a_failing_check_shows_the_conversation(capsys: pytest.CaptureFixture[str]) -> None:
    assert hub("--only", "3", fault="out-of-bounds") == 1
    shown = capsys.readouterr().out
    assert "FAILED" in shown
    assert "> hub" in shown
    assert "< param name=threads value=9" in shown
    assert shown.splitlines()[-1] == "Fake 1.0: 1 check: 1 failed"


def test_what_is_left_out_is_only_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert hub("--level", "must", fault="old") == 1
    shown = capsys.readouterr().out
    assert "speaks Hub 1" in shown
    assert " 3 must" not in shown
    assert shown.splitlines()[-1].startswith("Old 1.0: ")
    assert shown.splitlines()[-1].endswith("skipped (of no use after check 2)")


def test_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert hub("--only", "3", "--json", fault="out-of-bounds") == 1
    report = json.loads(capsys.readouterr().out)
    assert report["peer"] == "Fake 1.0"
    assert report["compliant"] is False
    assert [check["number"] for check in report["checks"]] == [3]


def test_markdown_is_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert hub("--only", "2", "--markdown", "Fake") == 0
    page = capsys.readouterr().out
    assert page.startswith("# Fake\n")
    assert "- peer: Fake 1.0\n" in page
    assert "Fake 1.0\n" in page.splitlines(keepends=True)[-1]


def test_parameters_reach_the_engine(capsys: pytest.CaptureFixture[str]) -> None:
    """The fake tells of parameters it does not know, so the check of `init` fails."""
    assert hub("--only", "4", "--set", "no-such=1", fault="complains") == 1
    assert "> set-param name=no-such value=1" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["hub"],
        ["hub", "--only", "999", "--", "engine"],
        ["hub", "--only", "0", "--", "engine"],
        ["hub", "--set", "threads", "--", "engine"],
        ["hub", "--patience", "-1", "--", "engine"],
        ["hub", "engine"],
        ["chess", "--", "engine"],
        [],
    ],
)
def test_wrong_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(["compliance", *words])
    except SystemExit as error:  # argparse
        code = int(error.code or 0)
    assert code == 2
    assert capsys.readouterr().err


def test_dxp_needs_an_address(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compliance", "dxp"]) == 2
    assert "HOST:PORT" in capsys.readouterr().err


@pytest.mark.parametrize("address", ["27531", ":27531", "host:", "host:0", "host:65536", "host:dxp"])
def test_bad_addresses(address: str) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["compliance", "dxp", address])
    assert caught.value.code == 2


def test_nobody_at_the_address(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compliance", "dxp", "127.0.0.1:1"]) == 1
    shown = capsys.readouterr().out
    assert "UNREACHABLE" in shown
    assert shown.splitlines()[-1].startswith("unknown: ")
