"""What Prometheus may ask: tables, sockets, appends, turns, refusals, and how long an answer takes."""

from collections.abc import Iterator
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Histogram, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from incangold.errors import AddressTaken
from incangold.server.house import House
from incangold.server.sockets import Gate

MOST_WORKERS = 64
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics(Collector):
    """One process's numbers, read when somebody asks."""

    def __init__(self, house: House, gate: Gate) -> None:
        self.house, self.gate = house, gate
        self.registry = CollectorRegistry()
        self.registry.register(self)
        says = "From a message through a socket to its answer, commit included."
        self.answers = Histogram("incangold_answer_seconds", says, buckets=BUCKETS, registry=self.registry)
        gate.answered = self.answers.observe

    def collect(self) -> Iterator[Metric]:
        """Everything but the histogram."""
        house, gate = self.house, self.gate
        yield GaugeMetricFamily("incangold_tables", "Tables in memory.", len(house.live))
        yield GaugeMetricFamily("incangold_sockets", "Open sockets and streams.", gate.sockets)
        yield CounterMetricFamily("incangold_appends", "Appends to the log, kept.", house.store.appends)
        yield CounterMetricFamily("incangold_commits", "Commits that kept them.", house.store.commits)
        yield CounterMetricFamily("incangold_turns", "Turns whose cards were turned over.", house.turns_revealed)
        yield CounterMetricFamily("incangold_refusals", "Messages through sockets that were refused.", gate.refusals)

    def open(self, port: int) -> WSGIServer:
        """Answer on loopback; each further worker of this computer takes the next port."""
        for place in range(port, port + (MOST_WORKERS if port else 1)):
            try:
                server, _ = start_http_server(place, "127.0.0.1", self.registry)
            except OSError:
                continue
            return server
        raise AddressTaken(host="127.0.0.1", port=port, why="")
