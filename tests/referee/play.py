"""One round, replayed move by move: every method is a move, and raises Foul where it is refused."""

from collections import Counter
from copy import deepcopy
from typing import Any

from .melds import Meld, can_go_down, check_contract, ends, exchange, lay, make_meld
from .table import JOKER, Foul, Unwritten, Variant, points_of
from .words import Move


class Round:
    """The cards of a round and whatever the next move depends on; seats are numbers from 0."""

    def __init__(
        self,
        variant: Variant,
        number: int,
        dealer: int,
        hands: list[list[str]],
        stock: list[str],
        discards: list[str],
    ) -> None:
        self.variant = variant
        self.number = number
        self.dealer = dealer
        self.hands = hands
        self.seats = len(hands)
        self.pack: Counter[str] = Counter()  # every card of the round
        self.stock = stock
        self.discards = discards  # top first
        self.tossers: list[int | None] = [None] * len(discards)
        self.table: list[Meld] = []
        self.calls_used = [0] * self.seats
        self.given_calls = self.points_off = (0,) * self.seats  # by handicaps
        self.turn = (dealer + 1) % self.seats
        self.turns = 0  # those of this round that are over
        self.phase = "draw"
        self.out: int | None = None
        self.bonus = 0
        self.given: list[str] | None = None  # the last `stock becomes`, not yet used
        self._start_turn()
        self._expose(is_open=True)
        self.pack = self.all_cards()

    def _start_turn(self) -> None:
        self.went_down = False
        self.must_go_down = False
        self.left_hand: list[str] = []

    def _expose(self, *, is_open: bool, tossed: bool = False, declared: bool = False) -> None:
        """Another card is the top discard: nobody has called it or passed."""
        self.open = is_open  # it may be taken and called
        self.tossed = tossed  # it may be called with SHANGHAI
        self.declared = declared
        self.passed = False
        self.waiting: list[int] = []
        self.called: set[int] = set()

    def set_up(self, table: list[Meld], tossers: list[int | None], **now: Any) -> None:
        """Makes it a position in the middle of a round; `now` has turn, phase and the like."""
        self.table = table
        self.tossers[: len(tossers)] = tossers
        is_declared = now.pop("is_declared")
        for name, value in now.items():
            setattr(self, name, value)
        tossed = bool(tossers) and tossers[0] is not None
        self._expose(is_open=self.phase == "draw", tossed=tossed, declared=is_declared)
        self.pack = self.all_cards()

    # What a move may do at all

    def play(self, move: Move) -> None:
        """Does a move and sees that no card is lost or doubled."""
        if self.phase == "round over":
            raise Foul("ALL-8: the round is over")
        if move.verb == "stock":
            if self.given is not None:
                raise Foul("two times `stock becomes` before one move")
            self.given = move.cards
            return
        getattr(self, "_do_" + move.verb)(move)
        if self.given is not None:
            raise Foul("`stock becomes`, but no card was needed that the stock had not")
        if self.all_cards() != self.pack:
            raise Foul("cards are lost or doubled")

    @property
    def is_game_over(self) -> bool:
        """Whether the last round is over."""
        return self.phase == "round over" and self.number == len(self.variant.contracts)

    def is_down(self, seat: int) -> bool:
        """Whether a seat has gone down in this round."""
        return any(meld.owner == seat for meld in self.table)

    def all_cards(self) -> Counter[str]:
        """Every card, wherever it is."""
        cards = Counter(self.stock) + Counter(self.discards)
        for hand in self.hands:
            cards.update(hand)
        for meld in self.table:
            cards.update(meld.cards)
        return cards

    def _on_turn(self, move: Move, phase: str) -> None:
        if move.seat != self.turn:
            raise Foul("not their turn")
        if phase != self.phase:
            raise Foul(f"that is no move of the phase {self.phase}")

    def _meld(self, number: int) -> Meld:
        if not 1 <= number <= len(self.table):
            raise Foul(f"there is no meld {number}")
        return self.table[number - 1]

    def _take_from_hand(self, seat: int, card: str) -> None:
        if card not in self.hands[seat]:
            raise Foul(f"{card} is not in the hand")
        self.hands[seat].remove(card)

    # The stock

    def _next_card(self) -> str | None:
        """The next card of the stock, renewed where it is empty (ALL-10); None where none is."""
        if not self.stock and len(self.discards) > 1:
            turned = self.discards[1:]
            if self.given is None:
                raise Unwritten("ALL-10: the stock is empty, and `stock becomes` is missing")
            if Counter(self.given) != Counter(turned):
                raise Foul("ALL-10: the stock becomes other cards than the discards")
            if self.variant.turned_over and self.given != turned[::-1]:
                raise Foul("GD-11: the discards are turned over, not shuffled")
            self.stock, self.given = self.given, None
            del self.discards[1:], self.tossers[1:]
        return self.stock.pop(0) if self.stock else None

    # Calls

    def _do_calls(self, move: Move) -> None:
        variant, seat = self.variant, move.seat
        if move.word != variant.call_word:
            raise Foul(f"the word is {variant.call_word}")
        if self.phase != "draw" or seat == self.turn:
            raise Foul("ALL-9: a call is made before the draw by one not on turn")
        if not self.discards or not self.open:
            raise Foul("ALL-9: no discard is open to a call")
        if self.declared:
            raise Foul("GD-17: SHANGHAI was declared")
        if self.tossers[0] == seat:
            raise Foul("ALL-9: nobody calls their own discard")
        if seat in self.called:
            raise Foul("a card is called once by each")
        if self.calls_used[seat] >= variant.calls[self.number - 1] + self.given_calls[seat]:
            raise Foul("RG-11, GD-13, CA-8, PR-5: no call left")
        if not variant.down_may_call and self.is_down(seat):
            raise Foul("CA-9: a player who is down cannot buy")
        supply = len(self.stock) + max(0, len(self.discards) - 2)
        if supply < variant.call_cost:
            raise Foul("ALL-11: the extra cards cannot be supplied")
        self.called.add(seat)
        self.waiting.append(seat)
        if variant.priority == "first":
            self._settle()

    def _settle(self) -> None:
        """Grants the first of the calls that wait; the others are void."""
        if not self.waiting:
            return
        match self.variant.priority:
            case "turn":
                buyer = min(self.waiting, key=lambda seat: (seat - self.turn) % self.seats)
            case "dealer":
                buyer = min(self.waiting, key=lambda seat: (seat - self.dealer - 1) % self.seats)
            case _:
                buyer = self.waiting[0]
        self.calls_used[buyer] += 1
        self.hands[buyer].append(self._pop_discard())
        for _ in range(self.variant.call_cost):
            card = self._next_card()
            assert card is not None
            self.hands[buyer].append(card)
        self._expose(is_open=self.variant.beneath_opens)

    def _pop_discard(self) -> str:
        self.tossers.pop(0)
        return self.discards.pop(0)

    def _do_shanghai(self, move: Move) -> None:
        caller, tosser = move.seat, self.tossers[0] if self.tossers else None
        if not self.variant.shanghai:
            raise Foul("GD-18: no SHANGHAI in this variant")
        if self.phase != "draw" or not self.tossed or self.declared or tosser is None:
            raise Foul("GD-18: no card that was just tossed undeclared")
        if caller == tosser:
            raise Foul("GD-18: the tosser cannot call")
        self._lay_on(self._meld(move.meld), self.discards[0], move.end)
        self._pop_discard()
        if not move.giving:
            raise Unwritten("GD-18: the card that the tosser draws is missing")
        self._take_from_hand(caller, move.giving)
        self.hands[tosser].append(move.giving)
        self._expose(is_open=True)
        if not self.hands[caller]:
            self._go_out(caller)

    # The draw

    def _do_draws(self, move: Move) -> None:
        self._on_turn(move, "draw")
        self._settle()
        card = self._next_card()
        if card is None:
            self.phase = "round over"
            return
        self._drawn(card)

    def _do_takes(self, move: Move) -> None:
        self._on_turn(move, "draw")
        if not self.discards or not self.open:
            raise Foul("RG-9, CA-5, PR-6: the discard is not open to the player on turn")
        if self.declared:
            raise Foul("GD-17: SHANGHAI was declared")
        if self.passed:
            raise Foul("the player on turn has given the card up")
        yields = not self.variant.first_right or (
            not self.variant.down_has_first_right and self.is_down(self.turn)
        )
        if yields and self.waiting:
            raise Foul("CA-10, PR-6: a caller comes before the player on turn")
        self._drawn(self._pop_discard())

    def _drawn(self, card: str) -> None:
        self.hands[self.turn].append(card)
        self.phase = "play"
        self.open = False
        self.tossed = False
        self.waiting = []

    def _do_passes(self, move: Move) -> None:
        self._on_turn(move, "draw")
        if self.waiting:
            self._settle()
        else:
            self.passed = True

    # The play

    def _do_swaps(self, move: Move) -> None:
        self._on_turn(move, "play")
        meld = self._meld(move.meld)
        if self.variant.exchange == "none":
            raise Foul("GD-10: no joker exchange")
        if self.variant.exchange == "not own" and meld.owner == self.turn:
            raise Foul("PR-8: their own meld")
        if move.card == JOKER:
            raise Foul("ALL-4: a natural card replaces a joker")
        self._take_from_hand(self.turn, move.card)
        exchange(meld, move.card)
        self.hands[self.turn].append(JOKER)
        self.left_hand.append(move.card)
        if self.variant.exchange == "go down" and not self.is_down(self.turn):
            if not self._can_still_go_down(list(self.hands[self.turn]), deepcopy(self.table)):
                raise Foul("CA-12: the hand cannot go down after the exchange")
            self.must_go_down = True

    def _can_still_go_down(self, hand: list[str], table: list[Meld]) -> bool:
        """Whether it can now, or after more exchanges in this turn (CA-12)."""
        if can_go_down(self.variant, self.number, hand):
            return True
        for number in range(len(table)):
            for card in set(hand) - {JOKER}:
                melds = deepcopy(table)
                try:
                    exchange(melds[number], card)
                except Foul:
                    continue
                left = [*hand, JOKER]
                left.remove(card)
                if self._can_still_go_down(left, melds):
                    return True
        return False

    def _do_stands(self, move: Move) -> None:
        """The host ends a round in which all are down and nothing fits any more (ALL-11)."""
        if self.phase != "draw" or self.waiting:
            raise Foul("ALL-11: a round stands still before a draw")
        if not all(self.is_down(seat) for seat in range(self.seats)):
            raise Foul("ALL-11: somebody is not down")
        cards = {*self.stock, *self.discards, *(card for hand in self.hands for card in hand)}
        for card in cards:
            if self.fits_somewhere(card):
                raise Foul(f"ALL-11: {card} still fits")
            if self.variant.exchange != "none" and card != JOKER and self._frees(card):
                raise Foul(f"ALL-11: {card} frees a joker")
        self.phase = "round over"

    def _do_stopped(self, move: Move) -> None:
        """The host ends a round in which each player has had 300 turns (ALL-11)."""
        if self.phase != "draw" or self.waiting or self.turns < 300 * self.seats:
            raise Foul("ALL-11: a round is stopped before a draw, after 300 turns of each player")
        self.phase = "round over"

    def _frees(self, card: str) -> bool:
        for meld in self.table:
            try:
                exchange(deepcopy(meld), card)
            except Foul:
                continue
            return True
        return False

    def _do_melds(self, move: Move) -> None:
        self._on_turn(move, "play")
        if self.is_down(self.turn):
            raise Foul("ALL-6: no new melds once down")
        melds = [make_meld(self.variant, self.turn, kind, cards) for kind, cards in move.melds]
        check_contract(self.variant, self.number, melds)
        for meld in melds:
            for card in meld.cards:
                self._take_from_hand(self.turn, card)
            self.left_hand += meld.cards
        if self.number in self.variant.all_in and self.hands[self.turn]:
            raise Foul("GD-19: cards are left in the hand")
        self.table += melds
        self.went_down = True
        self.must_go_down = False
        self._end_if_empty()

    def _do_lays(self, move: Move) -> None:
        self._on_turn(move, "play")
        if not self.is_down(self.turn):
            raise Foul("ALL-6: only a player who is down lays off")
        if self.went_down and not self.variant.lay_off_when_going_down:
            raise Foul("RG-12: no laying off in the turn of going down")
        meld = self._meld(move.meld)
        self._take_from_hand(self.turn, move.card)
        self._lay_on(meld, move.card, move.end)
        self.left_hand.append(move.card)
        self._end_if_empty()

    def _lay_on(self, meld: Meld, card: str, end: str) -> None:
        fits = ends(self.variant, meld, card)
        if not fits:
            raise Foul(f"{card} does not fit on that meld")
        if end and end not in fits:
            raise Foul(f"{card} does not fit there")
        if not end and len(fits) > 1:
            raise Foul("both ends take the card, and none is named")
        lay(meld, card, end or fits[0])

    def fits_somewhere(self, card: str) -> bool:
        """Whether any meld takes a card."""
        return any(ends(self.variant, meld, card) for meld in self.table)

    # The end of a turn and of the round

    def _do_discards(self, move: Move) -> None:
        self._on_turn(move, "play")
        if self.must_go_down:
            raise Foul("CA-12: they must go down in this turn")
        if not self.variant.discard_goes_out and len(self.hands[self.turn]) == 1:
            raise Foul("CA-15: nobody goes out by discarding")
        self._take_from_hand(self.turn, move.card)
        self.left_hand.append(move.card)
        if move.declared and not (self.variant.shanghai and self.fits_somewhere(move.card)):
            raise Foul("GD-17: the card cannot be played on any meld")
        self.discards.insert(0, move.card)
        self.tossers.insert(0, self.turn)
        self._end_if_empty()
        if self.phase != "round over":
            self._next_turn()
            self._expose(is_open=True, tossed=True, declared=move.declared)

    def _do_ends(self, move: Move) -> None:
        self._on_turn(move, "play")
        hand = self.hands[self.turn]
        if self.variant.discard_goes_out or len(hand) != 1 or self.must_go_down:
            raise Foul("CA-15: a turn ends with a discard")
        if self.is_down(self.turn) and self.fits_somewhere(hand[0]):
            raise Foul("CA-15: the last card can be laid off")
        self._next_turn()
        self._expose(is_open=False)

    def _next_turn(self) -> None:
        self.turn = (self.turn + 1) % self.seats
        self.turns += 1
        self.phase = "draw"
        self._start_turn()

    def _end_if_empty(self) -> None:
        if not self.hands[self.turn]:
            self._go_out(self.turn)

    def _go_out(self, seat: int) -> None:
        self.phase = "round over"
        self.out = seat
        if self.went_down and seat == self.turn:
            with_joker, without = self.variant.blind_bonus
            self.bonus = with_joker if JOKER in self.left_hand else without

    def scores(self) -> list[int]:
        """The points of the round for each seat (ALL-12, RG-20)."""
        points = [points_of(self.variant, hand) for hand in self.hands]
        if self.out is not None:
            points[self.out] = -self.bonus
        return [left - off for left, off in zip(points, self.points_off, strict=True)]
