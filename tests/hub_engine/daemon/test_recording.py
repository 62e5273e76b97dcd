from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from hub_engine.daemon import recording
from hub_engine.daemon.recording import Recorder, recorded
from hub_engine.daemon.stream import PeerLostError
from hub_engine.logs import Log
from hub_engine.transcript import Direction, Entry, Head, Protocol, read_transcript
from hub_engine.variants import load_variants
from tests.fakes.memory_stream import MemoryStream

VARIANT = load_variants().get("soicos-short").config


def entries(folder: Path) -> tuple[Head, list[Entry]]:
    (path,) = folder.glob("*.jsonl")
    with path.open(encoding="utf-8") as file:
        return read_transcript(file)


def said(folder: Path, direction: Direction) -> list[bytes]:
    return [entry.data for entry in entries(folder)[1] if entry.direction is direction]


def record(
    folder: Path, chunks: list[str], protocol: Protocol = Protocol.HUB, answers: tuple[bytes, ...] = ()
) -> list[bytes]:
    """Reads chunks and writes answers through a recorder; what the reader got."""

    async def session() -> list[bytes]:
        peer = MemoryStream()
        for chunk in chunks:
            peer.feed(chunk)
        stream = recorded(peer, folder, protocol, "tcp-1", VARIANT, Log())
        got = [await stream.read() for _ in chunks]
        for answer in answers:
            await stream.write(answer)
        await stream.close()
        assert peer.is_closed
        assert peer.writes == list(answers)
        return got

    return asyncio.run(session())


def test_both_directions_are_written_line_by_line(tmp_path: Path) -> None:
    got = record(tmp_path, ["hu", "b\nini", "t\n", ""], answers=(b"wait\n", b"ready\n"))
    assert got == [b"hu", b"b\nini", b"t\n", b""]
    head, written = entries(tmp_path)
    assert (head.protocol, head.session) == (Protocol.HUB, "tcp-1")
    assert (head.variant, head.options) == ("soicos", (("flying_king", "false"),))
    assert [(entry.direction, entry.data) for entry in written] == [
        (Direction.IN, b"hub\n"),
        (Direction.IN, b"init\n"),
        (Direction.IN, b""),
        (Direction.OUT, b"wait\n"),
        (Direction.OUT, b"ready\n"),
    ]
    assert [entry.t_s for entry in written] == sorted(entry.t_s for entry in written)


def test_messages_of_dxp_end_with_nul(tmp_path: Path) -> None:
    record(tmp_path, ["E00\0M00013", "22800\0Ca token\0"], Protocol.DXP)
    assert said(tmp_path, Direction.IN) == [b"E00\0", b"M0001322800\0", b"Ca token\0"]


def test_what_has_no_end_is_written_at_the_close(tmp_path: Path) -> None:
    record(tmp_path, ["pi"])
    assert said(tmp_path, Direction.IN) == [b"pi"]


def test_without_a_folder_the_stream_stays_as_it_is() -> None:
    async def session() -> None:
        peer = MemoryStream()
        assert recorded(peer, None, Protocol.HUB, "x", VARIANT, Log()) is peer

    asyncio.run(session())


@pytest.mark.parametrize(
    "line",
    [
        "set-param name=token value=Geheimnis\n",
        "set-param value=Geheimnis name=token\n",
        'set-param name="token" value="Geheimnis 2"\n',
        'set-param name = token value = "Geheimnis\n',
        "set-param name=token name=token value=Geheimnis\n",
        "set-param name=token value=" + "Geheimnis" * 20_000 + "\n",
        "set-param name=token value=Geheimnis",
        "  set-param\tname=token value=Geheimnis\r\n",
        "set-parm name=Token value=Geheimnis\n",
        "token=Geheimnis\n",
    ],
)
@pytest.mark.parametrize("size", [1, 7, 1 << 16])
def test_the_token_is_never_written(tmp_path: Path, line: str, size: int) -> None:
    text = "hub\n" + line
    chunks = [text[at : at + size] for at in range(0, len(text), size)] if len(text) < 1000 or size > 7 else [text]
    answers = (b'error message="set-param value: no such: Geheimnis"\n', b"pong\n")
    record(tmp_path, [*chunks, ""], answers=answers)
    (path,) = tmp_path.glob("*.jsonl")
    text = path.read_text("utf-8")
    assert "Geheim" not in text
    assert "set-param name=token value=***" in text
    assert said(tmp_path, Direction.OUT) == [b"error message=***\n", b"pong\n"]


def test_whoever_speaks_of_tokens_for_ever_fills_no_memory() -> None:
    censor = recording._Censor()
    for number in range(3000):
        hidden = censor.hide(Direction.IN, f"token {number:08} {number + 50_000_000}\n".encode())
        assert hidden == b"set-param name=token value=***\n"
    assert len(censor._quotes) <= recording._MAX_QUOTES + 1
    for answer in (b"error message=00000001\n", b"error message=00002999\n"):
        assert censor.hide(Direction.OUT, answer) == b"error message=***\n"
    assert censor.hide(Direction.OUT, b"pong\n") == b"pong\n"


def test_other_lines_are_written_as_they_are(tmp_path: Path) -> None:
    lines = ["set-param name=threads value=7\n", "set-param\n", 'set-param name=variant value="']
    record(tmp_path, lines, answers=(b"error message=variant\n",))
    assert said(tmp_path, Direction.IN) == [line.encode() for line in lines]
    assert said(tmp_path, Direction.OUT) == [b"error message=variant\n"]


class SeenLog(Log):
    """Remembers warnings."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[str] = []

    def warning(self, event: str, **fields: object) -> None:
        self.events.append(event)


def talk_over(path: Path, log: Log, talk: Callable[[Recorder, MemoryStream], Coroutine[Any, Any, None]]) -> None:
    async def session() -> None:
        peer = MemoryStream()
        recorder = Recorder(peer, path, Head(Protocol.HUB, "x", ""), log)
        await talk(recorder, peer)
        await recorder.close()

    asyncio.run(session())


async def hundred_lines(recorder: Recorder, peer: MemoryStream) -> None:
    for _ in range(100):
        peer.feed("ping\n")
        assert await recorder.read() == b"ping\n"
        await recorder.write(b"pong\n")


def test_a_file_that_cannot_be_made_ends_the_recording_only(tmp_path: Path) -> None:
    log = SeenLog()
    talk_over(tmp_path / "no-such-folder" / "x.jsonl", log, hundred_lines)
    assert log.events == ["recording.stopped"]


def test_a_file_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("mine")
    talk_over(path, SeenLog(), hundred_lines)
    assert path.read_text() == "mine"


def test_a_slow_disk_ends_the_recording_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "_MAX_WAITING", 3)
    monkeypatch.setattr(recording, "_CLOSE_DEADLINE_S", 0.01)
    log = SeenLog()
    monkeypatch.setattr(recording._FileThread, "_run", lambda self: None)
    talk_over(tmp_path / "x.jsonl", log, hundred_lines)
    assert log.events == ["recording.stopped"]


def test_a_disk_that_comes_back_too_late_leaves_no_thread_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    comes_back, files = threading.Event(), list[StringIO]()

    class SlowFile(StringIO):
        def write(self, text: str) -> int:
            comes_back.wait(10)
            return super().write(text)

    def open_slow(*_: object, **__: object) -> StringIO:
        files.append(SlowFile())
        return files[-1]

    monkeypatch.setattr(Path, "open", open_slow)
    monkeypatch.setattr(recording, "_MAX_WAITING", 3)
    monkeypatch.setattr(recording, "_CLOSE_DEADLINE_S", 0.0)
    before = set(threading.enumerate())
    log = SeenLog()
    talk_over(tmp_path / "x.jsonl", log, hundred_lines)
    assert log.events == ["recording.stopped"]
    comes_back.set()
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive()
    (file,) = files
    assert file.closed


def test_what_did_not_reach_the_peer_is_not_written(tmp_path: Path) -> None:
    async def talk(recorder: Recorder, peer: MemoryStream) -> None:
        peer.is_lost = True
        with pytest.raises(PeerLostError):
            await recorder.write(b"pong\n")

    talk_over(tmp_path / "x.jsonl", SeenLog(), talk)
    assert said(tmp_path, Direction.OUT) == []
