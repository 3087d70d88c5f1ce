"""The metrics of the engine, in the text format of Prometheus."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import CounterMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from crivello.engine.workers import Workers

disable_created_metrics()  # type: ignore[no-untyped-call]

SECONDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60)
"""The upper bounds of the histogram of durations; a hundred players take a hundredth of a
second."""


class Metrics:
    """The metrics of one application."""

    media_type = CONTENT_TYPE_LATEST

    def __init__(self, workers: Workers) -> None:
        self._registry = CollectorRegistry()
        self.requests = Counter(
            "crivello_requests",
            "Requests answered, by address and status.",
            ("address", "status"),
            registry=self._registry,
        )
        self.seconds = Histogram(
            "crivello_request_seconds",
            "Time from the head of a request to the end of its answer, by address.",
            ("address",),
            buckets=SECONDS,
            registry=self._registry,
        )
        self.asking = Gauge(
            "crivello_requests_under_way",
            "Requests that wait or are worked on.",
            registry=self._registry,
        )
        self.reading = Gauge(
            "crivello_requests_being_read",
            "Requests whose body is being read.",
            registry=self._registry,
        )
        self.refused = Counter(
            "crivello_requests_refused",
            "Requests refused because of a limit, by reason.",
            ("reason",),
            registry=self._registry,
        )
        ready = Gauge(
            "crivello_workers_ready",
            "Processes that have loaded everything.",
            registry=self._registry,
        )
        ready.set_function(lambda: workers.ready)
        wanted = Gauge("crivello_workers", "Processes there should be.", registry=self._registry)
        wanted.set(workers.number)
        self._registry.register(_Ended(workers))
        ProcessCollector(registry=self._registry)

    def text(self) -> bytes:
        return generate_latest(self._registry)


class _Ended(Collector):
    """A metric that counts the processes that had to be replaced."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers

    def collect(self) -> Iterator[Metric]:
        found = CounterMetricFamily(
            "crivello_workers_replaced",
            "Processes that were replaced: one was too slow and ended, or it died.",
            labels=("reason",),
        )
        found.add_metric(("too slow",), self._workers.too_slow)
        found.add_metric(("died",), self._workers.died)
        yield found
