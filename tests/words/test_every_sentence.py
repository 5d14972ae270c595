"""Every sentence of a rules page is grounded: the engine says the same, or a scenario proves it.

`test_page_facts.py` asks the engine about what a sentence says in words. Here the figures of a
sentence are read from its text and compared with what the engine does.
"""

import re
from pathlib import Path

import pytest
from msgspec import structs

from shanghai.engine.actions import (
    Call,
    CallShanghai,
    Deal,
    Discard,
    Draw,
    LayOff,
    MeldCards,
    Pass,
    Swap,
    Take,
)
from shanghai.engine.cards import HIDDEN, MAX_CARDS, RANK_NAMES, is_joker, read_face
from shanghai.engine.dealing import do_deal, lowest
from shanghai.engine.game import apply, game_before, refuse
from shanghai.engine.melds import read_lay_down, read_meld
from shanghai.engine.parameters.parts import Contract, JokerCap, Pack
from shanghai.engine.refusal import Refusal
from shanghai.engine.rules import Rules
from shanghai.engine.scoring import blind_bonus, end_round, go_out, hand_points, next_turn
from shanghai.engine.seats import NOBODY
from shanghai.engine.seen import view_for
from shanghai.engine.stalemate import MOST_TURNS, is_too_long
from shanghai.engine.state import Ending, Kind, Phase, Seat
from shanghai.records.arguments import all_cases
from shanghai.variants.library import shipped_variants
from shanghai.variants.loader import load_variant
from shanghai.words.grammar import table_words
from shanghai.words.phrases import RANK_PLURALS, call_name
from shanghai.words.rulebook import rule_lines
from tests.positions import Pack as Cards
from tests.simulation.drawing import drawn_rules
from tests.words.test_page_facts import (
    ANN,
    BOB,
    CY,
    FACTS,
    OWN,
    RUN,
    at,
    before,
    dealt,
    plain,
    seated,
)

MANY = tuple(range(MAX_CARDS))
"""Forty of each card."""
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
ROW = re.compile(
    r"(\d+) (?:in every \w+|(?:in|for) \w+ ([\d, -]+?)( and later)?)(?=, \d+ (?:in|for) |$)"
)
"""A figure by rounds or by contracts, such as `3 in deals 1-8`."""
CALLED = re.compile(r"(\d+) for (?:each$|the (\w+)|each further)")
"""A figure by calls, such as `2 for the first`."""
CONTRACTS = (Contract((3, 3)),) * 3
NUMBERS = ("first", "second", "third", "fourth", "fifth", "sixth")


# Figures in a text


def spanned(text: str) -> list[int]:
    """The numbers of a text such as `1-3, 5`."""
    numbers: list[int] = []
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return numbers


def by_number(rules: Rules, text: str) -> list[int]:
    """The figure of each contract, or of each round of the list, as a text has them."""
    count = len(rules.contracts)
    figures: dict[int, int] = {}
    for figure, numbers, _ in ROW.findall(text):
        for number in spanned(numbers) if numbers else range(1, count + 1):
            assert number not in figures, text
            figures[number] = int(figure)
    assert sorted(figures) == [*range(1, count + 1)], text
    return [figures[number] for number in range(1, count + 1)]


def by_call(text: str) -> dict[int, int]:
    """The figure of a first call, a second one and so on, by the number of calls before."""
    figures: dict[int, int] = {}
    for figure, which in CALLED.findall(text):
        number = NUMBERS.index(which) if which in NUMBERS else len(figures)
        figures[number] = int(figure)
    return figures


def ranks_of(text: str) -> dict[str, int]:
    """The figure of each rank, as in `A 15, 2-10 face value, J-K 10`."""
    figures: dict[str, int] = {}
    for ends, figure in re.findall(r"([\dAJQK]+(?:-[\dAJQK]+)?) (\d+|face value)", text):
        first, _, last = ends.partition("-")
        ranks = RANK_NAMES[RANK_NAMES.index(first) : RANK_NAMES.index(last or first) + 1]
        figures |= {rank: int(rank if figure == "face value" else figure) for rank in ranks}
    return figures


# What the engine does


def round_of(rules: Rules, number: int, players: int = 3):
    """A round as it is dealt, with so many players."""
    rules = structs.replace(rules, min_players=2, max_players=8, sides=0, contracts_by="round")
    state = game_before(rules, NAMES[:players], number, ANN)
    return do_deal(state, Deal(state.rules.cards(players, number)))[0]


def hands_dealt(rules: Rules, players: int) -> list[int]:
    """The cards that each player is dealt in each round of the contracts."""
    numbers = range(1, len(rules.contracts) + 1)
    return [len(round_of(rules, number, players).seats[ANN].hand) for number in numbers]


def deals_as(rules: Rules, text: str) -> bool:
    """Whether the largest table is dealt as a text says, where no other deal is for it."""
    largest = max(rules.table_sizes, default=0)
    if not largest or (rules.deal_for and rules.deal_for[-1].up_to >= largest):
        return True
    return hands_dealt(rules, largest) == by_number(rules, text)


def deals_small(rules: Rules, text: str) -> bool:
    """Whether smaller tables are dealt as a text says."""
    for part in text.split("; "):
        sizes, row = part.rstrip(".").split(" are dealt ")
        for players in sizes_of(sizes):
            if players in rules.table_sizes and hands_dealt(rules, players) != by_number(
                rules, row
            ):
                return False
    return True


def sizes_of(text: str) -> range:
    """The numbers of players in `2 to 4 players`."""
    numbers = [*map(int, re.findall(r"\d+", text))]
    return range(numbers[0], numbers[-1] + 1)


AFTER_DECKS = re.compile(r" and |(?<=by round), |(?<=by contract), |(?<=decks), ")


def has_packs(rules: Rules, text: str) -> bool:
    """Whether each table has the decks and jokers that a text says, in each round."""
    for part in text.rstrip(".").split("; "):
        sizes, pack = part.split(": ")
        decks, jokers = re.split(
            r" and |(?<=by round), |(?<=by contract), |(?<=decks), ", pack, maxsplit=1
        )
        jokers = jokers.partition("joker")[0]
        for players in sizes_of(sizes):
            for number in range(1, len(rules.contracts) + 1):
                cards = rules.cards(players, number)
                wanted = figure_at(decks.partition("deck")[0], number), figure_at(jokers, number)
                count = sum(map(is_joker, cards))
                if wanted != ((len(cards) - count) / 52, count):
                    return False
                total = re.search(r"(\d+) cards$", pack)
                if total and int(total[1]) != len(cards):
                    return False
    return True


def figure_at(text: str, number: int) -> int:
    """The figure of a round in `2, 3`, of which the last one goes on; no figure is none."""
    row = [*map(int, re.findall(r"\d+", text))] or [0]
    return row[min(number, len(row)) - 1]


def calls_had(rules: Rules) -> list[int]:
    """The calls that a player has in each round."""
    rules = structs.replace(rules, calls_per_game=0)
    return [round_of(rules, n).calls_left(ANN) for n in range(1, len(rules.contracts) + 1)]


def paid(rules: Rules, number: int, made: int) -> tuple[int, int, int]:
    """The cards, points and chips that the next call of a player costs in a round."""
    rounds = len(rules.contracts)
    rules = structs.replace(
        plain(rules),
        contracts_by="round",
        call_limit=(50,) * rounds,
        calls_per_game=0,
        calls_till_down=False,
        call_when_down=True,
        first_right="never",
        take_discard="always",
        renewals="any",
        chips=5_000,
    )
    state = at(rules, down=False, phase="draw", turn="Bob", by="Cy", discards="2C 4C", round=number)
    seats = list(state.seats)
    seats[ANN] = structs.replace(seats[ANN], calls_used=made)
    state, _ = apply(structs.replace(state, seats=tuple(seats)), Call(ANN, rules.call_word))
    if state.calls:
        state, _ = apply(state, Draw(BOB))
    ann, was = state.seats[ANN], seats[ANN]
    return len(ann.hand) - len(was.hand) - 1, ann.fined - was.fined, was.chips - ann.chips


def costs(rules: Rules, text: str, kind: int) -> bool:
    """Whether calls cost cards, points or chips as a text says, by round or by call."""
    if figures := by_call(text):
        return all(paid(rules, 1, made)[kind] == figure for made, figure in figures.items())
    figures = by_number(rules, text)
    return [paid(rules, n, 0)[kind] for n in range(1, len(figures) + 1)] == figures


def is_said(rules: Rules, name: str) -> bool:
    """Whether the call is made by this word alone."""
    state = at(structs.replace(rules, call_limit=(3,) * len(rules.contracts)), phase="draw")
    other = "buy" if rules.call_word == "may-i" else "may-i"
    state = structs.replace(state, turn=BOB)
    bad = refuse(state, Call(ANN, other))
    return name == call_name(rules) and bad is not None and bad.code == "wrong-word"


def counted(rules: Rules, card: str) -> int:
    return hand_points(rules, [read_face(card)])


def counts_ranks(rules: Rules, text: str) -> bool:
    """Whether cards left in a hand count by rank as a text says, but for single cards."""
    figures = ranks_of(text)
    plain_cards = [
        (rank, f"{rank}{suit}")
        for rank in RANK_NAMES
        for suit in "SHDC"
        if not {suit, f"{rank}{suit}"} & {*rules.card_points}
    ]
    return len(figures) == 13 and all(counted(rules, c) == figures[r] for r, c in plain_cards)


def counts_cards(rules: Rules, text: str) -> bool:
    """Whether single cards or suits have the points that a text says."""
    single = dict(re.findall(r"\b([\dAJQK]+[SHDC]) (\d+)", text))
    suits = {name[0].upper(): points for name, points in re.findall(r"each (\w+) (\d+)", text)}
    for suit, points in suits.items():
        cards = {f"{rank}{suit}" for rank in RANK_NAMES} - set(single)
        if any(counted(rules, card) != int(points) for card in cards):
            return False
    return all(counted(rules, card) == int(points) for card, points in single.items())


def multiplies(rules: Rules, times: int) -> bool:
    """Whether what a hand counts is multiplied in the last round, and in no other."""
    rules = structs.replace(rules, contracts_by="round", contracts_then="end", end_at=0)
    points = []
    for number in (len(rules.contracts), 0):
        state = structs.replace(at(rules, "KH 9H"), round=number)
        points.append(end_round(state, BOB, Ending.OUT)[0].results[-1].points[ANN])
    return points[0] == times * points[1]


def ends_at_round(rules: Rules, number: int) -> bool:
    """Whether the game ends after this round at the latest, and not one round earlier."""
    state = structs.replace(at(rules, ""), rules=structs.replace(rules, end_at=0))
    seats = tuple(structs.replace(seat, down=False) for seat in state.seats)
    phases = []
    for last in (number, number - 1):
        now = structs.replace(state, round=last, seats=seats, played=(0,) * (last - 1))
        phases.append(end_round(now, ANN, Ending.OUT)[0].phase)
    return phases == [Phase.GAME_OVER, Phase.ROUND_OVER]


def ends_when_met(rules: Rules) -> bool:
    """Whether the game ends when a player has met as many contracts as there are, not before."""
    phases = []
    for met in (1, 2):
        state = at(structs.replace(rules, end_at=0, most_rounds=0), "")
        state = structs.replace(
            state, rules=structs.replace(state.rules, contracts=rules.contracts)
        )
        ann = structs.replace(state.seats[ANN], met=len(rules.contracts) - met, down=True)
        others = [structs.replace(seat, down=False, met=0) for seat in state.seats[1:]]
        state = structs.replace(state, seats=(ann, *others), round=1)
        phases.append(end_round(state, ANN, Ending.OUT)[0].phase)
    return phases[0] is Phase.GAME_OVER and (
        len(rules.contracts) < 2 or phases[1] is Phase.ROUND_OVER
    )


def wins_by_contracts(rules: Rules) -> bool:
    """Whether most contracts win, and of several that have them the lowest total."""
    state = dealt(structs.replace(rules, sides=0))
    wins = []
    for met in ((2, 1, 1), (2, 2, 1)):
        seats = [
            structs.replace(seat, met=number, score=score)
            for seat, number, score in zip(state.seats, met, (90, 50, 10), strict=True)
        ]
        wins.append(structs.replace(state, seats=tuple(seats), phase=Phase.GAME_OVER).winners)
    return wins == [(ANN,), (BOB,)]


def binds_others(rules: Rules) -> bool:
    """Whether the others need the contract that the first one down has chosen."""
    rules = structs.replace(rules, contracts=(Contract((3, 3)), Contract((4, 4))))
    state = before(rules, 1)
    return structs.replace(state, played=(2,)).contract_of(BOB) == rules.contracts[1]


def ends_after_last_turns(rules: Rules) -> bool:
    """Whether the round ends once the turn is back at the first to be out, who has gone out."""
    state, _ = go_out(at(rules, ""), ANN)
    for _ in range(state.players - 1):
        state, _ = next_turn(state, live=True, locked=False)
    return state.phase is not Phase.DRAW and state.results[-1].out == ANN


def must_lay_joker(rules: Rules) -> bool:
    """Whether one who is down has to lay the joker that was won before the turn ends."""
    state = at(structs.replace(rules, lay_off_on="any", lay_off_from=1), "KH 2D 7C")
    state, _ = apply(state, Swap(ANN, state.seats[ANN].hand[2], RUN))
    bad = refuse(state, Discard(ANN, state.seats[ANN].hand[0]))
    return bad is not None and bad.code == "must-use"


def must_lead_down(rules: Rules) -> bool:
    """Whether one who is not down wins no joker where the hand cannot go down."""
    state = at(structs.replace(rules, exchange_in="any"), "KH 2D 7C", down=False)
    bad = refuse(state, Swap(ANN, state.seats[ANN].hand[2], RUN))
    return bad is not None and bad.code == "could-not-go-down"


def capped(rules: Rules, size: int, kind: Kind) -> int:
    """The most jokers in a meld of so many cards."""
    rules = structs.replace(plain(rules), joker_cap=rules.joker_cap, repeated_suits=True)
    allowed = [0]
    for jokers in range(1, size):
        if kind is Kind.SET:
            cards = ["9S"] * (size - jokers) + ["JK"] * jokers
        else:
            cards = [f"{rank}S" for rank in (*RANK_NAMES[1:], "A")[:size]]
            cards[:jokers] = ["JK"] * jokers
        meld_cards = MeldCards(kind, Cards(MANY).take(" ".join(cards)))
        rules = structs.replace(rules, adjacent_wild=True, ace="both")
        if not isinstance(read_meld(rules, ANN, meld_cards), Refusal):
            allowed.append(jokers)
    return max(allowed)


def caps_at(rules: Rules, most: int) -> bool:
    """Whether melds may hold so many jokers, and not one more."""
    kinds = {"any": (Kind.SET, Kind.RUN), "sets": (Kind.SET,), "runs": (Kind.RUN,)}
    sizes = range(max(most + 2, 4), 14)
    return all(
        capped(rules, size, kind) == most
        for kind in kinds[rules.joker_cap.only]
        for size in [*sizes][:1] + [*sizes][-1:]
    )


def caps_by_size(rules: Rules, text: str) -> bool:
    """Whether sets and runs may hold as many jokers by their size as a text says."""
    rows = re.findall(r"(\D+?) (\d+) from (\d+) cards on((?:, \d+ from \d+)*)", text)
    words = table_words(rules)
    for name, most, least, more in rows:
        kind = Kind.SET if name.split()[-1].lower() == words["set"].lower() else Kind.RUN
        steps = {int(least): int(most)}
        steps |= {int(size): int(count) for count, size in re.findall(r"(\d+) from (\d+)", more)}
        for size in range(4, 14):
            fitting = [steps[step] for step in sorted(steps) if step <= size]
            if capped(rules, size, kind) != min((fitting or [0])[-1], size - 1):
                return False
    return True


def outnumbers_never(rules: Rules) -> bool:
    """Whether half of a meld may be jokers, and no more."""
    kind = Kind.RUN if rules.joker_cap.only == "runs" else Kind.SET
    return all(capped(rules, size, kind) == size // 2 for size in (4, 5, 6))


def are_wild(rules: Rules, names: list[str], ranks: list[str]) -> bool:
    """Whether these ranks are wild, by their names, and no others."""
    named = {rank for rank, name in RANK_PLURALS.items() if name in names}
    return bool(named) and named == {*ranks}


def who_gets(rules: Rules) -> list[str]:
    """Which of two callers has the card, who call in the order `far`, `near` to the turn.

    Once with a turn from which the one who is near is far from the dealer, and once from which
    that one is near to the dealer too, if cards go to the left; else the other way round.
    """
    rules = structs.replace(
        plain(rules),
        packs=(Pack(8, 4, 8),),
        call_limit=(3,) * len(rules.contracts),
        calls_till_down=False,
        first_right="never",
        take_discard="always",
        call_chips=(),
    )
    step = 1 if rules.direction == "clockwise" else -1
    winners = []
    for turn in (1, 3):
        state = structs.replace(round_of(rules, 1, 5), turn=turn, dealer=2, rules=rules)
        if not state.discards:
            top, *stock = state.stock
            state = structs.replace(state, stock=tuple(stock), discards=(top,))
        state = structs.replace(state, tossers=(0,) * len(state.discards), tossed=True)
        near, far = sorted((2, 4), key=lambda seat: (seat - turn) * step % 5)
        sizes = [len(seat.hand) for seat in state.seats]
        for caller in (far, near):
            if refuse(state, call := Call(caller, rules.call_word)) is None:
                state, _ = apply(state, call)
        if state.calls:
            state, _ = apply(state, Draw(turn))
        has_more = len(state.seats[near].hand) > sizes[near]
        winners.append("near" if has_more else "far")
    return winners


def takes_beneath(rules: Rules) -> bool:
    """Whether the player on turn may take the card beneath one that was called."""
    rules = structs.replace(rules, take_discard="always", first_right="never", joker_tossed="free")
    rules = structs.replace(rules, call_limit=(3,) * len(rules.contracts), call_chips=())
    state = at(rules, phase="draw", turn="Bob", by="Cy", discards="2C 4C", down=False)
    seats = tuple(structs.replace(seat, down=False) for seat in state.seats)
    state, _ = apply(structs.replace(state, seats=seats), Call(ANN, rules.call_word))
    if state.calls:
        state, _ = apply(state, Pass(BOB))
    return refuse(state, Take(BOB)) is None


def touching(rules: Rules) -> bool:
    """Whether two runs of a suit may follow each other directly."""
    contract = Contract(runs=(4, 4))
    rules = structs.replace(plain(rules), contracts=(contract,) * len(rules.contracts))
    pack = Cards(MANY)
    meld_cards = [
        MeldCards(Kind.RUN, pack.take(cards)) for cards in ("5S 6S 7S 8S", "9S 10S JS QS")
    ]
    return not isinstance(read_lay_down(rules, contract, ANN, meld_cards), Refusal)


def overlapping(rules: Rules) -> bool:
    """Whether runs with a gap and runs that overlap stand."""
    contract = Contract(runs=(4, 4))
    rules = structs.replace(plain(rules), contracts=(contract,) * len(rules.contracts))
    pack = Cards(MANY)
    pairs = ("2S 3S 4S 5S", "7S 8S 9S 10S"), ("5S 6S 7S 8S", "7S 8S 9S 10S")
    return not any(
        isinstance(
            read_lay_down(
                rules, contract, ANN, [MeldCards(Kind.RUN, pack.take(cards)) for cards in pair]
            ),
            Refusal,
        )
        for pair in pairs
    )


def shanghai_costs(rules: Rules) -> tuple[bool, int, int]:
    """What the tosser pays for a called SHANGHAI: a card of the caller, cards, points."""
    rules = structs.replace(rules, shanghai_card="meld")
    state = at(rules, "KH 2D", phase="draw", turn="Bob", by="Cy", discards="9D 4C")
    picked = state.seats[ANN].hand[0] if rules.shanghai_gives else None
    after, _ = apply(state, CallShanghai(ANN, 0, picked=picked))
    cy, was = after.seats[CY], state.seats[CY]
    is_given = len(after.seats[ANN].hand) == 1
    return is_given, len(cy.hand) - len(was.hand) - is_given, cy.fined - was.fined


def shanghai_moves(rules: Rules) -> bool:
    """Whether a card on which SHANGHAI is called goes to the meld, and not to its tosser."""
    state = at(rules, "KH 2D", phase="draw", turn="Bob", by="Cy", discards="9D 4C")
    picked = state.seats[ANN].hand[0] if rules.shanghai_gives else None
    after, _ = apply(state, CallShanghai(ANN, 0, picked=picked))
    return len(after.table[0].cards) > len(state.table[0].cards)


def penalty(rules: Rules) -> int:
    """The points more of one who is not down, as another goes out."""
    rules = structs.replace(rules, not_down_times=1, last_round_times=1)
    points = []
    for is_down in (False, True):
        state = at(rules, "KH 9H", down=is_down)
        points.append(end_round(state, BOB, Ending.OUT)[0].results[-1].points[ANN])
    return points[0] - points[1]


def is_as_itself(rules: Rules) -> bool:
    """Whether a wild two laid as a two is natural, by its count against the jokers of a meld."""
    rules = structs.replace(plain(rules), wild_ranks=(2,), wild_natural=rules.wild_natural)
    rules = structs.replace(rules, joker_cap=JokerCap("fixed"))
    return not isinstance(
        read_meld(rules, ANN, MeldCards(Kind.SET, Cards(MANY).take("2S 2H 2D"))), Refusal
    )


def counts_as_joker(rules: Rules) -> bool:
    """Whether a wild two that stands for another card counts against the jokers of a meld."""
    rules = structs.replace(plain(rules), wild_ranks=(2,), joker_cap=JokerCap("fixed"))
    return isinstance(
        read_meld(rules, ANN, MeldCards(Kind.SET, Cards(MANY).take("9S 9H 2D"))), Refusal
    )


def is_long_enough(rules: Rules, kind: Kind, size: int) -> bool:
    """Whether a meld of so many cards stands, and one of a card fewer does not."""
    stands = []
    rules = structs.replace(plain(rules), contracts=rules.contracts, ace="both")
    for count in (size, size - 1):
        suits = "SHDC" if kind is Kind.SET else "SSSSSSSSSSSSS"
        ranks = ["9"] * count if kind is Kind.SET else RANK_NAMES[1 : count + 1]
        cards = " ".join(f"{rank}{suit}" for rank, suit in zip(ranks, suits, strict=False))
        meld_cards = MeldCards(kind, Cards(MANY).take(cards))
        stands.append(not isinstance(read_meld(rules, ANN, meld_cards), Refusal))
    return stands == [True, False]


def takes_one_less(rules: Rules) -> bool:
    """Whether the contract is refused with a meld more and a meld fewer than it asks for."""
    rules = structs.replace(plain(rules), same_rank_sets=True)
    contract = Contract((3, 3))
    melds = ["9S 9H 9D", "KS KH KD", "4S 4H 4D"]
    read = []
    for count in (1, 2, 3):
        pack = Cards(MANY)
        meld_cards = [MeldCards(Kind.SET, pack.take(cards)) for cards in melds[:count]]
        read.append(isinstance(read_lay_down(rules, contract, ANN, meld_cards), Refusal))
    return read == [True, False, True]


def draws_first(rules: Rules) -> bool:
    """Whether nothing is laid or tossed before the draw, and one card is drawn and not two."""
    state = at(rules, phase="draw", by="Cy", discards="2C 4C")
    card = state.seats[ANN].hand[0]
    if refuse(state, Discard(ANN, card)) is None or refuse(state, LayOff(ANN, card, OWN)) is None:
        return False
    after, _ = apply(state, Draw(ANN))
    return len(after.seats[ANN].hand) == 3 and refuse(after, Draw(ANN)) is not None


def ends_turn(rules: Rules) -> bool:
    """Whether one discard ends the turn of a player who keeps cards."""
    rules = structs.replace(rules, discard_ban=())
    state = at(rules, "KH 2D 4D")
    after, _ = apply(state, Discard(ANN, state.seats[ANN].hand[0]))
    return after.turn != ANN and after.phase is Phase.DRAW


def is_blocked(rules: Rules) -> bool:
    """Whether a draw with no card to be had ends the round with nobody out."""
    state = structs.replace(at(rules, phase="draw", by="Cy", discards="2C"), stock=())
    after, _ = apply(state, Draw(ANN))
    return after.phase is not Phase.PLAY and after.results[-1].out == NOBODY


def wins_by_side(rules: Rules) -> bool:
    """Whether a side with the lowest sum wins over the player with the lowest total."""
    state = dealt(structs.replace(rules, sides=0))
    seats = [Seat(f"Player {number}", score=50) for number in range(2 * rules.sides)]
    seats[0], seats[rules.sides] = Seat("Ann", score=0), Seat("Bob", score=120)
    rules = structs.replace(rules, contracts_by="round")
    state = structs.replace(state, rules=rules, seats=tuple(seats), phase=Phase.GAME_OVER)
    return ANN not in state.winners and 1 in state.winners


def has_bank(rules: Rules) -> bool:
    """Whether who goes out of a round has the chips that were paid."""
    state = at(structs.replace(rules, contracts_by="round", end_at=0, chips=20), "")
    state = structs.replace(state, rules=structs.replace(state.rules, contracts=CONTRACTS), round=1)
    seats = tuple(structs.replace(seat, chips=19) for seat in state.seats)
    after, _ = end_round(structs.replace(state, seats=seats), ANN, Ending.OUT)
    assert after.phase is Phase.ROUND_OVER
    return after.seats[ANN].chips == 22


def draws_dealer(rules: Rules) -> int:
    """Who deals first after a draw of a king, an ace, a two and a joker."""
    return lowest(Cards(MANY).take("KS AH 2D JK"))[0]


def hides(rules: Rules) -> bool:
    """Whether a seat sees its own hand and no other, nor the stock, nor the buried discards."""
    state = at(rules, phase="draw", by="Cy", discards="2C 4C 6C")
    view = view_for(state, ANN)
    hidden = [*view.seats[BOB].hand, *view.seats[CY].hand, *view.stock, *view.discards[1:]]
    return view.seats[ANN].hand == state.seats[ANN].hand and {*hidden} == {HIDDEN}


def counts_turns_before(rules: Rules) -> bool:
    """Whether the turns of deals that were thrown in count towards those that stop a round."""
    state = at(rules, phase="draw", by="Cy", discards="2C 4C")
    state = structs.replace(state, turns=1)
    before = MOST_TURNS * state.players - 1
    return is_too_long(structs.replace(state, turns_before=before)) and not is_too_long(state)


def goes_round(rules: Rules) -> list[int]:
    """The seats that have the deal and the first turn after the first seat."""
    state = dealt(rules)
    return [state.seat_after(state.dealer), state.turn]


def figures_of_tosser(text: str) -> tuple[bool, int, int]:
    """What the tosser pays for a called SHANGHAI, as a text says."""
    cards, points = (re.search(rf"(\d+) {what}", text) for what in ("cards?", "points?"))
    return "at random" in text, int(cards[1] if cards else 0), int(points[1] if points else 0)


def is_stopped_after(rules: Rules, turns: int) -> bool:
    """Whether a round is stopped after so many turns of each player, and not one earlier."""
    state = at(rules, phase="draw", by="Cy", discards="2C 4C")
    state = structs.replace(state, turns=turns * state.players)
    return is_too_long(state) and not is_too_long(structs.replace(state, turns=state.turns - 1))


def has_in_game(rules: Rules, most: int) -> bool:
    """Whether a player who has used so many calls in earlier rounds has none left, but one less."""
    state = round_of(structs.replace(rules, call_limit=(50,) * len(rules.contracts)), 1)
    left = []
    for used in (most, most - 1):
        seats = (structs.replace(state.seats[ANN], calls_before=used), *state.seats[1:])
        left.append(structs.replace(state, seats=seats).calls_left(ANN))
    return left == [0, 1]


# Contracts in words


def contracts_as(rules: Rules, text: str) -> bool:
    """Whether the contracts are those of a text, meld by meld and condition by condition."""
    rows = re.split(r"(?:^|; )\d+: ", text.rstrip("."))[1:]
    read = [tuple(read_option(rules, option) for option in row.split(" or ")) for row in rows]
    return read == [
        tuple(structs.replace(option, alternatives=()) for option in contract.options)
        for contract in map(simple, rules.contracts)
    ]


def simple(contract: Contract) -> Contract:
    """A contract in which a cap on wild cards is written one way only."""
    options = [
        structs.replace(
            each,
            clean=False,
            most_wild=each.wild_cap,
            sets=tuple(each.sets),
            points=each.points,
            alternatives=(),
        )
        for each in contract.options
    ]
    return structs.replace(options[0], alternatives=tuple(options[1:]))


def read_option(rules: Rules, text: str) -> Contract:
    """A contract from a text such as `2 books + run of 4, no wild card`."""
    melds, *conditions = text.split(", ")
    asked: dict[str, object] = {"sets": [], "runs": []}
    for meld in melds.split(" + ") if melds != "any melds" else ():
        count, kinds, name, size = re.fullmatch(
            r"(\d+ )?((?:royal |mixed |one-colour )*)(.+?)(?: of (\d+))?", meld
        ).groups()
        is_set = name in forms(rules, "set") and not kinds
        sizes = asked["sets" if is_set else "runs"]
        sizes += [int(size or 3)] * int(count or 1)
        if "royal" in kinds:
            asked["royal"] = True
        if "mixed" in kinds or "one-colour" in kinds:
            asked["runs_of"] = "any" if "mixed" in kinds else "colour"
    for condition in conditions:
        asked |= read_condition(rules, condition)
    if melds == "any melds" and "points" not in asked:
        asked["points"] = 1
    asked |= {"sets": tuple(asked["sets"]), "runs": tuple(asked["runs"])}
    return Contract(**asked)


def forms(rules: Rules, meld: str) -> set[str]:
    noun = table_words(rules)[meld]
    return {str(noun), noun.form("many") if hasattr(noun, "form") else str(noun)}


def read_condition(rules: Rules, text: str) -> dict[str, object]:
    if most := re.fullmatch(r"(?:no|at most (\d+)) wild cards?", text):
        return {"most_wild": int(most[1] or 0)}
    if points := re.search(r"worth (\d+) points?$", text):
        return {"points": int(points[1])}
    if text.startswith("no suit twice"):
        return {"set_suits": "different"}
    if text.endswith("of different ranks"):
        return {"ranks": "different"}
    kinds = {"different suits": "different", "one suit": "one", "one colour": "colour"}
    return {"suits": kinds[text.partition(" of ")[2]]}


# What proves the sentences


FIGURES = [
    (r"At least (\d+) players", lambda r, m: seated(r)[0] == int(m[1])),
    (r"At most (\d+) players", lambda r, m: seated(r)[-1] == int(m[1])),
    (r"^(\d.* players?: .*decks?.*)\.$", lambda r, m: has_packs(r, m[1])),
    (r"Cards dealt to each: (.*)\.$", lambda r, m: deals_as(r, m[1])),
    (r"^(.* are dealt .*)\.$", lambda r, m: deals_small(r, m[1])),
    (r"^(\d+) \w+, (?:each|all) with", lambda r, m: len(r.contracts) == r.rounds == int(m[1])),
    (r"^(\d+) contracts?(?: to choose from)?\.$", lambda r, m: len(r.contracts) == int(m[1])),
    (r"^(1: .*)\.$", lambda r, m: contracts_as(r, m[1])),
    (
        r"all with one contract: (.*)\.$",
        lambda r, m: contracts_as(structs.replace(r, contracts=r.contracts[:1]), f"1: {m[1]}"),
    ),
    (r"ends after \w+ (\d+)\.", lambda r, m: ends_at_round(r, int(m[1]))),
    (r"ends when somebody has met", lambda r, m: ends_when_met(r)),
    (r"has met most contracts wins", lambda r, m: wins_by_contracts(r)),
    (r"others then need that contract", lambda r, m: binds_others(r)),
    (r"Then the \w+ ends; the first", lambda r, m: ends_after_last_turns(r)),
    (
        r"^(?:Besides the jokers all|All) (.*) are wild",
        lambda r, m: are_wild(r, re.split(", | and ", m[1]), r.wild_ranks),
    ),
    (
        r"one rank is wild(?: besides the jokers)?: (.*)\.$",
        lambda r, m: [RANK_PLURALS[rank] for rank in r.wild_by_round] == m[1].split(", "),
    ),
    (
        r"^([\dAJQKSHDC, and]+) (?:is|are) wild\.$",
        lambda r, m: {*map(read_face, re.split(", | and ", m[1]))} <= {*r.wild_faces},
    ),
    (r"holds (\d+) jokers? at most", lambda r, m: caps_at(r, int(m[1]))),
    (r"most jokers in a meld, [^:]*: (.*)\.$", lambda r, m: caps_by_size(r, m[1])),
    (r"never outnumber", lambda r, m: outnumbers_never(r)),
    (r"won must be laid in the same turn", lambda r, m: must_lay_joker(r)),
    (r"may win a joker only if the hand can", lambda r, m: must_lead_down(r)),
    (r"The call for the discard is (.*): one", lambda r, m: is_said(r, m[1])),
    (r"brings the discard alone", lambda r, m: paid(r, 1, 0)[0] == 0),
    (r"brings the discard and (\d+) card", lambda r, m: paid(r, 1, 0)[0] == int(m[1])),
    (r"Cards from the stock that come with a call: (.*)\.$", lambda r, m: costs(r, m[1], 0)),
    (r"Points that a call costs: (.*)\.$", lambda r, m: costs(r, m[1], 1)),
    (r"Chips that a call costs[^:]*: (.*)\.$", lambda r, m: costs(r, m[1], 2)),
    (r"begins with (\d+) chip", lambda r, m: dealt(r).seats[ANN].chips == int(m[1])),
    (r"each player has: (.*)\.$", lambda r, m: calls_had(r) == by_number(r, m[1])),
    (r"whole game each player has (\d+)", lambda r, m: has_in_game(r, int(m[1]))),
    (r"Cards left in a hand count (.*)\.$", lambda r, m: counts_ranks(r, m[1])),
    (r"Other points have: (.*)\.$", lambda r, m: counts_cards(r, m[1])),
    (
        r"A joker(?: left in a hand|, if a table adds one,) counts (\d+)",
        lambda r, m: counted(r, "JK") == int(m[1]),
    ),
    (r"first to call has the card", lambda r, m: who_gets(r) == ["far", "far"]),
    (r"nearest to the dealer's left has", lambda r, m: who_gets(r) == ["far", "near"]),
    (r"nearest to the dealer's right has", lambda r, m: who_gets(r) == ["near", "far"]),
    (r"whose turn comes soonest has", lambda r, m: who_gets(r) == ["near", "near"]),
    (r"card beneath is neither taken", lambda r, m: not takes_beneath(r)),
    (r"card beneath is the top discard", lambda r, m: takes_beneath(r)),
    (r"may hold two .* follow each other", lambda r, m: touching(r)),
    (r"must not follow each other directly", lambda r, m: not touching(r) and overlapping(r)),
    (r"The tosser (?:then|pays)", lambda r, m: shanghai_costs(r) == figures_of_tosser(m.string)),
    (r"SHANGHAI is called is played on", lambda r, m: shanghai_moves(r)),
    (r"SHANGHAI is called goes back", lambda r, m: not shanghai_moves(r)),
    (r"nobody out, counts (\d+) points? more", lambda r, m: penalty(r) == int(m[1])),
    (r"may also be laid as the card it is", lambda r, m: is_as_itself(r)),
    (r"always stands in for another", lambda r, m: not is_as_itself(r)),
    (r"said of jokers in melds holds", lambda r, m: counts_as_joker(r)),
    (r"is (\d+) or more cards of one rank", lambda r, m: is_long_enough(r, Kind.SET, int(m[1]))),
    (r"is (\d+) or more cards of one suit", lambda r, m: is_long_enough(r, Kind.RUN, int(m[1]))),
    (r"number of melds (?:in a contract )?is exact", lambda r, m: takes_one_less(r)),
    (r"begins with the draw of one card", lambda r, m: draws_first(r)),
    (r"one discard ends the turn", lambda r, m: ends_turn(r)),
    (r"no card to be had, the .* blocked", lambda r, m: is_blocked(r)),
    (r"The side with the lowest total", lambda r, m: wins_by_side(r)),
    (r"the lowest rank deals first", lambda r, m: draws_dealer(r) == 1),
    (r"A hand is seen by its holder alone", lambda r, m: hides(r)),
    (r"a deal that was thrown in count", lambda r, m: counts_turns_before(r)),
    (r"Whoever goes out has the chips", lambda r, m: has_bank(r)),
    (r"winner of the game has the chips", lambda r, m: not has_bank(r)),
    (r"go counter-clockwise", lambda r, m: goes_round(r) == [dealt(r).players - 1] * 2),
    (
        r"whole \w+ gone in one turn: (\d+) points? off",
        lambda r, m: blind_bonus(r, Ending.BLIND) == int(m[1]),
    ),
    (r"stopped after (\d+) turns", lambda r, m: is_stopped_after(r, int(m[1]))),
    (r"last \w+ count (\d+) times", lambda r, m: multiplies(r, int(m[1]))),
]
"""Sentences with their check, which gets the rules and what the pattern has found in the text."""

SCENARIOS: list[tuple[str, str]] = [
    (r"call is not on offer when its cards", "A buy of two cards is not on offer while only one"),
    (r"called SHANGHAI may empty a hand", "A caller whose last card is drawn is out"),
    (r"where two places are possible the player", "A joker may be laid at the end that its player"),
    (r"stands for a card of the rank", "A suit stands once in a set, and a joker for one"),
    (r"A seat may be handed to another", "A seat handed over keeps its hand, score, buys"),
    (r"The new name is not one already", "A seat is not handed to somebody who already sits"),
    (r"exchange that would make that", "An exchange may follow the taking, but none after"),
    (r"is said after a discard and before", "Once the player on turn has drawn the card can no"),
    (r"The caller plays and discards", "A caller keeps to their place and does nothing but"),
    (r"Before the contract lies whole", "Another who is down lays off on a part as on any"),
    (r"Each part must leave the contract", "Its conditions are judged over all parts"),
    (r"only the cards in the hand count", "When another goes out only the hand of one with a"),
    (r"laid an earlier part does not go out", "A part that empties the hand is going out, with"),
    (r"tossed without a word, anyone but", "The player on turn may be the one who calls"),
    (r"Once another discard has covered it", "A card that was under SHANGHAI, covered and bared"),
    (r"In a last turn one goes down without", "In a last turn one goes down without the whole"),
    (r"Melds that fit several", "Melds that fit several meet the one that asks"),
    (r"Nobody lays further melds before", "A further meld waits for the next turn"),
    (r"takes it as ever", "Who is down takes the discard as ever"),
    (r"SHANGHAI may still be called on it", "SHANGHAI is called on a joker that blocks"),
    (r"rank of the card turned up", "A joker turned up makes no rank wild"),
    (
        r"What is laid off later is free|suit that wins a joker is free",
        "What is laid off later may have a suit again",
    ),
    (r"as no card left fits anywhere, it ends", "A round in which all are down and nothing fits"),
    (r"as no card left fits anywhere, it is th", "By a house rule nobody scores and the round"),
    (r"another deal would be no help", "test_two_hands_that_cannot_grow_to_the_contract"),
    (r"Whoever has an empty hand is out", "Who is out in a last turn has no points"),
]
"""Sentences that a scenario proves, by the beginning of its title."""


def sentences(rules: Rules):
    """The sentences of a rules page, one by one."""
    for line in rule_lines(rules):
        yield from re.split(r"(?<=\.) ", line.sentence)


def groundless(rules: Rules) -> list[str]:
    """The sentences of a page that nothing proves, or whose figures the engine does not have."""
    return [text for text in sentences(rules) if not is_grounded(rules, text)]


def is_grounded(rules: Rules, text: str) -> bool:
    figures = [(match, is_so) for pattern, is_so in FIGURES if (match := re.search(pattern, text))]
    if figures:
        return all(is_so(rules, match) for match, is_so in figures)
    facts = (pattern for pattern, _ in FACTS)
    scenarios = (pattern for pattern, _ in SCENARIOS)
    return any(re.search(pattern, text, re.MULTILINE) for pattern in (*facts, *scenarios))


CALIFORNIA = load_variant("california")
TESTS = Path(__file__).parents[1]


def test_a_sentence_that_nothing_proves_is_an_error():
    for text in ("Whoever sneezes loses the game.", "Ann deals.", "A run may be blue."):
        assert not is_grounded(CALIFORNIA, text)


def test_a_wrong_figure_in_a_sentence_is_an_error():
    """Each figure of a page with one more in its place is no longer what the engine does."""
    wrong = [
        f"{text[: match.start()]}{int(match[0]) + 1}{text[match.end() :]}"
        for text in sentences(CALIFORNIA)
        if any(re.search(pattern, text) for pattern, _ in FIGURES)
        for match in [
            *re.finditer(r"\b\d+(?= (cards? from|in every|more|players sit|turns))", text)
        ][:1]
    ]
    assert len(wrong) > 4
    assert [text for text in wrong if is_grounded(CALIFORNIA, text)] == []


def test_the_scenarios_that_prove_sentences_exist():
    titles = [case.title for case in all_cases()]
    code = TESTS.joinpath("engine", "test_stalemate.py").read_text("utf-8")
    for _, title in SCENARIOS:
        known = [each for each in titles if each.startswith(title)]
        assert known or f"def {title}(" in code, title


@pytest.mark.slow
def test_every_proof_is_of_a_sentence_on_some_page():
    pages = [load_variant(name) for name in shipped_variants()]
    pages += [drawn_rules(seed) for seed in range(250)]
    texts = {text for rules in pages for text in sentences(rules)}
    for pattern, _ in (*FIGURES, *SCENARIOS):
        assert any(re.search(pattern, text) for text in texts), pattern
