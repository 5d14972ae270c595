"""What commands say of a game that goes on: nothing that a card nobody has seen would change."""

import json
import re

import pytest

from shanghai.__main__ import main
from shanghai.engine.cards import label
from shanghai.engine.events import Dealt
from shanghai.storage.journal import JournalVerdict, course
from shanghai.storage.saves import read_game, sound_game
from tests.mixed_games import play
from tests.records.test_proof import lines_of, write_lines

CARD = re.compile(r"(?<![\w-])(?:10|[2-9AJQK])[SHDC♠♥♦♣](?!\w)|\bJK\b")
COMMANDS = (
    ("prove",),
    ("record",),
    ("record", "--scorecard", "text"),
    ("record", "--scorecard", "csv"),
    ("record", "--scorecard", "html"),
    ("replay", "--text"),
    ("replay", "--all"),
    ("replay", "--as", "Ann"),
    ("show", "--public"),
    ("show", "--public", "--json"),
    ("show", "--public", "--reveal"),
    ("verify",),
)
LATER = [pytest.param((number, 30 * number), marks=pytest.mark.slow) for number in range(3, 9)]
GAMES = [(5, 60), (9, 90), *LATER]


@pytest.fixture(scope="module", params=GAMES)
def left(request, tmp_path_factory):
    """A game that was left after so many moves, or before the first one of a round undone."""
    number, most = request.param
    path = play(tmp_path_factory.mktemp("left"), number, most=most, rounds=3)
    lines = lines_of(path)
    deal = max(n for n, line in enumerate(lines) if _is_deal(line))
    undone = (n for n, line in enumerate(lines) if n > deal and line.get("type") == "undo")
    write_lines(path, lines[: next(undone, len(lines))])
    assert not sound_game(path).is_ended
    return path


def _is_deal(line):
    return line.get("action", {}).get("type") == "Deal"


def said(capsys, path, *command):
    """All that a command says of a game."""
    main([*command, str(path)])
    told = capsys.readouterr()
    # `verify` tells a hash of all cards, from which none can be had.
    return re.sub(r"state [0-9a-f]{16}", "", told.out + told.err)


def exchanged(path):
    """The lines of the game with a card of a hand and one of the stock in each other's places.

    Neither was ever played or shown, so all moves are as legal as before.
    """
    *_, last = course(sound_game(path))
    state, lines = last.after, lines_of(path)
    deal = [line for line in lines if _is_deal(line)][-1]
    order = deal["action"]["order"]
    later = re.sub(r'"(n|to)": \d+', "", json.dumps(lines[deal["n"] + 1 :]))
    seen = {int(number) for number in re.findall(r"\d+", later)}
    seen |= {event.upcard for event in sound_game(path).log if isinstance(event, Dealt)}
    for held in (card for seat in state.seats for card in seat.hand if card not in seen):
        for other in state.stock[::-1]:
            if other not in seen and held % 53 != other % 53 and {held, other} <= {*order}:
                at, to = order.index(held), order.index(other)
                order[at], order[to] = order[to], order[at]
                for line in lines[deal["n"] :]:
                    line.pop("state", None)
                return lines
    pytest.fail("every card was seen")


def test_neither_the_seed_nor_an_unseen_card_is_said(left, capsys):
    seed = lines_of(left)[0]["seed"]
    for command in COMMANDS:
        told = said(capsys, left, *command)
        assert seed not in told, command
        if command[0] in ("prove", "verify"):
            assert not CARD.search(told), command


def test_a_card_that_nobody_saw_changes_nothing_that_is_said(left, capsys, tmp_path):
    before = {command: said(capsys, left, *command) for command in COMMANDS[1:]}
    whole = left.read_bytes()
    try:
        write_lines(left, exchanged(left))
        assert read_game(left).verdict is JournalVerdict.OK
        for command in COMMANDS[1:]:
            assert said(capsys, left, *command) == before[command], command
    finally:
        left.write_bytes(whole)


def test_the_cards_of_a_round_that_goes_on_stand_in_no_record(left, capsys):
    """A few cards may lie anywhere, so the hands of the last deal are looked for as a whole."""
    *_, last = course(sound_game(left))
    told = said(capsys, left, "record") + said(capsys, left, "replay", "--text")
    hands = [" ".join(map(label, seat.hand)) for seat in last.after.seats if len(seat.hand) > 3]
    assert hands
    assert not any(hand in told for hand in hands)
