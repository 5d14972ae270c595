"""Every frame that a game sends: played by keys in a terminal, then held against its journal."""

import re
from pathlib import Path
from typing import NamedTuple

from shanghai.engine.cards import label
from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Phase, State
from shanghai.storage.journal import opened_course
from tests import quick_pyte
from tests.faults.games import faces_in, kept
from tests.faults.terminal import Program
from tests.secrets import faces_known

FRAME_ENDS = b"\x1b[?2026l"
_NOT_FOR_PYTE = re.compile(r"\x1b\[(?:[<>=][0-9;:]*[ -/]*[@-~]|\?[0-9;]*(?:\$p|[^0-9;hl$]))")
_TITLE = re.compile(r"^ (.+) · (?:round|hand|deal) (\d+) of \d+[:,].* (\d+) saved$")
_MARK = re.compile(r"▸[^\w\s]? ?([1-8]) ")
_OVER = re.compile(r"(?:Round|Hand|Deal) (\d+) of \d+ is over")
_LOOKS = 60
"""How often a picture is looked at that stays as it is, before its key is pressed again."""


class Frame(NamedTuple):
    """One picture as it was sent."""

    at: int
    text: str


def play_to_the_end(program: Program, *, hints: bool) -> bytes:
    """Plays a game by the keys of a family in a hurry, and gives all that was sent.

    With `hints` every turn follows them, else the first card is drawn and the last discarded.
    """
    answered = ""
    sent: list[bytes] = []
    while "Rematch" not in program.text():
        text = _new_picture(program, answered)
        answered = text
        program.send(key_of(text, hints=hints))
        sent.append(program.take())
    program.settle()
    return b"".join([*sent, program.take()])


def _new_picture(program: Program, old: str) -> str:
    """The picture that asks for a key and has come to rest, the old one again after a while."""
    for _ in range(_LOOKS):
        text = program.settle(looks=1).text()
        if text != old and key_of(text):
            break
    return program.text()


def key_of(text: str, *, hints: bool = False) -> str:
    """The key that a picture asks for, none while it asks for nothing."""
    foot = " ".join(text.split("\n")[-5:])
    if "Rematch" in foot:
        return "-"
    for words, key in (
        ("n No", "n"),
        (" Enter ", "\r"),
        ("n Nobody", "n"),
        ("d Draw", "d"),
        ("x Discard", "h" if hints else "x"),
    ):
        if words in foot:
            return key
    return ""


def frames(raw: bytes, size: tuple[int, int]) -> list[Frame]:
    """The pictures in what a program has sent, each as it stood when it was let through."""
    screen = quick_pyte.Screen(*size)
    stream = quick_pyte.Stream(screen)
    found, last = [], ""
    for at, piece in enumerate(raw.split(FRAME_ENDS)):
        stream.feed(_NOT_FOR_PYTE.sub("", piece.decode("utf-8", "replace")))
        text = "\n".join(line.rstrip() for line in screen.display)
        if text != last:
            found.append(Frame(at, text))
        last = text
    return found


def stale(found: list[Frame], data: Path) -> tuple[list[str], int]:
    """What is over in the pictures that were sent, each with its picture, and how many tell.

    A picture of the table names the moves that are saved: the journal knows the round, the turn
    and the hand of that moment, and no later picture may go back behind it.
    """
    states, public = _course(data)
    faults, told = [], 0
    latest, ended = 0, 0
    for frame in found:
        if over := _OVER.search(frame.text):
            ended = max(ended, int(over[1]))
        title = _TITLE.match(frame.text.split("\n")[0])
        if title is None:
            continue
        told += 1
        round, saved = int(title[2]), int(title[3])
        now = states[saved]
        said = [
            *_wrong(frame.text, title[1], now, public[saved]),
            *([f"back from move {latest}"] if saved < latest else []),
            *([f"round {ended} was over"] if round <= ended else []),
            *([f"round {round} for {now.round}"] if round != now.round else []),
        ]
        latest = max(latest, saved)
        faults += [f"frame {frame.at}, move {saved}: {fault}\n{frame.text}" for fault in said]
    return faults, told


def _course(data: Path) -> tuple[list[State], list[set[str]]]:
    """The game after each number of moves, and the labels that were public in that round."""
    steps = opened_course(kept(data))
    states = [steps[0].before, *(step.after for step in steps)]
    public: list[set[str]] = [set()]
    for step in steps:
        known = set() if step.after.round != step.before.round else set(public[-1])
        known |= {label(card) for card in step.after.discards}
        for meld in step.after.table:
            known |= {label(card) for card in meld.cards}
            known |= {_stood_for(meld.stands_for(at)) for at in meld.wild_places}
        public.append(known | faces_known(step.after, step.events, NOBODY))
    return states, public


def _stood_for(place: tuple[int, int]) -> str:
    rank, suit = place
    return label(rank - 1 + 13 * max(0, suit))


def _wrong(text: str, owner: str, now: State, public: set[str]) -> list[str]:
    """What a picture of the table shows that is not the case at its move."""
    said = []
    if now.phase not in (Phase.DRAW, Phase.PLAY):
        said.append(f"a table while the game is at {now.phase.value}")
    marks = {int(found) - 1 for found in _MARK.findall(text)}
    if marks and now.turn != NOBODY and marks != {now.turn}:
        said.append(f"the turn of {marks}, which is {now.turn}'s")
    names = [seat.name for seat in now.seats]
    shown = faces_in(re.sub(r"Helps:[^\n]*(\n  [^\n]*)?", "", text))
    if owner in names:
        hand = {label(card) for card in now.seats[names.index(owner)].hand}
        if missing := hand - shown:
            said.append(f"without {sorted(missing)} of the hand of {owner}")
        if strange := shown - hand - public:
            said.append(f"with {sorted(strange)} beside the hand of {owner}")
    elif strange := shown - public:
        said.append(f"with {sorted(strange)} in public")
    return said
