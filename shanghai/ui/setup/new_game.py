"""Leads from the menu to a game: asks for rules, then for players. One can go back at each step."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from textual.screen import Screen

from shanghai.engine.handicap import Player
from shanghai.engine.rules import Rules
from shanghai.storage.settings import MAX_NAMES
from shanghai.table.chance import cards_of
from shanghai.ui import screens
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.list_screen import Choice
from shanghai.ui.options import Start
from shanghai.ui.setup.rules import next_rules
from shanghai.variants.library import known_variants, more_variants, own_library
from shanghai.variants.loader import Offer, load_variant, own_variants, place_of
from shanghai.words import setup as words, tutorial as lesson_words
from shanghai.words.games import of_game
from shanghai.words.grammar import counted
from shanghai.yamlio.reader import Faults

_MORE: Final = "more games"
"""The id of the choice that leads to the other games. No id of a variant has a blank."""


def all_offers(app: GameApp) -> list[Offer]:
    """The four shipped variants, then every file of the player's own variants."""
    start = app.options.start
    given = (start.file,) if start is not None and start.file else ()
    return [*_offered(known_variants()), *own_variants(app.folder, given)]


def rules_of_all(app: GameApp) -> Screen[None]:
    """The screen with the rules of all variants. The one that was played last comes first."""
    offers = all_offers(app)
    at = place_of(offers, app.settings.variant) or 0
    pages = (*offers[at:], *offers[:at])
    index, rules = next_rules(pages, -1, 1)
    return screens.RulesScreen(rules, (*pages[index + 1 :], *pages[:index]))


def more_offers() -> list[Offer]:
    """The published games beyond the four shipped variants."""
    return _offered(more_variants())


def _offered(names: Iterable[str]) -> list[Offer]:
    """The variants of these names. Leaves out files that cannot be read."""
    offers = []
    for name in names:
        with suppress(Faults, OSError):
            offers.append(Offer(load_variant(name)))
    return offers


async def choose_lesson(app: GameApp, marked: str = "") -> str | None:
    """Asks for a lesson and returns the id of its variant. None: back to the menu. The four games
    and the player's own are on the first list. Its last choice opens all others."""
    first, others = all_offers(app), more_offers()
    marked = marked or app.settings.variant
    is_other = marked in {offer.rules.id for offer in others if offer.rules is not None}
    more = Choice(_MORE, lesson_words.MORE_GAMES, counted(len(others), "game"))
    choices = [*_lesson_choices(first), more] if others else [*_lesson_choices(first)]
    while True:
        chosen = await app.ask(screens.LessonsScreen(choices, _MORE if is_other else marked))
        if chosen != _MORE:
            return chosen
        is_other = True
        chosen = await app.ask(screens.LessonsScreen(_lesson_choices(others), marked))
        if chosen is not None:
            return chosen


def _lesson_choices(offers: Iterable[Offer]) -> list[Choice]:
    """A choice for each game. Its note says what the lesson is about, or how many can play."""
    from shanghai.lessons.lesson import lesson_ids, load_words

    written, choices = lesson_ids(), []
    for offer in offers:
        if (rules := offer.rules) is not None:
            is_written = rules.id in written
            about = load_words(rules.id).about if is_written else words.players_range(rules)
            choices.append(Choice(rules.id, of_game(rules.name), about))
    return choices


def lesson_rules(folder: Path, variant: str) -> Rules | None:
    """The rules that a lesson teaches, by the id of their variant. None if they cannot be read."""
    try:
        return load_variant(variant, library=own_library(folder))
    except Faults:
        return None


async def choose_game(app: GameApp, rules: Rules | None = None) -> Start | None:
    """Asks for players, and for rules unless they are given. None: back to the menu."""
    while True:
        rules = rules or await _ask_rules(app, asks_evening=not app.settings.names)
        if rules is None:
            return None
        chosen = app.settings
        before: list[tuple[Player, ...]] = []
        asks = screens.PlayersScreen(rules, chosen.seats, chosen.names, before.append)
        seats = await app.ask(asks)
        if seats is None:
            # They are kept while the program runs, so that going back loses no name.
            app.settings = msgspec.structs.replace(chosen, variant=rules.id, seats=before[-1])
            rules = None
            continue
        return seated(app, rules, seats)


def seated(app: GameApp, rules: Rules, seats: Sequence[Player]) -> Start:
    """The game of these seats. The settings remember the seats and the names of people."""
    people = [seat.name for seat in seats if not seat.bot]
    known = app.settings.names
    names = tuple(dict.fromkeys((*people, *known)))[:MAX_NAMES]
    strangers = [name for name in people if name not in known]
    newcomers = tuple(dict.fromkeys((*strangers, *app.settings.newcomers)))[:MAX_NAMES]
    app.change_settings(variant=rules.id, seats=tuple(seats), names=names, newcomers=newcomers)
    return Start(rules, tuple(seats), cards_of(None))


async def choose_rules(app: GameApp) -> Rules | None:
    """Asks for rules, house rules and rounds. Remembers the variant. None: back."""
    rules = await _ask_rules(app)
    if rules is not None:
        app.change_settings(variant=rules.id)
    return rules


async def _ask_rules(app: GameApp, *, asks_evening: bool = False) -> Rules | None:
    """Asks for the rules. With `asks_evening` it also asks how long the evening is to be."""
    marked, agreed = app.settings.variant, app.agreed
    screen = screens.VariantScreen(all_offers(app), marked, more_offers, agreed, asks_evening)
    return await app.ask(screen)


async def ask_names(app: GameApp, title: str, counts: Sequence[int]) -> tuple[str, ...] | None:
    """Asks for the names of people and remembers them. `counts` are the allowed numbers of
    people."""
    known = app.settings.names
    names = await app.ask(screens.NamesScreen(title, counts, known))
    if names is not None:
        app.change_settings(names=tuple(dict.fromkeys((*names, *known)))[:MAX_NAMES])
    return names


async def ask_seats(app: GameApp, rules: Rules, title: str) -> int | None:
    """Asks for a number of players that the rules allow. None: back."""
    sizes = rules.table_sizes or (rules.max_players,)
    choices = [Choice(str(number), counted(number, "player")) for number in sizes]
    at = max(0, sum(number <= 4 for number in sizes) - 1)
    chosen = await app.ask(screens.PickScreen(f"{title} {of_game(rules.name)}", choices, at=at))
    return int(chosen) if chosen is not None else None
