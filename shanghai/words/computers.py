"""What is said of computer players, and what those with a name of their own say now and then.

A remark follows from what the whole table has seen: a call that was granted, or the end of a
round. Which sentence it is, and whether there is one, follows from the number of things that have
happened. No card, hand or plan has any part in it.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from shanghai.engine.events import CallGranted, Event, RoundEnded
from shanghai.engine.seats import NOBODY, SeatIndex

COMPUTERS: Final = {
    "random": ("Random", "Plays any legal move at first, by the contract when it gets late."),
    "easy": ("Easy", "Knows the way, but its mind wanders: a child can win."),
    "simple": ("Simple", "Plays by the contract in hand and calls what helps."),
    "hard": ("Hard", "Buys where buying pays, sheds heavy cards, and watches what others collect."),
    "master": ("Master", "Tries its moves in many ways the hidden cards may lie; the strongest."),
    "even": ("Even", "Adapts to the scores: careless when ahead, its best when behind."),
    "pip": ("Pip", "Forgets things, and calls for whatever looks nice."),
    "emil": ("Emil", "Plays from the cards that come, and calls only for a joker."),
    "greta": ("Greta", "Throws the heavy cards first, whoever may want them."),
    "walter": ("Walter", "Buys only close to the contract, and drops heavy cards early."),
    "mia": ("Mia", "Buys early and often, and trusts that the cards come together."),
    "vera": ("Vera", "Watches the neighbours, and would rather keep a card than give it to them."),
    "rocco": ("Rocco", "Keeps the contract in hand, hoping to go out in one turn."),
}
"""The computer players by level: the name, and how one plays."""
OF_PACKAGE: Final = "A player of {package}."
ANOTHER_PACKAGE: Final = "another package"
NOBODY_CALLED: Final = "no computer player is called {level!r}"

# -- the cut, and the PINs of seats --

NOT_TO_BE_CUT: Final = "the cards are not to be cut now"
CUT_TOO_LARGE: Final = "the number to cut at is too large"
PIN_SET: Final = "{name}'s hand has a PIN now."
PIN_GONE: Final = "The PIN of {name} was taken away."
PIN_DIGITS: Final = "A PIN has {fewest} to {most} digits."

# -- why one is replaced for a move, after the name --

NOTE: Final = "{name}'s computer {said}."
REPLACED: Final = "{fault}; {instead}{more}"
NO_CALL_MADE: Final = "no call was made"
SIMPLEST_MOVE: Final = "the simplest move was made"
NOT_ASKED_AGAIN: Final = ". It is not asked again in this round"
DID_NOT_ANSWER: Final = "did not answer"
GAVE_NO_ANSWER: Final = "gave no answer"
BROKE_DOWN: Final = "broke down ({error})"
PASSED_TWICE: Final = "passed twice on one card"
NO_MOVE: Final = "answered with no move"
NO_MOVE_OF_A_TURN: Final = "chose no move of a turn ({kind})"
NO_CALL: Final = "answered with no call ({kind})"
NOT_ALLOWED: Final = "chose a move that is not allowed ({kind})"

# -- why one does not search, after the name --

NOT_INSTALLED: Final = "plays as Hard; to let it search: {install}"
NO_CODE: Final = "plays as Hard, as it keeps no machine code: {fault}"
NOT_KNOWN: Final = "plays as Hard, as its search does not know the rules on: {titles}"
FAILED: Final = "plays as Hard, as its search has failed"
GETS_READY: Final = "prepares itself, the first time only, and plays as Hard meanwhile"
STARTS_AGAIN: Final = "plays as Hard until its search, which has ended, runs again"
NO_FOLDER: Final = "this user has no folder for what a program keeps"
NO_WHOLE_PATH: Final = "{folder} is no whole path"
ANOTHER_USERS: Final = "{folder} belongs to another user"
OPEN_TO_OTHERS: Final = "other users can write to {folder}"
NOT_READ: Final = "{folder} cannot be looked at: {why}"


def rules_not_known(keys: Sequence[str], sentence: str, **more: str) -> str:
    """A sentence with the titles of rules that a search does not know; empty without any."""
    if not keys:
        return ""
    from shanghai.words.phrases import listed
    from shanghai.words.rulebook.rules import RULE_WORDS

    titles = listed([RULE_WORDS[key].title.lower() for key in keys])
    return sentence.format(titles=titles, **more)


# -- what they look like, and what a seat says of itself --

FACES: Final = {
    "pip": "(o.O)", "emil": "(-.-)", "greta": "(^.^)", "walter": "{o_o}",
    "mia": "(*o*)", "vera": "(@.@)", "rocco": "(-_^)",
}  # fmt: skip
"""A face for each player with a name of their own."""
IS_DOWN, CALLED_SHANGHAI = "I am down!", "SHANGHAI!"
WON_JOKER: Final = "{name}'s joker is mine!"

# -- what they remark upon --

Occasion = Literal["got", "out", "beaten"]

_EVERY: Final = {"got": 4, "out": 2, "beaten": 3}
"""Of so many occasions of a kind one is remarked upon."""

REMARKS: Final[Mapping[str, Mapping[Occasion, Sequence[str]]]] = {
    "pip": {
        "got": ("Ooh, that one is pretty!", "Mine! I think."),
        "out": ("I did it! How did I do it?", "Look, no cards!"),
        "beaten": ("You are so quick, {name}!", "Well done, {name}! Again, please?"),
    },
    "emil": {
        "got": ("For once I could not resist.", "A rare treat."),
        "out": ("Slow and steady.", "Patience does get there."),
        "beaten": ("Nicely played, {name}.", "That was well earned, {name}."),
    },
    "greta": {
        "got": ("Thank you, that will do.", "I have a place for it."),
        "out": ("Tidy table, tidy mind.", "All swept up."),
        "beaten": ("Very neat, {name}.", "Good work, {name}."),
    },
    "walter": {
        "got": ("If I may. Thank you.", "I do not do this often."),
        "out": ("Better safe than sorry.", "Well, well. That went all right."),
        "beaten": ("Bravely done, {name}.", "My hat is off to you, {name}."),
    },
    "mia": {
        "got": ("Sold!", "I will have that one, thank you.", "Shopping is half the fun."),
        "out": ("And that is the shop closed.", "What a lovely round!"),
        "beaten": ("Lovely, {name}!", "That was your round, {name}. Bravo!"),
    },
    "vera": {
        "got": ("I saw that.", "Thank you kindly."),
        "out": ("One only has to look.", "There we are."),
        "beaten": ("I did not see that coming, {name}.", "Sharp eyes, {name}!"),
    },
    "rocco": {
        "got": ("Now we are talking.", "Why not?"),
        "out": ("Ha! What a ride.", "Who dares, wins. Sometimes."),
        "beaten": ("Bold, {name}. I like it!", "Well struck, {name}!"),
    },
}
"""By level and occasion what is said; `{name}` is the one who went out."""


def remark(
    event: Event, number: int, levels: Sequence[str], names: Sequence[str]
) -> tuple[SeatIndex, str] | None:
    """Who says what about an event, None for nobody; `number` counts what has happened so far.

    `levels` and `names` are those of the seats, a level being empty for a person.
    """
    match event:
        case CallGranted(seat=seat):
            return _said(seat, "got", number, levels, "")
        case RoundEnded(out=out) if out != NOBODY and levels[out] in REMARKS:
            return _said(out, "out", number, levels, "")
        case RoundEnded(out=out) if out != NOBODY:
            seats = [at for at, level in enumerate(levels) if level in REMARKS]
            if seats:
                seat = SeatIndex(seats[number % len(seats)])
                return _said(seat, "beaten", number, levels, names[out])
            return None
        case _:
            return None


def _said(
    seat: SeatIndex, occasion: Occasion, number: int, levels: Sequence[str], name: str
) -> tuple[SeatIndex, str] | None:
    known = REMARKS.get(levels[seat])
    if known is None or number % _EVERY[occasion]:
        return None
    sentences = known[occasion]
    # Replaced, not formatted: a name may hold braces.
    said = sentences[number // _EVERY[occasion] % len(sentences)]
    return seat, said.replace("{name}", name)
