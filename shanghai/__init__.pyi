from shanghai.arguments import WrongArgument as WrongArgument
from shanghai.bots.levels import LEVELS as LEVELS
from shanghai.bots.protocol import (
    Bot as Bot,
    BotMaker as BotMaker,
    IsLate as IsLate,
    Level as Level,
)
from shanghai.bots.simple import SimpleBot as SimpleBot
from shanghai.engine.actions import (
    Action as Action,
    Call as Call,
    CallShanghai as CallShanghai,
    Deal as Deal,
    Discard as Discard,
    Draw as Draw,
    DrawForDealer as DrawForDealer,
    EndTurn as EndTurn,
    GoDown as GoDown,
    HandOver as HandOver,
    LayOff as LayOff,
    MeldCards as MeldCards,
    Pass as Pass,
    SeatAction as SeatAction,
    StopGame as StopGame,
    Swap as Swap,
    Take as Take,
    ThrowIn as ThrowIn,
)
from shanghai.engine.cards import (
    HIDDEN as HIDDEN,
    JOKER as JOKER,
    Card as Card,
    Face as Face,
    card as card,
    cards as cards,
    face_of as face_of,
    is_joker as is_joker,
    label as label,
    labels as labels,
    rank_of as rank_of,
    suit_of as suit_of,
)
from shanghai.engine.evening import with_rounds as with_rounds
from shanghai.engine.events import Event as Event
from shanghai.engine.game import (
    Refused as Refused,
    apply as apply,
    game_before as game_before,
    legal as legal,
    needs as needs,
    new_game as new_game,
    refuse as refuse,
)
from shanghai.engine.parameters.parts import Contract as Contract
from shanghai.engine.refusal import Refusal as Refusal
from shanghai.engine.rules import Rules as Rules
from shanghai.engine.seen import (
    public_view as public_view,
    seen_by as seen_by,
    view_for as view_for,
)
from shanghai.engine.solver import (
    best as best_lay_down,
    can_go_down as can_go_down,
    distance as distance,
    lay_downs as lay_downs,
    lay_offs as lay_offs,
)
from shanghai.engine.state import (
    End as End,
    Ending as Ending,
    Kind as Kind,
    Meld as Meld,
    Phase as Phase,
    RoundResult as RoundResult,
    Seat as Seat,
    SeatView as SeatView,
    Situation as Situation,
    State as State,
)
from shanghai.records.check import check_document as check_document, check_file as check_file
from shanghai.records.documents import Document as Document, read_documents as read_documents
from shanghai.records.notation import (
    NotationError as NotationError,
    read_cards as read_cards,
    read_move as read_move,
    write_move as write_move,
)
from shanghai.records.positions import write_position as write_position
from shanghai.records.recorder import GameRecorder as GameRecorder
from shanghai.review.report import Review as Review
from shanghai.review.running import CannotReview as CannotReview, review_game as review_game
from shanghai.simulation.games import (
    GameReport as GameReport,
    GameRow as GameRow,
    Task as Task,
    play_game as play_game,
    play_games as play_games,
)
from shanghai.simulation.summary import Summary as Summary, summarize as summarize
from shanghai.table.chance import host_action as host_action, with_random as with_random
from shanghai.table.hints import advice as advice
from shanghai.table.host import Host as Host, Player as Player
from shanghai.table.places import Hint as Hint
from shanghai.variants.library import (
    known_variants as known_variants,
    more_variants as more_variants,
)
from shanghai.variants.loader import load_variant as load_variant, read_variant as read_variant
from shanghai.words.refusals import reason as reason

__all__ = [
    "HIDDEN",
    "JOKER",
    "LEVELS",
    "Action",
    "Bot",
    "BotMaker",
    "Call",
    "CallShanghai",
    "CannotReview",
    "Card",
    "Contract",
    "Deal",
    "Discard",
    "Document",
    "Draw",
    "DrawForDealer",
    "End",
    "EndTurn",
    "Ending",
    "Event",
    "Face",
    "GameRecorder",
    "GameReport",
    "GameRow",
    "GoDown",
    "HandOver",
    "Hint",
    "Host",
    "IsLate",
    "Kind",
    "LayOff",
    "Level",
    "Meld",
    "MeldCards",
    "NotationError",
    "Pass",
    "Phase",
    "Player",
    "Refusal",
    "Refused",
    "Review",
    "RoundResult",
    "Rules",
    "Seat",
    "SeatAction",
    "SeatView",
    "SimpleBot",
    "Situation",
    "State",
    "StopGame",
    "Summary",
    "Swap",
    "Take",
    "Task",
    "ThrowIn",
    "WrongArgument",
    "advice",
    "apply",
    "best_lay_down",
    "can_go_down",
    "card",
    "cards",
    "check_document",
    "check_file",
    "distance",
    "face_of",
    "game_before",
    "host_action",
    "is_joker",
    "known_variants",
    "label",
    "labels",
    "lay_downs",
    "lay_offs",
    "legal",
    "load_variant",
    "more_variants",
    "needs",
    "new_game",
    "play_game",
    "play_games",
    "public_view",
    "rank_of",
    "read_cards",
    "read_documents",
    "read_move",
    "read_variant",
    "reason",
    "refuse",
    "review_game",
    "seen_by",
    "suit_of",
    "summarize",
    "view_for",
    "with_random",
    "with_rounds",
    "write_move",
    "write_position",
]

__version__: str
