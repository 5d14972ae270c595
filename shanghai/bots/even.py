"""The even computer player: it plays as well as the others seem to, so that all win their part."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from statistics import fmean
from typing import ClassVar, Final, NamedTuple

from shanghai.bots.dial import (
    ANY_TOSS,
    FIRST_TOSSES,
    HEAVY_KEPT,
    MISSED_CALL,
    NEEDLESS_CALL,
    NOT_DOWN,
    OVERLOOKED,
    STRETCH,
    Belief,
    Mistake,
    calls_of,
    cost_of,
    heavy_faces,
    points_scale,
    round_scale,
    setting_for,
    stretched,
)
from shanghai.bots.hard import HardBot
from shanghai.bots.planner import Unseen
from shanghai.bots.protocol import IsLate, never
from shanghai.engine import events
from shanghai.engine.actions import AnyCall, Discard, Draw, GoDown, LayOff, SeatAction, Take
from shanghai.engine.cards import Card, face_of, is_joker
from shanghai.engine.game import refuse
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.state import SeatView
from shanghai.engine.turn import is_playable, takes_from
from shanghai.engine.wild import is_wild

_USUAL_HAND: Final = 11
"""Cards in the hand of a player who is not down, in the mean."""
_CATCH_UP: Final = 3
"""Rounds in which a lead is given back, as one mistake more costs little in a single round."""
_HOPELESS: Final = 50.0 * STRETCH
"""The points a round from which on somebody who plays worse than another has no chance, stretched
as what is believed of both is."""
_WEAKER: Final = 10.0
"""The points a round more than another's that the play of one of several others must seem to cost
for that one to be helped."""
_WANTED: Final = 0.5
"""How much somebody must seem to want a card that is left to them."""
_FEWEST_ROUNDS: Final = 3
"""Rounds that are left at least where nobody knows how many there will be."""


class _Signs:
    """What everybody has seen of each seat in a round."""

    def __init__(self) -> None:
        self.calls: Counter[SeatIndex] = Counter()
        self.turns: Counter[SeatIndex] = Counter()
        """The tosses of each seat before going down, by which it had chances to call."""
        self.tosses: list[tuple[SeatIndex, float, bool]] = []
        """Of each toss before going down while holding a card of the discards: the seat, the part
        of its hand that it took from them, and whether the card tossed is of it."""
        self.first_tosses: defaultdict[SeatIndex, list[Card]] = defaultdict(list)
        """What each seat tossed first, before going down."""


class _FairRound(NamedTuple):
    """How those who play for a fair match play a round."""

    settings: dict[SeatIndex, float]
    """The setting of each of them."""
    helped: SeatIndex | None
    """The weakest of several others, if another plays much better: they are glad of what that one
    gets."""


class EvenBot(HardBot):
    """Plays as the hard player, with as many mistakes as those of the others cost them: the more,
    the further it and its kin are ahead. Among the careful it makes none. Of several others it
    feeds the weakest."""

    kind: ClassVar = frozenset({"easy", "pip", "even"})
    """The levels that play for a fair match: they do not adapt to each other."""
    lead: ClassVar = -58.0
    """By how many points a careless player shall be ahead of the mean of its kin at the end; behind
    where it is negative, as what is believed of the careless is stretched."""
    doubt: ClassVar = 0.7
    """How likely a player must be a careful one, so that it does its best against them."""
    least_cost: ClassVar = 0.0
    """What its play costs at least, in points a round."""

    def __init__(self, seat: SeatIndex, random: Random, is_late: IsLate = never) -> None:
        super().__init__(seat, random, is_late)
        self.levels: Mapping[SeatIndex, str] = {}
        self._setting = 0.0
        """The present setting of its dial."""
        self._helped: SeatIndex | None = None
        """Whom it helps in the round."""
        self._basis: object = None
        """That from which the setting follows."""
        self._round = 0
        self._signs: defaultdict[int, _Signs] = defaultdict(_Signs)
        """By round what was seen in it."""
        self._taken: defaultdict[SeatIndex, list[Card]] = defaultdict(list)
        """By seat the cards of the round that it took from the discards on its turn. Those that it
        called itself are among its own."""
        self._down: set[SeatIndex] = set()
        self._since: dict[SeatIndex, int] = {}
        """By seat the round in which another person took it."""

    def notice(self, event: events.Event) -> None:
        """As the hard player, and notes the calls and tosses of each seat."""
        super().notice(event)
        match event:
            case events.Dealt():
                self._start_round(event.round)
            case events.CallMade(seat=seat):
                self._signs[self._round].calls[seat] += 1
            case events.DiscardTaken(seat=seat, card=card) if not is_joker(card):
                self._taken[seat].append(card)
            case events.CallGranted(seat=self.seat, card=card) if not is_joker(card):
                self._taken[self.seat].append(card)
            case events.WentDown(seat=seat, part=False):
                self._down.add(seat)
            case events.Discarded(seat=seat, card=card) if seat not in self._down:
                self._note_toss(seat, card)
            case events.SeatHandedOver(seat=seat):
                self._since[seat] = self._round

    def _start_round(self, round: int) -> None:
        self._round = round
        self._taken.clear()
        self._down.clear()

    def _note_toss(self, seat: SeatIndex, card: Card) -> None:
        signs, taken = self._signs[self._round], self._taken[seat]
        signs.turns[seat] += 1
        if signs.turns[seat] <= FIRST_TOSSES:
            signs.first_tosses[seat].append(card)
        if taken and not is_joker(card):
            share = min(1.0, len(taken) / _USUAL_HAND)
            signs.tosses.append((seat, share, card in taken))
        if card in taken:
            taken.remove(card)

    def decide(self, view: SeatView) -> SeatAction:
        """The hard player's step, or another where it overlooks that one."""
        self._turn_dial(view)
        step = super().decide(view)
        if view.all_in or view.must_go_down or not self._overlooks(view, step):
            return step
        other = Draw(self.seat) if isinstance(step, Take) else self._end(view)
        shows = isinstance(other, Discard) and self._fits(view, other.card)
        return step if shows or refuse(view, other) is not None else other

    def _overlooks(self, view: SeatView, step: SeatAction) -> bool:
        """Whether it does not see that it could take this step, by chance."""
        match step:
            case GoDown():
                return self._makes(NOT_DOWN)
            case LayOff():
                return self._makes(OVERLOOKED)
            case Take():
                return not self._is_top_wild(view) and self._makes(OVERLOOKED)
        return False

    def wants_call(self, view: SeatView) -> AnyCall | None:
        """The hard player's call, which it misses now and then, but for a wild card. The worse it
        plays, the more cards it calls that do not help."""
        self._turn_dial(view)
        wish = super().wants_call(view)
        if self.lacks_room(view) or view.all_in or self._is_top_wild(view):
            return wish
        if self._is_for_helped(view):
            return None
        if wish is not None:
            return None if self._makes(MISSED_CALL) else wish
        is_down = view.seats[self.seat].down
        return self.plain_call(view) if not is_down and self._makes(NEEDLESS_CALL) else None

    def _is_for_helped(self, view: SeatView) -> bool:
        """Whether whom it helps may get the top discard, and seems to want it."""
        seat, top = self._helped, view.top
        if seat is None or top is None:
            return False
        if view.seats[seat].down:
            return view.turn == seat and is_playable(view, top)
        if view.turn != seat and not view.calls_left(seat):
            return False
        unseen = Unseen(view, view.seats[self.seat].hand)
        return self._collections.of_seat(view, seat, unseen).wish(top) >= _WANTED

    def _minds(self, seat: SeatIndex) -> float:
        """By what factor it minds giving something to a seat: while it helps one of several others,
        it is glad of what that one gets, and does not mind its kin."""
        if self._helped is None:
            return 1.0
        return -1.0 if seat == self._helped else float(self.levels.get(seat) not in self.kind)

    def _is_top_wild(self, view: SeatView) -> bool:
        return view.top is not None and is_wild(view.rules, view.top)

    def _fits(self, view: SeatView, card: Card) -> bool:
        """Whether all would see that it could lay a card off."""
        return view.seats[self.seat].down and takes_from(view, self.seat, card)

    def _discards(self, view: SeatView) -> Iterable[Card]:
        """The hard player's order, or any in which what it would look odd to toss comes last.

        Of any cards that one comes first that helps the weakest of several others most.
        """
        if not self._makes(ANY_TOSS):
            cards = super()._discards(view)
            is_best = not self._setting and self._helped is None
            return cards if is_best else self._odd_last(view, cards)
        hand = view.seats[self.seat].hand
        any_order = self._random.sample(list(hand), len(hand))
        if self._makes(HEAVY_KEPT):
            any_order.sort(key=lambda card: view.rules.face_points(face_of(card)))
        if self._helped is not None:
            gift = self._gifts(view, Unseen(view, hand))
            any_order.sort(key=lambda card: round(gift(card, is_playable(view, card))))
        return self._odd_last(view, any_order)

    def _odd_last(self, view: SeatView, cards: Iterable[Card]) -> Iterator[Card]:
        """The cards in their order, and last what it took, what it could lay off, and wild ones."""
        odd: list[tuple[bool, bool, Card]] = []
        for card in cards:
            wild, fits = is_wild(view.rules, card), self._fits(view, card)
            if wild or fits or card in self._taken[self.seat]:
                odd.append((wild, fits, card))
            else:
                yield card
        yield from (card for *_, card in sorted(odd, key=lambda each: each[:2]))

    def _makes(self, mistake: Mistake) -> bool:
        """Whether it makes a mistake now, by chance."""
        rate = mistake.rate(self._setting)
        return rate > 0 and self._random.random() < rate

    def _turn_dial(self, view: SeatView) -> None:
        """Sets the dial once a round, by the rounds before."""
        basis = view.results, view.side_scores, dict(self.levels)
        if basis != self._basis:
            self._basis, self._setting = basis, self._setting_for(view)

    def _setting_for(self, view: SeatView) -> float:
        """The setting for the round, in which it also settles whom it helps. It goes through the
        game from its start, as what the others did says most next to what it did itself."""
        scale, totals, kin = points_scale(view.rules), [0.0] * view.players, self._kin(view)
        beliefs = {seat: Belief() for seat in self._others(view)}
        for number, result in enumerate(view.results):
            settings = self._fair_round(
                beliefs, totals, kin, self._rounds_ahead(view, number)
            ).settings
            points = [each / scale for each in result.points]
            of_usual_round = [each / round_scale(view.rules, result.round) for each in points]
            for seat, belief in beliefs.items():
                if result.round >= self._since.get(seat, 0):
                    signs = self._signs[result.round]
                    self._learn(belief, seat, of_usual_round, settings, signs)
                    _learn_weights(belief, view.rules, signs.first_tosses[seat])
            totals = [total + each for total, each in zip(totals, points, strict=True)]
        of_sides = [side.points / scale for side in view.side_scores]
        totals = [of_sides[view.sides.of(seat)] for seat, _ in by_seat(view.seats)]
        rounds = self._rounds_ahead(view, len(view.results))
        settings, self._helped = self._fair_round(beliefs, totals, kin, rounds)
        return settings[self.seat]

    def _learn(
        self,
        belief: Belief,
        seat: SeatIndex,
        points: list[float],
        settings: Mapping[SeatIndex, float],
        signs: _Signs,
    ) -> None:
        """Adds to a belief what a round says of a player, by its points, its calls and its tosses.

        The points and calls are compared with those of its kin, who played at `settings`."""
        own = fmean(points[each] - cost_of(setting) for each, setting in settings.items())
        belief.see_points(points[seat] - own, max(points))
        turns = sum(
            calls_of(setting) * (1 + signs.turns[each]) for each, setting in settings.items()
        )
        calls = sum(signs.calls[each] for each in settings)
        belief.see_calls(signs.calls[seat], calls, turns / (1 + signs.turns[seat]))
        for who, share, is_taken in signs.tosses:
            if who == seat:
                belief.see_toss(share, is_taken)

    def _fair_round(
        self,
        beliefs: Mapping[SeatIndex, Belief],
        totals: Sequence[float],
        kin: Sequence[SeatIndex],
        rounds: float,
    ) -> _FairRound:
        """How all players of its kin play a round.

        With their settings, the mean of its kin draws level within so many usual `rounds`. It does
        so with the weakest of the careless players who still has a chance against the best of all.
        A player counts as careless as far as that is likely. A player of its kin with a better
        total than their mean gives that back too, as the best of them is the one to beat. All play
        at the smallest setting among the careful.

        While they help somebody, the player of its kin with the most points only gives back what
        their mean is ahead of that one, and the others lose for both. So the rounds end soon, which
        keeps the weakest close to the others.
        """
        mean = fmean(totals[seat] for seat in kin)
        careless = {
            seat: 1 - belief.careful
            for seat, belief in beliefs.items()
            if belief.careful <= self.doubt
        }
        costs = {seat: part * beliefs[seat].cost for seat, part in careless.items()}
        best = min((costs.get(seat, stretched(0.0)) for seat in beliefs), default=0.0)
        has_chance = [seat for seat, cost in costs.items() if cost <= best + _HOPELESS]
        weakest = max(costs, key=lambda seat: costs[seat], default=None)
        is_much = weakest is not None and costs[weakest] > best + _WEAKER
        helped = weakest if is_much else None
        lead = self.lead if helped is None else 0.0
        wanted = [
            costs[seat] + careless[seat] * (totals[seat] - mean + lead) / rounds
            for seat in has_chance
        ]
        common = max(wanted, default=0.0)
        ahead = {seat: max(0.0, mean - totals[seat]) / rounds if wanted else 0.0 for seat in kin}
        lost = {seat: common + each for seat, each in ahead.items()}
        if helped is not None and len(kin) > 1:
            keen = max(kin, key=lambda seat: totals[seat])
            part = common / (len(kin) - 1)
            lost = {seat: each + part for seat, each in lost.items()}
            lost[keen] = min(common, (totals[helped] - mean) / rounds)
        settings = {seat: setting_for(max(self.least_cost, each)) for seat, each in lost.items()}
        return _FairRound(settings, helped)

    def _rounds_ahead(self, view: SeatView, done: int) -> float:
        """The rounds in which a lead is given back, after those that are done, as usual rounds."""
        rules = view.rules
        if rules.is_open or rules.goes_on:
            left = max(_FEWEST_ROUNDS, len(rules.contracts) - done)
        else:
            left = max(1, rules.rounds - done)
        rounds = range(done + 1, done + 1 + min(left, _CATCH_UP))
        return sum(round_scale(rules, each) for each in rounds)

    def _others(self, view: SeatView) -> list[SeatIndex]:
        """The opponents but for those who play for a fair match as well."""
        kin = self._kin(view)
        return [seat for seat in view.sides.opponents(self.seat) if seat not in kin]

    def _kin(self, view: SeatView) -> list[SeatIndex]:
        """Its own seat, and those who play for a fair match as well."""
        kind = {seat for seat, level in self.levels.items() if level in self.kind}
        return sorted({self.seat, *kind})


def _learn_weights(belief: Belief, rules: Rules, tosses: Iterable[Card]) -> None:
    """Adds to a belief what the first tosses of a round say: the careful toss heavy cards there.

    Where all cards count the same, they say nothing, nor do wild ones."""
    heavy, share = heavy_faces(rules)
    for card in tosses:
        if not is_wild(rules, card):
            belief.see_weight(share, face_of(card) in heavy)
