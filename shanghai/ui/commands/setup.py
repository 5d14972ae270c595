"""The commands of the screens before a game: menu, rules, house rules, players, saved games."""

from typing import Final, Protocol

from shanghai.ui.commands.dialogs import turning
from shanghai.ui.kit.command import Command, Reason
from shanghai.ui.kit.everywhere import (
    BACK,
    BACK_Q,
    CHOOSE,
    CLOSE,
    HELP,
    MOVING,
    NEXT,
    PREVIOUS,
    SCROLLING,
)

# -- the menu --


class Menu(Protocol):
    """The menu, as far as its commands ask it."""

    @property
    def offers_go_on(self) -> bool:
        """Whether there is a game to go on with."""


def _offers_go_on(menu: Menu) -> bool:
    return menu.offers_go_on


def _choice(id: str, key: str, label: str, help: str, choice: str) -> Command:
    return Command(id=id, keys=key, label=label, help=help, action="pick", parameters=(choice,))


MENU: Final = (
    NEXT.on("down,j,tab", label="", shown=False),
    PREVIOUS,
    CHOOSE,
    Command(
        id="menu-go-on",
        keys="g",
        label="Go on",
        help="Goes on with a game that was left.",
        action="pick",
        parameters=("go_on",),
        when=_offers_go_on,
    ),
    _choice("new-game", "n", "New game", "Chooses the rules and the players.", "new"),
    _choice("learn-to-play", "l", "Learn", "A first round, a step at a time.", "learn"),
    _choice("other-evenings", "o", "Other evenings", "Real cards, or a deal code.", "evenings"),
    _choice("read-ledger", "e", "Ledger", "Shows who won how often.", "ledger"),
    _choice("read-rules", "r", "Rules", "Shows how each variant goes.", "rules"),
    _choice("menu-settings", "s", "Settings", "Looks, pace, the clock.", "settings"),
    HELP,
    _choice("quit", "q", "Quit", "Leaves the program.", "quit"),
)

# -- the choice of the rules --


class Variants(Protocol):
    """The choice of the rules, as far as its commands ask it."""

    @property
    def is_playable(self) -> bool:
        """Whether the marked variant can be played."""

    @property
    def has_house_rules(self) -> bool:
        """Whether it offers house rules."""

    @property
    def has_lesson(self) -> bool:
        """Whether there is a lesson of it."""

    @property
    def is_comparable(self) -> bool:
        """Whether there is another one to compare it with."""

    @property
    def has_more(self) -> bool:
        """Whether there is a second list."""

    def is_offered(self, index: int) -> bool:
        """Whether there is a variant of a number, counted from 0."""


def _why_not_playable(variants: Variants) -> Reason | None:
    return None if variants.is_playable else ""


def _why_no_house_rules(variants: Variants) -> Reason | None:
    return None if variants.has_house_rules else ""


def _why_no_lesson(variants: Variants) -> Reason | None:
    return None if variants.has_lesson else ""


def _why_not_comparable(variants: Variants) -> Reason | None:
    return None if variants.is_comparable else ""


def _has_more(variants: Variants) -> bool:
    return variants.has_more


def _variant_number(index: int) -> Command:
    def when(variants: Variants) -> bool:
        return variants.is_offered(index)

    return Command(
        id=f"variant-{index + 1}",
        keys=str(index + 1),
        help="Marks a variant by its number.",
        action="take",
        parameters=(index,),
        when=when,
        shown=False,
    )


VARIANTS: Final = (
    *MOVING,
    Command(
        id="play-these",
        keys="enter,space",
        label="Play these",
        help="Plays the marked variant.",
        action="choose",
        may=_why_not_playable,
    ),
    Command(
        id="house-rules",
        keys="h",
        label="House rules",
        help="Offers the house rules of the marked variant.",
        may=_why_no_house_rules,
    ),
    Command(
        id="evening",
        keys="e",
        label="Evening",
        help="Chooses how long the evening is: the whole game, a short one, or picked rounds.",
        may=_why_not_playable,
    ),
    Command(
        id="learn",
        keys="l",
        label="Learn",
        help="Teaches the marked variant in a first round.",
        may=_why_no_lesson,
    ),
    Command(
        id="compare",
        keys="c",
        label="Compare",
        help="Shows what differs from another variant.",
        may=_why_not_comparable,
    ),
    Command(
        id="rules-in-full",
        keys="r",
        label="Rules in full",
        help="Shows the rules of the marked variant.",
        action="read",
        may=_why_not_playable,
    ),
    Command(
        id="more-games",
        keys="m",
        label="More games",
        help="Opens a second list, of published games beyond the four.",
        when=_has_more,
    ),
    Command(
        id="workshop",
        keys="w",
        label="Workshop",
        help="Changes the rules of the marked variant, and saves them as one of your own.",
        may=_why_not_playable,
    ),
    HELP,
    BACK_Q,
    *map(_variant_number, range(9)),
)

# -- comparing two variants --


class Comparing(Protocol):
    """The comparison of two variants, as far as its commands ask it."""

    is_in_full: bool


def _form_label(comparing: Comparing) -> str:
    return "In short" if comparing.is_in_full else "In full"


COMPARING: Final = (
    *SCROLLING,
    *turning("Another"),
    Command(id="swap", keys="tab", label="Swap", help="Exchanges the two variants."),
    Command(
        id="form",
        keys="f",
        label=_form_label,
        help="Turns from short words to the full sentences of the rules and back.",
    ),
    HELP,
    CLOSE.on("escape,q,enter,c"),
)

# -- house rules --


class HouseRules(Protocol):
    """The choice of house rules, as far as its commands ask it."""

    @property
    def has_fault(self) -> bool:
        """Whether what is chosen does not go together."""

    @property
    def has_chosen(self) -> bool:
        """Whether anything is chosen."""


def _why_not_accept(house: HouseRules) -> Reason | None:
    return "" if house.has_fault else None


def _why_not_clear(house: HouseRules) -> Reason | None:
    return None if house.has_chosen else ""


HOUSE_RULES: Final = (
    *MOVING,
    Command(
        id="take-or-leave",
        keys="space",
        label="Take or leave",
        help="Takes the marked house rule or leaves it.",
        action="turn_over",
    ),
    Command(
        id="accept",
        keys="enter,a",
        label="Accept",
        help="Plays with what is marked.",
        may=_why_not_accept,
    ),
    Command(
        id="leave-all",
        keys="x",
        label="Leave all",
        help="Leaves all house rules.",
        action="clear",
        may=_why_not_clear,
    ),
    HELP,
    BACK_Q.on("escape,q", action="back"),
)

# -- lessons --


class LessonPages(Protocol):
    """A page before or after a lesson, as far as its commands ask it."""

    begins: bool


def _page_label(page: LessonPages) -> str:
    return "Begin" if page.begins else "Done"


def _begins(page: LessonPages) -> bool:
    return page.begins


LESSONS: Final = (
    *MOVING,
    Command(
        id="begin-lesson",
        keys="enter,space",
        label="Begin",
        help="Begins the marked lesson.",
        action="choose",
    ),
    HELP,
    BACK_Q,
)
LESSON_PAGE: Final = (
    *SCROLLING,
    Command(
        id="onward",
        keys="enter",
        label=_page_label,
        help="Goes on with the lesson.",
        action="dismiss",
        parameters=(True,),
    ),
    HELP,
    BACK.on("escape,q", action="dismiss", parameters=(False,), shown=_begins),
)
