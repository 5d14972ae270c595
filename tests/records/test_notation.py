"""Moves as text, both ways: what is written is read back, and nonsense says why."""

from random import Random

import pytest
from hypothesis import example, given, settings, strategies as st
from msgspec import structs

from shanghai.engine.actions import (
    Call,
    CallShanghai,
    Deal,
    Discard,
    Draw,
    EndTurn,
    GoDown,
    HandOver,
    LayOff,
    MeldCards,
    Pass,
    Swap,
    Take,
)
from shanghai.engine.cards import FACES, HIDDEN, label, labels, read_face
from shanghai.engine.game import apply, legal, needs, new_game, refuse
from shanghai.engine.seen import view_for
from shanghai.engine.state import End, Kind, Phase
from shanghai.records.notation import (
    AmbiguousMeld,
    NotationError,
    StockBecomes,
    UnknownPlayer,
    kinds_of,
    read_faces,
    read_move,
    unreadable_name,
    write_meld,
    write_move,
)
from shanghai.records.positions import MeldEntry, Position, build_state
from shanghai.variants.loader import load_variant

VARIANTS = ("rummygames", "grandma-davis", "california", "playerules")


def cards(text):
    return tuple(read_face(word) for word in text.split())


def state_of(
    hands, variant="playerules", table=(), names=("Ann", "Bob", "Cy"), phase="play", **more
):
    """A position with Ann on turn; `table` as pairs of owner and `set ...` or `run ...`."""
    melds = []
    for owner, meld in table:
        kind, _, held = meld.partition(" ")
        melds.append(MeldEntry(owner, Kind(kind), cards(held)))
    values = {"stock": "2H 3H 4H 5H", "discards": "9C", "discarded_by": (), "round": 1} | more
    position = Position(
        round=values["round"],
        dealer=names[-1],
        turn=names[0],
        phase=phase,
        hands=dict(zip(names, map(cards, hands), strict=True)),
        table=tuple(melds),
        stock=cards(values["stock"]),
        discards=cards(values["discards"]),
        discarded_by=values["discarded_by"],
        shanghaied=0,
        calls_used={},
        calls_before={},
        scores={},
    )
    return build_state(position, names, load_variant(variant))


STATE = state_of(
    ["4S 9D KC 4S", "2S 3S QH", "8D 8H JK 3C"],
    "grandma-davis",
    [("Bob", "set QS QD QC"), ("Bob", "run 5S 6S 7S 8S")],
)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("Ann draws", Draw(0)),
        ("Ann takes", Take(0)),
        ("Ann passes", Pass(0)),
        ("Bob calls buy", Call(1, "buy")),
        ("Bob calls may-i", Call(1, "may-i")),
        ("Bob calls shanghai on 2", CallShanghai(1, 1)),
        ("Bob calls shanghai on 2 low", CallShanghai(1, 1, End.LOW)),
        ("Bob calls shanghai on 2 high giving QH", CallShanghai(1, 1, End.HIGH, read_face("QH"))),
        ("Bob calls shanghai on 1 giving 2S", CallShanghai(1, 0, None, read_face("2S"))),
        ("Ann swaps 9D for joker in 2", Swap(0, read_face("9D"), 1)),
        ("Ann lays KC on 1", LayOff(0, read_face("KC"), 0)),
        ("Ann lays 4S on 2 low", LayOff(0, read_face("4S"), 1, End.LOW)),
        ("Ann discards 9D", Discard(0, read_face("9D"))),
        ("Ann discards 9♦ shanghai", Discard(0, read_face("9D"), True)),
        ("Ann ends", EndTurn(0)),
        ("Ann hands over to Mary Jane", HandOver(0, "Mary Jane")),
        ("stock becomes 3S TD JK", StockBecomes(cards("3S 10D JK"))),
        ("stock becomes", StockBecomes(())),
        ("  Ann   discards  9D ", Discard(0, read_face("9D"))),
    ],
)
def test_reads_each_move(text, action):
    assert read_move(text, STATE) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ann",
        "Ann ",
        "draws",
        "Ann draw",
        "Ann draws now",
        "ann draws",
        "Ann calls",
        "Ann calls BUY",
        "Ann calls shanghai",
        "Ann calls shanghai on",
        "Ann calls shanghai on two",
        "Ann calls shanghai on 0",
        "Ann calls shanghai on 99999999999",
        "Ann swaps 9D",
        "Ann swaps 9D for 8D in 1",
        "Ann melds",
        "Ann melds 3S 3H 3D",
        "Ann melds [3S 3H 3D",
        "Ann melds [[3S 3H 3D]]",
        "Ann melds book[3S 3H 3D]",
        "Ann melds [3S 3H 3X]",
        "Ann lays on 1",
        "Ann lays 4S",
        "Ann lays 4S on 1 left",
        "Ann lays 11S on 1",
        "Ann discards",
        "Ann discards 1S",
        "Ann discards 9D SHANGHAI",
        "Ann discards 9D 8D",
        "Ann ends now",
        "Ann hands over",
        "Ann hands over to",
        "stock becomes 3S 4X",
        "Eve draws",
        "Anna draws",
    ],
)
def test_says_why_a_text_is_no_move(text):
    with pytest.raises(NotationError) as caught:
        read_move(text, STATE)
    assert "\n" not in str(caught.value)


def test_unknown_player_is_told_with_those_at_the_table():
    with pytest.raises(UnknownPlayer, match="Ann, Bob, Cy"):
        read_move("Eve draws", STATE)


def test_joker_in_a_pack_without_jokers_is_no_card():
    rules = load_variant("playerules")
    pack = structs.replace(rules.packs[0], jokers=0)
    state = structs.replace(STATE, rules=structs.replace(rules, packs=(pack,)))
    with pytest.raises(NotationError, match="no jokers"):
        read_move("Ann discards JK", state)


def test_longest_name_is_taken_first():
    state = state_of(["4S", "4S", "4H"], names=("Ann", "Ann draws", "Bob"))
    assert read_move("Ann draws", state) == Draw(0)
    assert read_move("Ann draws draws", state) == Draw(1)
    assert read_move("Bob hands over to Ann takes", state) == HandOver(2, "Ann takes")


def test_a_player_may_be_called_stock():
    state = state_of(["4S", "4S", "4H"], names=("stock", "stock becomes", "Bob"))
    assert read_move("stock draws", state) == Draw(0)
    assert read_move("stock becomes draws", state) == Draw(1)


def test_equal_cards_are_taken_one_after_the_other():
    state = state_of(["4S 4S 4H JK JK", "2S", "3S"])
    move = read_move("Ann melds [4S 4S 4H JK JK]", state)
    assert set(move.melds[0].cards) == set(state.seats[0].hand)


@pytest.mark.parametrize(
    "text", ["Ann discards QH", "Ann lays QH on 2", "Ann melds [QH QD QC]", "Ann melds [4S 4S 4S]"]
)
def test_a_card_not_held_reaches_the_rules_and_is_refused(text):
    refusal = refuse(STATE, read_move(text, STATE))
    assert refusal is not None
    assert refusal.code == "not-in-hand"


@pytest.mark.parametrize("inside", ["", "JK", "JK JK JK", "JK JK JK JK", "4S", "8S 7S 6S 5S"])
def test_odd_melds_reach_the_rules_and_are_refused(inside):
    state = state_of(["JK JK JK JK 4S 8S 7S 6S 5S 2D", "2S", "3S"])
    for kind in ("", "set", "run"):
        move = read_move(f"Ann melds {kind}[{inside}] [JK JK]", state)
        assert isinstance(move, GoDown)
        assert refuse(state, move) is not None


def test_meld_that_could_be_either_takes_what_the_contract_asks():
    state = state_of(["5S JK JK JK 9H 9D 9C 2D", "2S", "3S"], round=1)
    two_sets = read_move("Ann melds [5S JK JK JK] [9H 9D 9C]", state)
    assert [meld.kind for meld in two_sets.melds] == [Kind.SET, Kind.SET]
    later = structs.replace(state, round=2)
    set_and_run = read_move("Ann melds [5S JK JK JK] [9H 9D 9C]", later)
    assert [meld.kind for meld in set_and_run.melds] == [Kind.RUN, Kind.SET]
    assert refuse(later, set_and_run) is None


def test_melds_that_could_be_either_way_round_must_be_named():
    rules = load_variant("playerules")
    many = structs.replace(rules.packs[0], jokers=8)
    state = structs.replace(
        state_of(["5S 9H 2D", "2S", "3S"], round=2), rules=structs.replace(rules, packs=(many,))
    )
    hand = (*state.seats[0].hand, *(read_face("JK") + FACES * copy for copy in range(6)))
    seats = (structs.replace(state.seats[0], hand=hand), *state.seats[1:])
    state = structs.replace(state, seats=seats)
    with pytest.raises(AmbiguousMeld, match="could be a set or a run"):
        read_move("Ann melds [5S JK JK JK] [9H JK JK JK]", state)
    named = read_move("Ann melds set[5S JK JK JK] [9H JK JK JK]", state)
    assert [meld.kind for meld in named.melds] == [Kind.SET, Kind.RUN]
    assert write_move(named, state) == ["Ann melds set[5S JK JK JK] run[9H JK JK JK]"]


def test_names_that_would_not_read_back():
    for name in ("", "  ", " Ann", "Ann ", "An\nn", "An\x1bn", "x" * 81, "A\u202eb"):
        assert unreadable_name(name)
    for name in ("Ann", "Mary Jane", "[/]", "O'Neil", "花子", "3", "none"):
        assert unreadable_name(name) is None


@pytest.mark.parametrize(
    ("ace", "text", "kinds"),
    [
        ("both", "3S 3H 3D", (Kind.SET,)),
        ("both", "5S 6S 7S 8S", (Kind.RUN,)),
        ("both", "5S JK JK JK", (Kind.SET, Kind.RUN)),
        ("both", "JK JK 5S", (Kind.SET,)),
        ("both", "QS JK JK JK", (Kind.SET,)),
        ("both", "AS JK JK JK", (Kind.SET, Kind.RUN)),
        ("high", "AS JK JK JK", (Kind.SET,)),
        ("low", "JK JK JK AS", (Kind.SET,)),
        ("high", "JK JK JK AS", (Kind.SET, Kind.RUN)),
        ("both", "5S 7S 6S 8S", (Kind.RUN,)),
        ("both", "3S 3H 3D 4D", (Kind.SET,)),
        ("both", "JK JK JK", (Kind.SET, Kind.RUN)),
    ],
)
def test_what_cards_could_be(ace, text, kinds):
    rules = structs.replace(load_variant("playerules"), ace=ace)
    assert kinds_of(cards(text), rules) == kinds


def test_a_meld_is_written_with_its_kind_only_where_it_must():
    rules = load_variant("playerules")
    assert write_meld(MeldCards(Kind.SET, cards("3S 3H 3D")), rules) == "[3S 3H 3D]"
    assert write_meld(MeldCards(Kind.RUN, cards("5S JK JK JK")), rules) == "run[5S JK JK JK]"


def test_ends_are_written_only_where_both_fit():
    state = state_of(
        ["JK 4S KC", "2S", "3S"], table=[("Ann", "run 5S 6S 7S 8S"), ("Ann", "set QS QD QC")]
    )
    joker, four = state.seats[0].hand[:2]
    assert write_move(LayOff(0, joker, 0, End.HIGH), state) == ["Ann lays JK on 1 high"]
    assert write_move(LayOff(0, four, 0, End.LOW), state) == ["Ann lays 4S on 1"]
    assert write_move(LayOff(0, joker, 1), state) == ["Ann lays JK on 2"]


def test_the_renewed_stock_is_written_before_the_move_in_every_variant():
    for variant in VARIANTS:
        state = state_of(
            ["4S", "4H", "4D"], variant, phase="draw", stock="", discards="9C 8C 7C 6C"
        )
        need = needs(state, Draw(0))
        order = need.renew[::-1] if need.shuffled else ()
        shown = labels(order or need.renew)
        assert write_move(Draw(0, order), state) == [f"stock becomes {shown}", "Ann draws"]


def test_glyphs_and_tens_read_alike():
    assert read_faces("10S TS 10♠ JK A♥ K♦ 2♣") == cards("10S 10S 10S JK AH KD 2C")


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=60))
@example("Ann melds " + "[JK]" * 3)
def test_any_text_is_a_move_or_a_notation_error(text):
    for said in (text, f"Ann {text}", f"Ann melds [{text}]", f"Ann lays {text} on 1"):
        try:
            move = read_move(said, STATE)
        except NotationError:
            continue
        if not isinstance(move, StockBecomes):
            refuse(STATE, move)


def _walk(variant, seed, steps):
    """Random legal play of one round; each action with the state in which it was done."""
    chance = Random(f"{variant} {seed}")
    rules = load_variant(variant)
    state = structs.replace(new_game(rules, ["Ann", "Bob", "Cy"]), phase=Phase.DEALING, dealer=2)
    order = list(rules.cards(3))
    chance.shuffle(order)
    state, _ = apply(state, Deal(tuple(order)))
    for _ in range(steps):
        if state.phase not in (Phase.DRAW, Phase.PLAY):
            return
        actions = list(legal(state))
        bold = [a for a in actions if isinstance(a, GoDown | LayOff | Swap | CallShanghai)]
        action = chance.choice(bold or actions)
        need = needs(state, action)
        if need.shuffled:
            renewed = list(need.renew)
            chance.shuffle(renewed)
            action = structs.replace(action, renewed=tuple(renewed))
        if need.pick:
            action = structs.replace(action, picked=chance.choice(need.pick))
        yield state, action
        state, _ = apply(state, action)


def _faces(value):
    """An action with the faces of its cards alone, for identical cards may stand for each other."""
    match value:
        case GoDown(seat=seat, melds=melds):
            return seat, [(meld.kind, labels(meld.cards)) for meld in melds]
        case _:
            fields = {name: getattr(value, name) for name in value.__struct_fields__}
            fields.pop("renewed", None)
            fields.pop("end", None)
            for name in ("card", "picked"):
                if fields.get(name) is not None:
                    fields[name] = fields[name] % FACES
            return type(value), fields


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_every_move_written_is_read_back(variant, seed):
    for state, action in _walk(variant, seed, 120):
        *before, text = write_move(action, state)
        read = read_move(text, state)
        assert _faces(read) == _faces(action), text
        assert refuse(state, read) is None, text
        end = getattr(action, "end", None)
        assert getattr(read, "end", None) in (end, None)
        if before:
            stock = read_move(before[0], state)
            assert isinstance(stock, StockBecomes)
            assert len(stock.faces) == len(needs(state, action).renew)


def test_a_view_hides_no_card_that_is_the_actors_own():
    view = view_for(STATE, 0)
    assert HIDDEN in view.seats[1].hand
    assert read_move("Ann discards 9D", view) == read_move("Ann discards 9D", STATE)
    assert label(read_move("Bob discards JK", view).card) == "JK"
