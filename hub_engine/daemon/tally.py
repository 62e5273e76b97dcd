"""What the sessions of a process have done, as plain numbers; whoever publishes them reads them here."""

from __future__ import annotations

from collections import Counter


class Tally:
    """Counts since the process began, and what is the case now. All times in seconds."""

    __slots__ = (
        "dxp_games",
        "is_ready",
        "lines_received",
        "lines_rejected",
        "lines_sent",
        "nodes",
        "refusals",
        "reloads",
        "search_s",
        "searches",
        "searches_running",
        "searches_waiting",
        "sessions",
        "sessions_open",
    )

    def __init__(self) -> None:
        #: False before the listeners are open and from the moment the process is asked to end.
        self.is_ready = False
        #: Sessions by kind: `stdin`, or the name of the listener.
        self.sessions: Counter[str] = Counter()
        self.sessions_open: Counter[str] = Counter()
        self.searches = 0
        self.searches_running = 0
        self.searches_waiting = 0
        self.nodes = 0
        self.search_s = 0.0
        self.lines_received = 0
        self.lines_sent = 0
        #: Lines answered by an `error`.
        self.lines_rejected = 0
        #: What was refused or dropped, by reason; see docs/operation.md.
        self.refusals: Counter[str] = Counter()
        #: Reloads of the configuration, by outcome: `done`, `refused`.
        self.reloads: Counter[str] = Counter()
        #: Finished DXP games, by result.
        self.dxp_games: Counter[str] = Counter()
