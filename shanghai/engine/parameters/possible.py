"""What rules can make possible: how large a hand grows, what melds take, how players go out.

Every figure is a limit that no game by the rules exceeds. What it excludes is certainly impossible;
what it does not exclude may still be, which only playing shows (HR-7).
"""

from functools import cache
from itertools import pairwise

from shanghai.engine.cards import NATURAL_FACES, SUITS_IN, Face, natural_face
from shanghai.engine.melds import LONGEST_RUN, RUN_SUITS, SUITS, run_starts
from shanghai.engine.parameters.parts import MOST_WILD, Contract
from shanghai.engine.rules import Rules


def rounds_with(rules: Rules, number: int) -> range:
    """The rounds in which the contract with a number, counted from 1, may be played."""
    match rules.contracts_by:
        case "player":
            return range(min(number, rules.rounds), rules.rounds + 1)
        case "free":
            return range(1, rules.rounds + 1)
        case "first":
            return range(1, len(rules.contracts) + 1)
        case _:
            return range(number, number + 1)


# How many cards a hand holds


def grows_by_shanghai(rules: Rules) -> bool:
    """Whether a called SHANGHAI gives its tosser cards. Hands can then grow without a limit."""
    is_back = rules.shanghai_card == "back"
    return rules.shanghai and (rules.shanghai_gives or rules.shanghai_cards > 0 or is_back)


def cards_bought(rules: Rules, round: int) -> list[int]:
    """The cards that a player gets by each possible call of a round, with the called discard."""
    rounds = range(1, round + 1) if rules.calls_carry else (round,)
    calls = sum(map(rules.calls_in, rounds))
    if rules.calls_per_game:
        calls = min(calls, rules.calls_per_game)
    all_chips = rules.chips * rules.max_players
    bought: list[int] = []
    for calls_made in range(calls):
        if rules.chips_for_call(round, calls_made) > all_chips:
            break
        bought.append(1 + rules.cost_in(round, calls_made))
    return bought


def max_hand(rules: Rules, round: int, players: int) -> int:
    """The largest hand of a player who is not down, after a draw and all calls of a round."""
    return rules.cards_dealt(round, players) + 1 + sum(cards_bought(rules, round))


# What the melds of a contract take


def longest_set(rules: Rules, round: int, players: int) -> int:
    """The most cards that a set can have, by the pack and the joker cap of a round."""
    pack, cap = rules.pack(players, round), rules.in_round(round).joker_cap
    naturals = 4 * pack.decks
    is_rank_wild_by_round = rules.upcard_wild or rules.wild_by_round
    wild_faces = len(rules.other_wild) + (4 if is_rank_wild_by_round else 0)
    longest = naturals + wild_faces * pack.decks + pack.jokers
    for size in range(longest, naturals, -1):
        if size - cap.most_for(False, size) <= naturals:
            return size
    return naturals


def _wild_in_set(rules: Rules, size: int, decks: int) -> int | None:
    """The fewest wild cards in a set of at least `size` cards; None if there can be no such set."""
    copies = decks if rules.repeated_suits else 1
    ranks = (NATURAL_FACES[rank::13] for rank in range(13))
    naturals = copies * max(sum(face not in rules.never_natural for face in rank) for rank in ranks)
    longest = naturals + MOST_WILD if rules.repeated_suits else SUITS
    for length in range(size, (size if rules.exact_sizes else longest) + 1):
        wild = max(0, length - naturals)
        if naturals and wild <= rules.joker_cap.most_for(False, length):
            return wild
    return None


def _wild_in_run(rules: Rules, contract: Contract, size: int) -> int | None:
    """The fewest wild cards in a run of at least `size` cards; None if there can be no such run."""
    counts = [
        len(places)
        for length in range(size, (size if rules.exact_sizes else LONGEST_RUN) + 1)
        for low in ((1,) if contract.royal else run_starts(rules, length))
        for suit in RUN_SUITS[contract.runs_of]
        for places in (_places_for_wild(rules.never_natural, low, length, suit),)
        if len(places) <= rules.joker_cap.most_for(True, length)
        if rules.adjacent_wild or all(after - before > 1 for before, after in pairwise(places))
    ]
    return min(counts, default=None)


@cache
def _places_for_wild(
    never_natural: frozenset[Face], low: int, size: int, suit: int
) -> tuple[int, ...]:
    """The places of a run that only wild cards can fill, as their faces are never natural."""
    return tuple(
        place
        for place in range(low, low + size)
        if all(natural_face(each, (place - 1) % 13 + 1) in never_natural for each in SUITS_IN[suit])
    )


def can_fill_contract(rules: Rules, contract: Contract, decks: int) -> bool:
    """Whether the contract can be laid although some faces are never laid as themselves."""
    if not rules.never_natural:
        return True
    laying = rules.laying(contract)
    wild = [_wild_in_set(laying, size, decks) for size in contract.sets]
    wild += [_wild_in_run(rules, contract, size) for size in contract.runs]
    needed = [count for count in wild if count is not None]
    return len(needed) == len(wild) and sum(needed) <= contract.wild_cap


# How one goes out


def can_go_out(rules: Rules, number: int, players: int) -> bool:
    """Whether a player with the contract of this number can go out.

    The last card leaves a hand by a discard, a lay-off or a meld, or by a called SHANGHAI.
    """
    if rules.shanghai and rules.shanghai_gives:
        return True
    is_all_in = rules.is_all_in(number)
    if is_all_in and not rules.all_in_discard:
        return True
    if rules.last_discard:
        return True
    if rules.must_discard:
        return False
    if rules.lay_off_on != "none":
        return True
    if is_all_in:
        return rules.meld_when_down and _melds_again(rules)
    return rules.meld_when_down or _lays_whole_hand(rules, number, players)


def _melds_again(rules: Rules) -> bool:
    """Whether a player with a single card left can get the cards of a further meld."""
    has_calls = any(rules.call_limit) and rules.call_when_down and not rules.calls_till_down
    return rules.least_set == 2 or has_calls or grows_by_shanghai(rules)


def _lays_whole_hand(rules: Rules, number: int, players: int) -> bool:
    """Whether the melds of a contract can take every card of a hand."""
    if grows_by_shanghai(rules):
        return True
    for round in rounds_with(rules, number):
        sizes = [rules.cards_dealt(round, players) + 1]
        for bought in cards_bought(rules, round):
            sizes.append(sizes[-1] + bought)
        for option in rules.contract(number).options:
            most = most_taken(rules, option, round, players)
            if any(option.size <= size <= most for size in sizes):
                return True
    return False


def most_taken(rules: Rules, contract: Contract, round: int, players: int) -> int:
    """The most cards that the melds of a contract can take."""
    if contract.points:
        return len(rules.cards(players, round))
    if rules.exact_sizes:
        return contract.size
    is_repeated = rules.laying(contract).repeated_suits
    longest = longest_set(rules, round, players) if is_repeated else SUITS
    return len(contract.sets) * longest + len(contract.runs) * LONGEST_RUN
