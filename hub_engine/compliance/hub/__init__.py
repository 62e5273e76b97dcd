"""The checks of a Hub engine, numbered."""

from __future__ import annotations

from hub_engine.compliance.checks import CheckList
from hub_engine.compliance.hub import dialect, searching, start, tolerance
from hub_engine.compliance.hub.session import HubSession

HUB_CHECKS: CheckList[HubSession] = CheckList()
for part in (start.CHECKS, searching.CHECKS, tolerance.CHECKS, dialect.CHECKS):
    HUB_CHECKS.extend(part)
