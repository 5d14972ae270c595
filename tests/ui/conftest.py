import pytest
from textual import _wait

from shanghai.ui import thinking


@pytest.fixture
def thinking_in_place(monkeypatch):
    """Work for another thread is done at once, so that nothing has to be waited for."""

    async def at_once(function, *args, **named):
        return function(*args, **named)

    monkeypatch.setattr(thinking, "beside", at_once)


@pytest.fixture
def short_pauses(monkeypatch):
    """The pilot looks more often whether the app has come to rest."""
    monkeypatch.setattr(_wait, "SLEEP_GRANULARITY", 1 / 250)
    monkeypatch.setattr(_wait, "SLEEP_IDLE", 1 / 1000)
