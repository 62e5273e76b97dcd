"""A DXP engine that listens, follows and plays the first legal move, with one fault or none.

Used inside a test's loop (`listening`) or as a program: python -m tests.fakes.faulty_dxp_engine FAULT PORT.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator

from hub_engine.board import Board
from protocol.dxp.connection import (
    BackAsked,
    DxpConnection,
    DxpEvent,
    EndOfInput,
    Ignored,
    Reply,
    Stopped,
)
from protocol.dxp.messages import (
    AcceptCode,
    BackAccept,
    BackCode,
    Chat,
    EndReason,
    GameAccept,
    GameEnd,
    GameRequest,
    Move,
)
from protocol.dxp.states import Role
from protocol.errors import NotationError
from protocol.notation.moves import MoveText, resolve

GAP_S = 0.02


class Engine:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, fault: str) -> None:
        self.reader = reader
        self.writer = writer
        self.fault = fault
        self.connection = DxpConnection(Role.FOLLOWER, "Fake 1.0")
        self.board = Board()
        self.is_open = True

    async def write(self, data: bytes, gap_s: float = GAP_S) -> None:
        await asyncio.sleep(gap_s)
        self.writer.write(data)
        await self.writer.drain()

    async def run(self) -> None:
        try:
            with contextlib.suppress(OSError):
                await self.talk()
        finally:
            self.writer.close()
            with contextlib.suppress(OSError):
                await self.writer.wait_closed()

    async def talk(self) -> None:
        if self.fault == "speaks-first":
            await self.write(b"K0\0")
        while self.is_open:
            while self.is_open and (event := self.connection.next_event()) is not None:
                await self.serve(event)
            if self.is_open and self.connection.is_our_turn:
                await self.move()
            elif self.is_open:
                self.receive(await self.reader.read(1 << 16))

    def receive(self, data: bytes) -> None:
        if self.fault == "reads-the-first-only" and data.count(b"\0") > 1:
            data = data[: data.index(b"\0") + 1]
        if self.fault == "accepts-any-version":
            data = data.replace(b"R02", b"R01")
        self.connection.receive_data(data)

    async def serve(self, event: DxpEvent) -> None:
        match event:
            case GameRequest():
                await self.answer(event)
            case Move():
                await self.judge(event)
            case GameEnd():
                data = self.connection.acknowledge_end()
                await self.write(b"E01\0" if self.fault == "acknowledges-with-stop" else data)
            case BackAsked(plies):
                await self.write(self.connection.send(BackAccept(BackCode.DONE)))
                while self.board.ply > plies and self.fault != "does-not-take-back":
                    self.board.pop()
            case Reply(_, data):
                await self.write(data)
            case Ignored():
                self.is_open = self.fault != "dies-of-rubbish"
            case Stopped() | EndOfInput():
                self.is_open = False

    async def answer(self, request: GameRequest) -> None:
        if self.fault == "silent":
            return
        setup = request.position
        self.board = Board() if setup is None else Board.from_setup(Board().variant, setup)
        colour_moves = self.board.white_to_move is (request.follower_colour.value == "W")
        if colour_moves and not self.board.legal_moves:
            await self.write(self.connection.send(GameAccept("Fake 1.0", AcceptCode.REFUSED)))
            return
        accept = self.connection.send(GameAccept("Fake 1.0", AcceptCode.ACCEPTED))
        if self.fault == "nameless":
            accept = b"A" + b" " * 32 + b"0\0"
        if self.fault == "sends-together" and self.connection.is_our_turn:
            await self.write(accept + self.next_move())
            return
        await self.write(accept)
        if self.fault == "chatty":
            await self.write(self.connection.send(Chat("have a good game")))

    async def judge(self, move: Move) -> None:
        try:
            legal = resolve(MoveText(move.origin, move.landing, move.captured or None, None), self.board.legal_moves)
        except NotationError as error:
            if self.fault == "ends-at-a-bad-move":
                self.is_open = False
                return
            await self.write(self.connection.reject_move(str(error)))
            return
        if legal.is_capture and not move.captured:
            await self.write(self.connection.reject_move("captured squares are missing"))
            return
        self.board.push(legal)
        self.connection.accept_move()

    async def move(self) -> None:
        if not self.board.legal_moves:
            reason = EndReason.WIN if self.fault == "claims-a-win" else EndReason.GIVE_UP
            await self.write(self.connection.send(GameEnd(reason)))
            return
        await self.write(self.next_move())

    def next_move(self) -> bytes:
        legal = self.board.legal_moves[0]
        captured = tuple(legal.captured)
        data = self.connection.send(Move(legal.origin, legal.landing, captured))
        self.board.push(legal)
        if self.fault == "wrong-move":
            return b"M0000504900\0"
        if self.fault == "leaves-captured-out" and captured:
            return data[:9] + b"00\0"
        if self.fault == "short-time-field":
            return b"M 000" + data[5:]
        return data


@contextlib.asynccontextmanager
async def listening(fault: str, port: int = 0) -> AsyncIterator[int]:
    """The port of the engine."""
    running: set[asyncio.Task[None]] = set()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(Engine(reader, writer, fault).run())
        running.add(task)
        task.add_done_callback(running.discard)

    server = await asyncio.start_server(accept, "127.0.0.1", port)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def main(fault: str, port: int) -> None:
    async with listening(fault, port):
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
