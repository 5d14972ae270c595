"""The app as screens know it: it opens the screen of a route, whose class it alone knows."""

from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec import structs
from textual.screen import Screen
from textual.widget import AwaitMount

from shanghai.storage.settings import Settings
from shanghai.terminal.app import Sturdy
from shanghai.ui import routes
from shanghai.ui.options import Options
from shanghai.ui.routes import Route

if TYPE_CHECKING:
    from shanghai.storage.writer import GameWriter

AnswerT = TypeVar("AnswerT")

_SCREENS: Final[dict[type[Route[Any]], str]] = {
    routes.Menu: "setup.menu:MenuScreen",
    routes.VariantChoice: "setup.variant:VariantScreen",
    routes.MoreGames: "setup.variant:MoreGamesScreen",
    routes.Workshop: "setup.workshop:WorkshopScreen",
    routes.HouseRules: "setup.house_rules:HouseRulesScreen",
    routes.EveningRounds: "setup.evening:EveningScreen",
    routes.Compare: "setup.compare:CompareScreen",
    routes.Players: "setup.seats:PlayersScreen",
    routes.SeatHandicap: "setup.handicap:HandicapScreen",
    routes.SavedGames: "setup.saved:SavedScreen",
    routes.LessonChoice: "tutorial.choice:LessonsScreen",
    routes.LessonPage: "tutorial.choice:LessonPage",
    routes.Pick: "kit.pick:PickScreen",
    routes.Names: "setup.names:NamesScreen",
    routes.PaperScore: "evenings.paper_screen:PaperScreen",
    routes.DealCode: "evenings.deal_screens:DealCodeScreen",
    routes.DealTables: "evenings.deal_screens:DealTablesScreen",
    routes.TournamentPages: "evenings.tournament_screen:TournamentScreen",
    routes.FinishedGame: "evenings.finished:FinishedScreen",
    routes.GameReplay: "evenings.replay:ReplayScreen",
    routes.GameReview: "evenings.review:ReviewScreen",
    routes.LedgerPages: "evenings.ledger:LedgerScreen",
    routes.Help: "kit.help:HelpScreen",
    routes.Settings: "setup.settings:SettingsScreen",
    routes.RulesPages: "setup.rules:RulesScreen",
    routes.Leave: "table.leave:LeaveScreen",
    routes.SaveElsewhere: "table.save_as:SaveAsScreen",
    routes.Dealer: "table.dealer:DealerScreen",
    routes.Cover: "table.cover:CoverScreen",
    routes.PublicView: "table.public_view:PublicScreen",
    routes.PlayerView: "table.player_view:PlayerScreen",
    routes.Peek: "table.peek:PeekScreen",
    routes.AskPin: "table.pin:AskPinScreen",
    routes.SetPin: "table.pin:SetPinScreen",
    routes.LayDown: "table.lay_down:LayDownScreen",
    routes.Wishes: "table.wishes:WishScreen",
    routes.Choose: "table.choose:ChooseScreen",
    routes.Log: "table.log:LogScreen",
    routes.TableSeats: "table.seat:TableSeatsScreen",
    routes.Undo: "table.undo:UndoScreen",
    routes.Scorecard: "scores.card:ScorecardScreen",
    routes.RoundOver: "scores.round_over:RoundOverScreen",
    routes.GameOver: "scores.game_over:GameOverScreen",
    routes.Correct: "scores.correct:CorrectScreen",
}
"""The screen of each route: its module below `ui` and its class."""


class RoutedApp(Sturdy):
    """An app with settings, whose screens are opened by their routes."""

    folder: Path
    options: Options
    settings: Settings
    writer: "GameWriter | None"
    """What keeps the game that is on as it goes; None: no game is on."""
    won_before: Counter[str]
    """Who has won how many games of the present series of rematches."""
    said_problem: str
    """What the table was told last of why the game cannot be saved, empty where it can."""

    @property
    def is_ascii(self) -> bool:
        """Whether nothing but ASCII is drawn."""
        return self.options.ascii or self.settings.ascii

    def change_settings(self, **changes: Any) -> None:  # noqa: ANN401
        """Changes settings, shows them at once and keeps them."""
        raise NotImplementedError

    @staticmethod
    def screen_class(route: type[Route[Any]]) -> type[Screen[Any]]:
        """The class that shows a route, loaded when it is first asked for."""
        module, _, name = _SCREENS[route].partition(":")
        found: type[Screen[Any]] = getattr(import_module(f"shanghai.ui.{module}"), name)
        return found

    def screen_of(self, route: Route[AnswerT]) -> Screen[AnswerT]:
        """A new screen that shows a route."""
        return self.screen_class(type(route))(**structs.asdict(route))

    def open(
        self, route: Route[AnswerT], answered: Callable[[AnswerT | None], None] | None = None
    ) -> AwaitMount:
        """Opens the screen of a route, and passes its answer on."""
        return self.push_screen(self.screen_of(route), answered)

    async def ask(self, route: Route[AnswerT]) -> AnswerT | None:
        """Opens the screen of a route and waits for its answer; to be called in a worker."""
        return await self.push_screen_wait(self.screen_of(route))
