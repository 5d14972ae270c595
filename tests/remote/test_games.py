"""Whole games by two clients of the protocol, a person at the keyboard and a computer."""

import threading
from random import Random

import pytest

from shanghai.table.chance import CardSource
from tests.long import some
from tests.remote.served import Client, Laptop
from tests.saving import VARIANTS, lean


@pytest.mark.parametrize("variant", some([(name,) for name in VARIANTS], 1))
def test_a_whole_game_is_played_by_phones_keyboard_and_computer(variant):
    with Laptop(lean(variant, 1, 2), people=2, seed=CardSource(is_fair=True)) as laptop:
        clients = [Client(laptop.phones.address, Random(seed)) for seed in (1, 2)]
        assert [client.join(number) for number, client in enumerate(clients, 1)] == [201, 201]
        laptop.start()
        counts, ends = {}, []
        threads = [
            threading.Thread(
                target=lambda client=client: ends.append(client.play(counts)), daemon=True
            )
            for client in clients
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(300)
        assert [end["phase"] for end in ends] == ["game over", "game over"]
        assert ends[0]["winners"]
        assert ends[0]["winners"] == ends[1]["winners"]
        assert {"cut", "turn", "call", "ready"} <= {*counts}
        public = clients[0].json("GET", f"{clients[0].path}/public")[1]
        assert public["results"] == ends[0]["results"]
