"""Reasons for the moves of a seat, from what that seat has seen and nothing else."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import structs

from shanghai.bots.memory import Memory
from shanghai.bots.planner import Collections, left_over
from shanghai.engine import actions
from shanghai.engine.cards import Card, face_of, rank_of
from shanghai.engine.events import Event
from shanghai.engine.game import apply, refuse
from shanghai.engine.melds import places
from shanghai.engine.scoring import hand_points
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.solver import can_go_down, lay_offs
from shanghai.engine.state import Phase, SeatView
from shanghai.engine.supply import first_caller
from shanghai.engine.turn import has_use, is_playable, may_discard_last, may_lay_on, without
from shanghai.engine.wild import wild_index
from shanghai.table.no_place import no_place
from shanghai.table.noticed import Noticed
from shanghai.table.own_hand import OwnHand
from shanghai.table.together import NAMED, Together
from shanghai.table.why import Why
from shanghai.words.moves import Move

_FOR: Final = frozenset({"nearer", "completes", "wins", "goes", "fits", "further", "wider"})
_AGAINST: Final = frozenset(
    {"stays", "no-nearer", "no-meld", "holds", "twin", "made", "enough", "costs", "dear"}
)
"""The reasons for the top discard and against it that the cards show, even for a move that a search
has chosen."""
_WEAK: Final = frozenset({"more", "let-go", "likelier", "reach", "fitting"})
"""Weak reasons to throw one card and not another. What the card itself lacks comes before them."""
_PLAIN: Final = frozenset({"twin", "made", "enough", "alone", "heavy"})
"""The reasons that speak of the discard alone."""
_FAR: Final = 3
"""A hand that lacks more cards than that may still go many ways."""
_FORBIDDEN: Final = (
    *("may-not-take", "takes-to-open", "shanghaied"),
    *("joker-blocks", "dead", "after-no-discard", "given-up", "caller-first"),
)
"""The refusals of taking the top discard that have a sentence of their own."""
_MANY: Final = 5
"""The most cards that are named as being alike."""
_NEARLY_OUT: Final = 2
"""A player who is down with so many cards or fewer is nearly out, so others hurry."""
_MANY_MORE: Final = 2
_MANY_TIMES_MORE: Final = 1.15
"""How many more cards must help, and how many times as many, for that to be a reason."""
_MANY_MORE_MATES: Final = 4
"""How many more cards must go with another card for that to be a reason."""


class Reasons:
    """Finds reasons for moves of the viewer, from the events of the round that this seat knows."""

    def __init__(self, view: SeatView, events: Iterable[Event]) -> None:
        self._view, self._rules = view, view.rules
        self._seat = view.seats[view.viewer]
        self._hand = self._seat.hand
        collected, memory = Collections(), Memory()
        for event in events:
            collected.notice(event)
            memory.notice(event)
        self._own = OwnHand(view, memory)
        self._noticed = Noticed(view, collected, self._own.unseen)

    def of(self, move: Move) -> Why | None:
        """The reason for a move. The move None lets the card on offer go."""
        match move:
            case actions.Take() | actions.Call():
                why, is_call = self._of_top(), isinstance(move, actions.Call)
                if why.code == "nearer" and self._view.top and self._own.is_wild(self._view.top):
                    return Why("wild")
                if why.code in ("nearer", "completes") and is_call:
                    return structs.replace(why, left=self._view.call_cost(self._view.viewer))
                if why.code in _FOR and why.code != "goes":
                    return why
                return self._of_spare_card(why, is_call=is_call)
            case actions.GoDown() | actions.LayOff() if goes_out(self._view, move):
                return Why("out")
            case actions.CallShanghai(meld=meld):
                return Why("shanghai", meld=meld + 1)
            case actions.Draw() | actions.Pass() | None:
                return self._against_top()
            case actions.GoDown(melds=melds):
                melded = {card for meld in melds for card in meld.cards}
                left = [card for card in self._hand if card not in melded]
                whole, after = (hand_points(self._rules, cards) for cards in (self._hand, left))
                return Why("down", whole, after)
            case actions.LayOff():
                return self._of_lay_off(move)
            case actions.Swap():
                return self._of_swap(move)
            case actions.Discard(card=card, shanghai=True):
                first = None if self._seat.down else self._useless(card)
                return Why("declared", meld=self._meld_of(card), first=first)
            case actions.Discard() if len(self._hand) == 1:
                return Why("out")
            case actions.Discard(card=card):
                return self._of_thrown_when_down(card) if self._seat.down else self._of_thrown(card)
            case actions.EndTurn():
                return Why("bound")
            case _:
                return None

    def searched(self, move: Move, other: Move, tried: int, gain: float) -> Why:
        """The reason that a search found a move better than another one, which it names. What the
        cards say for the move comes first, if they say anything."""
        why = Why("searched", tried, round(gain), instead=other)
        match move, other:
            case actions.Discard(card=card), actions.Discard(card=other_card):
                if first := self._of_lone(move):
                    return structs.replace(why, card=other_card, first=first)
                group = self._own.together(without(self._hand, card), other_card)
                return structs.replace(why, card=other_card).with_cards(group)
            case ((actions.Call() | actions.Take()), _):
                return structs.replace(why, first=self.of(move))
        return why

    def _of_lone(self, move: actions.Discard) -> Why | None:
        """What speaks for a discard by itself: nobody may have the card, it costs much in a hand
        that is far from its contract, or it is of no use."""
        if move.shanghai:
            return self.of(move)
        if self._own.is_wild(move.card):
            short = self._own.distance(self._hand).short
            return Why("burden", short, self._own.points(move.card)) if short else None
        return self._useless(move.card)

    def instead(self, move: Move, other: Move) -> Why | None:
        """The reason for a move and against another one. None if the cards show none."""
        if self._view.phase is Phase.DRAW:
            why = self.of(move)
            codes = _FOR if isinstance(move, actions.Take | actions.Call) else _AGAINST
            if why is not None and (why.code in codes or why.pairs or why.beside):
                return why
            return self._denied() if codes is _FOR else None
        match move, other:
            case actions.Discard(), actions.Discard():
                return self._discard_instead(move, other.card)
            case actions.GoDown(), actions.GoDown():
                why, other_why = self.of(move), self.of(other)
                if why is None or other_why is None or why.after >= other_why.after:
                    return None
                return why
            case ((actions.Swap() | actions.LayOff() | actions.GoDown()), _):
                return self.of(move)
        return None

    def _discard_instead(self, move: actions.Discard, other: Card) -> Why | None:
        """The reason to discard a card and not another one. None if the cards show none."""
        if self._seat.down:
            why = self._of_thrown_when_down(move.card)
            return why if why.code != "points" else None
        if hurry := self._hurry(move.card):
            return hurry
        if move.shanghai or self._own.is_wild(move.card):
            why_declared = self.of(move) if move.shanghai else None
            return why_declared if why_declared and why_declared.first else None
        if self._own.short_without(move.card) > self._own.short_without(other):
            fits = self._laid_by_next(move.card, other)
            return fits if fits is not None and fits.code == "laid" else None
        why, useless = self._of_thrown(move.card), self._useless(move.card)
        is_dearer = self._own.points(move.card) >= self._own.points(other)
        if why.code in _PLAIN and is_dearer and not self._useless(other):
            return why
        not_other = self._why_not(move.card, other)
        if not_other is not None and not_other.code not in _WEAK:
            return not_other
        if self._own.points(other) > self._own.points(move.card):
            return not_other or useless
        return self._heavier(move.card, other) or useless or not_other

    def speaks_against(self, move: Move, other: Move) -> bool:
        """Whether the cards speak for another move: it keeps what the contract needs, lays cards,
        or leaves a top discard that brings the contract no nearer."""
        match move, other:
            case actions.Discard(), actions.Discard() if not self._seat.down:
                if self._useless(other.card) and not self._useless(move.card):
                    return True
                return self._own.short_without(move.card) > self._own.short_without(other.card)
            case actions.Discard(), actions.GoDown() | actions.LayOff():
                return True
            case ((actions.Take() | actions.Call()), _):
                return self._of_top().code in ("room", "no-meld", "holds")
        return False

    def plainer(self, move: Move) -> actions.Discard | None:
        """The discard that a person would think of before this one, if there is one. Nothing in
        hand goes with its card, it counts more or is of less use, the hand loses no more by it, and
        no other player seems to want it."""
        if not isinstance(move, actions.Discard) or move.shanghai or self._own.is_wild(move.card):
            return None
        thrown = move.card
        if self._seat.down:
            return self._heaviest_instead(move)
        least = self._own.points(thrown) + self._own.is_alone(thrown)
        hand = sorted(self._hand, key=self._own.points, reverse=True)
        for card in (each for each in hand if self._own.points(each) >= least):
            discard = actions.Discard(move.seat, card)
            if (
                not (self._own.is_wild(card) or is_playable(self._view, card))
                and (useless := self._useless(card)) is not None
                and useless.code in ("alone", "twin")
                and self._serves_no_more(card, thrown)
                and refuse(self._view, discard) is None
            ):
                return discard
        return None

    def _heaviest_instead(self, move: actions.Discard) -> actions.Discard | None:
        """Another discard of a player who is down. It counts more where nothing speaks for throwing
        a lighter card, or as much where a run may still take the thrown card but not this one."""
        why = self._of_thrown_when_down(move.card)
        if why.code not in ("points", "useless", "alike"):
            return None

        def value(card: Card) -> tuple[int, bool]:
            return self._own.points(card), self._no_place("", card).place != "gap"

        idle = [each for each in self._hand if not (self._own.is_wild(each) or self._meld_of(each))]
        best = max(idle, key=value, default=move.card)
        if best == move.card or value(best) <= value(move.card):
            return None
        discard = actions.Discard(move.seat, best)
        return discard if refuse(self._view, discard) is None else None

    def not_instead(self, move: actions.Discard, other: actions.Discard) -> Why | None:
        """The reason for a discard and against one that seems plainer. None if there is none."""
        if self._seat.down:
            return self._taken(move.card, other.card) or self._left_by_next(move.card, other.card)
        return self._why_not(move.card, other.card)

    def _serves_no_more(self, card: Card, other: Card) -> bool:
        """Whether the hand is as near without a card as without the other one, as many unseen cards
        would help then, and the cards show no strong reason to keep this one."""
        if self._own.short_without(card) > self._own.short_without(other):
            return False
        left, left_of_other = (
            self._own.helping(without(self._hand, each)) for each in (card, other)
        )
        why = self._why_not(other, card)
        return left >= left_of_other and (why is None or why.code in _WEAK)

    # The top discard

    def _of_top(self) -> Why:
        """What the top discard does for the hand, or why it does nothing."""
        top = self._view.top
        if top is None:
            return Why("no-card")
        if self._seat.down:
            if meld := self._meld_of(top):
                return Why("fits", meld=meld)
            if self._rules.meld_when_down and self._makes_meld(top):
                return Why("further")
            why = self._no_place("no-meld", top)
            return why.with_cards(self._own.together(self._hand, top))
        now, after = (
            self._own.distance(self._hand).short,
            self._own.distance((*self._hand, top)).short,
        )
        if after >= now and self._own.wins(face_of(top), self._own.distance(self._hand)):
            return Why("wins", meld=self._own.winning[face_of(top)][0])
        if after < now:
            why = Why("nearer" if after else "completes", now, after)
            return why.with_cards(self._own.of_use(self._hand, top))
        if now == 0:
            points = 0 if self._goes_down_with(top) else self._own.points(top)
            return Why("holds", after=points)
        group = self._own.together(self._hand, top)
        return Why("goes" if group.size else "room", now, after).with_cards(group)

    def _goes_down_with(self, card: Card) -> bool:
        """Whether a card can be laid with a hand that holds the contract."""
        if self._own.is_wild(card) or self._meld_of(card):
            return True
        return left_over(self._view, (*self._hand, card)) <= left_over(self._view, self._hand)

    def _of_spare_card(self, why: Why, *, is_call: bool) -> Why | None:
        """The reason to take or call a top discard that brings the contract no nearer."""
        top, view = self._view.top, self._view
        if top is None or self._seat.down:
            return None
        many, few = (self._own.helping(hand) for hand in ((*self._hand, top), self._hand))
        if _is_many_more(many, few):
            cost = view.call_cost(view.viewer) if is_call else 0
            return structs.replace(why, code="wider", before=many, after=few, left=cost)
        if not is_call and self._own.is_wild(top):
            return Why("wild")
        if not is_call and many > few:
            return structs.replace(why, code="wider", before=many, after=few)
        if not is_call:
            return why if why.code == "goes" else None
        room = structs.replace(why, code="room", before=view.call_cost(view.viewer))
        return room if self._own.serves_later(top) else room.with_cards(Together())

    def _against_top(self) -> Why | None:
        """The reason to let the top discard go."""
        view, top = self._view, self._view.top
        is_own_turn = view.turn == view.viewer
        if is_own_turn and (refusal := refuse(view, actions.Take(view.viewer))):
            caller = first_caller(view) if refusal.code == "caller-first" else NOBODY
            code = refusal.code if refusal.code in _FORBIDDEN else "no-card"
            helping = 0 if self._seat.down else self._own.helping_to_say()
            return Why(code, self._seat.down, helping, self._own.unseen.total, caller)
        if top is None:
            return Why("no-card")
        why = self._of_top()
        if why.code in ("no-meld", "holds"):
            return why
        if winner := self._own.winner_to_go_down():
            return Why("wins-own", card=winner, meld=self._own.winning[face_of(winner)][0])
        helping, unseen = self._own.helping_to_say(), self._own.unseen.total
        is_bound = self._rules.exchange_duty != "none"
        if why.code in ("goes", "room") and is_bound and face_of(top) in self._own.winning:
            return Why("wins-late", after=why.after, meld=self._own.winning[face_of(top)][0])
        if why.code in ("goes", "room"):
            is_alone = (
                why.code == "room" and not self._own.is_wild(top) and not self._own.reach(top)
            )
            stays = structs.replace(why, code="no-nearer" if is_alone else "stays")
            surplus = self._surplus(top, self._hand)
            group = self._own.open_part(self._hand, self._own.together(self._hand, top), top)
            stays = stays.with_cards(group)
            return (
                surplus
                or self._wider_late(helping)
                or structs.replace(stays, before=helping, left=unseen)
            )
        if why.code == "wins":
            cost = 0 if is_own_turn else view.call_cost(view.viewer)
            return Why("wins-but", helping, cost, unseen, meld=why.meld)
        if is_own_turn:
            return None if self._seat.down else Why("stock", helping, left=unseen)
        code, (seat, cards) = "dear" if self._seat.down else "costs", self._nearly_out()
        return Why(code, view.call_cost(view.viewer), why.after, cards, seat, meld=why.meld)

    def _wider_late(self, helping: int) -> Why | None:
        """The reason to let a top discard go with which many more cards would help: its price, or a
        card of the stock that may help at once. None if it does not make so many more."""
        view, top = self._view, self._view.top
        many = self._own.helping((*self._hand, top)) if top is not None else 0
        if not helping or not _is_many_more(many, helping):
            return None
        cost = 0 if view.turn == view.viewer else view.call_cost(view.viewer)
        if not cost and view.turn != view.viewer:
            return None
        left = self._own.distance(self._hand).short if cost else self._own.unseen.total
        return Why("wider-late", many, helping, left, meld=cost)

    def _surplus(self, card: Card, hand: Sequence[Card]) -> Why | None:
        """The reason why a card is of no use in a hand, though it goes with others. Else None."""
        contract = self._view.to_lay(self._view.viewer)
        is_once = not self._rules.repeated_suits or contract.set_suits == "different"
        has_twin = any(face_of(each) == face_of(card) for each in hand)
        if self._own.is_widened(hand, card):
            return None
        if has_twin and (is_once or not contract.set_count):
            return Why("twin", card in self._hand)
        group = self._own.together(hand, card)
        if len(contract.options) > 1 or not contract.sets or not group.pairs:
            return None
        naturals = [each for each in hand if not self._own.is_wild(each)]
        usable = list({face_of(each): each for each in naturals}.values()) if is_once else naturals
        size, rank = max(contract.sets), rank_of(card)
        counts = Counter(map(rank_of, usable)).most_common()
        whole = [each for each, number in counts if number >= size]
        if rank in whole or (whole and contract.set_count == 1):
            of = rank if rank in whole else whole[0]
            like = [each for each in usable if rank_of(each) == of]
            cards = tuple(sorted(like, key=lambda each: len(self._own.together(hand, each).beside)))
            if rank not in whole and self._own.reach(card):
                return None
            pairs = () if rank in whole else group.pairs
            return Why("made", card in self._hand, cards=cards[:size], pairs=pairs)
        ranks = Counter(map(rank_of, naturals))
        count = ranks.pop(rank)
        as_many = [rank for rank, number in ranks.most_common() if number > count]
        as_many = as_many[: contract.set_count]
        if count > 1 or self._own.reach(card) or len(as_many) < contract.set_count:
            return None
        first = [[each for each in naturals if rank_of(each) == rank][:2] for rank in as_many]
        cards = tuple(each for pair in first for each in pair)
        return Why("enough", contract.set_count, pairs=group.pairs, cards=cards)

    # Melds on the table

    def _of_lay_off(self, move: actions.LayOff) -> Why:
        """The reason to lay off a card: its points, what stays in hand once all that fits is laid,
        and a player who is nearly out."""
        after = apply(self._view, move)[0]
        hand, more = after.seats[self._view.viewer].hand, list[Card]()
        if after.phase is Phase.PLAY and after.turn == self._view.viewer:
            more = [step.card for step in lay_offs(hand, after.table, self._rules, after.turn)]
            if len(more) == len(hand) - 1 and not may_discard_last(after):
                more = more[:-1]
        rest = hand_points(self._rules, [each for each in hand if each not in more])
        seat, cards = self._nearly_out()
        return Why("lighter", rest, self._own.points(move.card), cards, seat, cards=tuple(more))

    def _nearly_out(self) -> tuple[SeatIndex, int]:
        """The other player with the fewest cards among those who are down, and how many they have.
        Of several it is the one who is on turn first.

        NOBODY and 0 if nobody has as few as `_NEARLY_OUT`.
        """
        seats = self._view.seats
        others = self._view.seats_after(self._view.viewer)[:-1]
        counts = [(len(seats[seat].hand), seat) for seat in others if seats[seat].down]
        count, seat = min(counts, key=lambda each: each[0], default=(0, NOBODY))
        return (seat, count) if 0 < count <= _NEARLY_OUT else (NOBODY, 0)

    def _of_swap(self, action: actions.Swap) -> Why:
        """The reason to win a joker: it can be laid at once, or brings the contract nearer."""
        meld = self._view.table[action.meld]
        won = meld.cards[wild_index(self._rules, meld, action.card)]
        if self._seat.down and has_use(apply(self._view, action)[0], self._view.viewer, won):
            return Why("fits-joker")
        now = self._own.distance(self._hand).short
        after = self._own.distance((*without(self._hand, action.card), won)).short
        if after < now and after and self._rules.exchange_duty != "none":
            # Such an exchange is allowed only if others after it complete the contract.
            return Why("exchanges")
        if after < now:
            return Why("nearer" if after else "completes", now, after)
        group = self._own.together(without(self._hand, action.card), action.card)
        return Why("joker").with_cards(group)

    def _meld_of(self, card: Card, seat: SeatIndex = NOBODY) -> int:
        """The number of a meld on which a seat may lay a card, 0 if there is none. NOBODY is the
        viewer."""
        seat = self._view.viewer if seat == NOBODY else seat
        for number, meld in enumerate(self._view.table, 1):
            if may_lay_on(self._view, seat, meld) and places(self._rules, meld, card):
                return number
        return 0

    def _no_place(self, code: str, card: Card) -> Why:
        """The reason `code` with why no meld on the table takes a card."""
        return no_place(self._view, code, card, self._own.unseen)

    def _makes_meld(self, card: Card) -> bool:
        """Whether a card gives the viewer, who is down, one more meld to lay."""
        contract = self._view.to_lay(self._view.viewer)
        has_one = can_go_down(self._hand, contract, self._rules)
        return not has_one and can_go_down((*self._hand, card), contract, self._rules)

    # Discards

    def _of_thrown_when_down(self, thrown: Card) -> Why:
        """The reason to throw a card when the viewer is down: no other card counts more, or a
        heavier one is kept for something."""
        worth, fits = self._own.points(thrown), is_playable(self._view, thrown)
        others = [card for card in self._hand if face_of(card) != face_of(thrown)]
        heavy = sorted(
            (card for card in others if self._own.points(card) >= worth),
            key=self._own.points,
            reverse=True,
        )
        heavier = [card for card in heavy if self._own.points(card) > worth]
        is_dearest = all(self._meld_of(card) for card in heavier)
        for card in heavy if is_dearest and not fits else ():
            if meld := self._meld_of(card):
                code = "fitting" if may_discard_last(self._view) else "to-go-out"
                return Why(code, card=card, meld=meld)
        if not heavier:
            if fits:
                return Why("heaviest", after=worth)
            return self._alike(thrown) or self._no_place("useless", thrown)
        for card in heavier:
            group = self._own.together(without(self._hand, thrown), card)
            if group.size:
                return Why("keeps", after=1, card=card).with_cards(group)
            near = self._no_place("soon", card)
            if near.place == "gap":
                return structs.replace(near, card=card)
            if why := self._taken(thrown, card) or self._left_by_next(thrown, card):
                return why
        return Why("points", after=worth)

    def _alike(self, thrown: Card) -> Why | None:
        """What tells a card that no meld takes from others that count as much and fit nowhere
        either, or that nothing does. None if there are no such cards."""
        hand = {face_of(card): card for card in self._hand if not self._own.is_wild(card)}
        worth, place = self._own.points(thrown), self._no_place("", thrown).place
        hand.pop(face_of(thrown), None)
        like = [card for card in hand.values() if self._own.points(card) == worth]
        like = [card for card in like if not self._meld_of(card)]
        soon = {
            card: near for card in like if (near := self._no_place("soon", card)).place == "gap"
        }
        for card in like:
            if why := self._taken(thrown, card) or self._left_by_next(thrown, card):
                return why
        dead = [card for card in like if place == "gap" or card not in soon]
        if dead or not soon:
            return Why("alike", after=worth, cards=tuple(dead[:_MANY])) if dead else None
        card, near = next(iter(soon.items()))
        return structs.replace(near, card=card)

    def _of_thrown(self, thrown: Card) -> Why:
        """The reason to throw a card before the viewer is down: another card is of more use, this
        one is of none, or the hand loses little."""
        now, then = (
            self._own.distance(cards) for cards in (self._hand, without(self._hand, thrown))
        )
        if not now.short:
            if not then.short:
                return Why("holds", after=self._own.points(thrown))
            return Why("spare", 0, then.short)
        if hurry := self._hurry(thrown):
            return hurry
        if self._own.is_wild(thrown):
            return Why("spare", now.short, then.short)
        worth, others, useless = (
            self._own.points(thrown),
            self._others(thrown),
            self._useless(thrown),
        )
        spare = [card for card in others if self._own.short_without(card) <= then.short]
        heavier = [card for card in spare if self._own.points(card) > worth]
        if useless and not (useless.code == "alone" and heavier):
            return useless
        rivals = [card for card in spare if self._own.points(card) >= worth]
        if why := self._first(thrown, rivals) or useless:
            return why
        is_heavier = any(self._own.points(card) < worth for card in spare)
        if is_heavier and self._own.is_heaviest_to_spare(thrown):
            return Why("heavy", then.short, worth, now.short == then.short)
        if why := self._first(thrown, spare):
            return why
        if len(mates := self._own.mates(thrown)) == 1:
            return Why("one", after=worth, cards=tuple(mates))
        if now.short == then.short and face_of(thrown) in now.helps:
            return Why("helped", len(then.helps), then.short)
        return Why("spare", now.short, then.short, now.short == then.short)

    def _useless(self, thrown: Card) -> Why | None:
        """The reason that a card is of no use: nothing in the hand goes with it or needs it."""
        if self._own.is_alone(thrown):
            is_near_low = self._own.would_go_if_low(thrown)
            return Why("alone", after=self._own.points(thrown), left=is_near_low)
        return self._surplus(thrown, without(self._hand, thrown))

    def _hurry(self, thrown: Card) -> Why | None:
        """The reason that a player is nearly out, if no spare card counts more than this one."""
        seat, count = self._nearly_out()
        if seat == NOBODY or not self._own.is_heaviest_to_spare(thrown):
            return None
        return Why("hurry", count, self._own.points(thrown), seat=seat)

    def _first(self, thrown: Card, others: Iterable[Card]) -> Why | None:
        """The first reason to throw a card and not one of the others, a weak one if there is no
        other. None if there is none."""
        whys = [why for other in others if (why := self._why_not(thrown, other))]
        return next((why for why in whys if why.code not in _WEAK), next(iter(whys), None))

    def _others(self, thrown: Card) -> list[Card]:
        """The natural cards that a player may think of throwing in its place, each face once. They
        count more, or go with one other card at most, or with no more than the thrown one does. The
        ones that go with the fewest cards come first, of these the heaviest."""
        faces = {face_of(card): card for card in self._hand if not self._own.is_wild(card)}
        faces.pop(face_of(thrown), None)
        count = {card: len(self._own.mates(card)) for card in faces.values()}
        worth, most = self._own.points(thrown), max(1, len(self._own.mates(thrown)))
        others = [card for card in count if count[card] <= most or self._own.points(card) > worth]
        return sorted(others, key=lambda card: (count[card], -self._own.points(card)))

    def _why_not(self, thrown: Card, other: Card) -> Why | None:
        """The reason to throw one card and not another. The contract needs the other, another
        player wants it, a meld takes it, it goes with more cards of the hand, or more unseen cards
        help if it stays. None if the cards show no reason."""
        if self._own.is_wild(other) or face_of(thrown) == face_of(other):
            return None
        short, short_without_other = self._own.short_without(thrown), self._own.short_without(other)
        rest = without(self._hand, thrown)
        if short < short_without_other:
            why = Why("needed", short, short_without_other, card=other)
            return why.with_cards(self._own.of_use(without(rest, other), other))
        if short > short_without_other:
            return None
        fits = self._laid_by_next(thrown, other)
        if danger := fits if fits and fits.code == "laid" else self._taken(thrown, other):
            return danger
        if self._useless(other):
            return self._left_by_next(thrown, other) or fits
        many, few = (self._own.helping(without(self._hand, card)) for card in (thrown, other))
        group = self._own.open_part(rest, self._own.together(rest, other), other)
        size_of_thrown = self._own.together(without(self._hand, thrown), thrown).size
        if many >= few and size_of_thrown < group.size:
            code = "keeps" if self._own.is_alone(thrown) else "more"
            return Why(code, card=other).with_cards(group)
        if _is_many_more(many, few):
            return Why("opens", many, few, card=other)
        helps_other = many > few or short > _FAR
        many, few = self._own.mates_still_out(other), self._own.mates_still_out(thrown)
        if many >= few + _MANY_MORE_MATES:
            return Why("likelier", many, few, card=other)
        if (reach := self._own.reach(other)) and self._own.is_alone(thrown) and helps_other:
            return Why("reach", card=other, cards=reach[:NAMED])
        return self._left_by_next(thrown, other) or fits

    def _heavier(self, thrown: Card, other: Card) -> Why | None:
        """The reason that a card counts more than another one, if the hand needs it no more."""
        worth, less = self._own.points(thrown), self._own.points(other)
        if self._own.short_without(thrown) > self._own.short_without(other) or worth <= less:
            return None
        is_alone = self._own.is_alone(thrown) and self._own.is_alone(other)
        return Why("counts", worth, less, is_alone, card=other)

    def _taken(self, thrown: Card, card: Card) -> Why | None:
        """The reason that the next player took cards that go with `card`, but none that go with
        `thrown`."""
        seat = self._view.seat_after(self._view.viewer)
        if not (wanted := self._noticed.wanted(seat, card)) or self._noticed.wanted(seat, thrown):
            return None
        return Why("took", seat=seat, card=card, cards=wanted[:NAMED])

    def _denied(self) -> Why | None:
        """The reason that an opponent, who may call the top discard, took cards that go with it."""
        view, top = self._view, self._view.top
        for seat in view.seats_after(view.viewer)[:-1] if top is not None else ():
            if (
                top is not None
                and view.calls_left(seat)
                and (wanted := self._noticed.wanted(seat, top))
            ):
                return Why("denies", seat=seat, card=top, cards=wanted[:NAMED])
        return None

    def _left_by_next(self, thrown: Card, card: Card) -> Why | None:
        """The reason that the next player let cards go that speak against wanting `thrown`, but
        none that do so for `card`."""
        seat = self._view.seat_after(self._view.viewer)
        unwanted = self._noticed.unwanted(seat, thrown)
        if not unwanted or self._noticed.unwanted(seat, card):
            return None
        return Why("let-go", seat=seat, card=card, cards=unwanted[:NAMED])

    def _laid_by_next(self, thrown: Card, card: Card) -> Why | None:
        """The reason that a meld takes `card`, but none takes `thrown`. It is stronger if the next
        player is down and could lay it there."""
        view = self._view
        seat = view.seat_after(view.viewer)
        if is_playable(view, thrown):
            return None
        is_danger = view.seats[seat].down and not view.sides.are_partners(view.viewer, seat)
        if is_danger and (meld := self._meld_of(card, seat)):
            return Why("laid", seat=seat, card=card, meld=meld)
        meld = self._meld_of(card)
        return Why("fitting", card=card, meld=meld) if meld else None


def goes_out(view: SeatView, move: Move) -> bool:
    """Whether a move lets its player go out in the same turn, with all lay-offs."""
    if view.phase is not Phase.PLAY or move is None:
        return False
    after = apply(view, move)[0]
    if after.phase is not Phase.PLAY:
        return not after.seats[view.viewer].hand
    hand = after.seats[view.viewer].hand
    may_lay = after.seats[view.viewer].down and (not after.went_down or after.rules.lay_off_at_once)
    playable = len(lay_offs(hand, after.table, after.rules, view.viewer)) if may_lay else 0
    left = len(hand) - playable
    return after.turn == view.viewer and (left == 0 or (left == 1 and may_discard_last(after)))


def _is_many_more(many: int, few: int) -> bool:
    """Whether `many` is so much more than `few` that it is a reason."""
    return many >= max(few + _MANY_MORE, _MANY_TIMES_MORE * few)
