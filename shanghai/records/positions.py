"""Positions in the public format. They are read as a `State`, written, and compared with one."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, inspect, structs

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import HIDDEN, JOKER, LABELS, Card, Face, face_of, labels
from shanghai.engine.dealing import rules_of_round
from shanghai.engine.handicap import NO_HANDICAP, Handicap, refuse_handicaps
from shanghai.engine.melds import read_meld, what_is_left
from shanghai.engine.parameters.parts import WILD_RANKS, Contract, WildRank
from shanghai.engine.refusal import Refusal
from shanghai.engine.rules import MAX_ROUNDS, Rules, choice_of
from shanghai.engine.scoring import by_the_rules
from shanghai.engine.seats import NOBODY, SeatIndex, by_seat
from shanghai.engine.sides import is_table_size
from shanghai.engine.state import Ending, Kind, Meld, Phase, Seat, Situation, State
from shanghai.records import notation
from shanghai.records.patterns import PatternError, TextPattern
from shanghai.words import records as words
from shanghai.words.games import of_game
from shanghai.words.grammar import counted
from shanghai.words.refusals import reason, why
from shanghai.yamlio.reader import Node, Scalar
from shanghai.yamlio.schema_reader import NodePath, Reader, quoted, read_by
from shanghai.yamlio.writer import flow_list, flow_mapping, flow_value, folded, scalar

NONE: Final = "none"
"""In a file, the word for nobody in place of a name."""
SEAT_FIGURES: Final = {
    "calls_used": "calls_used",
    "calls_before": "calls_before",
    "calls_carried": "calls_carried",
    "scores": "score",
    "contracts_met": "met",
    "chips": "chips",
    "fined": "fined",
}
"""Keys of a position with a number for each player, and the field of a `Seat` that each fills."""
_MOST: Final = 999_999_999


def _read_text(reader: Reader, node: Node, path: NodePath) -> str | None:
    """Reads a text. A value such as `7` or `true` counts as its letters; null is a fault."""
    if isinstance(node, Scalar) and node.value is not None:
        return node.text
    reader.wrong(node, path, words.TEXT)
    return None


def _read_cards(reader: Reader, node: Node, path: NodePath) -> tuple[Face, ...] | None:
    """Reads cards with blanks between them. An empty text means no cards."""
    if not isinstance(node, Scalar) or node.value is None:
        reader.wrong(node, path, words.CARDS, words.CARDS_HINT)
        return None
    count = len(node.text.split())
    if count > notation.MOST_CARDS:
        reader.fault(node, path, words.MOST_CARDS(most=notation.MOST_CARDS, count=count))
        return None
    try:
        return notation.read_faces(node.text)
    except notation.NotationError as error:
        reader.fault(node, path, str(error))
        return None


def _read_pile(reader: Reader, node: Node, path: NodePath) -> tuple[Face, ...] | int | None:
    """Reads cards, or a number of cards."""
    if isinstance(node, Scalar) and type(node.value) is int:
        count: int | None = reader.read(node, _NUMBER_TYPE, path)
        return count
    return _read_cards(reader, node, path)


def _read_pattern(reader: Reader, node: Node, path: NodePath) -> TextPattern | None:
    text = _read_text(reader, node, path)
    try:
        return None if text is None else TextPattern(text)
    except PatternError as error:
        reader.fault(node, path, words.NO_PATTERN(why=error))
        return None


Text = Annotated[str, read_by(_read_text)]
"""A text that may look like another value. A player may be called `7`."""
Number = Annotated[int, Meta(ge=-_MOST, le=_MOST)]
Cards = Annotated[tuple[Face, ...], read_by(_read_cards)]
Pile = Annotated[tuple[Face, ...] | int, read_by(_read_pile)]
"""Cards, or how many there are."""
Pattern = Annotated[TextPattern, read_by(_read_pattern)]

Choices = Annotated[tuple[Number, ...], Meta(max_length=MAX_ROUNDS)]
"""Numbers of contracts that players have chosen."""
Names = Annotated[tuple[Text, ...], Meta(max_length=notation.MOST_PLAYERS)]
Numbers = Annotated[dict[str, Number], Meta(max_length=notation.MOST_PLAYERS)]
"""Numbers by the names of players."""
TEXT_TYPE: Final = inspect.type_info(Text)
_NUMBER_TYPE: Final = inspect.type_info(Number)


class MeldEntry(Struct, frozen=True):
    """A meld in a file. `owner` is the name of its player."""

    owner: str
    kind: Kind
    faces: tuple[Face, ...]


class _MeldKeys(Struct):
    owner: Text
    set: Cards = ()
    run: Cards = ()


_MELD_TYPE: Final = inspect.type_info(_MeldKeys)


def _read_meld(reader: Reader, node: Node, path: NodePath) -> MeldEntry | None:
    """Reads a meld such as `{owner: Ann, set: QS QD QC}`."""
    value = reader.read(node, _MELD_TYPE, path)
    if value is None:
        return None
    if ("set" in value) == ("run" in value):
        reader.fault(node, path, words.SET_AND_RUN)
        return None
    kind = Kind.SET if "set" in value else Kind.RUN
    return MeldEntry(value.get("owner", ""), kind, value[kind.value])


def _read_tossers(reader: Reader, node: Node, path: NodePath) -> tuple[str, ...] | None:
    """Reads the names of players who discarded, or a single name."""
    names = reader.read(node, TEXT_TYPE if isinstance(node, Scalar) else _TOSSERS_TYPE, path)
    return (names,) if isinstance(node, Scalar) else names


_TOSSERS_TYPE: Final = inspect.type_info(
    Annotated[tuple[Text, ...], Meta(max_length=notation.MOST_CARDS)]
)

_MOST_FIGURE: Final = 10_000
"""The largest number of turns, and of a player's fines or carried calls, in a position."""

Table = Annotated[
    tuple[Annotated[MeldEntry, read_by(_read_meld)], ...], Meta(max_length=notation.MOST_MELDS)
]


class Position(Struct, frozen=True, kw_only=True):
    """A position as it is in a file. Whether the rules allow it is not checked yet."""

    round: Number
    dealer: Text
    turn: Text
    phase: Literal["draw", "play"]
    hands: Annotated[dict[str, Cards], Meta(max_length=notation.MOST_PLAYERS)]
    table: Table = ()
    stock: Cards = ()
    discards: Cards = ()
    discarded_by: Annotated[tuple[str, ...], read_by(_read_tossers)] = ()
    shanghaied: Number = 0
    calls_used: Numbers = {}
    calls_before: Numbers = {}
    calls_carried: Numbers = {}
    scores: Numbers = {}
    contracts_met: Numbers = {}
    wild: Literal["", "none", WildRank] = ""
    chips: Numbers = {}
    fined: Numbers = {}
    turns: Number = 0
    contracts_done: Annotated[dict[str, Choices], Meta(max_length=notation.MOST_PLAYERS)] = {}
    contracts_played: Choices = ()
    out: Text = ""
    ending: Literal["", "out", "out blind", "out blind without a joker"] = ""


class Unusable(ValueError):
    """A position cannot occur by the rules. `reasons` are sentences."""

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = tuple(reasons)


def build_state(
    position: Position, names: Sequence[str], rules: Rules, handicaps: Mapping[str, Handicap] = {}
) -> State:
    """The state of a position. Raises Unusable, with all reasons, if the rules do not allow it.

    Copies of a card are numbered in the order of the file. The lowest discard, if nobody tossed it,
    is the first upcard. In games in which its rank is wild, it decides the wild rank, unless the
    position names one.
    """
    reasons = [
        *_bad_players(names, rules),
        *_bad_names(position, names),
        *_bad_numbers(position, rules, handicaps),
        *(_not_a_player("handicaps", name) for name in handicaps.keys() - names),
    ]
    seat_handicaps = [handicaps.get(name, NO_HANDICAP) for name in names]
    if refusal := refuse_handicaps(rules, seat_handicaps, len(names)):
        reasons.append(words.HANDICAPS(fault=why(refusal)))
    if len(names) not in rules.table_sizes:
        raise Unusable(reasons)
    reasons += _bad_cards(position, len(names), rules)
    agreed, rules = rules, _rules_of_round(position, rules, reasons)
    table = _build_table(position, names, rules, reasons)
    if reasons:
        raise Unusable(reasons)
    pack = notation.CardCopies()
    seats = tuple(
        _build_seat(position, name, pack, rules.chips, handicaps.get(name, NO_HANDICAP))
        for name in names
    )
    is_draw = position.phase == Phase.DRAW.value
    tossers = [_seat(names, name) for name in position.discarded_by]
    tossers += [NOBODY] * (len(position.discards) - len(tossers))
    locked = is_draw and position.shanghaied == 1
    state = State(
        rules=rules,
        agreed=None if rules is agreed else agreed,
        seats=seats,
        phase=Phase(position.phase),
        round=position.round,
        dealer=_seat(names, position.dealer),
        turn=_seat(names, position.turn),
        table=tuple(
            structs.replace(meld, cards=pack.take([face_of(card) for card in meld.cards]))
            for meld in table
        ),
        stock=pack.take(position.stock),
        discards=pack.take(position.discards),
        tossers=tuple(tossers[: len(position.discards)]),
        locked=locked,
        turns=position.turns,
        out=_seat(names, position.out),
        ending=Ending(position.ending) if position.ending else None,
        played=position.contracts_played,
        tossed=is_draw and tossers[:1] not in ([], [NOBODY]) and not locked,
    )
    return _with_parts(state) if rules.lay_in_parts else state


def _with_parts(state: State) -> State:
    """The state for rules that allow a contract to be laid in parts (HR-12). A player who has laid
    only a part of the contract is not down, and the rest is still to come."""
    seats = list(state.seats)
    for number, seat in by_seat(seats):
        melds = tuple(meld for meld in state.table if meld.owner == number)
        contract = state.whole_contract_of(number)
        if melds and not any(_is_met(option, melds) for option in contract.options):
            rest = what_is_left(state.rules, contract, melds)
            to_come = contract if isinstance(rest, Refusal) else choice_of(rest)
            seats[number] = structs.replace(seat, down=False, parts=melds, to_come=to_come)
    return structs.replace(state, seats=tuple(seats))


def _is_met(option: Contract, melds: Sequence[Meld]) -> bool:
    """Whether the melds of a player are as many and as large as an option of a contract asks."""
    for is_run, wanted in ((False, option.sets), (True, option.runs)):
        sizes = sorted((len(meld.cards) for meld in melds if meld.is_run == is_run), reverse=True)
        pairs = zip(sizes, sorted(wanted, reverse=True), strict=False)
        if len(sizes) < len(wanted) or any(size < least for size, least in pairs):
            return False
    return True


def _build_seat(
    position: Position, name: str, pack: notation.CardCopies, chips: int, handicap: Handicap
) -> Seat:
    """The seat of a player, with cards from `pack`, and the chips that each has by the rules."""
    is_down = any(entry.owner == name for entry in position.table)
    done = position.contracts_done.get(name, ())
    met, hand = max(0, len(done) - is_down), pack.take(position.hands[name])
    seat = Seat(name, hand, is_down, chips=chips, done=done, met=met, handicap=handicap)
    figures = {}
    for key, field in SEAT_FIGURES.items():
        by_name = getattr(position, key)
        if name in by_name:
            figures[field] = by_name[name]
    return structs.replace(seat, **figures)


def _rules_of_round(position: Position, rules: Rules, reasons: list[str]) -> Rules:
    """The rules with what is wild in this round; adds a reason if no upcard can be wild."""
    number = min(max(1, position.round), rules.rounds)
    if position.wild == "":
        discards, tossers = position.discards, position.discarded_by
        is_tossed = len(tossers) >= len(discards) and tossers[-1:] != (NONE,)
        return rules_of_round(rules, number, HIDDEN if is_tossed or not discards else discards[-1])
    rules = rules.in_round(number)
    if not rules.upcard_wild:
        reasons.append(words.NO_WILD_RANK)
    elif position.wild != "none":
        return rules.with_wild_rank(WILD_RANKS.index(position.wild) + 1)
    return rules


def _seat(names: Sequence[str], name: str) -> SeatIndex:
    """The seat of a player; NOBODY if no player has the name."""
    return SeatIndex(names.index(name)) if name in names else NOBODY


def _not_a_player(where: str, name: str) -> str:
    """The reason that a name at this place is not that of a player."""
    return words.NONE_OF_PLAYERS(where=where, name=quoted(name))


def _clauses(rules: Rules, *fields: str) -> str:
    """The clauses of some rules in brackets, after a blank; empty if they have none."""
    clauses = dict.fromkeys(clause for field in fields for clause in rules.clauses(field))
    return f" ({', '.join(clauses)})" if clauses else ""


def _bad_players(names: Sequence[str], rules: Rules) -> Iterator[str]:
    least, most = rules.min_players, rules.max_players
    if not least <= len(names) <= most:
        many = words.TOO_MANY_PLAYERS if len(names) > most else words.TOO_FEW_PLAYERS
        seats = {"rules": of_game(rules.name), "least": least, "most": most}
        yield many(**seats, given=len(names), clauses=_clauses(rules, "max_players", "min_players"))
    elif not is_table_size(rules.sides, len(names)):
        where = {"rules": of_game(rules.name), "clauses": _clauses(rules, "sides")}
        yield words.NOT_FOR_SIDES(**where, sides=rules.sides, given=len(names))
    for name in names:
        if fault := notation.unreadable_name(name):
            yield fault
    if len({" ".join(name.split()) for name in names}) < len(names):
        yield words.SAME_NAME


def _bad_names(position: Position, names: Sequence[str]) -> Iterator[str]:
    """Yields each name in a position that is not a player's, and each player without a hand."""
    named = [
        (words.THE_DEALER, position.dealer),
        (words.THE_TURN, position.turn),
        *(("hands", name) for name in position.hands),
        *((key, name) for key in SEAT_FIGURES for name in getattr(position, key)),
        *((words.THE_TABLE, entry.owner) for entry in position.table),
        *(("discarded_by", name) for name in position.discarded_by if name != NONE),
        *(("contracts_done", name) for name in position.contracts_done),
        *(("out", name) for name in (position.out,) if name),
    ]
    for where, name in named:
        if name not in names:
            yield _not_a_player(where, name)
    for name in names:
        if name not in position.hands:
            yield words.HAND_MISSING(name=name)


def _bad_numbers(
    position: Position, rules: Rules, handicaps: Mapping[str, Handicap]
) -> Iterator[str]:
    """Yields what is wrong with the numbers of a position, and keys that the rules do not have."""
    if not 1 <= position.round <= rules.rounds:
        yield words.NO_ROUND(round=position.round, most=rules.rounds)
    else:
        for name, used in position.calls_used.items():
            limit = rules.calls_in(position.round)
            most = limit and limit + handicaps.get(name, NO_HANDICAP).calls
            most += position.calls_carried.get(name, 0)
            if not 0 <= used <= most:
                clauses = _clauses(rules, "call_limit")
                yield words.CALLS_USED(name=name, most=most, given=used, clauses=clauses)
    most = len(rules.contracts) - 1
    for name, met in position.contracts_met.items():
        if rules.contracts_by != "player":
            yield words.CONTRACTS_SHARED
        elif not 0 <= met <= most:
            yield words.CONTRACTS_MET(name=name, most=most, given=met)
    yield from _bad_choices(position, rules)
    most = rules.chips * notation.MOST_PLAYERS
    for name, chips in position.chips.items():
        if not 0 <= chips <= most:
            yield words.CHIPS(name=name, most=most, given=chips)
    if position.calls_carried and not rules.calls_carry:
        yield words.CARRIES_NO_CALLS
    bounded = {"fined": position.fined, "calls_carried": position.calls_carried}
    for key, figures in (*bounded.items(), ("turns", {"": position.turns})):
        if any(not 0 <= figure <= _MOST_FIGURE for figure in figures.values()):
            yield words.OUT_OF_BOUNDS(key=key, most=_MOST_FIGURE)
    if position.shanghaied not in (0, 1):
        yield words.SHANGHAIED(given=position.shanghaied)
    elif position.shanghaied and not rules.shanghai:
        yield words.NO_SHANGHAI
    elif position.shanghaied and not position.discards:
        yield words.NO_DISCARD
    if len(position.discarded_by) > len(position.discards) and position.discarded_by != (NONE,):
        yield words.MANY_TOSSERS


def _bad_choices(position: Position, rules: Rules) -> Iterator[str]:
    """Yields what is wrong with the chosen contracts, and with the player who is out."""
    most, by = len(rules.contracts), rules.contracts_by
    for key, needed, numbers in (
        *(("contracts_done", "free", done) for done in position.contracts_done.values()),
        ("contracts_played", "first", [n for n in position.contracts_played if n]),
    ):
        if numbers and by != needed:
            yield words.NO_CHOICE(key=key)
        elif any(not 1 <= number <= most for number in numbers):
            yield words.NO_CONTRACT(key=key, most=most)
    if bool(position.out) != bool(position.ending) or (position.out and not rules.last_turn):
        yield words.OUT_WITH_ENDING


def _bad_cards(position: Position, players: int, rules: Rules) -> Iterator[str]:
    pack = rules.pack(players, position.round)
    count = Counter(position.stock + position.discards)
    for hand in position.hands.values():
        count.update(hand)
    for entry in position.table:
        count.update(entry.faces)
    for face, copies in sorted(count.items()):
        in_pack = pack.jokers if face == JOKER else pack.decks
        if copies > in_pack:
            facts = {"card": LABELS[face], "found": copies, "players": players, "held": in_pack}
            yield words.CARD_TOO_OFTEN(**facts, clauses=_clauses(rules, "packs"))


def _build_table(
    position: Position, names: Sequence[str], rules: Rules, reasons: list[str]
) -> list[Meld]:
    """The melds of a position. For an illegal one a reason is added instead. The copies of cards
    are not numbered yet: two melds can have the same physical card."""
    melds = []
    for number, entry in enumerate(position.table, 1):
        cards = MeldCards(entry.kind, notation.CardCopies().take(entry.faces))
        meld = read_meld(rules, _seat(names, entry.owner), cards)
        if isinstance(meld, Refusal):
            sentence, cards_named = reason(rules, meld, names), notation.card_list(entry.faces)
            reasons.append(words.BAD_MELD(number=number, cards=cards_named, why=sentence))
        else:
            melds.append(meld)
    return melds


def write_position(state: State) -> list[str]:
    """The lines of a position in a document, without their indent. Default values are left out."""
    names = [seat.name for seat in state.seats]
    hands = [(seat.name, cards_text(seat.hand)) for seat in state.seats]
    lines = [
        f"round: {state.round}",
        f"dealer: {scalar(names[state.dealer])}",
        f"turn: {scalar(names[state.turn])}",
        f"phase: {state.phase.value}",
        f"hands: {flow_mapping(hands, 9)}",
    ]
    if state.table:
        lines.append("table:")
    for meld in state.table:
        owner = scalar(names[meld.owner], flow=True)
        lines.append(f"  - {{owner: {owner}, {meld.kind.value}: {cards_text(meld.cards)}}}")
    lines.append(f"stock: {folded(cards_text(state.stock), 2)}")
    lines.append(f"discards: {folded(cards_text(state.discards), 2)}")
    tossers = list(state.tossers)
    while tossers and tossers[-1] == NOBODY:
        tossers.pop()
    if tossers:
        tossed = [NONE if seat == NOBODY else scalar(names[seat], flow=True) for seat in tossers]
        lines.append(f"discarded_by: {flow_list(tossed, 16)}")
    if state.locked:
        lines.append("shanghaied: 1")
    figures = ["calls_used", "scores"]
    if state.rules.calls_per_game:
        figures.insert(1, "calls_before")
    if state.rules.calls_carry:
        figures.insert(-1, "calls_carried")
    if state.rules.contracts_by == "player":
        figures.append("contracts_met")
    lines += figure_lines(state, *figures)
    if state.rules.upcard_wild and (wild := _wild_word(state)):
        lines.append(f"wild: {wild}")
    if state.rules.call_chips:
        lines += figure_lines(state, "chips", whole=True)
    lines += figure_lines(state, "fined")
    if done := [(seat.name, flow_value([*seat.done])) for seat in state.seats if seat.done]:
        lines.append(f"contracts_done: {flow_mapping(done, 18)}")
    if state.played:
        lines.append(f"contracts_played: {flow_value([*state.played])}")
    if state.ending is not None:
        lines += [f"out: {scalar(names[state.out])}", f"ending: {state.ending.value}"]
    needs_turns = max(state.rules.lay_off_from, state.rules.down_from) > 1
    if state.turns_before or (state.turns and needs_turns):
        lines.append(f"turns: {state.turns_before + state.turns}")
    return [piece for line in lines for piece in line.split("\n")]


def figure_lines(state: State, *keys: str, whole: bool = False) -> Iterator[str]:
    """Yields a line for each of these keys of `SEAT_FIGURES`, with the figure of each player.
    Unless `whole` is set, players with a figure of 0 are left out, and so is an empty line."""
    for key in keys:
        figures = [(seat.name, getattr(seat, SEAT_FIGURES[key])) for seat in state.seats]
        shown = [(name, str(figure)) for name, figure in figures if figure or whole]
        if shown:
            yield f"{key}: {flow_mapping(shown, len(key) + 4)}"


def _wild_word(state: State) -> str:
    """The rank that is wild in this round, `none` if there is none. It is empty if a reader of the
    file can see it from the first upcard among the discards."""
    agreed = state.game_rules
    has_upcard = bool(state.discards) and state.tossers[-1] == NOBODY
    upcard = state.discards[-1] if has_upcard else HIDDEN
    if rules_of_round(agreed, state.round, upcard) == state.rules:
        return ""
    extra_ranks = state.rules.wild_ranks[len(agreed.in_round(state.round).wild_ranks) :]
    return str(extra_ranks[0]) if extra_ranks else NONE


def cards_text(cards: Sequence[Card]) -> str:
    """Cards as a YAML scalar. If there are none, it is an empty text in quotes."""
    return labels(cards) or '""'


class Then(Struct, frozen=True, kw_only=True):
    """What a document expects at its end. What is None, or is left out, is not checked."""

    hands: Annotated[dict[str, Pile], Meta(max_length=notation.MOST_PLAYERS)] = {}
    table: Table | None = None
    discards: Pile | None = None
    stock: Pile | None = None
    turn: Text | None = None
    phase: Literal["draw", "play", "round over", "game over", "thrown in"] | None = None
    calls_used: Numbers = {}
    calls_carried: Numbers = {}
    out: Text | None = None
    round_scores: Numbers = {}
    scores: Numbers = {}
    contracts_met: Numbers = {}
    chips: Numbers = {}
    winners: Names | None = None


def mismatches(then: Then, state: State) -> list[tuple[str, str, str]]:
    """What a document expects that the state differs in. Each entry is what it is about, what is
    expected, and what the state has."""
    compared = _compared(then, state)
    return [(what, wanted, actual) for what, wanted, actual in compared if wanted != actual]


def _compared(then: Then, state: State) -> Iterator[tuple[str, str, str]]:
    """Yields all that is expected: what it is about, what is expected, and what the state has."""
    players = words.PLAYERS_NAMED(names=", ".join(seat.name for seat in state.seats))
    for name, wanted in then.hands.items():
        seat = state.seat_named(name)
        if seat == NOBODY:
            yield "hands", words.PLAYER_NAMED(name=name), players
            continue
        expected = wanted if isinstance(wanted, int) else tuple(sorted(wanted))
        hand = sorted(map(face_of, state.seats[seat].hand))
        yield words.HAND_OF(name=name), *_piles(expected, hand)
    if then.table is not None:
        melds = [
            _meld_text(_name(state, meld.owner), meld.kind, map(face_of, meld.cards))
            for meld in state.table
        ]
        expected_melds = [_meld_text(each.owner, each.kind, each.faces) for each in then.table]
        yield "table", "; ".join(expected_melds) or NONE, "; ".join(melds) or NONE
    for what, pile in (("discards", state.discards), ("stock", state.stock)):
        if (expected := getattr(then, what)) is not None:
            yield what, *_piles(expected, [*map(face_of, pile)])
    is_over = state.phase in (Phase.ROUND_OVER, Phase.GAME_OVER)
    result = by_the_rules(state).results[-1] if is_over and state.results else None
    out = _name(state, result.out if result else NOBODY)
    facts = {"turn": _name(state, state.turn), "phase": state.phase.value, "out": out}
    for what, actual in facts.items():
        expected = getattr(then, what)
        yield what, actual if expected is None else expected, actual
    for key in ("calls_used", "calls_carried", "round_scores", "scores", "contracts_met", "chips"):
        if key in SEAT_FIGURES:
            figures = [getattr(seat, SEAT_FIGURES[key]) for seat in state.seats]
        elif result:
            figures = list(result.points)
        elif then.round_scores:
            yield key, words.ROUND_OVER, words.PHASE(phase=state.phase.value)
            continue
        for name, number in getattr(then, key).items():
            if (seat := state.seat_named(name)) == NOBODY:
                yield key, words.PLAYER_NAMED(name=name), players
            else:
                yield words.FIGURE_OF(figure=key, name=name), str(number), str(figures[seat])
    if then.winners is not None:
        won = sorted(state.seats[seat].name for seat in state.winners)
        yield "winners", ", ".join(sorted(then.winners)) or NONE, ", ".join(won) or NONE


def _piles(wanted: Pile, pile: Sequence[Face]) -> tuple[str, str]:
    """Two texts: the pile that is expected, and the real one. They are the cards, or only their
    number if the document expects a number."""
    if isinstance(wanted, int):
        return counted(wanted, "card"), counted(len(pile), "card")
    return notation.card_list(wanted) or NONE, notation.card_list(pile) or NONE


def _name(state: Situation, seat: SeatIndex) -> str:
    """The name of the player in a seat; `none` for NOBODY."""
    return NONE if seat == NOBODY else state.seats[seat].name


def _meld_text(owner: str, kind: Kind, faces: Iterable[Face]) -> str:
    """A meld as text. The cards of a set are sorted, as their order does not matter."""
    shown = sorted(faces) if kind is Kind.SET else faces
    return f"{owner} {kind.value}[{notation.card_list(shown)}]"
