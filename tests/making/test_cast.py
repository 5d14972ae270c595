"""The cast of a round: a file of its format, that ends with the round, as the program plays it."""

import json

import pyte
import pytest

from tests.making.cast import FILE, SIZE, recorded

HEAD, *EVENTS = map(json.loads, FILE.read_text("utf-8").splitlines())


@pytest.mark.slow
def test_it_is_an_asciinema_cast_from_the_first_card_to_the_podium():
    assert HEAD["version"] == 2
    assert (HEAD["width"], HEAD["height"]) == SIZE
    times = [at for at, _, _ in EVENTS]
    assert times == sorted(times)
    screen = pyte.Screen(*SIZE)
    stream, seen = pyte.Stream(screen), []
    for _, kind, sent in EVENTS:
        assert kind == "o"
        stream.feed(sent)
        seen.append("\n".join(screen.display))
    assert "Who deals first" in seen[0]
    assert any("BUY" in text for text in seen)
    assert "Rematch" in seen[-1]


@pytest.mark.slow
def test_the_program_plays_it_still(tmp_path):
    assert recorded(tmp_path) == FILE.read_text("utf-8").splitlines(), "python -m tests.making.cast"
