"""The same round at the compact table and in the engine: played in one, replayed in the other."""

from random import Random

import numpy as np
from msgspec import structs

from shanghai.bots.playouts import actions, table as t
from shanghai.bots.playouts.compact_rules import CompactRules, compact_rules_of
from shanghai.bots.playouts.going_down import go_down
from shanghai.bots.playouts.places import fits
from shanghai.bots.playouts.policy import play_out
from shanghai.bots.playouts.reading import read_state
from shanghai.bots.playouts.rounds import log_of
from shanghai.engine import actions as a
from shanghai.engine.cards import FACES
from shanghai.engine.game import apply, new_game
from shanghai.engine.parameters.parts import Contract, JokerCap, MeldSizes
from shanghai.engine.rules import Rules
from shanghai.engine.stalemate import is_stalemate
from shanghai.engine.state import End, Ending, Phase, State
from shanghai.simulation.compact_games import action_of, actions_of
from shanghai.variants.loader import load_variant

ENDINGS = {
    Ending.OUT: t.ROUND_OUT,
    Ending.BLIND: t.ROUND_BLIND,
    Ending.CLEAN_BLIND: t.ROUND_CLEAN,
    Ending.SHANGHAI: t.ROUND_SHANGHAI,
    Ending.BLOCKED: t.ROUND_BLOCKED,
}
ARRAYS = ("hands", "suits", "sizes", "wilds", "down", "calls_used")
COUNTED = {
    "stock": "stock_size",
    "pile": "pile_size",
    "tossers": "pile_size",
    "waiting": "waiting_count",
    "melds": "meld_count",
}
"""Arrays of which only so many places count."""
FOUR = ("rummygames", "grandma-davis", "california", "playerules")
PUBLISHED = (
    *("carioca", "contract-rummy", "hollywood", "joker-rummy", "liverpool", "may-i"),
    *("progressive", "shanghai-wild-twos", "carioca-chile", "continental", "telefunken"),
    *("frustration", "ten-phases", "kalooki", "dummy-rummy"),
    *("telefunken-desordenada", "carioca-escalas", "three-thirteen"),
    *("kaluki-40", "kaluki-51", "scala-40-coppie", "telefunken-clean"),
    *("kaluki-fifteen", "liverpool-eleven", "scala-40"),
)
"""The more games that are published."""
OWN: dict[str, tuple[str, dict[str, object]]] = {
    "free-kaluki-40": ("kaluki-40", {"take_discard": "always"}),
    "free-kaluki-51": ("kaluki-51", {"take_discard": "always"}),
    "taken-till-down": ("rummygames", {"take_discard": "not-down"}),
    "taken-once-down": ("california", {"take_discard": "once-down"}),
    "taken-to-open": ("playerules", {"take_discard": "to-open", "wild_ranks": (2,)}),
    "taken-to-lay-all": (
        "rummygames",
        {"take_discard": "to-open", "must_discard": True, "all_in_rounds": (1,)},
    ),
    "blocked-jokers": ("grandma-davis", {"joker_tossed": "blocks"}),
    "carried-calls": ("playerules", {"calls_carry": True, "call_limit": (2, 0, 1)}),
    "sets-apart": (
        "rummygames",
        {
            "contracts": (
                Contract(sets=(3, 3), set_suits="different"),
                Contract(sets=(4,), runs=(4,), set_suits="different"),
            )
        },
    ),
    "readme": ("california", {"wild_ranks": (2,), "call_cost": 1}),
    "stolen-twos": ("playerules", {"wild_ranks": (2,), "direction": "counter-clockwise"}),
    "tossed-twos": ("grandma-davis", {"wild_ranks": (2, 9), "wild_natural": False}),
    "one-eyed": ("rummygames", {"wild_cards": ("JS", "JH"), "own_discard": True}),
    "apart": ("playerules", {"adjacent_wild": False, "wild_ranks": (5,), "exact_sizes": True}),
    "upcard": ("california", {"upcard_wild": True, "not_down_penalty": 50, "out_bonus": 5}),
    "bound": ("rummygames", {"calls_per_game": 6, "last_round_times": 2}),
    "dearer": ("playerules", {"call_costs": (1, 2, 3), "call_price_by": "call"}),
    "paid": ("rummygames", {"call_points": (5,), "call_chips": (1, 2), "chips": 6}),
    "once": ("california", {"renewals": "once", "ace": "round", "exchange_when": "down"}),
    "never": ("grandma-davis", {"renewals": "never", "adjacent_runs": True}),
    "used": ("playerules", {"exchange_duty": "use", "exchange_in": "runs", "wild_ranks": (7,)}),
    "uneven": (
        "playerules",
        {
            "contracts": (
                Contract(sets=(3, 4)),
                Contract(sets=(3,), runs=(4, 5)),
                Contract(sets=(2, 5), runs=(4,)),
                Contract(runs=(6, 4)),
                Contract(sets=(3, 3, 3, 3, 3)),
            )
        },
    ),
    "exact-sizes": (
        "rummygames",
        {"exact_sizes": True, "contracts": (Contract(sets=(3, 5)), Contract(runs=(4, 6)))},
    ),
    "conditions": (
        "california",
        {
            "contracts": (
                Contract(sets=(3, 3), clean=True),
                Contract(sets=(4, 3), most_wild=1),
                Contract(runs=(4, 4), suits="different"),
                Contract(runs=(4, 4), suits="one"),
                Contract(runs=(4, 4), suits="colour"),
                Contract(sets=(3, 3, 3), ranks="different"),
                Contract(sets=(6,), alternatives=(MeldSizes(runs=(7,)), MeldSizes(sets=(3, 3, 3)))),
            )
        },
    ),
    "royal": (
        "playerules",
        {
            "contracts": (Contract(runs=(13,), royal=True),),
            "deal": (14,),
            "wild_ranks": (3, 4, 5, 6),
        },
    ),
    "wide": (
        "california",
        {
            "wild_ranks": (2,),
            "contracts": (
                Contract(runs=(5,), runs_of="colour"),
                Contract(sets=(3,), runs=(5,), runs_of="any"),
                Contract(runs=(4, 4), runs_of="colour"),
                Contract(runs=(4,), alternatives=(MeldSizes(runs=(6,), runs_of="any"),)),
            ),
            "exchange_when": "any",
        },
    ),
    "points": (
        "rummygames",
        {
            "wild_ranks": (2,),
            "must_discard": True,
            "contracts": (
                Contract(points=60),
                Contract(sets=(3,), points=45),
                Contract(runs=(4,), points=51, runs_of="any"),
                Contract(points=40, clean=True, suits="different"),
                Contract(sets=(4, 3), alternatives=(MeldSizes(points=70),)),
            ),
        },
    ),
    "first-of-points": (
        "playerules",
        {
            "contracts_by": "first",
            "contracts": (
                Contract(points=50),
                Contract(sets=(3, 3)),
                Contract(runs=(4,), runs_of="colour"),
                Contract(sets=(3,), points=30),
            ),
        },
    ),
    "any-melds": (
        "playerules",
        {"contracts": (Contract(points=1),), "all_in_rounds": (1,), "deal": (7,)},
    ),
    "free": (
        "playerules",
        {
            "contracts_by": "free",
            "last_round_times": 2,
            "contracts": (Contract(sets=(3, 3)), Contract(sets=(3,), runs=(4,))),
        },
    ),
    "suits-once": ("rummygames", {"repeated_suits": False, "wild_ranks": (3,)}),
    "must-discard": ("playerules", {"must_discard": True, "exchange_duty": "go-down"}),
    "banned": ("playerules", {"discard_ban": ("playable", "taken", "wild")}),
    "banned-shanghai": ("grandma-davis", {"discard_ban": ("playable",)}),
    "banned-own": ("playerules", {"discard_ban": ("playable",), "lay_off_on": "own"}),
    "banned-none": ("rummygames", {"discard_ban": ("playable", "wild"), "lay_off_on": "none"}),
    "kept-for-shanghai": ("grandma-davis", {"must_discard": True, "last_discard": False}),
    "whole-or-none": (
        "playerules",
        {"all_in_rounds": (1, 2, 3, 4), "lay_off_on": "none", "last_discard": False},
    ),
    "used-or-kept": ("playerules", {"exchange_duty": "use", "lay_off_on": "none"}),
    "unpaid": ("rummygames", {"call_chips": (1,)}),
    "own-melds": ("rummygames", {"lay_off_on": "own"}),
    "no-lay-off": ("playerules", {"lay_off_on": "none", "meld_when_down": True}),
    "late": (
        "rummygames",
        {"down_from": 3, "lay_off_from": 6, "not_down_times": 2, "calls_till_down": True},
    ),
    "given-back": (
        "grandma-davis",
        {
            "shanghai_card": "back",
            "shanghai_gives": False,
            "shanghai_cards": 2,
            "shanghai_points": 10,
        },
    ),
    "last-turn": ("playerules", {"last_turn": True, "end_at": 90}),
    "melds-on": ("rummygames", {"meld_when_down": True, "exchange": "any"}),
    "melds-once": (
        "playerules",
        {"meld_when_down": True, "must_discard": True, "repeated_suits": False},
    ),
    "by-round": (
        "playerules",
        {
            "wild_by_round": ("A", 5, "K"),
            "joker_cap_by_round": (JokerCap("fixed", 1), JokerCap("naturals")),
        },
    ),
    "whole-hand": (
        "playerules",
        {"all_in_rounds": (1, 2), "all_in_discard": True, "must_discard": True},
    ),
    "going-on": ("playerules", {"contracts_then": "last", "most_rounds": 9}),
    "ring": ("california", {"ace": "round", "adjacent_runs": False}),
    "large": ("california", {"contracts": (Contract(sets=(4, 4)), Contract(sets=(5,), runs=(6,)))}),
}
"""House rules that it knows, each on one of the four."""
ENDLESS = ("royal", "banned-none", "kept-for-shanghai", "whole-or-none", "used-or-kept")
"""Those of which hardly a round is won: nobody gathers a whole suit, or lays a whole hand."""
COUNTS = ("stock_size", "pile_size", "meld_count")
NUMBERS = ("turn", "phase", *COUNTS, "live", "locked", "went_down", "must_go_down")


def rules_of(name: str) -> Rules:
    """The rules of a published game, or of one's own that is listed here."""
    variant, changes = OWN.get(name, (name, {}))
    return structs.replace(load_variant(variant), **changes)


def dealt(rules: Rules, round: int, players: int, chance: Random) -> State:
    """A round just dealt, by any seat."""
    start = new_game(rules, [f"Player {n}" for n in range(players)])
    state = structs.replace(
        start,
        seats=tuple(
            structs.replace(seat, met=chance.randrange(rules.is_by_player * 3 + 1))
            for seat in start.seats
        ),
        phase=Phase.DEALING,
        round=round,
        played=tuple(chance.sample(range(1, rules.rounds + 1), round - 1))
        if rules.contracts_by == "first"
        else (),
        dealer=chance.randrange(players),
    )
    pack = rules.cards(players, round)
    return apply(state, a.Deal(tuple(chance.sample(pack, len(pack)))))[0]


def assert_same(state: State, table: t.CompactTable) -> None:
    """Asserts that the engine's state and the compact table are the same."""
    expected = read_state(state)
    for name in (*ARRAYS, *COUNTED):
        one, other = getattr(table, name), getattr(expected, name)
        if name in COUNTED:
            count = getattr(expected, COUNTED[name])
            one, other = one[:count], other[:count]
        assert np.array_equal(one, other), (name, one, other)
    for name in NUMBERS if state.phase in (Phase.DRAW, Phase.PLAY) else COUNTS:
        assert getattr(table, name) == getattr(expected, name), name


def replay_play_out(rules: Rules, round: int, players: int, chance: Random) -> int:
    """Plays a round out and replays it in the engine, which refuses what is not legal; its end."""
    state = dealt(rules, round, players, chance)
    compact = compact_rules_of(state)
    assert compact is not None
    table = read_state(state)
    table.is_logging, table.chance = 1, chance.getrandbits(60)
    play_out(compact, table)
    for move in actions_of(log_of(table)):
        state = apply(state, action_of(state, *move))[0]
    ending = int(table.ending)
    if ending == t.ROUND_STALE:
        assert is_stalemate(state)
    elif ending != t.ROUND_LONG:
        result = state.results[-1]
        assert result.points == tuple(table.points[:players])
        assert ENDINGS[result.ending] == ending
        assert_same(state, table)
    return ending


def do(compact: CompactRules, table: t.CompactTable, before: State, action: a.Action) -> None:
    """Plays an action of the engine at the compact table."""
    renewed = getattr(action, "renewed", ())
    table.renewal_size = len(renewed)
    table.renewal[: len(renewed)] = [card % FACES for card in renewed]
    match action:
        case a.Draw():
            actions.draw(compact, table)
        case a.Take():
            actions.take(compact, table)
        case a.Pass():
            actions.pass_top(compact, table)
        case a.Call(seat=seat):
            actions.call(compact, table, seat)
        case a.Swap(card=card, meld=meld):
            actions.swap(compact, table, card % FACES, meld)
        case a.GoDown():
            after = read_state(apply(before, action)[0])
            first = len(before.table)
            melds = np.zeros((t.MOST_MELDS, t.MELD), np.int64)
            melds[: len(action.melds)] = after.melds[first : first + len(action.melds)]
            go_down(compact, table, melds, len(action.melds))
        case a.LayOff(card=card, meld=meld, end=end):
            actions.lay_off(
                compact, table, card % FACES, meld, _number(compact, table, card, meld, end)
            )
        case a.Discard(card=card, shanghai=declared):
            actions.discard(compact, table, card % FACES, int(declared))
        case a.EndTurn():
            actions.end_turn(compact, table)
        case a.CallShanghai(seat=seat, meld=meld, end=end, picked=picked):
            place = _number(compact, table, before.discards[0], meld, end)
            actions.call_shanghai(compact, table, seat, meld, place, picked % FACES)
        case _:
            raise AssertionError(action)


def _number(
    compact: CompactRules, table: t.CompactTable, card: int, meld: int, end: End | None
) -> int:
    if end is None:
        return int(fits(compact, table.melds[meld], card % FACES))
    return 1 if end is End.LOW else 2
