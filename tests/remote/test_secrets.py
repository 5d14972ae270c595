"""Nothing of a hand leaves the laptop but to its own seat: twins, and the oracle of the clauses."""

import re
import socket
from random import Random

import pytest
from msgspec import structs

from shanghai.engine.cards import label
from shanghai.engine.seats import NOBODY
from shanghai.table.host import Host, Player
from shanghai.table.places import Place
from shanghai.variants.loader import shipped_variants
from tests.long import some
from tests.positions import host_of, position
from tests.remote.served import WAIT, Client, Laptop
from tests.saving import lean
from tests.secrets import COVERED, state_for

CLEAR = {"Ann": "4S 9D KC 2H 6S", "Bob": "2S 3S QH 7D", "Mia": "8D 8H KS 3C", "Cy": "5C 5D"}
TWIN = {"Ann": "4S 9D KC 2H 6S", "Bob": "AH AS 10C 7D", "Mia": "JS JD JC 9H", "Cy": "5C 5D"}
"""What Ann, the discards and the melds show is the same; the other hands are not."""
TOSSES = {1: "7D", 3: "5C"}
"""What Bob and Cy can toss in both games."""
_CHANCE = re.compile(rb"[0-9a-f]{8}\.\d+|\b17\d{11}\b|Date: [^\r]*\r|127\.0\.0\.1:\d+")
"""Question ids, versions and times, which chance and the clock give."""


def first_event(client):
    """The bytes with which the changes of a seat begin, headers and all."""
    with socket.create_connection((client.host, client.port), WAIT) as line:
        head = f"GET {client.seat}/changes HTTP/1.1\r\nHost: {client.host}:{client.port}\r\n\r\n"
        line.sendall(head.encode())
        data = b""
        while b"data: " not in data or not data.endswith(b"\n\n\r\n"):
            data += line.recv(1 << 16)
        return data


def told(variant, hands, top, order):
    """All bytes that Ann's phone and the television get in a turn of Ann's, headers and all."""
    state = position(variant, hands, turn="Ann", by="Cy", discards="4D QD")
    pack = [card for card in state.stock if label(card) != top]
    drawn = next(card for card in state.stock if label(card) == top)
    host = host_of(structs.replace(state, stock=(drawn, *pack[::order])))
    laptop = Laptop(host=host)
    laptop.plays_keyboard = False
    heard = []

    class Listener(Client):
        def ask(self, method, path, body=None, **headers):
            status, names, data = super().ask(method, path, body, **headers)
            head = "".join(f"{key}: {value}\r\n" for key, value in names.items())
            heard.append(b"%d\r\n%s%s" % (status, head.encode(), data))
            return status, names, data

    with laptop:
        laptop.start()
        laptop.phones._first_version = 1700000000000
        ann = Listener(laptop.phones.address)
        ann.join(1)
        laptop.in_thread(lambda: laptop.phones.answer(0, grants=True))
        ann.join(1)
        for sentence in ("discards 9D", "draws", "lays 4S on 1", "Bob draws", "hands over to Bob"):
            ann.say(sentence)
            ann.view()
            ann.ask("GET", f"{ann.path}/public")
            ann.ask("GET", ann.path)
        ann.say("discards KC shanghai")
        ann.say("discards KC")
        # The next player sits to the left or to the right.
        seat = laptop.table.public().turn
        neighbor = Client(laptop.phones.address)
        assert neighbor.join(seat + 1) == 202
        laptop.in_thread(lambda: laptop.phones.answer(seat, grants=True))
        assert neighbor.join(seat + 1) == 201
        for sentence in ("draws", f"discards {TOSSES[seat]}", "undoes 1"):
            assert neighbor.say(sentence)[0] == 200
            ann.view()
            ann.ask("GET", f"{ann.path}/public")
        ann.say("declines")
        for path in (
            f"{ann.seat}/rules",
            ann.seat[:-1],
            f"{neighbor.seat}x/moves",
            "/words/xx",
            "/",
        ):
            ann.ask("GET", path)
        ann.ask("POST", f"{ann.path}/seats/2", b"{")
        ann.ask("POST", f"{ann.path}/seats/2")
        heard.append(first_event(ann))
        secrets = ann.seat.encode(), ann.path.encode(), neighbor.seat.encode()
    whole = b"\n".join(heard)
    for secret in secrets:
        whole = whole.replace(secret.strip(b"/"), b"?")
    return _CHANCE.sub(b"#", whole)


@pytest.mark.parametrize("variant", some(shipped_variants(), 2))
def test_twins_that_differ_in_hidden_cards_send_the_same_bytes(variant):
    clear, twin = told(variant, CLEAR, "3D", 1), told(variant, TWIN, "3D", -1)
    assert b"3D" in clear, "Ann drew it"
    assert len(clear) > 5000
    assert clear == twin


def test_each_view_is_what_the_clauses_let_its_seat_know():
    host = Host(lean("california", 1, 2), [Player(name) for name in ("Mia", "Oma", "Tom")], 3)
    compared = 0
    with Laptop(host=host) as laptop:
        clients = [Client(laptop.phones.address, Random(seat)) for seat in range(2)]
        for number, client in enumerate(clients, 1):
            assert client.join(number) == 201
        laptop.start()
        for _ in range(60):
            for client in clients:
                view = client.view()
                if view["asked"] is not None:
                    client.say(client.answer(view), view["question"])

            def compare():
                laptop.phones.publish()
                for viewer, shown in laptop.phones.shown.items():
                    known = state_for(host.state, viewer)
                    for field in known.__struct_fields__:
                        if field != "viewer":
                            assert getattr(shown.view, field) == getattr(known, field)
                return sum(COVERED in seat.hand for seat in known.seats)

            compared += laptop.in_thread(compare)
        public = clients[0].json("GET", f"{clients[0].path}/public")[1]
        assert not any(seat["hand"] for seat in public["seats"])
        assert "moves" not in public
        assert laptop.table.seating.of(Place.ELSEWHERE) == (0, 1)
        assert NOBODY in laptop.phones.shown
    assert compared > 60
