"""How quickly the engine answers, and how fairly sessions share the machine: `make latency`.

Start to `ready` of a new process, then one daemon with as many searches as the machine has cores: `ping` to
`pong` and `stop` to `done`; last the nodes of eight sessions that search at once, and the most and the least of
them against the mean. Figures of a quiet machine; nothing here is a test.
"""

import argparse
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ENGINE = [sys.executable, "-m", "hub_engine"]
START = "pos start\nlevel infinite\n"


class Peer:
    """One Hub session over TCP, blocking."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._file = self._socket.makefile("rb")
        self.send("hub\n")
        self.until("wait")
        self.send("set-param name=hash value=16\ninit\n")
        self.until("ready")

    def send(self, text: str) -> None:
        """Writes lines."""
        self._socket.sendall(text.encode())

    def until(self, word: str) -> list[str]:
        """The lines up to the one that begins with this word."""
        lines = []
        while True:
            lines.append(self._file.readline().decode())
            if lines[-1].split(" ", 1)[0].strip() == word:
                return lines

    def close(self) -> None:
        """Leaves."""
        self._socket.close()


def shown(name: str, seconds: list[float]) -> str:
    """Median, 99th percentile and maximum in milliseconds."""
    ordered = sorted(1000 * value for value in seconds)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    middle = statistics.median(ordered)
    return f"{name}: median {middle:.2f} ms, p99 {p99:.2f} ms, max {ordered[-1]:.2f} ms ({len(ordered)} times)"


def starts(n_times: int) -> list[float]:
    """Seconds from the start of a process to its `ready`."""
    found = []
    for _ in range(n_times):
        began_s = time.perf_counter()
        process = subprocess.Popen([*ENGINE, "hub"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"hub\ninit\n")
        process.stdin.flush()
        while process.stdout.readline().strip() != b"ready":
            pass
        found.append(time.perf_counter() - began_s)
        process.stdin.close()
        process.wait()
        process.stdout.close()
    return found


def pings(peer: Peer, n_times: int) -> list[float]:
    """Seconds from `ping` to `pong`."""
    found = []
    for _ in range(n_times):
        began_s = time.perf_counter()
        peer.send("ping\n")
        peer.until("pong")
        found.append(time.perf_counter() - began_s)
        time.sleep(0.003)
    return found


def stops(peer: Peer, n_times: int) -> list[float]:
    """Seconds from `stop` to `done`; the peer searches when this is called and when it is over."""
    source, found = random.Random(1), []
    for _ in range(n_times):
        time.sleep(source.uniform(0.02, 0.15))
        began_s = time.perf_counter()
        peer.send("stop\n")
        peer.until("done")
        found.append(time.perf_counter() - began_s)
        peer.send(f"{START}go think\n")
    return found


def shares(port: int, n_sessions: int, seconds: float, log: Path) -> list[int]:
    """Nodes of sessions that search at the same time, up to their `stop`, as the daemon's log has them."""
    before = nodes_logged(log)
    peers = [Peer(port) for _ in range(n_sessions)]
    for peer in peers:
        peer.send(f"{START}go analyze\n")
    time.sleep(seconds)
    for peer in peers:
        peer.send("stop\n")
    for peer in peers:
        peer.until("done")
        peer.close()
    return nodes_logged(log)[len(before) :]


def nodes_logged(log: Path) -> list[int]:
    """The nodes of every search that has ended with an answer."""
    events = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    return [event["nodes"] for event in events if event["event"] == "search.finished"]


def main() -> int:
    """Prints the figures; always 0."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="of the eight sessions' search")
    arguments = parser.parse_args()
    print(shown("start to ready", starts(20)), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "engine.yaml"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        log = Path(folder) / "log"
        settings = f"hub_tcp: {{port: {port}}}\nlog: {{level: info, format: json, file: {log}}}\n"
        config.write_text(settings, encoding="utf-8")
        daemon = subprocess.Popen([*ENGINE, "serve", "--config", str(config)], stdin=subprocess.DEVNULL)
        try:
            time.sleep(1)
            peers = [Peer(port) for _ in range(os.cpu_count() or 1)]
            for peer in peers:
                peer.send(f"{START}go think\n")
            print(f"{len(peers)} searches are running")
            print(shown("ping to pong", pings(peers[0], 500)), flush=True)
            print(shown("stop to done", stops(peers[0], 200)), flush=True)
            for peer in peers:
                peer.close()
            nodes = shares(port, 8, arguments.seconds, log)
            mean = statistics.mean(nodes)
            print(f"8 sessions, {arguments.seconds:g} s, nodes: {' '.join(str(count) for count in nodes)}")
            print(f"least {min(nodes) / mean:.3f}, most {max(nodes) / mean:.3f} of the mean")
        finally:
            daemon.terminate()
            daemon.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
