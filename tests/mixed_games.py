"""Kept games of every kind, drawn by a number: rules, seats, levels, undo, corrected scores."""

from datetime import timedelta
from pathlib import Path
from random import Random

from msgspec import structs

from shanghai.bots.levels import LEVELS
from shanghai.engine.actions import Call, Correct, StopGame
from shanghai.engine.evening import with_rounds
from shanghai.engine.handicap import NO_HANDICAP, Handicap
from shanghai.engine.rules import Rules
from shanghai.engine.seen import seen_by, view_for
from shanghai.engine.state import Phase
from shanghai.engine.undo import UndoRequest
from shanghai.storage.entries import Terms
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import CardSource
from shanghai.table.host import Host, Player, simplest
from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.loader import load_variant
from shanghai.yamlio.reader import Faults
from tests.saving import VARIANTS, clock

NAMES = ("Ann", "Bob", "Cy", "Dora", "Eli", "Fay", "Gus", "Hal")
MORE = ("may-i", "liverpool", "contract-rummy", "carioca", "continental", "progressive")
QUICK = ("random", "easy", "simple", "hard", "hard-cautious", "hard-buyer")
"""Levels that answer at once, however long they may think."""
HANDICAPS = (Handicap(points=5), Handicap(calls=1), Handicap(calls=2, points=10))
HOUSE_RULES: tuple[dict[str, object], ...] = (
    {"exchange": "any"},
    {"stalemate": "deal-again"},
    {"call_order": "first"},
    {"renewals": "never"},
    {"out_bonus": 10},
    {"own_discard": True},
    {"next_dealer": "winner"},
)


class Kind:
    """How a game is to be: drawn by its number alone."""

    def __init__(
        self, number: int, *, four: bool = False, rounds: int = 2, partners: bool = False
    ) -> None:
        """The game of a number; `four` keeps to the four variants as they are published.

        With `partners` it is one of two or three sides (HR-15).
        """
        self.dice = dice = Random(f"mixed {number}")
        variants = VARIANTS if four else (*VARIANTS, *MORE)
        rules = load_variant(variants[number % len(variants)])
        if not four and dice.random() < 0.4:
            rules = _changed(rules, dice.choice(HOUSE_RULES))
        players = dice.randint(rules.min_players, min(rules.max_players, len(NAMES)))
        if dice.random() < 0.6:
            players = max(rules.min_players, min(players, 4))
        self.rules = _short(rules, dice, rounds)
        levels = ["", "", *QUICK]
        given = [NO_HANDICAP] * players
        if not four and number % 4 == 2:
            given[number % players] = HANDICAPS[number // 4 % len(HANDICAPS)]
        self.players = [
            Player(name, dice.choice(levels), handicap)
            for name, handicap in zip(NAMES, given, strict=False)
        ]
        self.is_fair = dice.random() < 0.8
        self.seed = dice.getrandbits(64)
        if partners:
            self._share_out(Random(f"partners {number}"), levels)

    def _share_out(self, dice: Random, levels: list[str]) -> None:
        """Makes it a game of sides, with as many players as these need."""
        by_sides = [structs.replace(self.rules, sides=sides) for sides in (2, 3)]
        rules = dice.choice([each for each in by_sides if each.table_sizes])
        more: dict[str, object] = {"partner_safe": dice.random() < 0.5}
        more["not_down_penalty"] = dice.choice((0, 0, 10))
        more["end_at"] = dice.choice((0, 0, 60))
        more["next_dealer"] = dice.choice(("left", "winner", "loser"))
        self.rules = structs.replace(rules, **more)
        names = NAMES[: dice.choice(rules.table_sizes)]
        self.players = [Player(name, dice.choice(levels)) for name in names]


def _changed(rules: Rules, change: dict[str, object]) -> Rules:
    try:
        return with_house_rules(rules, change)
    except Faults:
        return rules


def _short(rules: Rules, dice: Random, rounds: int) -> Rules:
    picked = dice.sample(range(1, rules.rounds + 1), min(rounds, rules.rounds))
    return structs.replace(with_rounds(rules, picked), sources={}, house_rules=())


class Persons:
    """Plays for the people at the table, each as a simple computer would who saw their hand."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.minds: dict[int, object] = {}
        self.told: dict[int, int] = {}

    def forget(self) -> None:
        """Starts anew where the past has changed."""
        self.minds.clear()
        self.told.clear()

    def mind(self, seat: int):
        """The mind of a person, told all that happened."""
        if seat not in self.minds:
            self.minds[seat] = LEVELS["simple"].make(seat, Random(seat), lambda: False)
        for event in self.host.log[self.told.get(seat, 0) :]:
            self.minds[seat].notice(seen_by(event, seat))
        self.told[seat] = len(self.host.log)
        return self.minds[seat]

    def call(self, seat: int):
        """The call of a person, if any."""
        return self.mind(seat).wants_call(view_for(self.host.state, seat))

    def move(self):
        """What the person on turn does."""
        seat = self.host.state.turn
        return self.mind(seat).decide(view_for(self.host.state, seat))


def step(host: Host, persons: Persons, dice: Random) -> None:
    """One thing that somebody does at a lively table."""
    state = host.state
    if host.awaits_cut:
        host.cut_cards(dice.randrange(10**9))
    if state.phase is Phase.SEATING:
        host.draw_for_dealer()
        return
    if state.phase in (Phase.DEALING, Phase.ROUND_OVER, Phase.THROWN_IN):
        if state.results and dice.random() < 0.3:
            seat, points = dice.randrange(state.players), dice.randint(-9, 90)
            _correct(host, Correct(seat, state.round, points, "counted again"))
        if 0 < len(state.results) < state.rules.rounds <= 3 and dice.random() < 0.1:
            host.do(StopGame())
            return
        host.deal()
        return
    chance = dice.random()
    if chance < 0.01:
        seat = dice.randrange(state.players)
        host.hand_over(seat, f"N{host.version}", dice.choice(["", *QUICK]))
        persons.forget()
    elif chance < 0.03 and host.undo_history.moments:
        order = UndoRequest(0, dice.choice(host.undo_history.moments[-6:]).number, agreed=True)
        host.take_back(order)
        persons.forget()
    elif chance < 0.04:
        host.hinted.add(dice.randrange(state.players))
    else:
        _move(host, persons, dice)


def _correct(host: Host, action: Correct) -> None:
    if host.refuse(action) is None:
        host.do(action)


def _move(host: Host, persons: Persons, dice: Random) -> None:
    state = host.state
    if state.phase is Phase.DRAW:
        for seat in sorted({*host.may_call(), *host.may_call_shanghai(tells_who_may=True)}):
            wish = persons.call(seat)
            if dice.random() < 0.2 and seat in host.may_call():
                wish = wish or Call(seat, state.rules.call_word)
            if wish is not None and dice.random() < 0.6 and host.refuse(wish) is None:
                host.do(wish)
                return
    action = host.bot_action(computer_may_draw=dice.random() < 0.7)
    if action is None and host.is_bot(state.turn):
        action = host.bot_action()
    host.do(action or persons.move())


def still_game(data: Path, variant: str, rounds: tuple[int, ...], stalemate: str) -> Path:
    """A game of two in which a round stands still, as few cards are dealt to them; its file."""
    rules = with_rounds(load_variant(variant), rounds)
    rules = structs.replace(rules, sources={}, house_rules=(), deal_for=(), stalemate=stalemate)
    host = Host(rules, [Player("Ann"), Player("Bob", "simple")], CardSource(7, is_fair=True))
    writer = GameWriter.begin(data, host, "Still", clock)
    persons, dice = Persons(host), _Calm()
    while host.state.phase is not Phase.GAME_OVER:
        step(host, persons, dice)
    writer.close()
    return writer.path


def stopped_game(data: Path) -> Path:
    """A game of two with handicaps, whose first round is stopped after 300 turns; its file.

    Both scores are corrected, one of them after the game is over.
    """
    rules = structs.replace(
        with_rounds(load_variant("rummygames"), (2, 5)), sources={}, house_rules=()
    )
    players = [
        Player("Ann", "", Handicap(calls=1, points=10)),
        Player("Bob", "", Handicap(cards=-1)),
    ]
    host = Host(rules, players, CardSource(7, is_fair=True))
    writer = GameWriter.begin(data, host, "Stopped", clock)
    persons, dice = Persons(host), _Calm()
    while host.state.phase is not Phase.GAME_OVER:
        if host.state.round == 1 and host.state.phase in (Phase.DRAW, Phase.PLAY):
            host.do(simplest(host.state, host.state.turn))
        else:
            step(host, persons, dice)
            if host.state.phase is Phase.DRAW and host.state.round == 2:
                _correct(host, Correct(0, 1, 40, "miscounted"))
    host.do(Correct(1, 1, -400, "a bet"))
    writer.close()
    return writer.path


class _Calm(Random):
    """Chance by which nothing out of the way is done."""

    def random(self) -> float:
        return 0.5


def play(data: Path, number: int, most: int = 8000, day: int = 0, **more) -> Path:
    """Keeps the game of a number in a data folder, to its end or to `most` moves; its file.

    It is begun so many days later.
    """
    kind = Kind(number, **more)
    host = Host(kind.rules, kind.players, CardSource(kind.seed, is_fair=kind.is_fair))
    ticks = iter(range(10**6))

    def now():
        return clock() + timedelta(days=day, seconds=7 * next(ticks))

    series = "a-series" if number % 3 == 0 else ""
    writer = GameWriter.begin(data, host, f"Game {number}", now, Terms(series=series))
    persons, dice = Persons(host), kind.dice
    while host.state.phase is not Phase.GAME_OVER and host.version < most:
        step(host, persons, dice)
    if host.state.phase is Phase.GAME_OVER and dice.random() < 0.3:
        seat = dice.randrange(host.state.players)
        _correct(host, Correct(seat, host.state.results[0].round, 33, "after the end"))
    writer.close()
    assert not writer.problem
    return writer.path
