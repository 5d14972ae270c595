"""The table: what each place is asked, in which order things are done, and what is refused."""

import threading

import pytest

from shanghai.bots.levels import LEVELS, Level
from shanghai.engine.actions import Call, Correct, Discard, Draw, Take
from shanghai.engine.events import CallGranted, CallMade, MovesUndone
from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Phase
from shanghai.table.chance import CardSource
from shanghai.table.host import Host, Player
from shanghai.table.pins import TypedPin
from shanghai.table.places import (
    Agree,
    AskHint,
    CutCards,
    GiveSeat,
    LetGo,
    MoveTo,
    OpenHand,
    Order,
    Place,
    Ready,
    TakeCallBack,
    Undo,
)
from shanghai.table.table import Table
from shanghai.variants.loader import load_variant
from tests.positions import card, position
from tests.table.test_host import Eager

HANDS = {"Ann": "4S 9D KC 2H 6S", "Bob": "2S 3S QH 7D", "Mia": "8D 8H JK 3C", "Cy": "5C 5D 10S JH"}
ANN, BOB, MIA, CY = range(4)


class Clock:
    """Seconds that pass only when a test says so."""

    now = 1000.0

    def __call__(self):
        return self.now


def at_table(variant="grandma-davis", computers=(), elsewhere=(MIA,), seed=3, **more):
    """Ann is on turn and has not drawn; Cy has tossed the queen, so that Bob and Mia may call."""
    state = position(variant, HANDS, **{"turn": "Ann", "by": "Cy", "discards": "4D QD"} | more)
    players = [
        Player(name, "eager" if seat in computers else "") for seat, name in enumerate(HANDS)
    ]
    levels = {**LEVELS, "eager": Level(Eager, "Eager", "Calls whatever it may.")}
    host = Host(state.rules, players, seed, state, levels=levels)
    table = Table(host, Clock())
    for seat in elsewhere:
        table.move_to(seat, Place.ELSEWHERE)
    return table


def send(table, seat, does, question="", place=None):
    """The reply to an order from where its seat is played, once what has come in was run."""
    here = table.seating.place(seat) if place is None else place
    reply = table.send(Order(seat, does, question, here))
    table.run_orders()
    return reply


def call(table, seat):
    return Call(seat, table.rules.call_word)


def outcome(reply):
    """What became of an order, with the code of a refusal."""
    result = reply.result(0)
    return getattr(result.why, "code", result.why) or result.outcome


def ids(table):
    return [question and question.id for question in map(table.question, range(4))]


# -- questions --


def test_each_seat_is_asked_what_it_has_to_do_with_the_card():
    table = at_table(computers=[CY])
    kinds = [question and question.kind for question in map(table.question, range(4))]
    assert kinds == ["turn", "call", "call", None]
    assert table.question(MIA).card == table.public().top
    assert table.question(ANN).card is None


def test_an_id_changes_with_the_own_question_and_not_when_others_answer():
    table = at_table()
    before = ids(table)
    assert len({*before}) == 4, "with None for Cy, who tossed the card"
    assert outcome(send(table, BOB, LetGo())) == "accepted"
    assert ids(table) == [before[ANN], None, before[MIA], None]
    send(table, MIA, call(table, MIA))
    assert ids(table) == [before[ANN], None, None, None], "a call is no news to who is on turn"
    send(table, ANN, Draw(ANN))
    assert table.question(ANN).id != before[ANN]


def test_one_person_closes_no_other_window_and_may_still_call_until_the_draw():
    table = at_table()
    send(table, BOB, LetGo())
    assert table.calls.asked() == (MIA,)
    assert table.let_go() == ""
    assert table.calls.asked() == (MIA,), "who is elsewhere does not answer by the keyboard"
    assert outcome(send(table, BOB, call(table, BOB))) == "accepted"
    assert table.public().calls == (BOB,)
    send(table, MIA, LetGo())
    assert outcome(send(table, MIA, LetGo())) == "not-asked"
    send(table, ANN, Draw(ANN))
    assert outcome(send(table, MIA, call(table, MIA))) == "window-closed"


def test_a_stale_answer_changes_nothing_but_a_call_for_the_same_card_is_never_stale():
    table = at_table()
    turn, offer = table.question(ANN).id, table.question(MIA).id
    send(table, MIA, LetGo())
    assert table.question(MIA) is None
    assert outcome(send(table, MIA, LetGo(), offer)) == "stale"
    assert outcome(send(table, MIA, call(table, MIA), offer)) == "accepted"
    assert outcome(send(table, ANN, Draw(ANN), turn)) == "accepted"
    version, hand = table.version, table.view(ANN).seats[ANN].hand
    assert outcome(send(table, ANN, Discard(ANN, hand[0]), turn)) == "stale"
    assert outcome(send(table, MIA, call(table, MIA), offer)) == "stale"
    assert table.version == version
    assert outcome(send(table, ANN, Discard(ANN, hand[0]), table.question(ANN).id)) == "accepted"


def test_ids_of_two_tables_are_never_the_same():
    assert not {*ids(at_table())} & {*ids(at_table())} - {None}


# -- who may send --


def test_a_seat_is_played_from_its_own_place_alone():
    table = at_table(computers=[CY])
    refused = [
        send(table, MIA, call(table, MIA), place=Place.KEYBOARD),
        send(table, BOB, call(table, BOB), place=Place.ELSEWHERE),
        send(table, MIA, call(table, BOB)),
        send(table, CY, LetGo(), place=Place.KEYBOARD),
        send(table, MIA, Correct(MIA, 1, 0, "mine")),
        send(table, BOB, GiveSeat("Zoe"), place=Place.ELSEWHERE),
    ]
    assert {*map(outcome, refused)} == {"not-from-here"}
    assert outcome(send(table, 7, LetGo(), place=Place.ELSEWHERE)) == "no-such-seat"
    assert outcome(send(table, -1, LetGo(), place=Place.ELSEWHERE)) == "no-such-seat"
    assert not table.host.log


def test_every_reason_is_a_sentence():
    table = at_table()
    reply = send(table, MIA, call(table, MIA), place=Place.KEYBOARD).result(0)
    assert table.sentence_of(reply.why) == "Mia is not played from here."
    assert table.ask(CY, LetGo()) == "Cy is not asked that now."


# -- the grace --


def test_a_draw_waits_for_who_is_elsewhere_until_the_grace_has_run():
    table = at_table()
    table.calls.grace = 3.0
    drawn = send(table, ANN, Draw(ANN))
    assert not drawn.done()
    assert table.calls.awaited() == (MIA,), "Bob's hand is at the keyboard, as Ann's is"
    assert table.wakes_in == 3.0
    table.calls._clock.now += 2.9
    assert not table.step()
    table.calls._clock.now += 0.2
    assert table.step()
    assert outcome(drawn) == "accepted"
    assert table.public().phase is Phase.PLAY
    assert table.wakes_in is None


@pytest.mark.parametrize("answer", ["lets it go", "is gone", "calls"])
def test_a_draw_waits_no_longer_than_until_all_have_answered(answer):
    table = at_table()
    table.calls.grace = None
    drawn = send(table, ANN, Draw(ANN))
    table.calls._clock.now += 1e6
    assert not table.step()
    if answer == "is gone":
        table.seating.unconnected.add(MIA)
    else:
        send(table, MIA, LetGo() if answer == "lets it go" else call(table, MIA))
    assert not drawn.done()
    assert table.step()
    assert outcome(drawn) == "accepted"
    granted = [event.seat for event in table.host.log if isinstance(event, CallGranted)]
    assert granted == [MIA] * (answer == "calls"), "a call before the draw is settled by it"


def test_without_anybody_elsewhere_nothing_waits():
    table = at_table(elsewhere=())
    table.calls.grace = 3.0
    assert outcome(send(table, ANN, Draw(ANN))) == "accepted"


def test_a_computer_waits_for_the_keyboard_and_for_who_is_elsewhere():
    table = at_table(computers=[ANN])
    table.calls.grace = 3.0
    assert not table.step()
    table.let_go()
    assert not table.step()
    table.calls._clock.now += 3.0
    assert table.step()
    assert table.public().phase is Phase.PLAY


def test_a_computer_waits_for_the_keyboard_beyond_the_grace():
    table = at_table(computers=[ANN])
    table.calls.grace = 3.0
    table.calls._clock.now += 3.0
    assert not table.step()
    table.let_go()
    assert table.step()


def test_the_grace_begins_with_each_card():
    table = at_table()
    table.calls.grace = 3.0
    table.calls._clock.now += 3.0
    send(table, ANN, Draw(ANN))
    send(table, ANN, Discard(ANN, card(table.host, ANN, "KC")))
    drawn = send(table, BOB, Draw(BOB))
    assert not drawn.done()
    assert table.wakes_in == 3.0


def test_who_draws_elsewhere_waits_for_the_keyboard_too():
    table = at_table(elsewhere=(ANN,))
    table.calls.grace = 3.0
    drawn = send(table, ANN, Draw(ANN))
    assert table.calls.awaited() == (BOB, MIA)
    table.let_go()
    assert table.step()
    assert outcome(drawn) == "accepted"


def test_who_comes_first_takes_the_card_without_waiting():
    table = at_table("rummygames")
    table.calls.grace = 3.0
    assert outcome(send(table, ANN, Take(ANN))) == "accepted"


# -- races --


def test_the_first_message_has_the_card_and_who_is_late_is_told():
    table = at_table("playerules", elsewhere=(BOB, MIA))
    questions = {seat: table.question(seat).id for seat in (BOB, MIA)}
    replies = [table.send(Order(seat, call(table, seat), questions[seat])) for seat in (MIA, BOB)]
    table.run_orders()
    assert [*map(outcome, replies)] == ["accepted", "stale"]
    made = [event.seat for event in table.host.log if isinstance(event, CallMade)]
    assert made == [MIA]


def test_orders_of_many_threads_are_run_one_after_the_other():
    table = at_table("playerules", elsewhere=(BOB, MIA))
    replies, ready = [], threading.Barrier(8)

    def shout(seat):
        ready.wait()
        replies.append(table.send(Order(seat, call(table, seat), table_ids[seat])))

    table_ids = {seat: table.question(seat).id for seat in (BOB, MIA)}
    shouting = [threading.Thread(target=shout, args=((BOB, MIA)[n % 2],)) for n in range(8)]
    for thread in shouting:
        thread.start()
    while len(replies) < 8 or not all(reply.done() for reply in replies):
        table.run_orders()
    for thread in shouting:
        thread.join()
    assert sorted(map(outcome, replies)) == ["accepted"] + ["stale"] * 7
    assert sum(isinstance(event, CallGranted) for event in table.host.log) == 1


def test_an_order_from_another_thread_wakes_the_driver():
    table = at_table()
    woken = []
    table.inbox.on_arrival = lambda: woken.append(threading.get_ident())
    thread = threading.Thread(target=lambda: table.send(Order(MIA, LetGo())))
    thread.start()
    table.wait()
    thread.join()
    assert woken == [thread.ident]
    assert table.step()
    assert table.question(MIA) is None
    table.ask(BOB, LetGo())
    assert len(woken) == 1, "the keyboard runs what it asks itself"


def test_a_sender_that_has_gone_ends_nothing():
    table = at_table()
    table.calls.grace = None
    gone = table.send(Order(MIA, LetGo()))
    assert gone.cancel()
    waiting = send(table, ANN, Draw(ANN))
    assert not waiting.cancel(), "it is under way"
    assert table.question(MIA) is not None, "what was cancelled is not done"
    send(table, MIA, LetGo())
    assert table.step()
    assert outcome(waiting) == "accepted"


def quick_computer(variant):
    """A table at which a computer may call the card before any person."""
    for seed in range(40):
        table = at_table(variant, computers=[BOB], seed=seed)
        if BOB in table.host.window.quick:
            return table
    raise AssertionError("no computer is quick")


def test_a_call_waits_for_computers_and_is_too_late_where_one_was_quicker():
    table = quick_computer("playerules")
    reply = send(table, MIA, call(table, MIA))
    assert table.has_pending
    while table.step():
        pass
    assert outcome(reply) == "too-late"
    assert [e.seat for e in table.host.log if isinstance(e, CallGranted)] == [BOB]
    assert not table.has_pending


def test_who_asks_twice_moves_once():
    table = at_table(computers=[BOB])
    first = send(table, ANN, Draw(ANN))
    assert not first.done()
    assert outcome(send(table, ANN, Draw(ANN))) == "accepted"
    while table.step():
        pass
    assert outcome(first) == "accepted"
    assert len(table.view(ANN).seats[ANN].hand) == 6


@pytest.mark.parametrize("end", ["undo", "another player"])
def test_what_waits_is_given_up_with_an_undo_or_another_player(end):
    table = discarded()
    table.calls.grace = None
    drawn = send(table, BOB, Draw(BOB))
    assert not drawn.done()
    if end == "undo":
        assert table.undo(next(table.offers.options()).order) == ""
    else:
        table.hand_over(MIA, "Zoe")
    assert outcome(drawn) == "stale"
    assert not table.has_pending


# -- undo --


def discarded(**given):
    """A table at which Ann has drawn and discarded, so that Bob is on turn."""
    table = at_table(**given)
    send(table, ANN, Draw(ANN))
    send(table, ANN, Discard(ANN, card(table.host, ANN, "KC")))
    assert table.public().turn == BOB
    return table


def test_moves_are_undone_when_all_people_agree_wherever_they_are():
    table = discarded(computers=[CY])
    state = table.host.state
    assert outcome(send(table, MIA, Undo(1))) == "accepted"
    kinds = [question and question.kind for question in map(table.question, range(4))]
    assert kinds == ["undo", "undo", None, None], "neither who asks nor a computer"
    assert outcome(send(table, BOB, Draw(BOB))) == "undo-first"
    assert not table.step(), "the game waits"
    bob = table.question(BOB).id
    assert outcome(send(table, ANN, Agree(), table.question(ANN).id)) == "accepted"
    assert table.host.state is state
    assert table.question(BOB).id == bob
    assert outcome(send(table, BOB, Agree(), bob)) == "accepted"
    event = table.host.log[-1]
    assert isinstance(event, MovesUndone)
    assert (event.seat, event.agreed, table.public().turn) == (MIA, True, ANN)
    assert outcome(send(table, BOB, Agree(), bob)) == "stale"


def test_one_who_declines_ends_the_question():
    table = discarded()
    version = table.version
    send(table, BOB, Undo(2))
    send(table, MIA, Agree(False))
    assert table.agreement is None
    assert table.version == version
    assert outcome(send(table, ANN, Agree())) == "not-asked"


def test_a_call_is_taken_back_alone():
    table = at_table()
    send(table, MIA, call(table, MIA))
    assert outcome(send(table, BOB, TakeCallBack())) != "accepted"
    assert outcome(send(table, MIA, TakeCallBack())) == "accepted"
    assert table.public().calls == ()
    assert table.question(MIA).kind == "call", "and may be made again"


def test_an_undo_without_a_number_is_alone_where_that_is_possible():
    table = at_table("rummygames")
    send(table, ANN, Take(ANN))
    assert outcome(send(table, ANN, Undo())) == "accepted"
    assert (table.agreement, table.public().phase) == (None, Phase.DRAW)
    assert outcome(send(table, ANN, Undo())) == "There is no move of a person to take back."


# -- the clock for calls --


def test_a_card_that_goes_round_the_table_is_a_new_offer_each_time():
    table = at_table("rummygames")
    queen, offers = table.public().top, [table.public().offer]
    table.end_calls()
    assert table.calls.time_is_up
    assert table.calls.able() == ()
    for seat in range(4):
        table.host.do(Take(seat))
        table.host.do(Discard(seat, queen))
        offers.append(table.public().offer)
    view = table.public()
    assert (view.turn, view.top, len(view.discards)) == (ANN, queen, 2)
    assert not table.calls.time_is_up
    assert table.calls.able() == (BOB, MIA)
    assert len({*offers}) == 5


def test_the_time_to_call_begins_again_after_an_undo():
    table = at_table("rummygames")
    table.end_calls()
    assert table.question(MIA) is None
    send(table, ANN, Take(ANN))
    assert outcome(send(table, ANN, Undo())) == "accepted"
    assert table.question(MIA).kind == "call"
    assert outcome(send(table, MIA, call(table, MIA))) == "accepted"


# -- places --


def test_a_seat_goes_elsewhere_and_comes_back_at_any_moment():
    table = at_table(elsewhere=())
    table.sit_down(ANN)
    assert outcome(send(table, ANN, MoveTo(Place.ELSEWHERE), place=Place.ELSEWHERE)) == "accepted"
    assert (table.keyboard, table.seating.place(ANN)) == (NOBODY, Place.ELSEWHERE)
    assert outcome(send(table, ANN, Draw(ANN), place=Place.KEYBOARD)) == "not-from-here"
    assert outcome(send(table, ANN, Draw(ANN))) == "accepted"
    table.move_to(ANN, Place.KEYBOARD)
    assert table.awaits_keyboard, "before a hand that may be alone is shown"
    assert table.seating.of(Place.KEYBOARD) == (ANN, BOB, MIA, CY)
    assert outcome(send(table, ANN, LetGo(), place=Place.ELSEWHERE)) == "not-from-here"


def test_a_seat_elsewhere_is_given_to_a_computer_and_to_a_person_again():
    table = at_table()
    assert outcome(send(table, MIA, GiveSeat("Robo", "eager"))) == "accepted"
    assert table.seating.place(MIA) is Place.COMPUTER
    assert table.question(MIA) is None
    assert outcome(send(table, MIA, LetGo(), place=Place.ELSEWHERE)) == "not-from-here"
    assert table.seating.former(MIA) == "Mia"
    table.step()
    assert table.public().calls == (MIA,), "the computer wants the card that is still on offer"
    assert "computer player" in outcome(send(table, MIA, MoveTo(Place.ELSEWHERE)))
    assert table.ask(MIA, GiveSeat("Mia")) == ""
    assert table.seating.place(MIA) is Place.KEYBOARD
    assert "none" in table.ask(MIA, GiveSeat("Robo", "none"))


def test_the_screen_is_the_table_in_the_middle_while_anybody_plays_elsewhere():
    table = at_table(elsewhere=(ANN, MIA, CY))
    assert table.seating.of(Place.KEYBOARD) == (BOB,)
    assert not table.is_alone
    table.sit_down(BOB)
    send(table, ANN, Draw(ANN))
    assert table.keyboard == NOBODY, "no hand stays open while others play"
    for seat in (ANN, MIA, CY):
        table.hand_over(seat, f"Robo {seat}", "simple")
    assert table.is_alone


def test_the_keyboard_stays_with_a_person_alone_and_is_taken_at_the_end_of_a_turn():
    table = at_table(elsewhere=())
    assert table.pass_keyboard() == NOBODY
    table.sit_down(ANN)
    table.pass_keyboard()
    assert table.keyboard == ANN
    table.sit_down(BOB)
    table.pass_keyboard()
    assert table.keyboard == NOBODY, "it is the turn of Ann"
    for seat in (BOB, MIA, CY):
        table.hand_over(seat, f"Robo {seat}", "simple")
    assert table.pass_keyboard() == ANN
    assert table.awaits_keyboard, "the hand of Ann is not shown before somebody says so"
    table.sit_down(ANN)
    assert (table.pass_keyboard(), table.keyboard, table.awaits_keyboard) == (ANN, ANN, False)


def test_who_plays_elsewhere_has_seen_all_at_the_end_of_the_turn():
    table = at_table(elsewhere=(ANN,))
    send(table, ANN, Draw(ANN))
    send(table, ANN, Discard(ANN, card(table.host, ANN, "KC")))
    assert table.log.first_unseen(ANN) == len(table.host.log)
    assert table.log.first_unseen(BOB) == 0


def test_a_pin_is_asked_first():
    table = at_table()
    pin = TypedPin("1234")
    table.set_pin(MIA, pin)
    kept = {MIA: table.pins._pins[MIA]}
    table.pins.resume(kept)
    assert table.question(MIA).kind == "pin"
    assert outcome(send(table, MIA, call(table, MIA))) == "pin-first"
    assert outcome(send(table, MIA, OpenHand(TypedPin("4321")))) == "wrong-pin"
    assert outcome(send(table, MIA, OpenHand(pin))) == "accepted"
    assert table.question(MIA).kind == "call"


# -- before and after a round --


def fresh(*players):
    return Table(Host(load_variant("grandma-davis"), players, CardSource(is_fair=True)), Clock())


def test_the_cards_are_cut_by_who_is_asked():
    table = fresh(Player("Ann"), Player("Bob"), Player("Cy", "simple"))
    while table.step():
        pass
    (cutter,) = [seat for seat in (0, 1) if table.question(seat) is not None]
    assert table.question(cutter).kind == "cut"
    table.move_to(cutter, Place.ELSEWHERE)
    assert outcome(send(table, 1 - cutter, CutCards(5))) == "not-asked"
    assert "too large" in outcome(send(table, cutter, CutCards(10**9)))
    assert outcome(send(table, cutter, CutCards(17))) == "accepted"
    assert outcome(send(table, cutter, CutCards(18))) == "not-asked"
    assert table.step()
    assert table.public().phase is Phase.DRAW
    assert table.host.cuts == (17,)


def over():
    """A table of two people and computers, whose first round was played to its end."""
    players = [Player("Ann", "simple"), Player("Bob", "simple"), Player("Cy", "simple")]
    table = Table(Host(load_variant("grandma-davis"), players, 5), Clock())
    while table.public().phase is not Phase.ROUND_OVER:
        assert table.step()
    table.hand_over(0, "Zoe")
    table.hand_over(1, "Max")
    table.move_to(1, Place.ELSEWHERE)
    return table


def test_the_next_round_is_dealt_when_all_have_said_ready():
    table = over()
    assert [question and question.kind for question in map(table.question, range(3))] == [
        *("ready", "ready", None)
    ]
    assert outcome(send(table, 1, Ready())) == "accepted"
    assert table.question(1) is None
    assert not table.step()
    assert outcome(send(table, 0, Ready())) == "accepted"
    assert table.step()
    assert (table.public().phase, table.public().round) == (Phase.DRAW, 2)


def test_the_keyboard_deals_for_all():
    table = over()
    table.begin_next_round()
    assert table.public().round == 2


# -- hints, listeners --


def test_a_hint_comes_with_the_reply_where_hints_are_on():
    table = at_table()
    assert outcome(send(table, CY, AskHint())) == "not-asked"
    table.may_hint = lambda seat: seat != ANN
    assert outcome(send(table, ANN, AskHint())) == "Ann plays without hints."
    assert not table.hinted
    work = []
    table.background = work.append
    reply = send(table, MIA, AskHint())
    assert not reply.done(), "it is thought of elsewhere"
    work.pop()()
    assert reply.result(0).hint.words
    assert table.hinted == {MIA}


def test_listeners_hear_of_every_change():
    table = at_table()
    heard = []
    table.listeners.append(lambda: heard.append(table.version))
    send(table, BOB, LetGo())
    send(table, ANN, Draw(ANN))
    table.move_to(MIA, Place.KEYBOARD)
    table.sit_down(ANN)
    assert heard[0] == 0
    assert 1 in heard
    assert len(heard) >= 4


def test_a_fault_of_an_order_is_its_reply_and_ends_nothing():
    table = at_table()
    assert outcome(send(table, ANN, Discard(ANN, 0))) == "not-drawn"
    with pytest.raises(ValueError, match="computer player"):
        at_table(computers=[CY]).move_to(CY, Place.ELSEWHERE)
    assert outcome(send(table, ANN, Draw(ANN))) == "accepted"
