"""The review of a finished game: its decisions, its figures, and what is kept of it."""

import json
import shutil
from pathlib import Path

import msgspec
import pytest

from shanghai.__main__ import main
from shanghai.engine.actions import Discard, Draw, Take
from shanghai.engine.cards import HIDDEN
from shanghai.review import report, running
from shanghai.review.decisions import Cost, decisions_of, moments_of, rounds_played
from shanghai.review.report import as_plain, explained, figures, review_of, turning_points
from shanghai.review.running import CannotReview, make_review
from shanghai.storage.journal import opened_course
from shanghai.storage.saves import NotAGame, sound_game
from tests.review.games import play_game
from tests.saving import SAVES

try:
    from shanghai.bots.playouts.worlds import Memory
except ImportError:
    Memory = None

FINISHED = SAVES / "3-cut.jsonl"


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    return play_game(tmp_path_factory.mktemp("review"), "playerules", ["simple"] * 3, 4, (1,))


@pytest.fixture
def game(played, tmp_path):
    return Path(shutil.copy(played, tmp_path / "game.jsonl"))


def always(done, total):
    return True


@pytest.fixture
def judged(monkeypatch):
    """Judges without play-outs: each tenth decision is an error; tells which were judged."""
    asked = []

    def cost(number):
        asked.append(number)
        return Cost(number, 5.0, 1.0, 1) if number % 10 == 0 else Cost(number)

    def played(work, engine, *, apart=False):
        for piece in work:
            yield tuple(map(cost, piece.numbers))

    monkeypatch.setattr(running, "played", played)
    monkeypatch.setattr(running, "missing_library", lambda: "")
    return asked


def test_each_decision_is_one_that_its_seat_had(played):
    read = sound_game(played)
    steps = opened_course(read)
    found = decisions_of(read)
    assert len(found) > 30
    for decision in found:
        before = steps[decision.at].before
        assert len(decision.moves) > 1
        assert decision.round == before.round
        if isinstance(decision.moves[0], Discard):
            assert decision.seat == before.turn
            held = before.seats[decision.seat].hand
            faces = [move.card % 53 for move in decision.moves if isinstance(move, Discard)]
            assert len(set(faces)) == len(faces) == len({card % 53 for card in held})
        if isinstance(decision.moves[0], Draw):
            assert decision.moves[1] == Take(decision.seat)


@pytest.mark.skipif(Memory is None, reason="the play-outs need Numba")
def test_a_decision_is_judged_by_what_its_seat_saw(played):
    read = sound_game(played)
    for _, moment in moments_of(read, set(range(0, 60, 7))):
        seat = moment.decision.seat
        assert moment.view.viewer == seat
        for other, held in enumerate(moment.view.seats):
            assert other == seat or set(held.hand) <= {HIDDEN}
        assert set(moment.view.stock) <= {HIDDEN}


def test_luck_and_skill_add_up_to_the_result(played):
    read = sound_game(played)
    total = len(decisions_of(read))
    costs = {number: Cost(number, 3.0 + number % 7, 1.0, 1) for number in range(0, total, 3)}
    review = review_of(read, costs)
    points = rounds_played(read)[0][1]
    assert [player.points for player in review.players] == list(points)
    for player in review.players:
        assert player.cards + player.play == player.result
        assert abs(player.result - 10 * (player.points - sum(points) / 3)) <= 1
    assert abs(sum(player.play for player in review.players)) <= 3
    assert sum(found.is_dearest for found in review.findings) == 3


def test_a_likely_error_is_a_turning_point_where_its_player_has_no_clear_one(played):
    read = sound_game(played)
    decisions = decisions_of(read)
    own = [number for number, decision in enumerate(decisions) if decision.seat == 0][:3]
    other = next(number for number, decision in enumerate(decisions) if decision.seat == 1)
    costs = {
        own[0]: Cost(own[0], 4.0, 2.0, 1),
        own[1]: Cost(own[1], 5.0, 2.0, 1),
        own[2]: Cost(own[2], 6.0, 2.9, 1),
        other: Cost(other, 9.0, 1.0, 1),
    }
    review = review_of(read, costs)
    assert {(point.at, point.certainty) for point in review.turning_points} == {
        (decisions[own[2]].at, "maybe"),
        (decisions[other].at, "clear"),
    }
    costs[own[0]] = Cost(own[0], 4.0, 1.0, 1)
    points = review_of(read, costs).turning_points
    assert [point.certainty for point in points] == ["clear", "clear"]


def test_without_an_error_all_is_the_cards(played):
    review = review_of(sound_game(played), {})
    assert all(player.play == 0 and player.cards == player.result for player in review.players)
    assert list(turning_points(review)) == ["No clear error was found."]
    assert any("So far 0 of" in line for line in explained(review))


def test_what_cannot_be_told_from_nothing_is_not_named():
    assert Cost(1, 5.0, 1.0, 2).certainty == "clear"
    assert Cost(1, 5.0, 2.5, 2).certainty == "maybe"
    assert Cost(1, 5.0, 4.0, 2).certainty == ""
    assert Cost(1, 0.5, 0.1, 2).certainty == ""
    assert Cost(1).certainty == ""
    assert [Cost(1, points, 1.0, 2).is_in_doubt for points in (5.0, 2.0, 0.5)] == [
        False,
        True,
        False,
    ]
    assert Cost(1, 5.0, 1.0, 2).interval == pytest.approx((3.04, 6.96))


def test_a_review_is_kept_beside_its_game_and_goes_on(game, judged, monkeypatch):
    stopped = make_review(game, 1, lambda done, total: done < 24)
    assert 0 < stopped.done < stopped.total
    first = len(judged)
    review = make_review(game, 1, always)
    assert review.is_whole
    assert len(judged) == review.total > first
    make_review(game, 1, always)
    assert len(judged) == review.total
    assert report.kept_review(game, sound_game(game)) == review
    monkeypatch.setattr(report, "code_hash", lambda: "another program")
    assert report.load_costs(game, sound_game(game)) == {}
    make_review(game, 1, always)
    assert len(judged) == 2 * review.total


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff{", b'{"method":1}', b"[" * 5000])
def test_a_damaged_review_is_made_again(game, content):
    report.review_path(game).write_bytes(content)
    assert report.load_costs(game, sound_game(game)) == {}


def test_a_round_that_the_play_outs_do_not_know_is_left_out(played):
    read = sound_game(played)
    review = review_of(read, {0: Cost(0, is_known=False), 1: Cost(1, 9.0, 1.0, 1)})
    assert review.left_out == (1,)
    assert review.findings == ()
    assert [player.points for player in review.players] == [0, 0, 0]
    assert any("round 1" in line for line in explained(review))


def test_the_command_prints_figures_turning_points_and_json(game, judged, capsys):
    assert main(["review", str(game), "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    assert "Turning points" in told
    assert "would have cost about 5 points less (3 to 7)." in told
    assert main(["review", str(game), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["judged"] == found["decisions"]
    for player in found["players"].values():
        assert round(player["cards"] + player["play"], 1) == player["result"]
    assert {each["certainty"] for each in found["findings"]} == {"clear"}


def test_only_a_finished_game_is_reviewed(tmp_path, judged, capsys):
    assert main(["review", str(SAVES / "3-left.jsonl")]) == 3
    assert "only a finished one" in capsys.readouterr().err
    with pytest.raises(NotAGame):
        make_review(SAVES / "3-left.jsonl", 1, always)


def test_without_numba_it_says_what_to_install(game, monkeypatch, capsys):
    monkeypatch.setattr(report, "has_numba", lambda: False)
    assert main(["review", str(game)]) == 2
    assert "Numba is needed: pip install" in capsys.readouterr().err
    with pytest.raises(CannotReview):
        make_review(game, 1, always)


def test_a_review_that_cannot_be_kept_is_told(game, judged, monkeypatch, capsys):
    def full(path, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(report, "write_file", full)
    assert main(["review", str(game)]) == 4
    assert "No space left" in capsys.readouterr().err


def test_figures_name_every_player(played):
    lines = list(figures(review_of(sound_game(played), {})))
    assert [line.split()[0] for line in lines[1:]] == ["Ann", "Bob", "Cy"]
    assert msgspec.json.encode(as_plain(review_of(sound_game(played), {}), "x"))
