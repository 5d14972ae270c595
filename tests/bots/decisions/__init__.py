"""What each level decides on fixed positions, kept beside this as one text a level."""

from pathlib import Path
from random import Random

from shanghai.bots.levels import LEVELS
from shanghai.bots.protocol import never
from shanghai.engine.calls import callers
from shanghai.engine.seen import seen_by, view_for
from shanghai.engine.state import Phase
from shanghai.records.notation import write_move
from shanghai.storage.journal import opened_course
from shanghai.storage.saves import sound_game
from tests.saving import SAVES

GAMES = ("1-california", "1-grandma-davis", "1-playerules", "1-rummygames")
MOVES = 100
"""Moves of each game at which the levels are asked."""

WORLDS = 32
"""Worlds for an answer of a level that searches, whatever time that takes."""


def file_of(level):
    """Where the decisions of a level are kept, under its version."""
    return Path(__file__).with_name(f"{level}.txt")


def decisions(level, games=GAMES):
    """The version of a level and all that it decides, as text."""
    lines = [line for game in games for line in _in_game(level, game)]
    return "\n".join([f"version {LEVELS[level].version}", *lines, ""])


def _in_game(level, game):
    read = sound_game(SAVES / f"{game}.jsonl")
    bots = [LEVELS[level].make(seat, Random(seat), never) for seat in range(len(read.players))]
    for bot in bots:
        bot.max_worlds = WORLDS
    for number, step in enumerate(opened_course(read)[:MOVES]):
        before = step.before
        if before.phase in (Phase.DRAW, Phase.PLAY):
            asked = [(before.turn, bots[before.turn].decide)]
            if before.phase is Phase.DRAW:
                asked += [(seat, bots[seat].wants_call) for seat in callers(before)]
            for seat, ask in asked:
                move = ask(view_for(before, seat))
                text = "no call" if move is None else "; ".join(write_move(move, before))
                yield f"{game} {number} {seat}: {text}"
        for event in step.events:
            for seat, bot in enumerate(bots):
                bot.notice(seen_by(event, seat))
