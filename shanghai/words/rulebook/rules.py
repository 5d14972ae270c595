"""The words of each rule: what it is called, what it means, its value in short, its sentence."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeVar

from msgspec import Struct

from shanghai.engine.parameters.entry import is_on
from shanghai.engine.parameters.fields import RULES
from shanghai.engine.parameters.parts import DealFor, JokerCap, Pack
from shanghai.engine.rules import Rules
from shanghai.words.contracts import contract_parts, span
from shanghai.words.grammar import counted, listed, noun, plural
from shanghai.words.messages import Messages
from shanghai.words.phrases import RANK_PLURALS, call_name, call_verb, call_words
from shanghai.words.rulebook.message import said
from shanghai.words.rulebook.pieces import by_round, pack_text, ranks_text, steps_text

say = Messages("rules")
__getattr__ = say.__getattr__

_UpTo = TypeVar("_UpTo", Pack, DealFor)


class KeyWords(Struct, frozen=True):
    """What a key of a variant file is called, what it means, and what a value may look like."""

    key: str

    @property
    def title(self) -> str:
        """What it is called."""
        return str(self._words["title"])

    @property
    def description(self) -> str:
        """What it means."""
        return str(self._words["description"])

    @property
    def example(self) -> str:
        """What a value may look like; empty where that goes without saying."""
        return str(self._words.get("example", ""))

    @property
    def _words(self) -> Mapping[str, Any]:
        return _ABOUT[self.key]


class RuleWords(KeyWords, frozen=True):
    """The words of a rule; its sentence is empty where it goes without saying."""

    def short(self, rules: Rules) -> str:
        """Its value in a few words, for a comparison."""
        return self.in_words(rules) if self.is_of_use(rules) else "-"

    def in_words(self, rules: Rules) -> str:
        """The same, also where the rule is of no use beside others."""
        value = getattr(rules, self.key)
        if (short := _SHORT.get(self.key, self._words.get("short"))) is not None:
            return said(short, rules, value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):
            return ", ".join(map(str, value)) or "none"
        return str(value).replace("-", " ")

    def sentence(self, rules: Rules) -> str:
        """What it says on the rules page."""
        if not self.is_of_use(rules):
            return ""
        message = _SENTENCES.get(self.key, self._words.get("sentence", ""))
        return said(message, rules, getattr(rules, self.key))

    def is_of_use(self, rules: Rules) -> bool:
        """Whether the rule without which it means nothing is in force."""
        under = RULES[self.key].under
        return not under or is_on(getattr(rules, under))

    @property
    def _words(self) -> Mapping[str, Any]:
        return _RULES[self.key]


_RULES: Final[Mapping[str, Mapping[str, Any]]] = say.table("RULES")
_ABOUT: Final[Mapping[str, Mapping[str, Any]]] = say.table("ABOUT")


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


# The deal


def _deal_for(rules: Rules) -> str:
    parts, rounds = [], len(rules.contracts)
    for seats, small in _by_players(rules, rules.deal_for):
        padded = (*small.deal, *small.deal[-1:] * rounds)[:rounds]
        parts.append(f"{seats} are dealt {by_round(rules, padded)}")
    return f"{'; '.join(parts)}." if parts else ""


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


_THEN: Final[Mapping[str, str]] = say.table("THEN")


# Melds


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


# The turn


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
    calls = own or call_words(rules.call_word).several
    return f"The {calls} each player has: {by_round(rules, rules.call_limit)}."


def _call_when_down(rules: Rules) -> str:
    if rules.calls_till_down:
        return ""
    may = "may still" if rules.call_when_down else "may not"
    return f"A player who is down {may} {call_verb(rules)}."


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


# Points


def _card_points(rules: Rules) -> str:
    suits = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
    names = [
        f"{name} {points}" if len(name) > 1 else f"each {suits[name]} {points}"
        for name, points in rules.card_points.items()
    ]
    return f"Other points have: {', '.join(names)}." if names else ""


_SENTENCES: Final[Mapping[str, Callable[[Rules], str]]] = {
    "packs": _packs,
    "deal": lambda rules: (
        f"Cards dealt to each: {by_round(rules, rules.deal)}."
        + " One more is turned up and starts the discards." * rules.upcard
    ),
    "deal_for": _deal_for,
    "contracts": _contracts,
    "meld_points": _meld_points,
    "contracts_then": lambda rules: (
        f"After the last contract the game goes on with {_THEN[rules.contracts_then]}."
        if rules.goes_on
        else ""
    ),
    "most_rounds": lambda rules: (
        f"At the latest it ends after {rules.words.round} {rules.rounds}."
        if rules.is_by_player or rules.goes_on
        else ""
    ),
    "all_in_rounds": _all_in,
    "same_rank_sets": lambda rules: said(
        "One lay-down may hold two {sets} of one rank."
        if rules.same_rank_sets
        else "The {sets} of one lay-down are of different ranks: six aces are one {set}."
        if rules.repeated_suits
        else "The {sets} of one lay-down are of different ranks.",
        rules,
    ),
    "wild_ranks": lambda rules: (
        f"Besides the jokers all {listed([RANK_PLURALS[r] for r in rules.wild_ranks])} are wild."
        if rules.wild_ranks
        else ""
    ),
    "wild_cards": lambda rules: (
        f"{listed(rules.wild_cards)} {'are' if rules.wild_cards[1:] else 'is'} wild."
        if rules.wild_cards
        else ""
    ),
    "wild_by_round": lambda rules: (
        f"In each {rules.words.round} one rank is wild besides the jokers: "
        f"{', '.join(RANK_PLURALS[rank] for rank in rules.wild_by_round)}."
        if rules.wild_by_round
        else ""
    ),
    "wild_natural": _wild_natural,
    "joker_cap": _joker_cap,
    "exchange": _exchange,
    "exchange_duty": _exchange_duty,
    "recycle": lambda rules: (
        ""
        if rules.renewals == "never"
        else "When the stock is used up the discards are shuffled and become the stock."
        if rules.recycle == "shuffle"
        else "When the stock is used up the discards are turned over, unshuffled, as the stock."
    ),
    "call_cost": _call_cost,
    "call_costs": _price(say.CARDS_FOR_CALL, "call_costs"),
    "call_points": _price(say.POINTS_FOR_CALL, "call_points"),
    "call_chips": _price(say.CHIPS_FOR_CALL, "call_chips"),
    "chips": lambda rules: say.CHIPS_EACH(count=rules.chips) if rules.chips else "",
    "call_limit": _call_limit,
    "call_when_down": _call_when_down,
    "meld_when_down": _meld_when_down,
    "lay_off_at_once": _lay_off_at_once,
    "lay_off_from": _lay_off_from,
    "shanghai": _shanghai,
    "shanghai_gives": _shanghai_pays,
    "last_discard": _last_discard,
    "must_discard": _must_discard,
    "discard_ban": _discard_ban,
    "blind_bonus": _blind,
    "clean_blind_bonus": _clean_blind,
    "points": lambda rules: f"Cards left in a hand count {ranks_text(rules.points)}.",
    "card_points": _card_points,
}
"""The sentences that are made of several values, by their rules."""
_SHORT: Final[Mapping[str, Callable[[Rules], str]]] = {
    "packs": lambda rules: "; ".join(f"to {p.up_to}: {pack_text(p)}" for p in rules.packs),
    "deal": lambda rules: by_round(rules, rules.deal),
    "deal_for": lambda rules: (
        "; ".join(f"to {few.up_to}: {', '.join(map(str, few.deal))}" for few in rules.deal_for)
        or "none"
    ),
    "contracts": lambda rules: str(len(rules.contracts)),
    "meld_points": lambda rules: _melds_count(rules) if rules.meld_points else "as in a hand",
    "most_rounds": lambda rules: str(rules.rounds) if rules.is_by_player or rules.goes_on else "-",
    "all_in_rounds": lambda rules: (
        span(sorted(rules.all_in_rounds)) or ("no contract" if rules.is_by_player else "no round")
    ),
    "joker_cap": lambda rules: _cap_text(rules, rules.joker_cap),
    "joker_cap_by_round": lambda rules: (
        "; ".join(_cap_text(rules, cap) for cap in rules.joker_cap_by_round) or "in all alike"
    ),
    "call_word": call_name,
    "call_cost": lambda rules: counted(rules.call_cost, "extra card"),
    "call_costs": _short_price("call_costs", "the same"),
    "call_points": _short_price("call_points", "none"),
    "call_chips": _short_price("call_chips", "none"),
    "call_limit": lambda rules: by_round(rules, rules.call_limit),
    "discard_ban": lambda rules: ", ".join(rules.discard_ban) or "nothing",
    "points": lambda rules: ranks_text(rules.points),
    "card_points": lambda rules: (
        ", ".join(f"{name} {points}" for name, points in rules.card_points.items()) or "none"
    ),
}
"""The values in short that are made, by their rules."""
RULE_WORDS: Final = {key: RuleWords(key) for key in RULES}
"""The words of each rule by its key."""
KEY_WORDS: Final[dict[str, KeyWords]] = {**{key: KeyWords(key) for key in _ABOUT}, **RULE_WORDS}
"""The words of every key of a variant file."""
