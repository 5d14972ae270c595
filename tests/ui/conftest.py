import pytest

from shanghai.terminal import threads
from shanghai.ui.table.bot_moves import PACES
from tests.ui.rest import draw_what_is_new, rest_by_the_loop, share_style_sheets

FOR_EVER = 1e9


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
        patch.setitem(PACES, "slow", FOR_EVER)
        yield
