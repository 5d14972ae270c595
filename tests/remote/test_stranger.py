"""All published games, played at the real program by players who know the protocol alone."""

import threading
from pathlib import Path
from random import Random

import pytest

from shanghai.variants.loader import load_variant
from tests.linear.driver import Pipes
from tests.long import some
from tests.remote.stranger import Stranger

FOLDER = Path(__file__).parents[2] / "variants"
PUBLISHED = sorted(path.stem for path in (*FOLDER.glob("*.yaml"), *FOLDER.glob("more/*.yaml")))
SECONDS = 600


@pytest.mark.parametrize("variant", some(PUBLISHED))
def test_strangers_play_a_round_of_every_published_game(variant, tmp_path):
    seats = max(3, load_variant(variant).min_players)
    names = ",".join(f"P{seat}" for seat in range(seats))
    game = ("--variant", variant, "--rounds", "1", "--seed", "5", "--players", names)
    with Pipes(tmp_path, "play", "--text", "--phones", "--host", "127.0.0.1", *game) as program:
        address = program.hear_until(r"(http://\S+)$")[1]
        strangers = [Stranger(address, Random(seat)) for seat in range(seats)]
        for stranger in strangers:
            stranger.sit_down()
        ends = {}

        def play(seat):
            ends[seat] = strangers[seat].play()

        games = [threading.Thread(target=play, args=(seat,), daemon=True) for seat in range(seats)]
        for each in games:
            each.start()
        for each in games:
            each.join(SECONDS)
    assert len(ends) == seats, "everybody has seen the end"
    for end in ends.values():
        assert end["winners"] == ends[0]["winners"] != []
        assert end["results"] == ends[0]["results"] != []
    outcomes = [each for stranger in strangers for each in stranger.outcomes]
    assert (200, None) in outcomes
    # What another has done meanwhile is stale, or refused by the rules; no sentence is no sentence.
    assert {status for status, _ in outcomes} <= {200, 409}
