"""The sentences of the rules page: one for each rule, from its value, in the variant's words."""

from collections.abc import Callable
from typing import Final

from shanghai.engine.rules import Rules
from shanghai.engine.stalemate import MOST_TURNS
from shanghai.words.contracts import contract_parts
from shanghai.words.phrases import (
    call_name,
    counted,
    listed,
    noun,
)
from shanghai.words.rulebook.meld_sentences import MELD_SENTENCES
from shanghai.words.rulebook.pieces import (
    by_round,
    by_value,
    figure,
    pack_text,
    ranks_text,
    span,
    yes_no,
)


def _calls(rules: Rules) -> str:
    if rules.words.call:
        return f"{rules.words.call} calls"
    return "MAY I calls" if rules.call_word == "may-i" else "buys"


def _to_call(rules: Rules) -> str:
    if rules.words.call:
        return f"say {rules.words.call}"
    return "say MAY I" if rules.call_word == "may-i" else "buy"


def _packs(rules: Rules) -> str:
    parts, least = [], rules.min_players
    for pack in rules.packs:
        most = min(pack.up_to, rules.max_players)
        if most >= least:
            who = f"{least} players" if most == least else f"{least} to {most} players"
            parts.append(f"{who}: {pack_text(pack)}")
            least = most + 1
    return "; ".join(parts) + "."


def _contracts(rules: Rules) -> str:
    texts = (" + ".join(contract_parts(rules, each)) for each in rules.contracts)
    listed = "; ".join(f"{number}: {text}" for number, text in enumerate(texts, 1))
    if rules.is_by_player:
        return f"{counted(len(rules.contracts), 'contract')}. {listed}."
    rounds = counted(rules.rounds, rules.words.round, rules.words)
    return f"{rounds}, each with its own contract. {listed}."


def _all_in(rules: Rules) -> str:
    if not rules.all_in_rounds:
        return ""
    numbers = list(rules.all_in_rounds)
    word = noun(len(numbers), rules.words.round, rules.words)
    return (
        f"In {word} {span(numbers)} one goes down only with the whole hand: after the draw every "
        "card lies in the melds of the contract, none is left, and there is no discard."
    )


def _deal_for(rules: Rules) -> str:
    parts, least = [], rules.min_players
    for small in rules.deal_for:
        if small.up_to < least:
            continue
        most = min(small.up_to, rules.max_players)
        who = f"{least} players" if most == least else f"{least} to {most} players"
        last = small.deal[-1]
        dealt = (*small.deal, *(last,) * len(rules.contracts))[: len(rules.contracts)]
        parts.append(f"{who} are dealt {by_round(rules, dealt)}")
        least = most + 1
    return f"{'; '.join(parts)}." if parts else ""


def _call(rules: Rules) -> str:
    name = call_name(rules)
    return f"The call for the discard is {name}: one who is not on turn wants the card and says so."


def _call_limit(rules: Rules) -> str:
    if not any(rules.call_limit):
        return "Nobody takes the discard out of turn; the player on turn may take it as the draw."
    return f"The {_calls(rules)} each player has: {by_round(rules, rules.call_limit)}."


def _call_order(rules: Rules) -> str:
    return (
        "If several call, "
        + {
            "turn": "the one whose turn comes soonest has the card.",
            "dealer": "the one nearest to the dealer's left has the card.",
            "first": "the first to call has the card.",
        }[rules.call_order]
    )


def _first_right(rules: Rules) -> str:
    return {
        "always": "The player on turn comes before all callers and may take the discard as "
        "the draw, but cannot keep it from them and draw from the stock.",
        "unless-down": "The player on turn comes before all callers, unless down: then a caller "
        "comes first, and the card may be taken as the draw only if nobody calls.",
        "never": "The player on turn has no first right: the discard may be taken as the draw only "
        "if nobody called it.",
    }[rules.first_right]


def _call_when_down(rules: Rules) -> str:
    may = "may still" if rules.call_when_down else "may not"
    return f"A player who is down {may} {_to_call(rules)}."


def _beneath(rules: Rules) -> str:
    if rules.beneath == "open":
        return (
            "After a call the card beneath is the top discard: it may be taken or called in turn."
        )
    return (
        "After a call the card beneath is neither taken nor called: the player on turn draws from "
        "the stock."
    )


def _lay_off_at_once(rules: Rules) -> str:
    if rules.lay_off_at_once:
        return "Laying off is allowed in the very turn of going down."
    return "No laying off in the turn of going down; from the next turn on."


def _shanghai(rules: Rules) -> str:
    if not rules.shanghai:
        return "There is no SHANGHAI: a card that fits a meld may be discarded like any other."
    return (
        "One who discards a card that fits a meld on the table may say SHANGHAI: the next player "
        "then draws from the stock and nobody calls. If the card is tossed without a word, anyone "
        "but the tosser, down or not, may call SHANGHAI before the next draw. Once another discard "
        "has covered it, it is a card like any other."
    )


def _last_discard(rules: Rules) -> str:
    if rules.last_discard:
        return "One goes out by melding, laying off or discarding the last card."
    return (
        "One goes out by melding or laying off the last card, never by discarding it. A last card "
        "that fits nowhere is kept, and that turn ends without a discard."
    )


def _recycle(rules: Rules) -> str:
    if rules.recycle == "shuffle":
        return "When the stock is used up the discards are shuffled and become the stock."
    return "When the stock is used up the discards are turned over, unshuffled, as the stock."


def _stalemate(rules: Rules) -> str:
    word = rules.words.round
    when = (
        f"When nobody can end the {word} any more, as no card left fits anywhere, or nobody has in "
        f"{MOST_TURNS} turns each"
    )
    if rules.stalemate == "count":
        return f"{when}, it ends there and every hand counts."
    return f"{when}, it is thrown in: the same dealer deals again and nobody scores."


def _blind(rules: Rules) -> str:
    if not rules.blind_bonus:
        return "Going out in one single turn brings no bonus."
    return (
        f"Going out blind, not down before and the whole hand gone in one turn: "
        f"{rules.blind_bonus} points off."
    )


def _clean_blind(rules: Rules) -> str:
    if not rules.clean_blind_bonus:
        return "Going out without a joker brings nothing more."
    return (
        f"Going out blind with no joker among the cards that left the hand in that turn: "
        f"{rules.clean_blind_bonus} points off instead."
    )


def _discard_ban(rules: Rules) -> str:
    what = {"playable": "a card that fits a meld", "taken": "the card just taken"}
    barred = listed([what[ban] for ban in rules.discard_ban], "or")
    if not barred:
        return ""
    return f"While another card is held, {barred} may not be discarded."


def _card_points(rules: Rules) -> str:
    if not rules.card_points:
        return ""
    names = [
        f"{name} {points}" if len(name) > 1 else f"each {_SUIT_WORDS[name]} {points}"
        for name, points in rules.card_points.items()
    ]
    return f"Other points have: {', '.join(names)}."


_SUIT_WORDS: Final = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}


def _last_round(rules: Rules) -> str:
    times, word = rules.last_round_times, rules.words.round
    return f"The points of the last {word} count {times} times." if times > 1 else ""


SENTENCES: Final[dict[str, Callable[[Rules], str]]] = {
    **MELD_SENTENCES,
    "min_players": lambda rules: f"At least {rules.min_players} players sit down.",
    "max_players": lambda rules: f"At most {rules.max_players} players sit down.",
    "packs": _packs,
    "deal": lambda rules: (
        f"Cards dealt to each: {by_round(rules, rules.deal)}."
        + " One more is turned up and starts the discards." * rules.upcard
    ),
    "deal_for": _deal_for,
    "contracts": _contracts,
    "all_in_rounds": _all_in,
    "call_word": _call,
    "call_limit": _call_limit,
    "call_order": _call_order,
    "first_right": _first_right,
    "call_when_down": _call_when_down,
    "beneath": _beneath,
    "lay_off_at_once": _lay_off_at_once,
    "shanghai": _shanghai,
    "last_discard": _last_discard,
    "recycle": _recycle,
    "stalemate": _stalemate,
    "upcard": yes_no("upcard", "", "No card is turned up: the first player draws from the stock."),
    "next_dealer": by_value("next_dealer", winner="The one who goes out deals the next one."),
    "direction": by_value(
        "direction",
        counter_clockwise="What is said of the left holds for the right.",
    ),
    "exact_sizes": yes_no(
        "exact_sizes", "The melds of a contract have just the sizes asked for, no card more."
    ),
    "own_discard": yes_no("own_discard", "A player may also call the card they tossed."),
    "lay_off_on": by_value(
        "lay_off_on",
        own="One lays off on melds of one's own only.",
        none="Nothing is laid off.",
    ),
    "exchange_when": by_value("exchange_when", down="Only a player who is down may win a joker."),
    "exchange_in": by_value("exchange_in", runs="A joker is won from runs only."),
    "must_discard": yes_no(
        "must_discard", "One goes out by a discard only: a card must be left for it."
    ),
    "discard_ban": _discard_ban,
    "renewals": by_value(
        "renewals",
        once="The discards become the stock once in a round; after that an empty stock ends it.",
        never="The discards never become the stock: when it is used up the round ends.",
    ),
    "card_points": _card_points,
    "out_bonus": figure("out_bonus", "Going out takes {} points off, blind or not."),
    "not_down_penalty": figure(
        "not_down_penalty", "One who is not down at the end counts {} points more."
    ),
    "last_round_times": _last_round,
    "points": lambda rules: f"Cards left in a hand count {ranks_text(rules.points)}.",
    "joker_points": lambda rules: f"A joker left in a hand counts {rules.joker_points}.",
    "blind_bonus": _blind,
    "clean_blind_bonus": _clean_blind,
}
"""For each rule of play its sentence, empty where the rule has nothing to say."""
