"""A phone in a real browser, which is played by taps alone, under a made-up name of the laptop."""

import json
from functools import cache
from itertools import chain

from shanghai.engine.cards import face_of, is_joker, label
from shanghai.engine.solver import shortage
from shanghai.records.notation import read_cards
from shanghai.remote import server
from shanghai.variants.loader import load_variant
from shanghai.words.contracts import contract_text
from shanghai.words.language import in_language, section
from tests.web.chromium import Chromium

HOST = "table.test"
RULES = f"--host-resolver-rules=MAP {HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
with in_language("en"):
    TEXTS = section("seat_page")["TEXTS"]
STATE = """(() => {
  const text = (selector) => (document.querySelector(selector) || { textContent: "" }).textContent;
  const bar = [...document.querySelectorAll(".bar .act")];
  return {
    question: (document.querySelector(".seat") || { dataset: {} }).dataset.question,
    buttons: bar.map((one) => one.dataset.k + (one.classList.contains("off") ? " off" : "")),
    busy: Boolean(document.querySelector(".bar .busy")),
    hand: text(".hand"), picked: text(".hand .picked"), asks: text(".scene"),
  };
})()"""
UNTIL = """new Promise((done) => {
  const look = () => { const found = %s; if (found) done(true); else setTimeout(look, 20); };
  look();
})"""
GONE = ("navigated or closed", "context was destroyed", "Cannot find context")
CENTER = """(() => {
  const one = document.querySelector(%r);
  if (!one) return [];
  one.scrollIntoView({ block: "nearest", inline: "nearest" });
  const { x, y, width, height } = one.getBoundingClientRect();
  for (const part of [0.5, 0.12]) {
    const [at, top] = [x + width * part, y + height * part];
    if (one.contains(document.elementFromPoint(at, top))) return [at, top];
  }
  return document.elementFromPoint(x + width / 2, y + height / 2)?.outerHTML || "nothing";
})()"""
"""The middle of what a selector finds; [] without it, and the markup of what covers it."""


def card_name(label):
    """The name of a card as the English page reads it out."""
    if label == "JK":
        return TEXTS["joker"]
    rank = TEXTS["ranks"][RANKS.index(label[:-1])]
    return TEXTS["card"].format(rank=rank, suit=TEXTS["suits"]["SHDC".index(label[-1])])


@cache
def contracts_of(variant):
    """The rules of a variant, and its contracts by the words of the page for them."""
    rules = load_variant(variant)
    with in_language("en"):
        numbers = range(1, len(rules.contracts) + 1)
        return rules, {contract_text(rules, each): rules.contract(each) for each in numbers}


def one_to_play(view):
    """A card that a meld takes, else the one without which the hand comes closest to its contract;
    of several the one with the most points."""
    for move in view["moves"]:
        if " lays " in move:
            return move.split(" lays ")[1].split()[0]
    rules, contracts = contracts_of(view["variant"])
    hand = read_cards(" ".join(chain(*view["groups"])))
    contract = contracts[view["contract"]] if "needs" in view else None

    def loss(card):
        others = [other for other in hand if other != card]
        short = shortage(others, contract, rules) if contract else 0
        return short, is_joker(card), -rules.face_points(face_of(card))

    return label(min(hand, key=loss))


def is_to_be_called(view, is_third):
    """Whether the top card brings the contract nearer; every third card also makes a hand larger
    that is too small for its contract."""
    if "needs" not in view:
        return False
    _, contracts = contracts_of(view["variant"])
    is_small = len([*chain(*view["groups"])]) < contracts[view["contract"]].size
    return view["top"] in view["needs"]["helps"] or (is_small and is_third)


def under_a_made_up_name(monkeypatch):
    """Lets the server show a name that only the browser of a test knows: 127.0.0.1 itself counts
    as secure in browsers, and a phone's address does not."""
    monkeypatch.setattr(server, "shown_host", lambda host: HOST)


class Phone(Chromium):
    """A phone at a table, that counts its taps by what they were for."""

    def __init__(self, size=(390, 844)):
        super().__init__(size=size, flags=(RULES,))
        self.taps, self.turns, self.calls = {}, 0, 0

    async def until(self, script):
        """Waits until a script is true on the page, or on the page to which it leads."""
        while True:
            try:
                return await self.value(UNTIL % script)
            except AssertionError as error:
                if not any(gone in str(error) for gone in GONE):
                    raise

    async def tap(self, selector, what="page"):
        """Taps the middle of what a selector finds, and tells whether it is still there."""
        place = await self.value(CENTER % selector)
        assert not isinstance(place, str), f"{selector} is covered by {place[:400]}"
        if not place:
            return False
        for step in ("mousePressed", "mouseReleased"):
            await self.do(
                "Input.dispatchMouseEvent",
                type=step,
                x=place[0],
                y=place[1],
                button="left",
                clickCount=1,
            )
        self.taps[what] = self.taps.get(what, 0) + 1
        return True

    async def drag(self, start, end):
        """Drags what a selector finds onto what another one finds."""
        places = [await self.value(CENTER % selector) for selector in (start, end)]
        steps = ("mousePressed", 0), ("mouseMoved", 0.5), ("mouseMoved", 1), ("mouseReleased", 1)
        for step, part in steps:
            x, y = (a + (b - a) * part for a, b in zip(*places, strict=True))
            await self.do("Input.dispatchMouseEvent", type=step, x=x, y=y, button="left")

    async def button(self, name, what="page"):
        """Taps a button by its name on the page."""
        return await self.tap(f'[data-k="{name}"]', what)

    async def join(self, address, number):
        """Takes a seat at the joining page."""
        await self.open(address)
        await self.until(f"document.querySelector('[data-k=\"seat{number}\"].who')")
        await self.tap(f'.who[data-k="seat{number}"]')
        await self.until('document.querySelector(".scene strong")')

    async def play(self, turns=10**6, stops_at=""):
        """Plays by taps to the end of the game, until so many turns were begun, or until a button
        of that name is there."""
        is_over = "document.querySelector('[data-k=\"score\"]')"
        asked = (
            "document.querySelector('.bar .act:not(.off):not([data-k=shanghai]):not([data-k=sorts])"
            ":not([data-k=back])') || document.querySelector('[data-k=toss]')"
        )
        while True:
            await self.until(f"!document.querySelector('.bar .busy') && ({is_over} || {asked})")
            state = await self.value(STATE)
            if "score" in state["buttons"] or self.turns >= turns or stops_at in state["buttons"]:
                return
            await self.answer(state)

    async def answer(self, state):
        """Answers what the seat is asked, and waits until the page shows another moment."""
        buttons, before = {*state["buttons"]}, state
        if "no" in buttons:
            is_third = self.calls % 3 == 2
            wants = "call" in buttons and is_to_be_called(await self.view(), is_third)
            self.calls += await self.button("call" if wants else "no", "call")
        elif simple := buttons & {"cut", "ready", "agrees"}:
            await self.button(simple.pop())
        elif "draw" in buttons:
            self.turns += 1
            view = await self.view()
            helps = view["top"] in view.get("needs", {"helps": []})["helps"]
            await self.button("take" if helps and "take" in buttons else "draw", "turn")
        elif "down" in buttons:
            await self.button("down", "turn")
            if await self.value('!document.getElementById("sheet").hidden'):
                await self.button("down0", "turn")
        elif "lay" in buttons and await self.lays():
            pass
        elif "end" in buttons:
            await self.button("end", "turn")
        elif "toss" in buttons:
            await self.button("toss", "turn")
        elif "toss off" in buttons:
            await self.picks(one_to_play(await self.view()))
        await self.changed(before)

    async def view(self):
        """What the table has for the seat now, asked by the page's own address."""
        headers = "{ headers: { Accept: 'application/json' } }"
        return await self.value(f"fetch(location.pathname, {headers}).then((one) => one.json())")

    async def picks(self, label):
        """Taps a card of the hand."""
        await self.tap(f'.hand [aria-label^="{card_name(label)}"]', "card")

    async def lays(self):
        """Taps the first lit meld, and the first of its ends where both take the card. Leaves a
        joker where it is: who wins one may have to go down."""
        label = await self.value("document.querySelector('.bar [data-k=lay]').textContent")
        if label == TEXTS["win_joker"] or not await self.tap(".meld.lit", "card"):
            return False
        if await self.value('!document.getElementById("sheet").hidden'):
            await self.button("end0", "turn")
        return True

    async def changed(self, before):
        """Waits until the page shows something else than before."""
        known = json.dumps(json.dumps(before, separators=(",", ":"), ensure_ascii=False))
        await self.until(f"JSON.stringify({STATE}) !== {known}")
