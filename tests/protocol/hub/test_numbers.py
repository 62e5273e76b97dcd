import math
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.hub.numbers import MAX_INT64, format_hundredths, parse_integer, parse_real


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("+5", 5), (str(MAX_INT64), MAX_INT64), ("-0", 0)])
def test_integers(text: str, number: int) -> None:
    assert parse_integer(text, 0, MAX_INT64) == number


@pytest.mark.parametrize(
    "text",
    [
        "",
        " 1",
        "1 ",
        "-1",
        str(MAX_INT64 + 1),
        "1.0",
        "1e3",
        "1_000",
        "0x10",
        "abc",
        "\xb2",
        "\u0663",
        "9" * 10_000,
        "+",
    ],
)
def test_no_integers(text: str) -> None:
    with pytest.raises(ValueError, match="not"):
        parse_integer(text, 0, MAX_INT64)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", 1.0),
        ("1.9", 1.9),
        ("-3", -3.0),
        ("1e-05", 1e-5),
        (".5", 0.5),
        ("5.", 5.0),
        ("+2E2", 200.0),
        ("1e-999", 0.0),
    ],
)
def test_reals(text: str, number: float) -> None:
    assert parse_real(text) == number


@pytest.mark.parametrize(
    "text",
    ["", "nan", "inf", "-Infinity", "1e999", "-1e999", "1_0", "0x1p3", "1,5", " 1", "e5", ".", "--1", "1" * 10_000],
)
def test_no_reals(text: str) -> None:
    with pytest.raises(ValueError, match="n"):
        parse_real(text)


def test_a_megabyte_of_digits_is_refused_at_once() -> None:
    text = "7" * (1 << 20)
    began = time.perf_counter()
    for _ in range(100):
        for read in (lambda: parse_integer(text, 0, MAX_INT64), lambda: parse_real(text)):
            with pytest.raises(ValueError, match="not"):
                read()
    assert time.perf_counter() - began < 1


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_what_python_writes_is_read(number: float) -> None:
    assert parse_real(str(number)) == number
    assert not math.isinf(parse_real(str(number)))


@pytest.mark.parametrize(
    ("hundredths", "text"),
    [(0, "0.00"), (7, "0.07"), (-7, "-0.07"), (-100, "-1.00"), (9999, "99.99"), (-7999, "-79.99")],
)
def test_hundredths(hundredths: int, text: str) -> None:
    assert format_hundredths(hundredths) == text
