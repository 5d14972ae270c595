import pytest
from ui.apps import at_menu, run

from shanghai.crash import crash_sentence
from shanghai.ui.driver import StringFilter


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
    ],
)
def test_strings_of_a_terminal_are_dropped_and_keys_kept(texts, kept):
    strings = StringFilter()
    assert "".join(map(strings.feed, texts)) == kept


def test_a_fault_in_the_app_ends_with_code_70_and_no_card(tmp_path):
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
        run(go())
    assert codes == [70]
    reports = list(tmp_path.glob("crash-*.txt"))
    assert len(reports) == 1
    assert "KH" not in reports[0].read_text()


def test_a_report_that_cannot_be_written_is_no_second_fault(tmp_path):
    (tmp_path / "file").write_text("")
    said = crash_sentence(RuntimeError("KH"), tmp_path / "file")
    assert "KH" not in said
    assert "RuntimeError" in said


def test_a_signal_gives_its_exit_code(tmp_path):
    async def go():
        async with at_menu(tmp_path) as (app, pilot):
            app.end_by_signal(15)
            await pilot.pause()
        assert app.return_code == 143

    run(go())
