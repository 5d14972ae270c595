"""`shanghai score`: keeps the score of a game with real cards, in lines of text."""

import argparse
import contextlib
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from shanghai.commands.chosen_rules import chosen_rules
from shanghai.commands.exits import USAGE, Stop
from shanghai.commands.linear import console
from shanghai.commands.printing import answer, complain, say_columns, say_json
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Ending
from shanghai.ledger.evening_file import EveningFault
from shanghai.ledger.ledger import plain_game
from shanghai.ledger.paper import (
    PaperGame,
    asks_down,
    asks_fined,
    fines_of,
    seat_of,
    seats_of,
    typed_count,
)
from shanghai.linear.console import Console, EndOfInput
from shanghai.records.scorecard_export import FORMS, scorecard_of
from shanghai.storage.paths import data_dir
from shanghai.words import evenings, ledger as words
from shanghai.words.cards import CardStyle
from shanghai.words.contracts import round_contract, round_of
from shanghai.words.games import of_game
from shanghai.words.language import section
from shanghai.words.player_names import clean_name
from shanghai.words.setup import round_title

_CORRECT: Final = re.compile(r"correct (\d{1,2}) (.+?) (-?\d{1,5})(?: (.*))?", re.IGNORECASE)
_LEAVE: Final = ("leave", "quit")

T = TypeVar("T")


class _Leave(Exception):
    """The player leaves. The score is stored, and can be continued another time."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the game to continue, or the rules and players of a new one, and what is printed."""
    parser.add_argument("game", metavar="GAME", nargs="?", help=words.SCORE)
    parser.add_argument("--variant", metavar="ID", help=words.NEW_RULES)
    parser.add_argument("--house-rule", metavar="RULE", action="append", default=[])
    parser.add_argument("--players", metavar="NAMES", help=words.NEW_PLAYERS)
    parser.add_argument("--title", default="", help=words.TITLE)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--scorecard", choices=("text", "csv", "html"), help=words.SCORECARD)
    form.add_argument("--json", action="store_true", help=words.SCORE_JSON)
    parser.add_argument("--list", action="store_true", help=words.LIST_SCORES)


def run(args: argparse.Namespace) -> int:
    """Keeps the score until the game is over; 0: good; 2: usage; 3: a bad file; 4: not stored."""
    talk, data = console(), data_dir(args.data_dir)
    if args.list:
        games, faults = PaperGame.all_in(data)
        answer(args, [*map(_as_plain, games)], map(_listed, games))
        for fault in faults:
            complain("score", fault)
        return 0
    game = _game(args)
    complain("score", game.problem)
    if args.json:
        say_json(_as_plain(game))
        return 0
    if args.scorecard is not None:
        print(_scorecard(game, args.scorecard), end="")
        return 0
    talk.say(words.SCORE_SAVED.format(game=game.id), *words.SCORE_HELP)
    with contextlib.suppress(EndOfInput, _Leave):
        while not game.is_over:
            _step(game, talk)
    _say_scores(game)
    if not game.is_over:
        talk.say(words.SCORE_GOES_ON.format(game=game.id))
    return 0


def _game(args: argparse.Namespace) -> PaperGame:
    """The game to continue, or a new one; raises Stop if the arguments name neither or both."""
    data = data_dir(args.data_dir)
    if args.game is not None and args.players is None:
        return PaperGame.of_id(data, args.game)
    if args.game is not None or args.variant is None or args.players is None:
        raise Stop(USAGE, words.SCORE_OR_NEW)
    rules = chosen_rules(args.variant, args.house_rule, data)
    players = [clean_name(name) for name in args.players.split(",")]
    return PaperGame.begin(data, rules, players, args.title)


def _step(game: PaperGame, talk: Console) -> None:
    """Asks who went out in the round, and scores it, or does the command that is typed instead. A
    fault is printed, and nothing is stored then. Raises _Leave or EndOfInput."""
    rules, contract = game.state.rules, round_contract(game.state, game.round)
    question = words.WHO_WENT_OUT_BY_CONTRACTS if rules.is_by_player else words.WHO_WENT_OUT
    talk.say(question(title=round_title(rules, game.round), contract=contract))
    line = talk.read()
    correction = _CORRECT.fullmatch(line)
    try:
        if line.lower() in _LEAVE:
            raise _Leave
        if line.lower() == "end":
            game.end()
        elif correction is not None:
            seat = seat_of(game.state, correction[2])
            game.correct(int(correction[1]), seat, int(correction[3]), correction[4] or "")
        elif line.lower() != "scores":
            _score(game, talk, line)
        _say_scores(game)
    except EveningFault as fault:
        talk.say(str(fault))


def _score(game: PaperGame, talk: Console, line: str) -> None:
    """Asks for all hands, and for what else the rules count, and scores the round. `line` says who
    went out."""
    name, ending = _went_out(line)
    state = game.state
    rules = state.rules
    out = NOBODY if not name else seat_of(state, name)
    style = CardStyle(courts=section("grammar")["COURTS"])

    def read_hand(typed: str) -> str:
        hand = style.in_notation(typed)
        typed_count(rules, hand, state.players, game.round)
        return hand

    asks = [evenings.WHAT_IS_LEFT.format(name=each.name) for each in state.seats]
    hands = [
        "" if seat == out else _asked(talk, question, read_hand)
        for seat, question in enumerate(asks)
    ]
    down: Sequence[SeatIndex] = ()
    if asks_down(rules):
        down = _asked(talk, evenings.who_was_down(state, out), partial(seats_of, state))
    fined = _asked(talk, evenings.FINES, partial(fines_of, state)) if asks_fined(rules) else {}
    game.score(out, ending, hands, down=down, fined=fined)


def _asked(talk: Console, question: str, read: Callable[[str], T]) -> T:
    """Asks a question until `read` can read the answer, and returns what it has read. Raises _Leave
    if the player leaves, or EndOfInput."""
    while True:
        talk.say(question)
        typed = talk.read()
        if typed.lower() in _LEAVE:
            raise _Leave
        try:
            return read(typed)
        except EveningFault as fault:
            talk.say(str(fault))


def _went_out(line: str) -> tuple[str, Ending]:
    """The name of the player who went out, empty for nobody, and how the round ended."""
    text = line.strip()
    if text.lower() in ("nobody", "none", "blocked"):
        return "", Ending.BLOCKED
    for word, ending in (("blind clean", Ending.CLEAN_BLIND), ("blind", Ending.BLIND)):
        if text.lower().endswith(f" {word}"):
            return text[: -len(word)].strip(), ending
    return text, Ending.OUT


def _scorecard(game: PaperGame, form: str) -> str:
    """The scorecard as text, CSV or HTML, by the name of the form."""
    return FORMS[form](scorecard_of(game.state, game.terms.title, game.terms.at))


def _say_scores(game: PaperGame) -> None:
    for line in _scorecard(game, "text").splitlines():
        say_columns(line)


def _as_plain(game: PaperGame) -> dict[str, Any]:
    return {"title": game.terms.title} | plain_game(game.so_far()) | {"over": game.is_over}


def _listed(game: PaperGame) -> str:
    line = words.LISTED_FINISHED if game.is_over else words.LISTED_SCORE
    names = [seat.name for seat in game.state.seats]
    title = game.terms.title or of_game(game.terms.rules.name)
    return line(id=game.id, title=title, names=names, place=round_of(game.state.rules, game.round))
