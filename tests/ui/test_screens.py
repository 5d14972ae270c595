"""The screens that other rooms open, by the stub that lists them."""

import pytest

from shanghai.ui import screens


def test_each_screen_of_the_stub_is_loaded_from_where_it_is():
    names = [name for name in dir(screens) if name.endswith(("Screen", "_screen"))]
    assert len(names) > 30
    for name in names:
        screen = getattr(screens, name)
        assert (screen.__name__, screen.__module__.startswith("shanghai.ui.")) == (name, True)


def test_a_screen_that_is_not_listed_is_no_name_of_it():
    with pytest.raises(AttributeError, match="no attribute 'NoSuchScreen'"):
        _ = screens.NoSuchScreen
