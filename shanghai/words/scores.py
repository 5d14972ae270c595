"""Sentences on scores: the scorecard, the end of a round, who has won, the evening."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Final

from shanghai.engine.events import CallGranted, Dealt, Event, ShanghaiCalled
from shanghai.engine.scoring import blind_bonus
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Correction, Ending, Phase, RoundResult, Situation
from shanghai.words.messages import Messages
from shanghai.words.short_names import name_at, names_at

say = Messages("scores")
__getattr__ = say.__getattr__

ORDINALS: Final[Mapping[int, str]] = say.table("ORDINALS", int)


def round_ended(state: Situation, result: RoundResult) -> str:
    """Why a round ended, with names. It says "blind" only if there is a bonus for that (RG-20)."""
    rules, kind = state.rules, result.ending
    if result.out == NOBODY:
        kind = Ending.BLOCKED
    points = blind_bonus(rules, kind)
    if kind in (Ending.BLIND, Ending.CLEAN_BLIND) and not points:
        kind = Ending.OUT
    name = "" if kind is Ending.BLOCKED else name_at(state, result.out)
    return say.of("ROUND_ENDED", kind.value, rules, name=name, bonus=points)


def standing(state: Situation) -> str:
    """Who leads or has won, with names."""
    if state.phase is Phase.GAME_OVER:
        return winners(state)
    how = "level" if len(state.leaders) == state.players else "lead"
    return _best_text("STANDING", state, state.leaders, how)


def winners(state: Situation) -> str:
    """Who has won the game, with names."""
    how = "shared" if len(state.winners) > 1 else "alone"
    return _best_text("WINNERS", state, state.winners, how)


def _best_text(name: str, state: Situation, seats: Sequence[SeatIndex], how: str) -> str:
    """Who is first, and with how many points; also with how many contracts, if those count."""
    names, best = [name_at(state, seat) for seat in seats], state.seats[seats[0]]
    kind = f"{how} by contracts" if state.rules.is_by_player else how
    return say.of(name, kind, names=names, count=len(names), points=best.score, met=best.met)


def series_text(view: Situation, won_before: Mapping[str, int]) -> str:
    """Who has won how many games of a series, this one included; empty for a first game."""
    if not won_before:
        return ""
    won = Counter(won_before)
    won.update(view.seats[seat].name for seat in view.winners)
    return say.WON_TONIGHT(names=[f"{name} {count}" for name, count in won.most_common()])


def correction_note(state: Situation, correction: Correction) -> str:
    """What a correction has changed, and why."""
    return say.CORRECTION(
        state.rules,
        name=name_at(state, correction.seat),
        at=correction.round,
        was=correction.was,
        points=correction.points,
        note=correction.note,
    )


def overtaking(view: Situation) -> str:
    """The player who overtook most others in the last round; empty if nobody did."""
    if len(view.results) < 2 or view.rules.is_by_player:
        return ""
    now = [seat.score for seat in view.seats]
    before = [total - points for total, points in zip(now, view.results[-1].points, strict=True)]
    names, seats = names_at(view), view.seat_numbers
    passed = {
        seat: [
            names[other]
            for other in seats
            if before[other] < before[seat] and now[seat] < now[other]
        ]
        for seat in seats
    }
    best = max(passed, key=lambda seat: len(passed[seat]))
    return say.MOVES_PAST(name=names[best], others=passed[best]) if passed[best] else ""


def round_calls(events: Sequence[Event]) -> dict[SeatIndex, list[CallGranted | ShanghaiCalled]]:
    """The calls of the last round that were granted, by seat, in their order."""
    first = max((at for at, event in enumerate(events) if isinstance(event, Dealt)), default=0)
    calls: dict[SeatIndex, list[CallGranted | ShanghaiCalled]] = {}
    for event in events[first:]:
        if isinstance(event, CallGranted | ShanghaiCalled):
            calls.setdefault(event.seat, []).append(event)
    return calls


def running_totals(view: Situation) -> list[list[int]]:
    """The totals of each seat after each round; the first is 0."""
    points = [result.points for result in view.results]
    return [[0, *accumulate(line[seat] for line in points)] for seat in view.seat_numbers]


def places(view: Situation) -> list[tuple[int, SeatIndex]]:
    """The seats from the first to the last, each with its place. Equal seats share a place."""
    scores = [(-seat.met, seat.score) for seat in view.seats]
    order = sorted(view.seat_numbers, key=lambda seat: scores[seat])
    return [(1 + sum(score < scores[seat] for score in scores), seat) for seat in order]


def evening_texts(view: Situation) -> list[str]:
    """The three most interesting facts of the evening, as sentences."""
    if not view.results:
        return []
    sentences = [*_margin(view), *_blind(view), *_lead(view), _dearest(view), *_blocked(view)]
    return [*sentences, *_went_out(view)][:3]


def _went_out(view: Situation) -> list[str]:
    won = [sum(r.out == seat for r in view.results) for seat in view.seat_numbers]
    most = max(won)
    if len(view.results) < 2:
        return []
    if not most:
        return [say.NOBODY_EVER_OUT]
    best = [name for name, count in zip(names_at(view), won, strict=True) if count == most]
    message = say.OUT_MOST_OFTEN if len(best) == 1 else say.SEVERAL_MOST_OFTEN
    return [message(view.rules, names=best, most=most)]


def _blind(view: Situation) -> list[str]:
    return [
        say.WENT_OUT_BLIND(view.rules, name=name_at(view, r.out), at=r.round)
        for r in view.results
        if blind_bonus(view.rules, r.ending)
    ]


def _dearest(view: Situation) -> str:
    """Who had to count the most points in a round."""
    most = max(points for r in view.results for points in r.points)
    caught = [
        (seat, r.round)
        for r in view.results
        for seat, points in enumerate(r.points)
        if points == most
    ]
    names = names_at(view)
    whose = [say.HAND_OF(name=names[seat]) for seat in dict.fromkeys(seat for seat, _ in caught)]
    message = say.HEAVIEST_HANDS if len(caught) > 1 else say.HEAVIEST_HAND
    return message(view.rules, names=whose, points=most, at=caught[0][1])


def _lead(view: Situation) -> list[str]:
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
    return [say.LEAD_CHANGED(count=changes) if changes else say.SAME_LEADER]


def _margin(view: Situation) -> list[str]:
    order = places(view)
    if len(order) < 2 or order[1][0] == 1 or view.rules.is_by_player:
        return []
    names, (_, first), (second, next_one) = names_at(view), order[0], order[1]
    gap = view.seats[next_one].score - view.seats[first].score
    others = [names[seat] for place, seat in order if place == second]
    return [say.WON_BY(name=names[first], gap=gap, others=others)]


def _blocked(view: Situation) -> list[str]:
    blocked = sum(r.ending is Ending.BLOCKED for r in view.results)
    return [say.NOBODY_OUT_OF(view.rules, count=blocked)] if blocked else []
