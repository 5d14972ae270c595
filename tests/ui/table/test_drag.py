"""Cards dragged with the mouse: within the hand, onto a meld, onto the discard pile."""

import pytest

from shanghai.engine.cards import face_of, read_face
from shanghai.engine.events import Discarded, LaidOff
from shanghai.ui.kit.lines import Lines
from shanghai.ui.table.targets import CardTarget, DiscardTarget, MeldTarget
from tests.ui.tables import at_table, card, host_of, own_hand, position, press, settle

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

HANDS = {"Ann": "4S 9D KD 2C 9H", "Bob": "2S 3S"}


def place_of(app, target):
    """A cell of the screen that means a target."""
    for lines in app.screen.query(Lines):
        for y, line in enumerate(lines.rows):
            x = 0
            for bit in line:
                if bit.target == target and bit.text.strip():
                    return lines.content_region.x + x, lines.content_region.y + y
                x += bit.width
    raise AssertionError(f"nothing on the screen means {target}")


async def drag(pilot, held, target):
    """Presses the mouse on one target and lets it go on another."""
    pilot.app.clock.now += 5
    await pilot.mouse_down(offset=place_of(pilot.app, held))
    await pilot.mouse_up(offset=place_of(pilot.app, target))
    await settle(pilot)


def play():
    table = (("Ann", "run", "5H 6H 7H JK"), ("Bob", "set", "QS QH QC"))
    return host_of(position("california", HANDS, turn="Ann", phase="play", round=2, table=table))


async def test_a_card_is_moved_within_the_hand(tmp_path):
    host = play()
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        first, last = own_hand(app)[0], own_hand(app)[-1]
        await drag(pilot, CardTarget(first), CardTarget(last))
        assert own_hand(app)[-1] == first
        assert not app.screen.hand.picked, "what is dragged is not picked"
        assert app.screen.hand.sort == "hand"


async def test_a_card_is_laid_on_a_meld_and_one_is_discarded(tmp_path):
    host = play()
    async with at_table(tmp_path, host) as (_, pilot):
        await press(pilot, "enter")
        await drag(pilot, CardTarget(card(host, 0, "4S")), MeldTarget(1))
        assert not host.log, "a card that fits nowhere stays in the hand"
        nine = card(host, 0, "9H")
        await drag(pilot, CardTarget(nine), MeldTarget(0))
        if not host.log:
            await press(pilot, "enter")
        assert isinstance(host.log[-1], LaidOff)
        await drag(pilot, CardTarget(card(host, 0, "KD")), DiscardTarget())
        assert any(isinstance(event, Discarded) for event in host.log)
        assert face_of(host.state.top) == read_face("KD")
