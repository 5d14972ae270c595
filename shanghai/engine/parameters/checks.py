"""What the rules of a variant must agree on among themselves, beyond the type of each.

What a rule asks of its own figures and of one other rule stands in its entry; here is the rest.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator
from typing import Final

from msgspec import Struct

from shanghai.engine.melds import SUITS
from shanghai.engine.parameters.entry import is_on
from shanghai.engine.parameters.fields import ABOUT, CLAUSES, DEFAULTS, RULES
from shanghai.engine.parameters.parts import Contract, JokerCap
from shanghai.engine.rules import MAX_ROUNDS, Rules

RulePath = tuple[str | int, ...]
"""The keys and places that lead to a value of a variant file."""

RANKS: Final = 13
_MOST_JOKERS: Final = 40
_MOST_WILD: Final = 20
_CLAUSE: Final = r"[A-Z]{2,6}-[1-9][0-9]{0,2}"
_CARD: Final = r"(A|[2-9]|10|J|Q|K)?[SHDC]"
_CALL: Final = r"(?=.{1,14}$)[^\W\d_]+( [^\W\d_]+){0,2}"
_WORD: Final = r"[^\W\d_]{1,14}"


class Problem(Struct, frozen=True):
    """A fault of the rules at the path of the value that is to blame."""

    path: RulePath
    message: str
    hint: str = ""
    known: tuple[str, ...] = ()
    """The names of which the last part of the path should have been one."""


Check = Callable[[Rules], Iterator[Problem]]
_CHECKS: Final[list[tuple[Check, tuple[str, ...]]]] = []
"""Each check with the keys that it reads."""


def check_variant(rules: Rules, unread: Container[str] = ()) -> Iterator[Problem]:
    """Every disagreement among the rules of a variant, none if a game can be played by them.

    Of a faulty file `unread` holds the keys that could not be read: checks that need them wait.
    """
    for key, entry in (ABOUT | RULES).items():
        if entry.most is not None and key not in unread:
            yield from _too_much((key,), getattr(rules, key), entry.most)
    for key, rule in RULES.items():
        value = getattr(rules, key)
        if rule.once and key not in unread:
            for index, name in enumerate(value):
                if name in value[:index]:
                    yield Problem((key, index), f"{name} stands twice", "each once")
        for need in rule.needs:
            is_read = key not in unread and need.other not in unread
            if is_read and not need.is_met(value, getattr(rules, need.other)):
                import json

                hint = need.needed if isinstance(need.needed, str) else json.dumps(need.needed)
                yield Problem((key,), need.message, f"{need.other}: {hint}")
    for check, keys in _CHECKS:
        if not any(key in unread for key in keys):
            yield from check(rules)


def _too_much(path: RulePath, value: object, most: int) -> Iterator[Problem]:
    if isinstance(value, tuple):
        for index, each in enumerate(value):
            yield from _too_much((*path, index), each, most)
    elif isinstance(value, int) and value > most:
        yield Problem(path, f"is {value}, and {most} is the most", f"{most} at most")


def _reads(*keys: str) -> Callable[[Check], Check]:
    """Makes a function one of the checks; it waits while one of these keys cannot be read."""

    def decorate(check: Check) -> Check:
        _CHECKS.append((check, keys))
        return check

    return decorate


@_reads("name", "summary")
def _check_texts(rules: Rules) -> Iterator[Problem]:
    for key in ("name", "summary"):
        if not getattr(rules, key):
            yield Problem((key,), "has nothing in it that can be shown")


@_reads("words")
def _check_words(rules: Rules) -> Iterator[Problem]:
    for key in ("set", "run", "round"):
        if not re.fullmatch(_WORD, getattr(rules.words, key)):
            yield Problem(("words", key), "expected one word of at most 14 letters", "book")
        for forms, example in (("plurals", "books"), ("articles", "an")):
            form = getattr(getattr(rules.words, forms), key)
            if form and not re.fullmatch(_WORD, form):
                said = "expected one word of at most 14 letters"
                yield Problem(("words", forms, key), said, example)
    if rules.words.call and not re.fullmatch(_CALL, rules.words.call):
        yield Problem(("words", "call"), "expected at most three words, 14 letters in all", "MINE")


@_reads("house_rules")
def _check_options(rules: Rules) -> Iterator[Problem]:
    names = [option.name for option in rules.house_rules]
    for number, name in enumerate(names):
        if not name:
            yield Problem(("house_rules", number, "name"), "has nothing in it that can be shown")
        elif name in names[:number]:
            yield Problem(("house_rules", number, "name"), "an earlier house rule has this name")


@_reads("contracts")
def _check_rounds(rules: Rules) -> Iterator[Problem]:
    if not rules.contracts:
        yield Problem(("contracts",), "a game has at least one round")
    if len(rules.contracts) > MAX_ROUNDS:
        message = f"{len(rules.contracts)} rounds, and {MAX_ROUNDS} is the most"
        yield Problem(("contracts",), message)


@_reads("contracts", "deal", "call_limit")
def _check_lists(rules: Rules) -> Iterator[Problem]:
    rounds = len(rules.contracts)
    for key, rule in RULES.items():
        count = len(getattr(rules, key)) if rule.goes_by == "round" else rounds
        if count != rounds and (count or key not in DEFAULTS):
            hint = "one entry a round, or a single number for all"
            yield Problem((key,), f"has {count} entries for {rounds} rounds", hint)


@_reads("contracts", "all_in_rounds")
def _check_all_in(rules: Rules) -> Iterator[Problem]:
    if rules.is_choice and rules.all_in_rounds:
        message = "names contracts, and nobody knows before which one is laid"
        yield Problem(("all_in_rounds",), message, "contracts_by: round")
    for index, number in enumerate(rules.all_in_rounds):
        if number > len(rules.contracts):
            what = "contract" if rules.is_by_player else "round"
            message = f"there is no {what} {number}, the last is {len(rules.contracts)}"
            yield Problem(("all_in_rounds", index), message, f"1 to {len(rules.contracts)}")


@_reads("wild_ranks", "wild_cards")
def _check_wild(rules: Rules) -> Iterator[Problem]:
    if len(rules.other_wild) > _MOST_WILD:
        message = f"{len(rules.other_wild)} of 52 cards are wild, and {_MOST_WILD} is the most"
        yield Problem(("wild_ranks",), message, "five ranks at most")


@_reads("card_points")
def _check_card_points(rules: Rules) -> Iterator[Problem]:
    for name in rules.card_points:
        if not re.fullmatch(_CARD, name):
            yield Problem(("card_points", name), "is no card and no suit", "QS, 10H, or H")


@_reads("exchange_duty", "lay_off_on")
def _check_won_joker(rules: Rules) -> Iterator[Problem]:
    if rules.exchange_duty == "use" and rules.lay_off_on == "none":
        message = "a joker won by one who is down could never be laid"
        yield Problem(("exchange_duty",), message, "lay_off_on: any")


@_reads("most_rounds")
def _check_most_rounds(rules: Rules) -> Iterator[Problem]:
    if rules.most_rounds > MAX_ROUNDS:
        message = f"is {rules.most_rounds}, and {MAX_ROUNDS} is the most"
        yield Problem(("most_rounds",), message, f"{MAX_ROUNDS}, or 0 for as many")


@_reads("contracts", "call_costs", "call_points", "call_chips", "chips")
def _check_prices(rules: Rules) -> Iterator[Problem]:
    rounds = len(rules.contracts)
    for key, rule in RULES.items():
        count = len(getattr(rules, key)) if rule.goes_by == "price" else 0
        is_long = count > (rounds if rules.call_price_by == "round" else MAX_ROUNDS)
        is_short = key == "call_costs" and rules.call_price_by == "round" and 0 < count < rounds
        if is_long or is_short:
            message = f"has {count} entries for {rounds} rounds"
            yield Problem((key,), message, "one entry a round, or call_price_by: call")
    if any(rules.call_chips) and not rules.chips:
        yield Problem(("call_chips",), "nobody has a chip to pay with", "chips: 20")


@_reads("contracts", "packs")
def _check_packs_by_round(rules: Rules) -> Iterator[Problem]:
    rounds = rules.rounds if rules.is_by_player else len(rules.contracts)
    for index, pack in enumerate(rules.packs):
        for key in ("decks_by_round", "jokers_by_round"):
            count = len(getattr(pack, key))
            if count > rounds:
                message = f"has {count} entries for {rounds} rounds"
                yield Problem(("packs", index, key), message, "one entry a round at most")


@_reads("min_players", "max_players")
def _check_players(rules: Rules) -> Iterator[Problem]:
    if rules.min_players > rules.max_players:
        message = f"is {rules.min_players}, more than max_players, {rules.max_players}"
        yield Problem(("min_players",), message, "the smaller number first")


@_reads("deal_for", "deal", "contracts", "call_limit", "call_cost")
def _check_deal_for(rules: Rules) -> Iterator[Problem]:
    for number in range(1, len(rules.deal_for)):
        before, small = rules.deal_for[number - 1], rules.deal_for[number]
        if small.up_to <= before.up_to:
            message = f"{small.up_to} does not come after {before.up_to}"
            hint = "the deals of small tables stand by rising up_to"
            yield Problem(("deal_for", number, "up_to"), message, hint)
    for number, small in enumerate(rules.deal_for):
        for place, dealt in enumerate(small.deal):
            if message := _misfit(rules, place, dealt):
                yield Problem(("deal_for", number, "deal", place), message, "11, say")


def _misfit(rules: Rules, place: int, dealt: int) -> str:
    """Why `dealt` cards do not fit a round, counted from 0; empty where they do."""
    most_dealt = RULES["deal"].most or 0
    if dealt > most_dealt:
        return f"is {dealt}, and {most_dealt} is the most"
    is_by_round = len(rules.deal) == len(rules.call_limit) == len(rules.contracts)
    if rules.shanghai or not is_by_round or place >= len(rules.contracts):
        return ""
    calls = rules.calls_in(place + 1) * (1 + max((rules.call_cost, *rules.call_costs)))
    most, size = dealt + 1 + calls, rules.contracts[place].size
    if size > rules.cards_dealt(place + 1) + 1 + calls:
        return ""  # That is a fault of the contract.
    return f"the contract asks for {size} cards, and a hand grows to {most}" if size > most else ""


@_reads("packs", "max_players")
def _check_packs(rules: Rules) -> Iterator[Problem]:
    if not rules.packs:
        yield Problem(("packs",), "a game needs at least one pack")
        return
    for number in range(1, len(rules.packs)):
        before, pack = rules.packs[number - 1], rules.packs[number]
        if pack.up_to <= before.up_to:
            message = f"{pack.up_to} does not come after {before.up_to}"
            yield Problem(("packs", number, "up_to"), message, "packs stand by rising up_to")
    most = max(pack.up_to for pack in rules.packs)
    if most < rules.max_players:
        message = f"no pack serves {_numbers(range(most + 1, rules.max_players + 1))} players"
        hint = f"max_players: {most}, or one more pack"
        yield Problem(("packs",), message, hint)


@_reads("packs", "deal", "deal_for", "min_players", "max_players")
def _check_cards(rules: Rules) -> Iterator[Problem]:
    short: dict[int, list[int]] = {}
    for players in range(rules.min_players, rules.max_players + 1):
        index = next((i for i, pack in enumerate(rules.packs) if players <= pack.up_to), None)
        if index is None:
            continue
        total, most_dealt = _tightest(rules, players)
        if players * most_dealt + rules.upcard > total:
            short.setdefault(index, []).append(players)
    for index, counts in short.items():
        total, most_dealt = _tightest(rules, counts[0])
        need = counts[0] * most_dealt + rules.upcard
        message = (
            f"too few cards for {_numbers(counts)} players: "
            f"{counts[0]} need {need} of {total} when {most_dealt} are dealt"
        )
        yield Problem(("packs", index), message, "more decks, a smaller deal or fewer players")


def _tightest(rules: Rules, players: int) -> tuple[int, int]:
    rounds = [
        (pack.decks * 52 + pack.jokers, rules.cards_dealt(number, players))
        for number in range(1, len(rules.deal) + 1)
        for pack in (rules.pack(players, number),)
    ]
    return min(rounds, key=lambda each: each[0] - players * each[1], default=(1, 0))


@_reads(
    "contracts", "deal", "deal_for", "call_limit", "call_cost", "packs", "joker_cap", "points",
    "meld_points", "ace", "exact_sizes", "repeated_suits",
)  # fmt: skip
def _check_contracts(rules: Rules) -> Iterator[Problem]:
    rounds = len(rules.contracts)
    if rules.packs and len(rules.deal) == len(rules.call_limit) == rounds <= MAX_ROUNDS:
        for number, contract in enumerate(rules.contracts, 1):
            for place, option in enumerate(contract.options):
                path: RulePath = ("contracts", number - 1)
                instead: RulePath = (*path, "alternatives", place - 1)
                yield from _check_contract(rules, number, option, instead if place else path)


def _check_contract(
    rules: Rules, number: int, contract: Contract, path: RulePath
) -> Iterator[Problem]:
    if not contract.size:
        yield Problem(path, "asks for no meld at all", "sets: [3, 3], runs: [4] or points: 51")
        return
    yield from _check_conditions(rules, contract, path)
    dealt, calls = rules.cards_dealt(number, rules.max_players), rules.calls_in(number)
    cost = max((rules.call_cost, *rules.call_costs))
    most = dealt + 1 + calls * (1 + cost)
    if contract.size > most and not rules.shanghai:
        message = f"asks for {contract.size} cards, and a hand can grow to {most} at most"
        hint = f"{dealt} dealt, 1 drawn, {calls} calls of {1 + cost}"
        yield Problem(path, message, hint)
    if not rules.same_rank_sets and len(contract.sets) > RANKS:
        message = f"{len(contract.sets)} sets of different ranks, and there are {RANKS} ranks"
        yield Problem((*path, "sets"), message)
    if contract.points > max(rules.place_worths) * most and not rules.shanghai:
        message = f"asks for {contract.points} points, and a hand grows to {most} cards at most"
        yield Problem((*path, "points"), message, "fewer points")
    is_runs = not (contract.sets or contract.points or rules.shanghai)
    is_whole = rules.is_all_in(number) and is_runs
    laid = dealt + 1 - rules.all_in_discard
    if is_whole and laid > RANKS * len(contract.runs):
        message = f"{laid} cards can never all lie in {len(contract.runs)} runs"
        yield Problem(path, message, "runs hold 13 cards at most")
    for index, size in enumerate(contract.sets):
        most = _longest_set(rules, number)
        if not rules.repeated_suits and size > SUITS:
            message = f"a set of {size}, and a suit stands once in a set"
            yield Problem((*path, "sets", index), message, "4 at most, or repeated_suits: true")
        elif size > most:
            message = f"a set of {size}, and the cards of one rank and its jokers are {most}"
            yield Problem((*path, "sets", index), message)


def _check_conditions(rules: Rules, contract: Contract, path: RulePath) -> Iterator[Problem]:
    """What the conditions of a contract must agree on."""
    if not contract.points and not _can_be_laid(rules, contract):
        yield Problem(path, "can never be laid, as wild cards are never laid as they are")
    if contract.royal and (contract.runs_of != "suit" or set(contract.runs) != {RANKS}):
        message = "a royal run is a whole suit from ace to king"
        yield Problem((*path, "royal"), message, "runs: [13], royal: true")
    if contract.royal and rules.ace not in ("low", "both"):
        yield Problem((*path, "royal"), "begins with a low ace", "ace: low, or ace: both")
    if contract.suits != "any" and contract.runs_of != "suit":
        message = "is said of runs that are each of one suit"
        yield Problem((*path, "suits"), message, "without runs_of")
    if contract.suits == "different" and len(contract.runs) > SUITS:
        yield Problem((*path, "runs"), f"{len(contract.runs)} runs, and there are {SUITS} suits")
    if contract.ranks == "different" and len(contract.sets) > RANKS:
        yield Problem((*path, "sets"), f"{len(contract.sets)} sets, and there are {RANKS} ranks")
    is_wide = contract.runs_of != "suit" and (contract.sets or contract.points)
    if is_wide and not rules.repeated_suits:
        message = "does not go with sets in which a suit stands once"
        yield Problem((*path, "runs_of"), message, "repeated_suits: true")
    if contract.points and rules.exact_sizes:
        message = "asks for any number of melds, and exact_sizes for just those of a contract"
        yield Problem((*path, "points"), message, "exact_sizes: false")


def _can_be_laid(rules: Rules, contract: Contract) -> bool:
    most = SUITS if not rules.repeated_suits else max(contract.sets, default=0)
    if not rules.never_natural or any(size > most for size in contract.sets):
        return True
    from shanghai.engine.solver import shortage

    return shortage((), contract, rules) <= contract.size


@_reads("meld_points")
def _check_meld_points(rules: Rules) -> Iterator[Problem]:
    count = len(rules.meld_points)
    if count not in (0, RANKS, RANKS + 1):
        message = f"has {count} figures for {RANKS} ranks"
        yield Problem(("meld_points",), message, "ace to king, and perhaps an ace that is not low")


def _longest_set(rules: Rules, number: int) -> int:
    wild = len(rules.other_wild) + 4 * (rules.upcard_wild or bool(rules.wild_by_round))
    return min(
        max(
            size
            for size in range(4 * pack.decks, (4 + wild) * pack.decks + pack.jokers + 1)
            if size == 4 * pack.decks
            or size - rules.in_round(number).joker_cap.most_for(False, size) <= 4 * pack.decks
        )
        for each in rules.packs
        for pack in (each.in_round(number),)
    )


@_reads("joker_cap", "joker_cap_by_round")
def _check_caps(rules: Rules) -> Iterator[Problem]:
    yield from _check_cap(rules.joker_cap, ("joker_cap",))
    for index, cap in enumerate(rules.joker_cap_by_round):
        yield from _check_cap(cap, ("joker_cap_by_round", index))


def _check_cap(cap: JokerCap, at: RulePath) -> Iterator[Problem]:
    figures: list[tuple[RulePath, int]] = [(("most",), cap.most)]
    figures += [
        ((key, i, j), figure)
        for key in ("sets", "runs")
        for i, step in enumerate(getattr(cap, key))
        for j, figure in enumerate(step)
    ]
    for path, figure in figures:
        if figure > _MOST_JOKERS:
            yield Problem((*at, *path), f"is {figure}, and {_MOST_JOKERS} is the most")
    if cap.kind == "by-size":
        for key in ("sets", "runs"):
            steps = getattr(cap, key)
            if not steps:
                yield Problem((*at, key), "is empty", "[[3, 1]]: 1 joker from 3 cards on")
            for index in range(1, len(steps)):
                if steps[index][0] <= steps[index - 1][0]:
                    message = f"{steps[index][0]} does not come after {steps[index - 1][0]}"
                    hint = "steps stand by rising size"
                    yield Problem((*at, key, index), message, hint)


@_reads("sources")
def _check_sources(rules: Rules) -> Iterator[Problem]:
    fields = (*Rules.__struct_fields__, *CLAUSES)
    for key, source in rules.sources.items():
        if key not in fields:
            yield Problem(("sources", key), f"no rule is called {key[:40]!r}", known=fields)
        for index, clause in enumerate(source.clauses):
            if not re.fullmatch(_CLAUSE, clause):
                message = "expected a clause such as RG-3"
                hint = "capital letters, a hyphen, a number"
                yield Problem(("sources", key, "clauses", index), message, hint)


def _numbers(numbers: range | list[int]) -> str:
    first, last = numbers[0], numbers[-1]
    return str(first) if first == last else f"{first} to {last}"


# Keys without effect (HR-8)

_IDLE: Final[tuple[tuple[str, str, Callable[[Rules], object]], ...]] = (
    ("call_cost", "call_costs", lambda rules: rules.call_costs),
    ("call_price_by", "the prices of a call", lambda rules: not _prices(rules)),
    ("chips", "call_chips", lambda rules: not any(rules.call_chips)),
    ("wild_natural", "wild_ranks", lambda rules: not rules.has_more_wild),
    (
        "most_rounds",
        "contracts_by: player, or contracts_then",
        lambda rules: not (rules.is_by_player or rules.goes_on),
    ),
    ("contracts_then", "contracts_by: round", lambda rules: not rules.goes_on),
    ("recycle", "renewals", lambda rules: rules.renewals == "never"),
    ("lay_off_at_once", "lay_off_on", lambda rules: _lays_nothing(rules)),
    ("lay_off_from", "lay_off_on", lambda rules: _lays_nothing(rules)),
    (
        "clean_blind_bonus",
        "blind_bonus",
        lambda rules: rules.clean_blind_bonus <= rules.blind_bonus,
    ),
    ("same_rank_sets", "contracts", lambda rules: max(c.set_count for c in rules.contracts) < 2),
    ("adjacent_runs", "contracts", lambda rules: max(c.run_count for c in rules.contracts) < 2),
    ("adjacent_wild", "joker_cap", lambda rules: rules.joker_cap.most_for(True, 13) < 2),
    ("meld_points", "points in contracts", lambda rules: not any(c.points for c in rules.options)),
    ("deal_for", "min_players", lambda rules: rules.deal_for[0].up_to < rules.min_players),
    ("joker_cap", "its kind", lambda rules: rules.joker_cap.has_more),
    ("joker_cap", "joker_cap_by_round", lambda rules: rules.joker_cap_by_round),
)
"""Rules, each with what makes it say nothing beside others, and when that is so."""


def _prices(rules: Rules) -> bool:
    return any((*rules.call_costs, *rules.call_points, *rules.call_chips))


def _lays_nothing(rules: Rules) -> bool:
    return rules.lay_off_on == "none" and not rules.meld_when_down


def without_effect(rules: Rules, keys: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Of these rules each that has no effect beside the others, and the key that decides it."""
    for key in keys:
        if key not in RULES:
            continue
        value, under = getattr(rules, key), RULES[key].under
        is_said = value != DEFAULTS.get(key) or is_on(value)
        while under:
            if is_said and not is_on(getattr(rules, under)):
                yield key, under
                break
            under = RULES[under].under
        else:
            found = (each for each in _IDLE if each[0] == key and is_said)
            yield from ((key, other) for _, other, is_idle in found if is_idle(rules))
