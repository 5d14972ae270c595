"""The whole game behind the server: what is left of it however page or server end."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from shanghai.storage.journal import JournalVerdict
from shanghai.storage.saves import latest_open, path_of
from shanghai.storage.writer import GameWriter
from tests.faults.games import kept
from tests.web.served import OWN, PEOPLE, ROOT, WINDOW, Command, Page, children, has_ended

pytestmark = pytest.mark.skipif(
    not hasattr(os, "pidfd_open"), reason="the system does not tell of the end of a process"
)


async def one_turn(page):
    """Plays a turn: draw, discard the card at the cursor."""
    await page.press("\r", OWN)
    await page.press("d", r"[1-9] saved")
    await page.press("x", "Press x again")
    await page.press("x", WINDOW)


@pytest.mark.waits
async def test_a_page_that_goes_loses_nothing_and_leaves_no_process_and_the_next_goes_on(tmp_path):
    async def test(command):
        async with Page(command.address) as page:
            await page.wait("Who deals first")
            await page.press("\r", WINDOW)
            await one_turn(page)
            (game,) = children(command.process.pid)
            async with Page(command.address) as second:
                assert "open in another tab" in await second.closed()
            await page.press("\r", OWN)
            shown = int((await page.wait(r"(\d+) saved"))[1])
            await page.press("d", f" {shown + 1} saved")
            moves = kept(tmp_path).moves
        assert has_ended(game)
        assert kept(tmp_path).verdict is JournalVerdict.OK
        assert kept(tmp_path).moves == moves
        assert moves >= 4
        async with Page(command.address, (120, 40)) as page:
            await page.wait(rf"\b{moves} saved")
            (game,) = children(command.process.pid)
        assert has_ended(game)
        assert len(list((tmp_path / "games").iterdir())) == 1

    with Command(*PEOPLE, data=tmp_path) as command:
        await test(command)


@pytest.mark.slow
async def test_a_page_of_a_game_that_another_program_plays_says_so_and_the_next_has_the_menu(
    tmp_path,
):
    async def test(command):
        async with Page(command.address) as page:
            await page.wait("Who deals first")
            await page.press("\r", WINDOW)
            (game,) = children(command.process.pid)
        assert has_ended(game)
        writer, _, _ = GameWriter.resume(path_of(tmp_path, latest_open(tmp_path)))
        try:
            async with Page(command.address) as page:
                assert f"process {os.getpid()}" in await page.closed()
            async with Page(command.address) as page:
                await page.wait("Quit")
        finally:
            writer.close()
        assert len(list((tmp_path / "games").iterdir())) == 1

    with Command(*PEOPLE, data=tmp_path) as command:
        await test(command)


@pytest.mark.waits
async def test_a_server_that_is_killed_leaves_a_saved_game_and_no_process(tmp_path):
    async def test(command):
        async with Page(command.address) as page:
            await page.wait("Who deals first")
            await page.press("\r", WINDOW)
            await one_turn(page)
            moves = kept(tmp_path).moves
            (game,) = children(command.process.pid)
            command.process.kill()
            await page.closed()
            assert has_ended(game)
        return moves

    with Command(*PEOPLE, data=tmp_path) as command:
        moves = await test(command)
    assert (kept(tmp_path).verdict, kept(tmp_path).moves) == (JournalVerdict.OK, moves)


async def test_no_bytes_and_no_size_end_a_game_in_a_page(tmp_path):
    async def test(command):
        async with Page(command.address, (100, 30)) as page:
            await page.wait("Quit")
            for nonsense in ("\x1a", "\ud800\x1b[1114112u", "\x1b[<0;65535;1M", "\x1b]52;aaa"):
                await page.socket.send_json(["stdin", nonsense])
            for width, height in ((0, 0), (-5, 3), (10**9, 10**9), (1, 1), (100, 30)):
                await page.socket.send_json(["resize", {"width": width, "height": height}])
            # What was cut off would swallow the key; this ends it.
            await page.socket.send_json(["stdin", "\x07"])
            await page.press("?", "Keys here")
            assert len(children(command.process.pid)) == 1

    with Command(data=tmp_path) as command:
        await test(command)


SIZES = {(3, 24): r"(?m)^too$", (1, 1): r"\At\Z", (10**9, 1): "too small", (1, 10**9): r"(?m)^t$"}
"""Sizes of a page, with what is then drawn: few cells, as a test takes long to read many."""


def memory_of(pid):
    """Megabytes of memory that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) // 1024


@pytest.mark.waits
async def test_a_hand_in_a_page_is_played_on_after_any_size(tmp_path):
    async def test(command):
        async with Page(command.address) as page:
            await page.wait("Who deals first")
            await page.press("\r", WINDOW)
            await page.press("\r", OWN)
            (game,) = children(command.process.pid)
            for size, drawn in SIZES.items():
                await page.resize(*size)
                await page.wait(drawn)
                await page.resize(60, 10)
                await page.wait("This window is 60 by 10")
                await page.resize(80, 24)
                await page.wait(OWN)
            assert memory_of(game) < 150
            await page.press("d", r"[1-9] saved")

    with Command(*PEOPLE, data=tmp_path) as command:
        await test(command)


async def test_a_game_without_a_server_ends_as_after_a_hangup(tmp_path):
    async def test():
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "shanghai", "--data-dir", str(tmp_path),
            cwd=ROOT,
            env={**os.environ, "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver"},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        await process.stdout.readuntil(b"__GANGLION__\n")
        process.stdin.close()
        await process.stdout.read()
        return await process.wait()

    assert await test() == 128 + signal.SIGHUP
