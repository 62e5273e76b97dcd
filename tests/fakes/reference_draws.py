"""Draws by rule, counted backward from the end of a game: slow, plain, apart from the core's counters."""

from __future__ import annotations

from typing import Any

from tests.fakes.reference_movegen import BLACK, KINGS, MEN, WHITE, Move, Position, Reference


def draw_reasons(reference: Reference, positions: list[Position], moves: list[Move]) -> set[str]:
    """Every rule by which the last position is drawn; positions[i] is the one before moves[i]."""
    spec = reference.spec
    reasons = set()
    repetition = spec["draws"]["repetition"]
    if repetition and positions.count(positions[-1]) >= repetition:
        reasons.add("repetition")
    for limit in spec["draws"]["limits"]:
        if _plies_held(reference, limit, positions, moves) >= limit["plies"]:
            reasons.add(limit["name"])
    return reasons


def _plies_held(reference: Reference, limit: dict[str, Any], positions: list[Position], moves: list[Move]) -> int:
    """Plies at the end of the game for which the condition held and nothing restarted the count; -1 if it does not."""
    held = 0
    if not _holds(reference, limit, positions[-1]):
        return -1
    while held < len(moves):
        before, move = positions[-2 - held], moves[-1 - held]
        if _events(before, move) & set(limit["restart"]) or not _holds(reference, limit, before):
            break
        held += 1
    return held


def _events(before: Position, move: Move) -> set[str]:
    events = set()
    if move.captured or move.huffed is not None:
        events.add("capture")
    if before.pieces[move.origin] in MEN:
        events.add("man-move")
    if move.crowns:
        events.add("promotion")
    return events


def _holds(reference: Reference, limit: dict[str, Any], position: Position) -> bool:
    white, black = (
        {square: code for square, code in enumerate(position.pieces) if code in codes} for codes in (WHITE, BLACK)
    )
    low, high = limit["pieces"]
    if not low <= len(white) + len(black) <= high:
        return False
    if limit["both_kings"] and not all(set(side.values()) & set(KINGS) for side in (white, black)):
        return False
    if limit["material"] and not _is_one_of(limit, white, black):
        return False
    return not (limit["unless_capture"] and reference.can_capture(position))


def _is_one_of(limit: dict[str, Any], white: dict[int, int], black: dict[int, int]) -> bool:
    return any(
        _owns(first, balance["first"]) and _owns(second, balance["second"]) and _stand(limit, first, second)
        for balance in limit["material"]
        for first, second in ((white, black), (black, white))
    )


def _owns(side: dict[int, int], material: dict[str, tuple[int, int]]) -> bool:
    kings = sum(code in KINGS for code in side.values())
    men = len(side) - kings
    return material["men"][0] <= men <= material["men"][1] and material["kings"][0] <= kings <= material["kings"][1]


def _stand(limit: dict[str, Any], first: dict[int, int], second: dict[int, int]) -> bool:
    if limit["first_on"] is not None and not set(first) <= set(limit["first_on"]):
        return False
    if limit["second_off"] is not None and set(second) & set(limit["second_off"]):
        return False
    return limit["second_on"] is None or bool(set(second) & set(limit["second_on"]))
