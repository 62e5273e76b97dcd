"""What the DXP listener of `serve` does with a connection. Loaded only where DXP is listened for."""

from __future__ import annotations

from hub_engine import __version__
from hub_engine.config.engine import EngineConfig
from hub_engine.config.rules import Obligation
from hub_engine.daemon.catalogue import Catalogue
from hub_engine.daemon.dxp_agreement import DxpPlayer
from hub_engine.daemon.dxp_links import DxpLinks
from hub_engine.daemon.dxp_session import Observer
from hub_engine.daemon.setup import Setup, read_guard
from hub_engine.daemon.shares import Shares
from hub_engine.daemon.tcp import Door
from hub_engine.engine.options import EngineOptions
from hub_engine.errors import HubEngineError
from hub_engine.logs import Log
from hub_engine.variants import Variant
from protocol.dxp.codec import MAX_SQUARES, encode
from protocol.dxp.messages import Chat

#: How a name on the wire begins; ASCII, at most 32 characters.
PROGRAM_NAME = f"hub-engine {__version__}"


class DxpBoardError(HubEngineError):
    """A game whose squares or moves DXP cannot tell."""


def dxp_door(setup: Setup, shares: Shares, log: Log) -> Door:
    """The door of the listener. Reads files. Raises ConfigError, DxpBoardError."""
    config = setup.config
    links = DxpLinks(
        _player(config, setup.catalogue),
        config.dxp.games_dir,
        lambda _: Observer(),
        shares,
        log,
        record_dir=setup.record_dir,
    )
    return Door(
        links.session,
        refusal(config.limits.sessions),
        config.limits.write_s,
        config.limits.first_line_s,
        read_guard(None, config.dxp.tls).tls,
    )


def refusal(most: int) -> bytes:
    """The message for a link too many."""
    return encode(Chat(f"{most} links are open already, try again later")).encode("ascii") + b"\0"


def checked_board(variant: Variant) -> Variant:
    """The variant, whose squares and moves DXP can tell. Raises DxpBoardError."""
    if variant.config.rules.capture.obligation is Obligation.HUFFING:
        raise DxpBoardError(f"DXP has no word for a huff, so {variant.title} cannot be played over it")
    if variant.grid.n_squares > MAX_SQUARES:
        raise DxpBoardError(f"DXP has no square numbers for {variant.title}: at most {MAX_SQUARES} squares")
    return variant


def _player(config: EngineConfig, catalogue: Catalogue) -> DxpPlayer:
    return DxpPlayer(
        name=config.dxp.name or PROGRAM_NAME,
        variant=checked_board(catalogue.variants.get(config.variant)),
        engine=EngineOptions(config.hash_mb, config.threads),
        control=catalogue.time_control(config.dxp.time_control),
        overhead_s=config.time_overhead_s,
        longest_move_s=config.dxp.longest_move_s,
        search_s=config.limits.search_s,
        idle_s=config.limits.idle_s,
    )
