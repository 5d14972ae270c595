"""`shanghai games`: lists the saved games, the last saved first."""

import argparse
import os
from datetime import datetime

from msgspec import structs

from shanghai.commands.printing import answer, complain
from shanghai.commands.working import reading_bar
from shanghai.storage.paths import data_dir
from shanghai.storage.saves import saved_games
from shanghai.storage.verdict import Listed
from shanghai.words import commands as words
from shanghai.words.games import of_game
from shanghai.words.setup import when_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds whether the list is printed as JSON."""
    parser.add_argument("--json", action="store_true", help=words.LIST_AS_JSON)


def run(args: argparse.Namespace) -> int:
    """Prints a line for each game; 0: good; 3: the folder cannot be read."""
    data = data_dir(args.data_dir)
    with reading_bar() as update:
        saved = saved_games(data, jobs=os.cpu_count() or 1, progress=update)
    games = saved.games
    if saved.problem:
        complain("games", saved.problem)
    rows = [structs.asdict(game) | {"missing": game.missing} for game in games]
    now = datetime.now().astimezone()
    lines = [line(game, now) for game in games] or [words.NO_GAMES.format(folder=data)]
    return answer(args, rows, lines, indent=2)


def line(game: Listed, now: datetime) -> str:
    """A line on a saved game: its id, its title, how far it has come, and when it was saved."""
    if not game.rounds:
        return f"{game.id}: {game.verdict}: {game.problem}"
    of_words = {"variant": of_game(game.variant), "missing": game.missing}
    of_words["changed"] = when_text(datetime.fromisoformat(game.changed).astimezone(), now)
    return words.LISTED(**structs.asdict(game) | of_words)
