"""Evenings with the cards of a deal code, the same ones for several tables."""

import asyncio
from random import SystemRandom
from typing import Final

from msgspec import structs

from shanghai.storage.saves import StoreError
from shanghai.storage.settings import SeatChoice
from shanghai.ui import open as opening
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.choices import Choice
from shanghai.ui.options import Start
from shanghai.ui.setup.new_game import NAMES_KEPT, ask_seats, choose_rules
from shanghai.words.phrases import counted

_TYPE, _MAKE = "type", "make"
_DEAL_HELP: Final = (
    "A deal code is typed to play the cards of another table, or made for several. Codes that "
    "were played here stand below: the tables are compared deal by deal."
)


async def duplicate_evening(app: GameApp) -> Start | None:
    """Offers to type or make a deal code, and the codes that were played here."""
    from shanghai.ledger.ledger import read_ledger

    while True:
        try:
            ledger = await asyncio.to_thread(read_ledger, app.folder)
        except StoreError as error:
            app.notify(str(error))
            return None
        counts: dict[str, list[str]] = {}
        for game in ledger.games:
            if game.code:
                counts.setdefault(game.code, []).append(game.variant_name)
        choices = [
            Choice(_TYPE, "Type a code", "the same cards as another table"),
            Choice(_MAKE, "Make a code", "new cards, for several tables"),
            *(
                Choice(code, code, f"{names[0]}, {counted(len(names), 'table')}")
                for code, names in counts.items()
            ),
        ]
        chosen = await app.ask(opening.pick("The same cards", choices, _DEAL_HELP))
        if chosen is None:
            return None
        code = await _code_of_choice(app, chosen)
        start = await start_of_code(app, code) if code is not None else None
        if start is not None:
            return start


async def _code_of_choice(app: GameApp, chosen: str) -> str | None:
    """The code that is typed, made, or compared and taken; None where that is left."""
    from shanghai.ledger.ledger import Wanted, read_ledger

    if chosen == _TYPE:
        return await app.ask(opening.deal_code(app.folder))
    if chosen == _MAKE:
        made = await _new_code(app)
        if made is None:
            return None
        return await app.ask(opening.deal_code(app.folder, made))
    played = await asyncio.to_thread(read_ledger, app.folder, Wanted(code=chosen))
    return chosen if await app.ask(opening.deal_tables(chosen, played)) else None


async def _new_code(app: GameApp) -> str | None:
    """Makes a code for a variant and a number of players; None where that is left."""
    from shanghai.variants.deal_code import SEED_BITS, CodeFault, code_of

    rules = await choose_rules(app)
    if rules is None:
        return None
    seats = await ask_seats(app, rules, "How many play?")
    if seats is None:
        return None
    try:
        return code_of(rules, seats, SystemRandom().getrandbits(SEED_BITS), app.folder)
    except CodeFault as fault:
        app.notify(str(fault))
        return None


async def start_of_code(app: GameApp, code: str) -> Start | None:
    """Asks who sits down to the cards of a code; None where that is left."""
    from shanghai.host.host import Player
    from shanghai.variants.deal_code import CUT, named_variants, read_code, rules_of

    deal = read_code(code, named_variants(app.folder))
    rules = rules_of(deal, app.folder)
    exact = structs.replace(rules, min_players=deal.players, max_players=deal.players)
    kept = app.settings
    seats: tuple[SeatChoice, ...] | None
    # A handicap may change the deal, so that none is taken over from another evening.
    even = [SeatChoice(seat.name, seat.bot) for seat in kept.seats]
    seats = await app.ask(opening.players(exact, even, kept.names))
    if seats is None:
        return None
    people = [seat.name for seat in seats if not seat.bot]
    names = tuple(dict.fromkeys((*people, *kept.names)))[:NAMES_KEPT]
    app.change_settings(variant=rules.id, seats=seats, names=names)
    players = tuple(Player(seat.name, seat.bot, seat.handicap) for seat in seats)
    return Start(rules, players, deal.seed, cut=CUT, code=code)
