"""Play matches over DXP, the protocol engine authors meet on.

One end listens, the other connects; one end, no matter which, initiates: it asks for the games.
Every game is saved as PDN while it is played. Ctrl-C, or a terminal that is closed, ends the match in an orderly way.
"""

from __future__ import annotations

import argparse
import asyncio
import re
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from hub_engine.cli.options import (
    LOOPBACK,
    add_engine,
    add_variant,
    address,
    file_path,
    listening_address,
    made,
    positive,
    seconds,
    whole,
    words,
)
from hub_engine.cli.output import FAILED, OK, UNSAVED, Screen, complain, json_line
from hub_engine.config.engine import DXP_NAME, default_engine, is_loopback
from hub_engine.daemon.catalogue import Catalogue
from hub_engine.daemon.dxp_agreement import DxpPlayer, check_openings
from hub_engine.daemon.dxp_door import PROGRAM_NAME, checked_board, refusal
from hub_engine.daemon.dxp_game import DxpGame, Resignation
from hub_engine.daemon.dxp_links import DxpLinks
from hub_engine.daemon.dxp_session import LinkEnd, Observer
from hub_engine.daemon.endpoint import Address, ListenError
from hub_engine.daemon.shares import Shares
from hub_engine.daemon.shutdown import ORDERLY_S, leave, signalled
from hub_engine.daemon.tally import Tally
from hub_engine.daemon.tcp import Door, TcpListener
from hub_engine.engine.options import EngineOptions
from hub_engine.logs import Log, LogFormat, LogLevel, configure
from hub_engine.match.openings import load_openings
from hub_engine.match.schedule import Schedule
from hub_engine.match.scoreboard import Scoreboard
from hub_engine.variants import Variant

HELP = "matches over DXP: listen or connect, initiate or follow"
EXAMPLES = """examples:
  hub-engine dxp --listen                                   wait on 127.0.0.1:27531 and play who comes
  hub-engine dxp --connect 192.0.2.7:27531                  connect and play what is asked
  hub-engine dxp --connect localhost:27531 --initiate --games 20 --time-control 5min --moves 75
  hub-engine dxp --listen 0.0.0.0:27531 --open --initiate --games 158 --openings ballots.txt --swap
exit codes: 0 the match was played, or ended by us or the peer; 1 it could not be; 2 wrong usage or input;
  3 it was played, but games of it are not saved"""

DEFAULT_PORT = 27531
#: Links at once, unless told otherwise.
_LINKS = 4
_DEFAULT_LISTEN = (LOOPBACK, DEFAULT_PORT)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    ends = parser.add_mutually_exclusive_group(required=True)
    ends.add_argument(
        "--listen", nargs="?", type=listening_address, const=_DEFAULT_LISTEN, metavar="[HOST:]PORT",
        help=f"default: {LOOPBACK}:{DEFAULT_PORT}",
    )  # fmt: skip
    ends.add_argument(
        "--connect", type=address, metavar="HOST:PORT", help="connect, and again whenever the link is lost"
    )
    parser.add_argument(
        "--open", action="store_true", help="let other machines connect to --listen: DXP knows neither password nor key"
    )
    parser.add_argument("--initiate", action="store_true", help="ask for the games (default: play what is asked)")
    parser.add_argument("--games", type=whole(1, 1_000_000), metavar="N", help="end after N games (default: never)")
    parser.add_argument(
        "--time-control", default="1s-per-move", metavar="NAME",
        help="our time when the peer tells none, and what an initiator asks for (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument("--moves", type=whole(1, 999), metavar="N", help="initiator: moves of each side at most")
    parser.add_argument(
        "--openings", type=file_path, metavar="FILE", help="initiator: a position or moves on each line"
    )
    parser.add_argument("--swap", action="store_true", help="play each opening twice, colours swapped")
    parser.add_argument(
        "--colour", choices=("white", "black"), help="initiator: ours in the first game (default: white)"
    )
    parser.add_argument(
        "--max-move-time", type=seconds, metavar="S", help="never think longer than S seconds on a move"
    )
    parser.add_argument(
        "--links", type=whole(1, 64), metavar="N", help=f"links of --listen at once (default: {_LINKS})"
    )
    parser.add_argument("--name", default=PROGRAM_NAME, help="our name, at most 32 characters")
    parser.add_argument(
        "--games-dir", type=file_path, default=Path("dxp-games"), metavar="DIR", help="PDN files (default: %(default)s)"
    )
    parser.add_argument(
        "--resign", type=positive("a number of men"), metavar="MEN",
        help="give up this many men behind for 3 moves (default: play on)",
    )  # fmt: skip
    parser.add_argument("--verbose", action="store_true", help="show every move")
    parser.add_argument("--json", action="store_true", help="results, and games not saved, as JSON at the end")
    parser.add_argument("--record", type=file_path, metavar="DIR", help="write every link down there, see `replay`")
    parser.add_argument("--log-file", type=file_path, metavar="FILE", help="log events there")
    parser.add_argument("--log-level", choices=words(LogLevel), default=LogLevel.INFO, help="default: %(default)s")
    add_variant(parser)
    add_engine(parser, hash_mb=64)


def run(arguments: argparse.Namespace) -> NoReturn:
    """Plays until the games are played, the peer wants no more, or Ctrl-C, and ends the process."""
    if not arguments.initiate and (arguments.openings or arguments.swap or arguments.moves or arguments.colour):
        raise ValueError("--openings, --swap, --moves and --colour are for the one who asks for games: add --initiate")
    if arguments.swap and not arguments.openings:
        raise ValueError("--swap plays each opening twice, but --openings names none")
    if arguments.connect and (arguments.links or arguments.open):
        raise ValueError("--links and --open are for the end that listens, not for --connect")
    host, port = arguments.listen or arguments.connect
    if arguments.listen and not arguments.open and not is_loopback(host):
        raise ValueError(f"--listen: {host} lets other machines in, and nothing guards DXP: add --open to want that")
    match = _Match(arguments)
    asyncio.run(match.run(host, port))


class _Match:
    """All the links of one call, and their results."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.scoreboard = Scoreboard()
        self.screen = Screen()
        #: Games that are in no file, of links that are over.
        self.n_unsaved = 0
        self._arguments = arguments
        self._player = _player(arguments)
        self._schedule = _schedule(arguments, self._player.variant) if arguments.initiate else None
        if arguments.log_file is not None:
            try:
                configure(LogLevel(arguments.log_level), arguments.log_file, LogFormat.CONSOLE)
            except OSError as error:
                raise ValueError(f"--log-file: {arguments.log_file} cannot be opened: {error.strerror}") from error

    async def run(self, host: str, port: int) -> NoReturn:
        """Plays, tells the results, and ends the process.

        Within the loop: the end of that would wait for its threads, which the look-up of a name may hang.
        """
        try:
            ending = await self._play(host, port)
        except ListenError as error:
            complain(str(error))
            leave(FAILED)
        if self._arguments.json:
            results = {"opponents": self.scoreboard.to_data(), "unsaved": self.n_unsaved}
            self.screen.say(json_line(results), is_last=True)
        elif self.scoreboard.games:
            self.screen.say(self.scoreboard.table(), is_last=True)
        if self.screen.is_lost:
            complain("standard output could not be written; the games went on without it")
            leave(FAILED)
        if ending in (LinkEnd.PEER_LOST, LinkEnd.REFUSED):
            leave(FAILED)
        leave(UNSAVED if self.n_unsaved else OK)

    @property
    def is_played(self) -> bool:
        """The games that we were to play are over."""
        return self._arguments.games is not None and self.scoreboard.games >= self._arguments.games

    def note(self, game: DxpGame) -> None:
        """Counts a game."""
        self.scoreboard.add(game.opponent, game.our_result)

    def note_end(self) -> None:
        """A link is over, and its games are saved; so is the match when they were the last."""
        if self.is_played:
            self._stopped.set()

    async def _play(self, host: str, port: int) -> LinkEnd:
        """Why it ended. Raises ListenError when the address cannot be listened on."""
        self._stopped = signalled(by_hang_up=True)
        limits = default_engine().limits._replace(sessions=self._arguments.links or _LINKS)
        shares = Shares(limits, Tally())
        links = DxpLinks(
            self._player,
            made(self._arguments.games_dir, "--games-dir"),
            self._observer,
            shares,
            Log(),
            schedule=self._schedule,
            record_dir=made(self._arguments.record),
        )
        if self._arguments.listen is None:
            return await self._connect(links, host, port)
        door = Door(links.session, refusal(limits.sessions), limits.write_s, limits.first_line_s)
        listener = TcpListener("dxp", door, shares, Log())
        await listener.endpoint.open(Address(host, port))
        self.screen.say(f"waiting on {host}:{listener.endpoint.port}")
        await self._stopped.wait()
        listener.endpoint.close()
        await listener.end_sessions(ORDERLY_S)
        return LinkEnd.STOPPED

    async def _connect(self, links: DxpLinks, host: str, port: int) -> LinkEnd:
        work = asyncio.create_task(links.connect(host, port))
        stop = asyncio.create_task(self._stopped.wait())
        await asyncio.wait((work, stop), return_when=asyncio.FIRST_COMPLETED)
        stop.cancel()
        links.stop()
        await asyncio.wait((work,), timeout=ORDERLY_S)
        # Made to end, as one that waits for a disk may have to be, it has no result.
        work.cancel()
        await asyncio.wait((work,))
        return LinkEnd.STOPPED if work.cancelled() else work.result()

    def _observer(self, link: str) -> Observer:
        prefix = f"{link}: " if self._arguments.listen is not None else ""
        return _Commentator(self, prefix, verbose=self._arguments.verbose)


def _player(arguments: argparse.Namespace) -> DxpPlayer:
    """How we play. Raises ConfigError, ValueError."""
    if not re.fullmatch(DXP_NAME.pattern, arguments.name):
        raise ValueError(f"--name: {arguments.name!r} is not {DXP_NAME.wanted}")
    catalogue = Catalogue(arguments.config_dir)
    control = catalogue.time_control(arguments.time_control)
    if control.is_infinite and arguments.max_move_time is None:
        raise ValueError(f"--time-control: {control.name} ends no move of a game: add --max-move-time, or name another")
    player = DxpPlayer(
        name=arguments.name,
        variant=checked_board(catalogue.variants.get(arguments.variant, dict(arguments.option))),
        engine=EngineOptions(arguments.hash, arguments.threads),
        control=control,
        move_limit=arguments.moves,
        resignation=None if arguments.resign is None else Resignation(round(arguments.resign * 100)),
    )
    return player if arguments.max_move_time is None else replace(player, longest_move_s=arguments.max_move_time)


def _schedule(arguments: argparse.Namespace, variant: Variant) -> Schedule:
    """The games that we ask for. Raises ConfigError, ValueError."""
    openings = load_openings(arguments.openings, variant) if arguments.openings is not None else []
    check_openings(variant, openings)
    return Schedule(arguments.games, openings, begins_white=arguments.colour != "black", swap=arguments.swap)


class _Commentator(Observer):
    """Tells people what happens on one link."""

    def __init__(self, match: _Match, prefix: str, *, verbose: bool) -> None:
        self._match = match
        self._prefix = prefix
        self._is_verbose = verbose

    def wants_game(self) -> bool:
        """Until the match is played."""
        return not self._match.is_played

    def game_started(self, game: DxpGame) -> None:
        """Who plays whom."""
        colour = "White" if game.is_white else "Black"
        self._say(f"game {game.number} against {game.opponent}, we are {colour}, {game.control.title}")

    def move_played(self, game: DxpGame) -> None:
        """The move, if every move is wanted."""
        if self._is_verbose:
            self._say(f"game {game.number}: {game.last_move_text()}")

    def game_ended(self, game: DxpGame) -> None:
        """The result, and the score so far."""
        conclusion = game.conclusion
        if conclusion is None:
            return
        self._say(f"game {game.number}: {game.result_text()}, {conclusion.why}, {game.board.ply} plies")
        if not conclusion.is_broken_off:
            self._match.note(game)

    def chat(self, text: str) -> None:
        """What the peer says."""
        self._say(f"the peer says: {text}")

    def trouble(self, text: str) -> None:
        """What went wrong."""
        self._say(text)

    def games_lost(self, n_games: int) -> None:
        """Counts them; what is to be said has been."""
        self._match.n_unsaved += n_games

    def link_ended(self, ending: LinkEnd) -> None:
        """Perhaps the last link of the match."""
        self._match.note_end()

    def _say(self, text: str) -> None:
        self._match.screen.say(self._prefix + text)
