"""How a game of the corpus is to be, drawn by its number: rules, seats, language, cards."""

from collections.abc import Iterator
from random import Random

from msgspec import structs

from shanghai.bots.levels import LEVELS
from shanghai.engine.handicap import NO_HANDICAP, Handicap
from shanghai.engine.rules import Rules
from shanghai.table.host import Player
from shanghai.variants.house_rules import with_chosen, with_house_rules
from shanghai.variants.library import shipped_variants
from shanghai.variants.loader import load_variant
from shanghai.words.language import languages
from shanghai.yamlio.reader import Faults
from tests.playable import only_rounds

NAMES = {
    "de": ("Oma", "Jürgen", "Käthe", "Groß", "Uli", "Änne", "Tom", "Ida"),
    "en": ("Ann", "Bob", "Cy", "Dora", "Eli", "Fay", "Gus", "Hal"),
    "es": ("Abuela", "Íñigo", "Begoña", "José", "Lucía", "Óscar", "Pía", "Raúl"),
}
NOTES = {"de": "nachgezählt", "en": "counted again", "es": "contado de nuevo"}
ABSENT = "guest"
"""A level of a package that is not installed where the games are read."""
CARDS = ("fair",) * 6 + ("seed", "code", "again", "fair")
"""Where the cards of ten games come from."""
CHANGES: tuple[dict[str, object], ...] = (
    {"stalemate": "deal-again"},
    {"call_order": "first"},
    {"renewals": "never"},
    {"out_bonus": 10},
    {"own_discard": True},
    {"next_dealer": "winner"},
    {"not_down_penalty": 25},
    {"last_round_times": 2},
)


class Plan:
    """How the game of a number is to be."""

    def __init__(self, number: int) -> None:
        """Draws it, the same for the same number."""
        self.dice = dice = Random(f"corpus {number}")
        self.number = number
        variants = shipped_variants()
        self.language = languages()[number // len(variants) % len(languages())]
        self.cards = CARDS[(number + number // len(variants)) % len(CARDS)]
        self.seed = dice.getrandbits(32 if self.cards == "code" else 96)
        rules = load_variant(variants[number % len(variants)])
        self.has_house_rules = dice.random() < 0.4
        if self.has_house_rules:
            rules = self._with_house_rules(rules)
        self.rules = rules = self._short(rules)
        if number % 16:
            self.rules = structs.replace(rules, sources={}, house_rules=())
        sizes = range(rules.min_players, min(rules.max_players, 8) + 1)
        self.seats = [*self._seats(dice.choice([*sizes, *sizes[:3], *sizes[:2]]))]
        self.is_left = number % 19 == 4
        """Whether the game is left in the middle."""
        self.is_searched = number % 49 == 11
        """Whether a computer player searches."""
        self.is_endless = number % 150 == 99
        """Whether nobody plays to win in the first round, until it is stopped."""
        if self.is_endless:
            self.seats = [Player(seat.name, "", seat.handicap) for seat in self.seats]
        self.is_careless = False
        """Whether people toss whatever card comes first."""
        if number % 40 == 13:
            self._let_it_stand_still()
        elif number % 40 == 33:
            self._let_them_call_shanghai()

    def _let_it_stand_still(self) -> None:
        """Deals so few cards to two players that hardly a round can end."""
        rules = load_variant(("rummygames", "california")[self.number // 40 % 2])
        stalemate = ("count", "deal-again")[self.number // 80 % 2]
        self.rules = structs.replace(
            only_rounds(rules, (8, 10)),
            sources={},
            house_rules=(),
            deal_for=(),
            stalemate=stalemate,
        )
        self.seats = [Player(self.seats[0].name), Player("Bob", "simple")]

    def _let_them_call_shanghai(self) -> None:
        """Seats people who toss cards that fit a meld, where SHANGHAI is called on them."""
        self.is_careless = True
        rules = only_rounds(load_variant("grandma-davis"), (1, 2))
        self.rules = structs.replace(rules, sources={}, house_rules=())
        self.seats = [Player("Ann"), Player("Bob", "simple"), Player("Cy", "easy")]

    def _with_house_rules(self, rules: Rules) -> Rules:
        if rules.house_rules and (self.cards == "code" or self.dice.random() < 0.5):
            return with_chosen(rules, [self.dice.choice(rules.house_rules[:14])])
        if self.cards == "code":
            return rules
        try:
            return with_house_rules(rules, self.dice.choice(CHANGES))
        except Faults:
            return rules

    def _short(self, rules: Rules) -> Rules:
        count = self.dice.choice((1, 1, 1, 2, 2))
        picked = sorted(self.dice.sample(range(1, rules.rounds + 1), min(count, rules.rounds)))
        try:
            return only_rounds(rules, picked)
        except (Faults, ValueError):
            return rules

    def _seats(self, count: int) -> Iterator[Player]:
        dice, has_handicap = self.dice, self.number % 3 == 0
        for name in NAMES[self.language][:count]:
            handicap = NO_HANDICAP
            if has_handicap and dice.random() < 0.5:
                handicap = Handicap(
                    calls=dice.randint(0, 2),
                    points=5 * dice.randint(0, 3),
                    cards=dice.randint(-2, 2),
                    hints=dice.random() < 0.5,
                )
            yield Player(name, self.level(), handicap)

    def level(self) -> str:
        """A level, or nothing for a person."""
        quick = [level for level in LEVELS if level not in ("master", ABSENT)]
        if self.dice.random() < 0.02:
            return ABSENT
        return "" if self.dice.random() < 0.3 else self.dice.choice(quick)
