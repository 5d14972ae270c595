"""Every state of the screens by its name, to be opened at any size and in any look.

A state of the table stands for 2, 4 or 8 seats; whatever depends on how many sit there ends in the
number.
"""

import shutil
from contextlib import asynccontextmanager
from types import SimpleNamespace

from msgspec import structs

from shanghai.engine.cards import read_face
from shanghai.engine.events import DealerDrawn
from shanghai.ledger.ledger import Wanted, ledger_of
from shanghai.ledger.paper import PaperGame
from shanghai.ledger.tournament import Tournament, TournamentBegun
from shanghai.records.arguments import lines_of, settled_by
from shanghai.records.replay import Replay
from shanghai.remote.phones import Phones
from shanghai.review import saved
from shanghai.review.decisions import Cost, decisions_of
from shanghai.review.puzzles import answer_lines, position_of, puzzles_of
from shanghai.storage.saves import sound_game
from shanghai.storage.settings import Settings, save
from shanghai.table.host import Host, Player
from shanghai.table.log import marked
from shanghai.table.places import Place
from shanghai.ui.evenings.deals import DealCodeScreen, DealTablesScreen
from shanghai.ui.evenings.finished import FinishedScreen, ReviewScreen
from shanghai.ui.evenings.ledger import LedgerScreen
from shanghai.ui.evenings.paper import PaperScreen
from shanghai.ui.evenings.puzzles import PuzzleAnswerScreen, PuzzleSession, PuzzlesScreen
from shanghai.ui.evenings.replay import ReplayScreen
from shanghai.ui.evenings.tournament import TournamentScreen
from shanghai.ui.help import HelpScreen
from shanghai.ui.kit.list_screen import Choice, PickScreen
from shanghai.ui.scores.card import GameOverScreen, ScorecardScreen
from shanghai.ui.scores.round_over import RoundOverScreen
from shanghai.ui.setup.menu import MenuScreen
from shanghai.ui.setup.new_game import more_offers
from shanghai.ui.setup.rules import AnswerScreen, CompareScreen, QuestionScreen, RulesScreen
from shanghai.ui.setup.saved import SavedScreen
from shanghai.ui.setup.seats import HandicapScreen, NamesScreen, PlayersScreen
from shanghai.ui.setup.settings import SettingsScreen
from shanghai.ui.setup.variant import (
    EveningScreen,
    HouseRulesScreen,
    MoreGamesScreen,
    VariantScreen,
)
from shanghai.ui.setup.workshop import WorkshopScreen
from shanghai.ui.table.cover import CoverScreen
from shanghai.ui.table.dealer import DealerScreen
from shanghai.ui.table.leave import LeaveScreen, SaveAsScreen
from shanghai.ui.table.phones import PhonesScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.session import Session
from shanghai.ui.tutorial.lesson import LessonPage, LessonsScreen
from shanghai.variants.loader import Offer, load_variant
from shanghai.words import puzzles as words
from tests.ledger.games import put_samples
from tests.review.test_puzzles import TODAY, put_game
from tests.saving import SAVES, clock, lean
from tests.ui.apps import LATE, NAMES, scored, showing, until
from tests.ui.evenings.test_deals import CODE, summary
from tests.ui.scores.test_scoring import HANDS
from tests.ui.table.test_table_pictures import MELDS, NAMES as SEATED, duel, full
from tests.ui.tables import at_table, host_of, position, press as press_at_table
from tests.ui.tutorial.test_lesson import at_step, follow, in_lesson

SEATS = (2, 4, 8)
RULES = load_variant("california")
KINDS = [Choice(str(number), f"Kind {number}", "with a note") for number in range(12)]
FINISHED = SAVES / "3-cut.jsonl"


def drawn(seats):
    faces = tuple(map(read_face, ("4S", "QH", "4D", "7C", "9S", "2H", "KD", "8C")[:seats]))
    return [DealerDrawn((faces,), min(range(seats), key=lambda seat: faces[seat] % 13))]


def over(seats, rounds=10, variant="california"):
    """A round that is over: who went out holds nothing."""
    hands = [hand if seat != rounds * 5 % seats else "" for seat, hand in enumerate(HANDS[:seats])]
    return scored(variant, seats, rounds, over=rounds == 10, hands=hands)


def sided(view, sides=2):
    """The same, but played by partners in sides."""
    return structs.replace(view, rules=structs.replace(view.rules, sides=sides, partner_safe=True))


def kept(folder):
    """The path of a finished game in a folder, each fifteenth decision of it kept as an error."""
    path = folder / "games" / "a-game" / "game.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(FINISHED, path)
    read = sound_game(path)
    found = [
        Cost(n, 6.0 + n % 4, 1.0 + n % 3, 1, own=3.0) if n % 15 == 4 else Cost(n)
        for n in range(len(decisions_of(read)))
    ]
    saved.save_costs(path, read, {cost.number: cost for cost in found})
    return path


def tournament(folder):
    rules, names = lean("playerules", 1), tuple(NAMES)
    terms = TournamentBegun(
        title="Easter", rules=rules, players=names, seats=4, tables=2, seed="42"
    )
    opened = Tournament.begin(folder, terms, clock())
    opened.draw_next(clock())
    return TournamentScreen(opened)


def ledger(folder):
    put_samples(folder, "123")
    return LedgerScreen()


def deal_tables(folder):
    games = [
        summary(2, ((0, 35, 12), (20, 0, 7), (5, 15, 0)), *NAMES[3:6]),
        summary(1, ((10, 0, 12), (0, 25, 7)), *NAMES[:3]),
    ]
    return DealTablesScreen(CODE, ledger_of(games, Wanted(), {}))


def answer_screen():
    question = "can I steal a joker"
    lines = [line for settled, _ in settled_by(RULES, question) for line in lines_of(settled)]
    return AnswerScreen(question, lines)


def puzzle_of(folder):
    """A kept game, its first puzzle and the position of that."""
    path = put_game(folder)
    read, puzzle = sound_game(path), puzzles_of("a-game", "2030-04-30", path, marked)[0]
    return read, puzzle, position_of(read, puzzle)


def puzzles(folder):
    put_game(folder)
    return PuzzlesScreen(TODAY)


def puzzle(folder):
    position = puzzle_of(folder)[2]
    return PlayerScreen(
        PuzzleSession(position, words.HEADING.format(number=1, count=3)), position.seat
    )


def puzzle_answer(folder):
    read, first, position = puzzle_of(folder)
    lines = [*answer_lines(first, position, None, marked)]
    return PuzzleAnswerScreen(read, first, lines, is_last=False)


SCREENS = {
    "menu": (lambda folder: MenuScreen(), ""),
    "variants": (lambda folder: VariantScreen([Offer(rules=RULES)] * 3), ""),
    "more games": (lambda folder: MoreGamesScreen(more_offers()), ""),
    "evening": (lambda folder: EveningScreen(RULES), ""),
    "handicap": (lambda folder: HandicapScreen("Bob"), ""),
    "names": (lambda folder: NamesScreen("Who plays?", range(3, 41), (), NAMES), ""),
    "house rules": (lambda folder: HouseRulesScreen(RULES), ""),
    "rules": (lambda folder: RulesScreen(RULES), ""),
    "question": (lambda folder: QuestionScreen(RULES), ""),
    "answer": (lambda folder: answer_screen(), ""),
    "compare": (lambda folder: CompareScreen(RULES, [Offer(load_variant("playerules"))]), ""),
    "compare in full": (
        lambda folder: CompareScreen(RULES, [Offer(load_variant("playerules"))]),
        "f",
    ),
    "workshop": (lambda folder: WorkshopScreen(RULES), ""),
    "workshop changed": (lambda folder: WorkshopScreen(RULES), "down right"),
    "workshop open": (lambda folder: WorkshopScreen(RULES), "enter enter down right"),
    "workshop file": (lambda folder: WorkshopScreen(RULES), "f"),
    "palette": (lambda folder: SettingsScreen(), "ctrl+p"),
    "help": (lambda folder: HelpScreen("Menu", "A page.", (("x", "No", "Does nothing."),)), ""),
    "settings": (lambda folder: SettingsScreen(), ""),
    "saved": (lambda folder: SavedScreen(), ""),
    "kinds of evening": (lambda folder: PickScreen("Which?", KINDS, "Help."), ""),
    "lessons": (lambda folder: LessonsScreen(KINDS), ""),
    "lesson page": (lambda folder: LessonPage(RULES, ("What is new. " * 9,) * 3, True), ""),
    "cover": (lambda folder: CoverScreen("Look away.\n{name}", "{name} is here", "Bob"), ""),
    "leave": (lambda folder: LeaveScreen(is_saved=True), ""),
    "save elsewhere": (lambda f: SaveAsScreen(SimpleNamespace(problem="The disk is full.")), ""),
    "album": (ledger, ""),
    "ledger players": (ledger, "right"),
    "ledger records": (ledger, "right right"),
    "ledger evenings": (ledger, "right right right"),
    "deal code": (lambda folder: DealCodeScreen(), ""),
    "deal tables": (deal_tables, ""),
    "paper": (lambda folder: PaperScreen(PaperGame.begin(folder, RULES, NAMES[:4])), ""),
    "tournament": (tournament, ""),
    "finished": (lambda folder: FinishedScreen("game", sound_game(FINISHED)), ""),
    "replay": (lambda folder: ReplayScreen(Replay(sound_game(FINISHED))), "m m m m e e e"),
    "review": (lambda folder: ReviewScreen(kept(folder)), ""),
    "review figures": (lambda folder: ReviewScreen(kept(folder)), "f"),
    "puzzles": (puzzles, ""),
    "puzzle": (puzzle, ""),
    "puzzle answer": (puzzle_answer, ""),
}
WORKS = {
    "album": lambda screen: screen._ledger,
    "ledger players": lambda screen: screen._ledger,
    "ledger records": lambda screen: screen._ledger,
    "ledger evenings": lambda screen: screen._ledger,
    "review": lambda screen: screen._review,
    "review figures": lambda screen: screen._review,
    "puzzles": lambda screen: screen.puzzles,
    "tournament": lambda screen: screen._is_read,
}
"""What a screen has once what it works at is done."""
PRINT = "savam lagok gorav dimoj zinar kuzis hafob gigab"
SCREENS["cut first"] = (lambda f: DealerScreen([], NAMES[:3], (NAMES[0], PRINT)), "")
for _seats in SEATS:
    SCREENS |= {
        f"round over {_seats}": (lambda f, n=_seats: RoundOverScreen(over(n, 3)), ""),
        f"last round over {_seats}": (lambda f, n=_seats: RoundOverScreen(over(n)), ""),
        f"game over {_seats}": (lambda f, n=_seats: GameOverScreen(over(n)), ""),
        f"scorecard {_seats}": (lambda f, n=_seats: ScorecardScreen(over(n)), ""),
        f"early scorecard {_seats}": (lambda f, n=_seats: ScorecardScreen(over(n, 2)), ""),
        f"players {_seats}": (
            lambda f, n=_seats: PlayersScreen(RULES, [Player(name) for name in NAMES[:n]]),
            "",
        ),
        f"draw for dealer {_seats}": (
            lambda f, n=_seats: DealerScreen(drawn(n), NAMES[:n], (NAMES[0], PRINT)),
            "",
        ),
    }


for _sides, _seats in ((2, 4), (3, 6), (2, 8)):
    SCREENS |= {
        f"round over of {_sides} sides of {_seats}": (
            lambda f, n=_seats, s=_sides: RoundOverScreen(sided(over(n, 3), s)),
            "",
        ),
        f"game over of {_sides} sides of {_seats}": (
            lambda f, n=_seats, s=_sides: GameOverScreen(sided(over(n), s)),
            "",
        ),
        f"scorecard of {_sides} sides of {_seats}": (
            lambda f, n=_seats, s=_sides: ScorecardScreen(sided(over(n), s)),
            "",
        ),
        f"players of {_sides} sides of {_seats}": (
            lambda f, n=_seats, s=_sides: PlayersScreen(
                structs.replace(RULES, sides=s), [Player(name) for name in NAMES[:n]]
            ),
            "",
        ),
    }


def begun(seats, phase="draw"):
    """A table in its first turn, nobody down, as empty as one can be."""
    held = ("4S 9D KC 2H 6S", "3S 8D JC 9H", "5S QC 4H", "7S 7D KH", "2S", "3D", "4C", "5H")
    hands = dict(zip(SEATED[:seats], held, strict=False))
    variant = "rummygames" if seats > 4 else "grandma-davis"
    last = SEATED[seats - 1]
    return position(variant, hands, turn="Ann", phase=phase, by=last, discards="QD")


def going(seats, phase="draw"):
    """A table late in a round: most are down, hands are of all sizes."""
    if seats == 8:
        return full(phase)
    if seats == 2:
        return structs.replace(duel())
    owners = SEATED[:4]
    hands = dict(
        zip(
            owners,
            ("AS 2S 5S 8S JS 7D 3H 6H 5D KS 8D QD KC 6C", "KH AD 2H 9C", "2H", "JD 3H 9C"),
            strict=True,
        )
    )
    table = [meld for meld in MELDS if meld[0] in owners[:2]]
    return position(
        "california",
        hands,
        turn="Ann",
        phase=phase,
        round=7,
        table=table,
        discards="AH QC",
        by=owners[-1],
    )


class OpenPhones(Phones):
    """Phones that can come, without a server."""

    is_open = True
    address = "http://192.168.178.123:54321/ABC234"


def phones(seats, asks=False, is_open=True):
    """The seats at phones: Ann's is away, and where somebody `asks` it is for another hand."""
    table = Session(host_of(begun(seats)))
    table.move_to(0, Place.ELSEWHERE)
    table.note_connection(0, is_there=False)
    if asks:
        table.wanted.add(1)
    kind = OpenPhones if is_open else Phones
    seats_at_phones = kind("192.168.178.123", 54321)
    seats_at_phones.table = table
    return PhonesScreen(seats_at_phones, table, None)


def played(seats):
    """A real game whose cards were just dealt, with a log."""
    return Host(RULES, [Player(name) for name in NAMES[:seats]], seed=11)


def scored_table(seats, phase):
    """A table at which two rounds were scored."""
    state, played = begun(seats, phase), over(seats, 2, "grandma-davis")
    scores = zip(state.seats, played.seats, strict=True)
    held = tuple(structs.replace(seat, score=other.score) for seat, other in scores)
    return structs.replace(state, round=3, results=played.results, seats=held)


def full_contract(seats, phase):
    """A hand that can go down, and has more to lay off then."""
    held = ("4S 4H 4D 9D 9S 9H KC 2H QH", "3S 8D JC", "5S QC 4H", "7S 7D KH")
    table = ((SEATED[1], "set", "KS KH KD"), (SEATED[2], "set", "2D 2S 2C"))
    hands = dict(zip(SEATED[:seats], held, strict=True))
    last, turn = SEATED[seats - 1], "Ann"
    return position("playerules", hands, turn=turn, phase=phase, table=table, by=last)


def many_places(seats, phase):
    """Ann is down; a joker fits nearly everywhere."""
    held = ("JK 4H 9D KC", "3S 8D JC", "5S QC", "7S 7D KH")
    owners = ("Ann", SEATED[1], SEATED[2], "Ann")
    kinds = ("run 5H 6H 7H 8H", "set KS KH KD", "run 7S 8S 9S TS", "set 3H 3C 3D")
    table = [(owner, *text.split(" ", 1)) for owner, text in zip(owners, kinds, strict=True)]
    hands = dict(zip(SEATED[:seats], held, strict=True))
    last, turn = SEATED[seats - 1], "Ann"
    return position("playerules", hands, turn=turn, phase=phase, table=table, by=last)


def mistaken(seats, phase):
    """Ann has tossed a card that fits a meld."""
    table = [("Ann", "run", "5H 6H 7H 8H"), ("Ann", "set", "9S 9C 9D")]
    hands = dict(zip(SEATED[:seats], ("KC 2H 4S", "3S 8D JC", "5S QC", "7S 7D KH"), strict=True))
    turn = SEATED[1]
    more = {"turn": turn, "phase": phase, "table": table, "discards": "9H 4D", "by": "Ann"}
    return position("grandma-davis", hands, **more)


for _seats in (2, 4, 8):
    SCREENS[f"phones {_seats}"] = (lambda f, n=_seats: phones(n), "")
SCREENS["phones off"] = (lambda f: phones(4, is_open=False), "")
SCREENS["a phone asks"] = (lambda f: phones(8, asks=True), "")
AT_TABLE = {
    "public": "",
    "called": "2",
    "shanghai": "s",
    "look away": "v 2",
    "look": "v 2 p",
    "own": "enter",
    "hidden": "enter b",
    "wishes": "enter f",
    "hint": "enter v",
    "seats": "y",
    "set pin": "enter y p",
    "scores": "c",
    "correct": "c c",
    "table rules": "r",
    "table help": "question_mark",
    "table settings": "f2",
    "table witness": "w",
    "take back": "u",
    "leaving": "q",
}
DRAWN = {
    "drawn": "enter",
    "going down": "enter g",
    "staged": "enter g u",
    "laying off": "enter space l",
    "discard asked": "enter x",
}
TABLES = {
    f"{name} {when} {seats}": (make, seats, phase, keys)
    for when, make in (("begun", begun), ("going", going))
    for seats in SEATS
    for phase, states in (("draw", AT_TABLE), ("play", DRAWN))
    for name, keys in states.items()
}
TABLES |= {
    "two have called": (begun, 4, "draw", "2 3"),
    "goes down": (full_contract, 4, "play", "enter g"),
    "goes down by hand": (full_contract, 4, "play", "enter g u"),
    "is down": (full_contract, 4, "play", "enter g enter"),
    "many places": (many_places, 4, "play", "enter end space l"),
    "wins nothing": (many_places, 4, "play", "enter j"),
    "who calls shanghai": (mistaken, 4, "draw", "s"),
    "where is shanghai": (mistaken, 4, "draw", "s 3"),
    "shanghai called": (mistaken, 4, "draw", "s 3 enter"),
    "later public": (scored_table, 4, "draw", ""),
    "later own": (scored_table, 4, "draw", "enter"),
    "corrected score": (scored_table, 4, "draw", "c c"),
    "typed score": (scored_table, 4, "draw", "c c enter"),
}
TABLES |= {f"log {seats}": (played, seats, "", "enter n i") for seats in SEATS}
LESSONS = {
    f"lesson {step}": (variant, step)
    for variant, step in (
        ("grandma-davis", "call"),
        ("grandma-davis", "discard"),
        ("grandma-davis", "go down"),
        ("grandma-davis", "lay off"),
        ("grandma-davis", "shanghai"),
    )
}
"""The variant of a lesson and the step of it at which its table stands."""
STATES = (*SCREENS, *TABLES, *LESSONS)


def first_of(names, quick):
    """The names with those of the normal run before all others."""
    return [*quick, *(name for name in names if name not in quick)]


@asynccontextmanager
async def shown(name, folder, size, **settings):
    """The app and its pilot once it shows the state of a name."""
    folder.mkdir(parents=True, exist_ok=True)
    if settings:
        save(folder, Settings(**settings))
    if name in TABLES:
        make, seats, phase, keys = TABLES[name]
        host = host_of(make(seats, phase)) if phase else make(seats)
        async with at_table(folder, host, size) as (app, pilot):
            await press_at_table(pilot, *keys.split())
            yield app, pilot
        return
    if name in LESSONS:
        variant, step = LESSONS[name]
        async with in_lesson(folder, variant, size) as (app, pilot):
            await follow(pilot, at_step(step), 200)
            yield app, pilot
        return
    make, keys = SCREENS[name]
    async with showing(make(folder), folder, size) as (app, pilot):
        if name in WORKS:
            await until(pilot, lambda: WORKS[name](app.screen))
            await pilot.pause()
        for at, key in enumerate(keys.split(), 2):
            app.clock = lambda at=at: LATE + 60 * at
            await pilot.press(key)
            await pilot.pause()
        yield app, pilot
