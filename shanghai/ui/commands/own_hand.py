"""The commands of the screens of one hand: laying melds out, looking, wishing."""

from typing import Final, Protocol

from shanghai.engine.seats import SeatIndex
from shanghai.engine.view import SeatView
from shanghai.ui.commands.hand import CURSOR, HIDE, HINT, PICK, RANKS, SORT
from shanghai.ui.commands.turn import OF_A_TURN
from shanghai.ui.kit.command import Command, Reason, elsewhere
from shanghai.ui.kit.everywhere import BACK, HELP
from shanghai.ui.kit.seats import OTHER_SEATS, OWN_SEAT, SEATS
from shanghai.ui.table.session.draft import Draft
from shanghai.ui.table.session.hand import Hand
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.session.wishes import Wish
from shanghai.words.phrases import counted
from shanghai.words.short_names import name_at
from shanghai.words.table import look_only_text

# -- laying down --


class LayingDown(Protocol):
    """The screen on which melds are laid out, as far as its commands ask it."""

    hand: Hand
    staged: Draft

    @property
    def has_proposals(self) -> bool:
        """Whether there is a lay-down to show."""

    def moves_joker(self, index: int) -> bool:
        """Whether a joker of a meld may stand elsewhere too."""

    def cap(self, id: str) -> str:
        """What is written for the key of a command."""


def _why_nothing_laid(laying: LayingDown) -> Reason | None:
    if laying.staged.melds:
        return None
    keys = laying.cap("pick"), laying.cap("new-meld")
    return "Nothing is laid out yet: pick cards with {}, and {} lays them out.".format(*keys)


def _why_no_other(laying: LayingDown) -> Reason | None:
    if laying.has_proposals:
        return None
    return "The hand does not hold the contract: there is no lay-down to show."


def _why_no_pick(laying: LayingDown) -> Reason | None:
    return None if laying.hand.cards else "No card is left in hand."


def _why_no_new_meld(laying: LayingDown) -> Reason | None:
    if laying.hand.picked:
        return None
    keys = laying.cap("pick"), laying.cap("new-meld")
    return "Pick the cards of a meld first, with {}; then {} lays them out.".format(*keys)


def _at_the_table(laying: LayingDown) -> Reason:
    keys = laying.cap(LAY_DOWN.id), laying.cap(NOT_NOW.id)
    return "That is for one's turn at the table: {} lays the melds down, {} goes back.".format(
        *keys
    )


def _moving_joker(index: int) -> Command:
    def when(laying: LayingDown) -> bool:
        return laying.moves_joker(index)

    return Command(
        id=f"move-joker-{index + 1}",
        keys=str(index + 1),
        help="The number of a run moves its joker to another place.",
        action="turn",
        parameters=(index,),
        when=when,
        shown=False,
    )


LAY_DOWN: Final = Command(
    id="lay-down",
    keys="enter",
    label="Lay down",
    help="Lays the melds down for good.",
    action="lay",
    may=_why_nothing_laid,
)
NEXT_LAY_DOWN: Final = Command(
    id="next-lay-down",
    keys="tab",
    label="Next lay-down",
    help="Shows the next lay-down.",
    action="next",
    parameters=(1,),
    may=_why_no_other,
)
LAST_LAY_DOWN: Final = Command(
    id="last-lay-down",
    keys="shift+tab",
    help="Shows the lay-down before.",
    action="next",
    parameters=(-1,),
    may=_why_no_other,
    shown=False,
)
NEW_MELD: Final = Command(
    id="new-meld",
    keys="n",
    label="New meld",
    help="Lays the picked cards out as a meld.",
    may=_why_no_new_meld,
)
UNDO_MELD: Final = Command(
    id="undo-meld",
    keys="backspace",
    label="Take back",
    help="Takes the last meld back into the hand.",
    action="undo",
    may=_why_nothing_laid,
)
CLEAR: Final = Command(
    id="clear-melds",
    keys="u",
    label="Take all back",
    help="Takes all melds back into the hand.",
    action="clear",
    may=_why_nothing_laid,
)
NOT_NOW: Final = BACK.on("escape", label="Not now", action="back")
LAYING_DOWN: Final = (
    LAY_DOWN,
    NEXT_LAY_DOWN,
    LAST_LAY_DOWN,
    PICK.on("space", may=_why_no_pick),
    NEW_MELD,
    UNDO_MELD,
    CLEAR,
    SORT,
    HIDE,
    HELP,
    NOT_NOW,
    *map(_moving_joker, range(9)),
    *RANKS,
    *CURSOR,
    *elsewhere(OF_A_TURN, _at_the_table),
)

# -- a look at one's hand --


class Peeking(Protocol):
    """A look at one's own hand, as far as its commands ask it."""

    session: Session
    seat: SeatIndex

    @property
    def view(self) -> SeatView:
        """What the player may see."""

    def cap(self, id: str) -> str:
        """What is written for the key of a command."""


def _why_only_look(peek: Peeking) -> Reason:
    may_call = peek.seat in peek.session.callers()
    return look_only_text(peek.view, peek.seat, peek.cap(NO.id), may_call=may_call)


NO: Final = BACK.on("n,escape", label="No", action="back")
PEEK: Final = (
    *OWN_SEAT,
    NO,
    SORT,
    HINT,
    HIDE,
    HELP,
    *OTHER_SEATS,
    *CURSOR,
    *RANKS,
    *elsewhere((*OF_A_TURN, PICK), _why_only_look),
)

# -- wishes --


class Wishing(Protocol):
    """The screen of the wishes, as far as its commands ask it."""

    session: Session
    seat: SeatIndex

    @property
    def view(self) -> SeatView:
        """What the player may see."""

    @property
    def wish(self) -> Wish:
        """What is marked."""


def _why_no_more_calls(wishing: Wishing) -> Reason | None:
    left = wishing.view.calls_left(wishing.seat)
    if wishing.wish.calls < left:
        return None
    name = name_at(wishing.view, wishing.seat)
    return f"{name} has no more than {counted(left, 'call')} left."


def _why_not_fewer(wishing: Wishing) -> Reason | None:
    return None if wishing.wish.calls > 1 else "One call at least is spent."


def _why_nothing_marked(wishing: Wishing) -> Reason | None:
    return None if wishing.wish.count else "Nothing is marked."


def _go(id: str, key: str, down: int, right: int, where: str) -> Command:
    return Command(
        id=id,
        keys=key,
        help=f"Moves {where} on the grid.",
        action="go",
        parameters=(down, right),
        shown=False,
    )


def _column(rank: str, keys: str) -> Command:
    return Command(
        id=f"column-{rank.lower()}",
        keys=keys,
        help=f"Moves to the column of {rank}.",
        action="column",
        parameters=(rank,),
        shown=False,
    )


MARK: Final = Command(
    id="mark",
    keys="space",
    label="Mark",
    help="Wishes for the card under the mark, or no more.",
)
FITS: Final = Command(
    id="what-fits",
    keys="f",
    label="What fits",
    help="Wishes for whatever brings the contract nearer.",
    action="fits",
)
MORE_CALLS: Final = Command(
    id="more-calls",
    keys="plus,equals_sign",
    label="More calls",
    help="One call more may be spent on wishes.",
    action="calls",
    parameters=(1,),
    may=_why_no_more_calls,
)
FEWER_CALLS: Final = Command(
    id="fewer-calls",
    keys="minus",
    label="Fewer",
    help="One call fewer may be spent on wishes.",
    action="calls",
    parameters=(-1,),
    may=_why_not_fewer,
)
CLEAR_WISHES: Final = Command(
    id="clear-wishes",
    keys="backspace,delete",
    label="Clear",
    help="Clears all wishes.",
    action="clear",
    may=_why_nothing_marked,
)
COLUMNS: Final = (
    _column("A", "a,1"),
    *(_column(str(number), str(number)) for number in range(2, 10)),
    _column("10", "t,0"),
    _column("J", "j"),
    _column("Q", "q"),
    _column("K", "k"),
    _column("JK", "asterisk"),
)
WISHING: Final = (
    MARK,
    FITS,
    MORE_CALLS,
    FEWER_CALLS,
    CLEAR_WISHES,
    SORT,
    HIDE,
    HELP,
    BACK.on("escape,enter", label="Done", action="done"),
    _go("grid-left", "left", 0, -1, "left"),
    _go("grid-right", "right", 0, 1, "right"),
    _go("grid-up", "up", -1, 0, "up"),
    _go("grid-down", "down", 1, 0, "down"),
    *SEATS,
    *COLUMNS,
)
