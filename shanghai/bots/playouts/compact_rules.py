"""The rules of one round as numbers, for machine code."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from typing import Annotated, Final, Literal, Protocol, get_args, get_origin

from msgspec import structs

from shanghai.bots.playouts.arrays import Numbers, new_record
from shanghai.bots.unknown import MAX_OF_KIND, MAX_OPTIONS, contracts_asked, unknown_rules
from shanghai.engine.cards import ALL_FACES, JOKER
from shanghai.engine.melds import RUN_SUITS, run_bounds
from shanghai.engine.parameters.fields import ANNOTATIONS, RULES
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import Rules, choice_of
from shanghai.engine.state import Situation
from shanghai.engine.wild import is_natural

MAX_SEATS: Final = 8
_SIZES: Final = 72
_MADE: Final = 64
"""Room for the costs of so many calls of a seat in a round."""
_ENDLESS: Final = 99
"""The first and last place of runs without an end, which go round the corner."""
_OPTIONS: Final = MAX_OPTIONS + 2
"""Room for the options of all contracts of a round, and for the two to lay a further meld."""
_MORE: Final = 4
"""The most extra melds that are tried if a contract asks for points."""


class CompactRules(Protocol):
    """The rules of one round. A choice is a number: its position among the values of its type in
    `Rules`. A contract has options, one or several lists of melds that fulfil it."""

    players: int
    sides: int
    """How many sides there are: as many as players if all play alone."""
    partner_safe: int
    step: int
    """What to add to a seat for the next one in the direction of play, modulo the players."""
    first_option: Annotated[Numbers, MAX_SEATS]
    """By seat the index of the first option of its contract, and how many options it has."""
    option_count: Annotated[Numbers, MAX_SEATS]
    further: int
    """The index of the two options to lay a further meld once down: a set, then a run."""
    want_runs: Annotated[Numbers, MAX_SEATS]
    """By seat the most runs, and the most sets, of any option."""
    want_sets: Annotated[Numbers, MAX_SEATS]
    least: Annotated[Numbers, MAX_SEATS]
    """By seat the fewest cards that fulfil its contract."""
    longest: Annotated[Numbers, MAX_SEATS]
    """By seat the size of the longest run in the first option of its contract."""
    runs: Annotated[Numbers, _OPTIONS]
    """By option the number of runs, then their sizes, the largest first."""
    run_sizes: Annotated[Numbers, _OPTIONS, MAX_OF_KIND]
    equal_runs: Annotated[Numbers, _OPTIONS, MAX_OF_KIND]
    """By option and run how many runs of the same size come from this one on."""
    sets: Annotated[Numbers, _OPTIONS]
    set_sizes: Annotated[Numbers, _OPTIONS, MAX_OF_KIND]
    equal_sets: Annotated[Numbers, _OPTIONS]
    """By option whether all its sets have one size and may hold a suit more than once."""
    suits_once: Annotated[Numbers, _OPTIONS]
    """By option whether a set may hold each suit only once when it is laid."""
    suits: Annotated[Numbers, _OPTIONS]
    """By option how the suits of its runs must agree or differ: an index in `_SUITS`."""
    ranks_apart: Annotated[Numbers, _OPTIONS]
    """By option whether its sets must be of different ranks."""
    wild_cap: Annotated[Numbers, _OPTIONS]
    """By option the most wild cards in all its melds together."""
    royal: Annotated[Numbers, _OPTIONS]
    """By option whether its runs must go from the ace to the king."""
    run_kind: Annotated[Numbers, _OPTIONS]
    """By option the first kind of run that it may have (`table.SUIT`), then the last one plus 1."""
    run_kind_end: Annotated[Numbers, _OPTIONS]
    worth: Annotated[Numbers, _OPTIONS]
    """By option the points that its melds must be worth, 0 for any."""
    extended: Annotated[Numbers, _OPTIONS]
    """By option whether it has extra melds, only for points. None of its melds may lack a card."""
    worths: Annotated[Numbers, 15]
    """The points of a card in a meld, by its place from 1 to 14, the ace above the king."""
    asks_points: int
    """Whether some option asks for points."""
    has_suitless: Annotated[Numbers, 2]
    """Whether some contract of the game has runs of one colour, and runs of any suits."""
    is_ring: int
    """Whether runs go round the corner, with the ace between king and two."""
    first: int
    """The lowest place of a run, 1 for a low ace, and the highest, 14 for a high one."""
    last: int
    repeated_suits: int
    adjacent_runs: int
    exact_sizes: int
    run_cap: Annotated[Numbers, _SIZES]
    """The most jokers of a run by its size, then those of a set."""
    set_cap: Annotated[Numbers, _SIZES]
    adjacent_wild: int
    wild: Annotated[Numbers, 53]
    """By face whether it is wild."""
    natural: Annotated[Numbers, 53]
    """By face whether it may be laid as itself (HR-1)."""
    order: Annotated[Numbers, 53]
    """All faces, the wild ones last."""
    other_wild: int
    """How many faces other than the joker are wild."""
    points: Annotated[Numbers, 53]
    """By face the points that the card counts in a hand."""
    cost: Annotated[Numbers, _MADE]
    """By the calls made before, the cards that the next call brings in addition to the discard."""
    most_cost: int
    """The largest number in `cost`."""
    fine: Annotated[Numbers, _MADE]
    """In the same way the points that a call costs, then the chips."""
    price: Annotated[Numbers, _MADE]
    call_limit: int
    is_bound: int
    """Whether calls are limited for the whole game, by their number or by chips."""
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
    """By seat whether it may go down only with the whole hand (GD-19)."""
    all_in_discard: int
    must_discard: int
    bans_playable: int
    """Whether a card that fits a meld may not be discarded while others may be. The same for the
    card that was taken, and for a wild card."""
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
    """The factor for the points of the round, and the factor if it becomes the last round."""
    last_times: int
    ends: Annotated[Numbers, MAX_SEATS]
    """By seat whether the round becomes the last one if the seat goes down."""
    kind: Annotated[Numbers, _OPTIONS]
    """For games where the first seat down chooses the contract of all. By the number of a contract:
    the index of its first option, how many it has, and its cards. 0 if it is not to be chosen."""
    kinds: Annotated[Numbers, _OPTIONS]
    kind_size: Annotated[Numbers, _OPTIONS]
    copies: Annotated[Numbers, 53]
    """By face how many copies are in the pack."""


_CHOICES: Final = {
    name: get_args(ANNOTATIONS[name].__origin__)
    for name in CompactRules.__annotations__
    if name in RULES and get_origin(ANNOTATIONS[name].__origin__) is Literal
}
"""The rules that are a choice, each with its possible values in order."""
_SUITS: Final = ("any", "different", "one", "colour")
"""The values of `Contract.suits` in the order of their numbers."""


class ContractOptions:
    """A list of the options of several contracts, and where those of each contract are."""

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
        """The index of the first option of a contract; 0 for None."""
        return self._places[contract][0]

    def count_of(self, contract: Contract | None) -> int:
        """How many options a contract has; 0 for None."""
        return self._places[contract][1]

    def of_seat(self, numbers: tuple[int, ...]) -> dict[str, int]:
        """What `CompactRules` holds by seat, for a seat that may lay one of these contracts. The
        keys are the names of the fields."""
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
        """Sets what each seat has to lay. `rows` are those of `rows_by_seat`, in rules made with
        these options, and `numbers` are by seat the contracts that it may lay."""
        seats = list(map(self.of_seat, numbers))
        for name in seats[0]:
            rows[name][: len(seats)] = [seat[name] for seat in seats]


def rows_by_seat(compact: CompactRules) -> dict[str, Numbers]:
    """The rows that depend on what each seat has to lay, by the names of their fields."""
    names = ("first_option", "option_count", "want_runs", "want_sets", "least", "longest", "all_in")
    return {name: getattr(compact, name) for name in (*names, "ends")}


def options_of_all(rules: Rules) -> ContractOptions | None:
    """The options of all contracts of a game. None if a contract asks for points, as its extra
    melds would take too much room."""
    if any(option.points for contract in rules.contracts for option in contract.options):
        return None
    return ContractOptions(rules, (*rules.contracts, rules.further_meld))


def empty_rules() -> CompactRules:
    """A record of rules in which every number is 0."""
    record: CompactRules = new_record(CompactRules)
    return record


def compact_rules_of(state: Situation) -> CompactRules | None:
    """The rules of the current round as numbers. None if the compact table does not know them."""
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
    """The rules of a round as numbers. None if the compact table does not know one of them.

    `numbers` are by seat the contracts that it may lay, by default that of the round. `options`
    saves time: a list with the options of these contracts, and perhaps of others.
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
    """The fields of `CompactRules` about cards, melds, jokers, points and calls."""
    pack = rules.pack(players, round)
    most, bounds = rules.joker_cap.most_for, run_bounds(rules)
    return {
        "players": players,
        "sides": rules.sides or players,
        "step": 1 if rules.direction == "clockwise" else players - 1,
        "is_ring": rules.ace == "round",
        "first": -_ENDLESS if rules.ace == "round" else bounds[0],
        "last": _ENDLESS if rules.ace == "round" else bounds[1],
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
    """The fields of `CompactRules` about contracts. Empty seats are filled like the first one."""
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
            [sizes[index:].count(size) for index, size in enumerate(sizes)]
            for sizes in (_in_order(row.runs) for row in rows)
        ],
        "sets": [len(row.sets) for row in rows],
        "set_sizes": [_in_order(row.sets) for row in rows],
        "equal_sets": [len({*row.sets}) <= 1 and not _has_suits_once(rules, row) for row in rows],
        "suits_once": [_has_suits_once(rules, row) for row in rows],
        "suits": [_SUITS.index(row.suits) for row in rows],
        "ranks_apart": [row.ranks == "different" or not rules.same_rank_sets for row in rows],
        "wild_cap": [row.wild_cap for row in rows],
        "royal": [row.royal for row in rows],
        "run_kind": [RUN_SUITS[row.runs_of][0] for row in rows],
        "run_kind_end": [RUN_SUITS[row.runs_of][-1] + 1 for row in rows],
        "worth": [row.points for row in rows],
        "extended": [row.points > 0 and row not in rules.options for row in rows],
        "asks_points": any(row.points for row in rows),
    }


def _option_rows(rules: Rules, option: Contract, most: int) -> list[Contract]:
    """The option itself. One that asks for points also comes with up to `most` extra sets and runs,
    those with few melds first."""
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
    """Whether a set that is laid for an option may hold each suit only once (HR-13)."""
    return not rules.laying(option).repeated_suits


def _in_order(sizes: Sequence[int]) -> list[int]:
    """The sizes, largest first, padded with 0 to MAX_OF_KIND."""
    return [*sorted(sizes, reverse=True), *[0] * (MAX_OF_KIND - len(sizes))]


def _plain(rules: Rules) -> dict[str, object]:
    """The fields of `CompactRules` that have the name of a rule: numbers, yes or no, choices."""
    values = {name: getattr(rules, name) for name in CompactRules.__annotations__ if name in RULES}
    return {
        name: _CHOICES[name].index(value) if name in _CHOICES else int(value)
        for name, value in values.items()
        if not isinstance(value, tuple)
    }
