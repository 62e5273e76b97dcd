"""The games of one DXP link on their way to their file. A file that cannot be written stops no game."""

from __future__ import annotations

from collections.abc import Callable

from hub_engine.daemon.dxp_game import DxpGame
from hub_engine.game.journal import GameJournal
from hub_engine.logs import Log


class GameSaver:
    """Saves games while they are played. journal: None saves nothing. tell: for people, when something goes wrong."""

    def __init__(self, journal: GameJournal | None, our_name: str, tell: Callable[[str], None], log: Log) -> None:
        self._journal = journal
        self._our_name = our_name
        self._tell = tell
        self._log = log
        #: The last attempt failed, and this was told.
        self._cannot_save = False

    def save(self, game: DxpGame) -> None:
        """The game as it stands; when it has a conclusion, for the last time."""
        journal = self._journal
        if journal is None:
            return
        text = game.pdn(self._our_name)
        try:
            (journal.save if game.conclusion is None else journal.close_game)(text)
        except OSError as error:
            if not self._cannot_save:
                self._log.error("dxp.game_not_saved", path=str(journal.path), reason=str(error))
                reason = f"{journal.path} cannot be written: {error.strerror or error}"
                self._tell(f"{reason}; the game goes on, and every move tries again")
            self._cannot_save = True
        else:
            self._cannot_save = False

    def close(self) -> int:
        """How many games are lost, now that nothing tries to save them any more; people are told, too."""
        if self._journal is None:
            return 0
        n_games = self._journal.n_unsaved
        if n_games:
            self._log.error("dxp.games_lost", path=str(self._journal.path), games=n_games)
            games = "1 game is" if n_games == 1 else f"{n_games} games are"
            self._tell(f"{games} not saved in {self._journal.path}")
        return n_games
