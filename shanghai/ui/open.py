"""Typed ways to open a screen, each of which loads it when it is called: `opening.settings()`."""

from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, TypeVar

from textual.screen import Screen

if TYPE_CHECKING:
    from shanghai.engine.actions import GoDown
    from shanghai.engine.handicap import Player
    from shanghai.engine.rules import Rules
    from shanghai.engine.seats import SeatIndex
    from shanghai.engine.state import SeatView
    from shanghai.ledger.ledger import Ledger
    from shanghai.ledger.paper import PaperGame
    from shanghai.records.replay import Replay
    from shanghai.storage.journal import Journal
    from shanghai.table.table import Table
    from shanghai.table.undo import Agreement
    from shanghai.ui.kit.app import GameApp
    from shanghai.ui.kit.list_screen import Choice
    from shanghai.ui.options import ResumedGame
    from shanghai.ui.table.session.session import Session
    from shanghai.variants.loader import Agreed, Offer

P = ParamSpec("P")
R = TypeVar("R")
Opens = Callable[P, Screen[R]]
OfScores = Callable[["SeatView", "Collection[int]", "Session | None"], Screen[R]]
Left = Callable[["tuple[Player, ...]"], None] | None
Offers = Callable[[], "Sequence[Offer]"]
After = Literal["rematch", "same cards", "menu", "undealt"]
"""What is wanted when a game is over, or was left before anything was dealt."""


def _screen(place: str) -> "Callable[..., Screen[Any]]":
    """Makes screens by a module below `ui` and a class: a screen leads to others in any room."""
    module, _, name = place.partition(":")
    return lambda *values: getattr(import_module(f"shanghai.ui.{module}"), name)(*values)


menu: "Opens[[], None]" = _screen("setup.menu:MenuScreen")
variant_choice: "Opens[[Sequence[Offer], str, Offers, dict[str, Agreed], bool], Rules]" = _screen(
    "setup.variant:VariantScreen"
)
workshop: "Opens[[Rules], Rules]" = _screen("setup.workshop:WorkshopScreen")
evening_rounds: "Opens[[Rules, Sequence[int]], tuple[int, ...]]" = _screen(
    "setup.variant:EveningScreen"
)
compare: "Opens[[Rules, Sequence[Rules]], None]" = _screen("setup.rules:CompareScreen")
players: "Opens[[Rules, Sequence[Player], Sequence[str], Left], tuple[Player, ...]]" = _screen(
    "setup.seats:PlayersScreen"
)
"""Who plays, with the seats of last time and the names that have played before."""
saved_games: "Opens[[], ResumedGame]" = _screen("setup.saved:SavedScreen")
lesson_choice: "Opens[[Sequence[Choice], str], str]" = _screen("tutorial.lesson:LessonsScreen")


def pick(title: str, choices: "Sequence[Choice]", help: str = "", at: int = 0) -> "Screen[str]":
    """A list to pick one thing from; answers with its id."""
    return _screen("kit.list_screen:PickScreen")(title, choices, help, at)


names: "Opens[[str, int, int, Sequence[str]], tuple[str, ...]]" = _screen("setup.seats:NamesScreen")
"""Names under a title, how many at least and at most; some have played before."""
paper_score: "Opens[[PaperGame], None]" = _screen("evenings.paper:PaperScreen")
deal_tables: "Opens[[str, Ledger, bool], bool]" = _screen("evenings.deals:DealTablesScreen")
"""The tables that have played a deal code; True where it may be played once more, and is."""
finished_game: "Opens[[str, Journal], None]" = _screen("evenings.finished:FinishedScreen")
game_replay: "Opens[[Replay, int, SeatIndex], None]" = _screen("evenings.replay:ReplayScreen")
"""A kept game to step through, from a position on and through the eyes of a seat."""
game_review: "Opens[[Path], None]" = _screen("evenings.finished:ReviewScreen")
ledger_pages: "Opens[[], None]" = _screen("evenings.ledger:LedgerScreen")
help: "Opens[[str, str, Sequence[tuple[str, str, str]]], None]" = _screen("kit.help:HelpScreen")
"""The help for a screen: its title, what it is for, and its keys with their words."""
settings: "Opens[[], None]" = _screen("setup.settings:SettingsScreen")
rules_pages: "Opens[[Rules, Sequence[Rules]], None]" = _screen("setup.rules:RulesScreen")


def leave(ends_program: bool = False, kept: bool = False, lesson: bool = False) -> "Screen[bool]":
    """The question before a game is left."""
    return _screen("table.leave:LeaveScreen")(ends_program, kept, lesson)


def cover(
    sentence: str, key_label: str, name: str = "", opener: str = "take-keyboard", back: bool = False
) -> "Screen[bool]":
    """A cover over everything; `opener` is the id of the command that lifts it."""
    return _screen("table.cover:CoverScreen")(sentence, key_label, name, opener, back)


player_view: "Opens[[Session, SeatIndex], None]" = _screen("table.player_view:PlayerScreen")
peek: "Opens[[Session, SeatIndex], None]" = _screen("table.player_view:PeekScreen")
ask_pin: "Opens[[Session, SeatIndex], bool]" = _screen("table.pin:AskPinScreen")
lay_down: "Opens[[Session, SeatIndex], GoDown]" = _screen("table.lay_down:LayDownScreen")
undo: "Opens[[Session, Agreement], None]" = _screen("table.undo:UndoScreen")
"""The question to all people whether moves are undone."""
witness: "Opens[[], None]" = _screen("scores.card:WitnessScreen")
scorecard: "OfScores[None]" = _screen("scores.card:ScorecardScreen")
round_over: "OfScores[None]" = _screen("scores.round_over:RoundOverScreen")
game_over: "OfScores[After]" = _screen("scores.card:GameOverScreen")
correct: "Opens[[Session], None]" = _screen("scores.correct:CorrectScreen")


def phones(app: "GameApp", table: "Table") -> "Screen[None]":
    """The seats at phones. What phones need is loaded when it is first wanted."""
    from shanghai.remote.phones import Phones

    if app.phones is None:
        app.phones = Phones()
    folder = None if app.writer is None else app.writer.path.parent
    return _screen("table.phones:PhonesScreen")(app.phones, table, folder)
