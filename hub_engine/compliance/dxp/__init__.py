"""The checks of a DXP engine, numbered: those that no engine minds first, those that end some engines last."""

from __future__ import annotations

from hub_engine.compliance.checks import CheckList
from hub_engine.compliance.dxp import disorder, ending, playing
from hub_engine.compliance.dxp.session import DxpSession

DXP_CHECKS: CheckList[DxpSession] = CheckList()
for part in (playing.CHECKS, disorder.CHECKS, ending.CHECKS):
    DXP_CHECKS.extend(part)
