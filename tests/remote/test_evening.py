"""A whole evening of four seats: two phones by taps, one keyboard in a terminal, one computer."""

import asyncio

import pytest

from tests.long import long
from tests.remote.evening import Keyboard, Seat
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
        ("playerules", SIZES[0], 2),
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
            for phone in (mia, oma):
                assert phone.turns >= 1
                assert phone.taps["turn"] / phone.turns <= MAX_TAPS
                assert phone.taps.get("call", 0) == phone.calls
                assert not complaints(phone)
            pictures = [await phone.picture_of() for phone in (mia, oma)]
            if turns == FOR_EVER:
                views = [await phone.view() for phone in (mia, oma)]
                assert [view["phase"] for view in views] == ["game over"] * 2
                assert views[0]["results"] == views[1]["results"]
            assert pictures[0]["melds"] == pictures[1]["melds"]
