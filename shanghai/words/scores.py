"""Sentences about scores: why a round ended, who leads or has won, what was corrected."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Correction, Ending, Phase, RoundResult, State
from shanghai.words.phrases import counted, listed
from shanghai.words.short_names import name_at

IN_ONE_TURN: Final = "the whole hand in one turn"


def round_ended(state: State, result: RoundResult) -> str:
    """Why a round ended, in names."""
    word = state.rules.words.round
    if result.out == NOBODY or result.ending is Ending.BLOCKED:
        return (
            f"The {word} is blocked: no card was left to draw and nobody went out, "
            "so every hand counts."
        )
    name = name_at(state, result.out)
    rules = state.rules
    match result.ending:
        case Ending.BLIND:
            return f"{name} went out blind, {IN_ONE_TURN}{_off(rules.blind_bonus)}."
        case Ending.CLEAN_BLIND:
            off = _off(rules.clean_blind_bonus)
            return f"{name} went out blind, {IN_ONE_TURN} and no joker in it{off}."
        case Ending.SHANGHAI:
            return f"{name} called SHANGHAI with the last card of the hand and is out."
        case _:
            return f"{name} went out."


def _off(points: int) -> str:
    """The reward of going out blind, in the variants that have one (RG-20)."""
    return f": {points} points off" if points else ""


def standing(state: State) -> str:
    """Who leads, or has won, in names."""
    if state.phase is Phase.GAME_OVER:
        return winners(state)
    names, best = [name_at(state, seat) for seat in state.leaders], _best(state)
    if len(names) == state.players:
        return f"All are level at {best}."
    verb = "lead" if len(names) > 1 else "leads"
    return f"{listed(names)} {verb} with {best}."


def _best(state: State) -> str:
    """What the leaders have: their total, and the contracts met where that counts first."""
    first = state.seats[state.leaders[0]]
    if state.rules.is_by_player:
        return f"{counted(first.met, 'contract')} met and {counted(first.score, 'point')}"
    return str(first.score)


def winners(state: State) -> str:
    """Who has won the game, in names."""
    names = [name_at(state, seat) for seat in state.winners]
    best = state.seats[state.winners[0]].score
    said = _best(state) if state.rules.is_by_player else counted(best, "point")
    if len(names) > 1:
        return f"{listed(names)} share the win with {said} each."
    return f"{listed(names)} wins with {said}."


def series_text(view: State, won_before: Mapping[str, int]) -> str:
    """Who has won how many games in a row of rematches, this one counted; "" for a first game."""
    if not won_before:
        return ""
    won = Counter(won_before)
    won.update(view.seats[seat].name for seat in view.winners)
    return f"Games won tonight: {listed([f'{name} {count}' for name, count in won.most_common()])}."


def correction_note(state: State, made: Correction) -> str:
    """What a correction has changed, and why."""
    name, word = name_at(state, made.seat), state.rules.words.round
    return f"{name} in {word} {made.round}, from {made.was} to {made.points}: {made.note}"
