"""Takes the pictures of a phone for `.github/PHONES.md` in a headless Chromium.

Run `python -m screenshots.phones`, and look at the pictures.
"""

import asyncio
from pathlib import Path
from unittest.mock import patch

from shanghai.remote import server
from shanghai.table.host import Host, Player
from tests.positions import position
from tests.remote.served import Laptop
from tests.remote.taps import HOST, Phone

FOLDER = Path(__file__).parent
HANDS = {
    "Oma": "2S 3S 4S 5C 5D 6H 8D 8H 9C JD KC",
    "Ben": "7S 7H 7D QH QD KD 2D 6C 9H 10S AS",
    "Mia": "2C 3C 6S 6D 8C 8S 10C 10D JC JH KS",
    "Paul": "2H 3H",
}
TABLE = [("Paul", "set", "9S 9C 9D"), ("Paul", "set", "5H 5S JK"), ("Paul", "set", "4H 4C 4D")]
BEN = 1


async def take(turn: str, by: str, name: str) -> None:
    """Takes the picture of Ben's phone where somebody is on turn."""
    state = position("grandma-davis", HANDS, turn=turn, by=by, discards="QS 3D", table=TABLE)
    host = Host(state.rules, [Player(each) for each in HANDS], 3, state)
    with Laptop(host=host) as laptop:
        laptop.plays_keyboard = False
        laptop.start()
        async with Phone() as phone:
            scheme = {"name": "prefers-color-scheme", "value": "dark"}
            await phone.do("Emulation.setEmulatedMedia", features=[scheme])
            await phone.open(laptop.phones.address)
            await phone.until(f"document.querySelectorAll('.who')[{BEN}]")
            await phone.tap(f'.who[data-k="seat{BEN + 1}"]')
            await phone.until("document.querySelector('.who.mine')")
            laptop.in_thread(lambda: laptop.phones.answer(BEN, True))
            await phone.until("document.querySelector('.hand .card')")
            await phone.picture(FOLDER / f"{name}.png")


async def main() -> None:
    """Takes both pictures."""
    with patch.object(server, "shown_host", lambda _: HOST):
        await take("Ben", "Oma", "phone-turn")
        await take("Mia", "Paul", "phone-call")


if __name__ == "__main__":
    asyncio.run(main())
