"""How a turn and a call go in a variant, in a few paragraphs for the help."""

from collections.abc import Sequence
from typing import Final

from shanghai.engine.rules import Rules
from shanghai.words.grammar import counted, listed, with_article
from shanghai.words.messages import Messages
from shanghai.words.phrases import call_name, price_words

say = Messages("turn")
__getattr__ = say.__getattr__


TURN_HELP: Final[Sequence[tuple[str, str]]] = say.lines("TURN_HELP")
"""How a turn goes in general, by headings with their paragraphs."""


def turn_help(rules: Rules, round: int = 1) -> list[tuple[str, str]]:
    """Headings with their paragraphs, in the words and by the rules of a variant in a round."""
    help_text = [("How a turn goes", _turn(rules)), ("Calls", _calls(rules, round))]
    if rules.shanghai:
        help_text.append(("SHANGHAI", _shanghai(rules)))
    return [*help_text, ("One keyboard", say.ONE_KEYBOARD)]


def _turn(rules: Rules) -> str:
    word = rules.words.round
    parts = [
        "Draw a card from the stock, or take the top discard where you may. Then go down, if you "
        f"can and like: the contract of the {word} all at once{_laying_off(rules)}.",
        _exchange(rules),
        "At last discard one card; the hand goes out by a discard alone."
        if rules.must_discard
        else "At last discard one card."
        if rules.last_discard
        else "At last discard one card, but never the last one of the hand: it must be laid off, "
        "or kept if it fits nowhere.",
        "Whoever has no card left goes out; the others count what they hold, and "
        + ("who has met most contracts wins." if rules.is_by_player else "the lowest total wins."),
    ]
    return " ".join(part for part in parts if part)


def _laying_off(rules: Rules) -> str:
    where = {"any": "any meld", "own": "your own melds"}.get(rules.lay_off_on)
    if where is None:
        return ""
    when = "at once" if rules.lay_off_at_once else "from the next turn on"
    further = " and further melds" if rules.meld_when_down else ""
    return f", and {when} single cards on {where}{further}"


def _exchange(rules: Rules) -> str:
    whose = {"any": "any meld", "others": "a meld of another player"}.get(rules.exchange)
    if whose is None:
        return ""
    if rules.exchange_in == "runs":
        whose = whose.replace("meld", rules.words.run)
    if rules.exchange_when == "down":
        duty = ", once you are down"
    else:
        duty = ", if you can go down in the same turn" * (rules.exchange_duty == "go-down")
    return f"For the card that it stands for you may win a joker from {whose}{duty}."


def _calls(rules: Rules, round: int) -> str:
    if not any(rules.call_limit):
        return "Nobody takes the discard out of turn."
    name, words = call_name(rules), rules.words
    first = {
        "turn": "the one whose turn comes soonest has it",
        "dealer": "the one nearest to the dealer's left has it",
        "first": "the first to call has it",
    }[rules.call_order]
    right = {
        "always": "The player on turn may take the card before all callers.",
        "unless-down": "The player on turn may take the card before all callers, unless down.",
        "never": "The player on turn takes it only if nobody calls.",
    }[rules.first_right]
    extra = rules.cost_in(round)
    cost = f"with {counted(extra, 'card')} from the stock" if extra else "alone"
    if price := price_words(rules, round):
        cost += f" and costs {listed(price)}"
    if rules.call_price_by == "call":
        cost += " at first, the next ones as the rules have it"
    elif len(set(rules.call_costs)) > 1:
        cost += f" in {words.round} {round}"
    a_round = with_article(words.round, words)
    limits = sorted(set(rules.call_limit))
    many = "so many" if len(limits) > 1 else str(limits[0])
    game = f", and {rules.calls_per_game} in the whole game" if rules.calls_per_game else ""
    return (
        f"A discard that nobody has drawn over can be called by the others, out of turn: {name}. "
        f"The card comes {cost}, and each player has {many} calls in {a_round}{game}. "
        f"If several call, {first}. {right} The number of a seat calls for it, also while the log, "
        "the scores or this help are open."
    )


def _shanghai(rules: Rules) -> str:
    does = "the caller plays it" if rules.shanghai_card == "meld" else "it goes back to the tosser"
    gives = " and hands over a card at random" if rules.shanghai_gives else ""
    if gives and rules.shanghai_card == "back":
        gives = ", and the caller hands over a card at random"
    return (
        "A discard that fits a meld can be claimed by anyone but the one who tossed it, unless "
        f"SHANGHAI was declared with it: {does}{gives}."
    )
