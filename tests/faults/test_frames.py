"""No picture of what is over: every frame of a game, held against what the journal knows."""

import json

import pytest

from tests.faults.frames import frames, play_to_the_end, stale
from tests.faults.games import at_once
from tests.faults.terminal import Program

SIZE = (80, 24)
ALONE = "Ann,bot:simple,bot:simple,bot:simple"
HOT_SEAT = "Ann,Bob,Cy"
VARIANTS = ("california", "grandma-davis", "playerules", "rummygames")


def sent_in_a_game(data, variant, players, *options, seed=21, hints=True, is_hasty=True):
    """The frames that the program sends in a game that is played to its end."""
    game = ("play", "--no-animation", "--variant", variant, "--players", players)
    with Program(
        *game, "--seed", seed, *options, data=data, answers=True, is_hasty=is_hasty
    ) as program:
        program.wait("Who deals first")
        return frames(play_to_the_end(program, hints=hints), SIZE)


def test_no_picture_of_two_rounds_shows_what_is_over(tmp_path):
    """A computer goes out in the second round, after which the first was once drawn again."""
    at_once(tmp_path)
    players, rounds = "Ann,bot:simple,bot:simple", ("--rounds", "1,2")
    sent = sent_in_a_game(tmp_path, "three-thirteen", players, *rounds, seed=2, hints=False)
    faults, told = stale(sent, tmp_path)
    assert not faults, "\n\n".join(faults[:3])
    assert told > 30
    # The check is one that can fail: whatever is sent once more is behind the game.
    faults, _ = stale(sent + sent[: len(sent) // 4], tmp_path)
    assert {"round 2 was over"} <= {fault.split("\n")[0].split(": ")[-1] for fault in faults}


@pytest.mark.slow
@pytest.mark.parametrize("players", [ALONE, HOT_SEAT, "Ann,Bob,bot:simple"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_picture_of_a_whole_game_shows_what_is_over(tmp_path, variant, players):
    at_once(tmp_path)
    faults, told = stale(sent_in_a_game(tmp_path, variant, players), tmp_path)
    assert not faults, "\n\n".join(faults[:3])
    assert told > 200


@pytest.mark.slow
@pytest.mark.parametrize("players", [ALONE, HOT_SEAT])
def test_no_picture_at_the_usual_pace_shows_what_is_over(tmp_path, players):
    (tmp_path / "settings.json").write_text(json.dumps({"pace": "fast"}))
    sent = sent_in_a_game(tmp_path, "playerules", players, "--rounds", "1,2", is_hasty=False)
    faults, told = stale(sent, tmp_path)
    assert not faults, "\n\n".join(faults[:3])
    assert told > 60
