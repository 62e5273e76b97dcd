"""A recorded conversation played again: the engine hears what it heard then, and its answers are compared in kind.

Compared is what must not change: how many answers of each kind came. Node counts, scores, variations and the moves
chosen may differ from run to run and do not count. On a link of DXP the peer's moves answer those of the engine: once
it moves otherwise than recorded, the rest of that game is left out on both sides, and `Comparison.strays` says so.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, NamedTuple

from hub_engine.compliance.wire import PeerLostError, Wire
from hub_engine.transcript import Direction, Entry, Protocol
from protocol.dxp.codec import MAX_SQUARES, decode
from protocol.dxp.messages import Move
from protocol.errors import RemoteProtocolError, printable
from protocol.hub.lexer import parse_line

#: An answer may take so much longer than it took then: this factor, and seconds.
SLOWER = 3.0
GRACE_S = 5.0
#: Time for an answer that nobody expects, seconds.
_SURPLUS_S = 0.3

_ENDS = {Protocol.HUB: b"\n", Protocol.DXP: b"\0"}
_HUB_ANSWERS = frozenset({"wait", "ready", "done", "pong", "error"})
#: Of these messages the code belongs to the kind.
_DXP_ANSWERS = {"A": 33, "E": 1, "K": 1, "M": 0}
#: Ends the game on the wire without a result; another one may follow.
_GAME_END: Final = b"E00\0"


class Said(NamedTuple):
    """Something of a conversation. kind: what is compared; None: of no account (`info`, chat)."""

    direction: Direction
    text: str
    kind: str | None


def said(entries: Sequence[Entry], protocol: Protocol) -> list[Said]:
    """A conversation as it is compared."""
    kind_of = _hub_kind if protocol is Protocol.HUB else _dxp_kind
    found = []
    for entry in entries:
        text = entry.data.decode("latin-1").rstrip("\r\n\0")
        is_input = entry.direction is Direction.IN
        found.append(Said(entry.direction, text, None if is_input else kind_of(text)))
    return found


def _hub_kind(line: str) -> str | None:
    try:
        command = parse_line(line)
    except RemoteProtocolError:
        return "malformed line"
    if command is None or command.name not in _HUB_ANSWERS:
        return None
    names = [name for name, _ in command.pairs]
    return "done with a move" if command.name == "done" and "move" in names else command.name


def _dxp_kind(message: str) -> str | None:
    at = _DXP_ANSWERS.get(message[:1])
    if at is None:
        return None
    return message[0] + message[at : at + 1] if at else message[0]


class Stray(NamedTuple):
    """A game of DXP that took another course. begin, end: entries of the recording without a counterpart.

    recorded, replayed: the engine's move then and now, as sent.
    """

    begin: int
    end: int
    recorded: str
    replayed: str


class Comparison(NamedTuple):
    """What became of a replay. recorded, replayed: both conversations, without what cannot be compared (`strays`)."""

    recorded: list[Said]
    replayed: list[Said]
    strays: list[Stray]

    @property
    def changes(self) -> dict[str, tuple[int, int]]:
        """Kinds of answers whose number changed: then, now. Empty: nothing that counts."""
        sides = (self.recorded, self.replayed)
        then, now = (Counter(item.kind for item in side if item.kind is not None) for side in sides)
        kinds = sorted(then.keys() | now.keys())
        return {kind: (then[kind], now[kind]) for kind in kinds if then[kind] != now[kind]}

    def rows(self, context: int = 2) -> Iterator[tuple[str, str, bool]]:
        """Both sides where they differ: recorded, replayed, and whether the row is a difference.

        Texts are printable, whatever the peers sent.
        """
        then, now = ([item for item in side if _is_shown(item)] for side in (self.recorded, self.replayed))
        matcher = SequenceMatcher(None, [_key(item) for item in then], [_key(item) for item in now], autojunk=False)
        for group in matcher.get_grouped_opcodes(context):
            for tag, then_from, then_to, now_from, now_to in group:
                for index in range(max(then_to - then_from, now_to - now_from)):
                    left = _shown(then, then_from + index, then_to)
                    right = _shown(now, now_from + index, now_to)
                    yield left, right, tag != "equal"


def _is_shown(item: Said) -> bool:
    return item.direction is Direction.IN or item.kind is not None


def _key(item: Said) -> str:
    return f"> {item.text}" if item.kind is None else f"< {item.kind}"


def _shown(items: Sequence[Said], index: int, end: int) -> str:
    if index >= end:
        return ""
    return f"{'>' if items[index].direction is Direction.IN else '<'} {printable(items[index].text)}"


async def replay(
    entries: Sequence[Entry], protocol: Protocol, wire: Wire, *, is_fast: bool, patience: float = 1.0
) -> Comparison:
    """Plays the peer's part of a recording to an engine that has just been started or connected to.

    is_fast: what was sent then is sent as soon as everything that was answered before it is answered again, instead
    of at the recorded times. patience: factor of every wait for an answer.
    """
    listener = _Listener(wire, protocol)
    listening = asyncio.create_task(listener.run())
    strays: list[Stray] = []
    try:
        before_s = 0.0
        for index, entry in enumerate(entries):
            if strays and index < strays[-1].end:
                continue
            if entry.direction is Direction.OUT:
                listener.expect(said([entry], protocol)[0].kind)
                continue
            # A move that is there before the one it answers would be out of turn, whatever the recorded times.
            if is_fast or protocol is Protocol.DXP:
                await listener.answered((GRACE_S + SLOWER * (entry.t_s - before_s)) * patience)
            if protocol is Protocol.DXP and (stray := _stray(entries, index, listener.entries)) is not None:
                strays.append(stray)
                await listener.end_game(GRACE_S * patience)
                continue
            if not is_fast:
                await asyncio.sleep(max(0.0, entry.t_s - listener.elapsed_s))
            if not await listener.send(entry.data):
                break
            before_s = entry.t_s
        await listener.answered((GRACE_S + SLOWER * (entries[-1].t_s - before_s if entries else 0.0)) * patience)
        await listener.stays_silent(_SURPLUS_S)
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
    left_out = {index for stray in strays for index in range(stray.begin, stray.end)}
    kept = [entry for index, entry in enumerate(entries) if index not in left_out]
    return Comparison(said(kept, protocol), said(listener.entries, protocol), strays)


def _stray(recorded: Sequence[Entry], index: int, replayed: Sequence[Entry]) -> Stray | None:
    """What is left out if the peer's move at `index` answers a game that the engine does not play this time."""
    if not recorded[index].data.startswith(b"M"):
        return None
    for then, now in zip(_moves(recorded[:index]), _moves(replayed), strict=False):
        if not _is_same_move(then, now):
            rest = range(index, len(recorded))
            end = next((at for at in rest if _begins_anew(recorded[at])), len(recorded))
            return Stray(index, end, then, now)
    return None


def _moves(entries: Sequence[Entry]) -> list[str]:
    """The engine's moves since the last request for a game."""
    moves: list[str] = []
    for entry in reversed(entries):
        if _begins_anew(entry):
            break
        if entry.direction is Direction.OUT and entry.data.startswith(b"M"):
            moves.append(entry.data.decode("latin-1").rstrip("\0"))
    return moves[::-1]


def _begins_anew(entry: Entry) -> bool:
    """The peer asks for a game, or has left."""
    return entry.direction is Direction.IN and (not entry.data or entry.data.startswith(b"R"))


def _is_same_move(then: str, now: str) -> bool:
    """The times do not count, and captured squares only where both tell them."""
    try:
        first, second = (decode(text, MAX_SQUARES) for text in (then, now))
    except RemoteProtocolError:
        return then == now
    if not isinstance(first, Move) or not isinstance(second, Move):
        return then == now
    is_told = bool(first.captured and second.captured)
    return (first.origin, first.landing) == (second.origin, second.landing) and (
        not is_told or first.captured == second.captured
    )


class _Listener:
    """Writes the new conversation down."""

    def __init__(self, wire: Wire, protocol: Protocol) -> None:
        self.entries: list[Entry] = []
        self._wire = wire
        self._protocol = protocol
        self._start_s = time.monotonic()
        # How many of each kind are to come; below 0: they came before they were asked for.
        self._due: Counter[str | None] = Counter()
        self._is_ended = False
        self._changed = asyncio.Condition()

    @property
    def elapsed_s(self) -> float:
        """Since the beginning."""
        return time.monotonic() - self._start_s

    async def run(self) -> None:
        """Listens to the end."""
        partial = b""
        end = _ENDS[self._protocol]
        while data := await self._wire.read():
            *pieces, partial = (partial + data).split(end)
            async with self._changed:
                for piece in pieces:
                    entry = Entry(self.elapsed_s, Direction.OUT, piece + end)
                    self.entries.append(entry)
                    self._due[said([entry], self._protocol)[0].kind] -= 1
                self._changed.notify_all()
        async with self._changed:
            self._is_ended = True
            self._changed.notify_all()

    def expect(self, kind: str | None) -> None:
        """One more answer of this kind is to come; None: of no account."""
        if kind is not None:
            self._due[kind] += 1

    async def answered(self, within_s: float) -> None:
        """Waits for the answers that are to come; once the time is over they are not expected any more."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within_s), self._changed:
                await self._changed.wait_for(lambda: self._is_ended or max(self._due.values(), default=0) <= 0)
        self._due.clear()

    async def end_game(self, within_s: float) -> None:
        """Ends the game on the wire; nothing of this, nor of its acknowledgement, is written down."""
        n_entries = len(self.entries)
        if await self.send(_GAME_END):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(within_s), self._changed:
                    await self._changed.wait_for(
                        lambda: (
                            self._is_ended
                            or any(entry.data.startswith(b"E") for entry in self.entries[n_entries + 1 :])
                        )
                    )
        del self.entries[n_entries:]
        self._due.clear()

    async def stays_silent(self, seconds: float) -> None:
        """Listens for what nobody expects."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._changed:
                await self._changed.wait_for(lambda: self._is_ended)

    async def send(self, data: bytes) -> bool:
        """Says it, or ends the input where it is empty; False: nobody listens any more."""
        self.entries.append(Entry(self.elapsed_s, Direction.IN, data))
        if not data:
            self._wire.close_input()
            return True
        try:
            async with asyncio.timeout(GRACE_S):
                await self._wire.write(data)
        except (PeerLostError, TimeoutError):
            return False
        return True
