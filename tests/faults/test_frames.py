"""No picture of what is over: every frame of a game, held against what the journal knows."""

import json

import pytest

from tests.faults.frames import TIRELESS, play_to_the_end, stale
from tests.faults.games import at_once
from tests.faults.terminal import Program

SIZE = (80, 24)
ALONE = "Ann,bot:simple,bot:simple,bot:simple"
HOT_SEAT = "Ann,Bob,Cy"
VARIANTS = ("california", "grandma-davis", "playerules", "rummygames")


def sent_in_a_game(data, variant, players, *options, seed=21, hints=True, script=TIRELESS):
    """All that the program sends in a game that is played to its end."""
    game = ("play", "--no-animation", "--variant", variant, "--players", players)
    with Program(
        *game, "--seed", seed, *options, data=data, answers=True, script=script
    ) as program:
        program.wait("Who deals first")
        return play_to_the_end(program, hints=hints)


def test_no_picture_of_two_rounds_shows_what_is_over(tmp_path):
    """A computer goes out in the second round, after which the first was once drawn again."""
    at_once(tmp_path)
    raw = sent_in_a_game(tmp_path, "playerules", ALONE, "--rounds", "1,2", hints=False)
    faults, told = stale(raw, SIZE, tmp_path)
    assert not faults, "\n\n".join(faults[:3])
    assert told > 60
    # The check is one that can fail: whatever is sent once more is behind the game.
    faults, _ = stale(raw + raw[: len(raw) // 4], SIZE, tmp_path)
    assert {"round 2 was over"} <= {fault.split("\n")[0].split(": ")[-1] for fault in faults}


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("players", [ALONE, HOT_SEAT, "Ann,Bob,bot:simple"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_picture_of_a_whole_game_shows_what_is_over(tmp_path, variant, players):
    at_once(tmp_path)
    faults, told = stale(sent_in_a_game(tmp_path, variant, players), SIZE, tmp_path)
    assert not faults, "\n\n".join(faults[:3])
    assert told > 200


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("players", [ALONE, HOT_SEAT])
def test_no_picture_at_the_usual_pace_shows_what_is_over(tmp_path, players):
    (tmp_path / "settings.json").write_text(json.dumps({"pace": "fast"}))
    raw = sent_in_a_game(tmp_path, "playerules", players, "--rounds", "1,2", script=None)
    faults, told = stale(raw, SIZE, tmp_path)
    assert not faults, "\n\n".join(faults[:3])
    assert told > 60
