from shanghai.ui.evenings.deals import (
    DealTablesScreen as DealTablesScreen,
    duplicate_evening as duplicate_evening,
)
from shanghai.ui.evenings.finished import (
    FinishedScreen as FinishedScreen,
    ReviewScreen as ReviewScreen,
)
from shanghai.ui.evenings.ledger import LedgerScreen as LedgerScreen
from shanghai.ui.evenings.paper import PaperScreen as PaperScreen, paper_evening as paper_evening
from shanghai.ui.evenings.puzzles import puzzle_evening as puzzle_evening
from shanghai.ui.evenings.replay import ReplayScreen as ReplayScreen
from shanghai.ui.evenings.tournament import tournament_evening as tournament_evening
from shanghai.ui.help import HelpScreen as HelpScreen
from shanghai.ui.kit.list_screen import PickScreen as PickScreen
from shanghai.ui.scores.card import (
    GameOverScreen as GameOverScreen,
    ScorecardScreen as ScorecardScreen,
    WitnessScreen as WitnessScreen,
)
from shanghai.ui.scores.correct import CorrectScreen as CorrectScreen
from shanghai.ui.scores.round_over import RoundOverScreen as RoundOverScreen
from shanghai.ui.setup.menu import MenuScreen as MenuScreen
from shanghai.ui.setup.new_game import (
    choose_game as choose_game,
    choose_lesson as choose_lesson,
    lesson_rules as lesson_rules,
    rules_of_all as rules_of_all,
)
from shanghai.ui.setup.rules import CompareScreen as CompareScreen, RulesScreen as RulesScreen
from shanghai.ui.setup.saved import SavedScreen as SavedScreen
from shanghai.ui.setup.seats import NamesScreen as NamesScreen, PlayersScreen as PlayersScreen
from shanghai.ui.setup.settings import SettingsScreen as SettingsScreen
from shanghai.ui.setup.variant import EveningScreen as EveningScreen, VariantScreen as VariantScreen
from shanghai.ui.setup.workshop import WorkshopScreen as WorkshopScreen
from shanghai.ui.table.cover import CoverScreen as CoverScreen
from shanghai.ui.table.dealer import DealerScreen as DealerScreen
from shanghai.ui.table.games import play_games as play_games
from shanghai.ui.table.lay_down import LayDownScreen as LayDownScreen
from shanghai.ui.table.leave import LeaveScreen as LeaveScreen
from shanghai.ui.table.peek import PeekScreen as PeekScreen
from shanghai.ui.table.phones import PhonesScreen as PhonesScreen, phones_screen as phones_screen
from shanghai.ui.table.pin import is_unlocked as is_unlocked
from shanghai.ui.table.play import play as play
from shanghai.ui.table.player_view import PlayerScreen as PlayerScreen
from shanghai.ui.table.public_view import PublicScreen as PublicScreen
from shanghai.ui.table.seat import TableSeatsScreen as TableSeatsScreen
from shanghai.ui.table.undo import UndoScreen as UndoScreen
from shanghai.ui.tutorial.lesson import LessonsScreen as LessonsScreen, teach as teach
