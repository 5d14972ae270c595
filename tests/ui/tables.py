"""Tables to press keys at: hand-made positions, a clock that jumps, and the game loop running."""

from contextlib import asynccontextmanager

import pytest
from msgspec import structs

from shanghai.engine.cards import face_of, read_face
from shanghai.ui.app import ShanghaiApp
from shanghai.ui.kit.lines import Lines
from shanghai.ui.options import Options
from shanghai.ui.table.card_row import CardRow
from shanghai.ui.table.games import draw_for_dealer
from shanghai.ui.table.play import play
from shanghai.ui.table.session import Session
from shanghai.ui.table.targets import CardTarget
from tests.positions import HANDS, Pack, card, host_of, position
from tests.ui.apps import HUGE, SMALL, WIDE
from tests.ui.pictures import screen_text

__all__ = ["HANDS", "HUGE", "SMALL", "WIDE", "Pack", "card", "host_of", "position"]

SHORT_HANDS = {
    "Ann": "4S 9D KC 2H",
    "Bob": "2S 3S QH 7D",
    "Cy": "8D 8H JK 3C",
    "Dee": "5D 6D 9C TS",
}
"""Hands of four people with four cards each."""
MOVING_HANDS = {"Ann": "4H 9D KC TH 8H", "Bob": "2S 3S", "Cy": "JD JS"}
"""Hands from which Ann can lay off a card on a set of eights and on a run from five to eight."""
TABLE = (("Ann", "run", "5H 6H 7H 8H"), ("Bob", "set", "KS KH KD"), ("Cy", "run", "7S 8S 9S TS"))


def before_draw(variant="grandma-davis", **more):
    """Ann is on turn and has not drawn; Cy has tossed the queen of diamonds."""
    return position(variant, HANDS, turn="Ann", by="Cy", discards="4D QD", **more)


def after_draw(variant="playerules", hand=HANDS["Ann"], table=TABLE, **more):
    """Ann is on turn with a hand and has drawn; melds lie on the table."""
    hands = {**HANDS, "Ann": hand}
    return position(variant, hands, turn="Ann", phase="play", by="Cy", table=table, **more)


class Clock:
    """Seconds that pass only when a test says so."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@asynccontextmanager
async def without_menu():
    """Apps that begin with nothing: where a game is opened, the menu below is never seen."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ShanghaiApp, "on_mount", lambda app: None)
        yield


@asynccontextmanager
async def at_table(folder, host, size=SMALL, ascii=False, **settings):
    """The game of a host, played in an app whose computer players do not pause."""
    app = ShanghaiApp(Options(data_dir=str(folder), ascii=ascii))
    settings = {"pace": "at once", "animation": False, "tell_shanghai": True} | settings
    app.settings = structs.replace(app.settings, **settings)
    app.clock = Clock()
    async with without_menu(), app.run_test(size=size) as pilot:
        await pilot.pause()
        app.ended = []

        async def game():
            session = Session(host)
            await draw_for_dealer(app, session)
            app.ended.append(await play(app, session))

        app.run_worker(game(), exclusive=True, group="game")
        await settle(pilot)
        yield app, pilot


async def settle(pilot):
    """Lets the game loop, its screens and their workers come to rest."""
    for _ in range(2):
        await pilot.pause()


async def press(pilot, *keys):
    """Presses keys with ample time between them."""
    for key in keys:
        pilot.app.clock.now += 5
        await pilot.press(key)
        await settle(pilot)


async def click_target(pilot, target):
    """Clicks the place that means `target` to the screen."""
    pilot.app.clock.now += 5
    for lines in pilot.app.screen.query(Lines):
        for y, line in enumerate(lines.rows):
            x = 0
            for bit in line:
                if bit.target == target and bit.width:
                    region = lines.content_region
                    await pilot.click(offset=(region.x + x, region.y + y))
                    await settle(pilot)
                    return
                x += bit.width
    raise AssertionError(f"nothing on the screen means {target}")


def at(app):
    """The class of the screen on top."""
    return type(app.screen)


def own_hand(app):
    """The cards in the hand on the screen."""
    return app.screen.query_one(CardRow).cards


async def pick(pilot, host, seat, *labels):
    """Picks cards of the hand on the screen by clicking them."""
    for label in labels:
        picked = pilot.app.screen.hand.picked
        face = read_face(label)
        found = next(
            c for c in host.state.seats[seat].hand if face_of(c) == face and c not in picked
        )
        await click_target(pilot, CardTarget(found))


def status(app):
    """What the line above the keys says."""
    return " ".join(app.screen.query_one("#status", Lines).text.split())


def flat(app):
    """The text on the screen as one line, however it is broken, keys without their caps."""
    return " ".join(screen_text(app).replace("▌", " ").replace("▐", " ").split())
