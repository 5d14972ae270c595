"""Every way out of the engine, held to what the clauses let each viewer know.

A text must not change when the back of each card that its reader may not know takes the place of
the card; events and views that are passed on must be those that the clauses allow.
"""

from random import Random

import pytest
from msgspec import structs

from shanghai.bots.levels import LEVELS
from shanghai.bots.protocol import Level
from shanghai.bots.random import RandomBot
from shanghai.engine.seats import NOBODY
from shanghai.engine.seen import view_for
from shanghai.engine.state import Phase
from shanghai.records.views import as_json
from shanghai.storage.journal import summary_of
from shanghai.storage.saves import sound_game
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host, Player
from shanghai.table.table import Table
from shanghai.table.undo import UndoOffers
from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.loader import load_variant
from shanghai.words.events import tell
from shanghai.words.view_lines import LATELY, lines
from tests.long import some
from tests.saving import clock, lean
from tests.secrets import COVERED, event_for, state_for
from tests.secrets.watch import NAMES, hosted, play, viewers

TABLES = [
    ("grandma-davis", {"shanghai_cards": 2, "exchange": "any"}),
    ("playerules", {"sides": 2, "partner_safe": True}),
    ("california", {"last_turn": True}),
    ("rummygames", {}),
    ("playerules", {"call_points": [5]}),
]


def people_at(rules):
    """Three players, or as many as the fewest partners are (HR-15)."""
    return min(size for size in rules.table_sizes if size >= 3)


def assert_sees(view, states, viewer):
    """The view is that of a seat on one of these states, as the clauses have it."""
    assert view.viewer == viewer
    shown = {field: getattr(view, field) for field in view.__struct_fields__ if field != "viewer"}
    known = (structs.asdict(state_for(state, viewer)) for state in states)
    assert any(shown == each for each in known)


def followed(table, seed, moves, level="random", follow=lambda host, seen: None):
    """A lively game, and each event of it with the state after it."""
    variant, changes = table
    rules = with_house_rules(load_variant(variant), changes)
    host = hosted(rules, people_at(rules), seed, level)
    seen = []
    host.on_change.append(
        lambda before, action, after, events: seen.extend((event, after) for event in events)
    )
    host.on_undo.append(lambda order, before, after, event: seen.append((event, before)))
    follow(host, seen)
    play(host, moves, lively=True)
    return host, seen


@pytest.mark.parametrize("table", some([(table,) for table in TABLES], 2))
def test_a_sentence_follows_from_what_its_reader_may_know(table):
    _, seen = followed(table, 2, 300)
    told = set()
    for event, state in seen:
        for viewer in viewers(state):
            known = event_for(event, viewer), state_for(state, viewer)
            assert tell(event, state, viewer) == tell(*known, viewer)
            told.add((type(event), known[0] == event))
    assert len({kind for kind, _ in told}) > 12
    assert {kind.__name__ for kind, is_open in told if not is_open} >= {"Drawn", "CallGranted"}


def test_a_table_shows_and_tells_each_seat_what_it_may_know():
    compared = set()

    def follow(host, seen):
        table = Table(host)
        log = table.log

        def compare(*_):
            for viewer in viewers(host.state):
                assert_sees(table.view(viewer), [host.state], viewer)
                known = tuple(event_for(event, viewer) for event in host.log)
                assert log.events_for(viewer) == known
            for index, event in log.of_this_round():
                assert event == event_for(host.log[index], NOBODY)
                compared.add(type(event).__name__)
            index, called = log.last_shanghai()
            assert called is None or called == event_for(host.log[index], NOBODY)
            compared.update(["last SHANGHAI"] if called is not None else [])

        host.on_change.append(compare)
        host.on_undo.append(compare)

    followed(TABLES[0], 2, 200, follow=follow)
    assert compared >= {"Drawn", "CallGranted", "ShanghaiCalled", "MovesUndone", "last SHANGHAI"}


class Witness(RandomBot):
    """A computer player that keeps all that it is given."""

    made: list["Witness"] = []  # noqa: RUF012

    def __init__(self, seat, random, is_late):
        super().__init__(seat, random, is_late)
        self.views, self.heard = [], []
        self.made.append(self)

    def decide(self, view):
        self.views.append(view)
        return super().decide(view)

    def wants_call(self, view):
        self.views.append(view)
        return super().wants_call(view)

    def notice(self, event):
        self.heard.append(event)
        super().notice(event)


@pytest.mark.parametrize("table", some([(table,) for table in TABLES]))
def test_a_computer_player_gets_what_its_seat_may_know(table, monkeypatch):
    monkeypatch.setattr(Witness, "made", made := [])
    variant, changes = table
    levels = {**LEVELS, "witness": Level(Witness, "Witness", "A test.")}
    rules = with_house_rules(load_variant(variant), changes)
    players = [Player(name, "witness") for name in NAMES[: people_at(rules)]]
    host = Host(rules, players, 2, levels=levels)
    states = []
    host.on_change.append(lambda before, action, after, events: states.append(after))
    play(host, 250)
    assert host.notes == []
    assert {bot.seat for bot in made} == {*range(len(players))}
    for bot in made:
        assert bot.heard == [event_for(event, bot.seat) for event in host.log[: len(bot.heard)]]
        by_offer = {}
        for state in states:
            by_offer.setdefault((state.offer, state.phase), []).append(state)
        for view in bot.views:
            assert_sees(view, by_offer[view.offer, view.phase], bot.seat)
    assert sum(len(bot.views) for bot in made) > 150
    assert sum(len(bot.heard) for bot in made) > 400


@pytest.mark.parametrize("table", some([(table,) for table in TABLES]))
def test_what_show_prints_follows_from_what_the_viewer_may_know(table):
    variant, changes = table
    rules = with_house_rules(load_variant(variant), changes)
    host = hosted(rules, people_at(rules), 2)
    covered_count = 0
    for _ in range(12):
        play(host, 12)
        for viewer in viewers(host.state):
            view = view_for(host.state, viewer)
            known = [event_for(event, viewer) for event in host.log]
            covered_count += known[-LATELY:] != host.log[-LATELY:]
            assert_sees(view, [host.state], viewer)
            assert [*lines(view, host.log)] == [*lines(view, known)]
            hands = [seat["hand"] for seat in as_json(view)["seats"]]
            covered = [COVERED in seat.hand for seat in state_for(host.state, viewer).seats]
            assert [hand is None for hand in hands] == covered
    assert covered_count > 20


def test_what_can_be_undone_shows_the_public_table():
    host = Host(load_variant("playerules"), [Player("Ann"), Player("Bob"), Player("Cy")], 2)
    dice, options = Random(2), []
    bots = [RandomBot(seat, dice) for seat in range(3)]
    for _ in range(40):
        if host.state.phase in (Phase.DRAW, Phase.PLAY):
            host.do(bots[host.state.turn].decide(host.view(host.state.turn)))
        elif host.state.phase is Phase.SEATING:
            host.draw_for_dealer()
        else:
            host.deal()
        states = [moment.state for moment in host.undo_history.moments]
        for option in UndoOffers(host).options():
            assert_sees(option.view, states, NOBODY)
            options.append(option)
    assert len(options) > 100


def kept(folder, moves):
    """A game that is kept in a folder, so many moves of it; what is read of it."""
    host = Host(lean("grandma-davis", 1, 2), [Player(n, "random") for n in NAMES[:3]], 4)
    writer = GameWriter.begin(folder, host, "", clock)
    play(host, moves)
    writer.close()
    return sound_game(writer.path)


def test_the_ledger_counts_what_everybody_saw(tmp_path):
    read = kept(tmp_path, 2000)
    public = structs.replace(read, log=tuple(event_for(event, NOBODY) for event in read.log))
    summary = summary_of("game", read)
    assert summary is not None
    assert summary == summary_of("game", public)
