"""The rules of a variant as one frozen value, and what follows from them by round and by seat."""

from collections.abc import Sequence
from functools import cache, cached_property
from itertools import combinations, product
from typing import Final, Literal, TypeVar

from msgspec import Struct, structs

from shanghai.engine.cards import JOKER, NATURAL_FACES, SUITS, Card, Face, deck_cards, read_face
from shanghai.engine.parameters.fields import Parameters
from shanghai.engine.parameters.parts import WILD_RANKS, Contract, JokerCap, MeldSizes, Pack
from shanghai.engine.refusal import Refused, refusal
from shanghai.engine.sides import is_table_size

MAX_ROUNDS: Final = 30


_T = TypeVar("_T")


def of_round(values: Sequence[_T], round: int) -> _T:
    """The value for a round, counted from 1; after the end of the list its last value."""
    return values[min(round, len(values)) - 1]


@cache
def choice_of(contracts: tuple[Contract, ...]) -> Contract:
    """One contract that is fulfilled by any of several contracts."""
    first, *others = dict.fromkeys(option for each in contracts for option in each.options)
    sizes = tuple(MeldSizes(*structs.astuple(option)[:-1]) for option in others)
    return structs.replace(first, alternatives=sizes)


@cache
def parts_of(contract: Contract) -> Contract:
    """One contract that is fulfilled by one or more of the melds of a contract (HR-12)."""
    parts = dict[Contract, None]()
    for option in contract.options:
        for sets, runs in product(_some_of(option.sets), _some_of(option.runs)):
            if sets or runs:
                parts[structs.replace(option, sets=sets, runs=runs)] = None
    return choice_of(tuple(sorted(parts, key=lambda part: -part.size)))


def _some_of(sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All different selections from these sizes, from none of them to all."""
    counts = range(len(sizes) + 1)
    chosen = [tuple(each) for count in counts for each in combinations(sorted(sizes), count)]
    return [*dict.fromkeys(chosen)]


class MeldRules(Struct, frozen=True, cache_hash=True):
    """The rules of melds, alone and laid together. They do not say which cards are wild."""

    ace: Literal["low", "high", "both", "round"]
    joker_cap: JokerCap
    never_natural: frozenset[Face]
    adjacent_wild: bool
    repeated_suits: bool
    same_rank_sets: bool
    adjacent_runs: bool
    exact_sizes: bool
    least_set: int
    least_run: int


_HASHED: Final = tuple(
    field
    for field in Parameters.__struct_fields__
    if field not in ("card_points", "sources", "house_rules")
)
"""The fields that make the hash of rules. Mappings are left out, as they have no hash."""


class Rules(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """All rules of a game, as a variant file and its house rules give them."""

    def __post_init__(self) -> None:
        if isinstance(self.out_bonus, int):
            by_round = (self.out_bonus,) if self.out_bonus > 0 else ()
            structs.force_setattr(self, "out_bonus", by_round)

    def __repr__(self) -> str:
        return f"<Rules: {self.name}>"

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, name) for name in _HASHED))

    @cached_property
    def table_sizes(self) -> tuple[int, ...]:
        """The numbers of players that can play. If there are sides, all sides must have the same
        number of players, two or more."""
        sizes = range(self.min_players, self.max_players + 1)
        return tuple(players for players in sizes if is_table_size(self.sides, players))

    @property
    def is_by_player(self) -> bool:
        """Whether players have contracts of their own, in a fixed order or as they choose."""
        return self.contracts_by in ("player", "free")

    @property
    def is_choice(self) -> bool:
        """Whether players choose one of the contracts that are not met yet."""
        return self.contracts_by in ("free", "first")

    @property
    def goes_on(self) -> bool:
        """Whether rounds go on after the last contract."""
        return self.contracts_then != "end" and self.contracts_by == "round"

    @property
    def is_bounded(self) -> bool:
        """Whether the game could go on for ever, so that it is ended after `rounds` rounds."""
        return self.is_by_player or self.goes_on

    @property
    def is_open(self) -> bool:
        """Whether it is not known beforehand how many rounds are played."""
        return self.is_by_player or self.end_at > 0

    @property
    def rounds(self) -> int:
        """The largest number of rounds of a game."""
        return (self.most_rounds or MAX_ROUNDS) if self.is_bounded else len(self.contracts)

    def place(self, round: int) -> int:
        """The place of a round in the lists by round, counted from 1.

        It differs from the round where rounds go on after the last contract.
        """
        count = len(self.contracts)
        if round <= count or not count or not self.goes_on:
            return round
        return count if self.contracts_then == "last" else (round - 1) % count + 1

    def contract(self, number: int) -> Contract:
        """The contract with a number, counted from 1; Refused if there is none."""
        place = self.place(number)
        if not 1 <= place <= len(self.contracts):
            most = self.rounds if self.goes_on else len(self.contracts)
            raise Refused(refusal("no-such-contract", "contracts", number=number, most=most))
        return self.contracts[place - 1]

    def is_all_in(self, number: int) -> bool:
        """Whether players must go down to this contract with their whole hand (GD-19)."""
        return self.place(number) in self.all_in_rounds

    def keeps_one(self, contract: Contract) -> bool:
        """Whether a card must be left for the discard when the contract is laid (HR-3)."""
        if self.all_in_discard:
            return self.must_discard
        all_in_numbers = (n for n in self.all_in_rounds if n <= len(self.contracts))
        return self.must_discard and contract not in map(self.contract, all_in_numbers)

    def calls_in(self, round: int) -> int:
        """The most calls of a player in a round, without handicap and carried calls."""
        return of_round(self.call_limit, self.place(round))

    def cost_in(self, round: int, calls: int = 0) -> int:
        """The cards that come with a called discard, after so many `calls` in the round."""
        if not self.call_costs:
            return self.call_cost
        return of_round(self.call_costs, self._price_at(round, calls))

    def points_for_call(self, round: int, calls: int) -> int:
        """The points that a call costs, after so many `calls` in the round."""
        return of_round(self.call_points, self._price_at(round, calls)) if self.call_points else 0

    def chips_for_call(self, round: int, calls: int) -> int:
        """The chips that a call costs, after so many `calls` in the round."""
        return of_round(self.call_chips, self._price_at(round, calls)) if self.call_chips else 0

    def _price_at(self, round: int, calls: int) -> int:
        """The place in a list of prices, counted from 1, after so many `calls` in the round."""
        return self.place(round) if self.call_price_by == "round" else calls + 1

    def out_bonus_in(self, round: int) -> int:
        """The points that going out takes off in a round, counted from 1 (HR-11)."""
        if isinstance(self.out_bonus, int):
            return self.out_bonus
        return of_round(self.out_bonus, self.place(round)) if self.out_bonus else 0

    def cards_dealt(self, round: int, players: int = 8) -> int:
        """The cards dealt to each player in a round, counted from 1."""
        round = self.place(round)
        for small in self.deal_for:
            if players <= small.up_to:
                return of_round(small.deal, round)
        return of_round(self.deal, round)

    def pack(self, players: int, round: int = 1) -> Pack:
        """The pack for a number of players in a round; Refused if there is none."""
        for pack in self.packs:
            if players <= pack.up_to:
                return pack.in_round(self.place(round))
        raise Refused(refusal("no-pack", "packs", players=players))

    def cards(self, players: int, round: int = 1) -> tuple[Card, ...]:
        """Every card of a round for a number of players."""
        pack = self.pack(players, round)
        return deck_cards(pack.decks, pack.jokers)

    def cards_left(self, round: int, players: int) -> int:
        """The cards in the stock once a round is dealt; at 0 or less it cannot be played."""
        dealt = players * self.cards_dealt(round, players) + self.upcard
        return len(self.cards(players, round)) - dealt

    @cached_property
    def other_wild(self) -> frozenset[Face]:
        """The faces of the wild cards that are no jokers."""
        ranks = [WILD_RANKS.index(rank) for rank in self.wild_ranks]
        faces = [face for rank in ranks for face in NATURAL_FACES[rank::13]]
        return frozenset((*faces, *map(read_face, self.wild_cards)))

    @cached_property
    def _variations(self) -> dict[str | int, "Rules"]:
        """Rules that were made from these: by the name of one more wild rank, or by the round."""
        return {}

    def with_wild_rank(self, rank: int) -> "Rules":
        """These rules with one more wild rank, 1 to 13; the same rules if it is wild already."""
        name = WILD_RANKS[rank - 1]
        if name in self.wild_ranks:
            return self
        if name not in self._variations:
            ranks = (*self.wild_ranks, name)
            self._variations[name] = structs.replace(self, wild_ranks=ranks)
        return self._variations[name]

    def in_round(self, round: int) -> "Rules":
        """These rules as they are in a round, if its wild rank or joker cap are its own."""
        if not (self.joker_cap_by_round or self.wild_by_round):
            return self
        key = f"round {self.place(round)}"
        if key not in self._variations:
            self._variations[key] = self._in_place(self.place(round))
        return self._variations[key]

    def _in_place(self, place: int) -> "Rules":
        rules = self
        if self.joker_cap_by_round:
            rules = structs.replace(rules, joker_cap=of_round(self.joker_cap_by_round, place))
        if not self.wild_by_round:
            return rules
        return rules.with_wild_rank(WILD_RANKS.index(of_round(self.wild_by_round, place)) + 1)

    @cached_property
    def whole_hand(self) -> "Rules":
        """These rules, but a player who goes down with the whole hand keeps no discard."""
        return structs.replace(self, all_in_discard=False)

    @cached_property
    def _suits_apart(self) -> "Rules":
        """These rules, but no set has a suit twice."""
        return structs.replace(self, repeated_suits=False)

    def laying(self, contract: MeldSizes) -> "Rules":
        """These rules for the melds of a contract. It may allow each suit once in a set (HR-13)."""
        is_apart = contract.set_suits == "different" and self.repeated_suits
        return self._suits_apart if is_apart else self

    @property
    def has_more_wild(self) -> bool:
        """Whether cards other than jokers are wild, in some round at least."""
        return bool(self.other_wild or self.upcard_wild or self.wild_by_round)

    @cached_property
    def wild_faces(self) -> frozenset[Face]:
        """The faces of all wild cards."""
        return self.other_wild | {JOKER}

    @cached_property
    def never_natural(self) -> frozenset[Face]:
        """The faces other than the joker that are never laid as the cards they are."""
        return frozenset() if self.wild_natural else self.other_wild

    @cached_property
    def meld_rules(self) -> MeldRules:
        """The rules of melds alone."""
        return MeldRules(*[getattr(self, name) for name in MeldRules.__struct_fields__])

    @cached_property
    def worths(self) -> tuple[int, ...]:
        """The points of each face when it is left in a hand."""
        worths = [*self.points * 4, self.joker_points]
        for name in sorted(self.card_points, key=len):
            faces = NATURAL_FACES[SUITS.index(name) * 13 :][:13] if len(name) == 1 else ()
            for face in faces or (read_face(name),):
                worths[face] = self.card_points[name]
        return tuple(worths)

    @cached_property
    def has_meld_conditions(self) -> bool:
        """Whether melds have conditions other than sizes, ranks and the joker cap."""
        return self.exact_sizes or bool(self.card_points) or self.must_discard

    @cached_property
    def further_meld(self) -> Contract:
        """Any one meld, as a player who is down may lay it."""
        return Contract((self.least_set,), alternatives=(MeldSizes(runs=(self.least_run,)),))

    @cached_property
    def run_kinds(self) -> tuple[int, ...]:
        """The suit numbers of runs of several suits in the contracts: 4, 5 and -1 of `SUITS_IN`."""
        kinds = {option.runs_of for option in self.options}
        suits: list[int] = []
        if "colour" in kinds:
            suits += (4, 5)
        if "any" in kinds:
            suits.append(-1)
        return tuple(suits)

    @cached_property
    def place_worths(self) -> tuple[int, ...]:
        """The points of a card in a meld by its place: 1 for a low ace, 14 for a high one."""
        worths = self.meld_points or self.points
        return (0, *worths[:13], worths[13 % len(worths)])

    @cached_property
    def options(self) -> tuple[Contract, ...]:
        """All options of all contracts."""
        return tuple(option for contract in self.contracts for option in contract.options)

    @cached_property
    def least_set(self) -> int:
        """The fewest cards of a set: 3, or 2 where a contract asks for that (ALL-3)."""
        return min((3, *(size for each in self.options for size in each.sets)))

    @cached_property
    def least_run(self) -> int:
        """The fewest cards of a run: 4, or 3 where a contract asks for that or points (ALL-3)."""
        sizes = [size for each in self.options for size in (*each.runs, 3 if each.points else 4)]
        return min(sizes)

    def face_points(self, face: Face) -> int:
        """The points that a face counts when it is left in a hand."""
        return self.worths[face]

    def clauses(self, rule: str) -> tuple[str, ...]:
        """The clauses that a rule is read from. A clause such as `ALL-6` gives itself."""
        if rule in self.sources:
            return self.sources[rule].clauses
        return (rule,) if "-" in rule else ()
