"""What computer players do in positions that call for one thing."""

import json
from pathlib import Path
from random import Random

import pytest
import yaml

from shanghai.bots.levels import LEVELS
from shanghai.bots.protocol import never
from shanghai.engine.seen import view_for
from shanghai.records.notation import write_move, write_words
from tests.bots.test_levels import position

FILE = Path(__file__).with_name("positions.yaml")
POSITIONS = [*yaml.safe_load_all(FILE.read_text("utf-8"))]


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["title"])
def test_it_does_what_its_position_calls_for(case):
    place = {"round": 1, "turn": "Ann", "phase": "play"} | case["position"]
    more = {key: place.pop(key) for key in ("round", "turn", "phase")}
    lines = "\n".join(f"{key}: {json.dumps(value)}" for key, value in place.items())
    state = position(case["variant"], lines, **more)
    for level, expected in case.get("does", {}).items():
        step = LEVELS[level].make(0, Random(1), never).decide(view_for(state, 0))
        assert write_move(step, state)[-1].startswith(expected), level
    for level, expected in case.get("calls", {}).items():
        wish = LEVELS[level].make(1, Random(1), never).wants_call(view_for(state, 1))
        made = "nothing" if wish is None else write_words(wish, state).removeprefix("calls ")
        assert made == expected, level
