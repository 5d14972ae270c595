"""Advice for next time: a rule, with its reason from the cards that the player saw. If these show
no reason, a sentence says so."""

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from shanghai.bots.planner import Collections, Unseen, goes_with, mates_in_one_meld
from shanghai.engine.actions import Call, Discard, Draw, GoDown, LayOff, Pass, Swap, Take
from shanghai.engine.cards import FACE_OF, Card
from shanghai.engine.game import apply
from shanghai.engine.legal import legal
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.seen import view_for
from shanghai.engine.solver import can_go_down, lay_offs
from shanghai.engine.state import Phase, SeatView, Situation
from shanghai.engine.supply import is_barred_from_taking, with_seat
from shanghai.engine.turn import is_playable, takes_from, without
from shanghai.engine.wild import is_wild
from shanghai.review.decisions import Cost, Decision, helping, helps, is_wanted
from shanghai.storage.journal import Step
from shanghai.table.reasons import goes_out
from shanghai.words import evenings as words
from shanghai.words.grammar import Noun
from shanghai.words.moves import Move, ShowCard
from shanghai.words.short_names import name_at

PLAIN: Final = frozenset(
    {"out", "GoDown", "LayOff", "Swap", "Take", "fits Take", "Call", "CallShanghai"}
    | {
        "down Take",
        "won Take",
        "idle Draw",
        "idle NoneType",
        "burden",
        "wild Discard",
        "fits Discard",
        "needed Discard",
    }
)
"""The keys of reasons that the cards of the decision show, without a play-out."""
UNSHOWN: Final = "trial"
"""The key of the message for a decision whose cards show no reason."""
_WEIGHED: Final = frozenset({"heavy Discard", "kept Discard", "caught Discard", "idle Take"})
"""Keys for which `Advice` looks for a better reason."""
_FEW: Final = 3
"""A player who is down with fewer cards may go out at any turn."""
_LEAST_DIFFERENCE: Final = 2
"""It is a reason if so many more unseen cards help one hand than the other."""
_MOST_WON: Final = 2
"""The most jokers that are won in a turn to go down."""
_NAMED: Final = 4
"""The most cards that a reason names."""


def reason_of(view: SeatView, chosen: Move, best: Move) -> str:
    """The message key of the advice, from the move that was made and the better one."""
    if goes_out(view, best) and not goes_out(view, chosen):
        return "out"
    did, better = type(chosen).__name__, type(best).__name__
    holder, top = view.seats[view.viewer], view.top
    match chosen, best:
        case Discard(), Discard():
            did = _discard_kind(view, chosen, best)
        case _, Take() if holder.down and top is not None and takes_from(view, view.viewer, top):
            better = "fits Take"
        case _, Take() if top is not None and (path := _path_down(apply(view, best)[0], top)):
            better = f"{path} Take"
        case (Take() | Call(), _) if holder.down:
            # A player who is down has no contract that a card could bring nearer.
            may_serve = top is None or is_playable(view, top) or view.rules.meld_when_down
            return UNSHOWN if may_serve else "burden"
        case (Take() | Call(), _) | (_, Take()) if not is_wanted(view, view.viewer):
            better = f"idle {better}"
        case Pass(), Draw():
            return UNSHOWN
        case GoDown(), Discard() if _is_late(view):
            did = "late"
    keys = f"{did} {better}", better
    return next((key for key in keys if key in _WEIGHED or key in words.NEXT_TIME), UNSHOWN)


def _is_late(view: SeatView) -> bool:
    """Whether a player who is down may go out at any turn."""
    return any(0 < len(seat.hand) < _FEW for seat in view.seats if seat.down)


def _discard_kind(view: SeatView, chosen: Discard, best: Discard) -> str:
    """The kind of reason why the discard `chosen` was worse than `best`, for a message key."""
    holder = view.seats[view.viewer]
    if is_wild(view.rules, chosen.card) and not holder.down and view.contract.wild_cap:
        return "wild"
    # A card that is tossed with a declared SHANGHAI is nobody's to lay off (GD-17).
    others_can_lay_off = _others_lay_off(view, chosen.card, view.viewer) and not chosen.shanghai
    if others_can_lay_off and not is_playable(view, best.card):
        return "fits"
    did, better = (view.rules.face_points(FACE_OF[move.card]) for move in (chosen, best))
    if holder.down:
        return "caught" if better > did else "kept"
    rests = ((without(holder.hand, move.card), move.card) for move in (chosen, best))
    if [helps(view, view.viewer, *rest) for rest in rests] == [True, False]:
        return "needed"
    return "heavy" if better > did else "kept"


def _others_lay_off(view: Situation, card: Card, viewer: SeatIndex) -> bool:
    """Whether another player who is down may take or call a discard and lay it off."""
    return any(
        seat.down and _may_get_discards(view, other) and takes_from(view, other, card)
        for other, seat in by_seat(view.seats)
        if other != viewer
    )


def _may_get_discards(view: Situation, seat: SeatIndex) -> bool:
    """Whether a seat may take discards in its turn or call them. Some rules forbid that to players
    who are down, or to those who are not (HR-9)."""
    if not is_barred_from_taking(structs.replace(view, turn=seat)):
        return True
    return view.calls_left(seat) > 0 and (view.rules.call_when_down or not view.seats[seat].down)


def _path_down(state: Situation, taken: Card) -> str:
    """`down` if a card that was taken lets its player go down, `won` if that also takes jokers that
    are won, "" if it does not help."""
    hand = without(state.seats[state.turn].hand, taken)
    before = structs.replace(state, seats=with_seat(state, state.turn, hand=hand))
    won = _jokers_to_go_down(state)
    if won < 0 or _jokers_to_go_down(before) >= 0:
        return ""
    return "won" if won else "down"


def _jokers_to_go_down(state: Situation, won: int = 0) -> int:
    """How many jokers the player on turn must win to go down, -1 if that is not possible. `won` are
    won already."""
    seat = state.seats[state.turn]
    if seat.down or state.phase is not Phase.PLAY or not state.may_go_down_yet:
        return -1
    if can_go_down(seat.hand, state.contract, state.rules, all_in=state.all_in):
        return won
    if won >= _MOST_WON:
        return -1
    swaps = [move for move in legal(state, 0) if isinstance(move, Swap)]
    counts = (_jokers_to_go_down(apply(state, move)[0], won + 1) for move in swaps)
    return min((count for count in counts if count >= 0), default=-1)


class Advice:
    """The advice for a decision that cost something: finds its reason, and writes the text."""

    def __init__(
        self, steps: Sequence[Step], decision: Decision, cost: Cost, show: ShowCard
    ) -> None:
        self._state, self._seat = steps[decision.at].before, decision.seat
        self._view = view_for(self._state, decision.seat)
        self._steps, self._at = steps, decision.at
        self._chosen, self._best = decision.moves[0], decision.moves[cost.best]
        self._cost, self._show = cost, show
        cards = {
            "did": getattr(self._chosen, "card", None),
            "better": getattr(self._best, "card", None),
            "top": self._state.top,
        }
        self._facts: dict[str, object] = {
            key: show(card) for key, card in cards.items() if card is not None
        }
        self.reason = self._reason()
        """The message key of the reason."""

    @property
    def text(self) -> str:
        """The advice as a sentence."""
        rules = self._state.rules
        facts = {"round": Noun(rules.words.round), **self._facts}
        return words.say.of("NEXT_TIME", self.reason, rules, **facts)

    def _reason(self) -> str:
        chosen, best = self._chosen, self._best
        reason = reason_of(self._view, chosen, best)
        is_given = 2 * self._cost.own < self._cost.points
        match chosen, best:
            case Discard(), Discard() if reason in _WEIGHED:
                return self._of_discards(chosen.card, best.card, is_given=is_given)
            case _, Take() if reason in _WEIGHED and self._state.top is not None:
                return self._of_take(self._state.top, is_given=is_given)
            case GoDown(), GoDown() if reason != "out":
                return self._of_lay_downs(chosen, best)
            case LayOff(), LayOff() if reason != "out":
                return self._of_lay_offs(chosen, best)
        return reason

    def _of_discards(self, did: Card, better: Card, *, is_given: bool) -> str:
        """The message key that explains why one discard is better, or UNSHOWN. With `is_given` the
        difference lies mostly in what others get."""
        light, heavy = (self._state.rules.face_points(FACE_OF[card]) for card in (did, better))
        if is_wild(self._state.rules, better):
            return self._of_wild_discard(did, better)
        if is_given:
            reason = self._given(did, better)
        elif self._state.seats[self._seat].down:
            reason = "caught" if heavy > light else self._given(did, better)
        elif self._is_open(did, better):
            reason = "ways"
        elif heavy > light and self._cost.own <= 2 * (heavy - light):
            reason = "heavy"
        elif self._has_mates(did, better):
            reason = "mates"
        else:
            reason = self._given(did, better) or ("heavy" if heavy > light else "")
        return f"{reason} Discard" if reason else UNSHOWN

    def _of_wild_discard(self, did: Card, better: Card) -> str:
        """The message key that explains why the better discard is a wild card, or UNSHOWN."""
        state = self._state
        self._facts["points"] = state.rules.face_points(FACE_OF[better])
        if state.all_in:
            return "whole Discard"
        if not state.seats[self._seat].down and self._is_open(did, better):
            return "ways Discard"
        is_last = _is_late(self._view) and _jokers_to_go_down(state) != 0
        return "last Discard" if is_last and not state.seats[self._seat].down else UNSHOWN

    def _given(self, did: Card, better: Card) -> str:
        """Why others can use the card `did` rather than `better`, as a part of a message key. "" if
        the cards do not show it, or the card was declared SHANGHAI (GD-17)."""
        if isinstance(self._chosen, Discard) and self._chosen.shanghai:
            return ""
        if self._is_taken(did, better):
            return "taken"
        return "gone" if self._is_gone(did, better) else ""

    def _of_take(self, top: Card, *, is_given: bool) -> str:
        """The message key that explains why to take a card that does not help the contract."""
        state, holder = self._state, self._state.seats[self._seat]
        if not (is_given or holder.down):
            if self._is_wider(holder.hand, (*holder.hand, top)):
                return "ways Take"
            if in_hand := mates_in_one_meld(state, self._seat, holder.hand, top):
                self._say(mates=in_hand)
                return "mates Take"
        if _others_lay_off(state, top, self._seat):
            return "open Take"
        return "taken Take" if self._is_taken(top) else UNSHOWN

    def _of_lay_downs(self, chosen: GoDown, best: GoDown) -> str:
        """The message key that explains a better lay-down: more can be laid off, wild cards stay in
        hand, or fewer points are left."""
        wilds, points, playable = self._left_after(chosen)
        best_wilds, best_points, best_playable = self._left_after(best)
        more = [card for card in best_playable if card not in playable]
        if more and best_points < points:
            self._say(cards=more)
            return "GoDown GoDown"
        if best_wilds < wilds:
            return "wild GoDown"
        self._facts |= {"more": points, "fewer": best_points}
        return "light GoDown" if best_points < points else UNSHOWN

    def _left_after(self, move: GoDown) -> tuple[int, int, list[Card]]:
        """For a lay-down: how many wild cards it uses, the points left in hand after all lay-offs,
        and the cards that can be laid off."""
        rules = self._state.rules
        after = apply(self._view, move)[0]
        hand = after.seats[self._seat].hand
        playable = [each.card for each in lay_offs(hand, after.table, rules, self._seat)]
        wilds = sum(is_wild(rules, card) for meld in move.melds for card in meld.cards)
        left = sum(rules.face_points(FACE_OF[card]) for card in hand if card not in playable)
        return wilds, left, playable

    def _of_lay_offs(self, chosen: LayOff, best: LayOff) -> str:
        """The message key for a lay-off on another meld, after which more cards of the hand fit."""
        fits = []
        for move in (chosen, best):
            after = apply(self._view, move)[0]
            hand = after.seats[self._seat].hand
            fits.append(
                [each.card for each in lay_offs(hand, after.table, after.rules, self._seat)]
            )
        if len(fits[1]) > len(fits[0]):
            self._say(cards=[card for card in fits[1] if card not in fits[0]])
            return "LayOff LayOff"
        return UNSHOWN

    def _say(self, **cards: Sequence[Card]) -> None:
        for key, each in cards.items():
            self._facts |= {key: [self._show(card) for card in each[:_NAMED]], "count": len(each)}

    def _is_wider(self, one: Sequence[Card], other: Sequence[Card]) -> bool:
        """Whether clearly more unseen cards help the hand `other` than the hand `one`."""
        fewer, more = (helping(self._state, self._seat, hand) for hand in (one, other))
        self._facts |= {"fewer": fewer, "more": more}
        return more >= fewer + _LEAST_DIFFERENCE

    def _is_open(self, did: Card, better: Card) -> bool:
        hand = self._state.seats[self._seat].hand
        return self._is_wider(without(hand, did), without(hand, better))

    def _has_mates(self, did: Card, better: Card) -> bool:
        """Whether more cards in hand go with the card `did` than with the card `better`."""
        hand = self._state.seats[self._seat].hand
        own, others = (
            mates_in_one_meld(self._state, self._seat, hand, card) for card in (did, better)
        )
        self._say(mates=own, others=others)
        return len(own) > len(others)

    def _is_taken(self, did: Card, better: Card | None = None) -> bool:
        """Whether another player took cards that go with `did`, and none that go with `better`."""
        state, collections = self._state, Collections()
        for step in self._steps[: self._at]:
            for event in step.events:
                collections.notice(event)
        for seat in state.seats_after(self._seat)[:-1]:
            if not _may_get_discards(state, seat):
                continue
            taken = collections.taken(self._view, seat)
            like = [face for face in taken if goes_with(state, seat, face, FACE_OF[did])]
            is_safe = better is None or not any(
                goes_with(state, seat, face, FACE_OF[better]) for face in taken
            )
            if like and is_safe:
                self._facts["name"] = name_at(self._view, seat)
                self._say(taken=[Card(face) for face in like])
                return True
        return False

    def _is_gone(self, did: Card, better: Card) -> bool:
        """Whether fewer unseen cards go with `better` than with `did`, for the next player."""
        state, next_ = self._state, self._state.seat_after(self._seat)
        if not _may_get_discards(state, next_):
            return False
        out = Unseen(state, (*state.seats[self._seat].hand, *state.discards)).faces()
        more, fewer = (
            sum(goes_with(state, next_, face, FACE_OF[card]) for face in out)
            for card in (did, better)
        )
        self._facts |= {"more": more, "fewer": fewer}
        return more >= fewer + _LEAST_DIFFERENCE
