import asyncio
from threading import Event, Thread
from types import SimpleNamespace

import pytest
from textual.widgets import Input

from shanghai.storage.crash_report import crash_sentence
from shanghai.terminal.input import MOST_PASTED, InputFilter, wait_for_app
from tests.ui.apps import at_menu


@pytest.mark.parametrize(
    ("texts", "kept"),
    [
        (["abc\x1b[A"], "abc\x1b[A"),
        (["a\x1b]52;c;" + "x" * 500_000 + "\x07b"], "ab"),
        (["a\x1b]0;title", "more", "\x1b\\b"], "ab"),
        (["\x1bP>|xterm(1)\x1b\\q"], "q"),
        (["\x1b]11;rgb\x1b[A"], "\x1b[A"),
        (["\x1b]0;cut", "\x1b[B"], "\x1b[B"),
        (["\x1b]", "5"], "\x1b]5"),
        (["\x1b"], "\x1b"),
        (["a\x1b[200~Ann\x1b[31m\x07 Lee\r\x1b[201~b"], "a\x1b[200~Ann[31m Lee\r\x1b[201~b"),
        (["\x1b[20", "0~x\x1b[2", "01~y"], "\x1b[200~x\x1b[201~y"),
        (["\x1b[200~", "x" * 10**6, "\x1b[201~q"], f"\x1b[200~{'x' * MOST_PASTED}\x1b[201~q"),
        (["\x1b[200~\x1b]0;x\x1b[201~q"], "\x1b[200~]0;x\x1b[201~q"),
    ],
)
def test_strings_are_dropped_pastes_shortened_and_keys_kept(texts, kept):
    incoming = InputFilter()
    assert "".join(map(incoming.feed, texts)) == kept
    assert incoming.rest() == ""


def test_a_paste_is_the_same_however_it_is_cut():
    whole = "\x1b[200~Bo\x1b[31mb\x1b\x1b[\x1b[2 q\r\x1b[201~x"
    for at in range(3, len(whole)):
        incoming = InputFilter()
        kept = incoming.feed(whole[:at]) + incoming.feed(whole[at:])
        assert kept == "\x1b[200~Bo[31mb[[2 q\r\x1b[201~x", at


@pytest.mark.parametrize(
    ("text", "passed", "then"),
    [
        ("\x1b[200~abc", "\x1b[200~abc", "\x1b[201~"),
        ("\x1b[200~abc\x1b[2", "\x1b[200~abc", "\x1b[201~"),
        ("\x1b]0;abc", "", ""),
        ("\x1b[2", "", "\x1b[2"),
    ],
)
def test_what_is_never_finished_ends_after_a_while(text, passed, then):
    incoming = InputFilter()
    assert incoming.feed(text) == passed
    assert incoming.rest() == then
    assert incoming.feed("q") == "q"


async def test_a_fault_in_the_app_ends_with_code_70_and_no_card(tmp_path):
    codes = []

    async def go():
        async with at_menu(tmp_path) as (app, pilot):

            def fail():
                hand = "KH KD"
                raise RuntimeError(hand)

            app.call_later(fail)
            await pilot.pause()
            codes.append(app.return_code)

    with pytest.raises(RuntimeError):
        await go()
    assert codes == [70]
    reports = list(tmp_path.glob("crash-*.txt"))
    assert len(reports) == 1
    assert "KH" not in reports[0].read_text()


def test_a_report_that_cannot_be_written_is_no_second_fault(tmp_path):
    (tmp_path / "file").write_text("")
    said = crash_sentence(RuntimeError("KH"), tmp_path / "file")
    assert "KH" not in said
    assert "RuntimeError" in said


async def test_a_signal_gives_its_exit_code(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        app.end_by_signal(15)
        await pilot.pause()
    assert app.return_code == 143


async def test_what_is_opened_over_everything_is_opened_once(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await pilot.press(*(["f2", "question_mark"] * 8))
        await pilot.pause()
        kinds = [type(screen) for screen in app.screen_stack]
        assert len(kinds) <= 6
        assert max(map(kinds.count, kinds)) <= 2


async def test_no_cursor_blinks_where_text_is_typed(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await pilot.press("ctrl+p")
        await pilot.pause()
        assert isinstance(app.focused, Input)
        assert not app.focused.cursor_blink


def test_no_input_is_read_ahead_of_an_app_that_is_busy():
    app = SimpleNamespace(message_queue_size=0, _screen_stacks={"": []}, _current_mode="")
    ended, loop = Event(), asyncio.new_event_loop()
    taking = Thread(target=loop.run_forever)
    taking.start()
    wait_for_app(app, loop, ended)
    app.message_queue_size = 999
    reading = Thread(target=wait_for_app, args=(app, loop, ended))
    reading.start()
    reading.join(0.1)
    assert reading.is_alive()
    app.message_queue_size = 0
    reading.join(30)
    assert not reading.is_alive()
    loop.call_soon_threadsafe(loop.stop)
    taking.join(30)
    loop.close()
    wait_for_app(app, loop, ended)
