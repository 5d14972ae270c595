"""Whole rounds with people, every screen read after every key: no card for the wrong eyes."""

import re

import pytest
from textual import constants

from shanghai.bots.simple import SimpleBot
from shanghai.engine.actions import Discard, Draw, GoDown, LayOff, Swap, Take
from shanghai.engine.cards import FACES, face_of, label
from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Phase
from shanghai.table.host import Host, Player
from shanghai.table.wishes import Wish
from shanghai.ui.kit.lines import Lines
from shanghai.ui.table.card_row import CardRow
from shanghai.ui.table.cover import CoverScreen
from shanghai.ui.table.peek import PeekScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.ui.table.table_screen import TableScreen
from shanghai.ui.table.targets import CardTarget
from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.loader import load_variant
from tests.long import long
from tests.secrets import faces_known, faces_stood_for
from tests.ui.pictures import faces_drawn, screen_text
from tests.ui.tables import at_table, click_target, press, settle

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eva", "Fay", "Gus", "Hal")
_SHOWN = re.compile(r"(?:10|[2-9AJQK])[♠♥♦♣]|JK")
_GLYPHS = str.maketrans("♠♥♦♣", "SHDC")


def faces_in(text):
    """The labels of the cards that a picture shows, those in block letters too."""
    drawn = " ".join(faces_drawn(text.split("\n")))
    return {found.translate(_GLYPHS) for found in _SHOWN.findall(f"{text} {drawn}")}


def viewer_of(screen):
    return screen.view.viewer if isinstance(screen, TableScreen) else NOBODY


def check(app, host):
    """Nothing on the screen but what its viewer may see; no hand anywhere where none may be."""
    if host.state.phase not in (Phase.DRAW, Phase.PLAY):
        return
    screen = app.screen
    viewer = viewer_of(screen)
    words = r"Helps:[^\n]*(\n  [^\n]*)?|JK is a joker too|joker is \S+"
    text = re.sub(words, "", screen_text(app))
    shown, allowed = faces_in(text), faces_known(host.state, host.log, viewer)
    allowed |= faces_stood_for(host.state.table)
    assert shown <= allowed, f"{type(screen).__name__}: {shown - allowed}\n{text}"
    own = set(host.state.seats[viewer].hand) if viewer != NOBODY else set()
    for lines in screen.query(Lines):
        for bit in (bit for line in lines.rows for bit in line):
            match bit.target:
                case CardTarget(held):
                    assert held in own
    if isinstance(screen, PublicScreen | CoverScreen):
        assert not screen.query(CardRow)
        for below in app.screen_stack:
            assert not any(row.rows for row in below.query(CardRow))
    if isinstance(screen, PublicScreen):
        assert not any(isinstance(s, PlayerScreen | PeekScreen) for s in app.screen_stack)
    assert not app._notifications
    assert app.title == "Shanghai"
    assert not app.sub_title or not faces_in(app.sub_title)


async def checked(pilot, host, *keys):
    for key in keys:
        await press(pilot, key)
        check(pilot.app, host)


async def play_turn(pilot, host, brain):
    """One step of the player on turn, by keys; the brain says which."""
    app, seat = pilot.app, host.state.turn
    action = brain.decide(host.view(seat))
    match action:
        case Draw():
            await checked(pilot, host, "d")
        case Take():
            await checked(pilot, host, "t")
        case GoDown():
            await checked(pilot, host, "g", "enter")
        case Discard(card=card):
            app.screen.hand.unpick()
            await click_target(pilot, CardTarget(card))
            check(app, host)
            await checked(pilot, host, "x")
        case LayOff() | Swap():
            assert app.screen.session.do(action) == ""
            await settle(pilot)
            check(app, host)
        case _:
            await checked(pilot, host, "p")


@pytest.mark.parametrize(
    ("variant", "players", "people", "turns", "moves"),
    [
        long("playerules", 3, 2, 6, False),
        ("grandma-davis", 4, 4, 3, True),
        ("california", 8, 8, 2, False),
        pytest.param("playerules", 3, 2, 60, True, marks=pytest.mark.slow),
        pytest.param("grandma-davis", 4, 4, 30, True, marks=pytest.mark.slow),
        pytest.param("california", 8, 8, 30, True, marks=pytest.mark.slow),
    ],
)
async def test_a_round_shows_nobody_anothers_cards(
    tmp_path, monkeypatch, variant, players, people, turns, moves
):
    rules = load_variant(variant)
    await play_checked(tmp_path, monkeypatch, rules, players, people, turns, moves)


@pytest.mark.slow
async def test_a_round_shows_nobody_the_cards_of_a_partner(tmp_path, monkeypatch):
    """HR-15."""
    rules = with_house_rules(load_variant("playerules"), {"sides": 2})
    await play_checked(tmp_path, monkeypatch, rules, 4, 4, 20, True)


async def play_checked(tmp_path, monkeypatch, rules, players, people, turns, moves):
    """Plays so many turns at the screen, or the round to its end, and checks every picture."""
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "full")
    seats = [
        Player(name, "" if at < people else "random") for at, name in enumerate(NAMES[:players])
    ]
    host = Host(rules, seats, seed=11)
    brains = [SimpleBot(seat, None) for seat in range(players)]
    async with at_table(tmp_path, host, animation=moves) as (app, pilot):
        await press(pilot, "enter")
        for seat in range(people):
            wish = Wish(ranks=frozenset({seat, seat + 5}), fits=seat % 2 == 0, calls=2)
            app.screen.session.calls.wishes.set_wish(seat, wish)
        done = last = 0
        while done < turns and host.state.phase in (Phase.DRAW, Phase.PLAY):
            check(app, host)
            if isinstance(app.screen, PlayerScreen):
                await play_turn(pilot, host, brains[host.state.turn])
                continue
            turn = (host.state.turn, len(host.log))
            done += turn != last
            last = turn
            await at_window(pilot, host, done)
        assert done >= turns or host.state.phase is Phase.ROUND_OVER


async def at_window(pilot, host, count):
    """Looks, calls now and then, and hands the keyboard over."""
    app = pilot.app
    callers = app.screen.session.calls.able()
    if callers and count % 3 == 0:
        seat = callers[count % len(callers)]
        await checked(pilot, host, "v", str(seat + 1))
        assert isinstance(app.screen, CoverScreen)
        assert not faces_in(screen_text(app))
        await checked(pilot, host, "p", str(seat + 1) if count % 2 else "n")
    if count % 5 == 0:
        await checked(pilot, host, "i", "escape", "c", "escape")
    if count % 6 == 0 and app.screen.session.offers.is_possible:
        await checked(pilot, host, "u", "up", "1", "escape")
    if app.screen.waits_for != NOBODY:
        await checked(pilot, host, "enter")
        if count % 4 == 0:
            await checked(pilot, host, "b", "m", "right", "space", "escape")
    else:
        await checked(pilot, host, "n")


async def test_the_check_sees_a_leak(tmp_path):
    """The protection broken once: a hand left on the public screen must be noticed."""
    seats = [Player("Ann"), Player("Bob")]
    host = Host(load_variant("california"), seats, seed=11)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        check(app, host)
        hand = host.state.seats[0].hand
        hidden = next(c for c in hand if label(c) not in faces_known(host.state, host.log, NOBODY))
        line = app.screen.query_one("#status", Lines)
        from shanghai.ui.kit.lines import Bit

        line.show([(Bit(app.card_style.text(face_of(hidden) % FACES)),)])
        await pilot.pause()
        with pytest.raises(AssertionError):
            check(app, host)
