"""Hints: what to do and why, from one seat's view alone."""

import asyncio
import re
from random import Random

import pytest
from msgspec import structs

from shanghai.bots.hard import HardBot
from shanghai.bots.planner import mates_in_one_meld
from shanghai.bots.protocol import Thought
from shanghai.engine.actions import Call, CallShanghai, Discard, Draw
from shanghai.engine.cards import label, labels, read_face
from shanghai.engine.events import CallMade, DiscardTaken
from shanghai.engine.seen import view_for
from shanghai.engine.state import Phase
from shanghai.table import hints
from shanghai.table.hints import hint
from shanghai.table.host import Host, Player
from shanghai.table.reasons import Reasons
from shanghai.terminal import threads
from shanghai.ui.kit.lines import Lines, row_width
from shanghai.ui.table.card_row import CardRow
from shanghai.ui.table.hand_screen import HINT
from shanghai.ui.table.middle import pile_blocks
from shanghai.ui.table.peek import PeekScreen
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from shanghai.words.cards import CardStyle
from shanghai.words.hints import NO_HINT, why_text
from shanghai.words.language import section
from tests.ui.tables import at_table, host_of, position, press, settle, status

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

REST = {"Bob": "2S 3S QH 7D", "Cy": "8D 8H JK 3C"}
TABLE = (("Ann", "set", "5H 5D 5C"), ("Bob", "set", "KS KH KD"))


def seen(hand, phase="play", *, table=(), variant="playerules", discards="QC 4D", **more):
    state = position(
        variant,
        {"Ann": hand, **REST},
        turn="Ann",
        phase=phase,
        by="Cy",
        table=table,
        discards=discards,
        **more,
    )
    return view_for(state, 0)


def said(view):
    return hint(view, (), label, 5.0).words


@pytest.mark.parametrize(
    ("view", "sentence"),
    [
        (
            seen("QS QD 7S 7D 2H", "draw"),
            "Hint: take the discard. QC makes a set with QS and QD: the hand is then 1 card short, "
            "not 2.",
        ),
        (
            seen("QS QD 7S 7D 7H", "draw"),
            "Hint: take the discard. QC makes a set with QS and QD: that completes the contract.",
        ),
        (
            seen("9S 9D 7S 7D 2H", "draw"),
            "Hint: draw from the stock. Nothing in hand goes with QC; 16 of 102 unseen cards bring "
            "the hand nearer.",
        ),
        (
            seen("9S 9D 9H 7S 7D 7C 2H"),
            "Hint: go down with 7S 7D 7C; 9S 9H 9D. All cards can go this turn: that is going out.",
        ),
        (
            seen("9S 9D 9H 7S 7D 7C 2H 4S"),
            "Hint: go down with 7S 7D 7C; 9S 9H 9D. That leaves 6 of 54 points in hand.",
        ),
        (
            seen("KC JH 9D", table=TABLE),
            "Hint: lay KC on meld 2. It counts 10 points; 19 points stay in hand.",
        ),
        (
            seen("KC JH", table=TABLE),
            "Hint: lay KC on meld 2. All cards can go this turn: that is going out.",
        ),
        (
            seen("9S 9D 7S 7D QH"),
            "Hint: discard QH. Nothing in hand goes with QH, and it counts 10 points.",
        ),
        (
            seen("9S 9D KS KD QH"),
            "Hint: discard QH. Nothing in hand goes with QH, and it counts 10 points.",
        ),
        (
            seen("JH 2D", table=TABLE),
            "Hint: discard JH. No meld on the table is of jacks; no card in hand counts more than "
            "its 10 points.",
        ),
    ],
)
def test_a_hint_says_what_and_why(view, sentence):
    assert said(view) == sentence


@pytest.mark.parametrize(
    ("round", "hand", "together"),
    [
        (1, "AC 3C QC AS AH", "AS AH"),
        (1, "7C 5C 8C 9D", ""),
        (2, "AC 3C QC AS", "AS"),
        (2, "AC 3C QC KC AS", "QC KC"),
        (2, "7C 5C 9C 8C 8C 7D", "9C 8C"),
        (3, "AC 2C 3C QC AS", "2C 3C"),
    ],
)
def test_the_cards_that_go_with_one_go_in_one_meld(round, hand, together):
    view = seen(hand, round=round)
    card, *others = view.seats[0].hand
    assert labels(mates_in_one_meld(view, 0, others, card)) == together


def test_two_aces_go_together_where_the_ace_is_high():
    view = seen("AH AD 4S", variant="kaluki-40")
    card, *others = view.seats[0].hand
    assert labels(mates_in_one_meld(view, 0, others, card)) == "AD"


@pytest.mark.parametrize(
    ("taken", "reason"),
    [
        ("KS KD", "Not KC: Bob, who is next, took KS and KD."),
        ("KS", "Not KC: Bob, who is next, took KS."),
        ("", "Nothing in hand goes with KC, and it counts 10 points."),
    ],
)
def test_a_hint_says_what_the_next_player_was_seen_to_take(taken, reason):
    events = [DiscardTaken(1, read_face(word)) for word in taken.split()]
    found = hint(seen("9S 9D 7S 7D 4H KC"), events, label, 5.0).words
    card = "4H" if taken else "KC"
    assert found == f"Hint: discard {card}. {reason}"


class Search:
    """Says what it is told to say, as the master's search does."""

    remark = ""
    in_other_process = True

    def __init__(self, move):
        self.move, self.asked, self.gain, self.error = move, [], 3.6, 0.4
        self.is_changed, self.others = True, ()

    def think(self, question):
        self.asked.append(question)
        return Thought(self.move, 64, self.is_changed, self.gain, self.error, self.others)


def test_a_hint_comes_from_the_search_where_that_is_ready(monkeypatch):
    view = seen("9S 9D 7S 7D QH")
    search = Search(Discard(0, view.seats[0].hand[0], False))
    monkeypatch.setattr(hints, "is_ready", lambda: True)

    def is_searched():
        return "Played out" in hint(view, (), label, 5.0, search=search).words

    search.gain = 10.4
    assert hint(view, (), label, 5.0, search=search).words == (
        f"Hint: discard {label(search.move.card)}. Played out 64 times, it costs about "
        "10 points less than QH."
    )
    assert search.asked[0].view is view
    search.error = 5.0
    # Chance may have made the gain.
    assert not is_searched()
    search.gain, search.error = 9.6, 0.4
    # The contract needs the card, so a small gain is not believed.
    assert not is_searched()
    search.move = Discard(0, 999, False)
    assert not is_searched()
    search.in_other_process, search.asked = False, []
    assert not is_searched()
    assert search.asked == []


USELESS = seen("2S 6S 7S 10S JS QS KS JD KD 3C 7C JC", variant="california", round=5)
"""A hand of which the hard player throws JC, though nothing goes with 2S, which counts 20."""


def by_search(monkeypatch, view, label_of_move, gain, error, **more):
    """The hint where a search has chosen the discard of a card, and found that others cost more."""
    monkeypatch.setattr(hints, "is_ready", lambda: True)
    cards = {label(card): card for card in view.seats[0].hand}
    search = Search(Discard(0, cards[label_of_move], False))
    search.others = tuple((Discard(0, cards[name[1:]]), cost) for name, cost in more.items())
    search.gain, search.error, search.is_changed = gain, error, gain > 0
    return hint(view, (), label, 5.0, search=search).words


def test_a_hint_throws_what_nothing_goes_with_unless_a_search_is_against_it(monkeypatch):
    plain = "Hint: discard 2S. Nothing in hand goes with 2S, and it counts 20 points."
    assert said(USELESS) == plain
    assert by_search(monkeypatch, USELESS, "2S", 0.4, 0.9) == plain
    assert by_search(monkeypatch, USELESS, "JC", 0.0, 0.0, _2S=0.7) == plain
    assert by_search(monkeypatch, USELESS, "JC", 0.0, 0.0, _2S=2.6) == (
        "Hint: discard JC. Played out 64 times, discarding 2S instead costs about 3 points more."
    )
    other = by_search(monkeypatch, USELESS, "KD", 0.4, 0.9, _2S=3.4, _JC=0.4)
    assert other.endswith("costs about 3 points more."), other


def test_a_hint_by_search_says_what_the_card_goes_with_that_it_keeps(monkeypatch):
    view = seen("QS KH 9D 4H 7C 10S AS", round=2)
    assert by_search(monkeypatch, view, "10S", 10.4, 0.4) == (
        "Hint: discard 10S. Played out 64 times, it costs about 10 points less than AS, which goes "
        "with QS."
    )


def test_a_card_reaches_others_of_a_run_that_do_not_lie_next_to_it():
    view = seen("2S 8D JD QD 10S JC QC", round=3)
    why = Reasons(view, ())._why_not(*(view.seats[0].hand[at] for at in (0, 1)))
    assert (why.code, labels(why.cards)) == ("reach", "JD")


@pytest.mark.parametrize("code", section("hints")["WHY"])
def test_every_reason_is_a_sentence(code):
    view, texts = (
        seen("9S 9D 7S", "draw"),
        {"instead": "x", "kept": "8♠", "thrown": "K♦", "top": "K♦"},
    )
    texts |= {"pairs": ["8♦"], "beside": ["9♠"], "cards": ["8♣"], "meld": 1, "left": 9}
    texts |= {"of_ranks": ["eights"]}
    said = {
        why_text(
            view, code, 3, after, place=place, is_set=whole, is_run=whole, about=view.top, **texts
        )
        for after in (3, 2, 1, 0)
        for whole in (False, True)
        for place in section("hints")["PLACES"]
        if place != "other"
    }
    assert all(re.fullmatch(r"[A-Z0-9].+\.", sentence) for sentence in said), said


def reason(view, move):
    return Reasons(view, ()).of(move).code


def test_a_card_that_is_called_or_left_for_its_price_is_told_so():
    view = seen("9S 9D 7S", "draw", variant="rummygames")
    assert reason(view, Call(0, "buy")) == "wider"
    helps = seen("9S 9D QS QD", "draw", variant="rummygames")
    assert reason(helps, Call(0, "buy")) == "nearer"
    assert reason(helps, Draw(0)) == "stock"
    assert reason(structs.replace(helps, turn=1), None) == "costs"
    assert reason(structs.replace(helps, discards=()), Draw(0)) == "no-card"
    many = seen("9S 7S QS QD", variant="rummygames")
    assert reason(many, Discard(0, many.seats[0].hand[1], False)) == "alone"
    assert reason(view, CallShanghai(0, 0)) == "shanghai"
    assert reason(view, Discard(0, view.seats[0].hand[0], True)) == "declared"


def test_a_call_that_completes_the_contract_is_left_only_for_what_it_costs(monkeypatch):
    held = seen("QS QD 7S 7D 7H 2H", "draw", variant="rummygames")
    view = structs.replace(held, turn=1)
    monkeypatch.setattr(hints, "is_ready", lambda: True)
    monkeypatch.setattr(HardBot, "wants_call", lambda self, view: None)
    search = Search(None)
    search.is_changed, search.others = False, ((Call(0, "buy"), 0.4),)
    assert hint(view, (), label, 5.0, search=search).words == (
        "Yes, BUY. QC makes a set with QS and QD: that completes the contract; 1 card more comes "
        "with it."
    )
    search.others = ((Call(0, "buy"), 3.2),)
    assert hint(view, (), label, 5.0, search=search).words == (
        "No, let this card go by. QC would complete the contract, but 1 card more comes with the "
        "call. Played out 64 times, the call costs about 3 points more."
    )


@pytest.mark.parametrize("variant", known_variants())
def test_every_hint_of_a_game_has_a_reason_and_names_no_hidden_card(variant):
    """Also with everything shuffled that the seat cannot see, a hint is the same."""
    players = [Player(name, "random") for name in ("Ann", "Bob", "Cy")]
    host = Host(load_variant(variant), players, 6)
    host.draw_for_dealer()
    host.deal()
    chance, hints_given = Random(1), 0
    while host.state.phase in (Phase.DRAW, Phase.PLAY) and hints_given < 12:
        seat = host.state.turn
        if chance.random() < 0.3:
            text = said(host.view(seat))
            hints_given += 1
            assert re.fullmatch(r"Hint: .+\. .+\.", text), text
            assert said(view_for(_shuffled(host.state, seat, chance), seat)) == text
        host.do(host.bot_action())
    assert hints_given > 3


def _shuffled(state, seat, chance):
    """The state with all that a seat cannot see dealt anew."""
    hidden = [*state.stock, *(c for at, s in enumerate(state.seats) if at != seat for c in s.hand)]
    chance.shuffle(hidden)
    seats = tuple(
        held if at == seat else structs.replace(held, hand=tuple(hidden.pop() for _ in held.hand))
        for at, held in enumerate(state.seats)
    )
    return structs.replace(state, seats=seats, stock=tuple(hidden))


def test_a_player_that_fails_gives_no_hint(monkeypatch):
    view = seen("9S 9D 7S 7D QH")
    monkeypatch.setattr(hints, "advise", lambda *given: 1 // 0)
    assert said(view) == NO_HINT


async def test_a_look_at_the_hand_before_a_call_may_ask_too(tmp_path):
    hands = {"Ann": "4S 9D KC", "Bob": "QS QD 7D 7H", "Cy": "8D 8H JK 3C"}
    state = position("playerules", hands, turn="Ann", by="Cy", discards="QC 4D")
    async with at_table(tmp_path, host_of(state)) as (app, pilot):
        await press(pilot, "v", "2", "p", "h")
        assert isinstance(app.screen, PeekScreen)
        assert status(app) == (
            "Yes, BUY. Q♣ makes a set with Q♠ and Q♦: the hand is then 1 card short, not 2; 1 card "
            "more comes with it. h again does it."
        )
        assert app.screen.session.hinted == {1}


async def test_a_single_person_asks_in_the_call_window(tmp_path):
    hands = {"Ann": "QS QD 7D 7H", "Bob": "4S 9D KC", "Cy": "8D 8H JK 3C"}
    state = position("rummygames", hands, turn="Bob", by="Cy", discards="QC 4D")
    host = host_of(state, bots=("Bob", "Cy"))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "h")
        assert status(app).startswith("Yes, BUY. Q♣ makes a set with")
        assert labels(host.state.discards) == "QC 4D"
        await press(pilot, "n")
        assert host.log
        assert "Hint" not in status(app)


OFFERED = {"Ann": "QS QD 7D 7H", "Bob": "4S 9D KC", "Cy": "8D 8H JK 3C", "Dee": "5D 6D 9C TS"}
"""Hands of a table at which only Ann is a person, and the queen on offer helps her."""


def at_offer(tmp_path, turn="Bob"):
    state = position("rummygames", OFFERED, turn=turn, by="Cy", discards="QC 4D")
    return at_table(tmp_path, host_of(state, bots=("Bob", "Cy", "Dee")))


def while_thinking(monkeypatch, app, *moves):
    """Has the table make a move while each of the next hints is thought over."""
    left = list(moves)

    def slow_hint(*given):
        if left:
            app.screen.session.host.do(left.pop(0))
            app.screen.redraw()
        return hint(*given)

    monkeypatch.setattr(hints, "hint", slow_hint)


async def test_a_hint_comes_also_if_a_computer_calls_while_it_is_thought_over(
    tmp_path, monkeypatch
):
    async with at_offer(tmp_path) as (app, pilot):
        while_thinking(monkeypatch, app, Call(3, "buy"))
        await press(pilot, "h")
        assert app.screen.view.calls == (3,)
        assert status(app).startswith("Yes, BUY. Q♣ makes a set with")
        assert app.screen.session.hinted == {0}
        await press(pilot, "h")
        assert CallMade(0, read_face("QC")) in app.screen.session.host.log


async def test_a_hint_that_comes_too_late_is_told_so(tmp_path, monkeypatch):
    async with at_offer(tmp_path) as (app, pilot):
        while_thinking(monkeypatch, app, Draw(1))
        await press(pilot, "h")
        assert status(app) == "The game has gone on before there was a hint."


async def test_a_hint_stays_if_a_computer_calls_and_goes_with_a_move_of_the_player(tmp_path):
    async with at_offer(tmp_path) as (app, pilot):
        await press(pilot, "h")
        app.screen.session.host.do(Call(3, "buy"))
        app.screen.redraw()
        await settle(pilot)
        assert status(app).startswith("Yes, BUY. Q♣ makes a set with")
        await press(pilot, "1")
        assert "Yes, BUY" not in status(app)


async def test_the_next_thing_to_decide_has_no_hint_unless_it_is_asked_for(tmp_path):
    async with at_offer(tmp_path, turn="Dee") as (app, pilot):
        await press(pilot, "h")
        assert status(app).startswith("Yes, BUY.")
        await press(pilot, "n")
        assert app.screen.view.turn == 0
        assert "Hint" not in status(app)


async def test_a_hint_that_was_followed_does_not_stand_under_the_next_question(tmp_path):
    hands = {**OFFERED, "Ann": "4S 9D KC 2H"}
    state = position("rummygames", hands, turn="Dee", by="Cy", discards="QC 4D")
    async with at_table(tmp_path, host_of(state, bots=("Bob", "Cy", "Dee"))) as (app, pilot):
        await press(pilot, "h")
        assert status(app).startswith("No, let this card go by.")
        await press(pilot, "h")
        assert app.screen.view.turn == 0
        assert "let this card go by" not in status(app)


async def test_a_key_pressed_again_while_a_hint_is_thought_over_does_not_begin_anew(
    tmp_path, monkeypatch
):
    begun, may_end = [], asyncio.Event()

    async def slowly(function, *args, **named):
        if function is hint:
            begun.append(args)
            await may_end.wait()
        return function(*args, **named)

    monkeypatch.setattr(threads, "in_thread", slowly)
    async with at_offer(tmp_path) as (app, pilot):
        await press(pilot, "h", "h", "h")
        assert len(begun) == 1
        may_end.set()
        await settle(pilot)
        assert status(app).startswith("Yes, BUY.")


async def test_a_message_too_long_for_its_lines_fills_them(tmp_path):
    async with at_offer(tmp_path) as (app, _):
        app.screen.say("a long hint " * 20)
        first, last = app.screen.query_one("#status", Lines).rows
        assert row_width(first) > app.size.width - 2 - len(" hint ")
        assert row_width(last) > app.size.width - 2 - len(" hint ")
        assert last[-1].text.strip() == app.card_style.mark


async def test_no_hint_comes_after_a_move_of_the_player(tmp_path, monkeypatch):
    async def at_once_or_never(function, *args, **named):
        if function is hint:
            await asyncio.Event().wait()
        return function(*args, **named)

    monkeypatch.setattr(threads, "in_thread", at_once_or_never)
    async with at_offer(tmp_path) as (app, pilot):
        await press(pilot, "h")
        assert [worker.group for worker in app.screen.workers].count(HINT) == 1
        await press(pilot, "1")
        assert [worker.group for worker in app.screen.workers].count(HINT) == 0


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_a_hint_marks_the_card_it_names_and_more_quietly_the_one_it_compares_with(
    tmp_path, size
):
    state = position(
        "playerules",
        {"Ann": "9S 9D 7S 7D 4H KC", **REST},
        turn="Ann",
        phase="play",
        discards="4D",
        table=(("Bob", "set", "KS KH KD"),),
    )
    host = host_of(state, bots=("Bob", "Cy"))
    async with at_table(tmp_path, host, size=size) as (app, pilot):
        await press(pilot, "h")
        assert "Not K♣" in status(app)
        assert marked(app) == {"▾": "4♥", "▿": "K♣"}
        await pilot.resize_terminal(110, 32)
        await pilot.pause()
        assert marked(app) == {"▾": "4♥", "▿": "K♣"}
        await press(pilot, "right")
        app.screen.say("")
        assert "▿" not in marked(app)


def marked(app):
    """The cards of the hand below each mark."""
    cards = app.screen.query_one("#hand", CardRow)
    bits = [bit for row in cards.rows for bit in row if bit.text.strip() in ("▾", "▿")]
    return {bit.text.strip(): app.card_style.text(bit.target.card) for bit in bits}


def test_a_pile_that_a_hint_names_has_an_arrow():
    view, rows = seen("9S 9D 7S 7D 2H", "draw"), {}
    for lit in ("", "stock", "discards"):
        drawn = [block(80) for block in pile_blocks(view, CardStyle(ascii=True), (), lit)]
        rows[lit] = ["\n".join("".join(bit.text for bit in row) for row in one) for one in drawn]
    assert all("> " not in text for text in rows[""])
    assert all(re.search("> *stock", text, re.IGNORECASE) for text in rows["stock"]), rows["stock"]
    assert all("> " in text for text in rows["discards"])
