"""Rounds that end, each with the points that it counts by rules of its own, one or more a key.

The points are worked out by hand from the rules, so that no count is held to itself.
"""

from typing import Any

from msgspec import Struct, structs

from shanghai.engine.game import new_game
from shanghai.engine.parameters.fields import RULES
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Ending, Phase, State
from shanghai.variants.loader import load_variant
from tests.positions import Pack

NAMES = ("Ann", "Bob", "Cy", "Dora")
NO_POINTS = {
    "contracts_by": "who wins and when the game ends; its points are those of `last_round_times`",
    "call_chips": "chips, which are no points",
    "call_costs": "cards",
}
"""Keys that look like scoring keys and count no points themselves, each with what they count."""
SCORING = {
    key
    for key, rule in RULES.items()
    if rule.heading == "points" or "ALL-12" in rule.changes or rule.goes_by == "price"
} - {*NO_POINTS}
"""Every rule that can change what a round counts."""


class Round(Struct, frozen=True):
    """How a round ended under rules with some keys changed, and what each seat scores."""

    rules: dict[str, Any]
    points: tuple[int, ...]
    hands: tuple[str, ...] = ("", "KH 3D", "5C")
    out: int = 0
    ending: Ending = Ending.OUT
    down: tuple[int, ...] = (0, 1, 2)
    round: int = 1
    fined: tuple[int, ...] = (0, 0, 0)
    scores: tuple[int, ...] = (0, 0, 0)
    is_over: bool = False

    @property
    def game_rules(self) -> Rules:
        """The rules of `playerules` with the keys changed, two rounds long."""
        rules = load_variant("playerules")
        contracts = self.rules.get("contracts", rules.contracts[:2])
        lists = {"contracts": contracts, "deal": (11,) * len(contracts)}
        lists["call_limit"] = (3,) * len(contracts)
        return structs.replace(rules, sources={}, house_rules=(), **(lists | self.rules))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of as many players as there are hands."""
        return NAMES[: len(self.hands)]

    @property
    def state(self) -> State:
        """The state in which the round ends: the seats hold what is left."""
        rules = self.game_rules
        begun = new_game(rules, self.names)
        pack = Pack(rules.cards(len(self.names)))
        seats = tuple(
            structs.replace(
                seat,
                hand=pack.take(self.hands[at]),
                down=at in self.down,
                fined=self.fined[at],
                score=self.scores[at],
            )
            for at, seat in enumerate(begun.seats)
        )
        top = pack.take("2C")
        return structs.replace(
            begun, seats=seats, phase=Phase.PLAY, round=self.round, turn=max(self.out, 0),
            dealer=2, stock=tuple(pack.left), discards=top, tossers=(NOBODY,),
        )  # fmt: skip


FOUR = {"hands": ("", "KH 3D", "5C 9C", "4H"), "down": (0, 1, 2, 3), "fined": (0, 0, 0, 0)}
PAIRS = {"sides": 2}
SAFE = {"sides": 2, "partner_safe": True}
FOUR_BLOCKED = FOUR | {"hands": ("2H", "KH 3D", "5C 9C", "4H")}
FOUR_BLOCKED |= {"out": NOBODY, "ending": Ending.BLOCKED}
BLOCKED = {"hands": ("5C", "KH 3D", ""), "out": NOBODY, "ending": Ending.BLOCKED}
CASES: dict[str, tuple[Round, ...]] = {
    "points": (
        Round({}, (0, 13, 5)),
        Round({"points": (15, 2, 30, 4, 5, 6, 7, 8, 9, 10, 10, 10, 1)}, (0, 31, 5)),
    ),
    "joker_points": (Round({"joker_points": 40}, (0, 43, 5), ("", "JK 3D", "5C")),),
    "card_points": (
        Round({"card_points": {"KH": 50}}, (0, 53, 5)),
        Round({"card_points": {"KS": 50, "D": 1}}, (0, 11, 5)),
    ),
    "not_down_penalty": (
        Round({"not_down_penalty": 10}, (0, 23, 5), down=(0, 2)),
        Round({"not_down_penalty": 10}, (0, 13, 5)),
        Round({"not_down_penalty": 10}, (5, 23, 10), down=(0,), **BLOCKED),
        # Who goes out pays nothing, down or not (HR-2).
        Round({"not_down_penalty": 10, "shanghai": True}, (0, 13, 5), down=(1, 2)),
    ),
    "not_down_times": (
        Round({"not_down_times": 2}, (0, 26, 5), down=(0, 2)),
        Round({"not_down_times": 2, "not_down_penalty": 10}, (0, 36, 5), down=(0, 2)),
        # It holds in a round that nobody goes out of too (HR-17).
        Round({"not_down_times": 2}, (5, 26, 0), down=(0,), **BLOCKED),
    ),
    "last_round_times": (
        Round({"last_round_times": 2}, (0, 26, 10), round=2, is_over=True),
        Round({"last_round_times": 2}, (0, 13, 5)),
        Round(
            {"last_round_times": 3, "out_bonus": 10, "not_down_times": 2, "call_points": (4,)},
            (-18, 78, 15),
            down=(0, 2),
            fined=(4, 0, 0),
            round=2,
            is_over=True,
        ),
        # Where players meet their contracts alone, the last round is the one that meets the last.
        Round(
            {"last_round_times": 2, "contracts_by": "player", "contracts": (Contract((3, 3)),)},
            (0, 26, 10),
            down=(2,),
            is_over=True,
        ),
    ),
    "end_at": (
        Round({"end_at": 100}, (0, 13, 5), scores=(0, 88, 0), is_over=True),
        Round({"end_at": 100}, (0, 13, 5), scores=(0, 87, 0)),
    ),
    "sides": (
        Round(PAIRS, (0, 13, 14, 4), scores=(0, 0, 0, 0), **FOUR),
        # The total of a side ends the game, and no seat has it alone (HR-15).
        Round(
            PAIRS | {"end_at": 100}, (0, 13, 14, 4), scores=(40, 40, 47, 0), is_over=True, **FOUR
        ),
        Round(PAIRS | {"end_at": 100}, (0, 13, 14, 4), scores=(40, 40, 46, 43), **FOUR),
    ),
    "partner_safe": (
        Round(SAFE, (0, 13, 0, 4), scores=(0, 0, 0, 0), **FOUR),
        Round(SAFE, (2, 13, 14, 4), scores=(0, 0, 0, 0), **FOUR_BLOCKED),
        # What calls have cost stays, and so does the penalty of one who is not down.
        Round(
            SAFE | {"not_down_times": 2, "not_down_penalty": 10, "call_points": (4,)},
            (4, 17, 18, 18),
            scores=(0, 0, 0, 0),
            **(FOUR | {"down": (0, 1), "fined": (4, 4, 8, 0)}),
        ),
    ),
    "out_bonus": (
        Round({"out_bonus": 10}, (-10, 13, 5)),
        Round({"out_bonus": 10}, (-10, 13, 5), ending=Ending.SHANGHAI),
        Round({"out_bonus": 10}, (5, 13, 0), **BLOCKED),
        # One figure a round, of which the last goes on (HR-11).
        Round({"out_bonus": (0, 10)}, (0, 13, 5)),
        Round({"out_bonus": (0, 10)}, (-10, 13, 5), round=2, is_over=True),
        Round({"out_bonus": (7,)}, (-7, 13, 5), round=2, is_over=True),
    ),
    "blind_bonus": (
        Round({"blind_bonus": 25}, (-25, 13, 5), ending=Ending.BLIND),
        Round({"blind_bonus": 25}, (-25, 13, 5), ending=Ending.CLEAN_BLIND),
        Round({"blind_bonus": 25}, (0, 13, 5)),
    ),
    "clean_blind_bonus": (
        Round(
            {"blind_bonus": 25, "clean_blind_bonus": 50, "out_bonus": 5},
            (-55, 13, 5),
            ending=Ending.CLEAN_BLIND,
        ),
        Round({"clean_blind_bonus": 50}, (0, 13, 5), ending=Ending.BLIND),
    ),
    "call_points": (Round({"call_points": (4,)}, (8, 17, 5), fined=(8, 4, 0)),),
    "shanghai_points": (
        Round({"shanghai": True, "shanghai_points": 7}, (0, 20, 5), fined=(0, 7, 0)),
    ),
}
