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
    """A sentence on how a round ended, and who went out. It says that a player went out blind only
    if the rules have a bonus for that (RG-20)."""
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
    """The letter of the side that a seat plays for; empty if all play alone."""
    return SIDE_LETTERS[state.sides.of(seat)] if state.sides.have_partners else ""


def side_name(state: Situation, side: int, room: int = NAME_CELLS) -> str:
    """The names of a side's players, such as `Ann + Bob`, each in at most `room` cells."""
    names = names_at(state, room)
    return " + ".join(names[seat] for seat in state.sides.seats(side))


def side_texts(state: Situation) -> list[str]:
    """A line for each side with its letter, players and score; none if all play alone (HR-15)."""
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
            met=-score.met_negated,
        )
        for side, score in enumerate(state.side_scores)
    ]


def standing(state: Situation) -> str:
    """A sentence on who leads, or who has won if the game is over."""
    if state.phase is Phase.GAME_OVER:
        return winners(state)
    how = "level" if len(state.leaders) == state.players else "lead"
    return _best_text("STANDING", state, how)


def winners(state: Situation) -> str:
    """A sentence on who has won the game."""
    sides = {state.sides.of(seat) for seat in state.winners}
    return _best_text("WINNERS", state, "shared" if len(sides) > 1 else "alone")


def _best_text(name: str, state: Situation, how: str) -> str:
    """The text of a message about the sides that are first, with their points. `how` is its key. If
    contracts count, the text has how many the sides have met."""
    sides = [*dict.fromkeys(state.sides.of(seat) for seat in state.leaders)]
    names, best = [side_name(state, side) for side in sides], state.side_scores[sides[0]]
    count = sum(len(state.sides.seats(side)) for side in sides)
    kind = f"{how} by contracts" if state.rules.is_by_player else how
    return say.of(name, kind, names=names, count=count, points=best.points, met=-best.met_negated)


def series_text(view: Situation, won_before: Mapping[str, int]) -> str:
    """How many games of a series each player has won, with this one; empty for a first game.
    `won_before` has the games won before this one, by name."""
    if not won_before:
        return ""
    won = Counter(won_before)
    won.update(view.seats[seat].name for seat in view.winners)
    return say.WON_TONIGHT(names=[f"{name} {count}" for name, count in won.most_common()])


def correction_note(state: Situation, correction: Correction) -> str:
    """A sentence on what a correction has changed in the scores, and why."""
    return say.CORRECTION(
        state.rules,
        name=name_at(state, correction.seat),
        at=correction.round,
        was=correction.was,
        points=correction.points,
        note=correction.note,
    )


def overtaking(view: Situation) -> str:
    """A sentence on the side that overtook most others in the last round; empty if none did. A
    player who plays alone is a side."""
    if len(view.results) < 2 or view.rules.is_by_player:
        return ""
    totals = side_totals(view)
    current, before = [line[-1] for line in totals], [line[-2] for line in totals]
    sides = range(view.sides.count)
    passed = {
        side: [
            side_name(view, other)
            for other in sides
            if before[other] < before[side] and current[side] < current[other]
        ]
        for side in sides
    }
    best = max(passed, key=lambda side: len(passed[side]))
    if not passed[best]:
        return ""
    count = len(view.sides.seats(best))
    return say.MOVES_PAST(name=side_name(view, best), count=count, others=passed[best])


def round_calls(events: Sequence[Event]) -> dict[SeatIndex, list[CallGranted | ShanghaiCalled]]:
    """The calls of the last round that were granted, by seat, each list in the order of time."""
    calls: dict[SeatIndex, list[CallGranted | ShanghaiCalled]] = {}
    for event in events[last_deal(events) :]:
        if isinstance(event, CallGranted | ShanghaiCalled):
            calls.setdefault(event.seat, []).append(event)
    return calls


def running_totals(view: Situation) -> list[list[int]]:
    """For each seat its total before the first round, which is 0, and after each round."""
    points = [result.points for result in view.results]
    return [[0, *accumulate(line[seat] for line in points)] for seat in view.seat_numbers]


def side_totals(view: Situation) -> list[list[int]]:
    """For each side its total before the first round and after each; a lone seat is a side."""
    after_rounds = zip(*running_totals(view), strict=True)
    by_side = (view.sides.totals(totals) for totals in after_rounds)
    return [[*line] for line in zip(*by_side, strict=True)]


def places(view: Situation) -> list[tuple[int, int]]:
    """Pairs of a place and a side, from the first place to the last. Equal sides share a place. If
    all play alone, each seat is a side."""
    return sorted({(place, view.sides.of(seat)) for seat, place in by_seat(view.places)})


def evening_texts(view: Situation) -> list[str]:
    """The three most interesting facts of the evening, as sentences."""
    if not view.results:
        return []
    sentences = [*_margin(view), *_blind(view), *_lead(view), _most_points(view), *_blocked(view)]
    return [*sentences, *_went_out(view)][:3]


def _went_out(view: Situation) -> list[str]:
    """A sentence on who went out most often; none after the first round."""
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
    """A sentence on each round in which somebody went out blind and got a bonus for it."""
    return [
        say.WENT_OUT_BLIND(view.rules, name=name_at(view, r.out), at=r.round)
        for r in view.results
        if blind_bonus(view.rules, r.ending)
    ]


def _most_points(view: Situation) -> str:
    """A sentence on the seats that had to count the most points in one round."""
    most = max(points for r in view.results for points in r.points)
    heaviest = [
        (seat, r.round)
        for r in view.results
        for seat, points in enumerate(r.points)
        if points == most
    ]
    names = names_at(view)
    whose = [say.HAND_OF(name=names[seat]) for seat in dict.fromkeys(seat for seat, _ in heaviest)]
    message = say.HEAVIEST_HANDS if len(heaviest) > 1 else say.HEAVIEST_HAND
    return message(view.rules, names=whose, points=most, at=heaviest[0][1])


def _lead(view: Situation) -> list[str]:
    """A sentence on how often the lead changed; none after one round, or if contracts count."""
    if view.rules.is_by_player:
        return []
    totals = side_totals(view)
    leaders: list[frozenset[int]] = []
    for number in range(1, len(view.results) + 1):
        best = min(line[number] for line in totals)
        leaders.append(frozenset(i for i, line in enumerate(totals) if line[number] == best))
    changes = sum(one.isdisjoint(other) for one, other in pairwise(leaders))
    if len(leaders) < 2:
        return []
    return [say.LEAD_CHANGED(count=changes) if changes else say.SAME_LEADER]


def _margin(view: Situation) -> list[str]:
    """A sentence on how far the winner was ahead of the next; none if the first place is shared."""
    order = places(view)
    if len(order) < 2 or order[1][0] == 1 or view.rules.is_by_player:
        return []
    (_, first), (second, next_one) = order[:2]
    gap = view.side_scores[next_one].points - view.side_scores[first].points
    others = [side_name(view, side) for place, side in order if place == second]
    return [say.WON_BY(name=side_name(view, first), gap=gap, others=others)]


def _blocked(view: Situation) -> list[str]:
    """A sentence on how many rounds ended without anybody going out; none if none did."""
    blocked = sum(r.ending is Ending.BLOCKED for r in view.results)
    return [say.NOBODY_OUT_OF(view.rules, count=blocked)] if blocked else []
