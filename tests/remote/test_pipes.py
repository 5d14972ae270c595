"""Seats at phones as a program sees them from outside: killed, resumed, and without any input."""

from pathlib import Path

from tests.linear.driver import Pipes
from tests.remote.served import Client

GAME = ("--text", "--phones", "--host", "127.0.0.1")
NEW = ("play", *GAME, "--variant", "grandma-davis", "--seed", "5")


def begun(program, people):
    """Clients at the first seats of a program that has just begun."""
    address = program.hear_until(r"(http://\S+)$")[1]
    clients = [Client(address) for _ in range(people)]
    assert [client.join(number) for number, client in enumerate(clients, 1)] == [201] * people
    return clients


def lasting(view):
    """What of a view does not depend on the run of the program."""
    return {key: value for key, value in view.items() if key not in ("version", "question")}


def test_a_killed_program_takes_its_phones_back_at_the_same_address(tmp_path):
    with Pipes(tmp_path, *NEW, "--players", "Mia,Oma,Tom,Ben") as program:
        clients = begun(program, 4)
        views = [next(client.changes()) for client in clients]
        turn = next(client for client in clients if client.view()["asked"] == "turn")
        while (asked := turn.view())["phase"] == "draw":
            turn.say("draws", asked["question"])
        assert turn.say(turn.view()["moves"][-1])[0] == 200
        views = [lasting(client.view()) for client in clients]
        first, second = (number for number, view in enumerate(views) if view["asked"] == "call")
        assert clients[first].say("lets it go")[0] == 200
        views = [lasting(client.view()) for client in clients]
        assert views[first]["asked"] is None
        assert views[second]["asked"] == "call", "in the middle of a window"
        program.process.kill()
    with Pipes(tmp_path, "resume", *GAME) as program:
        address = program.hear_until(r"(http://\S+)$")[1]
        assert address == f"http://127.0.0.1:{clients[0].port}{clients[0].path}"
        again = [lasting(client.view()) for client in clients]
        for view in (*views, *again):
            # Who is waited for depends on which phones have come back.
            del view["thinking"]
        assert again == views


def test_a_seat_is_given_and_brought_back_by_lines(tmp_path):
    with Pipes(tmp_path, *NEW, "--players", "Mia,Oma,bot:simple") as program:
        (mia,) = begun(program, 1)
        program.hear_until("Mia's hand is on a phone")
        program.type("")
        program.hear_until("is turned up")
        oma = Client(f"http://127.0.0.1:{mia.port}{mia.path}")
        while oma.json("GET", oma.path)[1]["seats"][1]["at"] == "free":
            continue
        assert oma.join(2) == 202
        program.hear_until("A phone asks for Oma's hand")
        program.type("phone yes")
        program.type("phone wait 5")
        program.type("phone back Mia")
        program.hear_until("Mia plays at the keyboard again")
        assert mia.ask("GET", mia.seat)[0] == 404
        assert oma.join(2) == 201
        assert oma.view()["grace"] == 5
        program.hear_until("Oma's hand is on a phone")
    assert not list(Path(tmp_path).glob("**/*.torn*"))


def test_a_port_that_cannot_be_had_is_named(tmp_path):
    more = ("--players", "Mia,Oma", "--port", "0")
    with Pipes(tmp_path, *NEW, *more) as program:
        (mia,) = begun(program, 1)
        with Pipes(tmp_path / "other", *NEW, *more[:3], str(mia.port)) as second:
            second.hear_until(f"127.0.0.1 port {mia.port} cannot be had")
            assert second.end() == 2
