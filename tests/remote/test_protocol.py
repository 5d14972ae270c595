"""The protocol of seats at phones, from outside: what is answered, refused, and kept."""

import json
import socket
import threading
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import chain

import pytest
from msgspec import structs

from shanghai.engine.state import Ending, Phase, RoundResult
from shanghai.remote import connections, server, tokens
from shanghai.remote.server import STATIC
from shanghai.table.host import Host, Player
from shanghai.table.pins import TypedPin
from shanghai.table.places import Place
from shanghai.table.table import Table
from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.loader import load_variant
from tests.patience import until
from tests.positions import FOUR_HANDS, host_of, position
from tests.remote.served import WAIT, Client, Laptop

ANN, BOB, MIA, CY = range(4)


def dealt(variant="grandma-davis", **more):
    """A laptop with cards dealt and nobody at its keyboard who answers; Ann is to draw."""
    host = host_of(position(variant, FOUR_HANDS, turn="Ann", by="Cy", discards="4D QD"))
    laptop = Laptop(host=host, **more)
    laptop.plays_keyboard = False
    return laptop


def seated(laptop, *seats):
    """A client at each of the seats, which the laptop gives to it."""
    laptop.start()
    clients = []
    for seat in seats:
        client = Client(laptop.phones.address)
        assert client.join(seat + 1) == 202
        laptop.in_thread(lambda seat=seat: laptop.phones.answer(seat, grants=True))
        assert client.join(seat + 1) == 201
        clients.append(client)
    return clients


def test_who_joins_sees_the_seats_and_takes_a_free_one():
    with Laptop() as laptop:
        client, other = Client(laptop.phones.address), Client(laptop.phones.address)
        seats = client.json("GET", client.path)[1]["seats"]
        assert [seat["at"] for seat in seats] == ["free", "free", "computer"]
        assert client.join(1) == 201
        assert other.join(1) == 202, "it is another's already"
        assert (other.join(3), other.join(9), other.join("x")) == (409, 409, 409)
        assert client.json("GET", client.path)[1]["seats"][0]["at"] == "phone"
        assert client.view()["viewer"] == "Mia"
        assert client.ask("DELETE", client.seat)[0] == 204
        assert client.ask("GET", client.seat)[0] == 404
        assert laptop.table.seating.place(ANN) is Place.KEYBOARD


def test_a_dealt_seat_needs_a_yes_at_the_laptop():
    with dealt() as laptop:
        laptop.start()
        client = Client(laptop.phones.address)
        assert [client.join(1), client.join(1)] == [202, 202]
        assert laptop.phones.asking == ANN
        laptop.in_thread(lambda: laptop.phones.answer(ANN, grants=False))
        assert client.join(1) == 409
        assert laptop.phones.asking == -1
        assert client.join(1) == 202
        laptop.in_thread(lambda: laptop.phones.answer(ANN, grants=True))
        assert client.join(1) == 201
        first = client.seat
        laptop.in_thread(lambda: laptop.phones.take_back(ANN))
        assert client.ask("GET", first)[0] == 404


def test_the_laptop_is_asked_three_times_at_most_by_who_gets_nothing():
    with dealt() as laptop:
        laptop.start()
        client = Client(laptop.phones.address)
        for _ in range(3):
            assert client.join(1) == 202
            laptop.in_thread(lambda: laptop.phones.answer(ANN, grants=False))
            assert client.join(1) == 409
        assert client.join(1) == 409
        assert laptop.phones.asking == -1


def test_a_seat_with_a_pin_is_taken_by_it_five_times_at_most():
    with dealt() as laptop:
        laptop.start()
        laptop.in_thread(lambda: laptop.table.set_pin(ANN, TypedPin("1234")))
        client = Client(laptop.phones.address)
        assert client.join(1) == 403
        assert client.join(1, "1234") == 201
        stranger = Client(laptop.phones.address)
        assert [stranger.join(1, "4321") for _ in range(5)] == [403] * 5
        assert stranger.join(1, "1234") == 202, "now only the laptop gives it"


def test_moves_are_made_refused_stale_or_no_sentence():
    with dealt() as laptop:
        ann, bob = seated(laptop, ANN, BOB)
        view = ann.view()
        assert (view["asked"], view["seats"][1]["hand"]) == ("turn", None)
        assert "Ann draws" in view["moves"]
        assert ann.say("makes tea")[0] == 400
        assert ann.say("stock becomes 3S")[0] == 400
        status, refused = bob.say("draws")
        assert (status, refused["code"], refused["rule"]) == (409, "not-on-turn", "ALL-7")
        german = bob.json("POST", f"{bob.seat}/moves", "draws", Accept_Language="de, en")[1]
        assert "ist nicht" in german["reason"] or "Zug" in german["reason"]
        assert german["reason"] != refused["reason"]
        assert bob.say("Ann draws")[1]["code"] == "not-from-here"
        status, after = ann.say("draws", view["question"])
        assert (status, after["phase"]) == (200, "play")
        status, stale = ann.say("discards 4S", view["question"])
        assert (status, stale["code"], len(stale["seats"][0]["hand"])) == (409, "stale", 6)
        assert ann.say("Ann discards 4S", stale["question"])[0] == 200


def test_one_lets_go_and_another_still_calls():
    with dealt(grace=None) as laptop:
        ann, bob, mia = seated(laptop, ANN, BOB, MIA)
        asked = bob.view()
        assert asked["asked"] == mia.view()["asked"] == "call"
        answers = []
        draws = threading.Thread(target=lambda: answers.append(ann.say("draws")))
        draws.start()
        assert bob.say("lets it go", asked["question"])[0] == 200
        assert bob.view()["asked"] is None
        assert not answers, "the draw waits for Mia"
        assert mia.view()["asked"] == "call"
        assert mia.say(f"calls {asked['call']}")[0] == 200
        draws.join(60)
        assert answers[0][0] == 200
        assert "Mia" in " ".join(ann.view()["log"])


def test_the_first_of_two_calls_has_the_card():
    rules = with_house_rules(load_variant("playerules"), {"call_order": "first"})
    host = Host(rules, [Player(name) for name in FOUR_HANDS], 2)
    host.draw_for_dealer()
    host.deal()
    laptop = Laptop(host=host, grace=None)
    laptop.plays_keyboard = False
    turn = host.state.turn
    seats = [(turn + 1) % 4, (turn + 2) % 4]
    with laptop:
        clients = seated(laptop, *seats)
        word = clients[0].view()["call"]
        questions = [client.view()["question"] for client in clients]
        outcomes = []

        def call(client, question):
            outcomes.append(client.say(f"calls {word}", question))

        threads = [
            threading.Thread(target=call, args=pair)
            for pair in zip(clients, questions, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert sorted(status for status, _ in outcomes) == [200, 409]
        late = next(answer for status, answer in outcomes if status == 409)
        assert late["reason"] == "Too late: the card is gone."


def test_undo_is_asked_on_every_phone():
    with dealt() as laptop:
        ann, bob, mia, cy = seated(laptop, ANN, BOB, MIA, CY)
        ann.say("draws")
        assert ann.say("undoes 1")[0] == 200
        assert bob.view()["asked"] == "undo"
        assert [client.say("agrees")[0] for client in (bob, mia, cy)] == [200] * 3
        assert ann.view()["phase"] == "draw"


def test_a_hint_is_shown_once_asked_for():
    with dealt() as laptop:
        (ann,) = seated(laptop, ANN)
        assert "hint" not in ann.view()
        assert ann.say("hints")[1]["hint"]
        ann.say("draws")
        assert "hint" not in ann.view(), "it was for another question"


def test_a_seat_is_told_what_its_contract_lacks_unless_it_does_without():
    with dealt() as laptop:
        (ann,) = seated(laptop, ANN)
        view = ann.view()
        assert sorted(chain(*view["groups"])) == sorted(view["seats"][0]["hand"])
        needs = view["needs"]
        assert (needs["short"], len(needs["melds"])) == (4, 2)
        assert all(meld["kind"] == "set" and "" in meld["cards"] for meld in needs["melds"])
        assert "needs" not in ann.json("GET", f"{ann.path}/public")[1]
        laptop.table.tells_needs = lambda seat: seat != ANN
        ann.say("draws")
        assert "needs" not in ann.view()


def test_who_plays_without_hints_gets_none():
    with dealt() as laptop:
        laptop.table.may_hint = lambda seat: seat != ANN
        (ann,) = seated(laptop, ANN)
        assert ann.view()["hints"] is False
        assert ann.say("hints")[0] == 409


def test_who_may_call_is_told_what_it_costs_and_who_comes_first():
    with dealt() as laptop:
        (bob,) = seated(laptop, BOB)
        offer = bob.view()["offer"]
        assert offer == [
            "Tossed by Cy.",
            "Calling it brings 2 cards more; 2 calls left.",
            "Ann has first right and will be asked.",
        ]


def test_a_browser_loads_a_file_of_the_page_once():
    with Laptop() as laptop:
        client = Client(laptop.phones.address)
        status, headers, script = client.ask("GET", "/static/page.js", Accept_Encoding="gzip")
        assert (status, headers["Content-Encoding"]) == (200, "gzip")
        assert len(script) < len(STATIC.joinpath("page.js").read_bytes()) / 2
        again = client.ask("GET", "/static/page.js", If_None_Match=headers["ETag"])
        assert (again[0], again[2]) == (304, b"")
        files = {file.name for file in STATIC.iterdir()} - {"page.html"}
        assert {client.ask("GET", f"/static/{name}")[0] for name in files} == {200}
        assert client.ask("GET", "/static/page.html")[0] == 404
        assert client.ask("GET", "/static/../server.py")[0] == 404


def test_phones_see_that_the_laptop_ends_the_game_after_a_round():
    state = position("grandma-davis", FOUR_HANDS, turn="Ann", by="Cy", discards="4D QD")
    scored = (RoundResult(1, (5, 0, 10, 20), BOB, Ending.OUT),)
    over = structs.replace(state, phase=Phase.ROUND_OVER, results=scored)
    laptop = Laptop(host=host_of(over))
    laptop.plays_keyboard = False
    with laptop:
        (ann,) = seated(laptop, ANN)
        assert ann.view()["asked"] == "ready"
        laptop.in_thread(laptop.table.stop)
        assert (ann.view()["phase"], ann.view()["asked"]) == ("game over", None)


def test_a_stream_begins_at_the_last_event():
    with dealt() as laptop:
        (ann,) = seated(laptop, ANN)
        view = ann.view()
        stream = ann.changes(str(view["version"]))
        ann.say("draws")
        assert next(stream)["phase"] == "play"
        again = ann.changes()
        assert next(again)["version"] > view["version"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"x" * 1025, 413),
        (b"\xff\xfe\x00", 400),
        (b"", 400),
        (b"Ann ", 400),
        (b"Ann melds " + b"[3S] " * 190, 400),
        (b"Ann lays 4S on 99999999999999", 400),
        (b"calls shanghai on 1 giving KD", 400),
        (b"\x1b[2J draws", 400),
    ],
)
def test_hostile_bodies_change_nothing(body, status):
    with dealt() as laptop:
        (ann,) = seated(laptop, ANN)
        before = laptop.table.version
        assert ann.json("POST", f"{ann.seat}/moves", body)[0] == status
        assert ann.json("POST", f"{ann.path}/seats/2", b"[" * 1000)[0] == 400
        assert laptop.table.version == before


def test_only_own_pages_and_shown_addresses_are_answered():
    with Laptop() as laptop:
        client = Client(laptop.phones.address)
        own = f"http://127.0.0.1:{client.port}"
        assert client.ask("GET", client.path, Host="evil.example")[0] == 403
        assert client.ask("GET", client.path, Host=f"localhost:{client.port}")[0] == 403
        seats = f"{client.path}/seats/1"
        assert client.ask("POST", seats, Origin="http://evil.example")[0] == 403
        assert client.ask("POST", seats, Sec_Fetch_Site="cross-site")[0] == 403
        assert client.ask("POST", seats, Origin=own, Sec_Fetch_Site="same-origin")[0] == 201
        _, headers, page = client.ask("GET", client.path, Accept="text/html")
        assert page.startswith(b"<!")
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "Accept" in headers["Vary"]
        policy = headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy


def bare(laptop, request):
    """The head and the body that raw bytes are answered with."""
    with socket.create_connection(("127.0.0.1", laptop.phones.port), WAIT) as line:
        line.sendall(request)
        data = b""
        while part := line.recv(1 << 16):
            data += part
    head, _, body = data.partition(b"\r\n\r\n")
    return head.decode(), body


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        (b"nonsense", 400),
        (b"GET / HTTP/1.1", 400),
        (b"GET /" + b"a" * 9000 + b" HTTP/1.1", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", 400),
        (b"PUT /TABLE HTTP/1.1\r\nHost: HERE", 405),
        (b"GET /static/nothing HTTP/1.1\r\nHost: HERE", 404),
        (b"GET /TABLE HTTP/1.1\r\nHost: elsewhere", 403),
        (b"GET /TABLE HTTP/1.1\r\nHost: HERE", 200),
        (b"GET http://HERE/TABLE HTTP/1.1\r\nHost: HERE", 200),
        (b"GET http://elsewhere/TABLE HTTP/1.1\r\nHost: HERE", 403),
        (b"GET /TABLE/public HTTP/1.1\r\nHost: HERE\r\nAccept: APPLICATION/json", 200),
        (b"POST /TABLE/seats/3 HTTP/1.1\r\nHost: HERE\r\nContent-Length: 0", 409),
    ],
)
def test_every_answer_has_the_headers_of_the_protocol(request_line, status):
    with Laptop() as laptop:
        here = f"127.0.0.1:{laptop.phones.port}".encode()
        line = request_line.replace(b"HERE", here).replace(b"TABLE", laptop.phones.code.encode())
        head, body = bare(laptop, line + b"\r\nConnection: close\r\n\r\n")
        assert head.split()[1] == str(status)
        for name, value in (
            ("Cache-Control", "no-store"),
            ("Vary", "Accept, Accept-Language"),
            ("Referrer-Policy", "no-referrer"),
            ("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'"),
            ("Server", "Shanghai"),
        ):
            assert f"{name}: {value}" in head.splitlines()
        assert ("Allow: " in head) == (status == 405)
        assert status == 200 or json.loads(body)["reason"]


def test_the_cookie_leads_back_to_the_seat_and_allows_nothing():
    with Laptop() as laptop:
        client = Client(laptop.phones.address)
        _, headers, _ = client.ask("POST", f"{client.path}/seats/1")
        cookie = headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        kept = cookie.partition(";")[0]
        status, headers, _ = client.ask("GET", client.path, Accept="text/html", Cookie=kept)
        assert (status, headers["Location"]) == (303, f"/{kept.removeprefix('seat=')}")
        assert client.ask("POST", f"{client.path}/moves", "draws", Cookie=kept)[0] == 404


def test_wrong_codes_and_tokens_are_answered_slowly_and_alike():
    with Laptop() as laptop:
        client = Client(laptop.phones.address)
        assert client.ask("GET", "/ABCDEF")[0] == 404
        assert client.ask("GET", f"/{tokens.new_token()}")[0] == 404
        server = laptop.phones._server
        assert server._guesses._count["127.0.0.1"] == 2


def test_tokens_are_kept_as_hashes_until_the_game_ends_and_taken_up_again(tmp_path):
    host = host_of(position("grandma-davis", FOUR_HANDS, turn="Ann", by="Cy", discards="4D QD"))
    laptop = Laptop(host=host, folder=tmp_path)
    laptop.plays_keyboard = False
    with laptop:
        (ann,) = seated(laptop, ANN)
        path = tmp_path / tokens.FILE
        assert ann.seat.strip("/") not in path.read_text()
        assert path.stat().st_mode & 0o777 == 0o600
    again = Laptop(host=host, folder=tmp_path)
    again.phones.host, again.phones.port = "", None
    again.plays_keyboard = False
    with again:
        again.start()
        assert again.phones.address.endswith(ann.path), "the code is the same"
        assert again.table.seating.place(ANN) is Place.ELSEWHERE
        ann.port = again.phones.port
        assert ann.say("draws")[0] == 200


def test_a_phone_that_is_gone_is_told_of_and_can_be_brought_back():
    with dealt() as laptop:
        (ann,) = seated(laptop, ANN)
        ann.view()
        assert laptop.phones.awaited_away() == -1

        def goes_away():
            laptop.table.note_connection(ANN, is_there=False)
            return laptop.phones.awaited_away()

        assert laptop.in_thread(goes_away) == ANN, "before its next request can be noted"
        ann.view()
        laptop.in_thread(lambda: None)
        assert laptop.phones.awaited_away() == -1, "any request shows that it is there"


@contextmanager
def lines_to(laptop, paths):
    """Connections that are all open before the first of them asks for its path."""
    with ExitStack() as stack:
        here = "127.0.0.1", laptop.phones.port
        lines = [stack.enter_context(socket.create_connection(here, WAIT)) for _ in paths]
        for line, path in zip(lines, paths, strict=True):
            with suppress(OSError):
                line.sendall(f"GET {path} HTTP/1.1\r\nHost: {here[0]}:{here[1]}\r\n\r\n".encode())
        yield lines


def is_closed(line):
    """Whether the other side has closed a connection, once what it has sent is read."""
    with suppress(BlockingIOError):
        try:
            line.setblocking(False)
            while line.recv(1 << 16):
                pass
        except ConnectionError:
            pass
        return True
    return False


def test_all_phones_of_one_address_come_back_at_once():
    with dealt() as laptop:
        clients = seated(laptop, ANN, BOB, MIA, CY)
        streams = laptop.phones._server._streams
        paths = [f"{client.seat}/changes" for client in clients] * 2
        with lines_to(laptop, paths) as lines:
            until(lambda: [len(streams.get(seat, ())) for seat in range(4)] == [2] * 4)
            assert not any(map(is_closed, lines))


@pytest.mark.parametrize("path", ["/TABLE", "/TABLE/public/changes", "/nothing"])
def test_six_connections_of_one_address_are_enough_for_strangers(path):
    with dealt() as laptop:
        seated(laptop, ANN, BOB)
        path = path.replace("TABLE", laptop.phones.code)
        with lines_to(laptop, [path] * 12) as lines:
            until(lambda: sum(map(is_closed, lines)) == 6)


@pytest.mark.parametrize(("of_one_address", "strangers"), [(6, 6), (32, 28)])
def test_a_seat_comes_in_beside_as_many_strangers_as_there_may_be(
    monkeypatch, of_one_address, strangers
):
    monkeypatch.setattr(connections, "MAX_STRANGERS", of_one_address)
    with dealt() as laptop:
        clients = seated(laptop, ANN, BOB)
        path = f"/{laptop.phones.code}/public/changes"
        with lines_to(laptop, [path] * strangers) as lines:
            for line in lines:
                assert line.recv(12) == b"HTTP/1.1 200"
            for client in clients:
                assert client.ask("GET", client.seat)[0] == 200
            assert not any(map(is_closed, lines))


def test_thirty_noisy_clients_stop_nobody():
    with dealt() as laptop:
        (ann,) = seated(laptop, ANN)
        lines = [socket.create_connection(("127.0.0.1", ann.port)) for _ in range(30)]
        flood = f"GET {ann.path} HTTP/1.1\r\nHost: 127.0.0.1:{ann.port}\r\n\r\n".encode() * 100
        try:
            for line in lines:
                try:
                    line.sendall(flood)
                except OSError:
                    continue
            assert ann.say("draws")[0] == 200
        finally:
            for line in lines:
                line.close()


@pytest.mark.slow
def test_a_client_that_reads_nothing_is_dropped_and_holds_up_nobody(monkeypatch):
    monkeypatch.setattr(server, "_WRITE_SECONDS", 0.05)
    with dealt() as laptop:
        ann, bob = seated(laptop, ANN, BOB)
        streams = laptop.phones._server._streams
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", ann.port))
            head = f"GET {ann.seat}/changes HTTP/1.1\r\nHost: 127.0.0.1:{ann.port}\r\n\r\n"
            line.sendall(head.encode())
            until(lambda: streams.get(ANN), "the stream has begun")
            seen = bob.changes()
            changes = 0
            while streams[ANN]:
                laptop.in_thread(partial(laptop.phones.set_grace, changes % 2))
                assert next(seen)["version"], "Bob sees each change"
                changes += 1
                assert changes < 5000, "what is not read is held without bound"
        assert changes > 10
        assert ann.say("draws")[0] == 200


def test_nothing_is_written_to_the_terminal(capfd):
    with dealt() as laptop:
        (ann,) = seated(laptop, ANN)
        with socket.create_connection(("127.0.0.1", ann.port)) as line:
            line.sendall(b"\x00\xff nonsense\r\n\r\n")
            line.recv(1000)
        ann.json("POST", f"{ann.seat}/moves", b"\xff")
    assert capfd.readouterr() == ("", "")


def test_numbers_are_small_enough_for_any_reader():
    with dealt() as laptop:
        (ann,) = seated(laptop, ANN)
        text = json.dumps(ann.view())
        numbers = []
        json.loads(text, parse_int=lambda digits: numbers.append(int(digits)) or 0)
        assert numbers
        assert max(numbers) < 2**53


@pytest.mark.parametrize(("name", "status"), [("Ann", 200), ("Eva", 404)])
def test_a_rematch_keeps_a_seat_and_another_person_does_not_get_it(name, status):
    with dealt() as laptop:
        (ann,) = seated(laptop, ANN)
        laptop.in_thread(laptop.phones.detach)
        assert ann.say("draws")[0] == 503
        players = [Player(name), *(Player(other) for other in ("Bob", "Mia", "Cy"))]
        table = Table(Host(load_variant("grandma-davis"), players, 3))
        table.set_pin(ANN, TypedPin("1234"))
        table.pins.lock(ANN)
        laptop.in_thread(lambda: laptop.phones.attach(table))
        assert ann.json("GET", ann.seat)[0] == status
        assert table.pins.is_locked(ANN) == (status != 200), "the phone has shown its token"
