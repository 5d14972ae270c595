import pytest

from shanghai.terminal import threads
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.command import Command
from shanghai.ui.table.play import PACES
from tests.long import some
from tests.ui.rest import (
    count_once,
    draw_what_is_new,
    find_handlers_once,
    match_styles_once,
    rest_by_the_loop,
    share_style_sheets,
)

FOR_EVER = 1e9


def pytest_generate_tests(metafunc):
    """A test with pictures of several sizes is one of the normal run and one of the long tests."""
    if "assert_pictures" in metafunc.function.__code__.co_names:
        metafunc.fixturenames.append("each_size")
        metafunc.parametrize("each_size", some([False, True]), indirect=True)


@pytest.fixture
def each_size(request, monkeypatch):
    """Whether pictures of all sizes are compared."""
    monkeypatch.setattr("tests.ui.pictures.EACH_SIZE", request.param)


@pytest.fixture
def thinking_in_place(monkeypatch):
    """Work for another thread is done at once, so that nothing has to be waited for."""

    async def at_once(function, *args, **named):
        return function(*args, **named)

    monkeypatch.setattr(threads, "in_thread", at_once)


@pytest.fixture(scope="session", autouse=True)
def short_pauses():
    """Apps start sooner, the pilot waits no longer than there is something to do, and computers
    that play slowly do not play at all."""
    with pytest.MonkeyPatch.context() as patch:
        rest_by_the_loop(patch)
        share_style_sheets(patch)
        draw_what_is_new(patch)
        count_once(patch)
        find_handlers_once(patch)
        match_styles_once(patch)
        patch.setitem(PACES, "slow", FOR_EVER)
        # No process judges beside a test.
        patch.setattr(GameApp, "REVIEWS_AHEAD", False)
        every_dimmed_key_says_why(patch)
        yield


def every_dimmed_key_says_why(patch):
    """Whatever screen a test draws: a key of its bar that may not be pressed has a reason."""
    why_not = Command.why_not_now

    def with_a_sentence(command, screen):
        reason = why_not(command, screen)
        assert reason is None or screen.sentence_of(reason), (type(screen), command.id)
        return reason

    patch.setattr(Command, "why_not_now", with_a_sentence)
