"""A whole evening of four seats: two phones by taps, one keyboard in a terminal, one computer."""

import asyncio

import pytest

from tests.long import long
from tests.remote.evening import PICTURE, Keyboard, Seat
from tests.remote.test_page import MAX_TAPS, SIZES, browser, complaints

FOR_EVER = 10**6
NAMES = "Mia,Oma,Tom,bot:simple"


def new(variant):
    return ("play", "--variant", variant, "--players", NAMES, "--seed", "5")


async def seated(keyboard, *phones):
    """Lets phones take the first seats before the deal, and begins."""
    for number, phone in enumerate(phones, 1):
        await phone.join(keyboard.address, number)
    keyboard.sits()


async def play(turns, *phones):
    """Plays until the game is over, or until the first phone has begun so many turns."""
    games = [asyncio.create_task(phone.play(turns)) for phone in phones]
    ended = asyncio.FIRST_COMPLETED if turns < FOR_EVER else asyncio.ALL_COMPLETED
    done, running = await asyncio.wait(games, return_when=ended)
    for game in running:
        game.cancel()
    for game in done:
        await game


@browser
@pytest.mark.parametrize(
    ("variant", "size", "turns"),
    [
        ("playerules", SIZES[0], 1),
        long("grandma-davis", SIZES[0], FOR_EVER),
        long("playerules", SIZES[1], FOR_EVER),
        long("california", SIZES[2], FOR_EVER),
        long("rummygames", SIZES[0], FOR_EVER),
    ],
)
async def test_two_phones_a_keyboard_and_a_computer_play(variant, size, turns, tmp_path):
    with Keyboard(tmp_path, *new(variant)) as keyboard:
        async with Seat(size) as mia, Seat(size) as oma:
            await seated(keyboard, mia, oma)
            await play(turns, mia, oma)
            phones = mia, oma
            assert all(phone.taps.get("call", 0) == phone.calls for phone in phones)
            assert [*map(complaints, phones)] == [[], []]
            assert turns == FOR_EVER or max(phone.turns for phone in phones) == turns
            if turns == FOR_EVER:
                taps = sum(phone.taps["turn"] for phone in phones)
                assert taps / sum(phone.turns for phone in phones) <= MAX_TAPS
                views = [await phone.view() for phone in phones]
                assert [view["phase"] for view in views] == ["game over"] * 2
                assert views[0]["results"] == views[1]["results"]
                pictures = [await phone.value(PICTURE) for phone in phones]
                assert pictures[0]["melds"] == pictures[1]["melds"]
