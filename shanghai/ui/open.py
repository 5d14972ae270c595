"""Typed ways to open a screen: a function for each, which loads the screen when it is called.

`app.open(opening.scorecard(view))` shows one, and `await app.ask(...)` waits for its answer.
"""

from collections.abc import Callable, Collection, Sequence, Set
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from textual.screen import Screen

from shanghai.engine.seats import NOBODY

if TYPE_CHECKING:
    from shanghai.engine.actions import GoDown
    from shanghai.engine.cards import Face
    from shanghai.engine.events import Event
    from shanghai.engine.handicap import Handicap
    from shanghai.engine.rules import Rules
    from shanghai.engine.seats import SeatIndex
    from shanghai.engine.state import State
    from shanghai.engine.undo import UndoRequest
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
    from shanghai.ui.options import HouseChoice, ResumedGame, TableWish
    from shanghai.ui.table.meld_text import MeldOption
    from shanghai.ui.table.session.session import Session
    from shanghai.variants.offers import Offer

R = TypeVar("R")
After = Literal["rematch", "same cards", "menu"]
"""What is wanted when a game is over."""


def _made(place: str, **values: object) -> "Screen[R]":
    """A screen by its module below `ui` and its class: a screen leads to others in any room."""
    module, _, name = place.partition(":")
    made: Screen[R] = getattr(import_module(f"shanghai.ui.{module}"), name)(**values)
    return made


# -- before a game --


def menu() -> "Screen[None]":
    """The menu."""
    return _made("setup.menu:MenuScreen")


def variant_choice(
    offers: "Sequence[Offer]", marked: str = "", more: "Callable[[], Sequence[Offer]] | None" = None
) -> "Screen[Rules]":
    """The choice of the rules; `more` gives those of a second list."""
    return _made("setup.variant:VariantScreen", offers=offers, marked=marked, more=more)


def more_games(offers: "Sequence[Offer]") -> "Screen[Rules]":
    """The second list of the choice of the rules."""
    return _made("setup.variant:MoreGamesScreen", offers=offers)


def workshop(rules: "Rules") -> "Screen[Rules]":
    """The workshop, where rules are changed and saved; it answers with what was saved last."""
    return _made("setup.workshop:WorkshopScreen", rules=rules)


def house_rules(rules: "Rules", chosen: Collection[int] = ()) -> "Screen[HouseChoice]":
    """The house rules of a variant; `chosen` are those that are chosen already."""
    return _made("setup.house_rules:HouseRulesScreen", rules=rules, chosen=chosen)


def evening_rounds(rules: "Rules", picked: Sequence[int] = ()) -> "Screen[tuple[int, ...]]":
    """How long the evening is: the rounds of the rules that are played."""
    return _made("setup.evening:EveningScreen", rules=rules, picked=picked)


def compare(first: "Rules", others: "Sequence[Rules]") -> "Screen[None]":
    """What differs between a variant and each of others."""
    return _made("setup.compare:CompareScreen", first=first, others=others)


def players(
    rules: "Rules",
    seats: "Sequence[SeatChoice]" = (),
    names: Sequence[str] = (),
    left_with: "Callable[[tuple[SeatChoice, ...]], None] | None" = None,
) -> "Screen[tuple[SeatChoice, ...]]":
    """Who plays; `left_with` is told of the seats as they stood when it was left."""
    return _made(
        "setup.seats:PlayersScreen", rules=rules, seats=seats, names=names, left_with=left_with
    )


def seat_handicap(name: str, handicap: "Handicap") -> "Screen[Handicap]":
    """What the seat of a name has beside the rules."""
    return _made("setup.handicap:HandicapScreen", name=name, handicap=handicap)


def saved_games(folder: Path) -> "Screen[ResumedGame]":
    """The saved games of a folder."""
    return _made("setup.saved:SavedScreen", folder=folder)


def lesson_choice(lessons: "Sequence[Choice]", marked: str = "") -> "Screen[str]":
    """The choice of a lesson."""
    return _made("tutorial.choice:LessonsScreen", lessons=lessons, marked=marked)


def lesson_page(rules: "Rules", paragraphs: Sequence[str], begins: bool = False) -> "Screen[bool]":
    """A page before or after a lesson."""
    return _made("tutorial.choice:LessonPage", rules=rules, paragraphs=paragraphs, begins=begins)


# -- other evenings --


def pick(
    title: str, choices: "Sequence[Choice]", help: str = "", about: str = "", at: int = 0
) -> "Screen[str]":
    """A list to pick one thing from; answers with its id."""
    return _made(
        "kit.list_screen:PickScreen", title=title, choices=choices, help=help, about=about, at=at
    )


def names(
    title: str, least: int, most: int, known: Sequence[str] = (), names: Sequence[str] = ()
) -> "Screen[tuple[str, ...]]":
    """Names, one after the other; `known` have played before."""
    return _made(
        "setup.names:NamesScreen", title=title, least=least, most=most, known=known, names=names
    )


def paper_score(folder: Path, game: "PaperGame") -> "Screen[None]":
    """The score of a game with real cards."""
    return _made("evenings.paper:PaperScreen", folder=folder, game=game)


def deal_code(folder: Path, code: str = "") -> "Screen[str]":
    """A deal code to be typed, or one that was made."""
    return _made("evenings.deals:DealCodeScreen", folder=folder, code=code)


def deal_tables(code: str, ledger: "Ledger", may_play: bool = True) -> "Screen[bool]":
    """The tables that have played a deal code; True where it is played once more."""
    return _made("evenings.deals:DealTablesScreen", code=code, ledger=ledger, may_play=may_play)


def tournament_pages(folder: Path, tournament: "Tournament") -> "Screen[TableWish]":
    """A tournament; answers with the table that is to be played."""
    return _made("evenings.tournament:TournamentScreen", folder=folder, tournament=tournament)


# -- past evenings --


def finished_game(folder: Path, game: str, read: "Journal") -> "Screen[None]":
    """A finished game of a folder, by its id, and its journal."""
    return _made("evenings.finished:FinishedScreen", folder=folder, game=game, read=read)


def game_replay(replay: "Replay", at: int = 0, viewer: "SeatIndex" = NOBODY) -> "Screen[None]":
    """A kept game to step through, from a position on and through the eyes of a seat."""
    return _made("evenings.replay:ReplayScreen", replay=replay, at=at, viewer=viewer)


def game_review(path: Path) -> "Screen[None]":
    """The review of the finished game in a file."""
    return _made("evenings.review:ReviewScreen", path=path)


def ledger_pages(folder: Path) -> "Screen[None]":
    """The ledger of a folder."""
    return _made("evenings.ledger:LedgerScreen", folder=folder)


# -- dialogs --


def help(title: str = "", text: str = "", keys: Sequence[tuple[str, str]] = ()) -> "Screen[None]":
    """The help for a screen."""
    return _made("kit.help:HelpScreen", title=title, text=text, keys=keys)


def settings() -> "Screen[None]":
    """The settings."""
    return _made("setup.settings:SettingsScreen")


def rules_pages(rules: "Rules", others: "Sequence[Rules]" = ()) -> "Screen[None]":
    """The rules of a variant, those of others a key away."""
    return _made("setup.rules:RulesScreen", rules=rules, others=others)


def leave(ends_program: bool = False, kept: bool = False, lesson: bool = False) -> "Screen[bool]":
    """The question before a game is left."""
    return _made("table.leave:LeaveScreen", ends_program=ends_program, kept=kept, lesson=lesson)


def save_elsewhere(writer: "GameWriter") -> "Screen[bool]":
    """Another folder for a game that cannot be saved."""
    return _made("table.leave:SaveAsScreen", writer=writer)


# -- the table --


def dealer(
    events: "Sequence[Event]", names: Sequence[str], cut: tuple[str, str] | None = None
) -> "Screen[int]":
    """The draw for the first deal; answers with the number of a cut, where somebody cuts."""
    return _made("table.games:DealerScreen", events=events, names=names, cut=cut)


def cover(
    sentence: str, key_label: str, name: str = "", opener: str = "take-keyboard", back: bool = False
) -> "Screen[bool]":
    """A cover over everything; `opener` is the id of the command that lifts it."""
    return _made(
        "table.cover:CoverScreen",
        sentence=sentence,
        key_label=key_label,
        name=name,
        opener=opener,
        back=back,
    )


def public_view(session: "Session") -> "Screen[None]":
    """The public screen."""
    return _made("table.public_view:PublicScreen", session=session)


def player_view(session: "Session", seat: "SeatIndex") -> "Screen[None]":
    """The own view of a seat."""
    return _made("table.player_view:PlayerScreen", session=session, seat=seat)


def peek(session: "Session", seat: "SeatIndex") -> "Screen[None]":
    """A look at the hand of a seat."""
    return _made("table.peek:PeekScreen", session=session, seat=seat)


def ask_pin(session: "Session", seat: "SeatIndex") -> "Screen[bool]":
    """The question for the PIN of a seat before its hand is shown."""
    return _made("table.pin:AskPinScreen", session=session, seat=seat)


def set_pin(session: "Session", seat: "SeatIndex") -> "Screen[bool]":
    """The choice of a PIN for a seat."""
    return _made("table.pin:SetPinScreen", session=session, seat=seat)


def lay_down(session: "Session", seat: "SeatIndex") -> "Screen[GoDown]":
    """The laying out of melds."""
    return _made("table.lay_down:LayDownScreen", session=session, seat=seat)


def wishes(
    session: "Session", seat: "SeatIndex", helps: "Set[Face]" = frozenset()
) -> "Screen[None]":
    """The wishes of a seat; `helps` are the cards that bring its contract nearer."""
    return _made("table.wishes:WishScreen", session=session, seat=seat, helps=helps)


def choose(
    session: "Session", view: "SeatView", title: "Row", options: "Sequence[MeldOption]"
) -> "Screen[MeldOption]":
    """A choice by number among things on the table."""
    return _made(
        "table.choose:ChooseScreen", session=session, view=view, title=title, options=options
    )


def log(session: "Session", viewer: "SeatIndex") -> "Screen[None]":
    """The log as a viewer may see it."""
    return _made("table.log:LogScreen", session=session, viewer=viewer)


def table_seats(session: "Session", seat: "SeatIndex") -> "Screen[bool]":
    """The seats during a game, one of them marked."""
    return _made("table.seat:TableSeatsScreen", session=session, seat=seat)


def undo(session: "Session", seat: "SeatIndex") -> "Screen[UndoRequest]":
    """The question whether moves are taken back, asked by a seat or by nobody in particular."""
    return _made("table.undo:UndoScreen", session=session, seat=seat)


# -- scores --


def scorecard(
    view: "State", hinted: "Collection[int]" = (), session: "Session | None" = None
) -> "Screen[None]":
    """The scorecard of a view; with a `session` scores can be corrected."""
    return _made("scores.card:ScorecardScreen", view=view, hinted=hinted, session=session)


def round_over(
    view: "State", hinted: "Collection[int]" = (), session: "Session | None" = None
) -> "Screen[None]":
    """The end of a round."""
    return _made("scores.round_over:RoundOverScreen", view=view, hinted=hinted, session=session)


def game_over(
    view: "State", hinted: "Collection[int]" = (), session: "Session | None" = None
) -> "Screen[After]":
    """The end of a game."""
    return _made("scores.card:GameOverScreen", view=view, hinted=hinted, session=session)


def correct(session: "Session") -> "Screen[None]":
    """The correction of a score."""
    return _made("scores.correct:CorrectScreen", session=session)
