"""Plays the games of the corpus, by people and computers, and tells what was done in each."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import count
from pathlib import Path

from msgspec import structs

from shanghai.bots.levels import LEVELS
from shanghai.bots.pool import Note, simplest
from shanghai.bots.protocol import Level
from shanghai.commands.working import ready_to_search
from shanghai.engine.actions import Correct, StopGame
from shanghai.engine.shanghai import shanghai_calls
from shanghai.engine.state import Phase
from shanghai.engine.undo import UndoRequest
from shanghai.storage.entries import Terms
from shanghai.storage.journal import Journal
from shanghai.storage.saves import JOURNAL, read_game
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import CardSource
from shanghai.table.host import Host, Player
from shanghai.table.pins import TypedPin
from shanghai.variants.deal_code import CUT, CodeFault, code_of
from shanghai.variants.loader import load_variant
from shanghai.words import computers, language
from tests.corpus.frozen import FrozenGame
from tests.corpus.plan import ABSENT, NOTES, Plan
from tests.mixed_games import Persons, step
from tests.saving import DiceBot, clock

MOST_MOVES = 900


class Table:
    """A game that is played by its plan, and kept."""

    def __init__(self, data: Path, plan: Plan, again: str = "") -> None:
        """Begins the game; `again` is the id of the one whose cards are played again, if any."""
        self.plan, self.dice = plan, plan.dice
        self.host, terms = _begun(plan, data, again)
        ticks = count()

        def now():
            return clock() + timedelta(hours=plan.number, seconds=7 * next(ticks))

        title = f"{NOTES[plan.language]} {plan.number}" if plan.number % 2 else ""
        self.writer = GameWriter.begin(data, self.host, title, now, terms)
        self.persons = Persons(self.host)
        self.noted = "", 0
        most = 3000 if plan.is_endless else MOST_MOVES
        self.leaves_at = plan.dice.randint(8, 90) if plan.is_left else most

    def play(self) -> None:
        """Plays to the end, or to where the game is left."""
        host, dice = self.host, self.dice
        while host.state.phase is not Phase.GAME_OVER and host.version < self.leaves_at:
            self._extra()
            self._step()
            if not self.noted[0] and host.version > 12 and dice.random() < 0.03:
                self.noted = self.writer.witness, self.writer._entries
        if host.state.phase is Phase.GAME_OVER and dice.random() < 0.2:
            self._correct(host.state.results[0].round)
        self.writer.close()
        assert not self.writer.problem

    def _step(self) -> None:
        state = self.host.state
        is_turn = state.round == 1 and state.phase in (Phase.DRAW, Phase.PLAY)
        people = self.host.may_call_shanghai(tells_who_may=True)
        on_melds = [*shanghai_calls(state, people)] if people else []
        is_careless = self.plan.is_careless and not self.host.is_bot(state.turn)
        if is_turn and (self.plan.is_endless or is_careless):
            self.host.do(simplest(state, state.turn))
        elif on_melds and self.dice.random() < 0.7:
            self.host.do(self.dice.choice(on_melds))
        elif state.phase is not Phase.GAME_OVER:
            step(self.host, self.persons, self.dice)

    def _extra(self) -> None:
        """Now and then what a table does besides its moves."""
        host, dice, state = self.host, self.dice, self.host.state
        chance, seat = dice.random(), dice.randrange(self.host.state.players)
        if chance < 0.004:
            host.set_pin(seat, TypedPin("73190"))
        elif chance < 0.006:
            host.set_pin(seat, None)
        elif chance < 0.012 and state.round:
            level = self.plan.level()
            host.hand_over(seat, f"{state.seats[seat].name[:9]} {host.version}", level)
            self.persons.forget()
        elif chance < 0.018 and state.phase in (Phase.DRAW, Phase.PLAY):
            said = computers.NOTE.format(name=state.seats[seat].name, said=computers.DID_NOT_ANSWER)
            host.notes.append(Note(len(host.log), said))
        elif chance < 0.024:
            own = UndoRequest(state.turn, host.version - 1)
            if host.undo_history.moments and host.undo_history.refuse(own, state, host.log) is None:
                host.take_back(own)
                self.persons.forget()
        elif chance < 0.03 and state.results:
            self._correct(dice.choice(state.results).round)
        elif chance < 0.032 and host.refuse(StopGame()) is None:
            host.do(StopGame())

    def _correct(self, round: int) -> None:
        seat, points = self.dice.randrange(self.host.state.players), self.dice.randint(-20, 90)
        action = Correct(seat, round, points, NOTES[self.plan.language])
        if self.host.refuse(action) is None:
            self.host.do(action)


def _begun(plan: Plan, data: Path, again: str) -> tuple[Host, Terms]:
    """The host of a game, and what was agreed, as the program itself has it."""
    players = plan.seats
    if plan.is_searched:
        players = [Player(players[0].name, "master", players[0].handicap), *players[1:]]
    series = "20310701-201500-c0ffee" if plan.number % 4 == 0 else ""
    rules, seed = plan.rules, plan.seed
    terms = Terms(series=series, known_seed=plan.cards in ("seed", "code"), again=again)
    cards = CardSource(seed, cuts=(CUT,) if plan.cards == "code" else ())
    if plan.cards == "code":
        terms = structs.replace(terms, code=_code(plan))
    if again:
        read = read_game(data / "games" / again / JOURNAL)
        header = read.header
        rules, seed = header.rules, header.seed
        terms = structs.replace(terms, known_seed=True, code=header.terms.code)
        cards = CardSource(
            seed, cuts=read.resumption.cuts, root=header.root, is_cut_twice=header.is_cut_twice
        )
        seats = [*players, *(Player(f"N{n}") for n in range(8))]
        players = seats[: len(header.players)]
    is_fair = bool(cards.cuts) or not terms.known_seed
    return Host(rules, players, structs.replace(cards, is_fair=is_fair)), terms


def _code(plan: Plan) -> str:
    """A deal code of the game's cards, of the whole variant where its rules have none."""
    try:
        return code_of(plan.rules, len(plan.seats), plan.seed)
    except CodeFault:
        return code_of(load_variant(plan.rules.id), len(plan.seats), plan.seed)


def played(data: Path, numbers: Sequence[int]) -> Iterator[FrozenGame]:
    """The games of these numbers, one after the other; each is kept in the data folder."""
    ready_to_search("tests.corpus")
    LEVELS[ABSENT] = Level(DiceBot, "Guest", "A test.")
    source: FrozenGame | None = None
    before = language.spoken()
    try:
        for number in numbers:
            plan = Plan(number)
            language.speak(plan.language)
            again = source if plan.cards == "again" else None
            table = Table(data, plan, again.name if again is not None else "")
            table.play()
            game = frozen(table, again)
            if plan.cards in ("fair", "code") and "left" not in game.kinds:
                source = game
            yield game
    finally:
        language.speak(before)
        del LEVELS[ABSENT]


def frozen(table: Table, source: FrozenGame | None) -> FrozenGame:
    """A game that was played, and what is known of it."""
    path, state = table.writer.path, table.host.state
    lines = [line[9:].decode() for line in path.read_bytes().splitlines()]
    noted, noted_at = table.noted
    return FrozenGame(
        name=table.writer.id,
        kinds=sorted(kinds_of(table.plan, read_game(path), source)),
        scores=[seat.score for seat in state.seats],
        winners=list(state.winners),
        witness=table.writer.witness,
        noted=noted,
        noted_at=noted_at,
        source=source.name if source is not None else "",
        lines=lines,
    )


def kinds_of(plan: Plan, read: Journal, source: FrozenGame | None) -> Iterator[str]:
    """What was done in a game, and what is special about it, a word each."""
    assert read.header is not None
    header, state = read.header, read.state
    yield from (header.rules.id, f"language-{plan.language}", f"seats-{len(header.players)}")
    yield from (f"level-{level}" for level in {who.bot or "person" for who in header.players})
    yield "again" if source is not None else "fair" if plan.cards == "again" else plan.cards
    if plan.has_house_rules:
        yield "house-rules"
    if header.terms.handicaps:
        yield "handicap"
    if header.terms.series:
        yield "series"
    if not read.is_ended:
        yield "left"
    yield from {_kind(entry) for entry in read.entries}
    moves = [entry for entry in read.entries if hasattr(entry, "action")]
    yield from (key for key in ("said", "hinted", "tried") if any(getattr(m, key) for m in moves))
    if state is not None and any(result.ending.value == "blocked" for result in state.results):
        yield "blocked"


def _kind(entry: object) -> str:
    action = getattr(entry, "action", None)
    return type(action or entry).__name__.lower()
