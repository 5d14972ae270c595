"""The player's own view: every key and click of a turn."""

import pytest
from msgspec import structs

from shanghai.engine.actions import Call
from shanghai.engine.events import (
    CallGranted,
    CallMade,
    Discarded,
    DiscardTaken,
    Drawn,
    Passed,
    SeatHandedOver,
    ShanghaiCalled,
    TurnEnded,
)
from shanghai.engine.scoring import hand_points
from shanghai.engine.state import Phase
from shanghai.ui.kit.keybar import KeyBar
from shanghai.ui.table.card_row import CardRow
from shanghai.ui.table.cover import CoverScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.ui.table.seat import TableSeatsScreen
from shanghai.ui.table.targets import DiscardTarget, StockTarget
from tests.long import some
from tests.ui.apps import click_key, until
from tests.ui.pictures import screen_lines
from tests.ui.states import begun
from tests.ui.tables import (
    HANDS,
    HUGE,
    SMALL,
    TABLE,
    WIDE,
    after_draw,
    at,
    at_table,
    before_draw,
    card,
    click_target,
    flat,
    host_of,
    own_hand,
    pick,
    position,
    press,
    screen_text,
    settle,
    status,
)

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")


def own_turn(folder, state, **settings):
    return at_table(folder, host_of(state), **settings)


@pytest.mark.parametrize("size", [SMALL, WIDE, HUGE])
async def test_a_hand_with_the_contract_says_that_the_draw_comes_first(tmp_path, size):
    hands = {"Ann": "4S 4D 4C 9H 9S 9D 2C", "Bob": "2S 3S QH 7D", "Cy": "8D 8H JK 3C"}
    host = host_of(position("grandma-davis", hands, turn="Ann", by="Cy", discards="4D QD"))
    async with at_table(tmp_path, host, size) as (app, pilot):
        await press(pilot, "enter")
        asks = "The hand holds the contract: draw first, then g", "✓ Draw, then g"
        assert any(f"{text} goes down." in flat(app) for text in asks)
        await press(pilot, "d")
        asks = "The hand holds the contract: g", "✓ g"
        assert any(f"{text} goes down." in flat(app) for text in asks)


@pytest.mark.parametrize("size", [SMALL, WIDE, HUGE])
async def test_the_title_names_the_ranks_that_are_wild(tmp_path, size):
    async with at_table(tmp_path, host_of(after_draw("shanghai-wild-twos")), size) as (app, pilot):
        assert "1 of 10, twos wild: 3 sets of 3" in flat(app)
        await press(pilot, "enter")
        assert "1 of 10, twos wild: 3 sets of 3" in flat(app)


@pytest.mark.parametrize("size", [SMALL, WIDE, HUGE])
@pytest.mark.parametrize(
    ("variant", "said", "next_key"),
    [
        ("playerules", "The others may call for 4♦ now; then draw.", "d"),
        ("carioca", "Nobody else may have the discard now: draw, or take it.", "t"),
    ],
)
async def test_letting_go_says_who_may_have_the_card_and_what_comes_next(
    tmp_path, variant, said, next_key, size
):
    host = host_of(before_draw(variant))
    async with at_table(tmp_path, host, size) as (app, pilot):
        await press(pilot, "enter", "p")
        assert status(app) == said
        await press(pilot, next_key)
        assert host.state.phase is Phase.PLAY


@pytest.mark.parametrize("size", [SMALL, WIDE, HUGE])
async def test_a_hand_that_a_joker_completes_is_asked_for_the_joker(tmp_path, size):
    table = (("Bob", "set", "5H 5D JK"), *TABLE[2:])
    state = after_draw("california", "5S 7S 7D 7C 9H 9S 9D 3D 3C KC JH", table)
    async with own_turn(tmp_path, state) as (app, pilot):
        await press(pilot, "enter")
        await until(pilot, lambda: "Helps:" in flat(app))
        assert "Win a joker, or discard." in flat(app)
        assert "Go down" not in flat(app).partition("Win a joker")[2].partition("Helps")[0]


@pytest.mark.parametrize("size", [SMALL, WIDE, HUGE])
async def test_a_number_without_a_seat_says_when_it_finds_a_card(tmp_path, size):
    async with at_table(tmp_path, host_of(before_draw()), size) as (app, pilot):
        await press(pilot, "enter", "6")
        assert status(app) == "There is no seat 6; after the draw the number finds a card."


async def test_draw(tmp_path):
    host = host_of(before_draw())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "d")
        drawn = host.log[-1]
        assert isinstance(drawn, Drawn)
        assert host.state.phase is Phase.PLAY
        assert drawn.card in own_hand(app)
        assert "new▾" in flat(app)


async def test_take(tmp_path):
    host = host_of(before_draw())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "t")
        assert isinstance(host.log[-1], DiscardTaken)
        assert at(app) is PlayerScreen


async def test_let_go(tmp_path):
    host = host_of(before_draw())
    async with at_table(tmp_path, host) as (_app, pilot):
        await press(pilot, "enter", "p")
        assert isinstance(host.log[-1], Passed)
        await press(pilot, "t")
        assert isinstance(host.log[-1], Passed), "what was let go is not taken"
        await press(pilot, "2")
        assert any(isinstance(event, CallGranted | CallMade) for event in host.log)


async def test_others_call_while_the_player_looks_at_the_hand(tmp_path):
    host = host_of(before_draw())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "2")
        assert host.state.calls == (1,)
        assert "Bob says MAY I." in flat(app)
        await press(pilot, "p")
        granted = host.log[-1]
        assert isinstance(granted, CallGranted)
        assert at(app) is PlayerScreen
        text = flat(app)
        assert "Bob gets 4♦ by MAY I with 2 cards from the stock." in text


@pytest.mark.slow
async def test_the_piles_are_clicked(tmp_path):
    host = host_of(before_draw())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        await click_target(pilot, DiscardTarget())
        assert isinstance(host.log[-1], DiscardTaken)
    host = host_of(before_draw())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        await click_target(pilot, StockTarget())
        assert isinstance(host.log[-1], Drawn)
        await pick(pilot, host, 0, "9D")
        await click_target(pilot, DiscardTarget())
        assert isinstance(host.log[-1], Discarded)
        assert at(app) is PublicScreen


async def test_shanghai_is_called_from_the_own_view(tmp_path):
    state = position(
        "grandma-davis",
        {**HANDS, "Ann": "4S 9D 2H 6S"},
        turn="Ann",
        by="Cy",
        discards="KC 2D",
        table=TABLE[:2],
    )
    host = host_of(state)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "s", "1")
        assert isinstance(host.log[-1], ShanghaiCalled)
        assert host.log[-1].seat == 0
        assert at(app) is PlayerScreen


# -- the hand --


async def test_the_cursor_moves_and_picks(tmp_path):
    async with own_turn(tmp_path, after_draw()) as (app, pilot):
        await press(pilot, "enter")
        hand = app.screen.hand
        await press(pilot, "end", "space")
        assert hand.picked == (hand.cards[-1],)
        await press(pilot, "home", "enter", "right", "left", "left")
        assert hand.picked == (hand.cards[-1], hand.cards[0])
        assert hand.cursor == len(hand.cards) - 1
        await press(pilot, "escape")
        assert not hand.picked


async def test_a_rank_is_found_by_its_key(tmp_path):
    def host_at(app):
        return app.screen.session.host

    async with own_turn(tmp_path, after_draw(hand="4S 9D KC TH JK AD")) as (app, pilot):
        await press(pilot, "enter")
        for key, label in (("k", "KC"), ("9", "9D"), ("0", "TH"), ("1", "AD"), ("4", "4S")):
            await press(pilot, key)
            assert app.screen.hand.current == card(host_at(app), 0, label)
        await press(pilot, "asterisk")
        assert app.screen.hand.current == card(host_at(app), 0, "JK")


async def test_the_hand_is_sorted_and_left_as_it_lies(tmp_path):
    host = host_of(after_draw(hand="4S 9D 4H 2H 6S 5S"))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        assert set(own_hand(app)[:2]) == {card(host, 0, x) for x in ("4S", "4H")}
        assert app.screen.hand.group_starts == {card(host, 0, "9D")}, "by the contract of two books"
        await press(pilot, "o")
        assert own_hand(app)[0] == card(host, 0, "4S")
        assert not app.screen.hand.group_starts
        await press(pilot, "o")
        assert own_hand(app)[0] == card(host, 0, "2H")
        await press(pilot, "o", "home", "full_stop")
        assert own_hand(app)[1] == card(host, 0, "2H")
        assert app.screen.hand.sort == "hand"


async def test_hiding_covers_everything_until_its_own_key(tmp_path):
    async with own_turn(tmp_path, after_draw()) as (app, pilot):
        await press(pilot, "enter", "b")
        assert at(app) is CoverScreen
        assert "♠" not in flat(app)
        await press(pilot, "b", "x", "space", "escape")
        assert at(app) is CoverScreen
        await press(pilot, "m")
        assert at(app) is PlayerScreen


async def test_the_key_that_lifts_a_cover_does_nothing_to_the_hand_below(tmp_path):
    """Pressed once too often it is not heard; after another key it is a key as ever."""
    async with own_turn(tmp_path, after_draw()) as (app, pilot):
        await press(pilot, "enter", "right", "b", "enter")
        assert at(app) is PlayerScreen
        before = screen_text(app)
        for _ in range(2):
            await press(pilot, "enter")
            assert not app.screen.hand.picked
            assert screen_text(app) == before
        await press(pilot, "right", "enter")
        assert app.screen.hand.picked


# -- the end of the turn --


async def test_discard_of_a_picked_card(tmp_path):
    host = host_of(after_draw())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        await pick(pilot, host, 0, "9D")
        await press(pilot, "x")
        assert isinstance(host.log[-1], Discarded)
        assert at(app) is PublicScreen
        assert not app.screen.query(CardRow)
        assert not any(isinstance(screen, PlayerScreen) for screen in app.screen_stack)


async def test_an_unpicked_card_is_discarded_at_a_second_key(tmp_path):
    host = host_of(after_draw())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "x")
        assert "Press x again" in status(app)
        await press(pilot, "right", "x")
        assert not host.log, "another card asks anew"
        await press(pilot, "x")
        assert isinstance(host.log[-1], Discarded)


async def test_two_picked_cards_are_not_discarded(tmp_path):
    host = host_of(after_draw())
    async with at_table(tmp_path, host) as (_app, pilot):
        await press(pilot, "enter")
        await pick(pilot, host, 0, "9D", "4S")
        await press(pilot, "x")
        assert not host.log


async def test_declared_shanghai(tmp_path):
    host = host_of(after_draw("grandma-davis"))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        await pick(pilot, host, 0, "9D")
        await press(pilot, "s")
        assert not host.log, "the card fits nowhere"
        await press(pilot, "escape")
        await pick(pilot, host, 0, "KC")
        await press(pilot, "s")
        assert not host.log, "cards are not tried one after the other"
        assert "not again before the next" in flat(app)
    host = host_of(after_draw("grandma-davis"))
    async with at_table(tmp_path / "right", host) as (app, pilot):
        await press(pilot, "enter")
        await pick(pilot, host, 0, "KC")
        await press(pilot, "s")
        assert host.log[-1] == Discarded(0, host.state.top, True)
        assert "declares SHANGHAI" in flat(app)


async def test_the_turn_ends_with_the_last_card_kept(tmp_path):
    host = host_of(after_draw("california", hand="2D"))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "x", "x")
        assert not host.log
        await press(pilot, "e")
        assert isinstance(host.log[-1], TurnEnded)
        assert at(app) is PublicScreen


async def test_every_key_of_the_turn_can_be_clicked(tmp_path):
    host = host_of(before_draw())
    async with at_table(tmp_path, host) as (app, pilot):
        for label in ("Bob MAY I", "Ann is here", "Draw", "Sort", "Pick", "Discard"):
            app.clock.now += 5
            await click_key(pilot, label)
            await settle(pilot)
        assert isinstance(host.log[-1], Discarded)


# -- the seat --


async def test_a_seat_is_handed_to_another_person(tmp_path):
    host = host_of(after_draw())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "y")
        assert at(app) is TableSeatsScreen
        await press(pilot, "enter", *"Bob", "enter")
        assert "Bob" in status(app)
        assert not host.log
        await press(pilot, *"by", "enter")
        assert host.log == [SeatHandedOver(0, "Ann", "Bobby")]
        assert at(app) is PublicScreen
        assert "Bobby is in the middle of a turn" in flat(app)


# -- keys that are asked about, and hints --


async def test_names_like_markup_and_cards_are_shown_as_they_are(tmp_path):
    hands = {"[/]": "4S 9D", "KD": "2S 3S", "[bold]x": "8D 8H"}
    host = host_of(position("playerules", hands, turn="KD", by="[/]", discards="4D"))
    async with at_table(tmp_path, host) as (app, pilot):
        for name in hands:
            assert name in flat(app)
        await press(pilot, "enter", "l", "t", "t")
        assert "[bold]x" in flat(app)


async def test_a_hint_is_given_and_noted(tmp_path):
    host = host_of(before_draw())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "h")
        assert status(app).startswith("Hint:")
        assert not host.log
        assert app.screen.session.hinted == {0}
        await press(pilot, "d", "h")
        assert status(app).startswith("Hint:")


@pytest.mark.parametrize("key", ["enter", "m"])
async def test_the_key_that_hands_over_answers_nothing_before_another_key(tmp_path, key):
    async with own_turn(tmp_path, after_draw()) as (app, pilot):
        await press(pilot, key, key, key)
        assert at(app) is PlayerScreen
        assert not app.screen.hand.picked
        await press(pilot, "right", "enter")
        assert len(app.screen.hand.picked) == 1


async def test_the_cursor_stands_on_the_card_that_was_drawn(tmp_path):
    async with own_turn(tmp_path, before_draw()) as (app, pilot):
        await press(pilot, "enter")
        held = set(own_hand(app))
        await press(pilot, "d")
        assert {app.screen.hand.current} == set(own_hand(app)) - held


async def test_a_draw_that_ends_the_round_is_asked_for_twice(tmp_path):
    state = structs.replace(before_draw(), stock=())
    state = structs.replace(state, discards=state.discards[:1], tossers=state.tossers[:1])
    host = host_of(state)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "d")
        assert "No card is left to draw: that ends the" in status(app)
        assert host.state.phase is Phase.DRAW
        await press(pilot, "escape", "d")
        assert host.state.phase is Phase.DRAW, "Escape leaves it"
        await press(pilot, "d")
        assert host.state.phase is not Phase.DRAW


async def test_a_hint_moves_the_cursor_and_is_done_by_its_key(tmp_path):
    host = host_of(after_draw(hand="4S 9D KC 2H", table=()))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "h")
        assert "h again does it." in status(app)
        named = app.screen.hand.current
        assert host.state.phase is Phase.PLAY
        await press(pilot, "h")
        assert host.state.top == named


async def test_the_keys_follow_the_card_under_the_cursor(tmp_path):
    hands = {"Ann": "8S 6H 7D QC", "Bob": "2S 3S QH", "Cy": "8D 8H KC"}
    runs = (("Cy", "run", "7H 8H 9H TH"),)
    state = position("grandma-davis", hands, turn="Ann", phase="play", by="Cy", table=runs, round=2)
    async with at_table(tmp_path, host_of(state)) as (app, pilot):

        def is_lit():
            keys = app.screen.query_one(KeyBar).keys
            return next(key.enabled for key in keys if key.command == "discard-shanghai")

        await press(pilot, "enter", "o", "home")
        lit = [is_lit()]
        for _ in range(2):
            await press(pilot, "right")
            lit.append(is_lit())
        assert lit == [True] * 3, "it does not tell which card fits"


async def test_without_the_question_a_discard_is_made_at_once(tmp_path):
    host = host_of(after_draw())
    async with at_table(tmp_path, host, discard_twice=False) as (_app, pilot):
        await press(pilot, "enter", "x")
        assert host.state.turn == 1


async def test_a_call_of_a_computer_cannot_be_taken_back(tmp_path):
    host = host_of(before_draw("playerules"), bots=("Bob",))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        if 1 not in host.state.calls:
            host.do(Call(1, host.state.rules.call_word))
            app.screen.redraw()
        assert app.screen.session.offers.call(1) is None


async def test_the_prompt_names_only_what_the_hand_can_do(tmp_path, monkeypatch):
    async with own_turn(tmp_path, after_draw(table=TABLE[1:])) as (app, pilot):
        await press(pilot, "enter")
        await until(pilot, lambda: "Helps:" in flat(app))
        assert "Discard a card." in flat(app)
        # No style follows this setting, and reading them all again takes longer than the rest.
        monkeypatch.setattr(app.stylesheet, "reparse", None)
        await press(pilot, "w")
        assert "Go down, or discard." in flat(app), "what is not told is not given away"
    for hand, said in (("4S 9D KC", "Lay off, then discard."), ("4D 9D 2C", "Discard a card.")):
        async with own_turn(tmp_path, after_draw(hand=hand)) as (app, pilot):
            await press(pilot, "enter")
            assert said in flat(app)


async def test_what_helps_is_in_sight_with_eight_seats(tmp_path):
    async with at_table(tmp_path, host_of(begun(8))) as (app, pilot):
        await press(pilot, "enter")
        assert "Helps: any" in flat(app)
        assert "more" not in flat(app).split("Helps")[0]


async def test_who_has_first_right_is_told_how_to_use_it(tmp_path):
    host = host_of(before_draw())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "2", "enter")
        assert "Bob says MAY I. t still takes the card, d leaves it." in flat(app)
        await press(pilot, "d")
        assert "t still takes" not in flat(app)


@pytest.mark.parametrize("size", some([(SMALL,), (WIDE,), (HUGE,)], 3))
async def test_the_points_of_a_hand_are_told_once_somebody_is_down(tmp_path, size):
    host = host_of(after_draw(hand="4S 9D KC 2H", table=()))
    async with at_table(tmp_path, host, size) as (app, pilot):
        await press(pilot, "enter")
        assert "In hand" not in screen_text(app)
    host = host_of(after_draw(hand="4S 9D KC 2H", table=TABLE[1:2]))
    async with at_table(tmp_path, host, size) as (app, pilot):
        await press(pilot, "enter")
        counted = hand_points(host.state.rules, host.state.seats[0].hand)
        assert f"In hand: {counted} points against you." in screen_text(app)
        await press(pilot, "question_mark")
        assert "what the hand would count" in flat(app).replace("█ █ ", "")
        await press(pilot, "escape", "b")
        assert "In hand" not in screen_text(app)


@pytest.mark.parametrize("size", some([(SMALL,), (WIDE,), (HUGE,)], 3))
async def test_who_deals_and_what_the_chips_are_is_said_where_they_stand(tmp_path, size):
    host = host_of(before_draw())
    dealer = host.state.seats[host.state.dealer].name
    async with at_table(tmp_path, host, size) as (app, pilot):
        for keys in ((), ("enter",)):
            await press(pilot, *keys)
            (line,) = [line for line in screen_lines(app) if "deals" in line]
            assert dealer in line
        assert "● calls" in screen_text(app)


async def test_a_wrong_declaration_is_the_only_one_of_a_turn(tmp_path):
    """Else every card could be tried for nothing (GD-18)."""
    table = [("Bob", "set", "8S 8H 8C")]
    host = host_of(after_draw("grandma-davis", hand="4S 8D KC QH 2C", table=table))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "home", "4", "space", "s")
        assert "cannot be played on any meld" in status(app)
        await press(pilot, "escape", "8", "space", "s")
        assert status(app).startswith("SHANGHAI was declared once")
        assert host.state.turn == 0, "nothing was tossed"
        await press(pilot, "x")
        assert host.state.turn == 1
