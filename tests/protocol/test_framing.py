import itertools
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.framing import HEAD_BYTES, LineFramer, NulFramer, OversizedLine


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"hub", []),
        (b"hub\n", [b"hub"]),
        (b"hub\r\ninit\n", [b"hub", b"init"]),
        (b"a\rb\r\r\n", [b"a\rb\r"]),
        (b"\n\r\n", [b"", b""]),
        (b"\xff\xfe\x00\n", [b"\xff\xfe\x00"]),
        (b"hub\ninit\npos", [b"hub", b"init"]),
    ],
)
def test_line_ends(data: bytes, lines: list[bytes]) -> None:
    assert LineFramer().feed(data) == lines
    framer = LineFramer()
    assert [line for byte in data for line in framer.feed(bytes([byte]))] == lines


def test_the_cap_counts_what_stands_before_the_line_feed() -> None:
    framer = LineFramer(max_line_bytes=4)
    assert framer.feed(b"1234\n12345\n123\r\n1234\r\nok\n") == [
        b"1234",
        OversizedLine(b"1234"),
        b"123",
        OversizedLine(b"1234"),
        b"ok",
    ]


def test_a_long_line_is_reported_at_once_and_only_once() -> None:
    framer = LineFramer(max_line_bytes=100)
    assert framer.feed(b"pos pos=" + b"e" * 92) == []
    assert framer.feed(b"e") == [OversizedLine((b"pos pos=" + b"e" * 92)[:HEAD_BYTES])]
    assert framer.feed(b"e" * 1000) == []
    assert framer.feed(b"e\nping\n") == [b"ping"]


@given(st.binary(max_size=300), st.lists(st.integers(0, 300), max_size=20))
def test_any_split_gives_the_same_lines(data: bytes, cuts: list[int]) -> None:
    # Many line ends and short lines, so that the cap is met on both sides.
    data = data.replace(b"\x01", b"\n").replace(b"\x02", b"\r\n")
    whole = LineFramer(max_line_bytes=5).feed(data)
    framer = LineFramer(max_line_bytes=5)
    bounds = [0, *sorted(cut for cut in cuts if cut < len(data)), len(data)]
    pieces = [data[low:high] for low, high in itertools.pairwise(bounds)]
    assert [line for piece in pieces for line in framer.feed(piece)] == whole


def _byte_wise_s(size: int) -> float:
    framer = LineFramer(max_line_bytes=size)
    byte = b"e"
    began = time.perf_counter()
    for _ in range(size):
        framer.feed(byte)
    assert framer.feed(b"\n") == [b"e" * size]
    return time.perf_counter() - began


def test_byte_wise_input_costs_linear_time() -> None:
    # Quadratic work would make the ratio 16; noise of a busy machine does not reach half of that.
    small = min(_byte_wise_s(20_000) for _ in range(3))
    assert min(_byte_wise_s(320_000) for _ in range(2)) < 16 * 8 * small


@pytest.mark.parametrize(
    ("data", "messages"),
    [
        (b"", []),
        (b"E00", []),
        (b"E00\0", [b"E00"]),
        (b"E00\0Chi\0M00", [b"E00", b"Chi"]),
        (b"\0\0E00\0\0", [b"E00"]),
        (b"a\r\nb\r\0", [b"a\r\nb\r"]),
        (bytes(range(1, 120)) + b"\0", [bytes(range(1, 120))]),
        (bytes(range(130, 256)) + b"\0", [bytes(range(130, 256))]),
        (127 * b"x" + b"\0" + 128 * b"x" + b"\0E00\0", [127 * b"x", OversizedLine(32 * b"x"), b"E00"]),
    ],
)
def test_messages_end_at_nul(data: bytes, messages: list[bytes]) -> None:
    assert NulFramer(127).feed(data) == messages
    framer = NulFramer(127)
    assert [message for byte in data for message in framer.feed(bytes([byte]))] == messages
