"""Checks of ordinary games: requests, moves, the end, chat, taking back, and how messages travel.

Source: DamExchange protocol, layers 1 and 2 (Mesander).
"""

from __future__ import annotations

import asyncio

from hub_engine.compliance.checks import CheckFailed, CheckList, Level
from hub_engine.compliance.dxp.peer import Stage
from hub_engine.compliance.dxp.session import ACCEPT_S, ANSWER_S, MINUTES, MOVE_S, MOVES, NAME, DxpSession
from protocol.dxp.codec import decode, encode
from protocol.dxp.messages import (
    BackAccept,
    BackCode,
    BackRequest,
    Chat,
    Colour,
    EndReason,
    GameAccept,
    GameEnd,
    GameRequest,
    Move,
)

CHECKS: CheckList[DxpSession] = CheckList()

#: White is to take 21 and 31 with 37; Black keeps a man.
TWO_CAPTURED = "W:W37,50:B1,21,31"
#: White's king lands on 36 with 14 or with 19 captured.
TWO_WAYS = "W:WK47:B1,14,19,29,31,42"
#: White goes round: from 32 to 32 over 17, 18, 27 and 28.
CIRCULAR = "W:W32:B1,17,18,27,28"
#: White takes Black's last man.
LAST_CAPTURE = "W:W28:B22"
#: White wins in a few moves, whatever Black does.
WON = "W:W28,32,33,37,38,39:B8,13,18"
#: The start position, as some programs send it.
START = "W:W31-50:B1-20"
#: The same with Black to move first.
BLACK_FIRST = "B:W31-50:B1-20"
#: Time between two messages that clients need who read only the first of what comes together, seconds.
LEAST_GAP_S = 0.015


@CHECKS.add(Level.MUST, "a connection is accepted; nobody speaks before the request", stage=Stage.NEW, is_gate=True)
async def accepts_connections(dxp: DxpSession) -> None:
    await dxp.quiet(0.3)


@CHECKS.add(Level.MUST, "a request is accepted, with a name", stage=Stage.ANY, is_gate=True)
async def accepts_games(dxp: DxpSession) -> str:
    await dxp.begin(Colour.BLACK)
    await dxp.end()
    if not dxp.name:
        raise CheckFailed("a blank name, on which some programs end")
    return dxp.name


@CHECKS.add(Level.MUST, "as Black it answers our moves by legal ones", stage=Stage.ANY)
async def plays_black(dxp: DxpSession) -> None:
    await dxp.begin(Colour.BLACK)
    for _ in range(3):
        await dxp.exchange()
    await dxp.end()


@CHECKS.add(Level.MUST, "as White it moves first, legally", stage=Stage.ANY)
async def plays_white(dxp: DxpSession) -> None:
    await dxp.begin(Colour.WHITE)
    for _ in range(3):
        await dxp.exchange()
    await dxp.end()


@CHECKS.add(Level.MUST, "a position may be given, either side to move", stage=Stage.ANY)
async def plays_positions(dxp: DxpSession) -> None:
    for engine, position in (
        (Colour.WHITE, START),
        (Colour.BLACK, BLACK_FIRST),
        (Colour.WHITE, BLACK_FIRST),
        (Colour.BLACK, WON),
    ):
        await dxp.begin(engine, position)
        await dxp.exchange()
        await dxp.end()


@CHECKS.add(Level.MUST, "captured squares may come in any order", stage=Stage.ANY)
async def reads_captures(dxp: DxpSession) -> None:
    for text in ("M00003717022131", "M00003717023121"):
        await dxp.begin(Colour.BLACK, TWO_CAPTURED)
        await dxp.send_text(text)
        dxp.board.push("37x17x21x31")
        await dxp.engine_moves()
        await dxp.end()


@CHECKS.add(Level.MUST, "the captured squares tell moves with the same ends apart", stage=Stage.ANY)
async def tells_captures_apart(dxp: DxpSession) -> None:
    for text in ("47x36x14x29x31x42", "47x36x19x29x31x42"):
        await dxp.begin(Colour.BLACK, TWO_WAYS)
        await dxp.we_move(text)
        await dxp.engine_moves()
        await dxp.end()


@CHECKS.add(Level.MUST, "a capture may end where it began, theirs and ours", stage=Stage.ANY)
async def goes_round(dxp: DxpSession) -> None:
    await dxp.begin(Colour.BLACK, CIRCULAR)
    await dxp.we_move()
    await dxp.engine_moves()
    await dxp.end()
    await dxp.begin(Colour.WHITE, CIRCULAR)
    await dxp.engine_moves()
    await dxp.end()


@CHECKS.add(Level.MUST, "a game is played to its end by rule", stage=Stage.ANY)
async def plays_to_the_end(dxp: DxpSession) -> str:
    await dxp.begin(Colour.WHITE, WON)
    for _ in range(2 * MOVES):
        if not dxp.engine_is_on_turn:
            if not dxp.board.legal_moves:
                await dxp.send(GameEnd(EndReason.GIVE_UP))
                await dxp.expect(GameEnd)
                plies = dxp.board.ply
                await dxp.still_plays()
                return f"won by it in {plies} plies"
            await dxp.we_move()
            continue
        message = await dxp.message(MOVE_S, "a move or the end")
        if isinstance(message, GameEnd):
            await dxp.send(GameEnd())
            await dxp.still_plays()
            return f"ended by it, reason {message.reason.value}"
        if not isinstance(message, Move):
            raise CheckFailed(f"`{encode(message)}` came instead of a move")
        dxp.push(message)
    raise CheckFailed("no end, though the agreed number of moves is reached")


@CHECKS.add(Level.MUST, "without a legal move it ends the game, and does not claim a win", stage=Stage.ANY)
async def ends_when_lost(dxp: DxpSession) -> str:
    await dxp.begin(Colour.BLACK, LAST_CAPTURE)
    await dxp.we_move()
    end = await dxp.engine_ends()
    if end.reason in {EndReason.WIN, EndReason.DRAW}:
        raise CheckFailed(f"it has lost and says reason {end.reason.value}")
    return f"reason {end.reason.value}"


@CHECKS.add(Level.MUST, "our end of a game is acknowledged: reason 0, stop code 0", stage=Stage.ANY)
async def acknowledges_the_end(dxp: DxpSession) -> None:
    await dxp.begin(Colour.BLACK)
    answer = await dxp.end()
    if answer.reason is not EndReason.NONE or answer.stop:
        raise CheckFailed(f"the acknowledgement is `{encode(answer)}`")


@CHECKS.add(Level.MUST, "another game on the same connection, colours changed", stage=Stage.ANY)
async def plays_on(dxp: DxpSession) -> None:
    for engine in (Colour.WHITE, Colour.BLACK, Colour.WHITE):
        await dxp.begin(engine)
        await dxp.exchange()
        await dxp.end()


@CHECKS.add(Level.MUST, "every message is laid out exactly", stage=Stage.ANY)
async def writes_exactly(dxp: DxpSession) -> str:
    await dxp.begin(Colour.WHITE, CIRCULAR)
    await dxp.engine_moves()
    await dxp.end()
    texts = b"".join(dxp.segments()).decode("latin-1").split("\0")[:-1]
    is_ascending = True
    for text in texts:
        if text.startswith("C"):
            continue
        written = encode(decode(text))
        if sorted(written) != sorted(text) or written[:11] != text[:11]:
            raise CheckFailed(f"`{text}` should be `{written}`")
        is_ascending = is_ascending and written == text
    return "" if is_ascending else "captured squares are not in ascending order"


@CHECKS.add(Level.MUST, "chat is taken at any time, and changes nothing", stage=Stage.ANY)
async def takes_chat(dxp: DxpSession) -> None:
    await dxp.send(Chat("hello"))
    await dxp.quiet(0.2)
    await dxp.begin(Colour.BLACK)
    await dxp.send(Chat("good luck"))
    await dxp.exchange()
    await dxp.send(Chat("x" * 126))
    await dxp.exchange()
    await dxp.end()


@CHECKS.add(Level.MUST, "bytes may come one by one", stage=Stage.ANY)
async def takes_single_bytes(dxp: DxpSession) -> None:
    request = encode(GameRequest(NAME, Colour.BLACK, MINUTES, MOVES))
    for byte in request.encode("ascii") + b"\0":
        await dxp.send_bytes(bytes([byte]))
        await asyncio.sleep(0.002)  # or the network puts them together again
    await dxp.accepted()
    move = b"M0000322800\0"
    for byte in move:
        await dxp.send_bytes(bytes([byte]))
        await asyncio.sleep(0.002)
    dxp.start(Colour.BLACK)
    dxp.board.push("32-28")
    await dxp.engine_moves()
    await dxp.end()


@CHECKS.add(Level.MUST, "several messages may share a segment", stage=Stage.ANY)
async def takes_joined_messages(dxp: DxpSession) -> None:
    request = encode(GameRequest(NAME, Colour.BLACK, MINUTES, MOVES))
    await dxp.send_text("Chello", request)
    await dxp.accepted()
    await dxp.send_text("Cmy move", "M0000322800", "Cyour turn")
    dxp.start(Colour.BLACK)
    dxp.board.push("32-28")
    await dxp.engine_moves()
    await dxp.send_text("E00", "Cthank you")
    await dxp.expect(GameEnd)
    await dxp.still_plays()


@CHECKS.add(Level.MUST, "an end while it thinks is acknowledged; a move may cross it", stage=Stage.ANY)
async def acknowledges_in_thought(dxp: DxpSession) -> None:
    await dxp.begin(Colour.WHITE)
    await dxp.send(GameEnd())
    message = await dxp.message(MOVE_S, "the acknowledgement")
    if isinstance(message, Move):
        message = await dxp.message(ANSWER_S, "the acknowledgement")
    if not isinstance(message, GameEnd):
        raise CheckFailed(f"`{encode(message)}` came instead of the acknowledgement")
    await dxp.quiet(0.5)
    await dxp.still_plays()


@CHECKS.add(
    Level.SHOULD,
    "it leaves a gap between two messages of its own",
    stage=Stage.ANY,
    known="Scan and Moby Dam may send acceptance and first move in one segment",
)
async def leaves_gaps(dxp: DxpSession) -> str:
    """pydraughts looks at the first message of a read only, and then waits for ever."""
    await dxp.begin(Colour.WHITE, CIRCULAR)
    await dxp.engine_moves()
    await dxp.end()
    gaps_s = dxp.gaps_s()
    if gaps_s and min(gaps_s) < LEAST_GAP_S:
        raise CheckFailed(f"{min(gaps_s) * 1000:.0f} ms between acceptance and move")
    return f"{min(gaps_s) * 1000:.0f} ms" if gaps_s else ""


@CHECKS.add(
    Level.SHOULD,
    "no time told (000 minutes): it plays",
    stage=Stage.ANY,
    known="Moby Dam never answers; pydraughts asks so for every short game",
)
async def plays_without_time(dxp: DxpSession) -> None:
    await dxp.begin(Colour.BLACK, minutes=0.0)
    await dxp.exchange()
    await dxp.end()


@CHECKS.add(Level.DIALECT, "half a minute (` .5`) is read", stage=Stage.ANY)
async def reads_fractions(dxp: DxpSession) -> None:
    await dxp.begin(Colour.BLACK, minutes=0.5)
    await dxp.exchange()
    await dxp.end()


@CHECKS.add(
    Level.DIALECT,
    "request and first move may share a segment",
    stage=Stage.ANY,
    known="Moby Dam loses the move; the text asks to wait",
)
async def takes_an_early_move(dxp: DxpSession) -> None:
    await dxp.send_text(encode(GameRequest(NAME, Colour.BLACK, MINUTES, MOVES)), "M0000322800")
    answer = await dxp.expect(GameAccept, ACCEPT_S)
    dxp.start(Colour.BLACK)
    dxp.board.push("32-28")
    message = await dxp.message(10.0, "its move")
    if not isinstance(message, Move):
        raise CheckFailed(f"`{encode(message)}` came instead of a move, after code {answer.code.value}")
    dxp.push(message)
    await dxp.end()


@CHECKS.add(
    Level.SHOULD,
    "taken back to its own move, it moves again without being asked",
    stage=Stage.ANY,
    known="Scan 2.0 counts moves from 0",
)
async def moves_again(dxp: DxpSession) -> str:
    await dxp.begin(Colour.BLACK)
    await dxp.exchange()
    await dxp.send(BackRequest(1, Colour.BLACK))
    answer = await dxp.expect(BackAccept)
    if answer.code is BackCode.DONE:
        dxp.board.pop()
        await dxp.engine_moves()
    await dxp.end()
    return "" if answer.code is BackCode.DONE else "not taken back"


@CHECKS.add(
    Level.MUST,
    "a request to take back is answered; the game goes on where the answer says",
    stage=Stage.ANY,
    known="Scan 2.0 counts moves from 0",
)
async def answers_back_requests(dxp: DxpSession) -> str:
    await dxp.begin(Colour.BLACK)
    await dxp.exchange()
    await dxp.send(BackRequest(1, Colour.WHITE))
    answer = await dxp.expect(BackAccept)
    if answer.code is BackCode.DONE:
        dxp.board.pop()
        dxp.board.pop()
    await dxp.we_move()
    await dxp.engine_moves()
    await dxp.end()
    return {BackCode.DONE: "taken back", BackCode.UNSUPPORTED: "not supported", BackCode.REFUSED: "refused"}[
        answer.code
    ]


@CHECKS.add(
    Level.DIALECT,
    "an end while it thinks is acknowledged within 2 s, long before its move",
    stage=Stage.ANY,
    known="Scan reads nothing while it thinks",
)
async def acknowledges_at_once(dxp: DxpSession) -> None:
    """With an hour for the game it would think for long."""
    await dxp.begin(Colour.WHITE, minutes=60.0)
    await asyncio.sleep(0.1)
    await dxp.send(GameEnd())
    message = await dxp.message(2.0, "the acknowledgement")
    if isinstance(message, Move):
        message = await dxp.message(2.0, "the acknowledgement")
    if not isinstance(message, GameEnd):
        raise CheckFailed(f"`{encode(message)}` came instead of the acknowledgement")
    await dxp.still_plays()
