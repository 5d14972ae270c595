"""Moves as text: reads an action from a sentence such as `Ann lays 4S on 1`, and writes it."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import count, product
from typing import Final, TypeVar, assert_never, cast, get_args

from msgspec import Struct, structs

from shanghai.engine import actions
from shanghai.engine.cards import JOKER, LABELS, Card, Face, copy_of, face_of, labels, read_face
from shanghai.engine.game import needs, refuse
from shanghai.engine.melds import run_starts, suits_of_run
from shanghai.engine.parameters.parts import CallWord
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.state import End, Kind, Situation, State
from shanghai.engine.wild import is_wild
from shanghai.words import records as words
from shanghai.words.grammar import listed
from shanghai.words.refusals import why

_Sided = TypeVar("_Sided", actions.LayOff, actions.CallShanghai)


class NotationError(ValueError):
    """A text cannot be read as a move. The message is a sentence that says why."""


class UnknownPlayer(NotationError):
    """The text of a move does not begin with the name of a player at the table."""


class AmbiguousMeld(NotationError):
    """A lay-down has cards that could be a set or a run, and both would be allowed."""


class StandsStill(Struct, frozen=True):
    """A line of the host: the round is blocked, as nobody can end it any more (ALL-11). `stopped`
    says that it was stopped instead, as it has taken too many turns."""

    stopped: bool = False


STANDS_STILL: Final = "the round stands still"
STOPPED: Final = "the round is stopped"
_TYPED_CARD: Final = re.compile(r"(?i)(?<![^\s\[])(?:(?:10|[2-9atjqk])[shdc♠♥♦♣]|jk)(?![^\s\]])")


class StockBecomes(Struct, frozen=True):
    """A line of the host: the discards become the stock. `faces` has its order, next card first."""

    faces: tuple[Face, ...]


def unreadable_name(name: str) -> str | None:
    """Why the name of a player cannot be written in a move; None if it can."""
    if not name.strip():
        return words.NAME_EMPTY
    if name != name.strip():
        return words.NAME_BLANK(name=name)
    if not name.isprintable():
        return words.NAME_UNPRINTABLE(name=name)
    return words.NAME_LONG if len(name) > 80 else None


def read_faces(text: str) -> tuple[Face, ...]:
    """The faces of cards that are written with blanks between them, such as `10S JK`. Raises
    NotationError if a word is not a card."""
    try:
        return tuple(read_face(word) for word in text.split())
    except ValueError as error:
        raise NotationError(why(error)) from None


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards that a person has typed, as different physical cards. Raises NotationError if a word is
    not a card."""
    return CardCopies().take(read_faces(in_capitals(text)))


def in_capitals(text: str) -> str:
    """A text that a person has typed, with its cards in capital letters. Nothing else changes."""
    return _TYPED_CARD.sub(lambda match: match[0].upper(), text)


class CardCopies:
    """Hands out physical cards: for each face its first copy, then its second, and so on."""

    def __init__(self) -> None:
        self._copies: Counter[Face] = Counter()

    def take(self, faces: Sequence[Face]) -> tuple[Card, ...]:
        """Returns physical cards with these faces, none of which was handed out before."""
        cards = []
        for face in faces:
            cards.append(copy_of(face, self._copies[face]))
            self._copies[face] += 1
        return tuple(cards)


def read_move(text: str, state: Situation) -> actions.SeatAction | StockBecomes | StandsStill:
    """The action, or the line of the host, in a sentence of the public format. Raises NotationError
    if it cannot be read. Whether the rules allow it is not checked."""
    if len(text) > MOST_LETTERS:
        raise NotationError(words.MANY_LETTERS(letters=len(text), most=MOST_LETTERS))
    sentence = " ".join(text.split())
    if sentence.count(" ") > MOST_CARDS + 2:
        raise NotationError(words.MANY_CARDS(most=MOST_CARDS))
    renewed = re.fullmatch(r"stock becomes( .*)?", sentence)
    if renewed and not players_in(sentence, state):
        return StockBecomes(read_faces(renewed[1] or ""))
    if sentence in (STANDS_STILL, STOPPED) and not players_in(sentence, state):
        return StandsStill(sentence == STOPPED)
    for seat, rest in players_in(sentence, state):
        verb, _, more = rest.partition(" ")
        if verb in _VERBS:
            pattern, form, action = _VERBS[verb]
            match = re.fullmatch(pattern, more)
            if not match:
                raise NotationError(words.WRITTEN(text=text, form=form or verb))
            return action(_MoveText(state, seat, text), match)
    if players_in(sentence, state):
        raise NotationError(words.NO_VERB(text=text, verbs=listed([*_VERBS], ",")))
    names = listed([seat.name for seat in state.seats], ",")
    raise UnknownPlayer(words.NO_PLAYER(text=text, names=names))


def read_typed(text: str, state: Situation) -> actions.SeatAction:
    """The move that a player has typed. Raises NotationError if it cannot be read, or if it names
    what chance decides."""
    action = read_move(text, state)
    if isinstance(action, StockBecomes | StandsStill):
        raise NotationError(words.NOT_TYPED)
    if actions.without_chance(action) != action:
        raise NotationError(words.GIVEN_BY_CHANCE)
    return action


def write_move(action: actions.SeatAction, state: State) -> list[str]:
    """The lines of an action in the public format; `state` is the one before it. If the action
    makes the discards the stock, a line with its order comes before the move."""
    need = needs(state, action)
    lines = []
    if need.renew:
        chosen = getattr(action, "renewed", ()) if need.shuffled else ()
        lines.append(f"stock becomes {labels(chosen or need.renew)}")
    return [*lines, f"{state.seats[action.seat].name} {write_words(action, state)}"]


def kinds_of(faces: Sequence[Face], rules: Rules) -> tuple[Kind, ...]:
    """The kinds of meld that cards in this order can be: a set, a run or both. If they can be
    neither, it is the likelier kind."""
    naturals = [face for face in faces if not is_wild(rules, face)]
    if not naturals:
        return (Kind.SET, Kind.RUN)
    is_set = len({face % 13 for face in naturals}) == 1
    is_run = len(faces) >= 4 and _is_run(faces, rules)
    if is_set and is_run:
        return (Kind.SET, Kind.RUN)
    if is_set:
        return (Kind.SET,)
    is_one_suit = len({face // 13 for face in naturals}) == 1
    ranks = [face % 13 for face in naturals]
    looks_like_set = len(set(ranks)) * 2 <= len(ranks) and not is_one_suit
    return (Kind.SET,) if looks_like_set and not is_run else (Kind.RUN,)


def _is_run(faces: Sequence[Face], rules: Rules) -> bool:
    if not suits_of_run(rules, {face // 13 for face in faces if not is_wild(rules, face)}):
        return False
    return any(
        all(is_wild(rules, f) or f % 13 == (low + i - 1) % 13 for i, f in enumerate(faces))
        for low in run_starts(rules, len(faces))
    )


class _MoveText:
    """The text of a move that is being read. Its cards are looked up in the player's hand."""

    def __init__(self, state: Situation, seat: SeatIndex, text: str) -> None:
        self.state = state
        self.seat = seat
        self.text = text
        self._hand = [card for card in state.seats[seat].hand if card >= 0]
        self._used: set[Card] = set()

    def card(self, word: str) -> Card:
        """The physical card for a word: the first in the hand with that face.

        A card that the move has already named is passed over. If no other is left, the result is a
        card that is not in the hand.
        """
        face = self.face(word)
        for card in self._hand:
            if card not in self._used and face_of(card) == face:
                self._used.add(card)
                return card
        other_cards = self._used.union(self._hand)
        copies = (copy_of(face, number) for number in count())
        card = next(copy for copy in copies if copy not in other_cards)
        self._used.add(card)
        return card

    def face(self, word: str) -> Face:
        """The face that a word names; NotationError for a joker if the pack has none."""
        (face,) = read_faces(word)
        pack = self.state.rules.pack(self.state.players, self.state.round)
        if face == JOKER and not pack.jokers:
            raise NotationError(words.NO_JOKERS(text=self.text))
        return face

    def meld(self, number: str) -> int:
        """The index of a meld from its number, which counts from 1."""
        if not int(number[:6]) >= 1 or len(number) > 6:
            raise NotationError(words.NO_MELD(text=self.text, number=number))
        return int(number) - 1


def players_in(sentence: str, state: Situation) -> list[tuple[SeatIndex, str]]:
    """The seats with whose names a sentence begins, each with the rest of the sentence. The longest
    name comes first, as `Ann Lee` begins with `Ann`."""
    names = sorted(
        ((" ".join(seat.name.split()), i) for i, seat in by_seat(state.seats)),
        key=lambda pair: -len(pair[0]),
    )
    return [(i, sentence[len(name) + 1 :]) for name, i in names if sentence.startswith(name + " ")]


def _call(move: _MoveText, match: re.Match[str]) -> actions.AnyCall:
    if match["word"]:
        return actions.Call(move.seat, cast(CallWord, match["word"]))
    picked = move.card(match["given"]) if match["given"] else None
    return actions.CallShanghai(move.seat, move.meld(match["meld"]), _end(match["end"]), picked)


def _hand_over(move: _MoveText, match: re.Match[str]) -> actions.HandOver:
    if fault := unreadable_name(match[1]):
        raise NotationError(words.IN_MOVE(text=move.text, why=fault))
    return actions.HandOver(move.seat, match[1])


def _end(word: str | None) -> End | None:
    return None if word is None else End[word.upper()]


_MELD: Final = r"(set|run)? ?\[([^\[\]]*)\]"


def _go_down(move: _MoveText, match: re.Match[str]) -> actions.GoDown:
    """The lay-down of some melds. Cards that could be a set or a run are the kind that is allowed.
    Raises AmbiguousMeld if both kinds are allowed."""
    melds = re.findall(_MELD, match[0])
    if len(melds) > MOST_IN_LAY_DOWN:
        many = words.MANY_MELDS(text=move.text, melds=len(melds), most=MOST_IN_LAY_DOWN)
        raise NotationError(many)
    cards: list[tuple[Card, ...]] = []
    choices: list[tuple[Kind, ...]] = []
    for kind, inside in melds:
        faces = tuple(move.face(word) for word in inside.split())
        cards.append(tuple(move.card(word) for word in inside.split()))
        choices.append((Kind(kind),) if kind else kinds_of(faces, move.state.rules))
    fitting = _fitting(cards, choices, move.state, move.seat)
    legal = [
        lay_down
        for lay_down in fitting
        if refuse(move.state, actions.GoDown(move.seat, lay_down)) is None
    ]
    if len(legal) > 1:
        ambiguous = next(i for i, kinds in enumerate(choices) if len(kinds) > 1)
        raise AmbiguousMeld(words.SET_OR_RUN(cards=labels(cards[ambiguous])))
    first = _as_kinds(cards, [kinds[0] for kinds in choices])
    return actions.GoDown(move.seat, (legal or fitting or [first])[0])


def _fitting(
    cards: Sequence[tuple[Card, ...]],
    choices: Sequence[tuple[Kind, ...]],
    state: Situation,
    seat: SeatIndex,
) -> list[tuple[actions.MeldCards, ...]]:
    """The lay-downs with as many sets and runs as the contract asks for (ALL-5). `choices` has the
    kinds that each meld can be."""
    options = state.to_lay(seat).options
    counts = {(len(each.sets), len(each.runs)) for each in options}
    is_open = any(each.points for each in options)
    if len(cards) not in map(sum, counts) and not is_open:
        return []
    return [
        _as_kinds(cards, kinds)
        for kinds in product(*choices)
        if is_open or (kinds.count(Kind.SET), kinds.count(Kind.RUN)) in counts
    ]


def _as_kinds(
    cards: Sequence[tuple[Card, ...]], kinds: Sequence[Kind]
) -> tuple[actions.MeldCards, ...]:
    return tuple(actions.MeldCards(*pair) for pair in zip(kinds, cards, strict=True))


_END: Final = r"(?: (?P<end>low|high))?"
_MakeAction = Callable[[_MoveText, re.Match[str]], actions.SeatAction]
_VERBS: Final[dict[str, tuple[str, str, _MakeAction]]] = {
    "draws": ("", "", lambda move, match: actions.Draw(move.seat)),
    "takes": ("", "", lambda move, match: actions.Take(move.seat)),
    "passes": ("", "", lambda move, match: actions.Pass(move.seat)),
    "calls": (
        rf"(?P<word>{'|'.join(get_args(CallWord))})"
        rf"|shanghai on (?P<meld>\d+){_END}(?: giving (?P<given>\S+))?",
        "calls buy`, `NAME calls may-i` or `NAME calls shanghai on 2 [low|high] [giving KD]",
        _call,
    ),
    "swaps": (
        r"(\S+) for joker in (\d+)",
        "swaps 7H for joker in 2",
        lambda move, match: actions.Swap(move.seat, move.card(match[1]), move.meld(match[2])),
    ),
    "melds": (rf"{_MELD}(?: {_MELD})*", "melds [3S 3H 3D] run[5S JK 7S 8S]", _go_down),
    "lays": (
        rf"(\S+) on (\d+){_END}",
        "lays 4S on 1 [low|high]",
        lambda move, match: actions.LayOff(
            move.seat, move.card(match[1]), move.meld(match[2]), _end(match["end"])
        ),
    ),
    "discards": (
        r"(\S+)( shanghai)?",
        "discards 9D [shanghai]",
        lambda move, match: actions.Discard(move.seat, move.card(match[1]), bool(match[2])),
    ),
    "ends": ("", "", lambda move, match: actions.EndTurn(move.seat)),
    "hands": (r"over to (.+)", "hands over to NAME2", _hand_over),
}
"""For each verb a pattern for the rest of the sentence, an example, and what makes the action."""
VERBS: Final = tuple(_VERBS)
"""The verbs that can follow the name of a player."""


def write_words(action: actions.SeatAction, state: Situation) -> str:
    """The words of a move in the public format, without the name of the player."""
    match action:
        case actions.Draw():
            return "draws"
        case actions.Take():
            return "takes"
        case actions.Pass():
            return "passes"
        case actions.Call(word=word):
            return f"calls {word}"
        case actions.CallShanghai(meld=meld, picked=picked):
            giving = "" if picked is None else f" giving {labels([picked])}"
            return f"calls shanghai on {meld + 1}{_side(action, state)}{giving}"
        case actions.Swap(card=card, meld=meld):
            return f"swaps {labels([card])} for joker in {meld + 1}"
        case actions.GoDown(melds=melds):
            return "melds " + " ".join(write_meld(meld, state.rules) for meld in melds)
        case actions.LayOff(card=card, meld=meld):
            return f"lays {labels([card])} on {meld + 1}{_side(action, state)}"
        case actions.Discard(card=card, shanghai=shanghai):
            return f"discards {labels([card])}{' shanghai' if shanghai else ''}"
        case actions.EndTurn():
            return "ends"
        case actions.HandOver(name=name):
            return f"hands over to {name}"
        case _ as never:
            assert_never(never)


def write_meld(meld: actions.MeldCards, rules: Rules) -> str:
    """A meld in brackets, such as `[3S 3H 3D]`. Its kind comes first if the cards leave it open."""
    is_certain = kinds_of([face_of(card) for card in meld.cards], rules) == (meld.kind,)
    return f"[{labels(meld.cards)}]" if is_certain else str(meld)


def _side(action: _Sided, state: Situation) -> str:
    """The end of a run to write, ` low` or ` high`; empty if the card fits one end only."""
    if action.end is None:
        return ""
    other = structs.replace(action, end=End.LOW if action.end is End.HIGH else End.HIGH)
    return f" {action.end.name.lower()}" if refuse(state, other) is None else ""


def card_list(faces: Iterable[Face]) -> str:
    """Faces in the public notation, with blanks between them."""
    return " ".join(LABELS[face] for face in faces)


MOST_DOCUMENTS: Final = 500
MOST_MOVES: Final = 20_000
"""The most moves in all documents of a file."""
MOST_WRITTEN: Final = 250_000
"""The most letters in all these moves."""
MOST_VARIANTS: Final = 20
"""The most different variants in the documents of a file."""
MOST_PATTERN_STEPS: Final = 20_000
"""The most steps in all regular expressions of a file. Repetitions count as often as they say."""
MOST_PLAYERS: Final = 20
"""The most names in a list of players. A variant has fewer seats, and says so."""
MOST_MELDS: Final = 100
"""The most melds on a table."""
MOST_IN_LAY_DOWN: Final = 12
"""The most melds of one lay-down."""
MOST_CARDS: Final = 500
"""The most cards in one list, more than in the largest pack."""
MOST_LETTERS: Final = 5000
"""The most letters of one move."""
