"""The commands of the choice of the players, and those of naming a seat."""

from typing import Final, Protocol

from shanghai.ui.kit.command import Command, Reason
from shanghai.ui.kit.everywhere import BACK_Q, HELP, LEFT, MOVING, NEXT, PREVIOUS, RIGHT


class Players(Protocol):
    """The choice of the players, as far as its commands ask it."""

    is_naming: bool

    @property
    def has_temper(self) -> bool:
        """Whether there are players with names of their own for the marked seat."""

    @property
    def why_full(self) -> str:
        """Why no player can be added, empty if one can."""

    @property
    def position(self) -> tuple[int, int]:
        """The number of the marked seat, from 0, and of all seats."""

    def fault(self) -> str | None:
        """Why the game cannot be dealt to these seats."""


def _is_naming(players: Players) -> bool:
    return players.is_naming


def _is_seating(players: Players) -> bool:
    return not players.is_naming


def _why_no_temper(players: Players) -> Reason | None:
    if players.has_temper:
        return None
    return "Players with names are for a computer of a strength that has some."


def _why_full(players: Players) -> Reason | None:
    return players.why_full or None


def _why_no_remove(players: Players) -> Reason | None:
    return None if players.position[1] > 1 else "One seat must stay."


def _why_no_up(players: Players) -> Reason | None:
    return None if players.position[0] > 0 else "It is the first seat."


def _why_no_down(players: Players) -> Reason | None:
    at, count = players.position
    return None if at < count - 1 else "It is the last seat."


def _why_no_play(players: Players) -> Reason | None:
    return players.fault()


LEAVE_NAME: Final = Command(
    id="leave-name",
    keys="escape",
    label="Leave it",
    help="Leaves the name as it is.",
    action="stop_naming",
    when=_is_naming,
)
TEMPER: Final = Command(
    id="temper",
    keys="t",
    label="Character",
    help="Calls a computer of this strength by name; each has a way of playing.",
    when=_is_seating,
    may=_why_no_temper,
)
PLAYERS: Final = (
    Command(
        id="take-name",
        keys="enter",
        label="Take this name",
        help="Gives the seat the name that was typed.",
        when=_is_naming,
    ),
    LEAVE_NAME,
    NEXT.on("down,j,tab", when=_is_seating),
    PREVIOUS.on("up,k,shift+tab", when=_is_seating),
    Command(
        id="name",
        keys="enter,space",
        label="Name",
        help="Names the marked seat.",
        action="name_seat",
        when=_is_seating,
    ),
    RIGHT.on("right,l", label="Person or computer", when=_is_seating),
    LEFT.on("left,h", when=_is_seating),
    Command(
        id="play",
        keys="p",
        label="Play",
        help="Deals, once all have names.",
        when=_is_seating,
        may=_why_no_play,
    ),
    TEMPER,
    Command(
        id="add-player",
        keys="a",
        label="Add",
        help="Adds a player.",
        action="add",
        when=_is_seating,
        may=_why_full,
    ),
    Command(
        id="remove-player",
        keys="x,delete",
        label="Remove",
        help="Takes the marked player away.",
        action="remove",
        when=_is_seating,
        may=_why_no_remove,
    ),
    Command(
        id="seat-up",
        keys="u",
        label="Up",
        help="Moves the marked seat up.",
        action="shift",
        parameters=(-1,),
        when=_is_seating,
        may=_why_no_up,
    ),
    Command(
        id="seat-down",
        keys="d",
        label="Down",
        help="Moves the marked seat down.",
        action="shift",
        parameters=(1,),
        when=_is_seating,
        may=_why_no_down,
    ),
    Command(
        id="handicap",
        keys="g",
        label="Handicap",
        help="Gives the marked seat a handicap: calls, points, cards, hints.",
        when=_is_seating,
    ),
    HELP.on("question_mark,f1", when=_is_seating),
    BACK_Q.on("escape,q", when=_is_seating),
)

HANDICAP_PARTS: Final = (
    *MOVING,
    Command(
        id="accept-handicap",
        keys="enter,g",
        label="Keep it",
        help="Gives the seat what stands here.",
        action="accept",
    ),
    RIGHT.on("right,l,space", label="Change", action="change", cap=""),
    LEFT.on("left,h", action="change"),
    Command(
        id="no-handicap",
        keys="x",
        label="None",
        help="Takes the whole handicap away.",
        action="clear",
    ),
    HELP,
    BACK_Q,
)
