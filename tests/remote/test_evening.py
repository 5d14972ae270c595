"""A whole evening of four seats: two phones by taps, one keyboard in a terminal, one computer."""

import asyncio
import os

import pytest

from tests.faults.terminal import HASTY, START, Program
from tests.remote.evening import ADDRESS, NAMED, PICTURE, Keyboard, Seat, in_thread
from tests.remote.test_page import MAX_TAPS, SIZES, browser, complaints
from tests.saving import VARIANTS

FOR_EVER = 10**6
ROUNDS = os.environ.get("SHANGHAI_TEST_ROUNDS", "1,2")
"""The rounds of an evening; `all` plays whole games, which takes minutes each."""
MAX_FIRST_STEPS = 10
"""Keys and taps from a table that is set to the first hand on a phone."""
F4 = "\x1bOS"
NAMES = "Mia,Oma,Tom,bot:hard"


def new(variant, names=NAMES):
    return ("play", "--variant", variant, "--players", names, "--seed", "5", "--rounds", ROUNDS)


async def seated(keyboard, *phones):
    """Lets phones take the first seats before the deal, and begins."""
    for number, phone in enumerate(phones, 1):
        await phone.join(keyboard.address, number)
    keyboard.sits()


async def play(turns, *phones, stops_at=""):
    """Plays until the game is over, or until the first phone has begun so many turns or has a
    button of that name."""
    games = [asyncio.create_task(phone.play(turns, stops_at)) for phone in phones]
    is_whole = turns == FOR_EVER and not stops_at
    ended = asyncio.FIRST_EXCEPTION if is_whole else asyncio.FIRST_COMPLETED
    done, running = await asyncio.wait(games, return_when=ended)
    for game in running:
        game.cancel()
    for game in done:
        await game


async def has_seen_the_end(phones):
    """That all phones show the end of the whole game, and that no tap was wasted on the way."""
    assert all(phone.taps.get("call", 0) == phone.calls for phone in phones)
    assert [*map(complaints, phones)] == [[]] * len(phones)
    taps = sum(phone.taps["turn"] for phone in phones)
    assert taps / sum(phone.turns for phone in phones) <= MAX_TAPS
    views = [await phone.view() for phone in phones]
    first = views[0]
    assert {view["phase"] for view in views} == {"game over"}
    assert first["results"][-1]["round"] == first["rounds"]
    assert all(view["results"] == first["results"] for view in views)
    pictures = [await phone.value(PICTURE) for phone in phones]
    assert all(picture["melds"] == pictures[0]["melds"] for picture in pictures)


@browser
async def test_two_phones_a_keyboard_and_a_computer_begin(tmp_path):
    with Keyboard(tmp_path, *new("playerules")) as keyboard:
        async with Seat() as mia, Seat() as oma:
            await seated(keyboard, mia, oma)
            await play(1, mia, oma)
            assert max(mia.turns, oma.turns) == 1
            assert [*map(complaints, (mia, oma))] == [[], []]


@browser
@pytest.mark.slow
async def test_a_first_hand_is_on_a_phone_after_few_keys_and_taps(tmp_path):
    at_home = "server.own_address = lambda: '127.0.0.1'"
    script = "\n".join((NAMED, at_home, HASTY, START))
    table = ("play", "--variant", "grandma-davis", "--players", "Mia,Oma,Tom")
    with Program(*table, data=tmp_path, size=(80, 24), script=script, is_hasty=True) as program:
        await in_thread(program.wait, "Who deals")
        async with Seat() as mia:
            keys = [await in_thread(program.press, F4, "Let phones come")]
            keys += [await in_thread(program.press, "\r", ADDRESS)]
            await mia.join(keys[-1][0], 1)
            await in_thread(program.wait, "Mia: on a phone")
            for pattern in ("Cut anywhere", "Enter Deal", "Still thinking: Mia|Oma is here"):
                keys += [await in_thread(program.press, "\r", pattern)]
            await mia.until("document.querySelectorAll('.hand .card').length === 11")
            assert len(keys) + sum(mia.taps.values()) <= MAX_FIRST_STEPS


@browser
@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "size"),
    [*zip(VARIANTS, (SIZES[2], SIZES[0], SIZES[1], SIZES[0]), strict=True)],
    ids=str,
)
async def test_two_phones_a_keyboard_and_a_computer_play(variant, size, tmp_path):
    with Keyboard(tmp_path, *new(variant)) as keyboard:
        async with Seat(size) as mia, Seat(size) as oma:
            await seated(keyboard, mia, oma)
            await play(FOR_EVER, mia, oma)
            await has_seen_the_end((mia, oma))
            assert keyboard.hand_overs, "the public screen lies before Tom's hand"


@browser
@pytest.mark.slow
async def test_nothing_is_handed_over_where_everybody_is_at_a_phone(tmp_path):
    with Keyboard(tmp_path, *new("playerules", "Mia,Oma,Tom")) as keyboard:
        async with Seat() as mia, Seat() as oma, Seat() as tom:
            phones = mia, oma, tom
            await seated(keyboard, *phones)
            await play(FOR_EVER, *phones)
            await has_seen_the_end(phones)
            assert (keyboard.hand_overs, keyboard.calls) == (0, 0)


async def asked_on_turn(phone, other):
    """Plays until a phone is on turn and has not drawn."""
    game = asyncio.create_task(other.play())
    await phone.play(stops_at="draw")
    game.cancel()


@browser
@pytest.mark.slow
async def test_every_device_shows_the_same_table_after_each_mishap(tmp_path):
    with Keyboard(tmp_path, *new("playerules"), grace="all") as keyboard:
        keyboard.calls_each = FOR_EVER
        async with Seat() as mia, Seat((844, 390)) as oma, Seat() as third:
            phones = mia, oma
            await seated(keyboard, *phones)
            await play(1, *phones)
            # A page that is loaded anew.
            await mia.do("Page.reload")
            await mia.until("document.querySelector('.hand .card')")
            await mia.shows_what_it_may_see()
            # No network, and a phone that sleeps while the others play on.
            await oma.goes_offline()
            await oma.until("document.querySelector('.head .lost')")
            await oma.goes_offline(False)
            await oma.shows_what_it_may_see()
            await mia.sleeps()
            game = asyncio.create_task(oma.play())
            await keyboard.shows("Waiting for Mia's phone")
            game.cancel()
            await mia.sleeps(False)
            await mia.shows_what_it_may_see()
            await asked_on_turn(mia, oma)
            view = await mia.shows_what_it_may_see()
            assert view["turn"] == "Mia"
            # Undo, agreed on at a phone and at the keyboard.
            await mia.button("draw")
            await mia.until("document.querySelector('[data-k=toss]')")
            keyboard.stop()
            await mia.button("menu")
            await mia.button("undo")
            await oma.is_asked("agrees")
            await oma.button("agrees")
            await in_thread(keyboard.program.wait, "3 Tom agrees")
            await in_thread(keyboard.program.press, "3", "3 Tom agrees", True)
            again = await mia.is_asked("draw")
            assert again["hand"].count("\ufe0e") <= len(view["seats"][0]["hand"])
            # A second phone asks for a hand, does not get it, and then gets it.
            for key, got in (("n", False), ("y", True)):
                await third.open(keyboard.address)
                await third.until("document.querySelector('.who[data-k=seat2]')")
                await third.tap('.who[data-k="seat2"]')
                await third.until("document.querySelector('.who.mine')")
                await in_thread(keyboard.program.press, F4, "Do not give it")
                await in_thread(keyboard.program.press, key, "Do not give it", True)
                await in_thread(keyboard.program.press, F4, "stock")
                if got:
                    await third.until("document.querySelector('.hand .card')")
                    await oma.until("document.querySelector('.gone')")
                else:
                    await third.until("!document.querySelector('.who.mine')")
            await third.shows_what_it_may_see()
            # Killed in the middle of a window.
            keyboard.sits()
            await play(FOR_EVER, mia, third, stops_at="no")
            keyboard.stop()
            before = [await phone.picture_of() for phone in (mia, third)]
            keyboard.kill()
            await mia.until("document.querySelector('.head .lost')")
            keyboard.start("resume")
            for phone, picture in zip((mia, third), before, strict=True):
                await phone.shows_what_it_may_see()
                after = await phone.picture_of()
                assert {**after, "question": ""} == {**picture, "question": ""}
            keyboard.sits()
            await play(mia.turns + third.turns + 1, mia, third)


async def dealt(keyboard, *phones):
    """Seats phones, and goes on to the first card that is turned up."""
    for number, phone in enumerate(phones, 1):
        await phone.join(keyboard.address, number)
    await in_thread(keyboard.program.press, "\r", "Who deals")
    await in_thread(keyboard.program.press, "\r", "stock")


def calls_used(view):
    return {seat["name"]: seat["calls_used"] for seat in view["seats"]}


@browser
@pytest.mark.slow
async def test_a_call_of_a_phone_and_one_of_the_keyboard_come_in_the_order_of_the_rules(tmp_path):
    with Keyboard(tmp_path, *new("grandma-davis"), grace="all") as keyboard:
        async with Seat() as mia, Seat() as oma:
            await dealt(keyboard, mia, oma)
            # Mia deals, so that Oma is on turn: Tom is nearer to her than Mia, who calls first.
            await mia.is_asked("call")
            await mia.button("call")
            await mia.is_asked("back")
            await in_thread(keyboard.program.press, "3", "3 Tom takes it back")
            await oma.button("draw")
            await oma.until("document.querySelector('[data-k=toss]')")
            used = calls_used(await oma.shows_what_it_may_see())
            assert (used["Mia"], used["Tom"]) == (0, 1)


@browser
@pytest.mark.slow
@pytest.mark.parametrize("first", ["phone", "keyboard", "both"])
async def test_the_first_call_buys_whether_it_comes_from_a_phone_or_the_keyboard(first, tmp_path):
    with Keyboard(tmp_path, *new("playerules"), grace="all") as keyboard:
        async with Seat() as mia, Seat() as oma:
            await dealt(keyboard, mia, oma)
            await mia.is_asked("call")
            if first == "phone":
                await mia.button("call")
                await mia.until("document.querySelectorAll('.hand .card').length === 13")
                await in_thread(keyboard.program.send, "3")
            elif first == "keyboard":
                await in_thread(keyboard.program.press, "3", "Tom gets")
                await mia.until("!document.querySelector('[data-k=call]')")
            else:
                await asyncio.gather(mia.button("call"), in_thread(keyboard.program.send, "3"))
            await in_thread(keyboard.program.wait, "(Mia|Tom) gets 4♣")
            used = calls_used(await mia.shows_what_it_may_see())
            await oma.shows_what_it_may_see()
            assert used["Mia"] + used["Tom"] == 1
            assert first == "both" or used["Mia"] == (first == "phone")
