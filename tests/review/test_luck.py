"""The points of a round taken apart: what was expected, the deal, the stock, what each seat did."""

from collections import Counter

import pytest
from msgspec import structs

from shanghai.engine.actions import Discard, Draw
from shanghai.engine.cards import label
from shanghai.engine.events import RoundEnded
from shanghai.engine.game import apply
from shanghai.engine.solver import shortage
from shanghai.engine.state import Ending
from shanghai.review import luck, sentences
from shanghai.review.decisions import Bought, Cost, RoundLuck, decisions_of, rounds_played
from shanghai.review.luck import luck_of
from shanghai.review.report import review_of
from shanghai.review.sentences import sentences_of
from shanghai.storage.journal import opened_course
from shanghai.storage.saves import sound_game
from shanghai.words.language import in_language
from tests.review.games import play_game


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    folder = tmp_path_factory.mktemp("luck")
    return sound_game(play_game(folder, "playerules", ["simple", "random", "simple"], 4, (1,)))


@pytest.fixture(scope="module")
def measured(read):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(luck, "_WORLDS", 8)
        patch.setattr(luck, "_FEW_WORLDS", 1)
        patch.setattr(luck, "_DEALS", 1)
        return luck_of(read, 1)


def test_the_parts_of_a_round_add_up_to_its_points(read, measured):
    ((number, points),) = rounds_played(read)
    parts = zip(measured.expected, measured.deal, measured.stock, *measured.moves, strict=True)
    assert [sum(seat) for seat in parts] == pytest.approx(points)
    assert any(measured.stock)
    assert any(map(any, measured.moves))
    dear = [Cost(at, 9.0, 1.0, 1, own=5.0) for at in range(0, len(decisions_of(read)), 5)]
    costs = {at: Cost(at) for at in range(len(decisions_of(read)))} | {c.number: c for c in dear}
    review = review_of(read, costs, luck={number: measured})
    assert any(player.play for player in review.players)
    for seat, player in enumerate(review.players):
        (line,) = player.rounds
        assert line.cards + line.play + line.others == line.result
        assert line.points == points[seat]
        assert abs(line.result / 10 - (points[seat] - measured.expected[seat])) <= 0.05
        assert line.play % 50 == 0


def test_a_move_that_the_play_outs_make_too_needs_no_play_outs(read, monkeypatch):
    play, counted = luck.play_moves_in, Counter()

    def counting(*given):
        counted["values"] += 1
        return play(*given)

    for name, count in (("_WORLDS", 1), ("_FEW_WORLDS", 1), ("_DEALS", 1)):
        monkeypatch.setattr(luck, name, count)
    monkeypatch.setattr(luck, "play_moves_in", counting)
    few, fewest = luck_of(read, 1), counted["values"]
    monkeypatch.setattr(luck, "plays_so", lambda *given: False)
    luck_of(read, 1)
    assert fewest < 0.8 * (counted["values"] - fewest)
    # The moves of the two simple players are mostly those of the play-outs.
    assert few.moves[1][1] != few.moves[0][0]


def test_a_long_round_takes_fewer_and_shorter_play_outs():
    most = luck._extent(1, 1.0)
    usual, long, endless = (luck._extent(moves, 60.0) for moves in (100, 200, 3000))
    assert most[0] > long[0] >= endless[0]
    assert usual[1] == most[1] > endless[1] >= 1


def test_a_player_is_charged_nothing_for_the_errors_of_others(read, measured):
    mine = next(at for at, each in enumerate(decisions_of(read)) if each.seat == 0)
    costs = {at: Cost(at) for at in range(len(decisions_of(read)))}
    costs[mine] = Cost(mine, 9.0, 1.0, 1, own=5.0)
    plays = [player.play for player in review_of(read, costs, luck={1: measured}).players]
    assert plays == [50, 0, 0]


@pytest.mark.parametrize(
    ("language", "stock", "bought"),
    [
        (
            "en",
            "the stock saved 14 points in round 1",
            "what Bob took or bought (3 cards) cost 9 points",
        ),
        ("de", "der Stapel ersparte 14 Punkte in Runde 1", "kostete 9 Punkte"),
        ("es", "el mazo ahorró 14 puntos en la ronda 1", "costó 9 puntos"),
    ],
)
def test_much_luck_is_told_in_a_sentence(read, language, stock, bought, monkeypatch):
    monkeypatch.setattr(sentences, "has_numba", lambda: True)
    none = (0.0,) * 3
    given = RoundLuck(
        1, (20.0,) * 3, none, (-14.0, 0.0, 3.0), (none,) * 3, (Bought(1, 3, (9.0, 9.0, 9.0)),)
    )
    costs = {at: Cost(at) for at in range(len(decisions_of(read)))}
    with in_language(language):
        review = review_of(read, costs, luck={1: given})
        assert stock in sentences_of(review, 0)[1]
        assert bought in sentences_of(review, 0)[1]
        assert len(sentences_of(review, 1)) == 2


@pytest.mark.parametrize(
    ("language", "drawn", "rest"),
    [
        ("en", "9 fewer by deal and stock", "30 more by how the other cards lay"),
        ("de", "9 weniger durch Blatt und Stapel", "30 mehr dadurch, wie die übrigen Karten lagen"),
        ("es", "9 menos por el reparto y el mazo", "30 más por cómo estaban las demás cartas"),
    ],
)
def test_what_neither_the_deal_nor_the_stock_gave_is_told_apart(read, language, drawn, rest):
    none = (0.0,) * 3
    moves = ((30.0, 0.0, 0.0), none, none)
    given = RoundLuck(1, (20.0,) * 3, (5.0, 0.0, 0.0), (-14.0, 0.0, 0.0), moves)
    costs = {at: Cost(at) for at in range(len(decisions_of(read)))}
    review = review_of(read, costs, luck={1: given})
    (line,) = review.players[0].rounds
    assert (line.cards, line.deal, line.stock, line.rest) == (210, 50, -140, 300)
    with in_language(language):
        assert f"{drawn}, {rest}, " in sentences_of(review, 0)[0]


@pytest.fixture(scope="module")
def in_need(read):
    """The first draw of a player who lacks one queen for the contract, and two cards of the stock:
    a queen and one that does not help."""
    step = next(step for step in opened_course(read) if isinstance(step.action, Draw))
    state, holder = step.before, step.before.seats[step.before.turn]
    pool = [*holder.hand, *state.stock]
    good, bad, *hand = [
        pool.pop(next(at for at, card in enumerate(pool) if label(card)[0] == rank))
        for rank in ("Q1KKKQQ" + "3456789A")[: 2 + len(holder.hand)]
    ]
    assert shortage(hand, state.contract, state.rules) == 1
    assert shortage((*hand, bad), state.contract, state.rules) == 1
    seats = list(state.seats)
    seats[state.turn] = structs.replace(holder, hand=tuple(hand))
    before = structs.replace(state, seats=tuple(seats), stock=(good, bad, *pool))
    return structs.replace(step, before=before), good, bad


def test_a_good_card_from_the_stock_is_luck(read, in_need, monkeypatch):
    for name, count in (("_WORLDS", 8), ("_FEW_WORLDS", 2), ("_DEALS", 1)):
        monkeypatch.setattr(luck, name, count)
    step, good, bad = in_need
    drawer, stock = step.before.turn, step.before.stock
    gave = []
    for card in (good, bad):
        before = structs.replace(step.before, stock=(card, *(c for c in stock if c != card)))
        after, events = apply(before, step.action)
        drawn = structs.replace(step, before=before, after=after, events=events)
        toss = structs.replace(
            drawn,
            before=after,
            move=structs.replace(step.move, action=Discard(drawer, card)),
            events=(RoundEnded(1, drawer, Ending.OUT, (0, 0, 0)),),
        )
        monkeypatch.setattr(luck, "opened_course", lambda read, steps=(drawn, toss): steps)
        gave.append(luck_of(read, 1).stock[drawer])
    assert gave[0] + 2 < gave[1], gave
