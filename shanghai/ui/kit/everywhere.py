"""The commands that all or many screens have: help, settings, leaving, the way back."""

from typing import Final

from textual.binding import Binding

from shanghai.ui.kit.command import LAST, Command

HELP: Final = Command(id="help", keys="question_mark,f1", action="app.show_help", place=LAST)
SETTINGS: Final = Command(id="settings", keys="f2", action="app.settings", shown=False)
LEAVE_PROGRAM: Final = Command(id="leave-program", keys="ctrl+q", action="app.leave", shown=False)
SUSPEND: Final = Command(id="suspend", keys="ctrl+z", action="app.suspend_process", shown=False)
PALETTE: Final = Command(id="palette", keys="ctrl+p", action="app.command_palette", shown=False)
EVERYWHERE: Final = (HELP, PALETTE, LEAVE_PROGRAM, SETTINGS, SUSPEND)


def bindings_of_the_app() -> list[Binding]:
    """The commands of the app as Textual knows them; leaving comes before any screen."""
    return [
        Binding(
            made.keys,
            made.method.removeprefix("app."),
            made.label_text,
            show=False,
            tooltip=made.help_text,
            id=made.id,
            priority=made in (LEAVE_PROGRAM, SUSPEND),
        )
        for made in (LEAVE_PROGRAM, SUSPEND, SETTINGS, HELP)
    ]


BACK: Final = Command(id="back", keys="escape", action="dismiss", place=LAST)
BACK_Q: Final = BACK.on("escape,q")
CLOSE: Final = BACK.on("escape,q,enter")
