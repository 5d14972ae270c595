"""Evenings of any length: games of some of the rounds, and games that are stopped early."""

from collections.abc import Sequence

from msgspec import structs

from shanghai.engine.actions import StopGame
from shanghai.engine.dealing import before_deal
from shanghai.engine.events import GameEnded
from shanghai.engine.parameters.fields import RULES
from shanghai.engine.parameters.parts import Pack
from shanghai.engine.refusal import Refusal, Refused, refusal
from shanghai.engine.rules import Rules, of_round
from shanghai.engine.scoring import with_bank
from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Phase, Situation, State
from shanghai.engine.supply import Outcome


def with_rounds(rules: Rules, rounds: Sequence[int]) -> Rules:
    """The rules with only these rounds, in their usual order. Rounds are counted from 1.

    Raises Refused if there are none, if one is unknown, or if one is named twice.
    """
    numbers, last = sorted(rounds), len(rules.contracts)
    is_known = bool(numbers) and 1 <= numbers[0] <= numbers[-1] <= last
    if not is_known or len(set(numbers)) < len(numbers):
        raise Refused(refusal("no-such-rounds", "rounds", game=rules.name, last=last))
    if len(numbers) == last:
        return rules
    is_by_round = rules.call_price_by == "round"
    lists = {
        key: tuple(of_round(values, number) for number in numbers)
        for key, rule in RULES.items()
        if rule.goes_by in ("round", "rounds") or (rule.goes_by == "price" and is_by_round)
        if (values := getattr(rules, key))
    }
    return structs.replace(
        rules,
        **lists,
        contracts=tuple(rules.contract(number) for number in numbers),
        deal_for=tuple(
            structs.replace(few, deal=tuple(of_round(few.deal, number) for number in numbers))
            for few in rules.deal_for
        ),
        packs=tuple(_pack_with_rounds(pack, numbers) for pack in rules.packs),
        all_in_rounds=tuple(
            new_number for new_number, number in enumerate(numbers, 1) if rules.is_all_in(number)
        ),
    )


def _pack_with_rounds(pack: Pack, numbers: Sequence[int]) -> Pack:
    """The pack with only the values of these rounds."""
    packs = [pack.in_round(number) for number in numbers]
    return structs.replace(
        pack,
        decks_by_round=tuple(each.decks for each in packs if pack.decks_by_round),
        jokers_by_round=tuple(each.jokers for each in packs if pack.jokers_by_round),
    )


def short_rounds(rules: Rules) -> tuple[int, ...]:
    """The rounds of a short evening: the first, the middle and the last one."""
    return tuple(sorted({1, (len(rules.contracts) + 1) // 2, len(rules.contracts)}))


def first_rounds(rules: Rules) -> tuple[int, ...]:
    """The rounds of a first evening: the first three, which are the easiest."""
    return rounds_from(rules, 1)[:3]


def rounds_from(rules: Rules, first: int) -> tuple[int, ...]:
    """All rounds from `first` on."""
    return tuple(range(first, len(rules.contracts) + 1))


def read_rounds(rules: Rules, text: str) -> tuple[int, ...]:
    """The rounds that a text names, such as `short`, `all`, `3-` (from the third on) or `1,4-6`.

    Raises Refused if the text is none of these, or names an unknown round.
    """
    words = text.strip().lower()
    if words == "short":
        return short_rounds(rules)
    if words in ("all", "whole"):
        return rounds_from(rules, 1)
    try:
        rounds = tuple(number for part in words.split(",") for number in _read_part(rules, part))
    except ValueError:
        raise Refused(refusal("rounds-unread", "rounds")) from None
    with_rounds(rules, rounds)
    return rounds


def _read_part(rules: Rules, text: str) -> tuple[int, ...]:
    """The rounds of `4`, `4-6` or `4-`. Raises ValueError for other texts."""
    first, dash, last = text.partition("-")
    if not last.strip():
        return rounds_from(rules, int(first)) if dash else (int(first),)
    # One unknown round is enough to be refused, so that a huge number makes no long list.
    unknown = len(rules.contracts) + 1
    return tuple(range(int(first), min(int(last), unknown) + 1))


def refuse_stop(state: Situation, action: StopGame) -> Refusal | None:
    """Why the game may not be stopped and counted: it is over, or no round is scored yet."""
    if state.phase is Phase.GAME_OVER:
        return refusal("game-over", "ALL-12")
    return None if state.results else refusal("nothing-scored", "ALL-12")


def do_stop(state: State, action: StopGame) -> Outcome:
    """Ends the game after the last round that was scored. A round that is being played is lost."""
    after = State(
        rules=state.game_rules,
        seats=tuple(map(before_deal, state.seats)),
        phase=Phase.GAME_OVER,
        round=state.results[-1].round,
        dealer=state.dealer,
        turn=NOBODY,
        results=state.results,
        corrections=state.corrections,
        played=state.played,
    )
    after = structs.replace(after, seats=with_bank(after, after.seats, NOBODY, last=True))
    return after, (GameEnded(after.winners),)
