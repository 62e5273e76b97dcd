from __future__ import annotations

import threading

import pytest

from hub_engine import Board, Engine, Limits, SearchError, SearchInfo


def test_search_leaves_the_board_alone() -> None:
    board = Board()
    with Engine(hash_mb=1) as engine:
        result = engine.search(board, Limits(depth=4))
    assert board.ply == 0
    assert result.move in board.legal_moves
    assert result.info is not None
    assert result.info.depth == 4


def test_reports_come_in_the_caller_s_thread() -> None:
    threads: list[threading.Thread] = []
    with Engine(hash_mb=1) as engine:
        engine.search(Board(), Limits(depth=3), on_info=lambda _: threads.append(threading.current_thread()))
    assert set(threads) == {threading.current_thread()}


def test_what_a_report_raises_ends_the_search() -> None:
    class EnoughError(Exception):
        pass

    def refuse(_: SearchInfo) -> None:
        raise EnoughError

    with Engine(hash_mb=1) as engine:
        with pytest.raises(EnoughError):
            engine.search(Board(), Limits(), on_info=refuse)
        assert engine.search(Board(), Limits(depth=1)).move is not None


def test_stop_from_another_thread() -> None:
    with Engine(hash_mb=1) as engine:
        timer = threading.Timer(0.05, engine.stop)
        timer.start()
        result = engine.search(Board(), Limits())
        timer.join()
    assert result.stopped
    assert result.move is not None


def test_one_search_at_a_time() -> None:
    with Engine(hash_mb=1) as engine:

        def again(_: SearchInfo) -> None:
            engine.search(Board(), Limits(depth=1))

        with pytest.raises(SearchError, match="already"):
            engine.search(Board(), Limits(), on_info=again)


def test_a_closed_engine_says_so() -> None:
    engine = Engine(hash_mb=1)
    engine.close()
    with pytest.raises(SearchError, match="closed"):
        engine.search(Board(), Limits(depth=1))


def test_a_finished_game_has_no_move() -> None:
    with Engine(hash_mb=1) as engine:
        assert engine.search(Board("breakthrough", "B:WK3:B21"), Limits(depth=2)).move is None


def test_a_node_limit_with_one_thread_is_deterministic() -> None:
    def lines() -> list[tuple[int, int, int]]:
        found: list[tuple[int, int, int]] = []
        with Engine(hash_mb=4) as engine:
            engine.search(
                Board(), Limits(nodes=20000), on_info=lambda info: found.append((info.depth, info.score, info.nodes))
            )
        return found

    assert lines() == lines()


def test_a_number_is_no_limit() -> None:
    with Engine(hash_mb=1) as engine, pytest.raises(TypeError, match=r"limits must be Limits\(\.\.\.\), not int"):
        engine.search(Board(), 5)  # type: ignore[arg-type]


def test_nothing_is_no_board() -> None:
    with Engine(hash_mb=1) as engine, pytest.raises(TypeError, match="board must be a Board, not NoneType"):
        engine.search(None, Limits(depth=1))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"threads": 0}, r"^threads: 0 is not a number from 1 to 256$"),
        ({"threads": 100_000}, r"^threads: 100000 is not a number from 1 to 256$"),
        ({"hash_mb": 0}, r"^hash_mb: 0 is not a number from 1 to 1048576$"),
        ({"hash_mb": 1 << 40}, rf"^hash_mb: {1 << 40} is not a number from 1 to 1048576$"),
    ],
)
def test_an_engine_has_bounds(options: dict[str, int], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        Engine(**options)
