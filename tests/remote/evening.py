"""A whole evening: the program in a terminal, phones in browsers, and somebody at the keyboard."""

import asyncio
import json
import re
import threading

from tests.faults.terminal import HASTY, START, Program
from tests.patience import LOOK, patient
from tests.remote.taps import HOST, STATE, TEXTS, Phone, card_name

NAMED = f"""
from shanghai.remote import server
server.shown_host = lambda host: {HOST!r}
"""
"""Lets the program show a name of the laptop that only the browsers of a test know."""
_SILENCE = 3.0
"""Seconds without any output after which a key is taken for lost."""
ADDRESS = re.compile(rf"http://{re.escape(HOST)}:\d+/\w+")
PICTURE = """(() => {
  const labels = (selector) =>
    [...document.querySelectorAll(selector)].map((one) => one.getAttribute("aria-label"));
  return {
    hand: labels(".hand .card").map((label) => label.replace(/, .*/, "")).sort(),
    melds: labels(".melds .meld").map((label) => label.replace(/[.] .*/, "")),
    piles: labels(".scene [role=img]"),
    question: document.querySelector(".seat").dataset.question,
  };
})()"""
"""What the page of a seat shows, as a screen reader reads it."""


def expected_picture(view):
    """What the page of a seat is to show for a view while a round is played."""
    hand = next(seat["hand"] for seat in view["seats"] if seat["name"] == view["viewer"])
    melds = [
        f"{TEXTS['meld'].format(number=number, name=meld['owner'])}: "
        + ", ".join(map(card_name, meld["cards"]))
        for number, meld in enumerate(view["table"], 1)
    ]
    top = card_name(view["top"]) if view["top"] else TEXTS["no_discard"]
    piles = [TEXTS["stock"].format(count=view["stock"]), top]
    if view["asked"] in ("call", "undo", "cut"):
        piles = {"call": [top], "undo": [], "cut": piles[:1]}[view["asked"]]
    return {
        "hand": sorted(map(card_name, hand)),
        "melds": melds,
        "piles": piles,
        "question": view["question"] or "",
    }


class Keyboard:
    """The program in a pseudo-terminal, and the person who has a seat at its keyboard."""

    def __init__(self, data, *arguments, grace=3):
        self._data = data
        data.mkdir(exist_ok=True)
        settings = {"pace": "at once", "discard_twice": False, "animation": False}
        settings |= {"phone_grace": grace}
        (data / "settings.json").write_text(json.dumps(settings))
        self._ends = threading.Event()
        self._thread = None
        self.text = ""
        """The picture that was seen last."""
        self.calls, self.hand_overs, self.is_over = 0, 0, False
        self._offers = 0
        self.calls_each = 3
        """Every so manieth card that may be called is called."""
        self.start(*arguments)

    def start(self, *arguments):
        """Starts the program, and waits until it shows where phones come in."""
        more = (*arguments, "--phones", "--host", "127.0.0.1")
        script = NAMED + HASTY + START
        self.program = Program(*more, data=self._data, size=(120, 40), script=script, is_hasty=True)
        self.address = self.program.wait(ADDRESS)[0]

    def sits(self):
        """Answers whatever the keyboard is asked, in a thread, until the end of the game."""
        self._ends.clear()
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()

    async def shows(self, text):
        """Waits until a text is on the screen, while the keyboard is played."""
        async with patient() as patience:
            while text not in self.text:
                patience.require(f"{text}\n{self.text}")
                await asyncio.sleep(LOOK)

    def kill(self):
        """Ends the program without a warning."""
        self.stop()
        self.program.process.kill()
        self.program.process.wait()

    def stop(self):
        """Lets the keyboard rest."""
        self._ends.set()
        if self._thread is not None:
            self._thread.join(60)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        self.program.__exit__()

    def _play(self):
        before = ""
        while not self._ends.is_set() and self.program.process.poll() is None:
            self.program.look(0.05)
            text = self.text = self.program.text()
            self.program.let_go()
            if "Rematch" in text or " Enter Menu" in text:
                self.is_over = True
                return
            key = self._key(text)
            if key and (text != before or not self.program.look(_SILENCE)):
                self.program.send(key)
                before = text

    def _key(self, text):
        """The key that answers the picture; empty where nothing is asked."""
        bar = "\n".join(text.splitlines()[-3:])
        if " x Stop here " in bar or " is over" in text.splitlines()[0]:
            return "\r"
        if " n Nobody " in bar or " n nobody" in text:
            caller = re.search(r" (\d) \w+ (?:MAY I|BUY) ", bar)
            self._offers += 1
            if caller and self._offers % self.calls_each == 0:
                self.calls += 1
                return caller[1]
            return "n"
        if " d Draw " in bar:
            return "d"
        if " y Agree" in bar:
            return "y"
        if " is here " in bar:
            self.hand_overs += 1
            return "\r"
        if " x Discard " in bar:
            return "x"
        return "\r" if " Enter " in bar else ""


class Seat(Phone):
    """A phone of the evening."""

    async def picture_of(self):
        """What the page shows once nothing of its own is on the way."""
        await self.until(
            "!document.querySelector('.bar .busy') && !document.querySelector('.lost')"
        )
        return await self.value(PICTURE)

    async def shows_what_it_may_see(self):
        """Waits until the page shows what the table has for the seat, and gives that view."""
        async with patient() as patience:
            while True:
                view = await self.view()
                shown = await self.picture_of()
                if shown == expected_picture(view):
                    return view
                patience.require(f"{shown} is not {expected_picture(view)}")

    async def goes_offline(self, offline=True):
        """Loses the network, or has it again."""
        speed = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        await self.do("Network.emulateNetworkConditions", offline=offline, **speed)
        # A stream that is open goes on without a network, until the page opens it anew.
        await self.value("document.dispatchEvent(new Event('visibilitychange'))")

    async def sleeps(self, asleep=True):
        """Is put aside with a dark screen, or taken up again."""
        await self.goes_offline(asleep)
        state = "frozen" if asleep else "active"
        await self.do("Page.setWebLifecycleState", state=state)

    async def is_asked(self, *names):
        """Waits until one of these buttons is there, and gives what the page shows then."""
        found = ", ".join(f".bar [data-k={name}]" for name in names)
        await self.until(f"document.querySelector('{found}')")
        return await self.value(STATE)


async def in_thread(does, *values):
    """Does something that waits without holding up the browsers."""
    return await asyncio.to_thread(does, *values)
