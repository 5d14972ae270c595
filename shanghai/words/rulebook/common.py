"""The clauses common to every variant, as lines of the rules page with their rulings."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from shanghai.engine.rules import Rules
from shanghai.words.phrases import call_name, with_article


class CommonRule(Struct, frozen=True):
    """One of the clauses ALL-1 to ALL-14: its sentence in a variant's words, and its ruling."""

    clause: str
    sentence: Callable[[Rules], str]
    ruling: str = ""
    keys: tuple[str, ...] = ()
    """The keys of a variant file that change it."""


def _melds(rules: Rules) -> str:
    a_set, a_run = (with_article(word, rules.words) for word in (rules.words.set, rules.words.run))
    return (
        f"A{a_set[1:]} is {rules.least_set} or more cards of one rank, of any suits, twins from "
        f"two decks included. A{a_run[1:]} is {rules.least_run} or more cards of one suit in "
        "unbroken order, each rank once."
    )


def _jokers(rules: Rules) -> str:
    a_set, a_run = (with_article(word, rules.words) for word in (rules.words.set, rules.words.run))
    return (
        f"A joker in {a_run} stands for one definite card; where two places are possible the "
        f"player who lays it chooses. In {a_set} it stands for any card of the rank."
    )


def _down(rules: Rules) -> str:
    whole = "One goes down on one's own turn, after the draw, with the whole contract at once."
    if rules.meld_when_down or rules.lay_off_on != "any":
        return whole
    return (
        f"{whole} Once down, one makes no new melds in that {rules.words.round} and lays off on "
        "any meld of any player."
    )


def _calls(rules: Rules) -> str:
    return (
        f"{call_name(rules)} is said after a discard, or after the first upcard is turned, and "
        "before the next player draws. The caller plays and discards nothing until their own turn."
    )


def _less_bonus(rules: Rules) -> str:
    return ", less what going out blind takes off" if rules.blind_bonus else ""


_ALL: Final = (
    CommonRule(
        "ALL-1",
        lambda rules: (
            "Deal and turns go {way}. The player on the dealer's {side} has the first turn, and "
            "the deal moves one seat to the {side} each {word}."
        ).format(
            way=rules.direction,
            side="left" if rules.direction == "clockwise" else "right",
            word=rules.words.round,
        ),
        "Where a text does not say how the deal moves, it moves to the left.",
        ("direction", "next_dealer"),
    ),
    CommonRule(
        "ALL-2",
        lambda _: "Each player draws a card: the lowest rank deals first, the ace being low.",
        "Where a text does not say who deals first, this draw decides.",
    ),
    CommonRule(
        "ALL-3",
        _melds,
        "Every meld holds at least one natural card, so that all can see what it is.",
    ),
    CommonRule("ALL-4", _jokers),
    CommonRule(
        "ALL-5",
        lambda rules: (
            "The number of melds in a contract is exact."
            if rules.exact_sizes
            else "The sizes in a contract are minimums, and a meld may be longer; the number of "
            "melds is exact."
        ),
    ),
    CommonRule("ALL-6", _down),
    CommonRule(
        "ALL-7",
        lambda _: (
            "A turn begins with the draw of one card. Then come, in any order and each where "
            "it is allowed, joker exchange, going down and laying off; one discard ends the turn."
        ),
        "A joker exchange is no laying off, for the hand keeps its size.",
        ("exchange", "lay_off_at_once"),
    ),
    CommonRule(
        "ALL-8",
        lambda rules: (
            f"Whoever has an empty hand is out, down or not, and the {rules.words.round} "
            "ends at once; a call on the last discard comes too late."
        ),
        "A hand may be emptied by a meld, a lay-off or a discard, unless a rule here bars it.",
        ("last_discard", "must_discard"),
    ),
    CommonRule(
        "ALL-9",
        _calls,
        "Nobody calls a card that they discarded themselves, also when it lies on top again. One "
        "call granted closes the matter, unless the card beneath is open.",
        ("own_discard", "beneath"),
    ),
    CommonRule(
        "ALL-10",
        lambda _: "The stock is renewed from the discards when a card is needed and none is left.",
        "The top discard, or the one on top after a called card is gone, stays where it is.",
    ),
    CommonRule(
        "ALL-11",
        lambda rules: (
            "A call is not on offer when its cards cannot be supplied. When the player "
            f"on turn draws from the stock and there is no card to be had, the {rules.words.round} "
            "ends blocked: nobody is out and every hand counts."
        ),
        "The texts do not say what happens when even the discards are used up.",
        ("recycle", "stalemate"),
    ),
    CommonRule(
        "ALL-12",
        lambda rules: (
            "Every card left in a hand counts against its holder; the one who went out scores 0"
            f"{_less_bonus(rules)}."
            + f" The lowest total after the last {rules.words.round} wins."
            * (not rules.is_by_player)
        ),
        "Equal lowest totals share the win.",
    ),
    CommonRule(
        "ALL-13",
        lambda _: (
            "A hand is seen by its holder alone until the points are counted, "
            "the order of the stock and the buried discards by nobody."
        ),
    ),
    CommonRule(
        "ALL-14",
        lambda _: (
            "A seat may be handed to another person: hand, score, calls used, being down and "
            "a waiting call stay with the seat. The new name is not one already seated."
        ),
    ),
)
COMMON: Final = {each.clause: each for each in _ALL}
"""The common rules by clause."""
