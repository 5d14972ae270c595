"""Wishes: marked in the own view, called for by the game, and seen by nobody else."""

import pytest

from shanghai.engine.actions import Discard, Draw
from shanghai.engine.cards import LABELS, read_face
from shanghai.engine.events import (
    CallGranted,
    CallLapsed,
    CallMade,
    Dealt,
    SeatHandedOver,
    WentDown,
)
from shanghai.engine.seats import NOBODY
from shanghai.engine.seen import view_for
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host, Player
from shanghai.table.wishes import Needs, Wish, Wishes, wish_words
from shanghai.ui.kit.lines import CommandTarget, Lines
from shanghai.ui.table.card_row import CardRow
from shanghai.ui.table.cover import CoverScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.ui.table.wishes import CellTarget, WishScreen
from shanghai.variants.loader import load_variant
from shanghai.words.cards import CardStyle
from tests.long import long
from tests.saving import table
from tests.ui.apps import click_key
from tests.ui.pictures import assert_picture, screen_text
from tests.ui.tables import (
    SMALL,
    WIDE,
    at_table,
    card,
    click_target,
    flat,
    host_of,
    position,
    press,
    settle,
    status,
)
from tests.ui.test_leaks import check

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

HANDS = {"Bob": "6S 9S 7S 8D JD", "Cy": "10C 3H JS QD", "Ann": "4S 4H 6D 6C KC"}
SEVEN, QUEENS = read_face("7S"), 11
"""A face, and a rank from 0."""


def bobs_turn(variant="playerules", **more):
    """Bob is on turn and has drawn; Cy and Ann come after him."""
    return host_of(position(variant, HANDS, turn="Bob", phase="play", **more))


def wish(*faces, ranks=(), **more):
    return Wish(frozenset(map(read_face, faces)), frozenset(ranks), **more)


def marked(app):
    return app.screen.session.calls.wishes.of(app.screen.seat)


# -- what a wish is --


def test_a_wish_names_cards_ranks_and_the_joker():
    one = wish("7S", "JK", ranks=[QUEENS], fits=True)
    assert one.count == 4
    named = {LABELS[face] for face in range(53) if one.names(face)}
    assert named == {"7S", "QS", "QH", "QD", "QC", "JK"}
    assert list(wish_words(one, CardStyle(letters=True))) == ["any Q", "7S", "joker", "what fits"]


def test_events_clear_wishes_and_calls_are_counted():
    rules = load_variant("california")
    wishes = Wishes(Needs())

    def note(event, **calls):
        wishes.set_wish(1, wish("7S", "8S", fits=True, calls=2))
        wishes.note(event, calls.get("rules", rules))
        return wishes.of(1)

    assert note(Dealt(2, 0, 5)) == Wish()
    assert note(SeatHandedOver(1, "Bob", "Eve")) == Wish()
    assert note(SeatHandedOver(0, "Ann", "Eve")).count == 3
    assert note(WentDown(1, 0, 3)) == Wish(), "who is down may not buy here"
    assert note(WentDown(1, 0, 2), rules=load_variant("playerules")) == wish("7S", "8S", calls=2)
    assert note(CallGranted(1, SEVEN, ())).calls == 2, "a call of the player's own is not counted"
    wishes.note_call(1)
    wishes.note(CallLapsed(1, SEVEN), rules)
    assert note(CallGranted(1, SEVEN, ())).calls == 2, "a call that came to nothing is free"
    wishes.note_call(1)
    assert note(CallGranted(1, SEVEN, ())) == wish("8S", fits=True, calls=1)
    wishes.set_wish(1, wish("8S", calls=1))
    wishes.note_call(1)
    wishes.note(CallGranted(1, read_face("8S"), ()), rules)
    assert wishes.of(1) == Wish()


@pytest.mark.parametrize(("tossed", "wanted"), [("6S", True), ("JD", False)])
async def test_what_fits_is_what_the_solver_says(tossed, wanted):
    host = bobs_turn()
    needs = Needs()
    wishes = Wishes(needs)
    wishes.set_wish(2, Wish(fits=True))
    host.do(Discard(0, card(host, 0, tossed)))
    view = view_for(host.state, 2)
    assert wishes.asks_solver(view)
    assert not wishes.wants(view), "nothing is called for before it is known"
    needs.ask(view)
    assert not wishes.asks_solver(view)
    assert wishes.wants(view) is wanted
    wishes.set_wish(2, wish(fits=True, calls=0))
    assert not wishes.wants(view)


# -- marking --


@pytest.mark.parametrize("by_mouse", [False, long(True)])
async def test_cards_ranks_calls_and_what_fits_are_marked(tmp_path, by_mouse):
    host = bobs_turn()
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        await (click_key(pilot, "Wishes") if by_mouse else press(pilot, "f"))
        await settle(pilot)
        assert isinstance(app.screen, WishScreen)
        if by_mouse:
            await click_target(pilot, CellTarget(0, 6))
            await click_target(pilot, CellTarget(4, QUEENS))
            await click_target(pilot, CellTarget(4, 13))
            await click_target(pilot, CommandTarget("what-fits"))
            await click_target(pilot, CommandTarget("more-calls"))
        else:
            await press(pilot, "7", "down", "space", "q", "space", "asterisk", "space")
            await press(pilot, "f", "plus")
        assert marked(app) == wish("7S", "JK", ranks=[QUEENS], fits=True, calls=2)
        assert "Wished for: any Q, 7♠, joker, what fits" in flat(app)
        assert "Calls it may spend: 2 of 3 left" in flat(app)
        await press(pilot, "plus", "plus", "plus")
        assert marked(app).calls == 3, "no more than the variant gives"
        await press(pilot, "minus", "minus", "minus", "minus")
        assert marked(app).calls == 1
        await press(pilot, "q", "space")
        assert not marked(app).ranks
        await (click_key(pilot, "Done") if by_mouse else press(pilot, "escape"))
        await settle(pilot)
        assert isinstance(app.screen, PlayerScreen)
        assert "f Wishes: 3" in flat(app)
        await press(pilot, "f", "backspace")
        assert marked(app) == Wish()
        assert "No BUY is called by itself." in status(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, PlayerScreen)


@pytest.mark.slow
async def test_the_grid_is_gone_over_by_arrows_round_its_ends(tmp_path):
    async with at_table(tmp_path, bobs_turn()) as (app, pilot):
        await press(pilot, "enter", "f")
        screen = app.screen
        seen = []
        for key in ("left", "up", "right", "down", "down", "right", "a", "0", "2"):
            await press(pilot, key)
            seen.append((screen.row, screen.column))
        assert seen == [(4, 13), (3, 12), (3, 0), (4, 0), (0, 0), (0, 1), (4, 0), (4, 9), (4, 1)]


async def test_the_key_is_dim_where_no_call_is_left(tmp_path):
    host = bobs_turn(used={"Bob": 3})
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "f")
        assert isinstance(app.screen, PlayerScreen)


@pytest.mark.slow
async def test_the_help_knows_the_wishes(tmp_path):
    async with at_table(tmp_path, bobs_turn()) as (app, pilot):
        await press(pilot, "enter", "question_mark")
        assert "f marks cards to be called for" in flat(app)
        await press(pilot, "escape", "f", "question_mark")
        assert "the game calls for it" in flat(app)
        for words in ("Space Mark", "What fits", "More calls", "Fewer", "Clear"):
            assert all(word in flat(app) for word in words.split())


# -- calling --


async def test_the_game_calls_for_the_card_when_it_is_tossed(tmp_path):
    host = bobs_turn()
    async with at_table(tmp_path, host) as (app, pilot):
        app.screen.session.calls.wishes.set_wish(2, wish("JD"))
        await press(pilot, "enter", "k", "space", "x")
        assert isinstance(app.screen, PublicScreen)
        jack = host.log[-1].card
        assert [type(event) for event in host.log[-2:]] == [CallMade, CallGranted]
        assert (host.log[-1].seat, jack % 53) == (2, read_face("JD"))
        assert "Ann gets J♦ by BUY with a card from the stock." in flat(app)
        assert app.screen.session.calls.wishes.of(2) == Wish()
        assert host.state.seats[2].calls_used == 1


async def test_a_waiting_call_is_made_and_the_player_on_turn_comes_first(tmp_path):
    host = bobs_turn("grandma-davis")
    async with at_table(tmp_path, host) as (app, pilot):
        app.screen.session.calls.wishes.set_wish(2, wish(ranks=[10]))
        await press(pilot, "enter", "k", "space", "x")
        assert host.state.calls == (2,)
        assert "Ann says MAY I." in flat(app)
        await press(pilot, "enter", "t")
        assert isinstance(host.log[-1], CallLapsed)
        assert app.screen.session.calls.wishes.of(2) == wish(ranks=[10]), "nothing was spent"


@pytest.mark.parametrize(("key", "called"), [("6", True), ("k", False)])
async def test_what_fits_the_contract_is_called_for(tmp_path, key, called):
    host = bobs_turn("grandma-davis")
    async with at_table(tmp_path, host) as (app, pilot):
        app.screen.session.calls.wishes.set_wish(2, Wish(fits=True))
        await press(pilot, "enter", key, "space", "x")
        assert host.state.calls == ((2,) if called else ())


async def test_a_player_who_draws_in_haste_does_not_forestall_a_wish(tmp_path):
    host = bobs_turn()
    async with at_table(tmp_path, host) as (app, pilot):
        session = app.screen.session
        await press(pilot, "enter", "k", "space", "x")
        session.calls.wishes.set_wish(2, wish("JD"))
        assert session.do(Draw(1)) == ""
        assert any(isinstance(event, CallGranted) for event in host.log)


async def test_a_card_that_is_not_wished_for_is_offered_as_ever(tmp_path):
    host = bobs_turn()
    async with at_table(tmp_path, host) as (app, pilot):
        app.screen.session.calls.wishes.set_wish(2, wish("JH", ranks=[QUEENS]))
        await press(pilot, "enter", "k", "space", "x")
        assert not host.state.calls
        assert "3 Ann BUY" in flat(app)


async def test_a_single_person_is_called_for_and_the_computers_play_on(tmp_path):
    state = position("playerules", HANDS, turn="Bob", phase="play", table=[])
    players = [Player("Bob", "random"), Player("Cy", "random"), Player("Ann")]
    host = Host(state.rules, players, seed=3, state=state)
    host.do(Discard(0, card(host, 0, "JD")))
    async with at_table(tmp_path, host) as (app, pilot):
        session = app.screen.session
        assert session.calls.is_open
        await press(pilot, "f", "j", "space", "escape")
        assert any(isinstance(e, CallGranted) and e.seat == 2 for e in host.log)
        assert card(host, 2, "JD") in app.screen.hand.cards
        assert not session.calls.is_open
        assert host.state.turn != 1, "the computers have gone on"


# -- secrecy --


async def test_nobody_else_sees_a_wish(tmp_path):
    """Every screen but the own view is the same with a wish and without."""

    async def go(made, folder):
        seen = []
        host = bobs_turn("grandma-davis", round=2)
        async with at_table(folder, host) as (app, pilot):
            app.screen.session.calls.wishes.set_wish(0, made)
            for key in ("i", "escape", "c", "escape", "question_mark", "escape", "v"):
                await press(pilot, key)
                seen.append(screen_text(app))
                check(app, host)
            await press(pilot, "enter", "k", "space", "x")
            seen.append(screen_text(app))
            await press(pilot, "v", "3", "p")
            seen.append(screen_text(app))
            await press(pilot, "n", "enter")
            seen.append(screen_text(app))
            await press(pilot, "f")
            assert isinstance(app.screen, WishScreen)
            assert app.screen.seat == 1
            seen.append(screen_text(app))
            await press(pilot, "escape", "d", "i")
            seen.append(screen_text(app))
        return seen, host.log

    made = wish("7S", "5C", "AH", ranks=[QUEENS, 3], calls=2)
    assert await go(made, tmp_path) == await go(Wish(), tmp_path)


async def test_a_wish_is_in_no_journal_and_in_no_log(tmp_path):
    host = table("playerules", "Ann", "Bob", "Cy", seed=2)
    writer = GameWriter.begin(tmp_path, host)
    host.draw_for_dealer()
    host.deal()
    async with at_table(tmp_path, host) as (app, pilot):
        session = app.screen.session
        for seat in range(3):
            session.calls.wishes.set_wish(seat, wish("KH", ranks=[5], fits=True, calls=3))
        await press(pilot, "enter", "d", "x", "x")
        assert not any("ish" in sentence for sentence in session.log.marked_sentences(NOBODY))
    writer.close()
    assert b"ish" not in writer.path.read_bytes()


async def test_the_wishes_go_with_the_hand_when_it_is_hidden_or_the_turn_is_over(tmp_path):
    host = bobs_turn()
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "f", "q", "space", "b")
        assert isinstance(app.screen, CoverScreen)
        for screen in app.screen_stack:
            assert not any(row.rows for row in screen.query(CardRow))
            assert not any(grid.rows for grid in screen.query("#grid").results(Lines))
        await press(pilot, "m")
        assert "any Q" in flat(app)
        session = app.screen.session
        assert session.do(Discard(0, card(host, 0, "9S"))) == ""
        await settle(pilot)
        assert isinstance(app.screen, PublicScreen)
        assert not any(isinstance(screen, WishScreen) for screen in app.screen_stack)


@pytest.mark.parametrize("size", [SMALL, WIDE])
async def test_picture(tmp_path, size):
    host = bobs_turn()
    async with at_table(tmp_path, host, size) as (app, pilot):
        await press(pilot, "enter", "f", "7", "up", "space", "q", "space", "f")
        assert_picture("wishes", app)
