"""What is said of scores: the scorecard, why a round ended, who has won, the evening."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Final

from shanghai.engine.events import CallGranted, Dealt, Event, ShanghaiCalled
from shanghai.engine.seats import NOBODY, SeatIndex, seat_numbers
from shanghai.engine.state import Correction, Ending, Phase, RoundResult, State
from shanghai.words.grammar import counted, listed
from shanghai.words.messages import Messages
from shanghai.words.short_names import name_at, names_at

say = Messages("scores")
__getattr__ = say.__getattr__

ORDINALS: Final[Mapping[int, str]] = say.table("ORDINALS", int)


def round_ended(state: State, result: RoundResult) -> str:
    """Why a round ended, in names."""
    word = state.rules.words.round
    if result.out == NOBODY or result.ending is Ending.BLOCKED:
        return f"Nobody went out of this {word}, so every hand counts."
    name = name_at(state, result.out)
    rules = state.rules
    match result.ending:
        case Ending.BLIND:
            return f"{name} went out blind, {say.IN_ONE_TURN}{_off(rules.blind_bonus)}."
        case Ending.CLEAN_BLIND:
            off = _off(rules.clean_blind_bonus)
            return f"{name} went out blind, {say.IN_ONE_TURN} and no joker in it{off}."
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


def correct_text(view: State, seat: SeatIndex, round: int, points: int, is_typing: bool) -> str:
    """Which score is chosen, and what is asked of it."""
    word = view.rules.words.round
    said = f"{name_at(view, seat)} has {counted(points, 'point')} in {word} {round}."
    return f"{said} How many shall it be, and why?" if is_typing else said


def overtaking(view: State) -> str:
    """The largest overtaking of the last round, "" where nobody moved past anybody."""
    if len(view.results) < 2 or view.rules.is_by_player:
        return ""
    now = [seat.score for seat in view.seats]
    last = view.results[-1].points
    before = [total - points for total, points in zip(now, last, strict=True)]
    names, seats = names_at(view), seat_numbers(view.players)
    passed = {
        seat: [
            names[other]
            for other in seats
            if before[other] < before[seat] and now[seat] < now[other]
        ]
        for seat in seats
    }
    best = max(passed, key=lambda seat: len(passed[seat]))
    return f"{names[best]} moves past {listed(passed[best])}." if passed[best] else ""


def round_calls(events: Sequence[Event]) -> dict[SeatIndex, list[CallGranted | ShanghaiCalled]]:
    """The calls of the last round that brought a card, by seat, in their order."""
    first = max((at for at, event in enumerate(events) if isinstance(event, Dealt)), default=0)
    found: dict[SeatIndex, list[CallGranted | ShanghaiCalled]] = {}
    for event in events[first:]:
        if isinstance(event, CallGranted | ShanghaiCalled):
            found.setdefault(event.seat, []).append(event)
    return found


def running_totals(view: State) -> list[list[int]]:
    """For each seat its totals after each round, 0 first."""
    points = [result.points for result in view.results]
    return [[0, *accumulate(line[seat] for line in points)] for seat in seat_numbers(view.players)]


def places(view: State) -> list[tuple[int, SeatIndex]]:
    """The seats from the winner down, each with its place, which those who tie share."""
    scores = [(-seat.met, seat.score) for seat in view.seats]
    order = sorted(seat_numbers(view.players), key=lambda seat: scores[seat])
    return [(1 + sum(score < scores[seat] for score in scores), seat) for seat in order]


def evening_texts(view: State) -> list[str]:
    """The three most telling figures of the evening as sentences to be read aloud."""
    if not view.results:
        return []
    told = [*_margin(view), *_blind(view), *_lead(view), _dearest(view), *_blocked(view)]
    return [*told, *_went_out(view)][:3]


def _went_out(view: State) -> list[str]:
    """Who went out most often."""
    names, word = names_at(view), view.rules.words.round
    won = [sum(r.out == seat for r in view.results) for seat in seat_numbers(view.players)]
    most = max(won)
    if len(view.results) < 2:
        return []
    if not most:
        return ["Nobody ever went out."]
    best = [name for name, count in zip(names, won, strict=True) if count == most]
    often = f"in {counted(most, word, view.rules.words)}"
    if len(best) == 1:
        return [f"Nobody went out more often than {best[0]}: {often}."]
    return [f"{listed(best)} went out most often, {often} each."]


def _blind(view: State) -> list[str]:
    """Who went out blind."""
    names, word = names_at(view), view.rules.words.round
    return [
        f"{names[r.out]} went out blind in {word} {r.round}."
        for r in view.results
        if r.ending in (Ending.BLIND, Ending.CLEAN_BLIND)
    ]


def _dearest(view: State) -> str:
    """Who was caught with the most."""
    most = max(points for r in view.results for points in r.points)
    caught = [
        (seat, r.round)
        for r in view.results
        for seat, points in enumerate(r.points)
        if points == most
    ]
    names, word = names_at(view), view.rules.words.round
    whose = listed([f"{names[seat]}'s" for seat in dict.fromkeys(seat for seat, _ in caught)])
    said = f"{whose}: {counted(most, 'point')}"
    if len(caught) > 1:
        return f"The heaviest hands were {said} each."
    return f"The heaviest hand was {said} in {word} {caught[0][1]}."


def _lead(view: State) -> list[str]:
    """Since when the winner has led, and how often the lead changed."""
    if view.rules.is_by_player:
        return []
    totals = running_totals(view)
    leaders: list[frozenset[int]] = []
    for at in range(1, len(view.results) + 1):
        best = min(line[at] for line in totals)
        leaders.append(frozenset(i for i, line in enumerate(totals) if line[at] == best))
    changes = sum(one.isdisjoint(other) for one, other in pairwise(leaders))
    if len(leaders) < 2:
        return []
    if not changes:
        return ["The lead never changed hands."]
    return [f"The lead changed hands {'once' if changes == 1 else f'{changes} times'}."]


def _margin(view: State) -> list[str]:
    """By how much the game was won."""
    order = places(view)
    if len(order) < 2 or order[1][0] == 1 or view.rules.is_by_player:
        return []
    names = names_at(view)
    gap = view.seats[order[1][1]].score - view.seats[order[0][1]].score
    next_ones = listed([names[seat] for place, seat in order if place == order[1][0]])
    return [f"{names[order[0][1]]} won by {counted(gap, 'point')}, ahead of {next_ones}."]


def _blocked(view: State) -> list[str]:
    """In how many rounds nobody went out."""
    word = view.rules.words.round
    blocked = sum(r.ending is Ending.BLOCKED for r in view.results)
    return [f"Nobody went out of {counted(blocked, word, view.rules.words)}."] if blocked else []


def chart_foot(word: str, rounds: int) -> tuple[str, str]:
    """What stands below the chart, where there is room for it and where there is less."""
    foot = f"{word} 1 to {rounds}"
    return f"{foot}, the lowest total at the foot", foot
