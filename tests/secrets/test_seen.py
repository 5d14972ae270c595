"""The engine's table of who may see what, held against the clauses in games of all kinds."""

import inspect
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import Struct, structs

from shanghai.engine import events, seen
from shanghai.engine.cards import HIDDEN, Card
from shanghai.engine.events import CallGranted, Drawn, Event, MovesUndone, ShanghaiCalled
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.refusal import Refused
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY
from shanghai.engine.seen import SEEN, Audience, Only, seen_by, table_faults, view_for
from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.library import shipped_variants
from shanghai.variants.loader import load_variant
from tests.long import some
from tests.secrets.known import CARDS, KNOWN, TYPES
from tests.secrets.watch import Watch, hosted, play
from tests.simulation.drawing import drawn_rules, small_sizes


def test_every_field_has_a_line_and_every_line_a_field():
    fields = {(kind.__name__, field) for kind in TYPES for field in kind.__struct_fields__}
    assert set(KNOWN) == fields


# The table itself


class _Peeked(Struct, frozen=True, tag=True):
    """An event that somebody has just added."""

    seat: int
    card: Card


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ({}, "_Peeked.card: missing"),
        ({"seat": Audience.EVERYBODY}, "_Peeked.card: missing"),
        (dict.fromkeys(("seat", "card", "joker"), Audience.EVERYBODY), "_Peeked.joker: unknown"),
        ({"seat": Audience.EVERYBODY, "card": Only(("looker",))}, "_Peeked.card: unknown seat"),
    ],
)
def test_a_field_without_an_entry_is_a_fault(entry, fault):
    assert [*table_faults(SEEN, (*get_args(Event), *SEEN))] == []
    assert any(fault in line for line in table_faults(SEEN | {_Peeked: entry}, [_Peeked]))


def test_an_event_without_an_entry_keeps_the_engine_from_starting(monkeypatch):
    monkeypatch.setattr(events, "Event", Event | _Peeked)
    source = compile(inspect.getsource(seen), "seen.py", "exec")
    with pytest.raises(TypeError, match=r"_Peeked\.card: missing"):
        exec(source, {"__name__": "shanghai.engine.seen"})


def test_every_event_has_an_entry_and_what_is_secret_in_it_is_cards():
    for kind in get_args(Event):
        hints = get_type_hints(kind)
        for field, audience in SEEN[kind].items():
            if isinstance(audience, Only) or audience is Audience.NO_ONE:
                assert hints[field] in (Card, tuple[Card, ...]), f"{kind.__name__}.{field}"


def structs_in(hint: Any) -> set[type[Struct]]:
    """The types of our own that a field with this annotation can hold."""
    if inspect.isclass(hint) and issubclass(hint, Struct):
        return {hint}
    return {kind for part in get_args(hint) for kind in structs_in(part)}


def test_what_is_shown_as_a_whole_holds_nothing_secret():
    for kind, audiences in SEEN.items():
        for field, hint in get_type_hints(kind).items():
            for part in structs_in(hint) - {seen.State}:
                if part in (Rules, Contract):
                    continue
                assert part in SEEN, f"{kind.__name__}.{field} holds {part.__name__}"
                is_open = set(SEEN[part].values()) == {Audience.EVERYBODY}
                assert is_open or audiences[field] is Audience.ITS_OWN


# One event and one view


def test_secret_cards_of_events_are_seen_by_whom_they_concern():
    """ALL-13, GD-18."""
    assert seen_by(Drawn(1, 7), 1) == Drawn(1, 7)
    assert seen_by(Drawn(1, 7), 0) == Drawn(1, HIDDEN)
    bought = CallGranted(2, 7, (8, 9))
    assert seen_by(bought, NOBODY) == CallGranted(2, 7, (HIDDEN, HIDDEN))
    called = ShanghaiCalled(0, 1, 7, 0, None, 9, extra=(3, 4))
    covered = (HIDDEN, HIDDEN)
    assert seen_by(called, 1) == called
    assert seen_by(called, 0) == structs.replace(called, extra=covered)
    assert seen_by(called, 2) == structs.replace(called, picked=HIDDEN, extra=covered)
    undone = MovesUndone(0, True, 2, (Drawn(1, 7), bought))
    assert seen_by(undone, 2).events == (Drawn(1, HIDDEN), bought)


def test_an_event_of_no_seat_is_no_secret_of_who_has_none():
    assert seen_by(Drawn(NOBODY, 7), NOBODY) == Drawn(NOBODY, HIDDEN)


@pytest.mark.parametrize("viewer", [-2, 3, 99])
def test_there_is_no_view_for_a_seat_that_there_is_not(viewer):
    state = hosted(load_variant("rummygames"), 3, 1).state
    with pytest.raises(Refused, match="no-such-seat"):
        view_for(state, viewer)


# Whole games


def watched(rules, players, seed, moves, level="random"):
    """What was compared in so many moves, of several games where these rules make short ones."""
    watch = Watch()
    while moves > 0:
        host = hosted(rules, players, seed, level)
        watch.follow(host)
        moves -= play(host, moves, lively=True)
        seed += 1000
    return watch


def assert_compared(watch):
    """Draws and discards were compared, for those who may know the card and those who may not."""
    assert watch.types["State"] > 100
    assert watch.types["Discarded"] > 10
    for field in (("Drawn", "card"), ("Seat", "hand")):
        assert watch.fields[*field, True] > 10
        assert watch.fields[*field, False] > 10


PUBLISHED = [(variant, 0) for variant in shipped_variants()]


@pytest.mark.parametrize(("variant", "seed"), some(PUBLISHED, 5))
def test_nobody_sees_more_or_less_than_the_clauses_say(variant, seed):
    rules = load_variant(variant)
    assert_compared(watched(rules, min(4, rules.max_players), seed, 120))


@pytest.mark.slow
@pytest.mark.parametrize("level", ["random", "simple"])
@pytest.mark.parametrize("variant", shipped_variants())
def test_long_games_at_every_size_of_table(variant, level):
    rules = load_variant(variant)
    for players in range(rules.min_players, rules.max_players + 1):
        assert_compared(watched(rules, players, players, 500, level))


@pytest.mark.parametrize("seed", some([(1,), (2,), (3,)], 3))
def test_nobody_sees_more_under_drawn_rules(seed):
    rules = drawn_rules(seed)
    assert_compared(watched(rules, next(size for size in rules.table_sizes if size > 2), seed, 100))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4, 204))
def test_many_games_under_drawn_rules(seed):
    rules = drawn_rules(seed)
    sizes = small_sizes(rules)
    assert_compared(watched(rules, sizes[seed % len(sizes)], seed, 600))


LIVELY = (
    ("grandma-davis", {"shanghai_cards": 2, "exchange": "any", "exchange_duty": "use"}),
    ("california", {"last_turn": True, "call_chips": [1], "chips": 9}),
)
MOST_GAMES = 40
HIDDEN_FROM_SOME = {name for name in CARDS if KNOWN[name].who not in ("everybody", "itself")}


def not_compared(watch):
    """The events that a watch has not met, and the cards not seen by who may, or may not, know."""
    shown = {name for name in CARDS if watch.fields[*name, True]}
    covered = {name for name in CARDS if watch.fields[*name, False]}
    assert covered <= HIDDEN_FROM_SOME
    return [
        {kind.__name__ for kind in get_args(Event)} - watch.types.keys(),
        CARDS - {("State", "stock")} - shown,
        HIDDEN_FROM_SOME - covered,
    ]


def test_every_event_and_every_card_in_it_is_compared():
    """Games are played until the harness has seen all that it speaks of."""
    watch = Watch()
    play_on_without_stock(watch)
    for seed in range(MOST_GAMES):
        variant, changes = LIVELY[seed % len(LIVELY)]
        host = hosted(with_house_rules(load_variant(variant), changes), 3, seed)
        watch.follow(host)
        play(host, 400, lively=True)
        if not any(not_compared(watch)):
            break
    assert not_compared(watch) == [set(), set(), set()]


def play_on_without_stock(watch):
    """Plays a round whose stock is nearly used up, and that is thrown in then (ALL-10, ALL-11)."""
    host = hosted(load_variant("playerules"), 3, 5)
    play(host, 12)
    state = host.state
    pile = (*state.discards, *state.stock[2:])
    tossers = (*state.tossers, *[NOBODY] * (len(pile) - len(state.tossers)))
    turns = 300 * state.players - 8
    host.state = structs.replace(
        state, stock=state.stock[:2], discards=pile, tossers=tossers, turns_before=turns
    )
    watch.follow(host)
    play(host, 40)
