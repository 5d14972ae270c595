"""The table in a real browser, with real keys and clicks."""

import asyncio
from functools import partial
from urllib.parse import urlsplit

import pytest

from shanghai.storage.journal import JournalVerdict
from shanghai.web.server import Auth
from tests.faults.games import kept
from tests.web.chromium import PROGRAM, Chromium
from tests.web.served import OWN, PEOPLE, WINDOW, Command, Served

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="there is no Chromium on this machine")

WIDTHS = """
(() => {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = "100px 'Roboto Mono'";
  return [..."A8♠♥♦♣▸↑"].map((sign) => pen.measureText(sign).width);
})()
"""
SAID = """
new Promise((tell) => {
  const said = document.getElementById("said");
  new MutationObserver(() => tell(said.textContent)).observe(said, { childList: true });
})
"""


DRAWN = "new Promise((tell) => requestAnimationFrame(() => requestAnimationFrame(tell)))"


async def one_turn(page):
    """Takes the keyboard by a key, draws by a click, discards by keys."""
    await page.until(OWN, partial(page.key, "Enter"))
    shown = int((await page.until(r"(\d+) saved"))[1])
    await page.until(f" {shown + 1} saved", partial(page.click, "Draw"))
    await page.until("Press x again", partial(page.key, "x"))
    await page.until(WINDOW, partial(page.key, "x"))


async def looks(page, command):
    """What a person would see at once: the size, the title, the fonts, no complaint."""
    assert await page.value("document.title") == "Shanghai"
    assert await page.value("document.activeElement.tagName") == "TEXTAREA"
    assert len(set(await page.value(WIDTHS))) == 1
    assert await page.value("document.fonts.check(\"16px 'Roboto Mono'\", '♠')")
    assert await page.value("getComputedStyle(document.getElementById('closed')).display") == "none"
    assert await page.value("window.open('http://127.0.0.1')") is None
    assert page.complaints == []
    assert {urlsplit(asked).netloc for asked in page.asked} == {f"127.0.0.1:{command.port}"}


@pytest.mark.slow
async def test_a_turn_is_played_by_real_keys_and_clicks_without_any_network(tmp_path):
    async def test(command):
        async with Chromium() as page:
            await page.open(command.address)
            await page.until("Who deals first")
            await page.until(WINDOW, partial(page.key, "Enter"))
            await looks(page, command)
            await one_turn(page)
            moves = kept(tmp_path).moves
            assert moves >= 4
            await page.reload()
            await page.until(rf"\b{moves} saved")
            said = asyncio.create_task(page.value(SAID))
            command.process.terminate()
            assert await said == "The server has ended. The game is kept."
        assert (kept(tmp_path).verdict, kept(tmp_path).moves) == (JournalVerdict.OK, moves)

    with Command(*PEOPLE, data=tmp_path) as command:
        await test(command)


async def test_what_comes_before_the_connection_is_open_is_kept():
    may_open, within = asyncio.Event(), Served(gate=Auth("right", frozenset({"127.0.0.1"})))
    connect = within.server.handle_websocket

    async def connect_late(request):
        await may_open.wait()
        return await connect(request)

    within.server.handle_websocket = connect_late
    async with within as server, Chromium(columns=400) as page:
        await page.open(f"http://{server.base}/?token=right")
        await page.joined()
        await page.value(DRAWN)
        for width in (1200, 700, 900):
            await page.resize(width, 600)
            await page.value(DRAWN)
        await page.key("x")
        may_open.set()
        await page.until(r"D x;.*\"width\": 100, \"height\": \d+};(?!.*resize)")
        assert page.complaints == []
