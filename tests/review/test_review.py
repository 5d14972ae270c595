"""The review of a finished game: its decisions, its figures, and what is kept of it."""

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec import structs

from shanghai.__main__ import main
from shanghai.engine.actions import Call, Discard, Draw, GoDown, LayOff, Take
from shanghai.engine.cards import HIDDEN, label
from shanghai.engine.legal import legal
from shanghai.engine.seen import view_for
from shanghai.engine.state import Phase
from shanghai.engine.turn import is_playable, without
from shanghai.processes import begin, module_command
from shanghai.review import moments, running, saved, sentences
from shanghai.review.advice import PLAIN, Advice, reason_of
from shanghai.review.ahead import ReviewAhead
from shanghai.review.charges import charges
from shanghai.review.compact_trials import CompactTrials, compact_trials
from shanghai.review.decisions import (
    Cost,
    Decision,
    RoundLuck,
    decisions_of,
    helping,
    helps,
    rounds_played,
)
from shanghai.review.engine_trials import EngineTrials, drawn_world
from shanghai.review.judging import judge
from shanghai.review.moments import MetDecision, WorldCounts, moments_of
from shanghai.review.report import Finding, PlayerReview, Review, RoundReview, review_of
from shanghai.review.running import DecisionWork, judge_rounds, make_review
from shanghai.review.sentences import as_plain, brief_sentence, figures, review_lines, sentences_of
from shanghai.simulation.games import play_round
from shanghai.storage.files import clock
from shanghai.storage.journal import opened_course
from shanghai.storage.saves import NotAGame, sound_game
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host, Player
from shanghai.variants.library import known_variants, more_variants
from shanghai.variants.loader import load_variant
from shanghai.words.installing import install_command
from tests.review.games import play_game
from tests.saving import SAVES
from tests.ui.tables import position

FINISHED = SAVES / "3-cut.jsonl"
WEIGHED_ALONE = ("kept Discard", "idle Take")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    return play_game(tmp_path_factory.mktemp("review"), "playerules", ["simple"] * 3, 4, (1,))


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """A game with a set and a long run to lay, where cards are bought."""
    return play_game(tmp_path_factory.mktemp("runs"), "rummygames", ["hard"] * 4, 4, (2,))


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
            yield cost(piece.number) if isinstance(piece, DecisionWork) else None

    monkeypatch.setattr(running, "played", played)
    return asked


def set_numba(monkeypatch, *, is_there):
    """Has the program believe that numba is there, or is not."""
    for module in (saved, sentences):
        monkeypatch.setattr(module, "has_numba", lambda: is_there)


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


def test_a_decision_is_judged_by_what_its_seat_saw(played):
    read = sound_game(played)
    for _, moment in moments_of(read, set(range(0, 60, 7))):
        seat = moment.decision.seat
        assert moment.view.viewer == seat
        for other, held in enumerate(moment.view.seats):
            assert other == seat or set(held.hand) <= {HIDDEN}
        assert set(moment.view.stock) <= {HIDDEN}


def whole(read, dear=()):
    """A review of a game in which the decisions named cost something."""
    costs = {number: Cost(number) for number in range(len(decisions_of(read)))}
    own = {cost.number: structs.replace(cost, own=cost.own or cost.points) for cost in dear}
    return review_of(read, costs | own)


def test_luck_and_skill_add_up_to_the_result_in_every_round(played):
    read = sound_game(played)
    total = len(decisions_of(read))
    review = whole(read, [Cost(number, 3.0 + number % 7, 1.0, 1) for number in range(0, total, 3)])
    points = rounds_played(read)[0][1]
    assert [player.points for player in review.players] == list(points)
    for player in review.players:
        for part in (player, *player.rounds):
            assert part.cards + part.play + part.others == part.result
        assert abs(player.result - 10 * (player.points - sum(points) / 3)) <= 1


def test_the_sentence_on_a_player_adds_up_and_blames_nobody_for_others(played):
    read = sound_game(played)
    total = len(decisions_of(read))
    for start in range(3):
        dear = [Cost(number, 30.0, 1.0, 1) for number in range(start, total, 7)]
        review = whole(read, dear)
        for seat, player in enumerate(review.players):
            numbers = re.findall(
                r"(?:(\d+) (more|fewer)|(none|as many as))", sentences_of(review, seat)[0]
            )
            values = [int(count or 0) * (1 if sign == "more" else -1) for count, sign, _ in numbers]
            result, cards, own, others = values
            assert result == cards + own + others
            assert own >= 0 == others
            assert own > 0 or player.errors < 20


def test_no_more_is_charged_than_the_round_cost_and_nothing_to_who_had_fewest(played):
    read = sound_game(played)
    total = len(decisions_of(read))
    review = whole(read, [Cost(number, 40.0, 1.0, 1) for number in range(total)])
    points = rounds_played(read)[0][1]
    for seat, scored in enumerate(points):
        charged = sum(found.points for found in review.findings if found.seat == seat)
        assert charged <= scored - min(points)
        assert not charged or scored > min(points)
    assert any(found.points for found in review.findings)
    assert {found.expected for found in review.findings} == {40.0}


KING, JOKER = 12, 52


def toss(card):
    return Discard(0, card)


def turns(*moves, seat=0):
    return [Decision(at, 1, seat, tuple(each)) for at, each in enumerate(moves)]


@pytest.mark.parametrize(
    ("moves", "points", "charged"),
    [
        ([(toss(7), GoDown(0, ())), (toss(8), GoDown(0, ()))], (9, 5), {1: 5}),
        ([(toss(7), GoDown(0, ())), (toss(8), toss(9)), (toss(8), GoDown(0, ()))], (9, 0, 5), 2),
        ([(toss(7), toss(KING)), (toss(8), toss(KING)), (toss(9), toss(KING))], (5, 9, 4), {1: 9}),
        ([(toss(7), toss(KING)), (toss(KING), toss(8)), (toss(9), toss(KING))], (5, 0, 4), 2),
        ([(toss(JOKER), toss(KING)), (toss(8), toss(KING))], (5, 9), 2),
        ([(Draw(0), Take(0)), (Draw(0), Take(0))], (5, 9), 2),
    ],
)
def test_what_can_still_be_repaired_is_charged_once(moves, points, charged):
    costs = {at: Cost(at, each, 0.5, 1) if each else Cost(at) for at, each in enumerate(points)}
    found = charges(load_variant("playerules"), turns(*moves), costs, {1: (100, 0)})
    assert found == charged if isinstance(charged, dict) else len(found) == charged


@pytest.mark.parametrize(("is_lost", "charged"), [(False, {2: 9.0}), (True, {0: 9.0, 2: 9.0})])
def test_going_out_is_charged_once_for_as_long_as_it_could_be_done(is_lost, charged):
    moves = [(toss(7), LayOff(0, 1, 0)), (toss(8), toss(9)), (toss(9), LayOff(0, 2, 0))]
    if not is_lost:
        moves[1] = (LayOff(0, 3, 0), toss(9))
    costs = {at: Cost(at, 9.0, 0.5, 1, is_out=True) for at in (0, 2)} | {1: Cost(1)}
    assert charges(load_variant("playerules"), turns(*moves), costs, {1: (100, 0)}) == charged


def test_nobody_keeps_in_mind_how_all_discards_lie_that_are_turned_over(tmp_path, monkeypatch):
    from shanghai.bots.playouts.compact_rules import compact_rules_for

    read = sound_game(play_game(tmp_path, "grandma-davis", ["simple"] * 2, 4, (1,)))
    steps, piles = opened_course(read), []
    number, each = next(
        (number, each)
        for number, each in enumerate(decisions_of(read))
        if len(steps[each.at].before.discards) > 9
    )
    size = len(steps[each.at].before.discards)
    monkeypatch.setattr(
        "shanghai.review.compact_trials.play_moves_in",
        lambda *given: piles.append(given[2][2]) or 1,
    )
    ((_, moment),) = moments_of(read, {number})
    trials = CompactTrials(compact_rules_for(read.header.rules, 1, 2))
    trials.points(moment, [0, 1], 20, "a test")
    worlds = [tuple(map(int, pile[:size])) for pile in piles[0]]
    assert len({tuple(sorted(pile)) for pile in worlds}) == 1
    assert len({pile[-4:] for pile in worlds}) == 1
    assert len({*worlds}) > 10


def test_each_player_has_one_turning_point_a_clear_error_before_a_likely_one(played):
    read = sound_game(played)
    decisions = decisions_of(read)
    takes = [n for n, each in enumerate(decisions) if isinstance(each.moves[0], Draw)]
    own = [number for number in takes if decisions[number].seat == 0][:3]
    points = rounds_played(read)[0][1]
    seat = next(at for at, each in enumerate(points) if at and each > min(points))
    other = next(number for number in takes if decisions[number].seat == seat)
    dear = [
        Cost(own[0], 4.0, 2.0, 1),
        Cost(own[1], 5.0, 2.0, 1),
        Cost(own[2], 6.0, 2.9, 1),
        Cost(other, 9.0, 1.0, 1),
    ]
    review = whole(read, dear)
    assert {(point.at, point.certainty) for point in review.turning_points} == {
        (decisions[own[2]].at, "maybe"),
        (decisions[other].at, "clear"),
    }
    dear[0] = Cost(own[0], 4.0, 1.0, 1)
    points = whole(read, dear).turning_points
    assert [point.certainty for point in points] == ["clear", "clear"]
    assert review.turning_point_of(3 - seat) is None


@pytest.mark.parametrize(("points", "is_plain"), [(1.5, True), (1.5, False), (4.0, False)])
def test_a_small_error_is_a_turning_point_only_where_the_cards_show_it(played, points, is_plain):
    read = sound_game(played)
    scored = rounds_played(read)[0][1]
    number = next(
        number for number, each in enumerate(decisions_of(read)) if scored[each.seat] > min(scored)
    )
    review = whole(read, [Cost(number, points, 0.2, 1, is_plain=is_plain)])
    assert len(review.findings) == 1
    assert bool(review.turning_points) == (is_plain or points >= 3)


def test_a_player_is_told_three_sentences(played, monkeypatch):
    read = sound_game(played)
    points, steps = rounds_played(read)[0][1], opened_course(read)
    number, seat, best = next(
        (number, each.seat, best)
        for number, each in enumerate(decisions_of(read))
        for best, move in enumerate(each.moves[1:], 1)
        if points[each.seat] > min(points)
        and reason_of(view_for(steps[each.at].before, each.seat), each.moves[0], move) in PLAIN
    )
    monkeypatch.setattr(sentences, "has_numba", lambda: True)
    review = whole(read, [Cost(number, 9.0, 1.0, best, own=9.0)])
    result, point, advice = sentences_of(review, seat)
    assert "was to be expected" in result
    assert point.startswith("Round 1: ")
    assert point.endswith("would have cost less.")
    assert advice.startswith("Next time ")
    assert "{" not in advice
    others = [sentences_of(review, other) for other in range(3) if other != seat]
    assert all(len(said) == 2 and "No single move of" in said[1] for said in others)
    monkeypatch.setattr(sentences, "has_numba", lambda: False)
    coarse = [sentences_of(review, other) for other in range(3) if other != seat]
    assert all("none (at this coarse look) by own errors" in said[0] for said in coarse)
    assert all(said[1].startswith("This coarse look saw no single move") for said in coarse)


def test_the_reason_is_one_that_the_cards_show_or_none_is_told(runs):
    read, found = sound_game(runs), Counter()
    steps = opened_course(read)
    for each in decisions_of(read)[::3]:
        state = steps[each.at].before
        view, hand = view_for(state, each.seat), state.seats[each.seat].hand
        for best, move in enumerate(each.moves[1:], 1):
            kind = reason_of(view, each.moves[0], move)
            for own in (1.0, 40.0):
                cost = Cost(0, 40.0, 1.0, best, own=own)
                advice = Advice(steps, each, cost, label)
                found[advice.reason] += 1
                assert advice.reason not in WEIGHED_ALONE
                assert "{" not in advice.text
                if advice.reason == "trial":
                    assert "no rule to learn" in advice.text
                elif kind == "kept Discard" and own < 20:
                    assert advice.reason in ("taken Discard", "gone Discard")
                if advice.reason == "mates Discard":
                    mates = advice.text.partition("went with ")[2].partition(",")[0].split(" and ")
                    assert {*mates} <= {*map(label, hand)}
                if advice.reason == "ways Discard":
                    rests = (without(hand, one.card) for one in (each.moves[0], move))
                    fewer, more = (helping(state, each.seat, rest) for rest in rests)
                    assert more > fewer
                    assert f"with {label(move.card)} only {fewer}." in advice.text
    assert {"trial", "taken Discard", "gone Discard", "mates Discard", "ways Discard"} <= {*found}


def test_what_another_has_taken_is_named_as_the_reason(runs):
    read = sound_game(runs)
    steps = opened_course(read)
    for each in decisions_of(read):
        for best in range(1, len(each.moves)):
            advice = Advice(steps, each, Cost(0, 40.0, 1.0, best, own=1.0), label)
            if advice.reason != "taken Discard":
                continue
            name, _, rest = advice.text.partition(": ")[2].partition(" had taken ")
            seat = next(s for s in steps[each.at].before.seats if s.name == name)
            taken = rest.partition(",")[0].split(" and ")
            assert {*taken} <= {*map(label, seat.hand)}
            assert "collects" in advice.text
            return
    raise AssertionError("nobody collects anything in this game")


def test_what_would_still_have_helped_is_counted_by_the_cards_still_out(played):
    state = next(step.before for step in opened_course(sound_game(played)) if step.before.top)
    held = state.seats[0].hand
    out = [*state.stock, *state.discards, *(card for seat in state.seats[1:] for card in seat.hand)]
    unseen = [card for card in out if card not in state.discards]
    assert helping(state, 0, held) == sum(helps(state, 0, held, card) for card in unseen)


def test_without_an_error_all_is_the_cards(played):
    review = whole(sound_game(played))
    assert all(player.play == 0 and player.cards == player.result for player in review.players)


def test_of_what_was_not_judged_no_figures_and_no_praise_are_said(played, monkeypatch):
    monkeypatch.setattr(sentences, "has_numba", lambda: True)
    review = review_of(sound_game(played), {0: Cost(0)})
    (only,) = review_lines(review, with_figures=True)
    assert only.startswith("So far 1 of")


def test_what_cannot_be_told_from_nothing_is_not_named():
    assert Cost(1, 5.0, 1.0, 2).certainty == "clear"
    assert Cost(1, 5.0, 2.5, 2).certainty == "maybe"
    assert Cost(1, 5.0, 4.0, 2).certainty == ""
    assert Cost(1, 0.5, 0.1, 2).certainty == ""
    assert Cost(1, 9.0, 1.0, 2, is_plain=False).certainty == "maybe"
    assert Cost(1, 11.0, 1.0, 2, is_plain=False).certainty == "clear"
    assert Cost(1).certainty == ""
    doubts = {
        (5.0, 1.0): False,
        (2.0, 0.3): False,
        (2.0, 1.0): True,
        (0.5, 1.0): True,
        (0, 0.4): False,
    }
    for (points, error), is_in_doubt in doubts.items():
        assert Cost(1, points, error, 2).is_in_doubt == is_in_doubt
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
    assert saved.saved_review(game, sound_game(game)) == review
    monkeypatch.setattr(saved, "code_hash", lambda: "another program")
    assert saved.load_judged(game, sound_game(game))[0] == {}
    make_review(game, 1, always)
    assert len(judged) == 2 * review.total


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff{", b'{"method":1}', b"[" * 5000])
def test_a_damaged_review_is_made_again(game, content):
    saved.review_path(game).write_bytes(content)
    assert saved.load_judged(game, sound_game(game))[0] == {}


def test_of_a_game_without_a_judged_round_json_holds_no_figures(played):
    plain = as_plain(review_of(sound_game(played), {}), "x")
    assert plain["judged"] == 0
    assert {tuple(player) for player in plain["players"].values()} == {("decisions", "rounds")}


def test_what_is_not_tried_in_a_very_long_round_is_said(tmp_path, monkeypatch):
    read = sound_game(play_game(tmp_path, "playerules", ["simple"] * 3, 4, (1, 2)))
    assert not whole(read).untried
    monkeypatch.setattr(moments, "_MOST_TRIED", 40)
    met = [moment for _, moment in moments_of(read, {*range(999)})]
    untried = Counter(moment.view.round for moment in met if not moment.is_tried)
    assert len(untried) == 2
    review = whole(read)
    assert review.untried == untried
    said = f"Round 2 was very long. Not tried from its middle: {untried[2]} decisions."
    assert said in review_lines(review)


def test_a_round_in_which_the_game_was_stopped_is_named(tmp_path):
    path = play_game(tmp_path, "california", ["simple"] * 3, 4, (1, 2), stops_in=2)
    review = whole(sound_game(path))
    assert [line.round for line in review.players[0].rounds] == [1]
    assert review.stopped == as_plain(review, "x")["round_stopped"] == 2
    assert "Hand 2 was stopped, so it is not reviewed." in review_lines(review)


def test_the_command_prints_figures_turning_points_and_json(game, judged, capsys):
    assert main(["review", str(game), "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    assert "by the cards" in said
    assert "would have cost less." in said
    assert "(3 to 7)" not in said
    assert main(["review", str(game), "--figures"]) == 0
    assert "About 5 points (3 to 7)" in capsys.readouterr().out
    assert main(["review", str(game), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["judged"] == found["decisions"]
    for player in found["players"].values():
        assert round(player["cards"] + player["play"] + player["others"], 1) == player["result"]
    assert {each["certainty"] for each in found["findings"]} == {"clear"}


def test_progress_and_json_go_to_two_places_kept_or_not(game, judged, capsys):
    for _ in range(2):
        assert main(["review", str(game), "--jobs", "1", "--progress", "--json"]) == 0
        said = capsys.readouterr()
        total = json.loads(said.out)["decisions"]
        assert said.err.splitlines()[-1] == f"{total} {total}"


def test_only_a_finished_game_is_reviewed(tmp_path, judged, capsys):
    assert main(["review", str(SAVES / "3-left.jsonl")]) == 3
    assert "only a finished one" in capsys.readouterr().err
    with pytest.raises(NotAGame):
        make_review(SAVES / "3-left.jsonl", 1, always)


def test_without_numba_it_says_that_it_is_coarse_and_what_to_install(
    game, judged, monkeypatch, capsys
):
    set_numba(monkeypatch, is_there=False)
    assert main(["review", str(game)]) == 0
    lines = capsys.readouterr().out
    assert "Coarse, from a few dozen rounds" in lines
    assert lines.splitlines()[-1] == install_command("full"), "the command is a line of its own"
    with monkeypatch.context() as changed:
        changed.setattr(sys, "argv", ["/home/ann/shanghai.pyz"])
        assert main(["review", str(game)]) == 0
        assert capsys.readouterr().out.endswith("as its page says can have hundreds.\n")
    set_numba(monkeypatch, is_there=True)
    assert saved.load_judged(game, sound_game(game))[0] == {}, (
        "it is judged again with machine code"
    )
    assert main(["review", str(game)]) == 0
    assert "Coarse" not in capsys.readouterr().out
    set_numba(monkeypatch, is_there=False)
    assert saved.load_judged(game, sound_game(game))[0], "a finer review is not thrown away"


@pytest.mark.parametrize("variant", ["playerules", "grandma-davis", "kaluki-51", "ten-phases"])
def test_a_drawn_world_is_one_that_the_seat_may_be_in(variant, tmp_path):
    players = load_variant(variant).min_players
    path = play_game(tmp_path, variant, ["simple"] * max(3, players), 8, (), stops_in=2)
    read, worlds = sound_game(path), []
    total = len(decisions_of(read))
    for number, moment in moments_of(read, set(range(0, total, max(1, total // 8)))):
        memory = moment.memory()
        world = drawn_world(moment.view, memory, Random(number))
        seen = view_for(world, moment.decision.seat)
        assert seen == moment.view
        melded = [card for meld in world.table for card in meld.cards]
        hands = [card for seat in world.seats for card in seat.hand]
        cards = sorted((*world.stock, *world.discards, *melded, *hands))
        assert tuple(cards) == world.rules.cards(world.players, world.round)
        truth = opened_course(read)[moment.decision.at].before
        others = [seat for seat in truth.seat_numbers if seat != moment.decision.seat]
        assert all(
            set(memory.known_cards(moment.view, seat)) <= {*truth.seats[seat].hand}
            for seat in others
        )
        worlds.append(any(world.seats[at].hand != truth.seats[at].hand for at in others))
    assert any(worlds), "the cards of the others are drawn, not looked up"


def test_the_engine_judges_a_decision_always_alike(played, monkeypatch):
    monkeypatch.setattr("shanghai.review.judging.compact_trials", lambda view: None)
    monkeypatch.setattr(EngineTrials, "worlds", WorldCounts(2, 4, 4))
    read = sound_game(played)
    moments = dict(moments_of(read, set(range(len(decisions_of(read))))))
    number = next(at for at, each in moments.items() if EngineTrials().worth_trying(each))
    assert judge(number, moments[number]) == judge(number, moments[number])
    tried = EngineTrials().worth_trying(moments[number])
    points = EngineTrials().points(moments[number], [0, *tried], 3, "a test")
    assert [len(world) for world in points] == [2, 2, 2]
    assert all(len(seats) == 3 for world in points for seats in world)


POINTS_AT = """
import sys
from pathlib import Path
from shanghai.bots.machine_code import use_plain_python
use_plain_python()
from shanghai.review.compact_trials import compact_trials
from shanghai.review.moments import moments_of
from shanghai.storage.saves import sound_game
((_, moment),) = moments_of(sound_game(Path(sys.argv[1])), {12})
print(compact_trials(moment.view).points(moment, [0, 1], 4, "a test"))
assert "numpy" not in sys.modules
"""
"""Prints the points after two moves in four worlds, in plain Python."""


def test_plain_python_makes_the_same_worlds_and_points(played):
    ((_, moment),) = moments_of(sound_game(played), {12})
    points = compact_trials(moment.view).points(moment, [0, 1], 4, "a test")
    command = [sys.executable, "-c", POINTS_AT, str(played)]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert any(map(any, points[0]))
    assert shown.strip() == str(points)


def test_a_very_long_round_is_tried_near_its_ends_alone_with_less_work(played, monkeypatch):
    ((number, moment),) = moments_of(sound_game(played), {5})
    assert (moment.effort, moment.is_tried) == (1.0, True)
    places = [structs.replace(moment, place=place, round_moves=3000) for place in range(3000)]
    tried = [each.place for each in places if each.is_tried]
    assert tried == [*range(180), *range(2820, 3000)]
    assert places[0].effort < 0.2
    monkeypatch.setattr("shanghai.review.judging.trials_for", None)
    assert judge(number, places[1500]) == Cost(number)


def test_the_engine_compares_a_move_with_that_of_the_hard_player_alone(played):
    read = sound_game(played)
    moments = moments_of(read, set(range(len(decisions_of(read)))))
    tried = [EngineTrials().worth_trying(moment) for _, moment in moments]
    assert [] in tried
    assert all(moves == [] or (len(moves) == 1 and moves[0] > 0) for moves in tried)
    hands = {"Ann": "KS KH KD 9S 9D 2H 5C 7D", "Bob": "2S 3S", "Cy": "8D 8H"}
    view = view_for(position("playerules", hands, turn="Bob", by="Cy", discards="QC 4D"), 0)
    call = next(move for move in legal(view) if isinstance(move, Call))
    decision = Decision(0, 1, 0, (call, None))
    assert EngineTrials().worth_trying(MetDecision(decision, view, ())) == [1]
    wanted = structs.replace(decision, moves=(None, call))
    assert EngineTrials().worth_trying(MetDecision(wanted, view, ())) == []


@pytest.mark.slow
@pytest.mark.parametrize("variant", [*known_variants(), *more_variants()])
def test_every_published_game_is_judged_without_machine_code(variant, tmp_path, monkeypatch):
    monkeypatch.setattr("shanghai.review.judging.compact_trials", lambda view: None)
    monkeypatch.setattr(EngineTrials, "worlds", WorldCounts(2, 4, 4))
    players = max(load_variant(variant).min_players, 3)
    read = sound_game(play_game(tmp_path, variant, ["random"] * players, 3, (), stops_in=2))
    moments = dict(moments_of(read, set(range(0, len(decisions_of(read)), 3))))
    assert any(EngineTrials().worth_trying(moment) for moment in moments.values())
    for number, moment in moments.items():
        judge(number, moment)


def test_a_review_that_cannot_be_kept_is_told(game, judged, monkeypatch, capsys):
    def full(path, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saved, "write_file", full)
    assert main(["review", str(game)]) == 4
    assert "No space left" in capsys.readouterr().err


def test_figures_name_every_player(played):
    review = whole(sound_game(played))
    assert [line.split()[0] for line in list(figures(review))[1:]] == ["Ann", "Bob", "Cy"]
    assert msgspec.json.encode(as_plain(review, "x"))


def begin_game(data, variant="playerules"):
    """A game of three computers that is kept, after its first round."""
    players = [Player(name, "simple") for name in ("Ann", "Bob", "Cy")]
    host = Host(load_variant(variant), players, 5, limit=600.0)
    writer = GameWriter.begin(data, host, "", clock)
    host.draw_for_dealer()
    play_round(host)
    return host, writer


def test_finished_rounds_are_judged_while_the_game_goes_on(tmp_path, judged):
    host, writer = begin_game(tmp_path)
    host.deal()
    host.do(host.bot_action())
    before = sound_game(writer.path)
    assert not before.is_ended
    review = judge_rounds(writer.path, before, 1, always)
    assert review.is_whole
    assert {decision.round for decision in decisions_of(before)} == {1}
    total = len(judged)
    while host.state.phase in (Phase.DRAW, Phase.PLAY):
        host.do(host.bot_action())
    writer.close()
    after = sound_game(writer.path)
    assert len(saved.load_judged(writer.path, after)[0]) == total, "what was judged holds"
    judge_rounds(writer.path, after, 1, always)
    assert sorted(judged) == list(range(len(decisions_of(after)))), "each was judged once"


@pytest.mark.parametrize("seconds", [0.3, 5.0])
def test_what_was_judged_a_second_ago_survives_a_kill(tmp_path, judged, monkeypatch, seconds):
    _, writer = begin_game(tmp_path)
    writer.close()
    read, now, unsaved = sound_game(writer.path), 0.0, []
    judging = running.played

    def slowly(*given, **more):
        nonlocal now
        for one in judging(*given, **more):
            unsaved.append(len(judged) - len(saved.load_judged(writer.path, read)[0]) - 1)
            now += seconds
            yield one

    monkeypatch.setattr(running, "played", slowly)
    monkeypatch.setattr(running, "monotonic", lambda: now)
    judge_rounds(writer.path, read, 1, always)
    assert len(judged) > 20
    assert max(unsaved) * seconds < 1


def test_a_process_with_nothing_left_to_judge_ends_well(tmp_path):
    _, writer = begin_game(tmp_path)
    writer.close()
    read, none = sound_game(writer.path), (0.0, 0.0, 0.0)
    costs = {number: Cost(number) for number in range(len(decisions_of(read)))}
    saved.save_costs(writer.path, read, costs, {1: RoundLuck(1, none, none, none, (none,) * 3)})
    process = begin(
        module_command("shanghai.review.running", str(writer.path)), stderr=subprocess.PIPE
    )
    # Its input stays open.
    assert process.stderr.read() == b""
    assert process.wait() == 0
    process.stdin.close()


def test_costs_of_other_moves_do_not_hold(tmp_path, judged):
    _, writer = begin_game(tmp_path)
    writer.close()
    read = sound_game(writer.path)
    judge_rounds(writer.path, read, 1, always)
    other = sound_game(play_game(tmp_path, "playerules", ["simple"] * 3, 6, (1,)))
    assert saved.load_judged(writer.path, read)[0]
    assert saved.load_judged(writer.path, other)[0] == {}


@pytest.mark.slow
def test_a_process_judges_ahead_and_ends_with_its_input(tmp_path):
    host, writer = begin_game(tmp_path)
    ahead = ReviewAhead(writer.path)
    ahead.begin()
    ahead.stop()
    ahead.begin()
    assert ahead.wait(3600)
    host.deal()
    writer.close()
    read = sound_game(writer.path)
    assert saved.saved_review(writer.path, read).is_whole
    # Nothing is left to judge: the process ends at once, also if the file has gone.
    writer.path.unlink()
    ahead.begin()
    assert ahead.wait(3600)


def test_nobody_is_said_to_gain_by_a_card_tossed_with_shanghai(tmp_path):
    path = play_game(tmp_path, "grandma-davis", ["simple"] * 4, 12, (1, 2, 3))
    steps, reasons = opened_course(sound_game(path)), {True: Counter(), False: Counter()}
    for decision in decisions_of(sound_game(path)):
        if not isinstance(decision.moves[0], Discard):
            continue
        seat, state = decision.seat, steps[decision.at].before
        fitting = [card for card in state.seats[seat].hand if is_playable(state, card)]
        for card, (is_declared, found) in product(fitting, reasons.items()):
            for better in state.seats[seat].hand:
                moves = Discard(seat, card, is_declared), Discard(seat, better)
                changed = structs.replace(decision, moves=moves)
                advice = Advice(steps, changed, Cost(0, 40.0, 1.0, 1), label)
                found[advice.reason.split()[0]] += 1
    others = {"fits", "taken", "gone"}
    assert others & {*reasons[False]}
    assert reasons[True]
    assert not others & {*reasons[True]}


@pytest.mark.parametrize(
    ("parts", "is_measured", "sentence"),
    [
        (
            (177, -157, 251, 83),
            False,
            "Ann: 18 points more than expected, most of it by own errors.",
        ),
        ((127, 52, 30, 45), False, "Ann: 13 points more than expected, most of it by the cards."),
        (
            (127, 52, 30, 45),
            True,
            "Ann: 13 points more than expected, most of it by what others did.",
        ),
        (
            (-21, -40, 48, -29),
            True,
            "Ann: 2 points fewer than expected, most of it by deal and stock.",
        ),
        ((-4, -40, 50, -14), False, "Ann: as many points as expected."),
    ],
)
def test_a_line_on_a_player_names_the_largest_part(parts, is_measured, sentence):
    result, cards, play, others = parts
    deal, stock = (-35, 45 if cards > 0 else 4) if is_measured else (0, 0)
    own = RoundReview(20, result, cards, play, others, 1, deal, stock)
    player = PlayerReview(20, result, cards, play, others, "Ann", 0, 0, 9, 0, 0, 0, (own,))
    assert brief_sentence(Review(9, 9, (player,), ()), 0) == sentence


@pytest.mark.parametrize(
    ("points", "moment"),
    [
        ([("clear", 23.0, 0.0), ("clear", 7.0, 7.0)], 1),
        ([("clear", 23.0, 0.0), ("maybe", 30.0, 30.0)], 0),
        ([("clear", 5.0, 5.0), ("clear", 7.0, 7.0)], 1),
        ([("clear", 5.0, 0.0), ("clear", 7.0, 0.0)], 1),
        ([], None),
    ],
)
def test_the_moment_of_the_evening_is_rather_one_that_cost_points(points, moment):
    found = tuple(
        Finding(at, 1, at, certainty, charged, expected, 0.0, 0.0, "", "", is_turning_point=True)
        for at, (certainty, expected, charged) in enumerate(points)
    )
    chosen = Review(9, 9, (), found).moment
    assert (chosen.at if chosen else None) == moment
