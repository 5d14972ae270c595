"""Sentences on scores: the scorecard, the end of a round, who has won, the evening."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Final

from shanghai.engine.events import CallGranted, Event, ShanghaiCalled, last_deal
from shanghai.engine.scoring import blind_bonus
from shanghai.engine.seats import NOBODY, SeatIndex, by_seat
from shanghai.engine.state import Correction, Ending, Phase, RoundResult, Situation
from shanghai.words.messages import Messages
from shanghai.words.short_names import NAME_CELLS, name_at, names_at

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


SIDE_LETTERS: Final = "ABC"


def side_letter(state: Situation, seat: SeatIndex) -> str:
    """The letter of the side of a seat; empty where all play alone."""
    return SIDE_LETTERS[state.sides.of(seat)] if state.sides.have_partners else ""


def side_name(state: Situation, side: int, room: int = NAME_CELLS) -> str:
    """The names of a side's players, each in at most `room` cells."""
    names = names_at(state, room)
    return " + ".join(names[seat] for seat in state.sides.seats(side))


def side_texts(state: Situation) -> list[str]:
    """Each side with its letter, its players and its score; none where all play alone (HR-15)."""
    if not state.sides.have_partners:
        return []
    kind = "by contracts" if state.rules.is_by_player else "by points"
    return [
        say.of(
            "SIDE",
            kind,
            letter=SIDE_LETTERS[side],
            name=side_name(state, side),
            points=score.points,
            met=-score.missed,
        )
        for side, score in enumerate(state.side_scores)
    ]


def standing(state: Situation) -> str:
    """Who leads or has won, with names."""
    if state.phase is Phase.GAME_OVER:
        return winners(state)
    how = "level" if len(state.leaders) == state.players else "lead"
    return _best_text("STANDING", state, how)


def winners(state: Situation) -> str:
    """Who has won the game, with names."""
    sides = {state.sides.of(seat) for seat in state.winners}
    return _best_text("WINNERS", state, "shared" if len(sides) > 1 else "alone")


def _best_text(name: str, state: Situation, how: str) -> str:
    """Who is first, and with how many points; also with how many contracts, if those count."""
    sides = [*dict.fromkeys(state.sides.of(seat) for seat in state.leaders)]
    names, best = [side_name(state, side) for side in sides], state.side_scores[sides[0]]
    count = sum(len(state.sides.seats(side)) for side in sides)
    kind = f"{how} by contracts" if state.rules.is_by_player else how
    return say.of(name, kind, names=names, count=count, points=best.points, met=-best.missed)


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
    """The player or side that overtook most others in the last round; empty if none did."""
    if len(view.results) < 2 or view.rules.is_by_player:
        return ""
    totals = side_totals(view)
    now, before = [line[-1] for line in totals], [line[-2] for line in totals]
    sides = range(view.sides.count)
    passed = {
        side: [
            side_name(view, other)
            for other in sides
            if before[other] < before[side] and now[side] < now[other]
        ]
        for side in sides
    }
    best = max(passed, key=lambda side: len(passed[side]))
    if not passed[best]:
        return ""
    count = len(view.sides.seats(best))
    return say.MOVES_PAST(name=side_name(view, best), count=count, others=passed[best])


def round_calls(events: Sequence[Event]) -> dict[SeatIndex, list[CallGranted | ShanghaiCalled]]:
    """The calls of the last round that were granted, by seat, in their order."""
    calls: dict[SeatIndex, list[CallGranted | ShanghaiCalled]] = {}
    for event in events[last_deal(events) :]:
        if isinstance(event, CallGranted | ShanghaiCalled):
            calls.setdefault(event.seat, []).append(event)
    return calls


def running_totals(view: Situation) -> list[list[int]]:
    """The totals of each seat after each round; the first is 0."""
    points = [result.points for result in view.results]
    return [[0, *accumulate(line[seat] for line in points)] for seat in view.seat_numbers]


def side_totals(view: Situation) -> list[list[int]]:
    """The totals of each side after each round; of each seat where all play alone."""
    after_rounds = zip(*running_totals(view), strict=True)
    by_side = (view.sides.totals(totals) for totals in after_rounds)
    return [[*line] for line in zip(*by_side, strict=True)]


def places(view: Situation) -> list[tuple[int, int]]:
    """The sides from the first to the last, each with its place. Equal sides share a place.

    Where all play alone, each seat is a side.
    """
    return sorted({(place, view.sides.of(seat)) for seat, place in by_seat(view.places)})


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
    totals = side_totals(view)
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
    (_, first), (second, next_one) = order[:2]
    gap = view.side_scores[next_one].points - view.side_scores[first].points
    others = [side_name(view, side) for place, side in order if place == second]
    return [say.WON_BY(name=side_name(view, first), gap=gap, others=others)]


def _blocked(view: Situation) -> list[str]:
    blocked = sum(r.ending is Ending.BLOCKED for r in view.results)
    return [say.NOBODY_OUT_OF(view.rules, count=blocked)] if blocked else []
