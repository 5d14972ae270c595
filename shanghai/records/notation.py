"""Moves as text, both ways: `Ann lays 4S on 1` to an action and an action to its sentence."""

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
from shanghai.words import records as said
from shanghai.words.grammar import listed
from shanghai.words.refusals import why

_Sided = TypeVar("_Sided", actions.LayOff, actions.CallShanghai)


class NotationError(ValueError):
    """A text that is no move, with one sentence that says why."""


class UnknownPlayer(NotationError):
    """A text that begins with the name of nobody at the table."""


class AmbiguousMeld(NotationError):
    """A lay-down whose cards could be a set or a run, both of which the contract takes."""


class StandsStill(Struct, frozen=True):
    """The host's own line: nobody can end the round any more, or it has taken too long (ALL-11)."""

    stopped: bool = False


STANDS_STILL: Final = "the round stands still"
STOPPED: Final = "the round is stopped"
_TYPED_CARD: Final = re.compile(r"(?i)(?<![^\s\[])(?:(?:10|[2-9atjqk])[shdc♠♥♦♣]|jk)(?![^\s\]])")


class StockBecomes(Struct, frozen=True):
    """The line that fixes the order in which the discards become the stock, next card first."""

    faces: tuple[Face, ...]


def unreadable_name(name: str) -> str | None:
    """What is wrong with a player's name, or None; it stands as one line in every sentence."""
    if not name.strip():
        return said.NAME_EMPTY
    if name != name.strip():
        return said.NAME_BLANK(name=name)
    if not name.isprintable():
        return said.NAME_UNPRINTABLE(name=name)
    return said.NAME_LONG if len(name) > 80 else None


def read_faces(text: str) -> tuple[Face, ...]:
    """The faces of a list of cards with blanks between; NotationError names what is no card."""
    try:
        return tuple(read_face(word) for word in text.split())
    except ValueError as error:
        raise NotationError(why(error)) from None


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards as a person types them, each copy a card of its own; NotationError names no card."""
    return CardCopies().take(read_faces(in_capitals(text)))


def in_capitals(text: str) -> str:
    """A text that a person types, its cards in capital letters."""
    return _TYPED_CARD.sub(lambda found: found[0].upper(), text)


class CardCopies:
    """Gives each card of a face a number of its own."""

    def __init__(self) -> None:
        self._given: Counter[Face] = Counter()

    def take(self, faces: Sequence[Face]) -> tuple[Card, ...]:
        """Physical cards of these faces, none given before."""
        cards = []
        for face in faces:
            cards.append(copy_of(face, self._given[face]))
            self._given[face] += 1
        return tuple(cards)


def read_move(text: str, state: Situation) -> actions.SeatAction | StockBecomes | StandsStill:
    """The action that a sentence of the public format orders; NotationError if it is no move."""
    if len(text) > MOST_LETTERS:
        raise NotationError(said.MANY_LETTERS(letters=len(text), most=MOST_LETTERS))
    sentence = " ".join(text.split())
    if sentence.count(" ") > MOST_CARDS + 2:
        raise NotationError(said.MANY_CARDS(most=MOST_CARDS))
    renewed = re.fullmatch(r"stock becomes( .*)?", sentence)
    if renewed and not _players_in(sentence, state):
        return StockBecomes(read_faces(renewed[1] or ""))
    if sentence in (STANDS_STILL, STOPPED) and not _players_in(sentence, state):
        return StandsStill(sentence == STOPPED)
    for seat, rest in _players_in(sentence, state):
        verb, _, more = rest.partition(" ")
        if verb in _VERBS:
            pattern, form, action = _VERBS[verb]
            found = re.fullmatch(pattern, more)
            if not found:
                raise NotationError(said.WRITTEN(text=text, form=form or verb))
            return action(_Words(state, seat, text), found)
    if _players_in(sentence, state):
        raise NotationError(said.NO_VERB(text=text, verbs=listed([*_VERBS], ",")))
    names = listed([seat.name for seat in state.seats], ",")
    raise UnknownPlayer(said.NO_PLAYER(text=text, names=names))


def write_move(action: actions.SeatAction, state: State) -> list[str]:
    """The lines of an action done in `state`: `stock becomes`, where it does so, and the move."""
    need = needs(state, action)
    lines = []
    if need.renew:
        chosen = getattr(action, "renewed", ()) if need.shuffled else ()
        lines.append(f"stock becomes {labels(chosen or need.renew)}")
    return [*lines, f"{state.seats[action.seat].name} {write_words(action, state)}"]


def kinds_of(faces: Sequence[Face], rules: Rules) -> tuple[Kind, ...]:
    """The kinds of meld that these cards could be as written; where neither, the likelier one."""
    naturals = [face for face in faces if not is_wild(rules, face)]
    if not naturals:
        return (Kind.SET, Kind.RUN)
    is_set = len({face % 13 for face in naturals}) == 1
    is_run = len(faces) >= 4 and _is_run(faces, rules)
    if is_set and is_run:
        return (Kind.SET, Kind.RUN)
    if is_set:
        return (Kind.SET,)
    one_suit = len({face // 13 for face in naturals}) == 1
    ranks = [face % 13 for face in naturals]
    looks_like_set = len(set(ranks)) * 2 <= len(ranks) and not one_suit
    return (Kind.SET,) if looks_like_set and not is_run else (Kind.RUN,)


def _is_run(faces: Sequence[Face], rules: Rules) -> bool:
    if not suits_of_run(rules, {face // 13 for face in faces if not is_wild(rules, face)}):
        return False
    return any(
        all(is_wild(rules, f) or f % 13 == (low + i - 1) % 13 for i, f in enumerate(faces))
        for low in run_starts(rules, len(faces))
    )


class _Words:
    """What follows the verb of one move, with the hand that its cards come from."""

    def __init__(self, state: Situation, seat: SeatIndex, text: str) -> None:
        self.state = state
        self.seat = seat
        self.text = text
        self._hand = [card for card in state.seats[seat].hand if card >= 0]
        self._used: set[Card] = set()

    def card(self, word: str) -> Card:
        """The actor's first card of that face not named before, else one that they do not hold."""
        face = self.face(word)
        for card in self._hand:
            if card not in self._used and face_of(card) == face:
                self._used.add(card)
                return card
        taken = self._used.union(self._hand)
        copies = (copy_of(face, number) for number in count())
        card = next(copy for copy in copies if copy not in taken)
        self._used.add(card)
        return card

    def face(self, word: str) -> Face:
        """The face of a card that this game's pack has."""
        (face,) = read_faces(word)
        pack = self.state.rules.pack(self.state.players, self.state.round)
        if face == JOKER and not pack.jokers:
            raise NotationError(said.NO_JOKERS(text=self.text))
        return face

    def meld(self, number: str) -> int:
        """The index of the meld with that number."""
        if not int(number[:6]) >= 1 or len(number) > 6:
            raise NotationError(said.NO_MELD(text=self.text, number=number))
        return int(number) - 1


def _players_in(sentence: str, state: Situation) -> list[tuple[SeatIndex, str]]:
    """The seats whose name begins the sentence, longest name first, and what follows the name."""
    names = sorted(
        ((" ".join(seat.name.split()), i) for i, seat in by_seat(state.seats)),
        key=lambda pair: -len(pair[0]),
    )
    return [(i, sentence[len(name) + 1 :]) for name, i in names if sentence.startswith(name + " ")]


def _call(words: _Words, found: re.Match[str]) -> actions.AnyCall:
    if found["word"]:
        return actions.Call(words.seat, cast(CallWord, found["word"]))
    picked = words.card(found["given"]) if found["given"] else None
    return actions.CallShanghai(words.seat, words.meld(found["meld"]), _end(found["end"]), picked)


def _hand_over(words: _Words, found: re.Match[str]) -> actions.HandOver:
    if fault := unreadable_name(found[1]):
        raise NotationError(said.IN_MOVE(text=words.text, why=fault))
    return actions.HandOver(words.seat, found[1])


def _end(word: str | None) -> End | None:
    return None if word is None else End[word.upper()]


_MELD: Final = r"(set|run)? ?\[([^\[\]]*)\]"


def _go_down(words: _Words, found: re.Match[str]) -> actions.GoDown:
    """The lay-down; of melds that could be either, the one reading that the rules take."""
    laid = re.findall(_MELD, found[0])
    if len(laid) > MOST_LAID:
        raise NotationError(said.MANY_MELDS(text=words.text, melds=len(laid), most=MOST_LAID))
    cards: list[tuple[Card, ...]] = []
    choices: list[tuple[Kind, ...]] = []
    for kind, inside in laid:
        faces = tuple(words.face(word) for word in inside.split())
        cards.append(tuple(words.card(word) for word in inside.split()))
        choices.append((Kind(kind),) if kind else kinds_of(faces, words.state.rules))
    fitting = _fitting(cards, choices, words.state, words.seat)
    taken = [
        melds for melds in fitting if refuse(words.state, actions.GoDown(words.seat, melds)) is None
    ]
    if len(taken) > 1:
        odd = next(i for i, kinds in enumerate(choices) if len(kinds) > 1)
        raise AmbiguousMeld(said.SET_OR_RUN(cards=labels(cards[odd])))
    first = _as_kinds(cards, [kinds[0] for kinds in choices])
    return actions.GoDown(words.seat, (taken or fitting or [first])[0])


def _fitting(
    cards: Sequence[tuple[Card, ...]],
    choices: Sequence[tuple[Kind, ...]],
    state: Situation,
    seat: SeatIndex,
) -> list[tuple[actions.MeldCards, ...]]:
    """The ways to take the melds as exactly the sets and runs of the contract (ALL-5)."""
    options = state.to_lay(seat).options
    asked = {(len(each.sets), len(each.runs)) for each in options}
    is_open = any(each.points for each in options)
    if len(cards) not in map(sum, asked) and not is_open:
        return []
    return [
        _as_kinds(cards, kinds)
        for kinds in product(*choices)
        if is_open or (kinds.count(Kind.SET), kinds.count(Kind.RUN)) in asked
    ]


def _as_kinds(
    cards: Sequence[tuple[Card, ...]], kinds: Sequence[Kind]
) -> tuple[actions.MeldCards, ...]:
    return tuple(actions.MeldCards(kind, held) for kind, held in zip(kinds, cards, strict=True))


_END: Final = r"(?: (?P<end>low|high))?"
_VERBS: Final[dict[str, tuple[str, str, Callable[[_Words, re.Match[str]], actions.SeatAction]]]] = {
    "draws": ("", "", lambda words, found: actions.Draw(words.seat)),
    "takes": ("", "", lambda words, found: actions.Take(words.seat)),
    "passes": ("", "", lambda words, found: actions.Pass(words.seat)),
    "calls": (
        rf"(?P<word>{'|'.join(get_args(CallWord))})"
        rf"|shanghai on (?P<meld>\d+){_END}(?: giving (?P<given>\S+))?",
        "calls buy`, `NAME calls may-i` or `NAME calls shanghai on 2 [low|high] [giving KD]",
        _call,
    ),
    "swaps": (
        r"(\S+) for joker in (\d+)",
        "swaps 7H for joker in 2",
        lambda words, found: actions.Swap(words.seat, words.card(found[1]), words.meld(found[2])),
    ),
    "melds": (rf"{_MELD}(?: {_MELD})*", "melds [3S 3H 3D] run[5S JK 7S 8S]", _go_down),
    "lays": (
        rf"(\S+) on (\d+){_END}",
        "lays 4S on 1 [low|high]",
        lambda words, found: actions.LayOff(
            words.seat, words.card(found[1]), words.meld(found[2]), _end(found["end"])
        ),
    ),
    "discards": (
        r"(\S+)( shanghai)?",
        "discards 9D [shanghai]",
        lambda words, found: actions.Discard(words.seat, words.card(found[1]), bool(found[2])),
    ),
    "ends": ("", "", lambda words, found: actions.EndTurn(words.seat)),
    "hands": (r"over to (.+)", "hands over to NAME2", _hand_over),
}
"""For each verb the pattern of what follows it, how the move is written, and its action."""
VERBS: Final = tuple(_VERBS)
"""The words of which one follows the name of a player."""


def write_words(action: actions.SeatAction, state: Situation) -> str:
    """The move without its player."""
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
    """A meld in brackets, with its kind before them where the cards could be either."""
    sure = kinds_of([face_of(card) for card in meld.cards], rules) == (meld.kind,)
    return f"[{labels(meld.cards)}]" if sure else str(meld)


def _side(action: _Sided, state: Situation) -> str:
    """The word for the end of a run, where the other end takes the card as well."""
    if action.end is None:
        return ""
    other = structs.replace(action, end=End.LOW if action.end is End.HIGH else End.HIGH)
    return f" {action.end.name.lower()}" if refuse(state, other) is None else ""


def card_list(faces: Iterable[Face]) -> str:
    """Faces as the public formats write them, with a blank between."""
    return " ".join(LABELS[face] for face in faces)


MOST_DOCUMENTS: Final = 500
MOST_MOVES: Final = 20_000
"""Moves in all the documents of a file."""
MOST_WRITTEN: Final = 250_000
"""Letters in all these moves."""
MOST_VARIANTS: Final = 20
"""Different variants that the documents of a file name."""
MOST_PATTERN_STEPS: Final = 20_000
"""Steps of all the regular expressions of a file, their repetitions written out."""
MOST_PLAYERS: Final = 20
"""Names in a list or a mapping of players: more than any variant seats, to be refused by it."""
MOST_MELDS: Final = 100
"""Melds on a table."""
MOST_LAID: Final = 12
"""Melds of one lay-down."""
MOST_CARDS: Final = 500
"""Cards in one list: more than the largest pack holds."""
MOST_LETTERS: Final = 5000
"""Letters of one move."""
