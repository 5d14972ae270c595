"""The replay of a kept game: every position, every stride, and no hand before the game is over."""

import json

import pytest

from shanghai.__main__ import main
from shanghai.engine.cards import HIDDEN
from shanghai.engine.seats import NOBODY
from shanghai.records.replay import Replay
from shanghai.storage import journal
from shanghai.storage.journal import course
from shanghai.storage.saves import sound_game
from tests.saving import SAVES

PATHS = sorted(SAVES.glob("*.jsonl"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_position_is_that_of_the_course(path):
    read = sound_game(path)
    replay, steps = Replay(read), list(course(read))
    assert replay.last == len(steps)
    for at in range(0, replay.last + 1, 7):
        state = steps[at - 1].after if at else steps[0].before
        view = replay.view(at)
        assert (view.round, view.turn, view.table) == (state.round, state.turn, state.table)
        assert [len(seat.hand) for seat in view.seats] == [len(seat.hand) for seat in state.seats]
        for seat in replay.allowed_viewers:
            assert replay.view(at, seat).seats[seat].hand == state.seats[seat].hand


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_strides_lead_to_the_end_and_back(path):
    replay = Replay(sound_game(path))
    for stride in ("move", "turn", "round", "moment"):
        at, seen = 0, [0]
        while at < replay.last:
            at = replay.position_after(at, stride, 1)
            seen.append(at)
        assert seen == sorted(set(seen))
        back = [at]
        while at > 0:
            at = replay.position_after(at, stride, -1)
            back.append(at)
        assert set(seen) <= {*back, 0, replay.last}
    assert replay.position_after(0, "move", 5) == min(5, replay.last)
    assert replay.position_after(replay.last, "move", 1) == replay.last
    assert replay.position_after(0, "round", -1) == 0


def test_the_moments_are_those_of_the_log():
    read = sound_game(SAVES / "3-cut.jsonl")
    kinds = [moment.kind for moment in Replay(read).moments]
    names = [type(event).__name__ for event in read.log]
    pairs = {"down": "WentDown", "SHANGHAI": "ShanghaiCalled", "out": "RoundEnded"}
    for kind, name in {**pairs, "steal": "JokerSwapped", "call": "CallGranted"}.items():
        assert kinds.count(kind) == names.count(name)


@pytest.mark.parametrize("path", [p for p in PATHS if "left" in p.name], ids=lambda p: p.stem)
def test_an_unfinished_game_shows_no_hand(path, capsys):
    replay = Replay(sound_game(path))
    assert replay.allowed_viewers == ()
    for at in range(replay.last + 1):
        assert all({*seat.hand} <= {HIDDEN} for seat in replay.view(at).seats)
        with pytest.raises(ValueError, match="no hand"):
            replay.view(at, 0)
    with pytest.raises(ValueError, match="no hand"):
        replay.sentences(3, 0)
    with pytest.raises(ValueError, match="no hand"):
        replay.sentences(3, all_eyes=True)
    assert main(["replay", str(path), "--all"]) == 3
    assert main(["replay", str(path), "--as", "Ann"]) == 3
    assert main(["replay", str(path)]) == 0
    told = capsys.readouterr().out
    drawn = [line for line in told.splitlines() if " draws " in line and "stock" in line]
    assert drawn
    assert all("a card" in line for line in drawn)


def test_a_finished_round_of_an_unfinished_game_shows_no_hand_either():
    lines = (SAVES / "2-taken-back.jsonl").read_bytes().splitlines(keepends=True)
    for cut in range(150, len(lines) - 40, 40):
        replay = Replay(journal.read(b"".join(lines[:cut])))
        told = json.dumps([replay.sentences(at) for at in range(replay.last + 1)])
        assert replay.allowed_viewers == ()
        assert "draws a card" in told


def test_eyes_see_what_their_seat_saw(capsys):
    path = SAVES / "1-playerules.jsonl"
    replay = Replay(sound_game(path))
    told = {
        viewer: [text for at in range(replay.last + 1) for text in replay.sentences(at, viewer)]
        for viewer in (NOBODY, *replay.allowed_viewers)
    }
    everything = [t for at in range(replay.last + 1) for t in replay.sentences(at, all_eyes=True)]
    hidden = [text for text in told[NOBODY] if "draws a card" in text]
    assert hidden
    assert not [text for text in everything if "draws a card from the stock" in text]
    for seat in replay.allowed_viewers:
        assert len([t for t in told[seat] if "draws a card" in t]) < len(hidden)
    assert main(["replay", str(path), "--all"]) == 0
    assert capsys.readouterr().out.count("\n") == len(everything) + len(replay.rounds)
    assert main(["replay", str(path), "--as", "Nobody"]) == 2
    assert main(["replay", str(path), "--as", "Ann"]) == 0
