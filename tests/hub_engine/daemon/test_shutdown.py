from __future__ import annotations

import asyncio
import os
import signal

import pytest

from hub_engine.daemon.shutdown import hung_up, signalled


@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="signals cannot be sent to oneself on this system")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("is_windows", [False, True])
def test_a_signal_sets_the_event(name: str, is_windows: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where loops have no signal handlers (Windows) the plain ones do it."""

    async def run() -> None:
        if is_windows:
            monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", refuse)
        event = signalled()
        assert not event.is_set()
        os.kill(os.getpid(), getattr(signal, name))
        await asyncio.wait_for(event.wait(), 5)

    def refuse(*_: object) -> None:
        raise NotImplementedError

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        asyncio.run(run())
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no terminal hangs up on this system")
@pytest.mark.parametrize("is_ignored", [False, True], ids=["terminal", "nohup"])
def test_a_terminal_that_is_closed_sets_the_event_unless_that_is_ignored(is_ignored: bool) -> None:
    async def run() -> None:
        event = signalled(by_hang_up=True)
        os.kill(os.getpid(), signal.SIGHUP)
        os.kill(os.getpid(), signal.SIGUSR1)
        await asyncio.wait_for(later.wait(), 5)
        assert event.is_set() is not is_ignored

    later = asyncio.Event()
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1)
    before = {number: signal.getsignal(number) for number in numbers}
    signal.signal(signal.SIGHUP, signal.SIG_IGN if is_ignored else lambda *_: None)
    try:
        with asyncio.Runner() as runner:
            # Signals are told in the order of their arrival: once this one is here, the other has been.
            runner.get_loop().add_signal_handler(signal.SIGUSR1, later.set)
            runner.run(run())
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def test_without_a_hang_up_signal_there_is_no_reload(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "SIGHUP", raising=False)

    async def run() -> None:
        assert not hung_up().is_set()

    asyncio.run(run())
