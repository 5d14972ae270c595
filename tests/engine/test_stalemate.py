"""A round that nobody can end any more is thrown in: dealt again, or counted."""

import pytest
from msgspec import structs

from shanghai.engine.actions import Deal, Discard, Draw, MeldCards, ThrowIn
from shanghai.engine.cards import FACES, JOKER, labels, read_face
from shanghai.engine.events import Dealt, RoundEnded, RoundThrownIn
from shanghai.engine.game import Refused, apply
from shanghai.engine.melds import read_meld
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.seats import NOBODY
from shanghai.engine.stalemate import MOST_TURNS, is_counted, is_stalemate, is_too_long
from shanghai.engine.state import Ending, Kind, Meld, Phase, RoundResult, Seat, State
from shanghai.records.positions import write_position
from shanghai.records.recorder import GameRecorder
from shanghai.storage.journal import JournalVerdict
from shanghai.storage.saves import read_game
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant
from tests.long import some


def cards(text, copy=0):
    return tuple(read_face(word) + FACES * copy for word in text.split())


def dead_table(**changes):
    """Three players who are down, the sets of their ranks complete, and four cards for nothing."""
    rules = load_variant(
        "playerules", {"contracts": [{"sets": [3]}], "deal": [4], "call_limit": [0]}
    )
    rules = structs.replace(rules, **changes)
    kings = (*cards("KS KH KD KC"), *cards("KS KH KD KC", 1))
    return State(
        rules=rules,
        seats=tuple(
            Seat(name, cards(hand), down=True)
            for name, hand in (("Ann", "2S"), ("Bob", "4H"), ("Cy", "9D"))
        ),
        phase=Phase.DRAW,
        dealer=2,
        turn=0,
        table=(Meld(0, Kind.SET, kings, 13),),
        stock=cards("5C"),
        discards=cards("7C"),
        tossers=(2,),
    )


def test_a_table_where_nothing_fits_any_more_stands_still():
    state = dead_table(stalemate="deal-again")
    assert is_stalemate(state)
    pack = state.rules.cards(3)
    thrown, _ = apply(state, ThrowIn())
    assert (thrown.phase, thrown.round, thrown.dealer) == (Phase.THROWN_IN, 1, 2)
    after, events = apply(state, ThrowIn(pack))
    assert apply(thrown, Deal(pack))[0] == after
    assert (after.round, after.dealer, after.turn, after.phase) == (1, 2, 0, Phase.DRAW)
    assert [type(event) for event in events] == [RoundThrownIn, Dealt]
    assert [len(seat.hand) for seat in after.seats] == [4, 4, 4]
    assert not any(seat.down or seat.score for seat in after.seats)
    assert after.table == ()
    assert after.results == ()


def test_it_counts_as_it_is():
    state = dead_table()
    assert is_counted(state)
    after, events = apply(state, ThrowIn())
    assert after.phase is Phase.GAME_OVER
    assert isinstance(events[1], RoundEnded)
    assert after.results[-1].ending is Ending.BLOCKED
    assert after.results[-1].points == (2, 4, 9)


@pytest.mark.parametrize(
    "changes",
    [
        {"stock": (JOKER,)},
        {"stock": cards("KS", 0)},
        {"phase": Phase.PLAY},
        {"seats": (Seat("Ann", cards("2S")), *dead_table().seats[1:])},
        {"calls": (1,)},
    ],
    ids=["a joker left", "a king left", "after the draw", "one not down", "a call waits"],
)
def test_a_round_that_can_go_on_is_not_thrown_in(changes):
    state = dead_table()
    if "stock" in changes:
        meld = structs.replace(state.table[0], cards=state.table[0].cards[1:])
        changes["table"] = (meld,)
    state = structs.replace(state, **changes)
    assert not is_stalemate(state)
    with pytest.raises(Refused):
        apply(state, ThrowIn(state.rules.cards(3)))


@pytest.mark.parametrize(("won_in", "stands_still"), [("runs", True), ("any", False)])
def test_a_joker_in_a_set_is_no_way_out_where_only_runs_give_theirs(won_in, stands_still):
    state = dead_table(exchange="any", exchange_in=won_in, repeated_suits=False)
    kings = MeldCards(Kind.SET, (*cards("KS KH KD"), JOKER))
    state = structs.replace(
        state, table=(read_meld(state.rules, 0, kings),), stock=cards("KC"), discards=cards("7C")
    )
    assert is_stalemate(state) is stands_still


@pytest.mark.parametrize(
    ("held", "gives", "stands_still"),
    [("2S 2H", False, True), ("2S 2H 4C", False, False), ("2S 2H", True, False)],
)
def test_hands_too_small_for_a_further_meld_and_the_discard_due(held, gives, stands_still):
    state = dead_table(
        lay_off_on="none",
        meld_when_down=True,
        must_discard=True,
        shanghai=True,
        shanghai_gives=gives,
    )
    seats = (structs.replace(state.seats[0], hand=cards(held)), *state.seats[1:])
    assert is_stalemate(structs.replace(state, seats=seats, stock=cards("2D"))) is stands_still


@pytest.mark.parametrize(("must_discard", "stands_still"), [(True, True), (False, False)])
def test_two_hands_that_hold_the_contract_but_not_the_discard_due(must_discard, stands_still):
    state = dead_table(must_discard=must_discard)
    seats = tuple(Seat(name, cards(hand)) for name, hand in (("Ann", "2S 2H"), ("Bob", "4H 9D")))
    state = structs.replace(state, seats=seats, dealer=1, table=())
    assert is_stalemate(state) is stands_still


def test_the_new_deal_takes_the_whole_pack():
    with pytest.raises(Refused):
        apply(dead_table(stalemate="deal-again"), ThrowIn((1, 2, 3)))


def two_players(variant, number):
    """Two players before a draw in a round, the first upcard gone, with the cards of the deal."""
    rules = load_variant(variant, {"stalemate": "deal-again", "deal_for": []})
    return State(
        rules=rules,
        seats=(Seat("Ann", tuple(range(11))), Seat("Bob", tuple(range(13, 24)))),
        phase=Phase.DRAW,
        round=number,
        dealer=1,
        turn=1,
        stock=tuple(range(30, 50)),
        discards=(50, 51),
        tossers=(0, NOBODY),
    )


@pytest.mark.parametrize(
    ("variant", "number", "stands_still", "counts"),
    [
        ("rummygames", 7, False, False),
        ("rummygames", 8, True, False),
        ("rummygames", 10, True, True),
        ("california", 6, False, False),
        ("california", 8, True, False),
        ("california", 10, True, True),
    ],
)
def test_two_hands_that_cannot_grow_to_the_contract(variant, number, stands_still, counts):
    state = two_players(variant, number)
    assert is_stalemate(state) is stands_still
    assert is_counted(state) is counts
    on_offer = structs.replace(state, discards=(51,), tossers=(NOBODY,))
    assert not is_stalemate(on_offer)


def test_two_hands_that_can_grow_to_a_part_of_the_contract_go_on():
    rules = load_variant("rummygames", {"stalemate": "deal-again", "lay_in_parts": True})
    state = structs.replace(two_players("rummygames", 10), rules=rules)
    assert not is_stalemate(state)
    assert not is_counted(state)
    hands = [structs.replace(seat, hand=seat.hand[:1]) for seat in state.seats]
    assert is_stalemate(structs.replace(state, seats=tuple(hands)))


def test_a_deal_anew_asks_for_the_whole_contract_again():
    state = two_players("rummygames", 10)
    seats = [structs.replace(seat, to_come=Contract((3,))) for seat in state.seats]
    assert is_counted(structs.replace(state, seats=tuple(seats)))


@pytest.mark.parametrize("variant", some(["california", "rummygames"]))
def test_a_game_of_two_comes_to_its_end(variant, tmp_path):
    rules = load_variant(variant)
    host = Host(rules, [Player("Ann", "simple"), Player("Bob", "simple")], seed=2)
    writer = GameWriter.begin(tmp_path, host)
    host.draw_for_dealer()
    while host.state.phase is not Phase.GAME_OVER:
        if host.state.phase in (Phase.DEALING, Phase.ROUND_OVER):
            host.deal()
        host.do(host.bot_action())
    assert len(host.state.results) == rules.rounds
    writer.close()
    read = read_game(writer.path)
    assert (read.verdict, read.state) == (JournalVerdict.OK, host.state)


def test_the_host_throws_in_by_itself_and_the_log_says_so():
    state = dead_table(stalemate="deal-again")
    state = structs.replace(state, stock=(*state.stock, *cards("6D 6H 8S")))
    host = Host(state.rules, [Player(seat.name) for seat in state.seats], seed=1, state=state)
    recorder = GameRecorder()
    host.on_change.append(lambda before, action, after, _: recorder.feed(before, action, after))
    host.do(Draw(0))
    events = host.do(Discard(0, host.state.seats[0].hand[0]))
    assert any(isinstance(event, RoundThrownIn) for event in events)
    assert host.state.phase is Phase.DRAW
    assert host.state.table == ()
    document = recorder.yaml()
    assert "the round stands still" in document
    assert "phase: thrown in" in document
    assert "moves: []" in document
    assert f"stock: {labels(host.state.stock)[:20]}" in document.replace("\n", " ")


def test_a_round_that_nobody_ends_in_very_many_turns_is_stopped_and_counts():
    kings = (Meld(0, Kind.SET, cards("KS KH KD"), 13),)
    open_ = structs.replace(dead_table(stalemate="deal-again"), table=kings, stock=cards("KC"))
    early = structs.replace(open_, turns=3 * MOST_TURNS - 2)
    host = Host(early.rules, [Player(seat.name) for seat in early.seats], seed=1, state=early)
    recorder = GameRecorder()
    host.on_change.append(lambda before, action, after, _: recorder.feed(before, action, after))
    for seat in (0, 1):
        host.do(Draw(seat))
        events = host.do(Discard(seat, host.state.seats[seat].hand[0]))
        assert any(isinstance(event, RoundThrownIn) for event in events) is bool(seat)
    assert RoundThrownIn(1, counted=True, stopped=True) in events
    assert "the round is stopped" in recorder.yaml()
    assert "the round stands still" not in recorder.yaml()


def test_the_turns_of_a_deal_that_was_thrown_in_count_towards_those_of_the_round():
    state = structs.replace(dead_table(stalemate="deal-again"), turns_before=3 * MOST_TURNS - 6)
    thrown, events = apply(structs.replace(state, turns=5), ThrowIn())
    assert events == (RoundThrownIn(1, counted=False),)
    again, _ = apply(thrown, Deal(state.rules.cards(3)))
    assert (again.turns, again.turns_before) == (0, 3 * MOST_TURNS - 1)
    assert f"turns: {3 * MOST_TURNS - 1}" in write_position(again)
    assert not is_too_long(again)
    late = structs.replace(again, turns=1)
    assert is_too_long(late)
    after, events = apply(late, ThrowIn())
    assert events[0] == RoundThrownIn(1, counted=True, stopped=True)
    assert after.results[-1].ending is Ending.BLOCKED


def test_another_round_begins_with_no_turn():
    over = structs.replace(
        dead_table(), phase=Phase.ROUND_OVER, turns=7, turns_before=9, results=()
    )
    rules = load_variant("playerules")
    following, _ = apply(
        structs.replace(over, rules=rules, results=blocked(over)), Deal(rules.cards(3))
    )
    assert (following.round, following.turns, following.turns_before) == (2, 0, 0)


def blocked(state):
    return (RoundResult(state.round, (0, 0, 0), NOBODY, Ending.BLOCKED),)
