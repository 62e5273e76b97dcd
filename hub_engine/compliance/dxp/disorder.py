"""Checks of what an engine makes of messages that are wrong, unknown or out of place.

Each sends one of them and then plays on. Several programs end at the first; they are told so one by one.
Source: DamExchange protocol, layer 2, on answers to a request; the rest is the least that a match needs.
"""

from __future__ import annotations

from hub_engine.compliance.checks import CheckFailed, CheckList, Level
from hub_engine.compliance.dxp.peer import Stage
from hub_engine.compliance.dxp.playing import TWO_CAPTURED
from hub_engine.compliance.dxp.session import ACCEPT_S, MINUTES, MOVES, NAME, DxpSession
from protocol.dxp.codec import encode
from protocol.dxp.messages import AcceptCode, BackAccept, BackCode, Colour, GameAccept, GameEnd, GameRequest

CHECKS: CheckList[DxpSession] = CheckList()

_REQUEST = encode(GameRequest(NAME, Colour.BLACK, MINUTES, MOVES))
_PIECES = "z" * 20 + "e" * 10 + "w" * 20
_SCAN_ABORTS = "Scan ends its process"


# --- in place of a request ---------------------------------------------------------------------------


def _add_ignored(title: str, data: bytes, known: str = "") -> None:
    """Without a game, these bytes have no effect."""

    @CHECKS.add(Level.SHOULD, f"{title}: nothing happens", stage=Stage.ANY, known=known)
    async def is_ignored(dxp: DxpSession) -> None:
        await dxp.send_bytes(data)
        await dxp.quiet(0.3)
        await dxp.still_plays()


def _add_refused(title: str, text: str, known: str = "", level: Level = Level.SHOULD) -> None:
    """A request that is refused, and then a good one is taken."""

    @CHECKS.add(level, f"{title}: refused, code {AcceptCode.REFUSED.value}", stage=Stage.ANY, known=known)
    async def is_refused(dxp: DxpSession) -> None:
        await dxp.send_text(text)
        answer = await dxp.expect(GameAccept, ACCEPT_S)
        if answer.code is AcceptCode.ACCEPTED:
            raise CheckFailed("the game was accepted")
        await dxp.still_plays()
        if answer.code is not AcceptCode.REFUSED:
            raise CheckFailed(f"code {answer.code.value}")


@CHECKS.add(Level.MUST, "another version of the protocol: refused, code 1", stage=Stage.ANY)
async def refuses_other_versions(dxp: DxpSession) -> None:
    await dxp.send_text(_REQUEST.replace("R01", "R02", 1))
    answer = await dxp.expect(GameAccept, ACCEPT_S)
    if answer.code is not AcceptCode.WRONG_VERSION:
        raise CheckFailed(f"code {answer.code.value}")
    await dxp.still_plays()


@CHECKS.add(
    Level.SHOULD,
    "an illegal move, a move that leaves the captured pieces out, too few of them: no move, no end; then the right one",
    stage=Stage.ANY,
    known="Scan ends its process",
)
async def waits_for_a_legal_move(dxp: DxpSession) -> None:
    await dxp.begin(Colour.BLACK, TWO_CAPTURED)
    for text in ("M0000504500", "M0000370200", "M000037170131"):
        await dxp.send_text(text)
        await dxp.quiet(0.5)
    await dxp.we_move()
    await dxp.engine_moves()
    await dxp.end()


@CHECKS.add(
    Level.SHOULD,
    "a malformed move: no move, no end; then the right one",
    stage=Stage.ANY,
    known="Scan ends its process",
)
async def waits_for_a_readable_move(dxp: DxpSession) -> None:
    await dxp.begin(Colour.BLACK, TWO_CAPTURED)
    for text in ("M00003228", "M00003717012131", "M0000003200", "M0000325100", "M000037170321312", "M00003717023131"):
        await dxp.send_text(text)
        await dxp.quiet(0.3)
    await dxp.we_move()
    await dxp.engine_moves()
    await dxp.end()


@CHECKS.add(
    Level.SHOULD,
    "a request during a game: refused, the game goes on",
    stage=Stage.ANY,
    known="Scan 3.1 ends its process",
)
async def refuses_a_second_game(dxp: DxpSession) -> None:
    await dxp.begin(Colour.BLACK)
    await dxp.send_text(_REQUEST)
    answer = await dxp.expect(GameAccept, ACCEPT_S)
    if answer.code is AcceptCode.ACCEPTED:
        raise CheckFailed("the game was accepted")
    await dxp.exchange()
    await dxp.end()


@CHECKS.add(Level.SHOULD, "a take-back to a move not yet played: refused, the game goes on", stage=Stage.ANY)
async def refuses_the_future(dxp: DxpSession) -> None:
    await dxp.begin(Colour.BLACK)
    await dxp.exchange()
    await dxp.send_text("B050W")
    answer = await dxp.expect(BackAccept)
    if answer.code is BackCode.DONE:
        raise CheckFailed("it says that it went there")
    await dxp.exchange()
    await dxp.end()


@CHECKS.add(Level.SHOULD, "a take-back without a game does not disturb", stage=Stage.ANY)
async def survives_back_without_game(dxp: DxpSession) -> None:
    await dxp.send_text("B001W")
    answer = await dxp.expect(BackAccept)
    if answer.code is BackCode.DONE:
        raise CheckFailed("it says that it went there")
    await dxp.still_plays()


@CHECKS.add(Level.SHOULD, "a move without a game does not disturb", stage=Stage.ANY, known=_SCAN_ABORTS)
async def survives_move_without_game(dxp: DxpSession) -> None:
    await dxp.send_text("M0000322800")
    await dxp.quiet(0.3)
    await dxp.still_plays()


@CHECKS.add(Level.SHOULD, "an end with an unknown reason is an end", stage=Stage.ANY)
async def takes_unknown_reasons(dxp: DxpSession) -> None:
    await dxp.begin(Colour.BLACK)
    await dxp.send_text("E90")
    await dxp.expect(GameEnd)
    await dxp.still_plays()


@CHECKS.add(Level.SHOULD, "an end without a game: nothing happens", stage=Stage.ANY)
async def ignores_late_ends(dxp: DxpSession) -> None:
    await dxp.send_text("E00")
    await dxp.quiet(0.3)
    await dxp.still_plays()


@CHECKS.add(
    Level.SHOULD, "unknown and useless messages in a game do not disturb it", stage=Stage.ANY, known=_SCAN_ABORTS
)
async def survives_rubbish_in_a_game(dxp: DxpSession) -> None:
    await dxp.begin(Colour.BLACK)
    for data in (b"K0\0", b"Xfoo\0", b"E0\0", b"AWho                             0\0", b"C\xe9t\xe9 \xff\0"):
        await dxp.send_bytes(data)
        await dxp.quiet(0.2)
    await dxp.exchange()
    await dxp.end()


_add_ignored("an empty message", b"\0", _SCAN_ABORTS)
_add_ignored("an unknown letter", b"Xfoo\0", _SCAN_ABORTS)
_add_ignored("a small letter", _REQUEST.lower().encode("ascii") + b"\0", _SCAN_ABORTS)
_add_ignored("an answer that nobody asked for", b"AWho                             0\0")
_add_ignored("a chat of 300 characters", b"C" + b"a" * 300 + b"\0")
_add_ignored("a chat of a hundred thousand characters", b"C" + b"a" * 100_000 + b"\0", _SCAN_ABORTS)

_add_refused("a request cut short", "R01abc", _SCAN_ABORTS)
_add_refused("a request with something behind it", _REQUEST + "xyz", f"{_SCAN_ABORTS}; Moby Dam accepts")
_add_refused("a small colour letter", _REQUEST.replace("Z", "z", 1), f"{_SCAN_ABORTS}; Moby Dam accepts")
_add_refused("minutes that are no number", _REQUEST.replace("001", "abc", 1))
_add_refused("a position of 49 squares", _REQUEST[:-1] + "BW" + _PIECES[:-1], _SCAN_ABORTS)
_add_refused("neither A nor B", _REQUEST[:-1] + "CW" + _PIECES, f"{_SCAN_ABORTS}; Moby Dam accepts")
_add_refused("a position with foreign letters", _REQUEST[:-1] + "BZ" + _PIECES.replace("z", "b"), _SCAN_ABORTS)
_add_refused(
    "a position in which it cannot move",
    _REQUEST[:-1] + "BZ" + "e" * 49 + "w",
    "Scan and Moby Dam accept and end the game at once",
    Level.DIALECT,
)
