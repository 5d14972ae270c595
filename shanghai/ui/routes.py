"""Where a screen may lead: a value for each other screen, with what that screen is opened with.

Only the app knows which class shows a route, and loads it when it is first opened. `Route[R]` is
a screen that answers with an R, or None.
"""

from collections.abc import Callable, Collection, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from msgspec import Struct

from shanghai.engine.seats import NOBODY

if TYPE_CHECKING:
    from shanghai.engine.actions import GoDown  # noqa: F401
    from shanghai.engine.cards import Face
    from shanghai.engine.events import Event
    from shanghai.engine.handicap import Handicap
    from shanghai.engine.rules import Rules
    from shanghai.engine.seats import SeatIndex
    from shanghai.engine.state import State
    from shanghai.engine.undo import UndoRequest  # noqa: F401
    from shanghai.engine.view import SeatView
    from shanghai.ledger.ledger import Ledger
    from shanghai.ledger.paper import PaperGame
    from shanghai.ledger.tournament import Tournament
    from shanghai.records.replay import Replay
    from shanghai.storage.journal import Journal
    from shanghai.storage.settings import SeatChoice
    from shanghai.storage.writer import GameWriter
    from shanghai.ui.kit.choices import Choice
    from shanghai.ui.kit.lines import Row
    from shanghai.ui.options import ResumedGame  # noqa: F401
    from shanghai.ui.table.session.cut import CutQuestion
    from shanghai.ui.table.session.options import HouseChoice, MeldOption, TableWish  # noqa: F401
    from shanghai.ui.table.session.session import Session
    from shanghai.variants.offers import Offer

R = TypeVar("R")
After = Literal["rematch", "same cards", "menu"]
"""What is wanted when a game is over."""


class Route(Struct, Generic[R], frozen=True):
    """A screen to open; its fields are what the screen is made of."""


# -- before a game --


class Menu(Route[None], frozen=True):
    """The menu."""


class VariantChoice(Route["Rules"], frozen=True):
    """The choice of the rules; `more` gives those of a second list."""

    offers: "Sequence[Offer]"
    marked: str = ""
    more: "Callable[[], Sequence[Offer]] | None" = None


class MoreGames(Route["Rules"], frozen=True):
    """The second list of the choice of the rules."""

    offers: "Sequence[Offer]"


class Workshop(Route["Rules"], frozen=True):
    """The workshop, where rules are changed and saved; it answers with what was saved last."""

    rules: "Rules"


class HouseRules(Route["HouseChoice"], frozen=True):
    """The house rules of a variant; `chosen` are those that are chosen already."""

    rules: "Rules"
    chosen: Collection[int] = ()


class EveningRounds(Route[tuple[int, ...]], frozen=True):
    """How long the evening is: the rounds of the rules that are played."""

    rules: "Rules"
    picked: Sequence[int] = ()


class Compare(Route[None], frozen=True):
    """What differs between a variant and each of others."""

    first: "Rules"
    others: "Sequence[Rules]"


class Players(Route["tuple[SeatChoice, ...]"], frozen=True):
    """Who plays; `left_with` is told of the seats as they stood when it was left."""

    rules: "Rules"
    seats: "Sequence[SeatChoice]" = ()
    names: Sequence[str] = ()
    left_with: "Callable[[tuple[SeatChoice, ...]], None] | None" = None


class SeatHandicap(Route["Handicap"], frozen=True):
    """What the seat of a name has beside the rules."""

    name: str
    handicap: "Handicap"


class SavedGames(Route["ResumedGame"], frozen=True):
    """The saved games of a folder."""

    folder: Path


class LessonChoice(Route[str], frozen=True):
    """The choice of a lesson."""

    lessons: "Sequence[Choice]"
    marked: str = ""


class LessonPage(Route[bool], frozen=True):
    """A page before or after a lesson."""

    rules: "Rules"
    paragraphs: Sequence[str]
    begins: bool = False


# -- other evenings --


class Pick(Route[str], frozen=True):
    """A list to pick one thing from; answers with its id."""

    title: str
    choices: "Sequence[Choice]"
    help: str = ""
    about: str = ""
    at: int = 0


class Names(Route[tuple[str, ...]], frozen=True):
    """Names, one after the other; `known` have played before."""

    title: str
    least: int
    most: int
    known: Sequence[str] = ()
    names: Sequence[str] = ()


class PaperScore(Route[None], frozen=True):
    """The score of a game with real cards."""

    folder: Path
    game: "PaperGame"


class DealCode(Route[str], frozen=True):
    """A deal code to be typed, or one that was made."""

    folder: Path
    code: str = ""


class DealTables(Route[bool], frozen=True):
    """The tables that have played a deal code; True where it is played once more."""

    code: str
    ledger: "Ledger"
    may_play: bool = True


class TournamentPages(Route["TableWish"], frozen=True):
    """A tournament; answers with the table that is to be played."""

    folder: Path
    tournament: "Tournament"


# -- past evenings --


class FinishedGame(Route[None], frozen=True):
    """A finished game of a folder, by its id, and its journal."""

    folder: Path
    game: str
    read: "Journal"


class GameReplay(Route[None], frozen=True):
    """A kept game to step through, from a position on and through the eyes of a seat."""

    replay: "Replay"
    at: int = 0
    viewer: "SeatIndex" = NOBODY


class GameReview(Route[None], frozen=True):
    """The review of the finished game in a file."""

    path: Path


class LedgerPages(Route[None], frozen=True):
    """The ledger of a folder."""

    folder: Path


# -- dialogs --


class Help(Route[None], frozen=True):
    """The help for a screen."""

    title: str = ""
    text: str = ""
    keys: Sequence[tuple[str, str]] = ()


class Settings(Route[None], frozen=True):
    """The settings."""


class RulesPages(Route[None], frozen=True):
    """The rules of a variant, those of others a key away."""

    rules: "Rules"
    others: "Sequence[Rules]" = ()


class Leave(Route[bool], frozen=True):
    """The question before a game is left."""

    ends_program: bool = False
    kept: bool = False
    lesson: bool = False


class SaveElsewhere(Route[bool], frozen=True):
    """Another folder for a game that cannot be saved."""

    writer: "GameWriter"


# -- the table --


class Dealer(Route[int], frozen=True):
    """The draw for the first deal; answers with the number of a cut, where somebody cuts."""

    events: "Sequence[Event]"
    names: Sequence[str]
    cut: "CutQuestion | None" = None


class Cover(Route[bool], frozen=True):
    """A cover over everything; `opener` is the id of the command that lifts it."""

    sentence: str
    key_label: str
    name: str = ""
    opener: str = "take-keyboard"
    back: bool = False


class PublicView(Route[None], frozen=True):
    """The public screen."""

    session: "Session"


class PlayerView(Route[None], frozen=True):
    """The own view of a seat."""

    session: "Session"
    seat: "SeatIndex"


class Peek(Route[None], frozen=True):
    """A look at the hand of a seat."""

    session: "Session"
    seat: "SeatIndex"


class AskPin(Route[bool], frozen=True):
    """The question for the PIN of a seat before its hand is shown."""

    session: "Session"
    seat: "SeatIndex"


class SetPin(Route[bool], frozen=True):
    """The choice of a PIN for a seat."""

    session: "Session"
    seat: "SeatIndex"


class LayDown(Route["GoDown"], frozen=True):
    """The laying out of melds."""

    session: "Session"
    seat: "SeatIndex"


class Wishes(Route[None], frozen=True):
    """The wishes of a seat; `helps` are the cards that bring its contract nearer."""

    session: "Session"
    seat: "SeatIndex"
    helps: "Set[Face]" = frozenset()


class Choose(Route["MeldOption"], frozen=True):
    """A choice by number among things on the table."""

    session: "Session"
    view: "SeatView"
    title: "Row"
    options: "Sequence[MeldOption]"


class Log(Route[None], frozen=True):
    """The log as a viewer may see it."""

    session: "Session"
    viewer: "SeatIndex"


class TableSeats(Route[bool], frozen=True):
    """The seats during a game, one of them marked."""

    session: "Session"
    seat: "SeatIndex"


class Undo(Route["UndoRequest"], frozen=True):
    """The question whether moves are taken back, asked by a seat or by nobody in particular."""

    session: "Session"
    seat: "SeatIndex"


# -- scores --


class Scorecard(Route[None], frozen=True):
    """The scorecard of a view; with a `session` scores can be corrected."""

    view: "State"
    hinted: "Collection[int]" = ()
    session: "Session | None" = None


class RoundOver(Route[None], frozen=True):
    """The end of a round."""

    view: "State"
    hinted: "Collection[int]" = ()
    session: "Session | None" = None


class GameOver(Route[After], frozen=True):
    """The end of a game."""

    view: "State"
    hinted: "Collection[int]" = ()
    session: "Session | None" = None


class Correct(Route[None], frozen=True):
    """The correction of a score."""

    session: "Session"
