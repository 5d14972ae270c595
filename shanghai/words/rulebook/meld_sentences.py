"""The sentences of the rules page on melds: aces, wild cards, neighbours, exchanges."""

from collections.abc import Callable
from typing import Final

from shanghai.engine.rule_parts import JokerCap
from shanghai.engine.rules import Rules
from shanghai.words.phrases import (
    RANK_PLURALS,
    counted,
    listed,
    plural,
    with_article,
)
from shanghai.words.rulebook.pieces import (
    steps_text,
)


def _ace(rules: Rules) -> str:
    run, words = rules.words.run, rules.words
    return {
        "low": f"The ace is low: A-2-3-4 is {with_article(run, words)}, J-Q-K-A is not.",
        "high": f"The ace is high: J-Q-K-A is {with_article(run, words)}, A-2-3-4 is not.",
        "both": "The ace is high or low, never both: A-2-3-4 and J-Q-K-A stand, K-A-2 does not.",
        "round": f"{plural(run, words).capitalize()} go round the corner: A-2-3-4, J-Q-K-A "
        "and Q-K-A-2 all stand; each rank lies once in one, so thirteen cards are the most.",
    }[rules.ace]


def _joker_cap(rules: Rules) -> str:
    cap: JokerCap = rules.joker_cap
    match cap.kind:
        case "any":
            return "Any number of jokers may lie in a meld."
        case "fixed":
            return f"A meld holds {counted(cap.most, 'joker')} at most, cards laid off included."
        case "naturals":
            return "The jokers of a meld never outnumber its natural cards; equal is allowed."
        case "by-size":
            sets = steps_text(cap.sets, rules.words.set)
            runs = steps_text(cap.runs, rules.words.run)
            return f"The most jokers in a meld, lay-offs included: {sets}; {runs}."


def wild_names(rules: Rules) -> list[str]:
    """The wild cards that are no jokers, such as `2` or `A♥`."""
    return [*map(str, rules.wild_ranks), *rules.wild_cards]


def _wild_ranks(rules: Rules) -> str:
    names = [RANK_PLURALS[rank] for rank in rules.wild_ranks]
    return f"Besides the jokers all {listed(names)} are wild." if names else ""


def _wild_cards(rules: Rules) -> str:
    verb = "is" if len(rules.wild_cards) == 1 else "are"
    return f"{listed(rules.wild_cards)} {verb} wild." if rules.wild_cards else ""


def _upcard_wild(rules: Rules) -> str:
    if not rules.upcard_wild:
        return ""
    word = rules.words.round
    return (
        f"The rank of the first upcard of a {word} is wild in that {word}; a joker turned up makes "
        "no rank wild."
    )


def _adjacent_wild(rules: Rules) -> str:
    if rules.adjacent_wild:
        return ""
    words = rules.words
    a_run, a_set = with_article(words.run, words), with_article(words.set, words)
    return (
        f"Two cards that stand in for others never lie side by side in {a_run}, lay-offs included; "
        f"in {a_set} there are no places, so it asks nothing there."
    )


def _repeated_suits(rules: Rules) -> str:
    if rules.repeated_suits:
        return ""
    a_set = with_article(rules.words.set, rules.words)
    return (
        f"A suit stands once in {a_set}, which so has four cards at most; a joker in "
        "it stands for a suit that is missing."
    )


def _wild_natural(rules: Rules) -> str:
    if not (rules.other_wild or rules.upcard_wild):
        return ""
    counts = "What is said of jokers in melds holds for every card that stands in for another."
    if rules.wild_natural:
        return (
            f"A wild card may also be laid as the card it is, and then counts as natural. {counts}"
        )
    return f"A wild card always stands in for another, also in its own place. {counts}"


def _same_rank(rules: Rules) -> str:
    words = plural(rules.words.set, rules.words)
    if rules.same_rank_sets:
        return f"One lay-down may hold two {words} of one rank."
    return (
        f"The {words} of one lay-down are of different ranks: six aces are one {rules.words.set}."
    )


def _adjacent(rules: Rules) -> str:
    words = plural(rules.words.run, rules.words)
    if rules.adjacent_runs:
        return f"One lay-down may hold two {words} of a suit that follow each other directly."
    return (
        f"Two {words} of one suit in a lay-down must not follow each other directly: 5-6-7-8 with "
        f"9-10-J-Q is refused; a gap or an overlap between them stands."
    )


def _exchange(rules: Rules) -> str:
    whose = {"any": "any meld", "others": "a meld of another player"}.get(rules.exchange)
    if whose is None:
        return "A joker on the table stays where it lies."
    return (
        f"On one's turn, after the draw, a joker in {whose} may be replaced by the natural card it "
        "stands for; the joker comes into the hand."
    )


def _exchange_duty(rules: Rules) -> str:
    if rules.exchange == "none":
        return ""
    if rules.exchange_duty == "use":
        return (
            "A joker that is won must be laid in the same turn: by one who is not down, in or "
            "after going down."
        )
    if rules.exchange_duty == "none":
        return "A player may win a joker before going down as well as after."
    return (
        "A player who is not down may win a joker only if the hand can then go down, at once or "
        "after further exchanges in the same turn, and must go down before the turn ends."
    )


MELD_SENTENCES: Final[dict[str, Callable[[Rules], str]]] = {
    "ace": _ace,
    "wild_ranks": _wild_ranks,
    "wild_cards": _wild_cards,
    "upcard_wild": _upcard_wild,
    "adjacent_wild": _adjacent_wild,
    "repeated_suits": _repeated_suits,
    "wild_natural": _wild_natural,
    "same_rank_sets": _same_rank,
    "adjacent_runs": _adjacent,
    "joker_cap": _joker_cap,
    "exchange": _exchange,
    "exchange_duty": _exchange_duty,
}
"""The sentence of each rule on melds, by the key of the rule."""
