"""The words of every command: a word or two for the key bar, and a sentence for the help."""

from typing import Final

KEYS: Final[dict[str, tuple[str, str]]] = {
    # -- everywhere --
    "help": ("Help", "Shows the help for this screen."),
    "settings": ("Settings", "Opens the settings: looks, pace, the clock."),
    "leave-program": (
        "Leave the program",
        "Leaves the program; a game that is kept can be resumed.",
    ),
    "suspend": ("Suspend", "Puts the program to sleep; `fg` in the shell wakes it."),
    "palette": ("All commands", "Lists all commands of the moment by name."),
    "back": ("Back", "Goes back."),
    # -- lists and pages --
    "choose": ("Choose", "Takes what is marked."),
    "next": ("Move", "Moves the mark to the next line."),
    "previous": ("", "Moves the mark to the line before."),
    "right": ("Change", "Changes to the next."),
    "left": ("", "Changes to the one before."),
    "pick-number": ("", "Takes a choice by its number."),
    "scroll-down": ("Scroll", "Scrolls a line on."),
    "scroll-up": ("", "Scrolls a line back."),
    "page-down": ("", "Scrolls a page on."),
    "page-up": ("", "Scrolls a page back."),
    "to-top": ("", "Scrolls to the beginning."),
    "to-bottom": ("", "Scrolls to the end."),
    # -- before a game --
    "resume": ("Go on", "Goes on with the marked game, or opens one that is finished."),
    "put-away": ("Put away", "Pressed twice it puts the marked game away."),
    # -- evenings --
    # -- the end of a round and of a game --
    # -- the table --
    # -- lessons --
}
