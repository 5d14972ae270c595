"""What is said at the end of a round and of a game: who moved past whom, the evening in words."""

from collections.abc import Sequence
from itertools import accumulate, pairwise

from shanghai.engine.events import CallGranted, Dealt, Event, ShanghaiCalled
from shanghai.engine.seats import SeatIndex, seat_numbers
from shanghai.engine.state import Ending, State
from shanghai.words.phrases import counted, listed
from shanghai.words.short_names import names_at


def moved_texts(view: State) -> list[str]:
    """Who moved past whom in the last round, a sentence for each who did."""
    if len(view.results) < 2 or view.rules.is_by_player:
        return []
    now = [seat.score for seat in view.seats]
    last = view.results[-1].points
    before = [total - points for total, points in zip(now, last, strict=True)]
    names = names_at(view)
    said = []
    for seat in seat_numbers(view.players):
        passed = [
            names[other]
            for other in seat_numbers(view.players)
            if before[other] < before[seat] and now[seat] < now[other]
        ]
        if passed:
            said.append(f"{names[seat]} moves past {listed(passed)}.")
    return said


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
    """The figures of the evening as sentences to be read aloud."""
    if not view.results:
        return []
    return [
        *_went_out(view),
        *_blind(view),
        _dearest(view),
        *_lead(view),
        *_margin(view),
        *_blocked(view),
    ]


def _went_out(view: State) -> list[str]:
    """Who went out most often."""
    names, word = names_at(view), view.rules.words.round
    won = [sum(r.out == seat for r in view.results) for seat in seat_numbers(view.players)]
    most = max(won)
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
    points, seat, number = max(
        (points, -seat, r.round) for r in view.results for seat, points in enumerate(r.points)
    )
    name = names_at(view)[-seat]
    word = view.rules.words.round
    return f"The heaviest hand was {name}'s: {counted(points, 'point')} in {word} {number}."


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
    return [f"{names[order[0][1]]} won by {counted(gap, 'point')}, ahead of {names[order[1][1]]}."]


def _blocked(view: State) -> list[str]:
    """How many rounds nobody could end."""
    word = view.rules.words.round
    blocked = sum(r.ending is Ending.BLOCKED for r in view.results)
    return [f"Nobody could end {counted(blocked, word, view.rules.words)}."] if blocked else []
