"""The pages of a table in a real browser: played by taps, at three sizes, after each mishap."""

import asyncio
import re
from contextlib import asynccontextmanager
from itertools import repeat

import pytest
from msgspec import json

from shanghai.engine.state import Phase
from shanghai.remote.server import STATIC
from shanghai.table.host import Host, Player
from shanghai.table.pins import TypedPin
from shanghai.words.language import in_language, languages, section
from tests.long import long
from tests.positions import position
from tests.remote.served import Client, Laptop
from tests.remote.taps import CENTER, HOST, Phone, under_a_made_up_name
from tests.saving import VARIANTS, lean
from tests.web.chromium import PROGRAM

browser = pytest.mark.skipif(PROGRAM is None, reason="there is no Chromium on this machine")
SIZES = [(390, 844), (844, 390), (1280, 800)]
MAX_BYTES = 60_000
MAX_TAPS = 2.2
HANDS = {
    "Mia": "7S 7H 7D QH QD KD 2D 6C 9H 10S AS",
    "Oma": "2S 3S 4S 5C 5D 6H 8D 8H 9C JD KC",
    "Tom": "2H 3H",
}
TABLE = [("Tom", "set", "9S 9C 9D"), ("Tom", "set", "4H 4C 4D")]


def at_table(hands=HANDS, variant="grandma-davis", **more):
    """Mia is on turn and has not drawn; Tom, who is down, has tossed the queen."""
    more = {"turn": "Mia", "by": "Tom", "discards": "QS 3D", "table": TABLE} | more
    state = position(variant, hands, **more)
    return Host(state.rules, [Player(name) for name in hands], 3, state)


def texts(language):
    with in_language(language):
        return section("seat_page")["TEXTS"]


def script():
    return "".join((STATIC / name).read_text("utf-8") for name in ("page.js", "public.js"))


@pytest.mark.parametrize("language", sorted(languages()))
def test_a_page_with_its_texts_is_light(language):
    files = ("page.html", "page.css", "page.js", "icon.svg")
    weight = sum(len(STATIC.joinpath(name).read_bytes()) for name in files)
    assert weight + len(json.encode(texts(language))) < MAX_BYTES


@pytest.mark.parametrize("language", sorted(languages()))
def test_the_page_has_each_text_that_it_asks_for_and_asks_for_each(language):
    asked = {*re.findall(r'"(\w+)"|\bT\.(\w+)', script())}
    names = {name for pair in asked for name in pair if name}
    certain = {*re.findall(r'\bt\("(\w+)"', script()), *re.findall(r"\bT\.(\w+)", script())}
    assert certain <= {*texts(language)} <= names
    places = {key: {*re.findall(r"\{\w+\}", str(text))} for key, text in texts("en").items()}
    own = {key: {*re.findall(r"\{\w+\}", str(text))} for key, text in texts(language).items()}
    assert {key: own[key] for key in places} == places


def test_the_page_needs_nothing_from_elsewhere_and_makes_no_markup_of_text():
    files = {file.name: file.read_text("utf-8") for file in STATIC.iterdir()}
    for name, source in files.items():
        assert not re.search(r"(src|href|url\(|fetch\()[^\n]{0,3}(https?:)?//", source), name
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b", script())
    assert not re.search(r"<script(?![^>]*src=)|<style| on\w+=| style=", files["page.html"])


def complaints(phone):
    """What the browser complains of, without the answers that are refused on purpose."""
    return [each for each in phone.complaints if "409" not in str(each.get("text"))]


@browser
@pytest.mark.parametrize(
    ("variant", "turns"), [("grandma-davis", 4), *map(long, VARIANTS, repeat(10**6))]
)
async def test_a_game_is_played_by_taps(variant, turns, monkeypatch):
    under_a_made_up_name(monkeypatch)
    with Laptop(lean(variant, 1, 2), people=2, seed=4, grace=None) as laptop:
        address = laptop.phones.address
        assert address.startswith(f"http://{HOST}:")
        async with Phone() as phone:
            await phone.join(address, 1)
            laptop.start()
            await phone.play(turns)
            assert phone.turns > 3
            assert phone.taps["turn"] / phone.turns <= MAX_TAPS
            assert phone.taps.get("call", 0) == phone.calls
            if turns > phone.turns:
                assert laptop.table.public().phase is Phase.GAME_OVER
            assert not complaints(phone)
            assert {url.split("/")[2] for url in phone.asked if url.startswith("http")} == {
                address.split("/")[2]
            }


async def joined(phone, laptop, seat=1):
    """Gets a seat whose cards are dealt: the laptop is asked, and gives it."""
    await phone.open(laptop.phones.address)
    await phone.until(f"document.querySelector('.who[data-k=\"seat{seat}\"]')")
    await phone.tap(f'.who[data-k="seat{seat}"]')
    await phone.until('document.querySelector(".who.mine")')
    laptop.in_thread(lambda: laptop.phones.answer(seat - 1, True))
    await phone.until('document.querySelector(".scene strong")')


@asynccontextmanager
async def at_phone(monkeypatch, host=None, size=SIZES[0], **more):
    """A laptop at which nobody answers, and a phone that has Mia's hand."""
    under_a_made_up_name(monkeypatch)
    with Laptop(host=host or at_table(), **more) as laptop:
        laptop.plays_keyboard = False
        laptop.start()
        async with Phone(size) as phone:
            await joined(phone, laptop)
            yield laptop, phone


def card(name):
    return f'.hand [aria-label^="{name}"]'


def has(selector):
    return f"document.querySelector({selector!r})"


def button(name):
    return has(f"[data-k={name}]:not(.off):not(.busy)")


FRAME = """(() => {
  const zones = document.querySelectorAll(".seat > :not(.side), .scene");
  return JSON.stringify([...zones].map((one) => one.getBoundingClientRect()));
})()"""
COVERED = """(() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [toast, bar] = [box("#toast"), box(".bar")];
  return toast.right > bar.left && toast.bottom > bar.top;
})()"""
"""Whether a message lies over the buttons."""
FAULTS = """(() => {
  const faults = [];
  const isOut = ({ left, top, right, bottom }) =>
    left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1;
  if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the screen");
  const words = document.querySelector(".scene .words");
  if (words.scrollHeight > words.clientHeight + 1) faults.push("words are cut");
  for (const one of document.querySelectorAll(".bar .act, .hand .card, .line button")) {
    const box = one.getBoundingClientRect();
    if (isOut(box)) faults.push(`${one.textContent} is cut`);
    if (!one.matches(".act")) continue;
    if (box.width < 44 || box.height < 44) faults.push(`${one.textContent} is small`);
    if (one.scrollWidth > one.clientWidth + 1) faults.push(`${one.textContent} is too long`);
  }
  return faults.join(", ");
})()"""


@browser
@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_nothing_moves_between_the_moments_of_a_turn(size, monkeypatch):
    async with at_phone(monkeypatch, size=size, grace=None) as (laptop, phone):
        laptop.plays_keyboard = True
        await phone.until(button("draw"))
        frames, moments = [], []
        for wanted in ("draw", "toss", "no", "draw"):
            await phone.until(has(f"[data-k={wanted}]:not(.busy)"))
            frames.append(await phone.value(FRAME))
            moments.append(await phone.value(FAULTS))
            if wanted == "toss":
                await phone.button("toss")
                await phone.until("!document.getElementById('toast').hidden")
                assert not await phone.value(COVERED)
                await phone.tap(card("two of diamonds"))
                await phone.until(button("toss"))
                moments.append(await phone.value(FAULTS))
            await phone.button(wanted)
        assert moments == [""] * 5
        assert len({*frames}) == 1
        assert not complaints(phone)


@browser
@pytest.mark.slow
async def test_what_cannot_be_done_gives_the_reason_of_the_table(monkeypatch):
    hands = HANDS | {"Mia": "4S 9D JK 2D KC"}
    table = [*TABLE, ("Mia", "set", "QH QC QD"), ("Mia", "set", "KS KD KH")]
    async with at_phone(monkeypatch, at_table(hands, table=table, phase="play")) as (laptop, phone):
        await phone.tap(card("two of diamonds"))
        await phone.tap("[data-k=lay]")
        await phone.until("!document.getElementById('toast').hidden")
        reason = await phone.value("document.getElementById('toast').textContent")
        seat = await phone.value("location.pathname")
        status, answer = await asyncio.to_thread(ask, laptop, seat, "lays 2D on 1")
        assert (status, with_signs(answer["reason"])) == (409, reason)
        # A picked card lights the melds that take it, and a lit meld takes it at a tap.
        await phone.tap(card("four of spades"))
        await phone.until("document.querySelectorAll('.meld.lit').length === 1")
        await phone.tap(".meld.lit")
        await phone.until(f"!{has(card('four of spades'))}")
        assert len(laptop.table.public().table[1].cards) == 4


def with_signs(text):
    """A text as the page shows it, cards with the signs of their suits."""
    signs = dict(zip("SHDC", "♠♥♦♣", strict=True))
    return re.sub(
        r"\b(10|[2-9AJQK])([SHDC])\b", lambda card: f"{card[1]}{signs[card[2]]}\ufe0e", text
    )


def ask(laptop, seat, sentence):
    client = Client(laptop.phones.address)
    client.seat = seat
    client.headers["Host"] = laptop.phones.address.split("/")[2]
    client.host = "127.0.0.1"
    return client.say(sentence)


@browser
@pytest.mark.slow
async def test_a_shanghai_is_called_by_choosing_a_meld(monkeypatch):
    table = [("Tom", "run", "4H 5H 6H 7H"), *TABLE[:1]]
    hands = HANDS | {"Mia": "2S QH QD KD 2D 6C JS", "Oma": "3S 4S 5C 5D 6S 8D"}
    host = at_table(hands, turn="Oma", table=table, discards="8H 3D", round=2)
    async with at_phone(monkeypatch, host) as (laptop, phone):
        await phone.until(button("shanghai"))
        await phone.button("shanghai")
        await phone.until("document.querySelectorAll('.meld.lit').length === 2")
        await phone.button("meld1")
        await phone.until(has("[data-k=end1]"))
        await phone.button("end1")
        await phone.until(f"!{has('[data-k=back]')}")
        assert len(laptop.table.public().table[0].cards) == 5


@browser
@pytest.mark.slow
async def test_a_shanghai_is_declared_with_the_picked_card(monkeypatch):
    hands = HANDS | {"Mia": "4S 9D JK 2D KC"}
    async with at_phone(monkeypatch, at_table(hands, phase="play")) as (laptop, phone):
        await phone.tap(card("four of spades"))
        await phone.until(button("shanghai"))
        await phone.button("shanghai")
        await phone.until("document.querySelectorAll('.hand .card').length === 4")
        assert laptop.table.public().locked, "nobody may take it"


@browser
@pytest.mark.slow
async def test_a_seat_with_a_pin_asks_for_it_on_the_phone(monkeypatch):
    under_a_made_up_name(monkeypatch)
    with Laptop(host=at_table()) as laptop:
        laptop.plays_keyboard = False
        laptop.table.set_pin(0, TypedPin("1234"))
        laptop.start()
        async with Phone() as phone:
            await phone.open(laptop.phones.address)
            await phone.until(has(".who[data-k=seat1]"))
            await phone.tap(".who[data-k=seat1]")
            message = "document.querySelector('[role=status]')"
            wrong = f"{message} && {message}.textContent.includes('not the PIN')"
            for typed, outcome in (("4321", wrong), ("1234", has(".hand .card"))):
                await phone.until(has("#pin"))
                await phone.value(f"document.getElementById('pin').value = '{typed}'")
                await phone.tap(".pin .act")
                await phone.until(outcome)


@browser
@pytest.mark.slow
async def test_a_long_press_asks_for_a_hint_and_picks_no_card(monkeypatch):
    async with at_phone(monkeypatch) as (laptop, phone):
        x, y = await phone.value(CENTER % card("two of diamonds"))
        mouse = {"x": x, "y": y, "button": "left", "clickCount": 1}
        await phone.do("Input.dispatchMouseEvent", type="mousePressed", **mouse)
        await phone.until("document.querySelector('.words p').textContent.length > 20")
        await phone.do("Input.dispatchMouseEvent", type="mouseReleased", **mouse)
        assert 0 in laptop.table.hinted
        assert not await phone.value(has(".hand .picked"))


@browser
@pytest.mark.slow
async def test_a_joker_is_won_laid_at_an_end_and_a_card_dragged(monkeypatch):
    hands = HANDS | {"Mia": "6H 9S JK 2C KD 4H"}
    table = [("Tom", "run", "5H JK 7H 8H"), ("Mia", "set", "QS QC QD")]
    host = at_table(hands, "california", table=table, phase="play", discards="3D", round=2)
    hand = "[...document.querySelectorAll('.hand .card')].map((one) => one.textContent)"
    async with at_phone(monkeypatch, host) as (laptop, phone):
        before = await phone.value(hand)
        await phone.drag(card("two of clubs"), card("king of diamonds"))
        after = await phone.value(hand)
        assert after != before
        assert sorted(after) == sorted(before)
        assert after.index("2♣\ufe0e") + 1 == after.index("K♦\ufe0e")
        await phone.tap(card("six of hearts"))
        await phone.until(has(".meld.lit"))
        assert (
            await phone.value("document.querySelector('.bar .act').textContent")
            == (texts("en")["win_joker"])
        )
        await phone.tap(".meld.lit")
        await phone.until(f"!{has(card('six of hearts'))}")
        await phone.tap(card("joker"))
        await phone.until(has(".meld.lit"))
        await phone.tap(".meld.lit")
        await phone.until(has("[data-k=end1]"))
        await phone.button("end1")
        await phone.until("document.querySelectorAll('.meld')[0].textContent.endsWith('=9')")
        await phone.drag(card("nine of spades"), ".scene .card")
        await phone.until("document.querySelectorAll('.hand .card').length === 4")
        public = laptop.table.public()
        assert len(public.table[0].cards) == 5
        assert len(public.discards) == 2
        assert not complaints(phone)


@browser
@pytest.mark.slow
async def test_a_page_comes_back_to_the_same_picture(monkeypatch):
    picture = "document.querySelector('.seat') && document.querySelector('.seat').textContent"
    async with at_phone(monkeypatch) as (laptop, phone):
        await phone.tap(card("nine of hearts"))
        await phone.button("left")
        await phone.button("left")
        await phone.tap(card("nine of hearts"))
        await phone.until("!document.querySelector('.hand .picked')")
        before = await phone.value(picture)
        await phone.do("Page.reload")
        await phone.until(f"{picture} === {before!r}")
        offline = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        await phone.do("Network.emulateNetworkConditions", offline=True, **offline)
        await phone.button("draw")
        await phone.until(has(".head .lost"))
        await phone.do("Network.emulateNetworkConditions", offline=False, **offline)
        await phone.until(f"!{has('.head .lost')} && {picture} === {before!r}")
        await phone.button("draw")
        await phone.until(has("[data-k=toss]"))
        assert len(laptop.table.view(0).seats[0].hand) == 12


async def roles(phone):
    """The names that a screen reader reads out, by role."""
    names = {}
    for node in (await phone.do("Accessibility.getFullAXTree"))["nodes"]:
        if not node["ignored"]:
            name = node.get("name", {}).get("value", "")
            names.setdefault(node["role"]["value"], []).append(name)
    return names


@browser
@pytest.mark.slow
async def test_a_screen_reader_finds_named_buttons_and_hears_what_happens(monkeypatch):
    async with at_phone(monkeypatch) as (_, phone):
        await phone.do("Accessibility.enable")
        names = await roles(phone)
        assert all(names["button"]), "each button has a name"
        assert "seven of spades" in names["button"], "a card is a button"
        assert {texts("en")["draw"], texts("en")["sort"], texts("en")["menu"]} <= {*names["button"]}
        assert "queen of spades" in names["image"], "the top of the discards"
        assert not await phone.value("[...document.querySelectorAll('[onclick]')].length")
        await phone.button("draw")
        await phone.until(has("[data-k=toss]"))
        live = await phone.value("document.querySelector('[aria-live]').textContent")
        assert "Mia draws" in live
        assert texts("en")["pick_toss"] in live
        # A sheet takes the focus, and Escape gives it back.
        await phone.button("menu")
        assert (await roles(phone))["dialog"] == [texts("en")["menu"]]
        assert await phone.value("document.activeElement.dataset.k") == "close"
        await phone.key("Escape")
        await phone.until("document.getElementById('sheet').hidden")


MOVING = "document.getAnimations().length"


@browser
@pytest.mark.slow
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
async def test_nothing_moves_by_itself_where_the_system_asks_for_that(motion, monkeypatch):
    async with at_phone(monkeypatch, grace=10.0) as (_, phone):
        media = {"name": "prefers-reduced-motion", "value": motion}
        await phone.do("Emulation.setEmulatedMedia", features=[media])
        await phone.until(has(".grace"))
        assert bool(await phone.value(MOVING)) == (motion == "no-preference")


@browser
@pytest.mark.slow
async def test_the_page_speaks_the_language_that_is_chosen_in_large_text_too(monkeypatch):
    async with at_phone(monkeypatch) as (_, phone):
        await phone.button("menu")
        await phone.button("size")
        await phone.button("close")
        for language in ("de", "es", "en"):
            await phone.button("menu")
            await phone.button(f"lang{language}")
            await phone.until(f"document.documentElement.lang === '{language}'")
            await phone.button("close")
            shown = await phone.value("document.querySelector('[data-k=draw]').textContent")
            assert shown == texts(language)["draw"]
            assert await phone.value(FAULTS) == ""


@browser
@pytest.mark.slow
async def test_a_seat_that_another_phone_gets_is_shown_no_more_on_the_first(monkeypatch):
    under_a_made_up_name(monkeypatch)
    with Laptop(host=at_table()) as laptop:
        laptop.plays_keyboard = False
        laptop.start()
        async with Phone() as first, Phone((844, 390)) as second:
            await joined(first, laptop)
            await first.button("menu")
            await first.button("rules")
            await first.until("document.querySelectorAll('#sheet p').length > 6")
            await joined(second, laptop)
            await first.until(has(".gone"))
            shown = await first.value("document.body.innerText")
            assert "queen" not in shown
            assert not await first.value(has(".card"))
            await second.button("draw")
            await second.until(has("[data-k=toss]"))


@browser
@pytest.mark.slow
async def test_a_television_shows_the_table_and_takes_no_input(monkeypatch):
    under_a_made_up_name(monkeypatch)
    with Laptop(host=at_table()) as laptop:
        laptop.plays_keyboard = False
        laptop.start()
        async with Phone((1280, 800)) as television:
            await television.open(f"{laptop.phones.address}/public")
            await television.until(has(".public .meld"))
            text = await television.value("document.getElementById('page').textContent")
            assert all(name in text for name in HANDS)
            assert not await television.value(has("#page button, #page input, .hand"))
            sent = [url for url in television.asked if "moves" in url or "seats" in url]
            assert not sent
            assert not complaints(television)
