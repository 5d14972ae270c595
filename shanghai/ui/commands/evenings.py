"""The commands of the screens about past evenings: finished games, their replay, the ledger."""

from collections.abc import Sequence
from typing import Final, Protocol

from shanghai.ui.kit.command import Command
from shanghai.ui.kit.everywhere import (
    BACK_Q,
    HELP,
    LEFT,
    MOVING,
    NEXT,
    PREVIOUS,
    RIGHT,
    SCROLLING,
)


class Replaying(Protocol):
    """The replay of a game, as far as its commands ask it."""

    @property
    def may_see_hands(self) -> bool:
        """Whether the game is finished, so that its hands may be seen."""


def _why_no_eyes(replaying: Replaying) -> str | None:
    return None if replaying.may_see_hands else "The game is not finished, so it shows no hand."


def _stride(id: str, keys: str, label: str, help: str, stride: str, by: int) -> Command:
    return Command(
        id=id, keys=keys, label=label, help=help, action="go", parameters=(stride, by), shown=by > 0
    )


REPLAY: Final = (
    RIGHT.on("right,l,space", label="Move", action="go", parameters=("move", 1), cap="←→"),
    LEFT.on("left,h", label="", action="go", parameters=("move", -1), shown=False),
    NEXT.on("down,j", label="Turn", action="go", parameters=("turn", 1), cap="↑↓"),
    PREVIOUS.on("up,k", action="go", parameters=("turn", -1)),
    _stride("next-round", "pagedown", "Round", "Goes to the next round.", "round", 1),
    _stride("round-before", "pageup", "", "Goes to the round before.", "round", -1),
    _stride(
        "next-moment",
        "m",
        "Next moment",
        "Goes to the next lay-down, call, SHANGHAI, joker won, or end of a round.",
        "moment",
        1,
    ),
    _stride("moment-before", "b", "Before", "Goes to the moment before.", "moment", -1),
    Command(
        id="to-the-start",
        keys="home",
        help="Goes to the beginning of the game.",
        action="jump",
        parameters=(0,),
        shown=False,
    ),
    Command(
        id="to-the-end",
        keys="end",
        help="Goes to the end of the game.",
        action="jump",
        parameters=(10**9,),
        shown=False,
    ),
    Command(
        id="eyes",
        keys="e",
        label="Eyes",
        help="Shows the table, then what each player could see, then all hands.",
        may=_why_no_eyes,
    ),
    HELP,
    BACK_Q,
)


class Finished(Protocol):
    """A finished game, as far as its commands ask it."""

    @property
    def code(self) -> str:
        """The deal code of its cards, "" where they had none."""


def _has_code(finished: Finished) -> bool:
    return bool(finished.code)


class Reviewed(Protocol):
    """A screen of a finished game, as far as the command for its review asks it."""

    @property
    def why_no_review(self) -> str:
        """Why it may not be reviewed; empty where it may."""


def _why_no_review(reviewed: Reviewed) -> str | None:
    return reviewed.why_no_review or None


REVIEW_GAME: Final = Command(
    id="review",
    keys="v",
    label="Review",
    help="Tells what each decision has cost, and luck and skill apart.",
    may=_why_no_review,
)


class Reviewing(Protocol):
    """The review of a game, as far as its commands ask it."""

    @property
    def is_at_work(self) -> bool:
        """Whether decisions are being judged."""

    @property
    def is_unfinished(self) -> bool:
        """Whether there are decisions that were not judged yet."""

    @property
    def points(self) -> Sequence[object]:
        """The turning points that may be shown."""


def _why_no_point(reviewing: Reviewing) -> str | None:
    return None if reviewing.points else "There is no turning point to show."


def _stop_label(reviewing: Reviewing) -> str:
    return "Stop" if reviewing.is_at_work else "Go on"


def _may_stop(reviewing: Reviewing) -> bool:
    return reviewing.is_at_work or reviewing.is_unfinished


REVIEW: Final = (
    NEXT.on("down,j", label="Turning point", cap="↑↓", shown=True, may=_why_no_point),
    PREVIOUS.on("up,k", shown=False, may=_why_no_point),
    Command(
        id="show-point",
        keys="enter,r",
        label="Show",
        help="Shows the marked turning point in the replay.",
        action="show",
        may=_why_no_point,
    ),
    Command(
        id="stop-review",
        keys="x",
        label=_stop_label,
        help="Stops the work, what is done is kept; or goes on with it.",
        action="stop",
        when=_may_stop,
    ),
    *SCROLLING[2:],
    HELP,
    BACK_Q,
)

FINISHED: Final = (
    *SCROLLING,
    Command(id="replay", keys="r,enter", label="Replay", help="Steps through the game."),
    REVIEW_GAME,
    Command(
        id="write-down",
        keys="w",
        label="Write down",
        help="Writes the record and the scorecard into files.",
    ),
    Command(
        id="prove",
        keys="p",
        label="Prove the cards",
        help="Computes the cards and the computers' moves again.",
    ),
    Command(
        id="tables",
        keys="t",
        label="Tables",
        help="Compares the tables that have played the same deal code.",
        when=_has_code,
    ),
    HELP,
    BACK_Q,
)


class PickingRounds(Protocol):
    """The choice of rounds for an evening, as far as its commands ask it."""

    @property
    def has_picked(self) -> bool:
        """Whether any round is picked."""


def _why_no_evening(picking: PickingRounds) -> str | None:
    return None if picking.has_picked else "Pick at least one round."


def _picking(id: str, key: str, label: str, help: str, what: str) -> Command:
    return Command(id=id, keys=key, label=label, help=help, action="pick", parameters=(what,))


EVENING: Final = (
    *MOVING,
    Command(
        id="pick-round",
        keys="space,enter",
        label="Pick or leave",
        help="Picks the marked round or leaves it.",
    ),
    _picking("whole-game", "w", "Whole", "Picks all rounds.", "whole"),
    _picking("short-evening", "s", "Short", "Picks the first, the middle and the last.", "short"),
    _picking("from-here", "f", "From here", "Picks the rounds from the marked one on.", "from"),
    Command(
        id="accept-evening",
        keys="a",
        label="Accept",
        help="Plays the rounds that are picked.",
        action="accept",
        may=_why_no_evening,
    ),
    HELP,
    BACK_Q,
)


class LedgerOnShow(Protocol):
    """The screen of the ledger, as far as its commands ask it."""

    people_only: bool
    page_name: str

    @property
    def has_player(self) -> bool:
        """Whether there is a player whose games could be another's."""


def _people_label(ledger: LedgerOnShow) -> str:
    return "With computers" if ledger.people_only else "People only"


def _why_nobody(ledger: LedgerOnShow) -> str | None:
    return None if ledger.has_player else "There is no player yet."


LEDGER: Final = (
    *SCROLLING,
    RIGHT.on("right,l,tab", label="Page", action="turn", parameters=(1,), cap="←→"),
    LEFT.on("left,h,shift+tab", label="", action="turn", parameters=(-1,), shown=False),
    Command(
        id="next-variant",
        keys="v",
        label="Variant",
        help="Counts the games of one variant, then of the next.",
    ),
    Command(
        id="next-time",
        keys="t",
        label="Time",
        help="Counts the last evening, the last month, the last year, then all.",
    ),
    Command(
        id="next-company",
        keys="w",
        label="With",
        help="Counts the games of people who sat together, then of the next company.",
    ),
    Command(
        id="people-only",
        keys="c",
        label=_people_label,
        help="Leaves computer players out or takes them in.",
    ),
    Command(
        id="next-player",
        keys="n",
        label="Player",
        help="Shows one player against the others, then the next.",
    ),
    Command(
        id="rename-player",
        keys="r",
        label="Rename",
        help="Counts the games of the player on show for another name.",
        action="rename",
        may=_why_nobody,
    ),
    Command(id="games", keys="g", label="Games", help="Lists the games, to look at one again."),
    HELP,
    BACK_Q,
)
