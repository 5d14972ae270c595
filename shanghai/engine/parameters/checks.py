"""What the rules of a variant must agree on, beyond their types and what an entry itself asks."""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct, structs

from shanghai.engine.melds import SUITS
from shanghai.engine.parameters.entry import is_on
from shanghai.engine.parameters.fields import ABOUT, CLAUSES, DEFAULTS, RULES
from shanghai.engine.parameters.parts import Contract, DealFor, JokerCap, Pack
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
    """A fault of the rules at the path of the value that is to blame: its code and its values."""

    path: RulePath
    code: str
    facts: Mapping[str, object] = {}
    known: tuple[str, ...] = ()
    """The names of which the last part of the path should have been one."""


Check = Callable[[Rules], Iterator[Problem]]
_CHECKS: Final[list[tuple[Check, tuple[str, ...]]]] = []
"""Each check with the keys that it reads."""


def check_variant(rules: Rules, unread: Container[str] = ()) -> Iterator[Problem]:
    """Every disagreement among the rules of a variant; checks that need an `unread` key wait."""
    for key, entry in (ABOUT | RULES).items():
        if entry.most is not None and key not in unread:
            yield from _too_much((key,), getattr(rules, key), entry.most)
    for key, rule in RULES.items():
        value = getattr(rules, key)
        if rule.once and key not in unread:
            for index, name in enumerate(value):
                if name in value[:index]:
                    yield Problem((key, index), "twice", {"name": name})
        for need in rule.needs:
            is_read = key not in unread and need.other not in unread
            if is_read and not need.is_met(value, getattr(rules, need.other)):
                yield Problem((key,), f"{key} {need.other}")
    for key, code, figure, most, others in _FIGURES:
        if not any(each in unread for each in (key, *others)) and (found := figure(rules)) > most:
            yield Problem((key,), code, {"value": found, "most": most})
    for check, keys in _CHECKS:
        if not any(key in unread for key in keys):
            yield from check(rules)


def _too_much(path: RulePath, value: object, most: int) -> Iterator[Problem]:
    if isinstance(value, tuple):
        for index, each in enumerate(value):
            yield from _too_much((*path, index), each, most)
    elif isinstance(value, int) and value > most:
        yield Problem(path, "too-much", {"value": value, "most": most})


def _reads(*keys: str) -> Callable[[Check], Check]:
    """Makes a function one of the checks; it waits while one of these keys cannot be read."""

    def decorate(check: Check) -> Check:
        _CHECKS.append((check, keys))
        return check

    return decorate


@_reads("words")
def _check_words(rules: Rules) -> Iterator[Problem]:
    for key in ("set", "run", "round"):
        if not re.fullmatch(_WORD, getattr(rules.words, key)):
            yield Problem(("words", key), "word", {"example": "book"})
        for forms, example in (("plurals", "books"), ("articles", "an")):
            form = getattr(getattr(rules.words, forms), key)
            if form and not re.fullmatch(_WORD, form):
                yield Problem(("words", forms, key), "word", {"example": example})
    if rules.words.call and not re.fullmatch(_CALL, rules.words.call):
        yield Problem(("words", "call"), "call-word")


@_reads("house_rules")
def _check_options(rules: Rules) -> Iterator[Problem]:
    names = [option.name for option in rules.house_rules]
    for number, name in enumerate(names):
        if not name or name in names[:number]:
            yield Problem(("house_rules", number, "name"), "same-name" if name else "no-text")


@_reads("contracts", "deal", "call_limit")
def _check_lists(rules: Rules) -> Iterator[Problem]:
    rounds = len(rules.contracts)
    for key, rule in RULES.items():
        count = len(getattr(rules, key)) if rule.goes_by == "round" else rounds
        if count != rounds and (count or key not in DEFAULTS):
            yield Problem((key,), "by-round", {"count": count, "rounds": rounds})


@_reads("contracts", "all_in_rounds")
def _check_all_in(rules: Rules) -> Iterator[Problem]:
    last, code = len(rules.contracts), "no-contract" if rules.is_by_player else "no-round"
    for index, number in enumerate(rules.all_in_rounds):
        if number > last:
            yield Problem(("all_in_rounds", index), code, {"number": number, "last": last})


@_reads("card_points")
def _check_card_points(rules: Rules) -> Iterator[Problem]:
    for name in rules.card_points:
        if not re.fullmatch(_CARD, name):
            yield Problem(("card_points", name), "no-card")


@_reads("contracts", "call_costs", "call_points", "call_chips")
def _check_prices(rules: Rules) -> Iterator[Problem]:
    rounds = len(rules.contracts)
    for key, rule in RULES.items():
        count = len(getattr(rules, key)) if rule.goes_by == "price" else 0
        is_long = count > (rounds if rules.call_price_by == "round" else MAX_ROUNDS)
        is_short = key == "call_costs" and rules.call_price_by == "round" and 0 < count < rounds
        if is_long or is_short:
            yield Problem((key,), "prices", {"count": count, "rounds": rounds})


@_reads("contracts", "packs")
def _check_packs_by_round(rules: Rules) -> Iterator[Problem]:
    rounds = rules.rounds if rules.is_by_player else len(rules.contracts)
    for index, pack in enumerate(rules.packs):
        for key in ("decks_by_round", "jokers_by_round"):
            count = len(getattr(pack, key))
            if count > rounds:
                facts = {"count": count, "rounds": rounds}
                yield Problem(("packs", index, key), "packs-by-round", facts)


_FIGURES: Final[tuple[tuple[str, str, Callable[[Rules], int], int, tuple[str, ...]], ...]] = (
    ("name", "no-text", lambda r: not r.name, 0, ()),
    ("summary", "no-text", lambda r: not r.summary, 0, ()),
    ("contracts", "no-rounds", lambda r: not r.contracts, 0, ()),
    ("contracts", "many-rounds", lambda r: len(r.contracts), MAX_ROUNDS, ()),
    ("most_rounds", "most-rounds", lambda r: r.most_rounds, MAX_ROUNDS, ()),
    ("all_in_rounds", "chosen", lambda r: r.is_choice and bool(r.all_in_rounds), 0, ("contracts",)),
    ("wild_ranks", "much-wild", lambda r: len(r.other_wild), _MOST_WILD, ("wild_cards",)),
    ("call_chips", "no-chips", lambda r: any(r.call_chips) and not r.chips, 0, ("chips",)),
    ("packs", "no-packs", lambda r: not r.packs, 0, ()),
    (
        "exchange_duty",
        "never-laid",
        lambda r: r.exchange_duty == "use" and r.lay_off_on == "none",
        0,
        ("lay_off_on",),
    ),
)
"""Keys with the code of what may be wrong, a figure, the most it may be, and what else it reads."""


@_reads("meld_points")
def _check_meld_points(rules: Rules) -> Iterator[Problem]:
    count = len(rules.meld_points)
    if count not in (0, RANKS, RANKS + 1):
        yield Problem(("meld_points",), "meld-points", {"count": count, "most": RANKS})


@_reads("min_players", "max_players")
def _check_players(rules: Rules) -> Iterator[Problem]:
    if rules.min_players > rules.max_players:
        facts = {"least": rules.min_players, "most": rules.max_players}
        yield Problem(("min_players",), "players", facts)


@_reads("deal_for", "deal", "contracts", "call_limit", "call_cost")
def _check_deal_for(rules: Rules) -> Iterator[Problem]:
    yield from _falling(("deal_for",), rules.deal_for, "deals-falling")
    for number, small in enumerate(rules.deal_for):
        for place, dealt in enumerate(small.deal):
            if misfit := _misfit(rules, place, dealt):
                yield Problem(("deal_for", number, "deal", place), *misfit)


def _falling(
    path: RulePath, steps: Sequence[DealFor | Pack | tuple[int, int]], code: str
) -> Iterator[Problem]:
    """The steps that do not come after the one before."""
    tops = [step[0] if isinstance(step, tuple) else step.up_to for step in steps]
    for index in range(1, len(tops)):
        if tops[index] <= tops[index - 1]:
            at = () if isinstance(steps[index], tuple) else ("up_to",)
            facts = {"value": tops[index], "before": tops[index - 1]}
            yield Problem((*path, index, *at), code, facts)


def _misfit(rules: Rules, place: int, dealt: int) -> tuple[str, dict[str, object]] | None:
    """Why `dealt` cards do not fit a round, counted from 0."""
    most_dealt = RULES["deal"].most or 0
    if dealt > most_dealt:
        return "deal-many", {"value": dealt, "most": most_dealt}
    is_by_round = len(rules.deal) == len(rules.call_limit) == len(rules.contracts)
    if rules.shanghai or not is_by_round or place >= len(rules.contracts):
        return None
    calls = rules.calls_in(place + 1) * (1 + max((rules.call_cost, *rules.call_costs)))
    most, size = dealt + 1 + calls, rules.contracts[place].size
    # A contract that is too large for the usual deal is at fault itself.
    is_small = most < size <= rules.cards_dealt(place + 1) + 1 + calls
    return ("deal-few", {"size": size, "most": most}) if is_small else None


@_reads("packs", "max_players")
def _check_packs(rules: Rules) -> Iterator[Problem]:
    yield from _falling(("packs",), rules.packs, "packs-falling")
    most = max((pack.up_to for pack in rules.packs), default=rules.max_players)
    if most < rules.max_players:
        facts = {"players": _numbers(range(most + 1, rules.max_players + 1)), "most": most}
        yield Problem(("packs",), "unserved", facts)


@_reads("packs", "deal", "deal_for", "min_players", "max_players")
def _check_cards(rules: Rules) -> Iterator[Problem]:
    short: dict[int, list[int]] = {}
    for players in range(rules.min_players, rules.max_players + 1):
        index = next((i for i, pack in enumerate(rules.packs) if players <= pack.up_to), None)
        if index is not None:
            total, dealt = _tightest(rules, players)
            if players * dealt + rules.upcard > total:
                short.setdefault(index, []).append(players)
    for index, counts in short.items():
        total, dealt = _tightest(rules, counts[0])
        need = counts[0] * dealt + rules.upcard
        facts = {"players": _numbers(counts), "first": counts[0], "need": need}
        yield Problem(("packs", index), "few-cards", {**facts, "total": total, "dealt": dealt})


def _tightest(rules: Rules, players: int) -> tuple[int, int]:
    """The cards of the pack and those dealt to each in the round that leaves fewest."""
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
        yield Problem(path, "no-meld")
        return
    dealt, calls = rules.cards_dealt(number, rules.max_players), rules.calls_in(number)
    each = 1 + max((rules.call_cost, *rules.call_costs))
    facts = {
        "size": contract.size,
        "most": dealt + 1 + calls * each,
        "dealt": dealt,
        "calls": calls,
        "each": each,
        "laid": dealt + 1 - rules.all_in_discard,
        "sets": len(contract.sets),
        "runs": len(contract.runs),
        "points": contract.points,
        "ranks": RANKS,
        "suits": SUITS,
    }
    for part, code, is_wrong in _CONDITIONS:
        if is_wrong(rules, contract):
            yield Problem((*path, part), code, facts)
    if contract.size > facts["most"] and not rules.shanghai:
        yield Problem(path, "large", facts)
    if contract.points > max(rules.place_worths) * facts["most"] and not rules.shanghai:
        yield Problem((*path, "points"), "many-points", facts)
    is_runs = not (contract.sets or contract.points or rules.shanghai)
    if rules.is_all_in(number) and is_runs and facts["laid"] > RANKS * len(contract.runs):
        yield Problem(path, "whole-hand", facts)
    if not contract.points and not _can_be_laid(rules, contract):
        yield Problem(path, "no-naturals")
    most = _longest_set(rules, number)
    for index, size in enumerate(contract.sets):
        is_unique = not rules.repeated_suits and size > SUITS
        if is_unique or size > most:
            code = "suits-of-set" if is_unique else "large-set"
            yield Problem((*path, "sets", index), code, {"size": size, "most": most})


_CONDITIONS: Final[tuple[tuple[str, str, Callable[[Rules, Contract], object]], ...]] = (
    (
        "royal",
        "royal-run",
        lambda _, c: c.royal and (c.runs_of != "suit" or set(c.runs) != {RANKS}),
    ),
    ("royal", "royal-ace", lambda r, c: c.royal and r.ace not in ("low", "both")),
    ("suits", "suits-of-wide", lambda _, c: c.suits != "any" and c.runs_of != "suit"),
    ("runs", "runs-of-suits", lambda _, c: c.suits == "different" and len(c.runs) > SUITS),
    ("sets", "sets-of-ranks", lambda _, c: c.ranks == "different" and len(c.sets) > RANKS),
    (
        "runs_of",
        "wide-runs",
        lambda r, c: c.runs_of != "suit" and (c.sets or c.points) and not r.repeated_suits,
    ),
    ("points", "exact-points", lambda r, c: c.points and r.exact_sizes),
    ("sets", "ranks-of-sets", lambda r, c: not r.same_rank_sets and len(c.sets) > RANKS),
)
"""Parts of a contract, each with the code of what may be wrong, and when it is."""


def _can_be_laid(rules: Rules, contract: Contract) -> bool:
    most = SUITS if not rules.repeated_suits else max(contract.sets, default=0)
    if not rules.never_natural or any(size > most for size in contract.sets):
        return True
    from shanghai.engine.solver import shortage

    return shortage((), contract, rules) <= contract.size


def _longest_set(rules: Rules, number: int) -> int:
    wild = len(rules.other_wild) + 4 * (rules.upcard_wild or bool(rules.wild_by_round))
    cap = rules.in_round(number).joker_cap
    return min(
        max(
            size
            for size in range(4 * pack.decks, (4 + wild) * pack.decks + pack.jokers + 1)
            if size == 4 * pack.decks or size - cap.most_for(False, size) <= 4 * pack.decks
        )
        for each in rules.packs
        for pack in (each.in_round(number),)
    )


@_reads("joker_cap", "joker_cap_by_round")
def _check_caps(rules: Rules) -> Iterator[Problem]:
    caps: list[tuple[RulePath, JokerCap]] = [(("joker_cap",), rules.joker_cap)]
    caps += [(("joker_cap_by_round", at), cap) for at, cap in enumerate(rules.joker_cap_by_round)]
    for at, cap in caps:
        for key in ("most", "sets", "runs"):
            for problem in _too_much((*at, key), getattr(cap, key), _MOST_JOKERS):
                yield structs.replace(problem, code="many-jokers")
        for key in ("sets", "runs") if cap.kind == "by-size" else ():
            if not getattr(cap, key):
                yield Problem((*at, key), "no-steps")
            yield from _falling((*at, key), getattr(cap, key), "steps-falling")


@_reads("sources")
def _check_sources(rules: Rules) -> Iterator[Problem]:
    fields = (*Rules.__struct_fields__, *CLAUSES)
    for key, source in rules.sources.items():
        if key not in fields:
            yield Problem(("sources", key), "no-rule", {"name": key[:40]}, fields)
        for index, clause in enumerate(source.clauses):
            if not re.fullmatch(_CLAUSE, clause):
                yield Problem(("sources", key, "clauses", index), "no-clause")


def _numbers(numbers: Sequence[int]) -> int | tuple[int, int]:
    """The first and the last of some numbers, or the only one."""
    return (numbers[0], numbers[-1]) if len(numbers) > 1 else numbers[0]


# Keys without effect (HR-8)

_IDLE: Final[tuple[tuple[str, str, Callable[[Rules], object]], ...]] = (
    ("call_cost", "call_costs", lambda r: r.call_costs),
    (
        "call_price_by",
        "call-prices",
        lambda r: not any((*r.call_costs, *r.call_points, *r.call_chips)),
    ),
    ("chips", "call_chips", lambda r: not any(r.call_chips)),
    ("wild_natural", "wild_ranks", lambda r: not r.has_more_wild),
    ("most_rounds", "rounds-open", lambda r: not (r.is_by_player or r.goes_on)),
    ("contracts_then", "contracts_by: round", lambda r: not r.goes_on),
    ("recycle", "renewals", lambda r: r.renewals == "never"),
    ("lay_off_at_once", "lay_off_on", lambda r: _lays_nothing(r)),
    ("lay_off_from", "lay_off_on", lambda r: _lays_nothing(r)),
    ("clean_blind_bonus", "blind_bonus", lambda r: r.clean_blind_bonus <= r.blind_bonus),
    ("same_rank_sets", "contracts", lambda r: max(c.set_count for c in r.contracts) < 2),
    ("adjacent_runs", "contracts", lambda r: max(c.run_count for c in r.contracts) < 2),
    ("adjacent_wild", "joker_cap", lambda r: r.joker_cap.most_for(True, 13) < 2),
    ("meld_points", "contract-points", lambda r: not any(c.points for c in r.options)),
    ("deal_for", "min_players", lambda r: r.deal_for[0].up_to < r.min_players),
    ("joker_cap", "cap-kind", lambda r: r.joker_cap.has_more),
    ("joker_cap", "joker_cap_by_round", lambda r: r.joker_cap_by_round),
)
"""Rules, each with what makes it say nothing beside others, and when that is so."""


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
