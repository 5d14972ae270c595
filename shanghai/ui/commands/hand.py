"""The commands of every screen that shows a hand: cursor, picking, sorting, hiding, hints."""

from typing import Final, Protocol

from shanghai.ui.kit.command import Command, Reason, always


class WithHand(Protocol):
    """A screen with the hand of a seat on it."""

    has_digits: bool

    def why_no_hint(self) -> Reason | None:
        """Why no hint is given now."""

    @property
    def may_have_hints(self) -> bool:
        """Whether the player of this hand may ask for hints."""


def _why_no_hint(screen: WithHand) -> Reason | None:
    return screen.why_no_hint()


def _has_hints(screen: WithHand) -> bool:
    return screen.may_have_hints


def _has_digits(screen: WithHand) -> bool:
    return screen.has_digits


PICK: Final = Command(
    id="pick",
    keys="space,enter",
    label="Pick",
    help="Picks the card under the cursor, or puts it back.",
)
SORT: Final = Command(
    id="sort",
    keys="o",
    label="Sort",
    help="Sorts the hand by suit, by rank, by what melds, or leaves it as it lies.",
)
HIDE: Final = Command(
    id="hide",
    keys="b",
    label="Hide",
    help="Hides everything at once; Enter or m brings it back.",
    action="blank",
)
HINT: Final = Command(
    id="hint",
    keys="v",
    label="Hint",
    help="Says what a computer player would do; the scorecard marks it.",
    when=_has_hints,
    may=_why_no_hint,
)


def _cursor(id: str, keys: str, help: str, action: str, by: int) -> Command:
    return Command(id=id, keys=keys, help=help, action=action, parameters=(by,), shown=False)


CURSOR: Final = (
    _cursor("card-left", "left", "Moves the cursor to the card before.", "move", -1),
    _cursor("card-right", "right", "Moves the cursor to the next card.", "move", 1),
    _cursor("line-up", "up", "Moves the cursor a line of cards up.", "move_line", -1),
    _cursor("line-down", "down", "Moves the cursor a line of cards down.", "move_line", 1),
    _cursor("first-card", "home", "Moves the cursor to the first card.", "move_to", 0),
    _cursor("last-card", "end", "Moves the cursor to the last card.", "move_to", -1),
    _cursor(
        "carry-left",
        "comma,less_than_sign",
        "Moves the card under the cursor within the hand.",
        "carry",
        -1,
    ),
    _cursor(
        "carry-right",
        "full_stop,greater_than_sign",
        "Moves the card under the cursor within the hand.",
        "carry",
        1,
    ),
)


_NUMBERED: Final = "card of that rank, 1 for aces and 0 for tens"


def _rank(keys: str, rank: str, words: str) -> Command:
    return Command(
        id=f"rank-{rank.lower().replace(' ', '')}",
        keys=keys,
        help=f"Goes to the next {words}.",
        action="rank",
        parameters=(rank,),
        when=_has_digits if keys.isdigit() else always,
        shown=False,
    )


RANKS: Final = (
    _rank("1", "A", _NUMBERED),
    *(_rank(str(number), str(number), _NUMBERED) for number in range(2, 10)),
    _rank("0", "10", _NUMBERED),
    _rank("k", "J Q K", "jack, queen or king"),
    _rank("asterisk", "JK", "joker"),
)
