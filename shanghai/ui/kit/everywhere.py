"""The commands that many screens have: help, the way back, moving in lists, scrolling."""

from dataclasses import replace
from typing import Final

from textual.binding import Binding

from shanghai.ui.kit.command import LAST, Command, CommandTable

HELP: Final = Command(id="help", keys="question_mark,f1", action="app.show_help", place=LAST)
SETTINGS: Final = Command(
    id="settings",
    keys="f2",
    action="app.settings",
    shown=False,
)
LEAVE_PROGRAM: Final = Command(
    id="leave-program",
    keys="ctrl+q",
    action="app.leave",
    shown=False,
)
SUSPEND: Final = Command(
    id="suspend",
    keys="ctrl+z",
    action="app.suspend_process",
    shown=False,
)
PALETTE: Final = Command(
    id="palette",
    keys="ctrl+p",
    action="app.command_palette",
    shown=False,
)
EVERYWHERE: Final = (HELP, PALETTE, LEAVE_PROGRAM, SETTINGS, SUSPEND)

_OF_THE_APP: Final = (LEAVE_PROGRAM, SUSPEND, SETTINGS, HELP)
"""The commands that the app does on any screen; the palette is Textual's own."""


def bindings_of_the_app() -> list[Binding]:
    """The commands of the app as Textual knows them; leaving comes before any screen."""
    first = (LEAVE_PROGRAM.id, SUSPEND.id)
    return [
        replace(binding, action=binding.action.removeprefix("app."), priority=binding.id in first)
        for binding in CommandTable(_OF_THE_APP).bindings()
    ]


BACK: Final = Command(id="back", keys="escape", action="dismiss", place=LAST)
BACK_Q: Final = BACK.on("escape,q")
CLOSE: Final = BACK.on("escape,q,enter")
WHILE_TYPING: Final = (HELP.on("f1"), BACK.on("escape"))
"""The same on a screen where letters are typed into a field."""

CHOOSE: Final = Command(
    id="choose", keys="enter,space", label="Choose", help="Takes what is marked."
)
NEXT: Final = Command(
    id="next",
    keys="down,j,tab",
    label="Move",
    help="Moves the mark to the next line.",
    action="move",
    parameters=(1,),
    cap="↑↓",
)
PREVIOUS: Final = Command(
    id="previous",
    keys="up,k,shift+tab",
    help="Moves the mark to the line before.",
    action="move",
    parameters=(-1,),
    shown=False,
)
MOVING: Final = (NEXT, PREVIOUS)
RIGHT: Final = Command(
    id="right",
    keys="right,l",
    label="Change",
    help="Changes to the next.",
    action="change",
    parameters=(1,),
    cap="←→",
)
LEFT: Final = Command(
    id="left",
    keys="left,h",
    help="Changes to the one before.",
    action="change",
    parameters=(-1,),
    shown=False,
)


def _is_long(screen: object) -> bool:
    return bool(getattr(screen, "is_long", True))


def _scroll(id: str, keys: str, help: str, action: str, by: int, **more: object) -> Command:
    return Command(
        id=id,
        keys=keys,
        help=help,
        action=action,
        parameters=(by,),
        when=_is_long,
        **{"shown": False, **more},  # type: ignore[arg-type]
    )


SCROLLING: Final = (
    _scroll(
        "scroll-down",
        "down,j",
        "Scrolls a line on.",
        "scroll_lines",
        1,
        label="Scroll",
        cap="↑↓",
        shown=True,
    ),
    _scroll("scroll-up", "up,k", "Scrolls a line back.", "scroll_lines", -1),
    _scroll("page-down", "pagedown,space", "Scrolls a page on.", "scroll_pages", 1),
    _scroll("page-up", "pageup", "Scrolls a page back.", "scroll_pages", -1),
    _scroll("to-top", "home", "Scrolls to the beginning.", "scroll_to_end", -1),
    _scroll("to-bottom", "end", "Scrolls to the end.", "scroll_to_end", 1),
)
