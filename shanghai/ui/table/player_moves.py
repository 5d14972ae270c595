"""The moves of the player's own view: draw, take, call, meld, lay off, exchange, discard."""

from collections.abc import Callable, Sequence

from shanghai.engine.actions import (
    Call,
    Discard,
    Draw,
    EndTurn,
    GoDown,
    LayOff,
    Pass,
    SeatAction,
    Swap,
    Take,
)
from shanghai.engine.cards import Card, face_of, is_joker
from shanghai.engine.melds import places
from shanghai.engine.seats import SeatIndex
from shanghai.engine.solver import lay_offs
from shanghai.engine.state import End, Phase
from shanghai.engine.supply import supply
from shanghai.engine.view import SeatView
from shanghai.engine.wild import wild_index
from shanghai.ui import open as opening
from shanghai.ui.kit.cards import card_bit
from shanghai.ui.kit.lines import Bit
from shanghai.ui.kit.part import Part
from shanghai.ui.table.hand_screen import HandScreen
from shanghai.ui.table.session.hand import Hand
from shanghai.ui.table.session.options import MeldOption, meld_options
from shanghai.ui.table.shanghai import call_shanghai
from shanghai.words.cards import CardStyle
from shanghai.words.own_turn import again_text, joker_faces_text, nothing_to_draw_text
from shanghai.words.phrases import call_name, listed
from shanghai.words.refusals import with_clauses
from shanghai.words.short_names import name_at
from shanghai.words.table import called_text, lay_all_text


class PlayerMoves(Part[HandScreen[None]]):
    """What the keys of the own view do; every move goes through the session and may be refused."""

    _again: SeatAction | None = None
    """The discard or exchange that the same key confirms when pressed again."""
    _to_lay: tuple[LayOff, ...] = ()
    """The lay-offs that were shown and that the same key makes when pressed again."""
    _laid_all: tuple[int, int] = -1, 1
    """The version of the game after one key laid off several cards, and how many they were."""

    def __init__(self, screen: HandScreen[None]) -> None:
        super().__init__(screen)
        self.session = screen.session
        self.seat = screen.seat
        self.say = screen.say

    @property
    def view(self) -> SeatView:
        """What the player may see."""
        return self.screen.view

    @property
    def hand(self) -> Hand:
        """The hand as it lies."""
        return self.screen.hand

    @property
    def style(self) -> CardStyle:
        """How cards are written by the settings."""
        return self.screen.card_style

    def do(self, action: SeatAction) -> bool:
        """Does a move, says why it was refused, and leaves when the turn is over."""
        if not self.screen.is_on_top:
            return False
        refused = self.session.do(action)
        self._again, self._to_lay = None, ()
        self.say(refused)
        self.after_move()
        return not refused

    def after_move(self) -> None:
        """Draws what has changed, as long as the keyboard is this player's."""
        if self.session.at == self.seat:
            self.screen.redraw()

    def forget_if_moved(self) -> None:
        """Forgets what waits for a second key once another card is under the cursor."""
        card = None if self._again is None else self._card_of(self._again)
        if card is not None and self._under_cursor() != card:
            self._again = None
            self.say()

    def _under_cursor(self) -> Card | None:
        hand = self.hand
        if len(hand.picked) > 1:
            return None
        return hand.picked[0] if hand.picked else hand.current

    @staticmethod
    def _card_of(action: SeatAction) -> Card | None:
        return action.card if isinstance(action, Discard | Swap) else None

    # -- before the draw --

    def action_draw(self) -> None:
        """Draws from the stock; a draw that would end the round is asked for twice."""
        draw = Draw(self.seat)
        ends = not self.view.calls and not supply(self.view, called=False)
        if ends and self._again != draw and not self.session.why_not(draw):
            self._again = draw
            self.say(nothing_to_draw_text(self.screen.cap("draw"), self.view.rules), "accent")
            return
        self.do(draw)

    def action_take(self) -> None:
        """Takes the top discard."""
        self.do(Take(self.seat))

    def action_let_go(self) -> None:
        """Lets the top discard go to the player who has called it."""
        self.do(Pass(self.seat))

    def action_seat(self, seat: SeatIndex) -> None:
        """Calls for a seat whose holder said so aloud, or takes that call back."""
        if self.session.back.call(seat) is not None:
            self.screen.action_unsay(seat)
        else:
            self._call(seat)

    def _call(self, seat: SeatIndex) -> None:
        session, version = self.session, self.session.version
        self.screen.note_call()
        done = self.do(Call(seat, session.rules.call_word))
        is_told = session.at == self.seat == self.view.turn
        if done and session.version != version and is_told:
            key = str(seat + 1) if session.back.call(seat) is not None else ""
            self.say(
                called_text(call_name(session.rules), session.short_names[seat], key), "accent"
            )

    def action_no_call(self) -> None:
        """Lets the card on offer go by."""
        self.session.close_window()
        self.screen.redraw()

    def action_shanghai(self) -> None:
        """Calls SHANGHAI, asking who and where."""
        self.screen.run_worker(self._shanghai(), exclusive=True, group="shanghai")

    async def _shanghai(self) -> None:
        await call_shanghai(self.screen)
        self.after_move()

    # -- melds --

    def action_go_down(self) -> None:
        """Opens the laying out of melds."""

        def answered(action: GoDown | None) -> None:
            if action is not None:
                self.do(action)

        self.screen.open(opening.lay_down(self.session, self.seat), answered)

    def action_lay_off(self) -> None:
        """Lays the picked card on a meld, asking for the place where there is a choice."""
        card = self.screen.cursor.chosen("lay off")
        if card is None:
            return
        view = self.view
        spots = [
            (index, end)
            for index, meld in enumerate(view.table)
            for end in places(view.rules, meld, card)
        ]
        self._to_a_place(
            card, spots, lambda meld, end: LayOff(self.seat, card, meld, end), "Lay off "
        )

    def action_exchange(self) -> None:
        """Gives the picked card for a joker; with none picked, one that wins it at a second key."""
        picked, again = self.hand.picked, self._again
        if picked:
            self._exchange(picked[0])
        elif isinstance(again, Swap):
            self._exchange(again.card)
        else:
            self._offer_exchange()

    def _exchange(self, card: Card) -> None:
        """Gives a card for the joker that stands for it, or says which cards win a joker."""
        spots: list[tuple[int, End | None]] = [
            (index, None)
            for index, meld in enumerate(self.view.table)
            if wild_index(self.view.rules, meld, card) >= 0
        ]
        if spots:
            self._to_a_place(
                card,
                spots,
                lambda meld, end: Swap(self.seat, card, meld),
                "Exchange for a joker: ",
            )
        else:
            self._say_what_wins(f"{self.style.text(card)} wins no joker")

    def _offer_exchange(self) -> None:
        """Shows the card of the hand that wins a joker, the one under the cursor before others."""
        swaps = [
            swap
            for card in self.hand.cards
            for meld, shown in enumerate(self.view.table)
            if wild_index(self.view.rules, shown, card) >= 0
            and not self.session.why_not(swap := Swap(self.seat, card, meld))
        ]
        here = [swap for swap in swaps if swap.card == self.hand.current]
        faces = sorted({face_of(swap.card) for swap in swaps})
        if not swaps:
            self._say_what_wins("No card of the hand wins a joker")
        elif here or len(faces) == 1:
            swap = (here or swaps)[0]
            self.hand.point(swap.card)
            self.screen.draw_hand()
            self._again = swap
            what = f"give {self.style.text(swap.card)} for the joker of meld {swap.meld + 1}"
            self.say(again_text(self.screen.cap("exchange"), what), "accent")
        else:
            cards = listed([self.style.text(face) for face in faces], "or")
            self.say(f"More than one card wins a joker: pick {cards}.")

    def _say_what_wins(self, said: str) -> None:
        """Says which cards win the jokers on the table, those of one's own melds aside."""
        view = self.view
        jokers = [
            (index, meld)
            for index, meld in enumerate(view.table)
            if meld.wild_count and (view.rules.exchange != "others" or meld.owner != self.seat)
        ]
        if jokers:
            said += f". {joker_faces_text(jokers[:3], self.style)}"
        else:
            said += f": the jokers all lie in the melds of {name_at(view, self.seat)}"
        self.say(with_clauses(f"{said}.", view.rules, "exchange"))

    def _to_a_place(
        self,
        card: Card,
        spots: Sequence[tuple[int, End | None]],
        move: Callable[[int, End | None], SeatAction],
        verb: str,
    ) -> None:
        """Makes a move on the one meld that takes it, or on the one that is chosen.

        Where none takes it, the refusal is that of the first place, or of the first meld.
        """
        legal = [spot for spot in spots if not self.session.why_not(move(*spot))]
        if not legal:
            meld, end = spots[0] if spots else (0, None)
            self.say(self.session.why_not(move(meld, end)) or "")
            if not spots and self.view.table and self.view.seats[self.seat].down:
                self.say(f"No meld on the table takes {self.style.text(card)}.")
            return
        if len(legal) == 1:
            self.do(move(*legal[0]))
            return

        def answered(chosen: MeldOption | None) -> None:
            if chosen is not None:
                self.do(move(chosen.meld, chosen.end))

        title = (Bit(verb, "strong"), card_bit(card, self.style))
        options = meld_options(self.view, legal, self.style, card)
        self.screen.open(opening.choose(self.session, self.view, title, options), answered)

    def action_lay_all(self) -> None:
        """Shows all lay-offs that rid the hand of most points; pressed again it makes them."""
        if self._to_lay:
            steps, self._to_lay = self._to_lay, ()
            for count, step in enumerate(steps, 1):
                if not self.do(step) or not self.screen.is_on_top:
                    return
                self._laid_all = self.session.version, count
            return
        view = self.view
        found = lay_offs(view.seats[self.seat].hand, view.table, view.rules)
        steps = tuple(LayOff(self.seat, step.card, step.meld, step.end) for step in found)
        if not steps:
            self.say("No card of the hand fits on a meld.")
            return
        why = self.session.why_not(steps[0])
        if why:
            self.say(why)
            return
        self._to_lay = steps
        room = 2 * (self.screen.across - 2)
        laid = [(step.card, step.meld) for step in steps]
        self.say(lay_all_text(self.screen.cap("lay-all"), self.style, laid, room), "accent")

    # -- the end of the turn --

    def action_discard(self, shanghai: bool = False) -> None:
        """Discards the picked card; the one under the cursor, or a joker, at a second key."""
        card = self.screen.cursor.chosen("discard")
        if card is None:
            return
        action = Discard(self.seat, card, shanghai)
        asks = self.screen.app.settings.discard_twice
        is_meant = (bool(self.hand.picked) or not asks) and not is_joker(card)
        if is_meant or self._again == action:
            self.do(action)
            return
        why = self.session.why_not(action)
        if why:
            self.say(why)
            return
        self._again = action
        key = self.screen.cap("discard-shanghai" if shanghai else "discard")
        declared = " with SHANGHAI" if shanghai else ""
        what = f"discard {self.style.text(card)}{declared}"
        self.say(again_text(key, what), "accent")

    def action_end(self) -> None:
        """Ends the turn without a discard (CA-15)."""
        self.do(EndTurn(self.seat))

    def action_step_back(self) -> None:
        """Takes back what waits for a second key, and all picks."""
        self._again, self._to_lay = None, ()
        self.screen.cursor.action_unpick()

    def action_undo(self) -> None:
        """Takes the last move back, or asks the table where that needs its consent.

        What one key laid off is taken back at once.
        """
        version, laid = self._laid_all
        order = self.session.back.own(self.seat, laid if version == self.session.version else 1)
        if order is None:
            self.session.ask_undo(self.seat)
            self.after_move()
            return
        refused = self.session.take_back(order)
        self._again, self._to_lay = None, ()
        self.after_move()
        done = self.session.log.last_said(self.seat)
        self.say(refused or done, "warn" if refused else "accent")

    def clicked(self, target: object) -> None:
        """A click on the stock draws, on the discard takes it or puts the picked card on it."""
        view = self.view
        drawing = view.phase is Phase.DRAW and view.turn == self.seat
        match target:
            case ("stock",) if drawing:
                self.action_draw()
            case ("discard",) if drawing:
                self.action_take()
            case ("discard",) if view.turn == self.seat and self.hand.picked:
                self.action_discard()
            case ("meld", int(meld)) if view.turn == self.seat and not drawing:
                self._lay_on(meld)

    def _lay_on(self, meld: int) -> None:
        """Lays the picked card on a clicked meld."""
        card = self.screen.cursor.chosen("lay off")
        if card is None or not self.hand.picked:
            return
        view = self.view
        spots = [(meld, end) for end in places(view.rules, view.table[meld], card)]
        self._to_a_place(
            card,
            spots or [(meld, None)],
            lambda index, end: LayOff(self.seat, card, index, end),
            "Lay off ",
        )
