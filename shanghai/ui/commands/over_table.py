"""The commands of the screens that lie over the table: choices, covers, log, undo, seats."""

from typing import Final, Protocol

from msgspec import structs

from shanghai.ui.commands.hand import PICK
from shanghai.ui.commands.players import LEAVE_NAME, TEMPER
from shanghai.ui.commands.turn import OF_A_TURN
from shanghai.ui.kit.command import Command, Label, Reason, elsewhere
from shanghai.ui.kit.everywhere import BACK, CHOOSE, HELP, LEFT, NEXT, PREVIOUS, RIGHT
from shanghai.ui.kit.seats import SEATS

# -- a choice by number --


def _digit(digit: int) -> Command:
    return Command(
        id=f"number-{digit}",
        keys=str(digit),
        help="Types the number of a choice.",
        action="digit",
        parameters=(str(digit),),
        shown=False,
    )


CHOOSING: Final = (
    Command(
        id="number",
        keys="digits",
        label="Number",
        help="Its number takes a choice.",
        action="nothing",
        cap="1-9",
    ),
    PREVIOUS.on("up,shift+tab,left", label="Move", cap="↑↓", shown=True),
    NEXT.on("down,tab,right", label="", shown=False),
    CHOOSE,
    HELP,
    BACK.on("escape", action="back"),
    *map(_digit, range(10)),
)

# -- covers --


class Cover(Protocol):
    """A cover over everything, as far as its commands ask it."""

    opener: str
    """The id of the command that shows what is below."""
    key_label: str
    name_in_label: str
    offers_way_back: bool

    @property
    def why_not_that_key(self) -> str:
        """Which key shows what is below."""


def _opener(id: str, keys: str, help: str) -> Command:
    def when(cover: Cover) -> bool:
        return cover.opener == id

    def may(cover: Cover) -> Reason | None:
        return None if cover.opener == id else cover.why_not_that_key

    return Command(
        id=id,
        keys=keys,
        label=_cover_label,
        help=help,
        action="answer",
        parameters=(True,),
        when=when,
        may=may,
    )


def _cover_label(cover: Cover) -> Label:
    return Label(cover.key_label, cover.name_in_label)


def _why_not_that_key(cover: Cover) -> Reason:
    return cover.why_not_that_key


def _offers_way_back(cover: Cover) -> bool:
    return cover.offers_way_back


UNCOVER: Final = _opener("uncover", "enter,m", "Shows a hidden hand again.")
TAKE_KEYBOARD: Final = _opener("take-keyboard", "m", "The keyboard is the player's.")
UNCOVER_LOOK: Final = _opener("uncover-look", "p", "Shows a hand once all others look away.")
COVERING: Final = (
    UNCOVER,
    TAKE_KEYBOARD,
    UNCOVER_LOOK,
    BACK.on("escape", action="answer", parameters=(False,), when=_offers_way_back),
    HELP,
    *elsewhere((PICK,), _why_not_that_key),
)

# -- the log --


def _scroll(id: str, keys: str, help: str, by: int, label: str = "", cap: str = "") -> Command:
    return Command(
        id=id,
        keys=keys,
        label=label,
        help=help,
        action="scroll",
        parameters=(by,),
        shown=bool(label),
        cap=cap,
    )


LOGGING: Final = (
    _scroll("log-up", "up,k", "Scrolls a line back.", -1, "Scroll", "↑↓"),
    _scroll("log-down", "down,j", "Scrolls a line on.", 1),
    _scroll("log-page-up", "pageup", "Scrolls a page back.", -15, "Page", "PgUp PgDn"),
    _scroll("log-page-down", "pagedown,space", "Scrolls a page on.", 15),
    _scroll("log-top", "home", "Scrolls to the beginning.", -100000),
    _scroll("log-bottom", "end", "Scrolls to the end.", 100000),
    HELP,
    BACK.on("escape,i,enter", action="back"),
)

# -- taking moves back by agreement --


class Undoing(Protocol):
    """The question whether moves are taken back, as far as its commands ask it."""

    @property
    def has_several_ways(self) -> bool:
        """Whether there is more than one moment to go back to."""

    def cap(self, id: str) -> str:
        """What is written for the key of a command."""


def _why_one_way(undoing: Undoing) -> Reason | None:
    return None if undoing.has_several_ways else "There is no other moment to go back to."


def _why_no_turn(undoing: Undoing) -> Reason:
    key = undoing.cap(LEAVE_IT.id)
    return f"First the question: the numbers of the seats agree, {key} leaves all as it is."


LEAVE_IT: Final = BACK.on("escape,n", label="Leave it", action="leave_it")
UNDOING: Final = (
    *SEATS,
    Command(
        id="undo-more",
        keys="up,k",
        label="More",
        help="Takes back more moves.",
        action="more",
        parameters=(1,),
        may=_why_one_way,
    ),
    Command(
        id="undo-less",
        keys="down,j",
        label="Less",
        help="Takes back fewer moves.",
        action="more",
        parameters=(-1,),
        may=_why_one_way,
    ),
    HELP,
    LEAVE_IT,
    *elsewhere(OF_A_TURN, _why_no_turn),
)

# -- the seats during a game --


class TableSeats(Protocol):
    """The seats during a game, as far as their commands ask."""

    is_naming: bool

    @property
    def is_person(self) -> bool:
        """Whether a person has the marked seat."""

    @property
    def why_no_pin(self) -> str:
        """Why the PIN of the marked seat is neither set nor taken away, empty if it can be."""

    @property
    def has_tempers(self) -> bool:
        """Whether there are players with names of their own, as strong as the one chosen."""


def _is_naming(seats: TableSeats) -> bool:
    return seats.is_naming


def _is_choosing(seats: TableSeats) -> bool:
    return not seats.is_naming


def _why_no_temper(seats: TableSeats) -> Reason | None:
    if seats.has_tempers:
        return None
    return "Players with names are for a computer of a strength that has some; ←→ chooses one."


def _why_no_help(seats: TableSeats) -> Reason | None:
    if seats.is_person:
        return None
    return "Hints and what is needed are for people; a computer plays in this seat."


def _why_no_pin(seats: TableSeats) -> Reason | None:
    return seats.why_no_pin or None


def _seat_help(id: str, keys: str, label: str, help: str, what: str) -> Command:
    return Command(
        id=id,
        keys=keys,
        label=label,
        help=help,
        action="aid",
        parameters=(what,),
        when=_is_choosing,
        may=_why_no_help,
    )


TABLE_SEATS: Final = (
    Command(
        id="take-seat",
        keys="enter",
        label="Hand over",
        help="Hands the seat over under the name that was typed.",
        action="take",
        when=_is_naming,
    ),
    structs.replace(LEAVE_NAME, when=_is_naming),
    NEXT.on("down,j,tab", label="Seat", when=_is_choosing),
    PREVIOUS.on("up,k,shift+tab", when=_is_choosing),
    RIGHT.on("right,l", label="Person or computer", when=_is_choosing),
    LEFT.on("left,h", when=_is_choosing),
    structs.replace(TEMPER, when=_is_choosing, may=_why_no_temper),
    Command(
        id="name-seat",
        keys="enter",
        label="Hand over",
        help="Asks for the name of the player who takes the seat.",
        when=_is_choosing,
    ),
    _seat_help("seat-hints", "v", "Hints", "Hints for the player, or none.", "hints"),
    _seat_help(
        "seat-needs",
        "w",
        "Needs",
        "Takes what is needed from the player, or gives it back.",
        "needs",
    ),
    Command(
        id="seat-pin",
        keys="p",
        label="PIN",
        help="Sets a PIN for the own hand; pressed twice it takes that of another away.",
        when=_is_choosing,
        may=_why_no_pin,
    ),
    HELP.on("question_mark,f1", when=_is_choosing),
    BACK.on("escape,q", action="back", when=_is_choosing),
    *SEATS,
)
