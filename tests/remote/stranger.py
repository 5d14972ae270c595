"""A player at a seat who knows nothing but the protocol: requests, answers and sentences."""

import http.client
import json
from urllib.parse import urlsplit

JSON = {"Accept": "application/json"}
SECONDS = 120


class Stranger:
    """Takes a seat of a table and plays it to the end of the game."""

    def __init__(self, address, chance):
        parts = urlsplit(address)
        self._server = parts.hostname, parts.port
        self._table = parts.path
        self._chance = chance
        self._seat = ""
        self.outcomes = []
        """The status of each move, with the code of what was refused."""

    def request(self, method, path, body=None, headers=JSON):
        """The status, the headers and the JSON that a request gets."""
        connection = http.client.HTTPConnection(*self._server, timeout=SECONDS)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, answer.headers, json.loads(data) if data else None

    def sit_down(self):
        """Takes the first seat that is free."""
        _, _, table = self.request("GET", self._table)
        free = [seat["seat"] for seat in table["seats"] if seat["at"] == "free"]
        status, headers, _ = self.request("POST", f"{self._table}/seats/{free[0]}")
        assert status == 201
        self._seat = headers["Location"]

    def play(self):
        """Answers whatever it is asked, and gives the last view of the game."""
        _, _, view = self.request("GET", self._seat)
        while view["phase"] != "game over":
            if view["asked"] is None:
                view = self._next_change(view["version"])
                continue
            headers = JSON | {"If-Match": view["question"]}
            sentence = self._answer(view)
            status, _, after = self.request("POST", f"{self._seat}/moves", sentence, headers)
            self.outcomes.append((status, after.get("code")))
            # A view comes back, but for what the rules refuse.
            view = after if "version" in after else self.request("GET", self._seat)[2]
        return view

    def _next_change(self, version):
        """The view of the next server-sent event after a version."""
        connection = http.client.HTTPConnection(*self._server, timeout=SECONDS)
        headers = JSON | {"Last-Event-ID": str(version)}
        connection.request("GET", f"{self._seat}/changes", headers=headers)
        stream = connection.getresponse()
        while True:
            line = stream.readline()
            assert line, "the stream has ended"
            if line.startswith(b"data:"):
                connection.close()
                return json.loads(line[5:])

    def _answer(self, view):
        """What it does where it is asked."""
        simple = {"cut": "cuts 17", "ready": "ready", "undo": "declines"}
        if view["asked"] in simple:
            return simple[view["asked"]]
        moves = view["moves"]
        if view["asked"] == "call":
            calls = [move for move in moves if " calls " in move]
            return self._chance.choice([*calls, "lets it go", "lets it go"])
        for verb in (" melds ", " lays "):
            if wanted := [move for move in moves if verb in move]:
                return wanted[0]
        tosses = [move for move in moves if " discards " in move]
        return self._chance.choice(tosses or [move for move in moves if " passes" not in move])
