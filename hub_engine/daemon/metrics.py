"""The tally as Prometheus reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from hub_engine import __version__
from hub_engine.daemon.tally import Tally

_Family = TypeVar("_Family", CounterMetricFamily, GaugeMetricFamily)


def exposition(tally: Tally) -> Callable[[], tuple[str, bytes]]:
    """Gives content type and text of all metrics, as they are when it is called."""
    registry = CollectorRegistry()
    registry.register(_TallyCollector(tally))
    # Memory, processor time, file descriptors; nothing where the system does not tell.
    ProcessCollector(registry=registry)
    return lambda: (CONTENT_TYPE_LATEST, generate_latest(registry))


class _TallyCollector(Collector):
    """Reads the tally when it is asked; docs/operation.md lists the names."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally

    def collect(self) -> Iterator[Metric]:
        tally = self._tally
        yield InfoMetricFamily("hub_engine", "The program.", {"version": __version__})
        yield GaugeMetricFamily("hub_engine_ready", "1 while connections are accepted.", int(tally.is_ready))
        yield _labelled(CounterMetricFamily, "sessions", "Sessions begun.", "kind", tally.sessions)
        yield _labelled(GaugeMetricFamily, "sessions_open", "Sessions now.", "kind", tally.sessions_open)
        yield CounterMetricFamily("hub_engine_searches", "Searches begun.", tally.searches)
        yield GaugeMetricFamily("hub_engine_searches_running", "Searches that run now.", tally.searches_running)
        yield GaugeMetricFamily("hub_engine_searches_waiting", "Searches in the queue.", tally.searches_waiting)
        yield CounterMetricFamily("hub_engine_nodes", "Nodes of finished searches.", tally.nodes)
        yield CounterMetricFamily("hub_engine_search_seconds", "Time of finished searches.", tally.search_s)
        yield CounterMetricFamily("hub_engine_lines_received", "Hub lines received.", tally.lines_received)
        yield CounterMetricFamily("hub_engine_lines_sent", "Hub lines sent.", tally.lines_sent)
        yield CounterMetricFamily("hub_engine_lines_rejected", "Hub lines answered by an error.", tally.lines_rejected)
        yield _labelled(CounterMetricFamily, "refusals", "What was refused or dropped.", "reason", tally.refusals)
        yield _labelled(CounterMetricFamily, "reloads", "Reloads of the configuration.", "outcome", tally.reloads)
        yield _labelled(CounterMetricFamily, "dxp_games", "Finished DXP games.", "result", tally.dxp_games)


def _labelled(kind: type[_Family], name: str, text: str, label: str, counts: Mapping[str, int]) -> _Family:
    family = kind(f"hub_engine_{name}", text, labels=[label])
    for value, count in sorted(counts.items()):
        family.add_metric([value], count)
    return family
