"""The words of each rule: what it is called, what it means, its value in short, its sentence."""

from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from msgspec import Struct

from shanghai.engine.parameters.entry import is_on
from shanghai.engine.parameters.fields import RULES
from shanghai.engine.parameters.parts import DealFor, JokerCap, Pack
from shanghai.engine.rules import Rules
from shanghai.words.contracts import contract_parts, span
from shanghai.words.phrases import (
    CALLS,
    RANK_PLURALS,
    call_name,
    call_verb,
    counted,
    listed,
    noun,
    plural,
)
from shanghai.words.rulebook.message import Message, said
from shanghai.words.rulebook.pieces import by_round, pack_text, ranks_text, steps_text

_UpTo = TypeVar("_UpTo", Pack, DealFor)


class KeyWords(Struct, frozen=True, kw_only=True):
    """What a key of a variant file is called, what it means, and what a value may look like."""

    title: str
    description: str
    example: str = ""


class RuleWords(KeyWords, frozen=True, kw_only=True):
    """The words of a rule; its sentence is empty where it goes without saying."""

    key: str
    short_value: Message | None
    """None: the plain value as people write it."""
    message: Message

    def short(self, rules: Rules) -> str:
        """Its value in a few words, for a comparison."""
        return self.in_words(rules) if self.is_of_use(rules) else "-"

    def in_words(self, rules: Rules) -> str:
        """The same, also where the rule is of no use beside others."""
        value = getattr(rules, self.key)
        if self.short_value is not None:
            return said(self.short_value, rules, value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):
            return ", ".join(map(str, value)) or "none"
        return str(value).replace("-", " ")

    def sentence(self, rules: Rules) -> str:
        """What it says on the rules page."""
        is_said = self.is_of_use(rules)
        return said(self.message, rules, getattr(rules, self.key)) if is_said else ""

    def is_of_use(self, rules: Rules) -> bool:
        """Whether the rule without which it means nothing is in force."""
        under = RULES[self.key].under
        return not under or is_on(getattr(rules, under))


_SAID: Final[dict[str, RuleWords]] = {}


def _rule(
    key: str,
    title: str,
    description: str,
    message: Message,
    short: Message | None = None,
    example: str = "",
) -> None:
    _SAID[key] = RuleWords(
        title=title,
        description=description,
        example=example,
        key=key,
        short_value=short,
        message=message,
    )


ABOUT_WORDS: Final = {
    "id": KeyWords(
        title="Id",
        description="the short name by which commands know the variant",
        example="smiths",
    ),
    "name": KeyWords(title="Name", description="the name on the screen", example="The Smiths"),
    "extends": KeyWords(
        title="Extends",
        description="the id of the variant whose rules hold where this file says nothing",
    ),
    "rounds": KeyWords(
        title="Rounds",
        description="how many rounds of the game that is changed are played, or which: 1, 4, 7",
        example="7, or [1, 4, 7]",
    ),
    "summary": KeyWords(
        title="Summary",
        description="one sentence: what makes this variant different",
        example="one sentence",
    ),
    "text": KeyWords(title="Origin", description="where its rules come from"),
    "minutes": KeyWords(title="Minutes", description="how long a game of four lasts, in minutes"),
    "words": KeyWords(
        title="Words",
        description="what this table calls a set, run and round",
        example="{set: book, run: run, round: hand}",
    ),
    "sources": KeyWords(
        title="Sources",
        description="by rule: the clauses it is read from, and its ruling",
        example="{deal: {ruling: Grandma says so}}",
    ),
    "house_rules": KeyWords(
        title="House rules",
        description="choices that are offered before a game",
        example="[{name: Cheap buys, sentence: A buy costs one card, set: {call_cost: 1}}]",
    ),
}
"""The words of the keys that are no rules of play."""


# Players and cards


def _packs(rules: Rules) -> str:
    parts = [f"{seats}: {pack_text(pack)}" for seats, pack in _by_players(rules, rules.packs)]
    return "; ".join(parts) + "."


def _by_players(rules: Rules, entries: tuple[_UpTo, ...]) -> Iterator[tuple[str, _UpTo]]:
    """The entries by rising number of players that are of use, each after whom it is for."""
    least = rules.min_players
    for entry in entries:
        most = min(entry.up_to, rules.max_players)
        if most >= least:
            yield f"{least} players" if most == least else f"{least} to {most} players", entry
            least = most + 1


_rule(
    "min_players",
    "Fewest players",
    "the least players it is for",
    "At least {value} players sit down.",
)
_rule(
    "max_players", "Most players", "the most players it is for", "At most {value} players sit down."
)
_rule(
    "packs",
    "Cards",
    "decks and jokers, by the number of players",
    _packs,
    lambda rules: "; ".join(f"to {p.up_to}: {pack_text(p)}" for p in rules.packs),
    "[{up_to: 4, decks: 2, jokers: 4}, {up_to: 8, decks: 4, jokers: 8}]",
)


# The deal


def _deal_for(rules: Rules) -> str:
    parts, rounds = [], len(rules.contracts)
    for seats, small in _by_players(rules, rules.deal_for):
        padded = (*small.deal, *small.deal[-1:] * rounds)[:rounds]
        parts.append(f"{seats} are dealt {by_round(rules, padded)}")
    return f"{'; '.join(parts)}." if parts else ""


_rule(
    "deal",
    "Cards dealt",
    "cards dealt to each, by round",
    lambda rules: (
        f"Cards dealt to each: {by_round(rules, rules.deal)}."
        + " One more is turned up and starts the discards." * rules.upcard
    ),
    lambda rules: by_round(rules, rules.deal),
    "11, or [7, 10, 11]",
)
_rule(
    "deal_for",
    "Cards dealt to few",
    "another deal for tables of few players, by rising number of players",
    _deal_for,
    lambda rules: (
        "; ".join(f"to {few.up_to}: {', '.join(map(str, few.deal))}" for few in rules.deal_for)
        or "none"
    ),
)
_rule(
    "upcard",
    "Upcard",
    "whether a card is turned up after the deal; without it the first draw is from the stock",
    {False: "No card is turned up: the first player draws from the stock."},
)
_rule(
    "direction",
    "Direction",
    "which way the deal and the turns go round",
    {"counter-clockwise": "All that goes round the table goes to the right."},
    {"clockwise": "clockwise", "counter-clockwise": "counter-clockwise"},
)
_rule(
    "next_dealer",
    "Next dealer",
    "who deals the next round: the next seat, the one who went out, or the one with most points",
    {
        "winner": "The one who goes out deals the next {round}; where nobody did, the deal moves "
        "one seat to the {side}.",
        "loser": "The one who has the most points in a {round} deals the next one; of several the "
        "one nearest to the dealer's {side}.",
    },
)


# Contracts


def _contracts(rules: Rules) -> str:
    texts = [" + ".join(contract_parts(rules, each)) for each in rules.contracts]
    listed = "; ".join(f"{number}: {text}" for number, text in enumerate(texts, 1))
    meant = "".join(f" {sentence}" for sentence in _meant(rules))
    if rules.is_by_player or rules.goes_on:
        return f"{counted(len(rules.contracts), 'contract')}. {listed}.{meant}"
    if rules.is_choice:
        return f"{counted(len(rules.contracts), 'contract')} to choose from. {listed}.{meant}"
    rounds = counted(len(rules.contracts), rules.words.round, rules.words)
    if len(texts) > 1 and len(set(texts)) == 1:
        return f"{rounds}, all with one contract: {texts[0]}.{meant}"
    return f"{rounds}, each with its own contract. {listed}.{meant}"


def _meant(rules: Rules) -> Iterator[str]:
    """What the words for the runs of contracts mean, as far as they are used."""
    options, runs = rules.options, plural(rules.words.run, rules.words)
    if any(option.royal for option in options):
        yield f"Royal {runs} go from the ace to the king."
    kinds = {option.runs_of for option in options} - {"suit"}
    said = {"colour": "of both suits of one colour", "any": "of any suits"}
    for kind in sorted(kinds):
        name = "One-colour" if kind == "colour" else "Mixed"
        yield f"{name} {runs} are {said[kind]}; one that is all of one suit goes on in that suit."


def _meld_points(rules: Rules) -> str:
    if not any(option.points for option in rules.options):
        return ""
    return (
        f"Towards the points of a contract a card counts {_melds_count(rules)}; a wild card counts "
        "as the card that it stands for."
    )


def _melds_count(rules: Rules) -> str:
    *points, high = rules.place_worths[1:]
    low = f", and an ace before a two {points[0]}" if high != points[0] else ""
    return ranks_text((high, *points[1:])) + low


def _all_in(rules: Rules) -> str:
    if not rules.all_in_rounds:
        return ""
    return (
        f"{_whole_hands(rules, 'In', 'To')} one goes down only with the whole hand: after the draw "
        f"every card {'but one ' * rules.all_in_discard}lies in the melds of the contract, "
        + (
            "and that one is discarded."
            if rules.all_in_discard
            else "none is left, and there is no discard."
        )
        + " In a last turn one goes down without that." * rules.last_turn
    )


def _whole_hands(rules: Rules, in_rounds: str, to_contracts: str) -> str:
    """The rounds or contracts to which a whole hand goes down, such as `In rounds 7-8`."""
    numbers = sorted(rules.all_in_rounds)
    if rules.is_by_player:
        return f"{to_contracts} {noun(len(numbers), 'contract')} {span(numbers)}"
    word = noun(len(numbers), rules.words.round, rules.words)
    return f"{in_rounds} {word} {span(numbers)}"


_MOST_WIN: Final = "Who has met most contracts wins; of several the one with the lowest total."
_LARGEST: Final = "Melds that fit several are the one of most cards, of equal ones the first."
_THEN: Final = {"last": "that one", "first": "the first one again"}

_rule(
    "contracts",
    "Contracts",
    "the melds one goes down with, one entry a round",
    _contracts,
    lambda rules: str(len(rules.contracts)),
    "[{sets: [3, 3]}, {sets: [3], runs: [4]}]",
)
_rule(
    "meld_points",
    "Points of melds",
    "what the cards of a meld count towards the points of a contract, ace to king, and last an "
    "ace that is not low; left out: as in a hand",
    _meld_points,
    lambda rules: _melds_count(rules) if rules.meld_points else "as in a hand",
    "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11]",
)
_rule(
    "contracts_by",
    "Contracts go on",
    "whether all have the contract of the round, or each player stays at a contract until it is "
    "met",
    {
        "player": "Each player stays at a contract until it is met: who is down at the end of a "
        "{round} goes on to the next one, the others have theirs again. The game ends when "
        f"somebody has met the last one. {_MOST_WIN}",
        "free": "Each player goes down to any contract that this player has not met yet. "
        f"{_LARGEST} The game ends when somebody has met all. {_MOST_WIN}",
        "first": "The first who goes down in a {round} chooses its contract: any that no earlier "
        f"{{round}} had. {_LARGEST} The others then need that contract.",
    },
    {
        "round": "each {round}",
        "player": "when met",
        "free": "chosen by each player",
        "first": "chosen by the first who goes down",
    },
)
_rule(
    "contracts_then",
    "After the last contract",
    "whether the game ends after the last contract, that one goes on, or the first comes again",
    lambda rules: (
        f"After the last contract the game goes on with {_THEN[rules.contracts_then]}."
        if rules.goes_on
        else ""
    ),
    {"end": "the game ends", "last": "it goes on", "first": "the first again"},
)
_rule(
    "most_rounds",
    "Most rounds",
    "where contracts go on, the rounds after which the game ends at the latest; 0: 30",
    lambda rules: (
        f"At the latest it ends after {rules.words.round} {rules.rounds}."
        if rules.is_by_player or rules.goes_on
        else ""
    ),
    lambda rules: str(rules.rounds) if rules.is_by_player or rules.goes_on else "-",
)
_rule(
    "exact_sizes",
    "Exact sizes",
    "whether the melds of a contract have just the size asked for",
    {True: "The melds of a contract have just the sizes asked for, no card more."},
)
_rule(
    "all_in_rounds",
    "Whole hand in",
    "rounds, or with contracts_by: player contracts, in which one goes down with the whole hand "
    "and no discard",
    _all_in,
    lambda rules: (
        span(sorted(rules.all_in_rounds)) or ("no contract" if rules.is_by_player else "no round")
    ),
    "[7]",
)
_rule(
    "all_in_discard",
    "Whole hand but one",
    "whether of a whole hand one card is kept, and discarded",
    "",
)


# Melds

_rule(
    "ace",
    "Ace",
    "whether the ace of a run lies below the 2, above the king, at either end, or between them, "
    "as runs go round the corner (Q-K-A-2)",
    {
        "low": "The ace is low: A-2-3-4 is {a_run}, J-Q-K-A is not.",
        "high": "The ace is high: J-Q-K-A is {a_run}, A-2-3-4 is not.",
        "both": "The ace is high or low, never both: A-2-3-4 and J-Q-K-A stand, K-A-2 does not.",
        "round": "{Runs} go round the corner: A-2-3-4, J-Q-K-A and Q-K-A-2 all stand; each rank "
        "lies once in one, so thirteen cards are the most.",
    },
    {"low": "low", "high": "high", "both": "high or low", "round": "high, low or round the corner"},
)
_rule(
    "repeated_suits",
    "A suit twice in a set",
    "whether a set may hold a suit more than once; otherwise four cards are the most",
    {
        False: "A suit stands once in {a_set}, which so has four cards at most; a joker in it "
        "stands for a suit that is missing."
    },
)
_rule(
    "same_rank_sets",
    "Two sets of one rank",
    "whether one lay-down may hold two sets of one rank",
    lambda rules: said(
        "One lay-down may hold two {sets} of one rank."
        if rules.same_rank_sets
        else "The {sets} of one lay-down are of different ranks: six aces are one {set}."
        if rules.repeated_suits
        else "The {sets} of one lay-down are of different ranks.",
        rules,
    ),
)
_rule(
    "adjacent_runs",
    "Runs that touch",
    "whether one lay-down may hold two runs that continue each other",
    {
        True: "One lay-down may hold two {runs} of a suit that follow each other directly.",
        False: "Two {runs} of one suit in a lay-down must not follow each other directly: 5-6-7-8 "
        "with 9-10-J-Q is refused; a gap or an overlap between them stands.",
    },
)


# Jokers


def _wild_natural(rules: Rules) -> str:
    if not rules.has_more_wild:
        return ""
    counts = "What is said of jokers in melds holds for every card that stands in for another."
    if rules.wild_natural:
        return (
            f"A wild card may also be laid as the card it is, and then counts as natural. {counts}"
        )
    return f"A wild card always stands in for another, also in its own place. {counts}"


def _joker_cap(rules: Rules) -> str:
    if rules.joker_cap_by_round:
        caps = enumerate(rules.joker_cap_by_round, 1)
        said = "; ".join(f"{number}: {_cap_text(rules, cap)}" for number, cap in caps)
        return f"The jokers of a meld, lay-offs included, by {rules.words.round}: {said}."
    cap, only = rules.joker_cap, _only(rules, rules.joker_cap)
    match cap.kind:
        case "any":
            return f"Any number of jokers may lie in {only or 'a meld'}."
        case "fixed":
            most = f"A meld holds {counted(cap.most, 'joker')} at most, cards laid off included"
        case "naturals":
            most = "The jokers of a meld never outnumber its natural cards; equal is allowed"
        case "by-size":
            most = f"The most jokers in a meld, lay-offs included: {_cap_by_size(rules, cap)}"
    return f"{most}{f'; they lie in {only}' if only else ''}."


def _only(rules: Rules, cap: JokerCap) -> str:
    word = {"any": "", "sets": rules.words.set, "runs": rules.words.run}[cap.only]
    return f"{plural(word, rules.words)} only" if word else ""


def _cap_by_size(rules: Rules, cap: JokerCap) -> str:
    sets = steps_text(cap.sets, rules.words.set)
    return f"{sets}; {steps_text(cap.runs, rules.words.run)}"


def _cap_text(rules: Rules, cap: JokerCap) -> str:
    said = {
        "any": "any number",
        "fixed": f"{cap.most} at most",
        "naturals": "no more than naturals",
        "by-size": _cap_by_size(rules, cap) if cap.kind == "by-size" else "",
    }[cap.kind]
    return ", ".join([said, *filter(None, [_only(rules, cap)])])


def _exchange(rules: Rules) -> str:
    if rules.exchange == "none":
        return "A joker on the table stays where it lies."
    meld = "meld" if rules.exchange_in == "any" else rules.words.run
    whose = f"any {meld}" if rules.exchange == "any" else f"a {meld} of another player"
    return (
        f"On one's turn, after the draw, a joker in {whose} may be replaced by the natural card it "
        "stands for; the joker comes into the hand."
    )


def _exchange_duty(rules: Rules) -> str:
    is_for_all = rules.exchange_when == "any"
    match rules.exchange_duty:
        case "use" if is_for_all:
            return (
                "A joker that is won must be laid in the same turn: by one who is not down, in or "
                "after going down."
            )
        case "use":
            return "A joker that is won must be laid in the same turn."
        case "none" if is_for_all:
            return "A player may win a joker before going down as well as after."
        case "go-down" if is_for_all:
            return (
                "A player who is not down may win a joker only if the hand can then go down, at "
                "once or after further exchanges in the same turn, and must go down before the "
                "turn ends."
            )
        case _:
            return ""


_rule(
    "wild_ranks",
    "Wild ranks",
    "ranks that are wild besides the jokers, such as [2]",
    lambda rules: (
        f"Besides the jokers all {listed([RANK_PLURALS[r] for r in rules.wild_ranks])} are wild."
        if rules.wild_ranks
        else ""
    ),
    example="[2], or [A, J]",
)
_rule(
    "wild_cards",
    "Wild cards",
    "single cards that are wild besides the jokers, such as [JS, JH]",
    lambda rules: (
        f"{listed(rules.wild_cards)} {'are' if rules.wild_cards[1:] else 'is'} wild."
        if rules.wild_cards
        else ""
    ),
    example="[JS, JH]",
)
_rule(
    "wild_by_round",
    "Wild rank by round",
    "a rank that is wild besides the jokers in each round, one entry a round",
    lambda rules: (
        f"In each {rules.words.round} one more rank is wild: "
        f"{', '.join(RANK_PLURALS[rank] for rank in rules.wild_by_round)}."
        if rules.wild_by_round
        else ""
    ),
    example="[3, 4, 5, 6, 7, 8, 9, 10, J, Q, K]",
)
_rule(
    "upcard_wild",
    "Upcard's rank wild",
    "whether the rank of the first upcard of a round is wild in that round",
    {
        True: "The rank of the first upcard of a {round} is wild in that {round}; a joker turned "
        "up makes no rank wild."
    },
)
_rule(
    "wild_natural",
    "Wild cards as themselves",
    "whether a wild card that is no joker may also be laid as the card it is",
    _wild_natural,
)
_rule(
    "joker_cap",
    "Jokers in a meld",
    "how many jokers one meld may hold",
    _joker_cap,
    lambda rules: _cap_text(rules, rules.joker_cap),
    "{kind: fixed, most: 1}",
)
_rule(
    "joker_cap_by_round",
    "Jokers by round",
    "how many jokers one meld may hold, one entry a round, in place of joker_cap",
    "",
    lambda rules: (
        "; ".join(_cap_text(rules, cap) for cap in rules.joker_cap_by_round) or "in all alike"
    ),
    "[{kind: fixed, most: 1}, {kind: any}]",
)
_rule(
    "adjacent_wild",
    "Wild cards side by side",
    "whether two cards that stand in for others may lie side by side in a run",
    {
        False: "Two cards that stand in for others never lie side by side in {a_run}, lay-offs "
        "included; in {a_set} there are no places, so it asks nothing there."
    },
)
_rule(
    "exchange",
    "Jokers won from",
    "whose melds a player may win a joker from, for the card it stands for",
    _exchange,
    {"none": "no meld", "any": "any meld", "others": "others' melds"},
)
_rule(
    "exchange_when",
    "Joker won when",
    "whether one must be down to win a joker",
    {"down": "Only a player who is down may win a joker."},
    {"any": "down or not", "down": "down"},
)
_rule(
    "exchange_in",
    "Joker won in",
    "whether a joker is won from any meld or from runs alone",
    {"runs": "A joker is won from {runs} only."},
    {"any": "any meld", "runs": "{runs}"},
)
_rule(
    "exchange_duty",
    "Joker won, then",
    "what a joker exchange asks of a player who is not down",
    _exchange_duty,
    {"go-down": "go down", "use": "lay it", "none": "free"},
)


# The turn

_rule(
    "recycle",
    "Discards as stock",
    "how the discards become the stock",
    lambda rules: (
        ""
        if rules.renewals == "never"
        else "When the stock is used up the discards are shuffled and become the stock."
        if rules.recycle == "shuffle"
        else "When the stock is used up the discards are turned over, unshuffled, as the stock."
    ),
    {"shuffle": "shuffled", "turn": "turned over"},
)
_rule(
    "renewals",
    "Renewals of the stock",
    "how often in a round the discards become the stock",
    {
        "once": "The discards become the stock once in a {round}; after that an empty stock stays "
        "empty.",
        "never": "The discards never become the stock: once it is used up it stays empty.",
    },
)
_rule(
    "stalemate",
    "Round that stands still",
    "what becomes of a round that nobody can end any more",
    {
        value: f"When nobody can end the {{round}} any more, as no card left fits anywhere, {end}"
        for value, end in (
            ("count", "it ends there and every hand counts."),
            (
                "deal-again",
                "it is thrown in: the same dealer deals again and nobody scores. "
                "The turns before that count towards those after which the {round} is stopped.",
            ),
        )
    },
    {"count": "counted", "deal-again": "dealt again"},
)


# Calls


def _call_cost(rules: Rules) -> str:
    if rules.call_costs:
        return ""
    if not rules.call_cost:
        return f"A {call_name(rules)} brings the discard alone, and no card from the stock."
    extra = counted(rules.call_cost, "card")
    return f"A {call_name(rules)} brings the discard and {extra} from the stock."


def _price(message: str, key: str) -> Callable[[Rules], str]:
    """The message with the prices of a call, empty where it costs nothing of that kind."""

    def sentence(rules: Rules) -> str:
        prices = getattr(rules, key)
        is_said = bool(prices) if key == "call_costs" else any(prices)
        return said(message, rules, _prices(rules, prices)) if is_said else ""

    return sentence


def _short_price(key: str, free: str) -> Callable[[Rules], str]:
    prices = _price("{value}", key)
    return lambda rules: prices(rules) or free


def _prices(rules: Rules, prices: tuple[int, ...]) -> str:
    if rules.call_price_by == "round":
        padded = (*prices, *prices[-1:] * len(rules.contracts))[: len(rules.contracts)]
        return by_round(rules, padded)
    while prices[-2:-1] == prices[-1:]:
        prices = prices[:-1]
    *first, last = prices
    if not first:
        return f"{last} for each"
    words = ("first", "second", "third", "fourth", "fifth", "sixth")
    each = (words[at] if at < len(words) else f"{at + 1}th" for at in range(len(first)))
    parts = [f"{price} for the {number}" for price, number in zip(first, each, strict=True)]
    return f"{', '.join(parts)}, {last} for each further one of a {rules.words.round}"


def _call_limit(rules: Rules) -> str:
    if not any(rules.call_limit):
        return "Nobody takes the discard out of turn; the player on turn may take it as the draw."
    own = f"{rules.words.call} calls" if rules.words.call else ""
    calls = own or CALLS[rules.call_word].several
    return f"The {calls} each player has: {by_round(rules, rules.call_limit)}."


def _call_when_down(rules: Rules) -> str:
    if rules.calls_till_down:
        return ""
    may = "may still" if rules.call_when_down else "may not"
    return f"A player who is down {may} {call_verb(rules)}."


_rule(
    "call_word",
    "Call",
    "what one says who wants the discard out of turn",
    "The call for the discard is {call}: one who is not on turn wants the card and says so.",
    call_name,
)
_rule(
    "call_cost",
    "Cards for a call",
    "cards from the stock that come with a called discard",
    _call_cost,
    lambda rules: counted(rules.call_cost, "extra card"),
)
_rule(
    "call_price_by",
    "Price of a call by",
    "whether call_costs, call_points and call_chips have an entry a round, or one for the first, "
    "second, ... call of a player in a round",
    "",
    {"round": "{round}", "call": "call"},
)
_rule(
    "call_costs",
    "Cards for a call by round",
    "cards that come with a called discard, by round; empty: call_cost in all",
    _price("Cards from the stock that come with a call: {value}.", "call_costs"),
    _short_price("call_costs", "the same"),
)
_rule(
    "call_points",
    "Points for a call",
    "points that a call costs, by round or by call; the last one goes on",
    _price("Points that a call costs: {value}.", "call_points"),
    _short_price("call_points", "none"),
)
_rule(
    "call_chips",
    "Chips for a call",
    "chips that a call costs, by round or by call; the last one goes on",
    _price(
        "Chips that a call costs, paid to the bank: {value}. Who has not so many cannot call.",
        "call_chips",
    ),
    _short_price("call_chips", "none"),
)
_rule(
    "chips",
    "Chips",
    "chips with which each player begins the game",
    lambda rules: f"Each player begins with {counted(rules.chips, 'chip')}." if rules.chips else "",
)
_rule(
    "bank",
    "Bank",
    "who has the chips that were paid: the winner of the game, or whoever goes out of a round",
    {
        "game": "The winner of the game has the chips that were paid; several share them, odd ones "
        "going one each from the last dealer's left on.",
        "round": "Whoever goes out has the chips that were paid; else they wait for the next one, "
        "and after the last for the winner of the game.",
    },
    {"game": "to the winner of the game", "round": "to the winner of the round"},
)
_rule(
    "call_limit",
    "Calls",
    "calls a player has, by round",
    _call_limit,
    lambda rules: by_round(rules, rules.call_limit),
    "3, or [3, 3, 4]",
)
_rule(
    "calls_per_game",
    "Calls in a game",
    "calls a player has in the whole game; 0: as many as the rounds allow",
    {0: "", None: "In the whole game each player has {value} calls at most."},
    {0: "no limit", None: "{value}"},
)
_rule(
    "own_discard",
    "Own discard",
    "whether one may call the discard that one made oneself",
    {True: "A player may also call the card they tossed."},
    {True: "may be called", False: "not called"},
)
_rule(
    "call_order",
    "Of several callers",
    "who comes first of several callers: nearest to the turn, nearest to the dealer's left, first "
    "to call",
    {
        "turn": "If several call, the one whose turn comes soonest has the card.",
        "dealer": "If several call, the one nearest to the dealer's {side} has the card.",
        "first": "If several call, the first to call has the card.",
    },
    {
        "turn": "nearest to the turn first",
        "dealer": "nearest to the dealer first",
        "first": "first to call has it",
    },
)
_rule(
    "first_right",
    "First right",
    "whether the player on turn comes before the callers",
    {
        "always": "The player on turn comes before all callers and may take the discard as the "
        "draw, but cannot keep it from them and draw from the stock.",
        "unless-down": "The player on turn comes before all callers, unless down: then a caller "
        "comes first, and the card may be taken as the draw only if nobody calls.",
        "never": "The player on turn has no first right: the discard may be taken as the draw only "
        "if nobody called it.",
    },
)
_rule(
    "call_when_down",
    "Calls when down",
    "whether a player who is down may still call",
    _call_when_down,
)
_rule(
    "calls_till_down",
    "Calls until one is down",
    "whether nobody calls any more once anybody is down",
    {True: "Once anybody is down, nobody calls any more in that {round}."},
)
_rule(
    "beneath",
    "Card beneath",
    "the card beneath one that was called",
    {
        "open": "After a call the card beneath is the top discard: it may be taken or called in "
        "turn.",
        "dead": "After a call the card beneath is neither taken nor called: the player on turn "
        "draws from the stock.",
    },
)


# Down and laying off


def _meld_when_down(rules: Rules) -> str:
    if not rules.meld_when_down:
        return ""
    if rules.lay_off_on != "none":
        when = " and where laying off is allowed"
    else:
        when = "" if rules.lay_off_at_once else ", from the next turn on"
    return f"Once down, one may lay further melds as well, one at a time{when}."


def _lay_off_at_once(rules: Rules) -> str:
    if rules.lay_off_on == "none":
        return ""
    if rules.lay_off_at_once:
        when = f", from turn {rules.lay_off_from} on" if rules.lay_off_from > 1 else ""
        return f"Laying off is allowed in the very turn of going down{when}."
    later = "" if rules.lay_off_from > 1 else "; from the next turn on"
    return f"No laying off in the turn of going down{later}."


def _lay_off_from(rules: Rules) -> str:
    is_moot = rules.lay_off_on == "none" and not rules.meld_when_down
    if rules.lay_off_from == 1 or is_moot:
        return ""
    does = "lays further melds" if rules.lay_off_on == "none" else "lays off"
    return f"Nobody {does} before turn {rules.lay_off_from} of one's own in a {rules.words.round}."


_rule(
    "down_from",
    "Go down from turn",
    "the own turn of a round from which on one goes down; 2: not in the first",
    {1: "", None: "Nobody goes down before turn {value} of one's own in a {round}."},
)
_rule(
    "meld_when_down",
    "Melds when down",
    "whether one who is down may lay further melds, one at a time",
    _meld_when_down,
    {True: "further ones", False: "none"},
)
_rule(
    "lay_off_at_once",
    "Lay off at once",
    "whether one may lay off in the turn of going down",
    _lay_off_at_once,
)
_rule(
    "lay_off_from",
    "Lay off from turn",
    "the own turn of a round from which on one lays off; 2: not in the first",
    _lay_off_from,
)
_rule(
    "lay_off_on",
    "Lay off on",
    "on whose melds one lays off: any, those of one's own, or none",
    {"own": "One lays off on melds of one's own only.", "none": "Nothing is laid off."},
    {"any": "any melds", "own": "own melds", "none": "no melds"},
)


# SHANGHAI


def _shanghai(rules: Rules) -> str:
    if not rules.shanghai:
        free = ": a card that fits a meld may be discarded like any other"
        return f"There is no SHANGHAI{'' if 'playable' in rules.discard_ban else free}."
    return (
        "One who discards a card that fits a meld on the table may say SHANGHAI: the next player "
        "then draws from the stock and nobody calls. If the card is tossed without a word, anyone "
        "but the tosser, down or not, may call SHANGHAI before the next draw. Once another discard "
        "has covered it, it is a card like any other."
    )


def _shanghai_pays(rules: Rules) -> str:
    takes = ["a card at random from the caller's hand"] * rules.shanghai_gives
    cards = f"{counted(rules.shanghai_cards, 'card')} from the stock"
    takes += [cards] * bool(rules.shanghai_cards)
    draws = f"draws {listed(takes)}" if takes else ""
    fine = counted(rules.shanghai_points, "point")
    counts = f"counts {fine} more" if rules.shanghai_points else ""
    does = " and ".join(filter(None, (draws, counts)))
    return f"The tosser then {does}." if does else "The tosser pays nothing for it."


_rule("shanghai", "SHANGHAI", "whether SHANGHAI is declared and called", _shanghai)
_rule(
    "shanghai_card",
    "SHANGHAI card",
    "where a card goes on which SHANGHAI is called: on the meld, or back to the hand that tossed "
    "it",
    {
        "meld": "A card on which SHANGHAI is called is played on the meld that the caller names.",
        "back": "A card on which SHANGHAI is called goes back to the hand that tossed it.",
    },
    {"meld": "to the meld", "back": "to the tosser"},
)
_rule(
    "shanghai_gives",
    "SHANGHAI gives a card",
    "whether the tosser then draws a card from the caller's hand",
    _shanghai_pays,
)
_rule("shanghai_cards", "SHANGHAI cards", "cards from the stock that the tosser then takes", "")
_rule("shanghai_points", "SHANGHAI points", "points that the tosser then has to take", "")


# Going out


def _last_discard(rules: Rules) -> str:
    if not rules.last_discard:
        return (
            "One goes out by melding or laying off the last card, never by discarding it. A last "
            "card that fits nowhere is kept, and that turn ends without a discard."
        )
    if rules.must_discard:
        return ""
    ways = ["melding", "laying off"] if rules.lay_off_on != "none" else ["melding"]
    return f"One goes out by {listed([*ways, 'discarding'], 'or')} the last card."


def _must_discard(rules: Rules) -> str:
    if not rules.must_discard:
        return ""
    parts = ["On one's turn one goes out by a discard only: a card must be left for it."]
    if rules.all_in_rounds:
        parts.append(f"{_whole_hands(rules, 'In', 'For')} the whole hand goes down without one.")
    if rules.shanghai and rules.shanghai_gives:
        parts.append("A called SHANGHAI may empty a hand all the same.")
    return " ".join(parts)


def _discard_ban(rules: Rules) -> str:
    what = {
        "playable": "a card that fits a meld",
        "taken": "the card just taken",
        "wild": "a wild card",
    }
    barred = listed([what[ban] for ban in dict.fromkeys(rules.discard_ban)], "or")
    return f"While a card is held that may be, {barred} may not be discarded." if barred else ""


_OFF: Final = {0: "none", None: "{value} off"}


def _blind(rules: Rules) -> str:
    if rules.blind_bonus:
        return (
            f"Going out blind, not down before and the whole hand gone in one turn: "
            f"{rules.blind_bonus} points off."
        )
    if rules.clean_blind_bonus:
        return ""
    return f"Going out in one single turn brings no {'further ' * bool(rules.out_bonus)}bonus."


def _clean_blind(rules: Rules) -> str:
    if rules.clean_blind_bonus <= rules.blind_bonus:
        return "Going out without a joker brings nothing more."
    other = "card that stands in for one" if rules.wild_natural else "wild card"
    wild = f", nor another {other}," * rules.has_more_wild
    return (
        f"Going out blind with no joker{wild} among the cards that left the hand in that turn: "
        f"{rules.clean_blind_bonus} points off{' instead' * bool(rules.blind_bonus)}."
    )


_rule(
    "last_discard",
    "Out by a discard",
    "whether one may go out by discarding the last card",
    _last_discard,
)
_rule(
    "must_discard",
    "A discard to go out",
    "whether one goes out by a discard alone and must keep a card for it",
    _must_discard,
    {True: "needed", False: "not needed"},
)
_rule(
    "discard_ban",
    "Not to be discarded",
    "discards that are barred while another card is held: one that fits a meld, the one just "
    "taken, or a wild one",
    _discard_ban,
    lambda rules: ", ".join(rules.discard_ban) or "nothing",
)
_rule(
    "last_turn",
    "A last turn",
    "whether each other player has one more turn once somebody is out",
    {
        True: "Once somebody is out, each other player has one more turn, and may go out in it "
        "too. Then the {round} ends; the first to be out has gone out."
    },
)
_rule(
    "out_bonus",
    "Points for going out",
    "points off for the one who goes out, in whatever way",
    {0: "", None: "Going out takes {value} points off, blind or not."},
)
_rule(
    "blind_bonus",
    "Out blind",
    "points off for going out in one turn, not down before",
    _blind,
    _OFF,
)
_rule(
    "clean_blind_bonus",
    "Out blind without a joker",
    "points off instead, if no joker left the hand in that turn",
    _clean_blind,
    _OFF,
)


# Points


def _card_points(rules: Rules) -> str:
    suits = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
    names = [
        f"{name} {points}" if len(name) > 1 else f"each {suits[name]} {points}"
        for name, points in rules.card_points.items()
    ]
    return f"Other points have: {', '.join(names)}." if names else ""


_rule(
    "points",
    "Points",
    "what a card left in a hand counts: of A 2 3 ... Q K",
    lambda rules: f"Cards left in a hand count {ranks_text(rules.points)}.",
    lambda rules: ranks_text(rules.points),
    "[15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10], of A 2 3 ... Q K",
)
_rule(
    "card_points",
    "Points of chosen cards",
    "points of single cards such as QS, or of a suit such as H, in place of those of their rank",
    _card_points,
    lambda rules: (
        ", ".join(f"{name} {points}" for name, points in rules.card_points.items()) or "none"
    ),
    "{QS: 50, H: 1}",
)
_rule(
    "joker_points",
    "Points of a joker",
    "what a joker left in a hand counts",
    "A joker left in a hand counts {value}.",
    example="25",
)
_rule(
    "not_down_penalty",
    "Not down",
    "points more for one who is not down when another goes out or the round is blocked",
    {
        0: "",
        None: "One who is not down when another goes out, or when the {round} ends with nobody "
        "out, counts {value} points more; the one who goes out pays nothing.",
    },
)
_rule(
    "not_down_times",
    "Not down, points times",
    "by how much the cards of one who is not down are multiplied when another goes out",
    {1: "", None: "The cards of one who is not down count {value} times."},
    "{value} times",
)
_rule(
    "end_at",
    "Game ends above",
    "the total above which the game ends after the round; 0: it ends after the last round alone",
    {0: "", None: "The game ends after a {round} in which a total is above {value} points."},
    {0: "no total", None: "{value}"},
)
_rule(
    "last_round_times",
    "Last round counts",
    "by how much the points of the last round are multiplied",
    {1: "", None: "The points of the last {round} count {value} times."},
    "{value} times",
)


RULE_WORDS: Final = {key: _SAID[key] for key in RULES}
"""The words of each rule by its key; a rule without any fails here with KeyError."""
KEY_WORDS: Final[dict[str, KeyWords]] = {**ABOUT_WORDS, **RULE_WORDS}
"""The words of every key of a variant file."""
