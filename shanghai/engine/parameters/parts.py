"""The parts of rules: packs, deals, contracts, joker caps, words and sources."""

from typing import Annotated, Any, Final, Literal, get_args

from msgspec import Meta, Struct, structs

Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
CallWord = Literal["buy", "may-i"]


WildRank = Literal["A", 2, 3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K"]
# fmt: off
CardName = Literal[
    "AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS",
    "AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "JH", "QH", "KH",
    "AD", "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D", "JD", "QD", "KD",
    "AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC",
]
# fmt: on
WILD_RANKS: Final[tuple[WildRank, ...]] = get_args(WildRank)


class Pack(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The cards for tables with up to `up_to` players."""

    up_to: Annotated[int, Meta(ge=1, le=8)]
    decks: Annotated[int, Meta(ge=1, le=8)]
    jokers: Annotated[int, Meta(ge=0, le=40)]
    decks_by_round: tuple[Annotated[int, Meta(ge=1, le=8)], ...] = ()
    jokers_by_round: tuple[Annotated[int, Meta(ge=0, le=40)], ...] = ()

    def in_round(self, round: int) -> "Pack":
        """The pack of a round, counted from 1, without the values of other rounds."""
        if not self.decks_by_round and not self.jokers_by_round:
            return self
        decks, jokers = self.decks_by_round or (self.decks,), self.jokers_by_round or (self.jokers,)
        return Pack(
            self.up_to, decks[min(round, len(decks)) - 1], jokers[min(round, len(jokers)) - 1]
        )


class DealFor(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards dealt to each of up to `up_to` players, by round; the last number goes on."""

    up_to: Annotated[int, Meta(ge=1, le=8)]
    deal: Annotated[tuple[Positive, ...], Meta(min_length=1)]


MOST_WILD: Final = 40
"""The most jokers of a pack."""
RunsOf = Literal["suit", "colour", "any"]


class MeldSizes(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The smallest sizes of the melds of a contract (ALL-5), and conditions that they must meet."""

    sets: tuple[Annotated[int, Meta(ge=2, le=13)], ...] = ()
    runs: tuple[Annotated[int, Meta(ge=3, le=13)], ...] = ()
    clean: bool = False
    most_wild: Annotated[int, Meta(ge=0, le=MOST_WILD)] = MOST_WILD
    runs_of: RunsOf = "suit"
    royal: bool = False
    suits: Literal["any", "different", "one", "colour"] = "any"
    ranks: Literal["any", "different"] = "any"
    set_suits: Literal["any", "different"] = "any"
    points: Annotated[int, Meta(ge=0, le=1_000)] = 0

    @property
    def size(self) -> int:
        """The fewest cards that fulfil it."""
        if self.sets or self.runs:
            return sum(self.sets) + sum(self.runs)
        return 3 if self.points else 0

    @property
    def wild_cap(self) -> int:
        """The most wild cards in all of its melds."""
        return 0 if self.clean else self.most_wild

    @property
    def caps_wild(self) -> bool:
        """Whether it has a limit on wild cards."""
        return self.wild_cap < MOST_WILD


class Contract(
    MeldSizes, frozen=True, forbid_unknown_fields=True, omit_defaults=True, cache_hash=True
):
    """The melds that a player lays to go down. Any of the alternatives may be laid instead."""

    alternatives: tuple[MeldSizes, ...] = ()

    @property
    def size(self) -> int:
        """The fewest cards that fulfil it."""
        return min([super().size, *(each.size for each in self.alternatives)])

    @property
    def options(self) -> "tuple[Contract, ...]":
        """This contract and its alternatives, each without alternatives of its own."""
        if not self.alternatives:
            return (self,)
        first = structs.replace(self, alternatives=())
        return (first, *(Contract(*structs.astuple(each)) for each in self.alternatives))

    @property
    def set_count(self) -> int:
        """The most sets in any of its options; two more if it asks for points."""
        return max(len(each.sets) + (2 if each.points else 0) for each in self.options)

    @property
    def run_count(self) -> int:
        """The most runs in any of its options; two more if it asks for points."""
        return max(len(each.runs) + (2 if each.points else 0) for each in self.options)


class JokerCap(Struct, frozen=True, forbid_unknown_fields=True):
    """The most jokers in a meld. A step of `sets` or `runs` is a size and the most from it on."""

    kind: Literal["any", "fixed", "by-size", "naturals"] = "any"
    most: Annotated[int, Meta(ge=0)] = 0
    sets: tuple[tuple[Positive, Count], ...] = ()
    runs: tuple[tuple[Positive, Count], ...] = ()
    only: Literal["any", "sets", "runs"] = "any"

    def allows(self, is_run: bool, size: int, jokers: int) -> bool:
        """Whether a meld of `size` cards may have so many jokers."""
        return jokers <= self.most_for(is_run, size)

    def most_for(self, is_run: bool, size: int) -> int:
        """The most jokers in a meld of `size` cards, of which one must be natural."""
        if self.only == ("sets" if is_run else "runs"):
            return 0
        match self.kind:
            case "any":
                return size - 1
            case "fixed":
                return min(self.most, size - 1)
            case "naturals":
                return size // 2
            case "by-size":
                steps = self.runs if is_run else self.sets
                fitting = [most for least, most in steps if least <= size]
                return min(fitting[-1] if fitting else 0, size - 1)


class WordForms(Struct, frozen=True, forbid_unknown_fields=True):
    """Forms of a variant's words, such as plurals, if English grammar does not give them."""

    set: str = ""
    run: str = ""
    round: str = ""


class VariantWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a variant for a set, a run, a round and a call."""

    set: str = "set"
    run: str = "run"
    round: str = "round"
    call: str = ""
    plurals: WordForms = WordForms()
    articles: WordForms = WordForms()


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a rule comes from: its clauses, and a ruling if these do not say enough."""

    clauses: tuple[str, ...] = ()
    ruling: str = ""
    origin: str = ""
    """The name of the variant that the rule is inherited from."""


class HouseRule(Struct, frozen=True, forbid_unknown_fields=True):
    """A house rule that a variant offers: its name, its sentence, and the rules that it sets."""

    name: str
    sentence: str
    set: dict[str, Any] = {}
