"""What holds of every review, whatever its decisions have cost: over drawn costs of drawn games."""

from collections import Counter
from importlib.util import find_spec

import pytest
from hypothesis import given, settings, strategies as st

from shanghai.engine.actions import Discard, Draw, GoDown, LayOff
from shanghai.engine.state import Ending
from shanghai.review.charges import charges
from shanghai.review.decisions import LEAST_CLEAR, Cost, Decision, decisions_of, rounds_played
from shanghai.review.moments import WorldCounts
from shanghai.review.report import review_of
from shanghai.storage.saves import sound_game
from shanghai.variants.library import known_variants, more_variants
from shanghai.variants.loader import load_variant
from tests.long import some
from tests.review.figures import costs_of
from tests.review.games import play_game

GAMES = [
    ("rummygames", ["easy", "simple", "simple"], (2, 3)),
    ("california", ["simple", "easy", "simple", "easy"], (1, 5)),
]
GAMES_KNOWN = [*known_variants(), *more_variants()]
POINTS = st.floats(0.5, 60.0)
DEAR = st.floats(3.5, 60.0)
ERROR = st.floats(0.05, 12.0)


@pytest.fixture(scope="module", params=some([(game,) for game in GAMES]), ids=lambda game: game[0])
def read(request, tmp_path_factory):
    variant, players, rounds = request.param
    return sound_game(play_game(tmp_path_factory.mktemp("charges"), variant, players, 5, rounds))


@given(st.data())
@settings(max_examples=10)
def test_what_is_charged_never_exceeds_the_round_and_all_adds_up(read, data):
    decisions = decisions_of(read)
    numbers = range(len(decisions))
    drawn = st.tuples(POINTS, ERROR, st.booleans())
    dear = data.draw(st.dictionaries(st.sampled_from(numbers), drawn))
    best = data.draw(st.integers(0, 50))
    costs = {number: Cost(number) for number in numbers} | {
        number: Cost(
            number, points, error, 1 + best % (len(decisions[number].moves) - 1), is_plain=is_plain
        )
        for number, (points, error, is_plain) in dear.items()
    }

    def is_at(number, found):
        return (decisions[number].at, decisions[number].seat) == (found.at, found.seat)

    review = review_of(read, costs)
    assert_adds_up(read, review)
    for seat in range(len(review.players)):
        mine = [found for found in review.findings if found.seat == seat]
        turning = [found for found in mine if found.is_turning_point]
        assert len(turning) <= 1
        assert bool(turning) >= any(
            found.points and found.expected >= LEAST_CLEAR and found.certainty == "clear"
            for found in mine
        )
        for found in turning:
            is_plain = any(costs[number].is_plain for number in numbers if is_at(number, found))
            assert is_plain or (found.expected >= LEAST_CLEAR and found.points)
        if any(found.certainty == "clear" and found.points for found in mine):
            assert turning[0].certainty == "clear"


def assert_adds_up(read, review):
    """No more is charged than a round cost above the least of the table, luck is what remains, and
    the points are those of the rules before handicaps and corrections."""
    played, charged = dict(rounds_played(read)), Counter()
    for found in review.findings:
        charged[found.seat, found.round] += found.points
    for (seat, round), points in charged.items():
        assert points <= played[round][seat] - min(played[round])
    for seat, player in enumerate(review.players):
        given = read.state.seats[seat].handicap.points
        scored = [line[seat] + given for line in played.values()]
        assert [line.points for line in player.rounds] == scored
        for line in (player, *player.rounds):
            assert line.cards + line.play + line.others == line.result
    for lines in zip(*(player.rounds for player in review.players), strict=True):
        assert abs(sum(line.result for line in lines)) <= len(lines)


@pytest.fixture
def few_worlds(monkeypatch):
    """Judges in few worlds."""
    from shanghai.review.compact_trials import CompactTrials

    monkeypatch.setattr(CompactTrials, "worlds", WorldCounts(16, 48, 48))


@pytest.mark.slow
@pytest.mark.skipif(find_spec("numba") is None, reason="the play-outs are not compiled")
@pytest.mark.parametrize("number", range(len(GAMES_KNOWN)), ids=GAMES_KNOWN)
def test_every_published_game_is_reviewed_and_adds_up(number, few_worlds, tmp_path):
    variant, is_odd = GAMES_KNOWN[number], number % 2 == 0
    rules = load_variant(variant)
    players = ["simple"] * (rules.min_players if is_odd else min(4, rules.max_players))
    is_short = len(rules.contracts) > 2 and rules.contracts_by == "round"
    rounds = (1, len(rules.contracts) // 2 + 1) if is_short else ()
    read = sound_game(
        play_game(tmp_path, variant, players, 100 + number, rounds, stops_in=3, is_odd=is_odd)
    )
    review = review_of(read, costs_of(read)[0])
    assert review.is_whole
    assert review.has_figures
    # A game that ends at a total may be over before it is stopped.
    assert (review.stopped == 0) if is_short else (review.stopped >= 3 or rules.end_at)
    assert_adds_up(read, review)
    assert all("{" not in found.sentence + found.advice for found in review.findings)


@pytest.mark.slow
@pytest.mark.skipif(find_spec("numba") is None, reason="the play-outs are not compiled")
def test_a_blocked_round_is_reviewed(few_worlds, tmp_path):
    read = sound_game(play_game(tmp_path, "telefunken", ["simple"] * 3, 120, (1,)))
    assert read.state.results[0].ending is Ending.BLOCKED
    review = review_of(read, costs_of(read)[0])
    assert review.has_figures
    assert_adds_up(read, review)


TOSSED, KEPT = 7, 12
OMITTED = {"down": GoDown(0, ()), "lay": LayOff(0, KEPT, 0), "throw": Discard(0, KEPT)}


@given(
    st.sampled_from(sorted(OMITTED)),
    st.lists(st.tuples(st.booleans(), DEAR), min_size=1, max_size=8),
    st.booleans(),
)
@settings(max_examples=60)
def test_an_omission_is_charged_once_for_as_long_as_it_could_be_repaired(kind, turns, is_made):
    omitted, moves, costs = OMITTED[kind], [], {}
    for is_drawn, points in turns:
        if is_drawn:
            moves.append((Draw(0), Draw(0)))
        costs[len(moves)] = Cost(len(moves), points, 0.1, 1)
        moves.append((Discard(0, TOSSED), omitted))
    if is_made:
        moves.append((omitted, Discard(0, TOSSED)))
    decisions = [Decision(at, 1, 0, tuple(each)) for at, each in enumerate(moves)]
    costs = {at: costs.get(at, Cost(at)) for at in range(len(moves))}
    (number,) = charges(load_variant("playerules"), decisions, costs, {1: (100, 0)})
    named = [at for at, cost in costs.items() if cost.certainty]
    dearest = max(reversed(named), key=lambda at: costs[at].points)
    assert number == (dearest if kind == "throw" else named[-1])


@given(st.lists(DEAR, min_size=2, max_size=6))
def test_what_could_not_be_repaired_in_between_is_charged_again(points):
    decisions, costs = [], {}
    for each in points:
        costs[len(decisions)] = Cost(len(decisions), each, 0.1, 1)
        decisions.append(Decision(len(decisions), 1, 0, (Discard(0, TOSSED), OMITTED["down"])))
        decisions.append(Decision(len(decisions), 1, 0, (Discard(0, TOSSED), Discard(0, KEPT))))
    costs = {at: costs.get(at, Cost(at)) for at in range(len(decisions))}
    found = charges(load_variant("playerules"), decisions, costs, {1: (100, 0)})
    named = [at for at, cost in costs.items() if cost.certainty]
    assert sorted(found) == named
    assert sum(found.values()) <= 100 + 1e-9
