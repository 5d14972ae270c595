"""The rules of one round as plain numbers, for machine code."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from typing import Annotated, Final, Literal, Protocol, get_args, get_origin

from msgspec import structs

from shanghai.bots.playouts.arrays import Numbers, new_record
from shanghai.bots.unknown import MAX_OF_KIND, MAX_OPTIONS, contracts_asked, unknown_rules
from shanghai.engine.cards import ALL_FACES, JOKER
from shanghai.engine.melds import RUN_SUITS, run_bounds
from shanghai.engine.parameters.fields import HINTS, RULES
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import Rules, choice_of
from shanghai.engine.state import Situation
from shanghai.engine.wild import is_natural

MAX_SEATS: Final = 8
_SIZES: Final = 72
_MADE: Final = 64
"""Calls that a seat may have made in a round."""
_FAR: Final = 99
_OPTIONS: Final = MAX_OPTIONS + 2
"""Room for the options of all contracts of a round and for those to lay a further meld."""
_MORE: Final = 4
"""The melds that are tried in addition to those asked for for points at most."""


class CompactRules(Protocol):
    """The rules of one round; choices are numbers in the order in which `Rules` lists them."""

    players: int
    sides: int
    """The number of sides; that of the players where all play alone."""
    partner_safe: int
    step: int
    """From a seat to the next in the direction of play, counted on round the table."""
    first_option: Annotated[Numbers, MAX_SEATS]
    """By seat the first of the options for its contract, and how many there are."""
    option_count: Annotated[Numbers, MAX_SEATS]
    further: int
    """The first of the two options to lay a further meld, once down."""
    want_runs: Annotated[Numbers, MAX_SEATS]
    """By seat the most runs of any option."""
    want_sets: Annotated[Numbers, MAX_SEATS]
    least: Annotated[Numbers, MAX_SEATS]
    """By seat the fewest cards that fulfil its contract."""
    longest: Annotated[Numbers, MAX_SEATS]
    """By seat the size of the longest run that its contract asks for first."""
    runs: Annotated[Numbers, _OPTIONS]
    """By option the number of runs, then their sizes, the largest first."""
    run_sizes: Annotated[Numbers, _OPTIONS, MAX_OF_KIND]
    equal_runs: Annotated[Numbers, _OPTIONS, MAX_OF_KIND]
    """By option and run how many runs from this one on are of its size."""
    sets: Annotated[Numbers, _OPTIONS]
    set_sizes: Annotated[Numbers, _OPTIONS, MAX_OF_KIND]
    equal_sets: Annotated[Numbers, _OPTIONS]
    """By option whether all sets are of one size, and may hold a suit more than once."""
    suits_once: Annotated[Numbers, _OPTIONS]
    """By option whether no set holds a suit twice when it is laid."""
    suits: Annotated[Numbers, _OPTIONS]
    """By option which suits its runs may have next to each other, as `_SUITS` lists them."""
    ranks_apart: Annotated[Numbers, _OPTIONS]
    """By option whether its sets are of different ranks."""
    wild_cap: Annotated[Numbers, _OPTIONS]
    """By option the most wild cards in all of its melds."""
    royal: Annotated[Numbers, _OPTIONS]
    """By option whether its runs go from ace to ace or king."""
    lane: Annotated[Numbers, _OPTIONS]
    """By option the first suit that its runs may have, as melds number them; the next after all."""
    lane_end: Annotated[Numbers, _OPTIONS]
    worth: Annotated[Numbers, _OPTIONS]
    """By option the points that its melds are worth at least."""
    extended: Annotated[Numbers, _OPTIONS]
    """By option whether it has more melds, for points alone. None of those may lack a card."""
    worths: Annotated[Numbers, 15]
    """The points of a card of a meld by its place, an ace above the king 14."""
    asks_points: int
    """Whether some option asks for points."""
    has_suitless: Annotated[Numbers, 2]
    """Whether some contract of the game has runs of a colour, and of any suits."""
    is_ring: int
    """Whether runs go round the corner, the ace between king and two."""
    first: int
    last: int
    repeated_suits: int
    adjacent_runs: int
    exact_sizes: int
    run_cap: Annotated[Numbers, _SIZES]
    """The most jokers of a run, by its size."""
    set_cap: Annotated[Numbers, _SIZES]
    adjacent_wild: int
    wild: Annotated[Numbers, 53]
    """By face whether it may stand for others."""
    natural: Annotated[Numbers, 53]
    """By face whether it may be laid as itself (HR-1)."""
    order: Annotated[Numbers, 53]
    """The faces, wild ones last."""
    other_wild: int
    """The number of wild faces besides the joker."""
    points: Annotated[Numbers, 53]
    cost: Annotated[Numbers, _MADE]
    """By calls made the cards that the next one brings beside the discard."""
    most_cost: int
    """The most of them."""
    fine: Annotated[Numbers, _MADE]
    """The same in points, then in chips."""
    price: Annotated[Numbers, _MADE]
    call_limit: int
    is_bound: int
    """Whether the calls of the whole game are limited, or the chips that they cost."""
    take_discard: int
    joker_tossed: int
    call_order: int
    first_right: int
    call_when_down: int
    own_discard: int
    beneath: int
    lay_off_at_once: int
    exchange: int
    exchange_duty: int
    exchange_when: int
    exchange_in: int
    shanghai: int
    last_discard: int
    all_in: Annotated[Numbers, MAX_SEATS]
    """By seat whether it goes down with the whole hand."""
    all_in_discard: int
    must_discard: int
    bans_playable: int
    """Whether such a card may not be discarded while another one may be."""
    bans_taken: int
    bans_wild: int
    lay_off_on: int
    lay_off_from: int
    down_from: int
    meld_when_down: int
    last_turn: int
    calls_till_down: int
    shanghai_card: int
    shanghai_gives: int
    shanghai_cards: int
    shanghai_points: int
    recycle: int
    renewals: int
    bonus: int
    clean_bonus: int
    out_bonus: int
    not_down_penalty: int
    not_down_times: int
    times: int
    """How often the points of the round count, and where it becomes the last one."""
    last_times: int
    ends: Annotated[Numbers, MAX_SEATS]
    """By seat whether the round is the last one if it goes down."""
    kind: Annotated[Numbers, _OPTIONS]
    """Where the contract of the first seat down is that of all, by the number of a contract the
    first of its options, how many they are, and its size; no option where it is not open."""
    kinds: Annotated[Numbers, _OPTIONS]
    kind_size: Annotated[Numbers, _OPTIONS]
    copies: Annotated[Numbers, 53]
    """The cards of each face in the pack."""


_CHOICES: Final = {
    name: get_args(HINTS[name].__origin__)
    for name in CompactRules.__annotations__
    if name in RULES and get_origin(HINTS[name].__origin__) is Literal
}
"""The rules that are a choice, each with its values in the order of their numbers."""
_SUITS: Final = ("any", "different", "one", "colour")


class ContractOptions:
    """The options of some contracts, one after the other."""

    def __init__(self, rules: Rules, contracts: Iterable[Contract]) -> None:
        asked = dict.fromkeys(contracts)
        self.rows: list[Contract] = []
        self._rules = rules
        self._seats = dict[tuple[int, ...], dict[str, int]]()
        self._places = dict[Contract | None, tuple[int, int]]({None: (0, 0)})
        more = _MORE + 1
        while not self.rows or len(self.rows) > _OPTIONS:
            self.rows, more = [], more - 1
            for contract in asked:
                rows = [
                    row for option in contract.options for row in _option_rows(rules, option, more)
                ]
                self._places[contract] = len(self.rows), len(rows)
                self.rows += rows

    def first_of(self, contract: Contract | None) -> int:
        """The first option of a contract."""
        return self._places[contract][0]

    def count_of(self, contract: Contract | None) -> int:
        """How many options a contract has; 0 without one."""
        return self._places[contract][1]

    def of_seat(self, numbers: tuple[int, ...]) -> dict[str, int]:
        """The values of a seat with one of these contracts to lay, by the names of their fields."""
        if numbers not in self._seats:
            self._seats[numbers] = self._of_seat(numbers)
        return self._seats[numbers]

    def _of_seat(self, numbers: tuple[int, ...]) -> dict[str, int]:
        contract = choice_of(tuple(map(self._rules.contract, numbers)))
        return {
            "first_option": self.first_of(contract),
            "option_count": self.count_of(contract),
            "want_runs": contract.run_count,
            "want_sets": contract.set_count,
            "least": contract.size,
            "longest": max(contract.runs, default=0),
            "all_in": int(not numbers[1:] and self._rules.is_all_in(numbers[0])),
        }

    def choose(self, rows: Mapping[str, Numbers], numbers: Sequence[tuple[int, ...]]) -> None:
        """Has each seat lay one of some contracts, in the rows of rules that have these options."""
        seats = list(map(self.of_seat, numbers))
        for name in seats[0]:
            rows[name][: len(seats)] = [seat[name] for seat in seats]


def rows_by_seat(compact: CompactRules) -> dict[str, Numbers]:
    """The rows of rules that depend on what each seat has to lay, by their names."""
    names = ("first_option", "option_count", "want_runs", "want_sets", "least", "longest", "all_in")
    return {name: getattr(compact, name) for name in (*names, "ends")}


def options_of_all(rules: Rules) -> ContractOptions | None:
    """The options of all contracts of a game, or None where those for points leave no room for the
    melds that are tried in addition."""
    if any(option.points for contract in rules.contracts for option in contract.options):
        return None
    return ContractOptions(rules, (*rules.contracts, rules.further_meld))


def empty_rules() -> CompactRules:
    """Rules in which every number is 0."""
    record: CompactRules = new_record(CompactRules)
    return record


def compact_rules_of(state: Situation) -> CompactRules | None:
    """The rules of the round of a state, or None where the compact table does not know them."""
    compact = compact_rules_for(state.rules, state.round, state.players, contracts_asked(state))
    if compact is not None and state.rules.is_by_player:
        contracts = len(state.rules.contracts)
        compact.ends[: state.players] = [seat.met + 1 >= contracts for seat in state.seats]
    return compact


def compact_rules_for(
    rules: Rules,
    round: int,
    players: int,
    numbers: Sequence[tuple[int, ...]] = (),
    options: ContractOptions | None = None,
) -> CompactRules | None:
    """The rules of a round as numbers, or None where the compact table does not know one of them.

    `numbers` are the contracts that each seat may lay; without them that of the round. `options`
    are the options of these contracts and of others, where they are known.
    """
    numbers = numbers or [(rules.place(round),)] * players
    if unknown_rules(rules, {number for each in numbers for number in each}):
        return None
    rules = rules.in_round(round)
    values = _plain(rules) | _counts(rules, round, players) | _contracts(rules, numbers, options)
    compact = empty_rules()
    for name, value in values.items():
        if isinstance(value, list):
            getattr(compact, name)[: len(value)] = value
        else:
            setattr(compact, name, value)
    return compact


def wild_of(rules: Rules) -> list[int]:
    """A number for each face: 1 if it is wild, else 0."""
    return [int(face in rules.wild_faces) for face in ALL_FACES]


def _counts(rules: Rules, round: int, players: int) -> dict[str, object]:
    """The rules about cards, melds, jokers, points and calls, as numbers."""
    pack = rules.pack(players, round)
    most, bounds = rules.joker_cap.most_for, run_bounds(rules)
    return {
        "players": players,
        "sides": rules.sides or players,
        "step": 1 if rules.direction == "clockwise" else players - 1,
        "is_ring": rules.ace == "round",
        "first": -_FAR if rules.ace == "round" else bounds[0],
        "last": _FAR if rules.ace == "round" else bounds[1],
        "run_cap": [most(True, size) if size else 0 for size in range(_SIZES)],
        "set_cap": [most(False, size) if size else 0 for size in range(_SIZES)],
        "points": [rules.face_points(face) for face in ALL_FACES],
        "wild": wild_of(rules),
        "natural": [is_natural(rules, face) for face in ALL_FACES],
        "order": sorted(ALL_FACES, key=lambda face: (face in rules.wild_faces, face)),
        "other_wild": len(rules.other_wild),
        "worths": [*rules.place_worths],
        "has_suitless": [4 in rules.run_kinds, -1 in rules.run_kinds],
        "copies": [pack.decks] * JOKER + [pack.jokers],
        "call_limit": rules.calls_in(round),
        "is_bound": bool(rules.calls_per_game or rules.call_chips),
        "cost": [rules.cost_in(round, made) for made in range(_MADE)],
        "most_cost": max((rules.call_cost, *rules.call_costs)),
        "fine": [rules.points_for_call(round, made) for made in range(_MADE)],
        "price": [rules.chips_for_call(round, made) for made in range(_MADE)],
        **{f"bans_{name}": name in rules.discard_ban for name in ("playable", "taken", "wild")},
        "times": rules.last_round_times if round == rules.rounds else 1,
        "last_times": rules.last_round_times,
        "out_bonus": rules.out_bonus_in(round),
        "bonus": rules.blind_bonus,
        "clean_bonus": max(rules.blind_bonus, rules.clean_blind_bonus),
    }


def _contracts(
    rules: Rules, numbers: Sequence[tuple[int, ...]], options: ContractOptions | None
) -> dict[str, object]:
    """The contracts by seat, and their options. Seats that nobody has are filled as the first."""
    number = [*numbers, *[numbers[0]] * (MAX_SEATS - len(numbers))]
    kinds = {number: rules.contract(number) for number in numbers[0]}
    if rules.contracts_by != "first" or len(kinds) < 2:
        kinds = {}
    if options is None:
        by_seat = [choice_of(tuple(map(rules.contract, each))) for each in number]
        options = ContractOptions(rules, (*by_seat, rules.further_meld, *kinds.values()))
    rows, seats = options.rows, list(map(options.of_seat, number))
    own_kind = [kinds.get(each) for each in range(max(kinds, default=0) + 1)]
    return {
        **{name: [seat[name] for seat in seats] for name in seats[0]},
        "further": options.first_of(rules.further_meld),
        "kind": list(map(options.first_of, own_kind)),
        "kinds": list(map(options.count_of, own_kind)),
        "kind_size": [contract.size if contract else 0 for contract in own_kind],
        "runs": [len(row.runs) for row in rows],
        "run_sizes": [_in_order(row.runs) for row in rows],
        "equal_runs": [
            [_in_order(row.runs)[at:].count(size) for at, size in enumerate(_in_order(row.runs))]
            for row in rows
        ],
        "sets": [len(row.sets) for row in rows],
        "set_sizes": [_in_order(row.sets) for row in rows],
        "equal_sets": [len({*row.sets}) <= 1 and not _has_suits_once(rules, row) for row in rows],
        "suits_once": [_has_suits_once(rules, row) for row in rows],
        "suits": [_SUITS.index(row.suits) for row in rows],
        "ranks_apart": [row.ranks == "different" or not rules.same_rank_sets for row in rows],
        "wild_cap": [row.wild_cap for row in rows],
        "royal": [row.royal for row in rows],
        "lane": [RUN_SUITS[row.runs_of][0] for row in rows],
        "lane_end": [RUN_SUITS[row.runs_of][-1] + 1 for row in rows],
        "worth": [row.points for row in rows],
        "extended": [row.points > 0 and row not in rules.options for row in rows],
        "asks_points": any(row.points for row in rows),
    }


def _option_rows(rules: Rules, option: Contract, most: int) -> list[Contract]:
    """The options to fulfil a contract. One for points gets up to `most` more melds; those of few
    melds come first."""
    most = min(most, MAX_OF_KIND - max(len(option.sets), len(option.runs)))
    return [
        structs.replace(
            option,
            sets=(*option.sets, *repeat(rules.least_set, sets)),
            runs=(*option.runs, *repeat(rules.least_run, more - sets)),
        )
        for more in range(most + 1 if option.points else 1)
        for sets in range(more, -1, -1)
    ]


def _has_suits_once(rules: Rules, option: Contract) -> bool:
    """Whether no set that is laid for an option may hold a suit twice (HR-13)."""
    return not rules.laying(option).repeated_suits


def _in_order(sizes: Sequence[int]) -> list[int]:
    """The sizes of melds, the largest first, then 0 for each that there might be."""
    return [*sorted(sizes, reverse=True), *[0] * (MAX_OF_KIND - len(sizes))]


def _plain(rules: Rules) -> dict[str, object]:
    """The rules that are a number, a yes or no, or a choice, all as numbers."""
    values = {name: getattr(rules, name) for name in CompactRules.__annotations__ if name in RULES}
    return {
        name: _CHOICES[name].index(value) if name in _CHOICES else int(value)
        for name, value in values.items()
        if not isinstance(value, tuple)
    }
