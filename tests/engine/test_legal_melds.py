"""The list of legal actions and `refuse` agree about melds, under rules drawn at random."""

from itertools import combinations, permutations

from hypothesis import HealthCheck, given, settings, strategies as st

from shanghai.engine.actions import GoDown, LayOff, MeldCards, Swap
from shanghai.engine.cards import FACES, JOKER
from shanghai.engine.game import apply, legal, refuse
from shanghai.engine.melds import read_meld
from shanghai.engine.parameters.parts import Contract, JokerCap, Pack
from shanghai.engine.rules import Rules
from shanghai.engine.state import End, Kind, Meld, Phase, Seat, State

CAPS = (JokerCap(), JokerCap("fixed", 1), JokerCap("fixed", 2), JokerCap("naturals"))
FEW = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@st.composite
def some_rules(draw, contract):
    """Rules in which what a meld is has been drawn, for a game of one contract."""
    return Rules(
        id="drawn",
        name="Drawn",
        summary="",
        packs=(Pack(8, 3, 4),),
        contracts=(contract,),
        deal=(8,),
        call_limit=(0,),
        points=(15, *(5,) * 12),
        joker_points=25,
        exchange="any",
        ace=draw(st.sampled_from(("low", "high", "both", "round"))),
        joker_cap=draw(st.sampled_from(CAPS)),
        wild_ranks=draw(st.sampled_from(((), (2,), ("A",), (3, "K")))),
        wild_cards=draw(st.sampled_from(((), ("4S", "4H")))),
        wild_natural=draw(st.booleans()),
        adjacent_wild=draw(st.booleans()),
        repeated_suits=draw(st.booleans()),
        exact_sizes=draw(st.booleans()),
        must_discard=draw(st.booleans()),
    )


def cards(faces):
    """Physical cards of some faces, each with a number of its own."""
    return tuple(face + FACES * faces[:index].count(face) for index, face in enumerate(faces))


def table_state(rules, hand, melds=()):
    """A player on turn who has drawn; down where melds lie on the table."""
    seats = (Seat("Ann", hand, bool(melds)), Seat("Bob", (51,)))
    return State(
        rules=rules, seats=seats, phase=Phase.PLAY, dealer=1, turn=0, table=melds, stock=(50,)
    )


def told(state, action):
    """An action by faces, the cards of a set in any order."""
    match action:
        case GoDown(melds=(meld,)):
            faces = [card % FACES for card in meld.cards]
            return meld.kind, tuple(faces if meld.kind is Kind.RUN else sorted(faces))
        case _:
            return type(action), action.card % FACES, action.meld, getattr(action, "end", None)


FACE = st.sampled_from([0, 1, 2, 3, 11, 12, 13, 14, 15, 16, 25, 27, 28, JOKER, JOKER])


@FEW
@given(st.data())
def test_each_way_of_going_down_that_is_not_refused_is_listed_once(data):
    is_run = data.draw(st.booleans())
    contract = Contract((), (4,)) if is_run else Contract((3,), ())
    rules = data.draw(some_rules(contract))
    hand = cards(data.draw(st.lists(FACE, min_size=5, max_size=5)))
    state = table_state(rules, hand)
    kind = Kind.RUN if is_run else Kind.SET
    tried = (
        GoDown(0, (MeldCards(kind, laid),))
        for size in range(3, 6)
        for laid in (permutations if is_run else combinations)(hand, size)
    )
    wanted = {told(state, action) for action in tried if refuse(state, action) is None}
    listed = [told(state, action) for action in legal(state) if isinstance(action, GoDown)]
    assert sorted(listed, key=str) == sorted(wanted, key=str)


@FEW
@given(st.data())
def test_what_is_laid_off_or_exchanged_is_listed_and_makes_a_meld(data):
    is_run = data.draw(st.booleans())
    rules = data.draw(some_rules(Contract((3,), (4,))))
    faces = data.draw(st.lists(FACE, min_size=4 if is_run else 3, max_size=5))
    meld = read_meld(rules, 0, MeldCards(Kind.RUN if is_run else Kind.SET, cards(faces)))
    if not isinstance(meld, Meld):
        meld = read_meld(rules, 0, MeldCards(Kind.SET, (5, 18, 31)))
    hand = tuple(card + FACES * 3 for card in cards(data.draw(st.lists(FACE, min_size=4))))[:6]
    state = table_state(rules, hand, (meld,))
    tried = [LayOff(0, card, 0, end) for card in hand for end in (None, *End)]
    tried += [Swap(0, card, 0) for card in hand]
    allowed = [action for action in tried if refuse(state, action) is None]
    places = {told(state, action) for action in allowed}
    listed = {told(state, a) for a in legal(state) if isinstance(a, LayOff | Swap)}
    assert listed <= places
    # Of a run with one fitting end the end may be left out.
    assert {one[:3] for one in places} == {one[:3] for one in listed}
    for action in allowed:
        after = apply(state, action)[0].table[0]
        again = read_meld(rules, 0, MeldCards(after.kind, after.cards))
        assert isinstance(again, Meld)
        assert again.wild_count <= after.wild_count
