"""Positions as the public format has them: a mapping to a `State`, a `State` to its lines.

And what a document says must be so at its end, compared with a state.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, inspect, structs

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import HIDDEN, JOKER, LABELS, Card, Face, face_of, labels
from shanghai.engine.correction import by_the_rules
from shanghai.engine.dealing import rules_of_round
from shanghai.engine.handicap import NO_HANDICAP, Handicap, handicap_fault
from shanghai.engine.melds import read_meld
from shanghai.engine.parameters.parts import WILD_RANKS, WildRank
from shanghai.engine.refusal import Refusal
from shanghai.engine.rules import MAX_ROUNDS, Rules
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Ending, Kind, Meld, Phase, Seat, State
from shanghai.records.notation import (
    MOST_CARDS,
    MOST_MELDS,
    MOST_PLAYERS,
    NotationError,
    Pack,
    card_list,
    read_faces,
    unreadable_name,
)
from shanghai.records.patterns import PatternError, TextPattern
from shanghai.words.phrases import counted
from shanghai.words.refusals import reason
from shanghai.yamlio.reader import Node, Scalar
from shanghai.yamlio.schema_reader import NodePath, Reader, quoted, read_by
from shanghai.yamlio.writer import flow_list, flow_mapping, folded, scalar

NONE: Final = "none"
"""Stands in a file where a name could, for nobody."""
SEAT_FIGURES: Final = {
    "calls_used": "calls_used",
    "calls_before": "calls_before",
    "scores": "score",
    "contracts_met": "met",
    "chips": "chips",
    "fined": "fined",
}
"""The keys with a number for each of some players, each with the field of a seat."""
_MOST: Final = 999_999_999
NO_HANDICAPS: Final[Mapping[str, Handicap]] = {}


def _read_text(reader: Reader, node: Node, path: NodePath) -> str | None:
    """A text; a number or `true` stands for its letters, and null is a fault."""
    if isinstance(node, Scalar) and node.value is not None:
        return node.text
    reader.wrong(node, path, "a text")
    return None


def _read_cards(reader: Reader, node: Node, path: NodePath) -> tuple[Face, ...] | None:
    """Cards with blanks between; the empty text is no card."""
    if not isinstance(node, Scalar) or node.value is None:
        reader.wrong(node, path, "cards", "such as 10H 2C JK; '' is none")
        return None
    count = len(node.text.split())
    if count > MOST_CARDS:
        reader.fault(node, path, f"expected at most {MOST_CARDS} cards, got {count}")
        return None
    try:
        return read_faces(node.text)
    except NotationError as error:
        reader.fault(node, path, str(error))
        return None


def _read_pile(reader: Reader, node: Node, path: NodePath) -> tuple[Face, ...] | int | None:
    if isinstance(node, Scalar) and type(node.value) is int:
        count: int | None = reader.read(node, _NUMBER_TYPE, path)
        return count
    return _read_cards(reader, node, path)


def _read_pattern(reader: Reader, node: Node, path: NodePath) -> TextPattern | None:
    text = _read_text(reader, node, path)
    try:
        return None if text is None else TextPattern(text)
    except PatternError as error:
        reader.fault(node, path, f"is no regular expression: {error}")
        return None


Text = Annotated[str, read_by(_read_text)]
"""A text that may look like another value, as a player called 7 does."""
Number = Annotated[int, Meta(ge=-_MOST, le=_MOST)]
Cards = Annotated[tuple[Face, ...], read_by(_read_cards)]
Pile = Annotated[tuple[Face, ...] | int, read_by(_read_pile)]
"""Cards, or how many there are."""
Pattern = Annotated[TextPattern, read_by(_read_pattern)]

Choices = Annotated[tuple[Number, ...], Meta(max_length=MAX_ROUNDS)]
"""The numbers of contracts among which players choose."""
Names = Annotated[tuple[Text, ...], Meta(max_length=MOST_PLAYERS)]
Numbers = Annotated[dict[str, Number], Meta(max_length=MOST_PLAYERS)]
"""A number for each of some players."""
TEXT_TYPE: Final = inspect.type_info(Text)
_NUMBER_TYPE: Final = inspect.type_info(Number)


class MeldEntry(Struct, frozen=True):
    """A meld as a file names it."""

    owner: str
    kind: Kind
    faces: tuple[Face, ...]


class _MeldKeys(Struct):
    owner: Text
    set: Cards = ()
    run: Cards = ()


_MELD_TYPE: Final = inspect.type_info(_MeldKeys)


def _read_meld(reader: Reader, node: Node, path: NodePath) -> MeldEntry | None:
    """A meld such as `{owner: Ann, set: QS QD QC}`."""
    value = reader.read(node, _MELD_TYPE, path)
    if value is None:
        return None
    if ("set" in value) == ("run" in value):
        reader.fault(node, path, "must have one of the keys 'set' and 'run'")
        return None
    kind = Kind.SET if "set" in value else Kind.RUN
    return MeldEntry(value.get("owner", ""), kind, value[kind.value])


def _read_tossers(reader: Reader, node: Node, path: NodePath) -> tuple[str, ...] | None:
    names = reader.read(node, TEXT_TYPE if isinstance(node, Scalar) else _TOSSERS_TYPE, path)
    return (names,) if isinstance(node, Scalar) else names


_TOSSERS_TYPE: Final = inspect.type_info(Annotated[tuple[Text, ...], Meta(max_length=MOST_CARDS)])

_MOST_FIGURE: Final = 10_000
"""The most points fined, and turns, that a position may have."""

Table = Annotated[
    tuple[Annotated[MeldEntry, read_by(_read_meld)], ...], Meta(max_length=MOST_MELDS)
]


class Position(Struct, frozen=True, kw_only=True):
    """A position as it stands in the file, its shape checked and nothing else."""

    round: Number
    dealer: Text
    turn: Text
    phase: Literal["draw", "play"]
    hands: Annotated[dict[str, Cards], Meta(max_length=MOST_PLAYERS)]
    table: Table = ()
    stock: Cards = ()
    discards: Cards = ()
    discarded_by: Annotated[tuple[str, ...], read_by(_read_tossers)] = ()
    shanghaied: Number = 0
    calls_used: Numbers = {}
    calls_before: Numbers = {}
    scores: Numbers = {}
    contracts_met: Numbers = {}
    wild: Literal["", "none", WildRank] = ""
    chips: Numbers = {}
    fined: Numbers = {}
    turns: Number = 0
    contracts_done: Annotated[dict[str, Choices], Meta(max_length=MOST_PLAYERS)] = {}
    contracts_played: Choices = ()
    out: Text = ""
    ending: Literal["", "out", "out blind", "out blind without a joker"] = ""


class Unusable(ValueError):
    """The rules have no such position; the reasons are sentences."""

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = tuple(reasons)


def build_state(
    position: Position,
    names: Sequence[str],
    rules: Rules,
    handicaps: Mapping[str, Handicap] = NO_HANDICAPS,
) -> State:
    """The state of a position; Unusable, with all reasons, where the rules have none such.

    Physical cards are numbered in the order in which the file names them. In `phase: draw` a top
    discard that somebody tossed was just tossed, and one without a tosser is the first upcard.
    Where the upcard's rank is wild it is that of the lowest discard, if that is the first upcard,
    unless the position names it.
    """
    reasons = [
        *_bad_players(names, rules),
        *_bad_names(position, names),
        *_bad_numbers(position, rules, handicaps),
        *(f"handicaps: {quoted(name)} is none of the players" for name in handicaps.keys() - names),
    ]
    if fault := handicap_fault(rules, [handicaps.get(name, NO_HANDICAP) for name in names]):
        reasons.append(f"handicaps: {fault}")
    if not rules.min_players <= len(names) <= rules.max_players:
        raise Unusable(reasons)
    reasons += _bad_cards(position, len(names), rules)
    agreed, rules = rules, _rules_of_round(position, rules, reasons)
    table = _build_table(position, names, rules, reasons)
    if reasons:
        raise Unusable(reasons)
    pack = Pack()
    seats = tuple(
        _build_seat(position, name, pack, rules.chips, handicaps.get(name, NO_HANDICAP))
        for name in names
    )
    draws = position.phase == Phase.DRAW.value
    tossers = [_seat(names, name) for name in position.discarded_by]
    tossers += [NOBODY] * (len(position.discards) - len(tossers))
    locked = draws and position.shanghaied == 1
    return State(
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
        tossed=draws and tossers[:1] not in ([], [NOBODY]) and not locked,
    )


def _build_seat(position: Position, name: str, pack: Pack, chips: int, handicap: Handicap) -> Seat:
    """A seat with its hand, and all figures that the position names."""
    is_down = any(entry.owner == name for entry in position.table)
    done = position.contracts_done.get(name, ())
    met, hand = max(0, len(done) - is_down), pack.take(position.hands[name])
    seat = Seat(name, hand, is_down, chips=chips, done=done, met=met, handicap=handicap)
    figures = {field: getattr(position, key) for key, field in SEAT_FIGURES.items()}
    given = {field: found[name] for field, found in figures.items() if name in found}
    return structs.replace(seat, **given)


def _rules_of_round(position: Position, rules: Rules, reasons: list[str]) -> Rules:
    number = min(max(1, position.round), rules.rounds)
    if position.wild == "":
        discards, tossers = position.discards, position.discarded_by
        is_tossed = len(tossers) >= len(discards) and tossers[-1:] != (NONE,)
        return rules_of_round(rules, number, HIDDEN if is_tossed or not discards else discards[-1])
    rules = rules.in_round(number)
    if not rules.upcard_wild:
        reasons.append("wild: no rank is made wild by the first upcard in this variant")
    elif position.wild != "none":
        return rules.with_wild_rank(WILD_RANKS.index(position.wild) + 1)
    return rules


def _seat(names: Sequence[str], name: str) -> SeatIndex:
    return SeatIndex(names.index(name)) if name in names else NOBODY


def _clauses(rules: Rules, *fields: str) -> str:
    clauses = dict.fromkeys(clause for field in fields for clause in rules.clauses(field))
    return f" ({', '.join(clauses)})" if clauses else ""


def _bad_players(names: Sequence[str], rules: Rules) -> Iterator[str]:
    least, most = rules.min_players, rules.max_players
    if not least <= len(names) <= most:
        many = "many" if len(names) > most else "few"
        yield (
            f"too {many} players: {rules.name} takes {least} to {most} players, "
            f"not {len(names)}{_clauses(rules, 'max_players', 'min_players')}"
        )
    for name in names:
        if fault := unreadable_name(name):
            yield fault
    if len({" ".join(name.split()) for name in names}) < len(names):
        yield "two players have the same name"


def _bad_names(position: Position, names: Sequence[str]) -> Iterator[str]:
    named = [
        ("the dealer", position.dealer),
        ("the turn", position.turn),
        *(("hands", name) for name in position.hands),
        *((key, name) for key in SEAT_FIGURES for name in getattr(position, key)),
        *(("the table", entry.owner) for entry in position.table),
        *(("discarded_by", name) for name in position.discarded_by if name != NONE),
        *(("contracts_done", name) for name in position.contracts_done),
        *(("out", name) for name in (position.out,) if name),
    ]
    for where, name in named:
        if name not in names:
            yield f"{where}: {quoted(name)} is none of the players"
    for name in names:
        if name not in position.hands:
            yield f"hands: the hand of {name} is missing"


def _bad_numbers(
    position: Position, rules: Rules, handicaps: Mapping[str, Handicap]
) -> Iterator[str]:
    if not 1 <= position.round <= rules.rounds:
        yield f"round {position.round}: the rounds go from 1 to {rules.rounds}"
    else:
        for name, used in position.calls_used.items():
            limit = rules.calls_in(position.round)
            most = limit and limit + handicaps.get(name, NO_HANDICAP).calls
            if not 0 <= used <= most:
                clauses = _clauses(rules, "call_limit")
                yield f"calls_used: {name} has 0 to {most} calls, not {used}{clauses}"
    most = len(rules.contracts) - 1
    for name, met in position.contracts_met.items():
        if rules.contracts_by != "player":
            yield "contracts_met: here all have the contract of the round"
        elif not 0 <= met <= most:
            yield f"contracts_met: {name} can have met 0 to {most} before a round, not {met}"
    yield from _bad_choices(position, rules)
    most = rules.chips * MOST_PLAYERS
    for name, chips in position.chips.items():
        if not 0 <= chips <= most:
            yield f"chips: {name} can hold 0 to {most} chips, not {chips}"
    for key, figures in (("fined", position.fined), ("turns", {"": position.turns})):
        if any(not 0 <= figure <= _MOST_FIGURE for figure in figures.values()):
            yield f"{key}: expected 0 to {_MOST_FIGURE}"
    if position.shanghaied not in (0, 1):
        yield f"shanghaied must be 0 or 1, not {position.shanghaied}"
    elif position.shanghaied and not rules.shanghai:
        yield "shanghaied: there is no SHANGHAI in this variant"
    elif position.shanghaied and not position.discards:
        yield "shanghaied: there is no discard"
    if len(position.discarded_by) > len(position.discards) and position.discarded_by != (NONE,):
        yield "discarded_by names more players than there are discards"


def _bad_choices(position: Position, rules: Rules) -> Iterator[str]:
    most, by = len(rules.contracts), rules.contracts_by
    for key, needed, numbers in (
        *(("contracts_done", "free", done) for done in position.contracts_done.values()),
        ("contracts_played", "first", [n for n in position.contracts_played if n]),
    ):
        if numbers and by != needed:
            yield f"{key}: players do not choose so among the contracts in this variant"
        elif any(not 1 <= number <= most for number in numbers):
            yield f"{key}: the contracts go from 1 to {most}"
    if bool(position.out) != bool(position.ending) or (position.out and not rules.last_turn):
        yield "out: it stands with ending, where each other player has a last turn"


def _bad_cards(position: Position, players: int, rules: Rules) -> Iterator[str]:
    pack = rules.pack(players, position.round)
    count = Counter(position.stock + position.discards)
    for hand in position.hands.values():
        count.update(hand)
    for entry in position.table:
        count.update(entry.faces)
    for face, found in sorted(count.items()):
        held = pack.jokers if face == JOKER else pack.decks
        if found > held:
            yield (
                f"a card too often: {LABELS[face]} stands {found} times, and the pack of "
                f"{players} players holds {held}{_clauses(rules, 'packs')}"
            )


def _build_table(
    position: Position, names: Sequence[str], rules: Rules, reasons: list[str]
) -> list[Meld]:
    """The melds, their cards numbered afresh by the caller; reasons against illegal ones."""
    melds = []
    for number, entry in enumerate(position.table, 1):
        cards = Pack().take(entry.faces)
        laid = MeldCards(entry.kind, cards)
        meld = read_meld(rules, _seat(names, entry.owner), laid)
        if isinstance(meld, Refusal):
            why = reason(rules, meld, names)
            reasons.append(f"the table: meld {number} [{card_list(entry.faces)}]: {why}")
        else:
            melds.append(meld)
    return melds


def write_position(state: State) -> list[str]:
    """The lines of a position, to stand indented under `position:`; only what is not by default."""
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
    before = ["calls_before"] if state.rules.calls_per_game else []
    met = ["contracts_met"] * (state.rules.contracts_by == "player")
    lines += figure_lines(state, "calls_used", *before, "scores", *met)
    if state.rules.upcard_wild and (wild := _wild_word(state)):
        lines.append(f"wild: {wild}")
    if state.rules.call_chips:
        lines += figure_lines(state, "chips", whole=True)
    lines += figure_lines(state, "fined")
    lines += _choice_lines(state)
    if state.ending is not None:
        lines += [f"out: {scalar(names[state.out])}", f"ending: {state.ending.value}"]
    turns, is_told = state.turns_before + state.turns, state.turns_before > 0
    if turns and (is_told or max(state.rules.lay_off_from, state.rules.down_from) > 1):
        lines.append(f"turns: {turns}")
    return [piece for line in lines for piece in line.split("\n")]


def _numbers(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _choice_lines(state: State) -> Iterator[str]:
    """The contracts that were met or chosen, where players choose among them."""
    done = [(seat.name, f"[{_numbers(seat.done)}]") for seat in state.seats if seat.done]
    if done:
        yield f"contracts_done: {flow_mapping(done, 18)}"
    if state.played:
        yield f"contracts_played: [{_numbers(state.played)}]"


def figure_lines(state: State, *keys: str, whole: bool = False) -> Iterator[str]:
    """A line for each of the SEAT_FIGURES with the players who have any, or with the `whole`."""
    for key in keys:
        figures = [(seat.name, getattr(seat, SEAT_FIGURES[key])) for seat in state.seats]
        shown = [(name, str(figure)) for name, figure in figures if figure or whole]
        if shown:
            yield f"{key}: {flow_mapping(shown, len(key) + 4)}"


def _wild_word(state: State) -> str:
    agreed = state.game_rules
    is_there = bool(state.discards) and state.tossers[-1] == NOBODY
    told = rules_of_round(agreed, state.round, state.discards[-1] if is_there else HIDDEN)
    if told == state.rules:
        return ""
    turned = state.rules.wild_ranks[len(agreed.in_round(state.round).wild_ranks) :]
    return str(turned[0]) if turned else NONE


def cards_text(cards: Sequence[Card]) -> str:
    """Cards as a YAML scalar, the empty list in quotes."""
    return labels(cards) or '""'


class Then(Struct, frozen=True, kw_only=True):
    """The end that a document expects; None, or a name left out, is not checked."""

    hands: Annotated[dict[str, Pile], Meta(max_length=MOST_PLAYERS)] = {}
    table: Table | None = None
    discards: Pile | None = None
    stock: Pile | None = None
    turn: Text | None = None
    phase: Literal["draw", "play", "round over", "game over", "thrown in"] | None = None
    calls_used: Numbers = {}
    out: Text | None = None
    round_scores: Numbers = {}
    scores: Numbers = {}
    contracts_met: Numbers = {}
    chips: Numbers = {}
    winners: Names | None = None


class Mismatch(Struct, frozen=True):
    """One thing that is not as expected."""

    what: str
    expected: str
    found: str


def mismatches(then: Then, state: State) -> Iterator[Mismatch]:
    """Everything named that is not so in the state."""
    yield from _hand_mismatches(then, state)
    if then.table is not None:
        expected = [_meld_text(each.owner, each.kind, each.faces) for each in then.table]
        found = [
            _meld_text(_name(state, meld.owner), meld.kind, tuple(map(face_of, meld.cards)))
            for meld in state.table
        ]
        if expected != found:
            yield Mismatch("table", "; ".join(expected) or NONE, "; ".join(found) or NONE)
    yield from _pile_mismatches("discards", then.discards, state.discards)
    yield from _pile_mismatches("stock", then.stock, state.stock)
    over = state.phase in (Phase.ROUND_OVER, Phase.GAME_OVER)
    result = by_the_rules(state).results[-1] if over and state.results else None
    said = [
        ("turn", then.turn, _name(state, state.turn)),
        ("phase", then.phase, state.phase.value),
        ("out", then.out, _name(state, result.out if result else NOBODY)),
    ]
    for what, wanted, is_so in said:
        if wanted is not None and wanted != is_so:
            yield Mismatch(what, wanted, is_so)
    for key in ("calls_used", "round_scores", "scores", "contracts_met", "chips"):
        wanted_figures: Mapping[str, int] = getattr(then, key)
        if key != "round_scores":
            figures = [getattr(seat, SEAT_FIGURES[key]) for seat in state.seats]
            yield from _number_mismatches(key, wanted_figures, state, figures)
        elif result:
            yield from _number_mismatches(key, wanted_figures, state, result.points)
        elif wanted_figures:
            yield Mismatch(key, "a round that is over", f"phase {state.phase.value}")
    if then.winners is not None:
        winners = sorted(state.seats[seat].name for seat in state.winners)
        if sorted(then.winners) != winners:
            expected_text = ", ".join(sorted(then.winners)) or NONE
            yield Mismatch("winners", expected_text, ", ".join(winners) or NONE)


def _hand_mismatches(then: Then, state: State) -> Iterator[Mismatch]:
    for name, wanted in then.hands.items():
        seat = state.seat_named(name)
        if seat == NOBODY:
            yield _unknown("hands", name, state)
            continue
        hand = state.seats[seat].hand
        what = f"the hand of {name}"
        if isinstance(wanted, int):
            yield from _pile_mismatches(what, wanted, hand)
        elif Counter(wanted) != Counter(map(face_of, hand)):
            found = card_list(sorted(map(face_of, hand)))
            yield Mismatch(what, card_list(sorted(wanted)) or NONE, found or NONE)


def _pile_mismatches(what: str, wanted: Pile | None, pile: Sequence[Card]) -> Iterator[Mismatch]:
    if isinstance(wanted, int):
        if wanted != len(pile):
            yield Mismatch(what, counted(wanted, "card"), counted(len(pile), "card"))
    elif wanted is not None and wanted != tuple(map(face_of, pile)):
        yield Mismatch(what, card_list(wanted) or NONE, labels(pile) or NONE)


def _number_mismatches(
    what: str, wanted: Mapping[str, int], state: State, found: Sequence[int]
) -> Iterator[Mismatch]:
    for name, number in wanted.items():
        seat = state.seat_named(name)
        if seat == NOBODY:
            yield _unknown(what, name, state)
        elif found[seat] != number:
            yield Mismatch(f"{what} of {name}", str(number), str(found[seat]))


def _unknown(what: str, name: str, state: State) -> Mismatch:
    players = ", ".join(seat.name for seat in state.seats)
    return Mismatch(what, f"a player {name}", f"the players {players}")


def _name(state: State, seat: SeatIndex) -> str:
    return NONE if seat == NOBODY else state.seats[seat].name


def _meld_text(owner: str, kind: Kind, faces: tuple[Face, ...]) -> str:
    """A meld as text, a set's cards in one order whatever the order in which they were laid."""
    shown = tuple(sorted(faces)) if kind is Kind.SET else faces
    return f"{owner} {kind.value}[{card_list(shown)}]"
