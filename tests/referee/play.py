"""One round, replayed move by move: every method is a move, and raises Foul where it is refused."""

from collections import Counter
from copy import deepcopy
from typing import Any

from .melds import Meld, Rules, lay
from .table import JOKER, Contract, Foul, Unwritten, Variant, points_of
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
        self.rules = Rules(variant, number)
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
        self.calls_before = [0] * self.seats  # in the rounds before
        self.calls_carried = [0] * self.seats  # left from the rounds before
        self.met = [0] * self.seats  # contracts, where each stays at one until it is met
        self.played: list[int] = []  # by round, where the first who goes down chooses
        self.chosen = 0  # the contract of this round, where it was chosen
        self.first_out: int | None = None  # in the last turns
        self.down: set[int] = set()  # where contracts are laid in parts
        self.parts: list[list[Meld]] = [[] for _ in hands]  # as they were laid
        self.unsure: list[str] = []  # what only a search could judge, and nothing later shows
        self.is_unsure = False  # a move was taken for allowed that only a search could judge
        self.turn = self.after(dealer)
        self.turns = 0  # those of this round that are over
        self.phase = "draw"
        self.out: int | None = None
        self.bonus = 0
        self.renewed = 0  # how often the discards became the stock
        self.given: list[str] | None = None  # the last `stock becomes`, not yet used
        self._start_turn()
        self._expose(is_open=True)
        self.pack = self.all_cards()

    def after(self, seat: int) -> int:
        """The seat that plays after another one (ALL-1)."""
        return (seat + (1 if self.variant.clockwise else -1)) % self.seats

    def _start_turn(self) -> None:
        self.went_down = False
        self.is_blind = True  # no part of the contract lay before
        self.must_go_down = False
        self.must_use = ""  # a card taken to go down with it (HR-9)
        self.owed: str | None = None  # a joker that must be laid in this turn
        self.taken = ""  # the discard that was taken
        self.wild_left = False  # a card that stands for another left the hand

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
        for seat in range(self.seats) if self.variant.lay_in_parts else ():
            self.parts[seat] = [deepcopy(meld) for meld in table if meld.owner == seat]
            if self._has_contract(seat):
                self.down.add(seat)
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
        if self.phase != "round over":
            return False
        if self.variant.has_own_contracts and max(self.contracts_met()) >= len(
            self.variant.contracts
        ):
            return True
        return self.number >= self.variant.rounds

    def contracts_met(self) -> list[int]:
        """The contracts that each seat has met, with that of this round once it is over."""
        is_over = self.phase == "round over" and self.variant.has_own_contracts
        return [met + (is_over and self.is_down(seat)) for seat, met in enumerate(self.met)]

    def contracts(self, seat: int) -> list[int]:
        """The numbers of the contracts that a seat may go down to."""
        count = len(self.variant.contracts)
        match self.variant.contracts_by:
            case "player":
                return [min(self.met[seat] + 1, count)]
            case "first":
                left = [each for each in range(1, count + 1) if each not in self.played]
                return [self.chosen] if self.chosen else left
            case _:
                return [self.variant.place(self.number)]

    def _contract(self, number: int) -> Contract:
        return self.variant.contracts[number - 1]

    def is_down(self, seat: int) -> bool:
        """Whether a seat has gone down in this round."""
        if self.variant.lay_in_parts:
            return seat in self.down
        return any(meld.owner == seat for meld in self.table)

    def _has_contract(self, seat: int) -> bool:
        """Whether the melds of a seat hold the whole of its contract (HR-12)."""
        for number in self.contracts(seat):
            try:
                self.rules.check_contract(self._contract(number), self.parts[seat])
            except Foul:
                continue
            return True
        return False

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
        if not self.stock and len(self.discards) > 1 and self.renewed < self.variant.renewals:
            self.renewed += 1
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
        if not self.hands[seat]:
            raise Foul("who is out already calls nothing")
        if self.declared:
            raise Foul("GD-17: SHANGHAI was declared")
        if self.tossers[0] == seat and not variant.own_discard:
            raise Foul("ALL-9: nobody calls their own discard")
        self._check_not_blocked()
        if seat in self.called:
            raise Foul("a card is called once by each")
        if self.calls_left(seat) < 1:
            raise Foul("RG-11, GD-13, CA-8, PR-5: no call left")
        if variant.calls_till_down and self.table:
            raise Foul("nobody calls once somebody is down")
        if not variant.down_may_call and self.is_down(seat):
            raise Foul("CA-9: a player who is down cannot buy")
        supply = len(self.stock)
        if self.renewed < variant.renewals:
            supply += max(0, len(self.discards) - 2)
        if supply < variant.call_cost:
            raise Foul("ALL-11: the extra cards cannot be supplied")
        self.called.add(seat)
        self.waiting.append(seat)
        if variant.priority == "first" and not self._waits_for_turn():
            self._settle()

    def _waits_for_turn(self) -> bool:
        """Whether a call waits for what the player on turn does with the card (RG-9, HR-9)."""
        is_down = self.is_down(self.turn)
        if self.variant.take_discard == "to-open" and not is_down:
            return True
        has_right = self.variant.first_right and (self.variant.down_has_first_right or not is_down)
        return has_right and self._may_take() and not self.passed

    def _may_take(self) -> bool:
        """Whether the player on turn may take discards at all (HR-9)."""
        try:
            self._check_take()
        except Foul:
            return False
        return True

    def calls_left(self, seat: int) -> int:
        """The calls that a seat still has in this round."""
        variant = self.variant
        limit = variant.of_round(variant.calls, self.number)
        limit += (self.given_calls[seat] if limit else 0) + self.calls_carried[seat]
        left = limit - self.calls_used[seat]
        if variant.calls_per_game:
            game = variant.calls_per_game + self.given_calls[seat]
            left = min(left, game - self.calls_before[seat] - self.calls_used[seat])
        return max(left, 0)

    def _check_not_blocked(self) -> None:
        """Foul where a joker on the discards blocks them (HR-14)."""
        top = self.discards[0]
        if self.variant.joker_blocks and self.rules.may_be_wild(top):
            raise Foul(f"HR-14: {top} blocks the pile")

    def _settle(self) -> None:
        """Grants the first of the calls that wait; the others are void."""
        if not self.waiting:
            return
        match self.variant.priority:
            case "turn":
                buyer = min(self.waiting, key=lambda seat: self._steps(self.turn, seat))
            case "dealer":
                first = self.after(self.dealer)
                buyer = min(self.waiting, key=lambda seat: self._steps(first, seat))
            case _:
                buyer = self.waiting[0]
        self.calls_used[buyer] += 1
        self.hands[buyer].append(self._pop_discard())
        for _ in range(self.variant.call_cost):
            card = self._next_card()
            assert card is not None
            self.hands[buyer].append(card)
        self._expose(is_open=self.variant.beneath_opens)

    def _steps(self, start: int, seat: int) -> int:
        """How many turns a seat comes after another one."""
        return ((seat - start) * (1 if self.variant.clockwise else -1)) % self.seats

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
        self._check_not_blocked()
        self._check_take()
        down_yields = not self.variant.down_has_first_right and self.is_down(self.turn)
        yields = not self.variant.first_right or down_yields
        if yields and self.waiting:
            raise Foul("CA-10, PR-6: a caller comes before the player on turn")
        card = self._pop_discard()
        self._drawn(card)
        self.taken = card
        if self.variant.take_discard == "to-open" and not self.is_down(self.turn):
            # Whether it can go down is seen by whether it does.
            self.must_use, self.must_go_down, self.is_unsure = card, True, True

    def _check_take(self) -> None:
        """Foul where the player on turn may not take discards at all (HR-9)."""
        match self.variant.take_discard, self.is_down(self.turn):
            case "not-down", True:
                raise Foul("HR-9: one who is down draws from the stock")
            case "once-down", False:
                raise Foul("HR-9: one who is not down draws from the stock")

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
        if self.variant.exchange == "others" and meld.owner == self.turn:
            raise Foul("PR-8: their own meld")
        if self.variant.exchange_when == "down" and not self.is_down(self.turn):
            raise Foul("only one who is down wins a joker")
        if self.variant.exchange_in == "runs" and meld.kind != "run":
            raise Foul("a joker is won from runs only")
        if move.card == JOKER:
            raise Foul("ALL-4: a natural card replaces a joker")
        if self.owed is not None:
            raise Foul("the joker that was won is not laid yet")
        must_lay = self.variant.exchange_duty == "use"
        if must_lay and self.variant.must_discard and len(self.hands[self.turn]) == 1:
            raise Foul("no card would be left for the discard")
        self._take_from_hand(self.turn, move.card)
        won = self.rules.exchange(meld, move.card)
        self.hands[self.turn].append(won)
        if self.variant.exchange_duty == "use":
            self.owed = won
        if self.variant.exchange_duty == "go-down" and not self.is_down(self.turn):
            try:
                can = self._can_still_go_down(list(self.hands[self.turn]), deepcopy(self.table))
            except Unwritten:
                # Whether it can is seen by whether it does.
                can = self.is_unsure = True
            if not can:
                raise Foul("CA-12: the hand cannot go down after the exchange")
            self.must_go_down = True

    def _can_still_go_down(self, hand: list[str], table: list[Meld]) -> bool:
        """Whether it can now, or after more exchanges in this turn (CA-12)."""
        contracts = map(self._contract, self.contracts(self.turn))
        if any(self.rules.can_go_down(contract, hand) for contract in contracts):
            return True
        for number, meld in enumerate(table):
            if self.variant.exchange_in == "runs" and meld.kind != "run":
                continue
            for card in set(hand) - {JOKER}:
                melds = deepcopy(table)
                try:
                    won = self.rules.exchange(melds[number], card)
                except Foul:
                    continue
                left = [*hand, won]
                left.remove(card)
                if self._can_still_go_down(left, melds):
                    return True
        return False

    def _do_stands(self, move: Move) -> None:
        """The host ends a round in which all are down and nothing fits any more (ALL-11)."""
        if self.phase != "draw" or self.waiting:
            raise Foul("ALL-11: a round stands still before a draw")
        if not all(self.is_down(seat) for seat in range(self.seats)):
            self.is_unsure = True
            self.unsure.append("ALL-11: whether those not down can ever hold the contract")
            self.phase = "round over"
            return
        if self.variant.meld_when_down or self.variant.exchange_duty == "use":
            raise Unwritten("ALL-11: whether a further meld, or an exchange, can still be made")
        cards = {*self.stock, *self.discards, *(card for hand in self.hands for card in hand)}
        for card in cards:
            if self.variant.lay_off_on != "none" and self.fits_somewhere(card):
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
                self.rules.exchange(deepcopy(meld), card)
            except Foul:
                continue
            return True
        return False

    def _do_melds(self, move: Move) -> None:
        self._on_turn(move, "play")
        if self.is_down(self.turn):
            self._meld_further(move)
        else:
            self._go_down(move)
        self._end_if_empty()

    def _meld_further(self, move: Move) -> None:
        """Lays one more meld of a player who is down, where that is allowed."""
        if not self.variant.meld_when_down:
            raise Foul("ALL-6: no new melds once down")
        if len(move.melds) > 1:
            raise Foul("further melds are laid one at a time")
        if self.went_down and not self.variant.lay_off_when_going_down:
            raise Foul("RG-12: no further meld in the turn of going down")
        if self._own_turn() < self.variant.lay_off_from:
            raise Foul("no further meld before a later turn")
        self._lay_melds([self.rules.make(self.turn, kind, cards) for kind, cards in move.melds])

    def _go_down(self, move: Move) -> None:
        if self._own_turn() < self.variant.down_from:
            raise Foul("nobody goes down before a later turn")
        numbers = self.contracts(self.turn)
        mixes = {option.runs_of for number in numbers for option in self._contract(number)}
        melds = [
            self.rules.make(self.turn, kind, cards, mixes - {"suit"}) for kind, cards in move.melds
        ]
        if self.variant.lay_in_parts:
            self._lay_part(numbers, melds)
            return
        self.chosen = self._fulfilled(numbers, melds)
        if self.must_use and not any(self.must_use in meld.cards for meld in melds):
            raise Foul("HR-9: the card that was taken is in none of the melds")
        self._lay_melds(melds)
        is_whole = self.chosen in self.variant.all_in and self.first_out is None
        left = len(self.hands[self.turn])
        if is_whole and left != self.variant.all_in_discard:
            raise Foul("GD-19: cards are left in the hand")
        self.went_down = True
        self.must_go_down = False

    def _lay_part(self, numbers: list[int], melds: list[Meld]) -> None:
        """Lays melds of the contract, which is complete with them or still possible (HR-12)."""
        parts = self.parts[self.turn]
        together = [*parts, *melds]
        fouls = []
        for number in numbers:
            try:
                self.rules.check_parts(self._contract(number), together)
            except Foul as foul:
                fouls.append(str(foul))
        if len(fouls) == len(numbers):
            raise Foul("; ".join(fouls))
        self._lay_melds(melds)
        is_first = not parts
        parts += deepcopy(melds)
        if self._has_contract(self.turn):
            self.down.add(self.turn)
            self.went_down = True
        self.is_blind = is_first

    def _own_turn(self) -> int:
        """The number of the turn of the player on turn in this round."""
        return self.turns // self.seats + 1

    def _fulfilled(self, numbers: list[int], melds: list[Meld]) -> int:
        """The contract that melds fulfil: of several that of most cards, else the first."""
        fits, fouls = [], []
        for number in numbers:
            try:
                option = self.rules.check_contract(self._contract(number), melds)
            except Foul as foul:
                fouls.append(str(foul))
                continue
            fits.append((-option.size, number))
        if not fits:
            raise Foul("; ".join(fouls))
        return min(fits)[1]

    def _lay_melds(self, melds: list[Meld]) -> None:
        for meld in melds:
            for card in meld.cards:
                self._take_from_hand(self.turn, card)
            self.wild_left |= bool(self.rules.wild_places(meld))
            if self.owed in meld.cards:
                self.owed = None
        self.table += melds
        self._check_left()

    def _check_left(self) -> None:
        """Foul where a card must be left for the discard (HR-3)."""
        is_whole = self.chosen in self.variant.all_in and not self.variant.all_in_discard
        if self.variant.must_discard and not self.hands[self.turn] and not is_whole:
            raise Foul("a card must be left for the discard")

    def _do_lays(self, move: Move) -> None:
        self._on_turn(move, "play")
        if not self.is_down(self.turn):
            raise Foul("ALL-6: only a player who is down lays off")
        self._check_may_lay_now()
        meld = self._meld(move.meld)
        if not self._may_lay_on(meld):
            raise Foul("nothing is laid off on that meld")
        self._take_from_hand(self.turn, move.card)
        before = len(self.rules.wild_places(meld))
        self._lay_on(meld, move.card, move.end)
        self.wild_left |= len(self.rules.wild_places(meld)) > before
        if self.owed == move.card:
            self.owed = None
        self._check_left()
        self._end_if_empty()

    def _check_may_lay_now(self) -> None:
        """Foul where one who is down may not lay off in this turn."""
        if self.went_down and not self.variant.lay_off_when_going_down:
            raise Foul("RG-12: no laying off in the turn of going down")
        if self._own_turn() < self.variant.lay_off_from:
            raise Foul("nobody lays off before a later turn")

    def _may_lay_on(self, meld: Meld) -> bool:
        """Whether the player on turn may lay off on a meld at all."""
        melds = self.variant.lay_off_on
        return melds == "any" or (melds == "own" and meld.owner == self.turn)

    def _can_lay_last(self, card: str) -> bool:
        """Whether the player on turn could go out by laying off the last card (CA-15)."""
        if not self.is_down(self.turn) or self.variant.must_discard:
            return False
        try:
            self._check_may_lay_now()
        except Foul:
            return False
        return any(self._may_lay_on(meld) and self.rules.ends(meld, card) for meld in self.table)

    def _lay_on(self, meld: Meld, card: str, end: str) -> None:
        fits = self.rules.ends(meld, card)
        if not fits:
            raise Foul(f"{card} does not fit on that meld")
        if end and end not in fits:
            raise Foul(f"{card} does not fit there")
        if not end and len(fits) > 1:
            raise Foul("both ends take the card, and none is named")
        lay(meld, card, end or fits[0])

    def fits_somewhere(self, card: str) -> bool:
        """Whether any meld takes a card."""
        return any(self.rules.ends(meld, card) for meld in self.table)

    # The end of a turn and of the round

    def _do_discards(self, move: Move) -> None:
        self._on_turn(move, "play")
        if self.must_go_down:
            raise Foul("CA-12, HR-9: they must go down in this turn")
        if self.owed is not None:
            raise Foul("the joker that was won must be laid in this turn")
        if self._is_banned(move.card) and not all(map(self._is_banned, self.hands[self.turn])):
            raise Foul(f"{move.card} may not be discarded while another card may be")
        if not self.variant.discard_goes_out and len(self.hands[self.turn]) == 1:
            raise Foul("CA-15: nobody goes out by discarding")
        self._take_from_hand(self.turn, move.card)
        self.wild_left |= not self.rules.may_be_natural(move.card)
        if move.declared and not (self.variant.shanghai and self.fits_somewhere(move.card)):
            raise Foul("GD-17: the card cannot be played on any meld")
        self.discards.insert(0, move.card)
        self.tossers.insert(0, self.turn)
        seat = self.turn
        self._end_if_empty()
        if self.phase != "round over":
            if seat == self.turn:
                self._next_turn()
            self._expose(is_open=True, tossed=True, declared=move.declared)

    def _is_banned(self, card: str) -> bool:
        """Whether a card may be discarded only where no other one may be."""
        ban = self.variant.discard_ban
        return (
            ("playable" in ban and self.fits_somewhere(card))
            or ("taken" in ban and card == self.taken and self.hands[self.turn].count(card) == 1)
            or ("wild" in ban and self.rules.may_be_wild(card))
        )

    def _do_ends(self, move: Move) -> None:
        self._on_turn(move, "play")
        hand = self.hands[self.turn]
        if self.variant.discard_goes_out or len(hand) != 1 or self.must_go_down:
            raise Foul("CA-15: a turn ends with a discard")
        if self._can_lay_last(hand[0]):
            raise Foul("CA-15: the last card can be laid off")
        self._next_turn()
        self._expose(is_open=False)

    def _next_turn(self) -> None:
        self.turn = self.after(self.turn)
        self.turns += 1
        if self.turn == self.first_out:
            self.phase, self.out = "round over", self.first_out
            return
        self.phase = "draw"
        self._start_turn()

    def _end_if_empty(self) -> None:
        if not self.hands[self.turn]:
            self._go_out(self.turn)

    def _go_out(self, seat: int) -> None:
        if self.first_out is None or not self.variant.last_turn:
            self.bonus = self.variant.of_round(self.variant.out_bonus, self.number)
            if self.went_down and self.is_blind and seat == self.turn:
                with_joker, without = self.variant.blind_bonus
                self.bonus += with_joker if self.wild_left else without
        if not self.variant.last_turn:
            self.phase, self.out = "round over", seat
            return
        if self.first_out is None:
            self.first_out = seat
        self._next_turn()
        if self.phase != "round over":
            self._expose(is_open=False)

    def scores(self, *, is_last: bool) -> list[int]:
        """The points of the round for each seat (ALL-12, RG-20, HR-2, HR-15, HR-17)."""
        variant = self.variant
        points = []
        for seat, hand in enumerate(self.hands):
            left = points_of(variant, hand)
            if self._is_safe(seat):
                left = 0
            if not self.is_down(seat):
                left = left * variant.not_down_times + variant.not_down_penalty
            points.append(-self.bonus if seat == self.out else left)
        times = variant.last_round_times if is_last else 1
        return [times * left - off for left, off in zip(points, self.points_off, strict=True)]

    def _is_safe(self, seat: int) -> bool:
        """Whether the cards of a seat count nothing, as a partner went out (HR-15)."""
        if not self.variant.partner_safe or not self.variant.sides or self.out is None:
            return False
        return (seat - self.out) % self.variant.sides == 0
