"""What of a hand is ready for its contract: which cards lie where, and how they are written."""

from random import Random
from types import SimpleNamespace

import pytest

from shanghai.engine.cards import JOKER, deck_cards, face_of, read_face
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.solver import distance
from shanghai.table.grouping import meld_drafts, solved_drafts, started_melds
from shanghai.ui.kit.lines import row_width
from shanghai.ui.table.needs import fitting_row
from shanghai.variants.loader import load_variant
from shanghai.words import scores
from shanghai.words.cards import CardStyle
from tests.ui.apps import until
from tests.ui.states import shown
from tests.ui.tables import SMALL
from tests.variants.test_broken_files import FILES

STYLE, PLAIN = CardStyle(), CardStyle(ascii=True)
RULES = load_variant("grandma-davis")
BOOKS = Contract((3, 3, 3), ())


def hand_of(text):
    """A hand of cards by their names, each a card of its own."""
    left = list(deck_cards(2, 4))
    hand = []
    for name in text.split():
        card = next(card for card in left if face_of(card) == read_face(name))
        left.remove(card)
        hand.append(card)
    return tuple(hand)


def written(text, contract, room=80, style=STYLE, wild=frozenset()):
    hand = hand_of(text)
    short = distance(hand, contract, RULES).short
    line = fitting_row(meld_drafts(hand, contract, wild, short), ("book", "run"), style, room)
    return "".join(bit.text for bit in line)


def test_what_is_ready_a_pair_or_missing_is_shown_meld_by_meld():
    hand = "7S QH 2C 7H QD KD 7D 9S 4C 6H"
    assert written(hand, BOOKS) == ("book 1  7♠ 7♥ 7♦  ✓  book 2  Q♥ Q♦  ▁▁  book 3  9♠  ▁▁ ▁▁")
    assert written(hand, BOOKS, room=32) == "7♠7♥7♦ ✓  Q♥Q♦ ▁▁  9♠ ▁▁ ▁▁"
    assert written(hand, BOOKS, 80, PLAIN).endswith("7D  ok  book 2  QH QD  __  book 3  9S  __ __")
    assert written(hand, BOOKS, room=20) == ""


@pytest.mark.parametrize(
    ("hand", "contract", "expected"),
    [
        (
            "8S 8D 10H 10D KC QD 7H 5C 4S 3D 2H",
            Contract((3, 3), (4,)),
            "book 1  8♠ 8♦  ▁▁  book 2  10♥ 10♦  ▁▁  run",
        ),
        (
            "JK 6S 6H 3H 4H KD 10C 9D 2S",
            Contract((3,), (4,)),
            "book  6♠ 6♥ JK  ✓  run ▁▁ ▁▁  3♥ 4♥",
        ),
    ],
)
def test_of_ways_that_lack_as_many_cards_pairs_go_before_single_cards(hand, contract, expected):
    assert expected in written(hand, contract)


@pytest.mark.parametrize(
    ("hand", "contract", "expected"),
    [
        ("5S 7S 8S JK 2D KH 9C", Contract((), (4,)), "run  5♠ JK 7♠ 8♠  ✓"),
        ("QD KD AD 2D 9C 5H 8S", Contract((), (4,)), "run  ▁▁"),
        ("5S 6S 5H 5D 9C KH 7S", Contract((3,), (4,)), "book  5♥ 5♦  ▁▁  run"),
        ("4S 4H 4D 4C JK 9C KH 2S", Contract((3, 3), ()), "book 1  4♠ 4♥ 4♦ 4♣  ✓  book 2"),
    ],
)
def test_jokers_aces_and_cards_that_two_melds_want(hand, contract, expected):
    assert expected.replace("run  ▁▁", "▁▁") in written(hand, contract)


def test_the_melds_lack_as_many_cards_as_the_solver_says():
    tried = 0
    for number in range(1, len(RULES.contracts) + 1):
        contract = RULES.contract(number)
        for first in range(0, 90, 6):
            hand = deck_cards(2, 4)[first : first + 44 : 4]
            short = distance(hand, contract, RULES).short
            places = meld_drafts(tuple(hand), contract, frozenset(), short)
            tried += bool(places)
            cards = [card for place in places for card in place.cards if card is not None]
            assert len(cards) == len({*cards})
            assert {*cards} <= {*hand}
    assert tried > 90


def test_nothing_is_shown_where_the_search_does_not_agree_with_the_solver():
    hand = hand_of("7S QH 2C 7H QD KD 7D 9S 4C 6H")
    assert meld_drafts(hand, BOOKS, frozenset(), 3)
    assert meld_drafts(hand, BOOKS, frozenset(), 2) == ()
    assert meld_drafts(hand, Contract(points=40), frozenset(), 3) == ()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_published_game_shows_its_melds_as_far_as_they_are_ready(path):
    """The cards that lack are as many as the solver says, whatever the contract asks for."""
    rules, chance = load_variant(path.stem), Random(path.stem)
    shown = 0
    for number in (1, (len(rules.contracts) + 1) // 2, len(rules.contracts)):
        players = min(4, rules.max_players)
        pack = rules.cards(players)
        hand = tuple(chance.sample(pack, rules.cards_dealt(number, players)))
        view = SimpleNamespace(
            rules=rules, contract=rules.contract(number), round=number, players=players
        )
        answer = distance(hand, view.contract, rules)
        places = started_melds(hand, view, answer)
        lacking = sum(place.missing for place in places)
        assert not places or lacking in (answer.short, answer.short - 1)
        cards = [card for place in places for card in place.cards if card is not None]
        assert len(cards) == len({*cards})
        assert {*cards} <= {*hand}
        shown += bool(places)
    assert shown >= 2, "only where very many cards lack a sentence stands for them"


def test_no_more_jokers_are_ticked_than_a_meld_may_hold():
    """In California jokers never outnumber the other cards of a meld."""
    rules = load_variant("california")
    view = SimpleNamespace(rules=rules, contract=rules.contract(1), round=1, players=4)
    hand = hand_of("2S JK JK 5H 9D KC 7S QD 4H 6C")
    places = started_melds(hand, view, distance(hand, view.contract, rules))
    assert places
    for place in places:
        cards = [card for card in place.cards if card is not None]
        assert 2 * sum(face_of(card) == JOKER for card in cards) <= len(place.cards)


def test_under_points_and_conditions_the_melds_are_those_of_the_solver():
    """Forty points, a run of any suits, and a set without jokers."""
    rules = load_variant("kaluki-40")
    view = SimpleNamespace(rules=rules, contract=rules.contract(1), round=1, players=4)
    hand = hand_of("KS KH KD 9S 10S 4C 6H 2D")
    places = solved_drafts(hand, view, distance(hand, view.contract, rules))
    line = "".join(bit.text for bit in fitting_row(places, ("set", "run"), STYLE, 80))
    assert "K♠ K♥ K♦  ✓" in line
    assert "9♠ 10♠" in line
    assert "▁▁" in line


@pytest.mark.parametrize("language", ["en", "de", "es"])
async def test_what_helps_is_never_cut_in_the_middle(tmp_path, language):
    """Where it does not fit, it is said that many cards help."""
    async with shown("later own", tmp_path, SMALL) as (app, pilot):
        app.change_settings(language=language)
        screen = app.screen
        await until(pilot, lambda: screen.needs.row(80))
        for room in range(30, 100):
            row = screen.needs.row(room)
            text = "".join(bit.text for bit in row)
            assert "…" not in text
            assert row_width(row) <= room or len(row) == 1, "a sentence alone"
        assert scores.MANY_CARDS_HELP.strip() in text or scores.HELPS in text
