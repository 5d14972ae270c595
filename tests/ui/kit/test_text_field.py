"""A field takes its keys in the order in which they were typed."""

from textual.app import App, ComposeResult
from textual.events import Key

from shanghai.ui.kit.text_field import TextField


class Typing(App[None]):
    """A field alone."""

    def compose(self) -> ComposeResult:
        """One field with a text in it."""
        yield TextField("Player 1", select_on_focus=False)


async def test_letters_in_the_same_moment_as_an_editing_key_are_typed_after_it() -> None:
    app = Typing()
    async with app.run_test() as pilot:
        for name in ("ctrl+u", "ctrl+a", "ctrl+k", "A", "n", "m", "backspace", "n", "e"):
            app.post_message(Key(name, name if len(name) == 1 else None))
        await pilot.pause()
        assert app.query_one(TextField).value == "Anne"
