"""A table with a server for phones, driven by a thread, and a client written from the protocol."""

import http.client
import json
import socket
import threading
from random import Random
from urllib.parse import urlsplit

from shanghai.bots.levels import LEVELS
from shanghai.bots.protocol import never
from shanghai.engine.state import Phase
from shanghai.remote.phones import Phones
from shanghai.table.host import Host, Player
from shanghai.table.places import CutCards, LetGo, Order, Place, Ready
from shanghai.table.table import Table
from tests.saving import lean

NAMES = ("Mia", "Oma", "Tom", "Kit")
WAIT = 60.0


class Laptop:
    """Drives a table as the laptop does, and plays the seats at its keyboard by a simple policy."""

    def __init__(self, rules=None, people=2, seed=4, folder=None, host=None, grace=0.0, **more):
        if host is None:
            rules = rules or lean("grandma-davis", 1, 2)
            players = [Player(n, "" if i < people else "random") for i, n in enumerate(NAMES[:3])]
            host = Host(rules, players, seed, **more)
        self.table = Table(host)
        self.phones = Phones("127.0.0.1", 0)
        self.phones.set_grace(grace)
        self.folder = folder
        self.plays_keyboard = True
        self.bots = {}
        self.does = []
        self.ended, self.begins = threading.Event(), threading.Event()
        self.thread = threading.Thread(target=self._drive, daemon=True)

    def __enter__(self):
        self.phones.open(self.table, self.folder)
        self.thread.start()
        return self

    def start(self):
        """Deals, and plays from now on."""
        self.begins.set()
        self.table.send(Order(0, LetGo(), "none"))

    def __exit__(self, *_):
        self.ended.set()
        if self.thread.is_alive():
            self.table.send(Order(0, LetGo(), "none"))
            self.thread.join(WAIT)
        self.phones.close()
        self.table.host.close()

    def in_thread(self, does):
        """Does something in the thread of the table, and gives what that gives."""
        done, answers = threading.Event(), []
        self.does.append(lambda: (answers.append(does()), done.set()))
        self.table.send(Order(0, LetGo(), "none"))
        assert done.wait(WAIT)
        return answers[0]

    def _drive(self):
        table = self.table
        while not self.ended.is_set():
            while self.does:
                self.does.pop(0)()
            if not self.begins.is_set():
                table.run_orders()
                table.inbox.wait(0.05)
                continue
            if self.plays_keyboard:
                self._answer()
            if not table.step():
                table.inbox.wait(min(0.05, table.wakes_in or 1))

    def _answer(self):
        table = self.table
        for seat in table.seating.of(Place.KEYBOARD):
            question = table.question(seat)
            if question is None:
                continue
            match question.kind:
                case "cut":
                    does = CutCards(1)
                case "ready":
                    does = Ready()
                case "turn":
                    bot = self.bots.setdefault(seat, LEVELS["random"].make(seat, Random(3), never))
                    does = bot.decide(table.view(seat))
                case _:
                    does = LetGo()
            table.send(Order(seat, does, question.id, Place.KEYBOARD))
            table.run_orders()


class Client:
    """A program at one seat: plain HTTP, and nothing of ours."""

    def __init__(self, address, chance=None):
        parts = urlsplit(address)
        self.host, self.port, self.path = parts.hostname, parts.port, parts.path
        self.chance = chance or Random(5)
        self.seat = ""
        self.headers = {"Accept": "application/json"}

    def ask(self, method, path, body=None, **headers):
        """The status, headers and body of a request."""
        line = http.client.HTTPConnection(self.host, self.port, timeout=WAIT)
        named = {key.replace("_", "-"): value for key, value in headers.items()}
        try:
            line.request(method, path, body, self.headers | named)
            answer = line.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            line.close()

    def json(self, method, path, body=None, **headers):
        """The status and the JSON of a request."""
        status, _, data = self.ask(method, path, body, **headers)
        return status, json.loads(data) if data else None

    def join(self, number, pin=""):
        """Takes a seat, and gives the status."""
        body = json.dumps({"pin": pin}) if pin else None
        status, headers, _ = self.ask("POST", f"{self.path}/seats/{number}", body)
        if status == 201:
            self.seat = headers["Location"]
        return status

    def view(self):
        """What the seat sees."""
        status, view = self.json("GET", self.seat)
        assert status == 200
        return view

    def say(self, sentence, question=""):
        """Sends a sentence, and gives the status and what came back."""
        more = {"If-Match": question} if question else {}
        return self.json("POST", f"{self.seat}/moves", sentence.encode(), **more)

    def changes(self, last=""):
        """The views of the stream, one after the other."""
        line = socket.create_connection((self.host, self.port), WAIT)
        more = f"Last-Event-ID: {last}\r\n" if last else ""
        head = f"GET {self.seat}/changes HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n"
        line.sendall(f"{head}{more}\r\n".encode())
        with line, line.makefile("rb") as lines:
            for text in lines:
                if text.startswith(b"data: "):
                    yield json.loads(text[6:])

    def answer(self, view):
        """What the client does when it is asked, by chance and by the moves that are listed."""
        match view["asked"]:
            case "cut":
                return "cuts 17"
            case "ready":
                return "ready"
            case "undo":
                return "agrees"
            case "call":
                calls = [move for move in view["moves"] if " calls " in move]
                return self.chance.choice([*calls, "lets it go"])
        moves = view["moves"]
        for verb in (" melds ", " lays "):
            if found := [move for move in moves if verb in move]:
                return found[0]
        usual = [move for move in moves if " passes" not in move and " swaps " not in move]
        return self.chance.choice(usual or moves)

    def play(self, counts=None):
        """Plays to the end of the game; notes what it was asked and how often it came too late."""
        counts = {} if counts is None else counts
        for view in self.changes():
            if view["phase"] == Phase.GAME_OVER.value:
                return view
            while view["asked"] is not None:
                sentence = self.answer(view)
                counts[view["asked"]] = counts.get(view["asked"], 0) + 1
                status, after = self.say(sentence, view["question"])
                assert status in (200, 409), (sentence, after)
                if status == 409:
                    counts[after["code"]] = counts.get(after["code"], 0) + 1
                    if after["code"] != "stale":
                        break
                view = after
            if view["phase"] == Phase.GAME_OVER.value:
                return view
        raise AssertionError("the stream has ended")
