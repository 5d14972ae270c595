"""Evenings with a deal code: several tables play the same cards, and their scores are compared."""

import asyncio
from collections.abc import Iterator, Sequence
from functools import cached_property
from random import SystemRandom
from typing import Final

from msgspec import structs

from shanghai.engine.handicap import Player
from shanghai.ledger.ledger import Ledger, Wanted, read_ledger
from shanghai.ledger.lines import deal_points
from shanghai.storage.saves import StoreError
from shanghai.ui import screens
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.command import BACK_Q, Reason, command
from shanghai.ui.kit.line_screen import LineScreen
from shanghai.ui.kit.lines import Bit, Row, row, tabular, wrap
from shanghai.ui.kit.list_screen import Choice
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.options import Start
from shanghai.ui.setup.new_game import ask_seats, choose_rules, seated
from shanghai.variants import deal_code
from shanghai.words import evenings, ledger as words
from shanghai.words.cells import columns, cut_text
from shanghai.words.games import of_game

_TYPE, _MAKE = "type", "make"
_NAME_CELLS: Final = 12


async def duplicate_evening(app: GameApp) -> Start | None:
    """Asks for a deal code: a typed or a new one, or one that was played here before. Returns the
    game to start. None if the player goes back."""
    while True:
        try:
            ledger = await asyncio.to_thread(read_ledger, app.folder)
        except StoreError as error:
            app.notify(str(error))
            return None
        counts: dict[str, list[str]] = {}
        for game in ledger.games:
            if game.code:
                counts.setdefault(game.code, []).append(of_game(game.variant_name))
        choices = [
            Choice(_TYPE, evenings.TYPE_A_CODE, evenings.TYPE_A_CODE_NOTE),
            Choice(_MAKE, evenings.MAKE_A_CODE, evenings.MAKE_A_CODE_NOTE),
        ]
        for id, names in counts.items():
            choices.append(Choice(id, id, evenings.TABLES_OF(variant=names[0], count=len(names))))
        chosen = await app.ask(screens.PickScreen(evenings.SAME_CARDS, choices, evenings.DEAL_HELP))
        if chosen is None:
            return None
        code = await _code_of_choice(app, chosen)
        start = await start_of_code(app, code) if code is not None else None
        if start is not None:
            return start


async def _code_of_choice(app: GameApp, chosen: str) -> str | None:
    """The deal code that the choice leads to. None if the player goes back."""
    if chosen in (_TYPE, _MAKE):
        code = await _new_code(app) if chosen == _MAKE else ""
        if code is None:
            return None
        return await app.ask(DealCodeScreen(code))
    played = await asyncio.to_thread(read_ledger, app.folder, Wanted(code=chosen))
    return chosen if await app.ask(screens.DealTablesScreen(chosen, played, True)) else None


async def _new_code(app: GameApp) -> str | None:
    if (rules := await choose_rules(app)) is None:
        return None
    seats = await ask_seats(app, rules, evenings.HOW_MANY_PLAY)
    if seats is None:
        return None
    try:
        bits = SystemRandom().getrandbits(deal_code.SEED_BITS)
        return deal_code.code_of(rules, seats, bits, app.folder)
    except deal_code.CodeFault as fault:
        app.notify(str(fault))
        return None


async def start_of_code(app: GameApp, code: str) -> Start | None:
    """Asks who plays the cards of a code. Returns the game to start. None: back."""
    deal = deal_code.read_code(code, deal_code.named_variants(app.folder))
    rules = deal_code.rules_of(deal, app.folder)
    exact = structs.replace(rules, min_players=deal.players, max_players=deal.players)
    chosen = app.settings
    # A handicap may change the deal, so none is taken over from another evening.
    even = [Player(seat.name, seat.bot) for seat in chosen.seats]
    seats = await app.ask(screens.PlayersScreen(exact, even, chosen.names, None))
    if seats is None:
        return None
    start = seated(app, rules, seats)
    return structs.replace(start, cards=deal.cards, code=code)


class DealCodeScreen(LineScreen[str]):
    """Asks for a deal code. Answers with it in its usual form, or with None."""

    SHOWS_NO_HAND = True
    HEADING = evenings.say.late("WHICH_CODE")
    HELP_TEXT = evenings.say.late("CODE_HELP")
    EXAMPLE = "04ABCD-123456-7890AB"
    MAX_LETTERS = 60

    def __init__(self, code: str = "") -> None:
        super().__init__(evenings.CODE_FOR_ALL if code else evenings.TYPE_THE_CODE, code)

    @cached_property
    def _known(self) -> tuple[str, ...]:
        return deal_code.named_variants(self.app.folder)

    def fault(self) -> Reason | None:
        """Why the typed text is no code, as a sentence. None if it is one."""
        try:
            deal_code.rules_of(deal_code.read_code(self.field.value, self._known), self.app.folder)
        except deal_code.CodeFault as fault:
            return str(fault)
        return None

    def on_input_changed(self) -> None:
        """Updates the text about the typed code."""
        self.draw()

    @command("enter", why_not=fault, typing=True)
    def action_take_code(self) -> None:
        """Answers with the code in its usual form."""
        self.dismiss(deal_code.write_code(deal_code.read_code(self.field.value, self._known)))

    def draw(self) -> None:
        """Shows what a complete code says: rules, house rules and players."""
        typed = self.field.value
        message = ""
        if typed.strip() and not self.fault():
            deal = deal_code.read_code(typed, self._known)
            rules = deal_code.rules_of(deal, self.app.folder)
            taken = [of_game(rules.house_rules[index].name) for index in deal.house_rules]
            name = of_game(rules.name)
            message = evenings.CODE_HOLDS(rules=name, house=taken, players=deal.players)
        self.say(message, "good")
        self.refresh_keys()


class DealTablesScreen(ReadingScreen[bool]):
    """Compares the tables that have played a code, by seat and deal. Answers True to play it
    too."""

    SHOWS_NO_HAND = True
    KEYS = (BACK_Q,)
    HELP_TEXT = evenings.say.late("TABLES_HELP")

    def __init__(self, code: str, ledger: Ledger, may_play: bool = True) -> None:
        super().__init__()
        self.HEADING = evenings.DEAL_CODE_TITLE.format(code=code)
        self.may_play = may_play
        self._games = list(reversed(ledger.games))

    @command("p,enter", when=lambda self: self.may_play)
    def action_play_code(self) -> None:
        """Answers that the cards of the code are to be played here too."""
        self.dismiss(True)

    def rows(self, width: int) -> Sequence[Row]:
        """When each table played, then the points of each seat at all tables."""
        games = self._games
        if not games:
            return [row(Bit(words.NO_TABLE_PLAYED, "dim"))]
        rows: list[Row] = []
        for at, game in enumerate(games, 1):
            when = game.started[:16].replace("T", " ")
            number = Bit(evenings.TABLE_NUMBER.format(number=at), "strong")
            rows += wrap(row(number, evenings.WHO_WHEN(when=when, players=game.players)), width)
        for seat in range(max(len(game.seats) for game in games)):
            rows += [(), row(Bit(evenings.SEAT_NUMBER.format(number=seat + 1), "accent"))]
            rows += tabular(columns([*self._seat(seat)]), width, "")
        return rows

    def _seat(self, seat: int) -> Iterator[Sequence[str]]:
        """Yields the cells of a seat: the names, then the points of each deal, the best starred."""
        yield ("", *(cut_text(game.players[seat], _NAME_CELLS) for game in self._games))
        for label, points in deal_points(self._games, seat):
            known = {number for number in points if number is not None}
            best = min(known) if len(known) > 1 else None
            yield (label, *["" if n is None else f"{'*' if n == best else ''}{n}" for n in points])
