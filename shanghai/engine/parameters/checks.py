"""Checks of the rules of a variant that go beyond the types of their values.

A file is refused if its game is certainly impossible, if a combination of rules has no meaning, if
a figure is too large for the program, or if a value has the wrong form (HR-7). Whether a game is
worth playing is found out by playing it.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct, structs

from shanghai.engine.melds import SUITS
from shanghai.engine.parameters.fields import ABOUT, CLAUSES, DEFAULTS, RULES
from shanghai.engine.parameters.parts import Contract, DealFor, JokerCap, Pack
from shanghai.engine.parameters.possible import (
    can_fill_contract,
    can_go_out,
    cards_bought,
    longest_set,
    max_hand,
    most_taken,
    rounds_with,
)
from shanghai.engine.rules import MAX_ROUNDS, Rules

RulePath = tuple[str | int, ...]
"""The keys and indexes that lead to a value in a variant file."""

RANKS: Final = 13
_MOST_JOKERS: Final = 40
_MOST_WILD: Final = 20
_CLAUSE: Final = r"[A-Z]{2,6}-[1-9][0-9]{0,2}"
_CARD: Final = r"(A|[2-9]|10|J|Q|K)?[SHDC]"
_CALL: Final = r"(?=.{1,14}$)[^\W\d_]+( [^\W\d_]+){0,2}"
_WORD: Final = r"[^\W\d_]{1,14}"


class Problem(Struct, frozen=True):
    """A fault of the rules: the path of the wrong value, a code, and facts for its sentence."""

    path: RulePath
    code: str
    facts: Mapping[str, object] = {}
    known: tuple[str, ...] = ()
    """The names that could be meant by the last part of the path, for a hint."""


Check = Callable[[Rules], Iterator[Problem]]
_CHECKS: Final[list[tuple[Check, tuple[str, ...]]]] = []
"""All checks, each with the keys of the rules that it reads."""


def check_variant(rules: Rules, unread: Container[str] = ()) -> Iterator[Problem]:
    """Yields all problems of the rules. Leaves out checks that read a key in `unread`."""
    for check, keys in _CHECKS:
        if not any(key in unread for key in keys):
            yield from check(rules)


def _reads(*keys: str) -> Callable[[Check], Check]:
    """Adds the decorated function to the checks, with the keys of the rules that it reads."""

    def decorate(check: Check) -> Check:
        _CHECKS.append((check, keys))
        return check

    return decorate


# Figures and lists, by the entries of the rules


@_reads()
def _check_figures(rules: Rules) -> Iterator[Problem]:
    for key, entry in (ABOUT | RULES).items():
        if entry.most is not None:
            yield from _too_much((key,), getattr(rules, key), entry.most)


def _too_much(path: RulePath, value: object, most: int) -> Iterator[Problem]:
    """Yields a problem for each number in a value that is larger than `most`."""
    if isinstance(value, tuple):
        for index, each in enumerate(value):
            yield from _too_much((*path, index), each, most)
    elif isinstance(value, int) and value > most:
        yield Problem(path, "too-much", {"value": value, "most": most})


@_reads()
def _check_once(rules: Rules) -> Iterator[Problem]:
    for key in (key for key, rule in RULES.items() if rule.once):
        values = getattr(rules, key)
        for index, name in enumerate(values):
            if name in values[:index]:
                yield Problem((key, index), "twice", {"name": name})


# Texts and lists


@_reads("name", "summary")
def _check_texts(rules: Rules) -> Iterator[Problem]:
    for key in ("name", "summary"):
        if not getattr(rules, key):
            yield Problem((key,), "no-text")


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


@_reads("sources")
def _check_sources(rules: Rules) -> Iterator[Problem]:
    fields = (*Rules.__struct_fields__, *CLAUSES)
    for key, source in rules.sources.items():
        if key not in fields:
            yield Problem(("sources", key), "no-rule", {"name": key[:40]}, fields)
        for index, clause in enumerate(source.clauses):
            if not re.fullmatch(_CLAUSE, clause):
                yield Problem(("sources", key, "clauses", index), "no-clause")


@_reads("contracts")
def _check_rounds(rules: Rules) -> Iterator[Problem]:
    count = len(rules.contracts)
    if not count:
        yield Problem(("contracts",), "no-rounds")
    if count > MAX_ROUNDS:
        yield Problem(("contracts",), "many-rounds", {"value": count, "most": MAX_ROUNDS})


@_reads("most_rounds")
def _check_most_rounds(rules: Rules) -> Iterator[Problem]:
    if rules.most_rounds > MAX_ROUNDS:
        facts = {"value": rules.most_rounds, "most": MAX_ROUNDS}
        yield Problem(("most_rounds",), "most-rounds", facts)


@_reads("contracts", "deal", "call_limit")
def _check_lists(rules: Rules) -> Iterator[Problem]:
    rounds = len(rules.contracts)
    for key, rule in RULES.items() if rounds else ():
        count = len(getattr(rules, key)) if rule.goes_by == "round" else rounds
        if count != rounds and (count or key not in DEFAULTS):
            yield Problem((key,), "by-round", {"count": count, "rounds": rounds})


@_reads("contracts", "call_costs", "call_points", "call_chips", "out_bonus")
def _check_prices(rules: Rules) -> Iterator[Problem]:
    rounds = len(rules.contracts)
    for key, rule in RULES.items():
        count = len(getattr(rules, key)) if rule.goes_by in ("price", "rounds") else 0
        is_by_call = rule.goes_by == "price" and rules.call_price_by == "call"
        if count > (MAX_ROUNDS if is_by_call else rounds):
            code = "prices" if rule.goes_by == "price" else "many-entries"
            yield Problem((key,), code, {"count": count, "rounds": rounds})


@_reads("contracts", "packs")
def _check_packs_by_round(rules: Rules) -> Iterator[Problem]:
    rounds = len(rules.contracts)
    if rules.is_by_player:
        rounds = max(rounds, rules.rounds)
    for index, pack in enumerate(rules.packs):
        for key in ("decks_by_round", "jokers_by_round"):
            count = len(getattr(pack, key))
            if count > rounds:
                facts = {"count": count, "rounds": rounds}
                yield Problem(("packs", index, key), "many-entries", facts)


@_reads("contracts", "all_in_rounds", "contracts_by")
def _check_all_in(rules: Rules) -> Iterator[Problem]:
    if rules.is_choice and rules.all_in_rounds:
        yield Problem(("all_in_rounds",), "chosen")
    last, code = len(rules.contracts), "no-contract" if rules.is_by_player else "no-round"
    for index, number in enumerate(rules.all_in_rounds):
        if number > last:
            yield Problem(("all_in_rounds", index), code, {"number": number, "last": last})


# Cards and what they are


@_reads("card_points")
def _check_card_points(rules: Rules) -> Iterator[Problem]:
    for name in rules.card_points:
        if not re.fullmatch(_CARD, name):
            yield Problem(("card_points", name), "no-card")


@_reads("meld_points")
def _check_meld_points(rules: Rules) -> Iterator[Problem]:
    count = len(rules.meld_points)
    if count not in (0, RANKS, RANKS + 1):
        yield Problem(("meld_points",), "meld-points", {"count": count, "most": RANKS})


@_reads("wild_ranks", "wild_cards")
def _check_wild_cards(rules: Rules) -> Iterator[Problem]:
    count = len(rules.other_wild)
    if count > _MOST_WILD:
        key = "wild_ranks" if rules.wild_ranks else "wild_cards"
        yield Problem((key,), "much-wild", {"value": count, "most": _MOST_WILD})


@_reads("upcard", "upcard_wild")
def _check_upcard(rules: Rules) -> Iterator[Problem]:
    if rules.upcard_wild and not rules.upcard:
        yield Problem(("upcard_wild",), "no-upcard")


@_reads("joker_cap", "joker_cap_by_round")
def _check_caps(rules: Rules) -> Iterator[Problem]:
    caps: list[tuple[RulePath, JokerCap]] = [(("joker_cap",), rules.joker_cap)]
    caps += [(("joker_cap_by_round", i), cap) for i, cap in enumerate(rules.joker_cap_by_round)]
    for path, cap in caps:
        for key in ("most", "sets", "runs"):
            for problem in _too_much((*path, key), getattr(cap, key), _MOST_JOKERS):
                yield structs.replace(problem, code="many-jokers")
        for key in ("sets", "runs") if cap.kind == "by-size" else ():
            if not getattr(cap, key) and cap.only in ("any", key):
                yield Problem((*path, key), "no-steps")
            yield from _falling((*path, key), getattr(cap, key), "steps-falling")


# Players, packs and hands


@_reads("min_players", "max_players")
def _check_players(rules: Rules) -> Iterator[Problem]:
    if rules.min_players > rules.max_players:
        facts = {"least": rules.min_players, "most": rules.max_players}
        yield Problem(("min_players",), "players", facts)


@_reads("packs", "max_players")
def _check_packs(rules: Rules) -> Iterator[Problem]:
    if not rules.packs:
        yield Problem(("packs",), "no-packs")
    yield from _falling(("packs",), rules.packs, "packs-falling")
    most = max((pack.up_to for pack in rules.packs), default=rules.max_players)
    if most < rules.max_players:
        facts = {"players": _numbers(range(most + 1, rules.max_players + 1)), "most": most}
        yield Problem(("packs",), "unserved", facts)


def _falling(
    path: RulePath, steps: Sequence[DealFor | Pack | tuple[int, int]], code: str
) -> Iterator[Problem]:
    """Yields a problem for each step whose limit is not above that of the step before."""
    tops = [step[0] if isinstance(step, tuple) else step.up_to for step in steps]
    for index in range(1, len(tops)):
        if tops[index] <= tops[index - 1]:
            place = () if isinstance(steps[index], tuple) else ("up_to",)
            facts = {"value": tops[index], "before": tops[index - 1]}
            yield Problem((*path, index, *place), code, facts)


@_reads("packs", "deal", "deal_for", "min_players", "max_players", "upcard")
def _check_cards(rules: Rules) -> Iterator[Problem]:
    short: dict[int, list[int]] = {}
    for players in rules.table_sizes:
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
    """The sizes of pack and hand in the round in which the fewest cards are left after the deal."""
    rounds = [
        (pack.decks * 52 + pack.jokers, rules.cards_dealt(number, players))
        for number in range(1, len(rules.deal) + 1)
        for pack in (rules.pack(players, number),)
    ]
    return min(rounds, key=lambda each: each[0] - players * each[1], default=(1, 0))


@_reads("deal_for", "deal")
def _check_deal_for(rules: Rules) -> Iterator[Problem]:
    yield from _falling(("deal_for",), rules.deal_for, "deals-falling")
    most = RULES["deal"].most or 0
    for number, small in enumerate(rules.deal_for):
        for place, dealt in enumerate(small.deal):
            if dealt > most:
                facts = {"value": dealt, "most": most}
                yield Problem(("deal_for", number, "deal", place), "deal-many", facts)


# Contracts

_HANDS: Final = (
    "contracts", "contracts_by", "most_rounds", "deal", "deal_for", "call_limit", "call_cost",
    "call_costs", "packs", "min_players", "max_players", "joker_cap", "joker_cap_by_round",
    "points", "meld_points", "wild_ranks", "wild_cards", "wild_by_round", "all_in_rounds",
)  # fmt: skip
"""The keys of the rules that decide how large a hand is, and what can be laid from it."""


def _has_hands(rules: Rules) -> bool:
    """Whether the rules have a deal for each round and a pack for each number of players."""
    count = len(rules.contracts)
    by_round = (rules.deal, rules.call_limit)
    served = max((pack.up_to for pack in rules.packs), default=0)
    is_served = bool(rules.table_sizes) and rules.max_players <= served
    return is_served and 0 < count <= MAX_ROUNDS and all(len(each) == count for each in by_round)


@_reads(*_HANDS)
def _check_contracts(rules: Rules) -> Iterator[Problem]:
    for number, contract in enumerate(rules.contracts, 1):
        for place, option in enumerate(contract.options):
            path: RulePath = ("contracts", number - 1)
            if place:
                path = (*path, "alternatives", place - 1)
            if not option.size:
                yield Problem(path, "no-meld")
                continue
            yield from _check_melds(rules, option, path)
            if _has_hands(rules):
                yield from _check_hand(rules, number, option, path)
                yield from _check_sets(rules, number, option, path)


def _check_melds(rules: Rules, contract: Contract, path: RulePath) -> Iterator[Problem]:
    """The problems of the melds of a contract that do not depend on the size of hands."""
    sets, runs = len(contract.sets), len(contract.runs)
    has_mixed_runs = contract.runs_of != "suit"
    has_sets = bool(contract.sets or contract.points)
    facts = {"sets": sets, "runs": runs, "ranks": RANKS, "suits": SUITS}
    if contract.royal and (has_mixed_runs or {*contract.runs} != {RANKS}):
        yield Problem((*path, "royal"), "royal-run", facts)
    if contract.royal and rules.ace == "high":
        yield Problem((*path, "royal"), "royal-ace", facts)
    if contract.suits != "any" and has_mixed_runs:
        yield Problem((*path, "suits"), "suits-of-wide", facts)
    if contract.suits == "different" and runs > SUITS:
        yield Problem((*path, "runs"), "runs-of-suits", facts)
    if contract.ranks == "different" and sets > RANKS:
        yield Problem((*path, "sets"), "sets-of-ranks", facts)
    if not rules.same_rank_sets and sets > RANKS:
        yield Problem((*path, "sets"), "ranks-of-sets", facts)
    if has_mixed_runs and has_sets and not rules.laying(contract).repeated_suits:
        yield Problem((*path, "runs_of"), "wide-runs", facts)
    if contract.points and rules.exact_sizes:
        yield Problem((*path, "points"), "exact-points", facts)


def _check_hand(rules: Rules, number: int, contract: Contract, path: RulePath) -> Iterator[Problem]:
    """The problems of a contract for which hands are too small, or too large to be laid whole."""
    if rules.shanghai:
        # Hands can then grow without a limit.
        return
    rounds = rounds_with(rules, number)
    dearest = max(rules.place_worths)
    bought = {round: sum(cards_bought(rules, round)) for round in rounds}
    large: dict[int, int] = {}
    worthless: dict[int, int] = {}
    for players in rules.table_sizes:
        most = max(rules.cards_dealt(round, players) + 1 + bought[round] for round in rounds)
        if contract.size > most:
            large[players] = most
        if contract.points > dearest * most:
            worthless[players] = most
    yield from _too_large(rules, number, contract, path, large)
    if worthless:
        facts = _at_tables(rules, worthless) | {"points": contract.points, "dearest": dearest}
        yield Problem((*path, "points"), "many-points", facts)
    yield from _check_whole_hand(rules, number, contract, path)


def _too_large(
    rules: Rules, number: int, contract: Contract, path: RulePath, large: Mapping[int, int]
) -> Iterator[Problem]:
    """The problem of a contract with more cards than a hand can have.

    `large` has the largest hand by the number of players, where it is too small. If only the deal
    for small tables is to blame, the problem has the path of that.
    """
    if not large:
        return
    players = max(large, key=lambda each: large[each])
    round = max(rounds_with(rules, number), key=lambda each: max_hand(rules, each, players))
    bought = cards_bought(rules, round)
    facts = _at_tables(rules, large) | {
        "size": contract.size,
        "dealt": rules.cards_dealt(round, players),
        "calls": len(bought),
        "bought": sum(bought),
    }
    step = next((i for i, deal in enumerate(rules.deal_for) if players <= deal.up_to), None)
    if step is None or len(large) == len(rules.table_sizes):
        yield Problem(path, "large", facts)
    else:
        place = min(rules.place(round), len(rules.deal_for[step].deal)) - 1
        yield Problem(("deal_for", step, "deal", place), "deal-few", facts)


def _at_tables(rules: Rules, most: Mapping[int, int]) -> dict[str, object]:
    """Facts on some tables: their numbers of players, and the largest figure in `most`."""
    is_some = len(most) < len(rules.table_sizes)
    return {"is_some": is_some, "players": _numbers([*most]), "most": max(most.values())}


def _check_whole_hand(
    rules: Rules, number: int, contract: Contract, path: RulePath
) -> Iterator[Problem]:
    """The problem of runs that cannot take the whole hand, where the whole hand must be laid."""
    if contract.sets or contract.points or not rules.is_all_in(number):
        return
    hand_sizes: dict[int, int] = {}
    for players in rules.table_sizes:
        dealt = min(rules.cards_dealt(round, players) for round in rounds_with(rules, number))
        size = dealt + 1 - rules.all_in_discard
        if size > RANKS * len(contract.runs):
            hand_sizes[players] = size
    if hand_sizes:
        facts = _at_tables(rules, hand_sizes)
        facts |= {"laid": min(hand_sizes.values()), "runs": len(contract.runs)}
        yield Problem(path, "whole-hand", facts)


def _check_sets(rules: Rules, number: int, contract: Contract, path: RulePath) -> Iterator[Problem]:
    """The problems of a contract with too large sets, or too few natural cards in the pack."""
    rounds, tables = rounds_with(rules, number), rules.table_sizes
    longest = {
        players: max(longest_set(rules, round, players) for round in rounds)
        for players in (tables if contract.sets else ())
    }
    is_sized = True
    for index, size in enumerate(contract.sets):
        short = {players: most for players, most in longest.items() if most < size}
        if not rules.laying(contract).repeated_suits and size > SUITS:
            is_sized = False
            yield Problem((*path, "sets", index), "suits-of-set", {"size": size})
        elif short:
            is_sized = False
            facts = _at_tables(rules, short) | {"size": size}
            yield Problem((*path, "sets", index), "large-set", facts)
    decks = max(rules.pack(players, round).decks for players in tables for round in rounds)
    can_be_filled = any(
        can_fill_contract(rules.in_round(round), contract, decks) for round in rounds
    )
    if is_sized and not can_be_filled:
        yield Problem(path, "no-naturals")


# Going out


@_reads(*_HANDS, "last_discard", "must_discard", "lay_off_on", "all_in_discard")
def _check_going_out(rules: Rules) -> Iterator[Problem]:
    """The problem of the first contract with which no player could ever go out."""
    if not _has_hands(rules) or not all(each.size for each in rules.contracts):
        return
    for number in range(1, len(rules.contracts) + 1):
        if any(can_go_out(rules, number, players) for players in rules.table_sizes):
            continue
        facts = {"number": number, "is_by_player": rules.is_by_player}
        if rules.must_discard:
            yield Problem(("must_discard",), "no-last-discard", facts)
        elif rules.is_all_in(number):
            yield Problem(("all_in_discard",), "last-card-stays", facts)
        else:
            yield Problem(("lay_off_on",), "hand-stays", facts | _hand_and_melds(rules, number))
        return


def _hand_and_melds(rules: Rules, number: int) -> dict[str, object]:
    """Facts: the size of a hand, and the most cards that the melds of a contract take."""
    players, round = rules.table_sizes[-1], rounds_with(rules, number)[0]
    hand_size = rules.cards_dealt(round, players) + 1
    options = rules.contract(number).options
    return {
        "held": hand_size,
        "most": max(most_taken(rules, each, round, players) for each in options),
    }


@_reads("lay_in_parts", "contracts", "contracts_by", "all_in_rounds", "exchange", "take_discard")
def _check_parts(rules: Rules) -> Iterator[Problem]:
    """The problems of rules that do not go with a contract that is laid in parts (HR-12)."""
    if not rules.lay_in_parts:
        return
    for other, is_there in {
        "points": any(option.points for option in rules.options),
        "all_in_rounds": bool(rules.all_in_rounds),
        f"contracts_by: {rules.contracts_by}": rules.is_choice,
        "exchange_duty": rules.exchange != "none" and rules.exchange_duty != "none",
        "take_discard: to-open": rules.take_discard == "to-open",
    }.items():
        if is_there:
            yield Problem(("lay_in_parts",), "in-parts", {"other": other})


@_reads("last_turn", "shanghai")
def _check_last_turn(rules: Rules) -> Iterator[Problem]:
    if rules.last_turn and rules.shanghai:
        yield Problem(("last_turn",), "turns-and-shanghai")


def _numbers(numbers: Iterable[int]) -> int | tuple[int, int]:
    """The smallest and the largest of some numbers, or the only number."""
    first, *others = sorted(numbers)
    return (first, others[-1]) if others else first
