"""Plays a scripted DXP conversation against a follower, in memory or over a socket.

The script language is that of tests/data/dxp-messages.yaml, described at the head of that file.
"""

from __future__ import annotations

import socket
import struct
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from protocol.dxp.codec import decode
from protocol.dxp.messages import (
    AcceptCode,
    BackAccept,
    BackCode,
    BackRequest,
    Chat,
    Colour,
    GameAccept,
    GameEnd,
    GameRequest,
    Message,
    Move,
)
from protocol.errors import NotationError, RemoteProtocolError
from protocol.framing import NulFramer
from tests.fakes.dxp_player import DxpPlayer, board_of, find_move

DEFAULT_WAIT_S = 10.0
REQUEST = "R01Harness 1.0                     Z005075A"
FIRST_MOVE = "M0000322800"


class Wire(Protocol):
    """One connection to a player."""

    def write(self, data: bytes) -> None:
        """Send bytes, in a segment of their own as far as that can be had."""

    def read(self, within_s: float) -> bytes | None:
        """The next bytes; empty at the end, None when nothing came in time."""

    def close(self) -> None:
        """Break the connection off."""


class MemoryWire:
    """A player in this process; nothing takes time. Each of its messages is a segment."""

    def __init__(self, player: DxpPlayer) -> None:
        self._player = player
        self._segments: deque[bytes] = deque()

    def write(self, data: bytes) -> None:
        self._segments.extend(self._player.receive(data))

    def read(self, within_s: float) -> bytes | None:
        return self._segments.popleft() if self._segments else None

    def close(self) -> None:
        self._player.receive(b"")
        assert self._player.is_left


class TcpWire:
    """A player that listens."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=DEFAULT_WAIT_S)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # Closing is a reset then.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def write(self, data: bytes) -> None:
        self._socket.sendall(data)

    def read(self, within_s: float) -> bytes | None:
        self._socket.settimeout(max(within_s, 0.001))
        try:
            return self._socket.recv(1 << 12)
        except TimeoutError:
            return None
        except OSError:
            return b""

    def close(self) -> None:
        self._socket.close()


class Referee:
    """Follows the game of a conversation and knows what is legal. Both ends' messages, as they go by."""

    def __init__(self) -> None:
        self._board = board_of(None)
        self._offer: GameRequest | None = None
        # Sent together with the offer, before its answer.
        self._early: list[Move] = []
        self._black_begins = False
        self._back_to: BackRequest | None = None
        self._is_over = True

    def note_ours(self, message: Message) -> None:
        match message:
            case GameRequest() if self._is_over:
                self._offer, self._early = message, []
            case Move() if self._is_over:
                self._early.append(message)
            case Move():
                self._push(message)
            case GameEnd():
                self._is_over = True
            case BackRequest():
                self._back_to = message

    def note_theirs(self, message: Message) -> bool:
        """False for an illegal move."""
        match message:
            case GameAccept(code=AcceptCode.ACCEPTED) if self._offer is not None:
                self._board = board_of(self._offer.position)
                self._black_begins = not self._board.white_to_move
                self._is_over = False
                for move in self._early:
                    self._push(move)
            case BackAccept(code=BackCode.DONE) if self._back_to is not None:
                index = 2 * (self._back_to.number - 1) + (self._back_to.to_move is Colour.BLACK)
                while self._board.ply > index - self._black_begins:
                    self._board.pop()
            case Move():
                return self._push(message)
        return True

    def _push(self, move: Move) -> bool:
        try:
            self._board.push(find_move(self._board, move))
        except NotationError:
            return False
        return True


class DxpTalk:
    """A conversation: messages sent, messages expected. connect: opens another connection to the same player.

    checks_gaps: the wire shows when messages come, so `min_gap_ms` means something.
    """

    def __init__(self, connect: Callable[[], Wire], *, checks_gaps: bool = False) -> None:
        self.transcript: list[str] = []
        self.chats = 0
        self._connect = connect
        self._checks_gaps = checks_gaps
        self._wire = connect()
        self._framer = NulFramer(127)
        self._inbox: deque[tuple[str, float]] = deque()
        self._last_s = 0.0
        self._ends = 0
        self._referee = Referee()

    def close(self) -> None:
        self._wire.close()

    # --- talking ---------------------------------------------------------------------------------

    def send(self, text: str, *, bytewise: bool = False) -> None:
        self._note_sent(text)
        data = text.encode("latin-1") + b"\0"
        for piece in [bytes([byte]) for byte in data] if bytewise else [data]:
            self._wire.write(piece)

    def send_hex(self, digits: str) -> None:
        data = bytes.fromhex(digits)
        for message in data.removesuffix(b"\0").split(b"\0"):
            self._note_sent(message.decode("latin-1"))
        self._wire.write(data)

    def _note_sent(self, text: str) -> None:
        self.transcript.append(f"> {text}")
        try:
            self._referee.note_ours(decode(text))
        except RemoteProtocolError:
            # Scripts say wrong things on purpose.
            return

    def next_message(self, within_s: float) -> tuple[Message, bool, float] | None:
        """The next message that is no chat, whether it is legal, and the gap before it; None: none in time."""
        deadline_s = time.monotonic() + within_s
        while (received := self._next_text(deadline_s)) is not None:
            text, arrived_s = received
            gap_s, self._last_s = arrived_s - self._last_s, arrived_s
            self.transcript.append(f"< {text}")
            message = decode(text)
            if isinstance(message, Chat):
                self.chats += 1
                continue
            self._ends += isinstance(message, GameEnd)
            return message, self._referee.note_theirs(message), gap_s
        return None

    def _next_text(self, deadline_s: float) -> tuple[str, float] | None:
        while not self._inbox:
            data = self._wire.read(deadline_s - time.monotonic())
            if not data:
                return None
            arrived_s = time.monotonic()
            for message in self._framer.feed(data):
                assert isinstance(message, bytes), self.told("a message is too long")
                self._inbox.append((message.decode("latin-1"), arrived_s))
        return self._inbox.popleft()

    def expect(self, *wanted: dict[str, Any], within_s: float = DEFAULT_WAIT_S) -> tuple[bool, float]:
        """The next message, chats aside, has the fields of one of these. Legal, and the gap before it."""
        found = self.next_message(within_s)
        assert found is not None, self.told(f"nothing within {within_s} s, expected {wanted}")
        message, is_legal, gap_s = found
        fields = to_fields(message)
        assert any(each.items() <= fields.items() for each in wanted), self.told(f"{fields}, expected {wanted}")
        return is_legal, gap_s

    def expect_alive(self) -> None:
        """The player takes another connection and plays there."""
        other = DxpTalk(self._connect)
        try:
            other.send(REQUEST)
            other.expect({"type": "A", "code": "0"})
        finally:
            other.close()

    def told(self, fault: str) -> str:
        return "\n".join([fault, *self.transcript[-30:]])

    # --- scripts ---------------------------------------------------------------------------------

    def run(self, step: dict[str, Any]) -> None:
        """Carry out one step of a script."""
        match step:
            case {"send": text}:
                self.send(text)
            case {"send_bytewise": text}:
                self.send(text, bytewise=True)
            case {"send_hex": digits}:
                self.send_hex(digits)
            case {"expect": fields}:
                self._check(step, fields.get("any_of", [fields]))
            case {"expect_silence": seconds}:
                found = self.next_message(seconds)
                assert found is None, self.told(f"unexpected {found}")
            case {"expect_one_E_total": True}:
                # The player's move may have crossed our end.
                if not self._ends:
                    self.expect({"type": "E"})
                assert self._ends == 1, self.told(f"{self._ends} ends")
            case {"expect_alive": True}:
                self.expect_alive()
            case {"close": True}:
                self._wire.close()
            case _:
                raise ValueError(f"unknown step {step}")

    def _check(self, step: dict[str, Any], wanted: list[dict[str, Any]]) -> None:
        is_legal, gap_s = self.expect(*wanted, within_s=step.get("within", DEFAULT_WAIT_S))
        assert is_legal or not step.get("legal_move"), self.told("illegal move")
        if self._checks_gaps:
            assert gap_s * 1000 >= step.get("min_gap_ms", 0), self.told(f"a gap of {gap_s * 1000:.0f} ms")


def run_malformed(talk: DxpTalk, entry: dict[str, Any]) -> None:
    """One entry of the malformed list on a fresh connection: the reaction, and that the session goes on.

    Silence is not waited for: the next thing that is no chat must be the answer to the next good message.
    """
    in_game = entry["state"] != "idle"
    if in_game:
        talk.send(REQUEST)
        talk.expect({"type": "A", "code": "0"})
    talk.send_hex(entry["hex"])
    reaction = entry["reaction"]
    match reaction:
        case "A1" | "A2" | "K2":
            talk.expect({"type": reaction[0], "code": reaction[1]})
        case "E0":
            talk.expect({"type": "E", "reason": "0"})
            in_game = False
        case "chat-only" | "ignore":
            pass
        case _:
            raise ValueError(f"unknown reaction {reaction}")
    if in_game:
        talk.send(FIRST_MOVE)
        is_legal, _ = talk.expect({"type": "M"})
        assert is_legal, talk.told("illegal move")
    else:
        talk.send(REQUEST)
        talk.expect({"type": "A", "code": "0"})
    assert talk.chats <= 1, talk.told("more than one chat")


def to_fields(message: Message) -> dict[str, Any]:
    """A message in the words of the vectors, as far as scripts ask for them."""
    match message:
        case GameAccept(name, code):
            return {"type": "A", "name": name, "code": code.value}
        case Move(origin, landing, captured):
            return {"type": "M", "from": origin + 1, "to": landing + 1, "captured": [square + 1 for square in captured]}
        case GameEnd(reason, stop):
            return {"type": "E", "reason": reason.value, "stop": str(int(stop))}
        case BackAccept(code):
            return {"type": "K", "code": code.value}
    raise ValueError(f"not expected of a follower: {message}")
