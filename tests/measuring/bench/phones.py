"""Seats at phones: how soon a move is on all of them, and a key of the laptop among much noise."""

import re
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from threading import Event, Thread

from tests.faults.terminal import Program
from tests.remote.served import Client

SEATS = 8
NAMES = [f"P{number}" for number in range(1, SEATS + 1)]
NOISY_CLIENTS = 30
REQUESTS_A_SECOND = 100
NOISE = """
import socket, sys, threading, time
host, port, path, pause = sys.argv[1], int(sys.argv[2]), sys.argv[3], 1 / int(sys.argv[4])
request = f"GET {path} HTTP/1.1\\r\\nHost: {host}:{port}\\r\\n\\r\\n".encode()
def run():
    while True:
        try:
            with socket.create_connection((host, port)) as line:
                line.settimeout(0.001)
                while True:
                    line.sendall(request)
                    try:
                        line.recv(65536)
                    except TimeoutError:
                        pass
                    time.sleep(pause)
        except OSError:
            time.sleep(pause)
for _ in range(int(sys.argv[5])):
    threading.Thread(target=run, daemon=True).start()
threading.Event().wait()
"""


class Stream:
    """Notes when each change of a seat has come, and how many bytes it took."""

    def __init__(self, client: Client) -> None:
        self.times: list[float] = []
        self.sizes: list[int] = []
        self.arrived = Event()
        self._line = socket.create_connection((client.host, client.port))
        host = f"{client.host}:{client.port}"
        self._line.sendall(f"GET {client.seat}/changes HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        # The program is ended while it is read.
        with suppress(OSError), self._line.makefile("rb") as lines:
            for line in lines:
                if line.startswith(b"data: "):
                    self.times.append(time.perf_counter())
                    self.sizes.append(len(line))
                    self.arrived.set()


def delays(moves: int) -> tuple[list[float], int]:
    """Milliseconds from a move to its picture at the last of eight phones, and the most bytes."""
    players = ("--variant", "california", "--players", ",".join(NAMES), "--seed", "5")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "shanghai", "play", "--text", "--phones"]
        command += ["--host", "127.0.0.1", "--data-dir", folder, *players]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        with subprocess.Popen(command, text=True, **pipes) as program:
            try:
                address = next(filter(None, map(address_in, program.stdout)))
                # No draw waits for calls, which would be measured as well.
                program.stdin.write("phone wait 0\n")
                program.stdin.flush()
                Thread(target=program.stdout.read, daemon=True).start()
                return measured(address, moves)
            finally:
                program.kill()


def address_in(line: str) -> str:
    """The address of a table in a line; empty without one."""
    found = re.search(r"http://\S+/\w{6}$", line.strip())
    return found[0] if found else ""


def measured(address: str, moves: int) -> tuple[list[float], int]:
    """The delays of the first moves of eight phones that play by chance."""
    clients = [Client(address, Random(seat)) for seat in range(SEATS)]
    for number, client in enumerate(clients, 1):
        assert client.join(number) == 201
    streams = [Stream(client) for client in clients]
    found: list[float] = []
    while len(found) < moves:
        for client in clients:
            view = client.view()
            if view["asked"] is None or len(found) >= moves:
                continue
            for stream in streams:
                stream.arrived.clear()
            begun = time.perf_counter()
            status, _ = client.say(client.answer(view), view["question"])
            if status == 200 and all(stream.arrived.wait(1) for stream in streams):
                last = max(next(at for at in s.times if at >= begun) for s in streams)
                found.append(1000 * (last - begun))
    return found, max(max(stream.sizes) for stream in streams)


def key_times(keys: int) -> tuple[float, float]:
    """Milliseconds from a key at the laptop to its picture, alone and among noisy clients."""
    players = ("--variant", "grandma-davis", "--players", "Mia,Oma,Tom", "--seed", "5")
    more = ("--phones", "--host", "127.0.0.1")
    with (
        tempfile.TemporaryDirectory() as folder,
        Program("play", *players, *more, data=Path(folder), size=(120, 40), is_hasty=True) as game,
    ):
        address = game.wait(r"http://\S+")[0]
        client = Client(address)
        assert client.join(1) == 201
        game.press("\r", "Who deals")
        game.press("\r", "is here|Nobody")
        alone = median(one_key(game) for _ in range(keys))
        noise = [sys.executable, "-c", NOISE, client.host, str(client.port), client.path]
        noise += [str(REQUESTS_A_SECOND), str(NOISY_CLIENTS)]
        with subprocess.Popen(noise) as noisy:
            try:
                time.sleep(1)
                return alone, median(one_key(game) for _ in range(keys))
            finally:
                noisy.kill()


def one_key(game: Program) -> float:
    """Milliseconds in which the scorecard opens; it is closed again."""
    begun = time.perf_counter()
    game.send("c")
    while " c Scores" in game.text():
        game.look(0.05)
    took = 1000 * (time.perf_counter() - begun)
    game.press("\x1b", " c Scores")
    game.let_go()
    return took


def main(moves: int = 100, keys: int = 40) -> None:
    """Prints both."""
    times, size = delays(moves)
    print(
        f"a move on all of {SEATS} phones: median {median(times):.0f} ms, most {max(times):.0f} ms"
    )
    print(f"a change: at most {size:,} bytes")
    alone, among = key_times(keys)
    print(
        f"a key at the laptop: {alone:.0f} ms alone, {among:.0f} ms among {NOISY_CLIENTS} clients"
    )
    print(f"ratio: {among / alone:.2f}")
