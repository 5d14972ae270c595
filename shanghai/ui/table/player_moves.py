"""The commands for moves in the player's own view: draw, take, call, meld, lay off, discard."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from shanghai.engine import actions
from shanghai.engine.cards import Card, Face, face_of, is_joker, label
from shanghai.engine.game import refuse
from shanghai.engine.melds import places
from shanghai.engine.refusal import Refusal, refusal
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY
from shanghai.engine.solver import lay_offs
from shanghai.engine.state import End, Meld, Phase, SeatView
from shanghai.engine.supply import supply
from shanghai.engine.turn import may_lay
from shanghai.engine.wild import wild_index
from shanghai.ui import screens
from shanghai.ui.kit.cards import card_bit
from shanghai.ui.kit.command import Part, Reason, command
from shanghai.ui.kit.lines import Bit, Target
from shanghai.ui.table.hand import Hand
from shanghai.ui.table.hand_screen import HINT, HandScreen
from shanghai.ui.table.meld_text import meld_options, spots
from shanghai.ui.table.option_picker import OptionPicker
from shanghai.ui.table.table_screen import (
    CALLING,
    HAND,
    NO_CALL_KEY,
    PLAYING,
    UNDO_KEY,
    LineQuestion,
)
from shanghai.ui.table.targets import DiscardTarget, MeldTarget, StockTarget
from shanghai.words import own_turn as words, table as table_words
from shanghai.words.cards import CardStyle
from shanghai.words.grammar import Noun
from shanghai.words.language import spoken
from shanghai.words.refusals import with_clauses
from shanghai.words.short_names import name_at

_NO_JOKER: Final = ("joker-for-joker", "no-such-meld", "no-joker-there")
"""Refusals of an exchange that do not depend on the card or the meld."""


class MovesToConfirm(LineQuestion, frozen=True):
    """Shown moves that the same key makes when it is pressed again."""

    moves: tuple[actions.SeatAction, ...]


class PlayerMoves(Part[HandScreen[None]]):
    """Does the commands of the own view. Every move goes through the session, which may refuse
    it."""

    _last_lay_offs: tuple[int, int] = -1, 1
    """The version after one key has laid off several cards, and their number."""
    _declared_in: tuple[int, int] = -1, -1
    """The round and turn in which SHANGHAI was declared for a card that fits nowhere."""
    _fitting: tuple[int, bool] = -1, False
    """A version of the game, and whether a card of the hand fits on a meld in it."""

    def __init__(self, screen: HandScreen[None]) -> None:
        super().__init__(screen)
        self.session = screen.session
        self._no_joker: dict[str, str] = {}
        """The sentence that no joker is on the table, by language. It is needed at every key."""
        self.seat = screen.seat
        self.say = screen.say
        self.picker = OptionPicker(screen)

    @property
    def view(self) -> SeatView:
        """What the player of this view may see."""
        return self.screen.view

    @property
    def hand(self) -> Hand:
        """The hand as the player has arranged it."""
        return self.screen.hand

    def do(self, action: actions.SeatAction) -> bool:
        """Makes a move. Says why if it is refused. Leaves the view when the turn is over. Whether
        it was made."""
        if not self.screen.is_on_top:
            return False
        self.screen.workers.cancel_group(self.screen, HINT)
        refused = self.session.do(action)
        self.say(refused)
        self.after_move()
        return not refused

    def after_move(self) -> None:
        """Draws what has changed, as long as this player has the keyboard."""
        if self.session.keyboard == self.seat:
            self.screen.redraw()

    def forget_if_moved(self) -> None:
        """Forgets moves that wait for a second press, once another card is under the cursor."""
        picked = self.hand.picked
        meant = picked[0] if picked else self.hand.current
        match self._to_confirm:
            case (actions.Discard(card=card) | actions.Swap(card=card),) if (
                len(picked) > 1 or meant != card
            ):
                self.say()

    @property
    def _to_confirm(self) -> tuple[actions.SeatAction, ...]:
        """The shown moves that the same key makes when it is pressed again."""
        waiting = self.screen.waiting
        return waiting.moves if isinstance(waiting, MovesToConfirm) else ()

    def _ask_to_confirm(self, sentence: str, *moves: actions.SeatAction) -> None:
        """Says what the key does when it is pressed again, and keeps these moves for that."""
        self.say(sentence, "accent", MovesToConfirm(moves))

    def _chosen(self, verb: str) -> Card | None:
        """The only picked card, or the one under the cursor if none is picked. If several are, says
        so and returns None."""
        hand = self.hand
        if len(hand.picked) > 1:
            self.say(words.PICK_ONE.format(verb=verb, count=len(hand.picked)))
            return None
        return hand.picked[0] if hand.picked else hand.current

    @property
    def is_drawing(self) -> bool:
        """Whether the player on turn must draw or take now."""
        return self.view.turn == self.seat and self.view.phase is Phase.DRAW

    @property
    def is_playing(self) -> bool:
        """Whether the player has drawn and is on turn."""
        return self.view.turn == self.seat and self.view.phase is Phase.PLAY

    def refused(self, action: actions.SeatAction) -> Refusal | None:
        """Why the rules do not allow a move of the player. Out of turn, that is the reason. None if
        they do."""
        view = self.view
        reason = refuse(view, action)
        if reason is not None and view.turn not in (self.seat, NOBODY):
            return refusal("not-on-turn", "ALL-7", seat=self.seat, turn=view.turn)
        return reason

    def _with_card(self, what: str, why_not: Callable[[Card], Reason | None]) -> Reason | None:
        """Why a move with the chosen card is not possible. `what` names the move, for when several
        cards are picked. Empty: it may take several."""
        picked = self.hand.picked
        card = picked[0] if picked else self.hand.current
        if card is None:
            return self.refused(actions.Draw(self.seat)) or words.HAND_IS_EMPTY
        if what and self.view.turn == self.seat and len(picked) > 1:
            return words.of("TOO_MANY", what, count=len(picked))
        return why_not(card)

    def _why_no_lay(self, card: Card) -> Reason | None:
        view, version = self.view, self.session.version
        if self.is_playing and may_lay(view, self.seat) and view.table:
            # Found once for each move of the game.
            if self._fitting[0] != version:
                hand = view.seats[self.seat].hand
                self._fitting = version, any(spots(view, card) for card in hand)
            return None if self._fitting[1] else words.NOTHING_FITS
        reason = self.refused(actions.LayOff(self.seat, card, 0))
        if reason is not None and reason.code == "no-such-meld":
            if not view.seats[self.seat].down:
                return refusal("not-down", "ALL-6", seat=self.seat)
            return words.NO_MELD_YET
        return reason

    @command("d", when=is_drawing, why_not=lambda moves: moves.refused(actions.Draw(moves.seat)))
    def action_draw(self) -> None:
        """Draws from the stock. Asks first if the draw would end the round."""
        draw = actions.Draw(self.seat)
        ends = not self.view.calls and not supply(self.view, called=False)
        if ends and self._to_confirm != (draw,) and not self.session.why_not(draw):
            key = self.screen.keys.cap("draw")
            self._ask_to_confirm(words.NOTHING_TO_DRAW(self.view.rules, key=key), draw)
            return
        self.do(draw)

    @command("t", when=is_drawing, why_not=lambda moves: moves.refused(actions.Take(moves.seat)))
    def action_take(self) -> None:
        """Takes the top discard."""
        self.do(actions.Take(self.seat))

    def _why_no_pass(self) -> Reason | None:
        view = self.view
        reason = refuse(view, actions.Pass(self.seat))
        if reason is not None or view.calls:
            return reason
        if refuse(view, actions.Take(self.seat)) is not None:
            return words.NOTHING_TO_LET_GO
        calls = (actions.Call(seat, view.rules.call_word) for seat in view.seat_numbers)
        return words.NOBODY_TO_LET_HAVE if all(refuse(view, each) for each in calls) else None

    @command("p", when=is_drawing, why_not=_why_no_pass)
    def action_let_go(self) -> None:
        """Lets the top discard go to the player who has called it."""
        top, waits = self.view.top, not self.view.calls
        if self.do(actions.Pass(self.seat)) and waits and top is not None:
            self.say(words.LET_GO.format(card=label(top)), "accent")

    def _why_not_offered(self) -> Reason | None:
        name = self.session.short_names[self.seat]
        return None if self.screen.is_offered else words.NO_OFFER.format(name=name)

    @command(
        NO_CALL_KEY,
        when=lambda moves: moves.screen.is_offered,
        why_not=_why_not_offered,
        place=CALLING,
    )
    def action_no_call(self) -> None:
        """Lets the card on offer go."""
        self.screen.workers.cancel_group(self.screen, HINT)
        self.session.let_go()
        self.screen.redraw()

    def _go_down_label(self) -> str:
        is_further = self.view.rules.meld_when_down and self.view.seats[self.seat].down
        return words.NEW_MELD if is_further else words.GO_DOWN

    def _why_not_down(self) -> Reason | None:
        view = self.view
        if self.is_playing and (
            not view.seats[self.seat].down
            or (view.rules.meld_when_down and may_lay(view, self.seat))
        ):
            return None
        return self.refused(actions.GoDown(self.seat, ()))

    @command("g", label=_go_down_label, when=is_playing, why_not=_why_not_down, place=PLAYING)
    def action_go_down(self) -> None:
        """Opens the screen that lays out melds."""
        self.screen.app.open_then(screens.LayDownScreen(self.session, self.seat), self.do)

    def _why_no_lay_off(self, what: str = "lay-off") -> Reason | None:
        return self._with_card(what, self._why_no_lay)

    @command("l", when=is_playing, why_not=_why_no_lay_off, place=PLAYING)
    def action_lay_off(self) -> None:
        """Lays the picked card off on a meld. Asks for the place if there are several."""
        if self.picker.is_open:
            self.picker.action_take()
            return
        card = self._chosen("lay off")
        if card is not None:
            self._lay_on(card, spots(self.view, card))

    def _lay_on(self, card: Card, places: Sequence[tuple[int, End | None]]) -> None:
        self._to_a_place(card, places, partial(actions.LayOff, self.seat, card), words.LAY_OFF)

    @command("a", when=is_playing, why_not=lambda moves: moves._why_no_lay_off(""), place=PLAYING)
    def action_lay_all(self) -> None:
        """Shows the lay-offs that take most points from the hand. Pressed again, it makes them."""
        shown = self._to_confirm
        if isinstance(next(iter(shown), None), actions.LayOff):
            for count, step in enumerate(shown, 1):
                if not self.do(step) or not self.screen.is_on_top:
                    return
                self._last_lay_offs = self.session.version, count
            return
        view = self.view
        best = lay_offs(view.seats[self.seat].hand, view.table, view.rules)
        steps = tuple(actions.LayOff(self.seat, step.card, step.meld, step.end) for step in best)
        if why := self.session.why_not(steps[0]) if steps else words.NOTHING_FITS:
            self.say(why)
            return
        steps_shown = [(step.card, step.meld) for step in steps]
        key, style = self.screen.keys.cap("lay-all"), self.screen.app.card_style
        sentence = table_words.lay_all_text(key, style, steps_shown, 2 * (self.screen.across - 2))
        self._ask_to_confirm(sentence, *steps)

    @property
    def _has_exchange(self) -> bool:
        return self.is_playing and self.view.rules.exchange != "none"

    def _why_no_swap(self, card: Card) -> Reason | None:
        view = self.view
        if self._has_exchange and any(meld.wild_count for meld in view.table):
            return None
        reason = self.refused(actions.Swap(self.seat, card, 0))
        if reason is not None and reason.code in _NO_JOKER:
            sentence = self._no_joker.get(spoken())
            if sentence is None:
                sentence = with_clauses(words.NO_JOKER_LIES(view.rules), view.rules, "exchange")
                self._no_joker[spoken()] = sentence
            return sentence
        return reason

    @command(
        "j",
        when=_has_exchange,
        why_not=lambda moves: moves._with_card("exchange", moves._why_no_swap),
        place=PLAYING,
    )
    def action_exchange(self) -> None:
        """Exchanges the picked card for a joker. If none is picked, offers one that wins a joker,
        and exchanges it when pressed again."""
        picked = self.hand.picked
        if self.picker.is_open:
            self.picker.action_take()
            return
        match self._to_confirm:
            case _ if picked:
                self._exchange(picked[0])
            case (actions.Swap(card=card),):
                self._exchange(card)
            case _:
                self._offer_exchange()

    def _exchange(self, card: Card) -> None:
        places = [(swap.meld, None) for swap in self._swaps(card)]
        if places:
            swap = partial(actions.Swap, self.seat, card)
            self._to_a_place(card, places, lambda meld, end: swap(meld), words.EXCHANGE)
        else:
            self._say_what_wins(words.WINS_NO_JOKER(self.view.rules, card=self._text(card)))

    def _swaps(self, card: Card) -> list[actions.Swap]:
        rules, table = self.view.rules, enumerate(self.view.table)
        won = [at for at, meld in table if wild_index(rules, meld, card) >= 0]
        return [actions.Swap(self.seat, card, at) for at in won]

    def _text(self, card: Card | Face) -> str:
        return self.screen.app.card_style.text(card)

    def _offer_exchange(self) -> None:
        """Shows a card of the hand that wins a joker, if possible the one under the cursor."""
        possible = (swap for card in self.hand.cards for swap in self._swaps(card))
        swaps = [swap for swap in possible if not self.session.why_not(swap)]
        here = [swap for swap in swaps if swap.card == self.hand.current]
        faces = sorted({face_of(swap.card) for swap in swaps})
        if not swaps:
            self._say_what_wins(words.NO_CARD_WINS(self.view.rules))
        elif here or len(faces) == 1:
            swap = (here or swaps)[0]
            self.hand.point(swap.card)
            self.screen.draw_hand()
            facts = {"card": self._text(swap.card), "meld": swap.meld + 1}
            what = words.GIVE_FOR_JOKER(self.view.rules, **facts)
            key = self.screen.keys.cap("exchange")
            self._ask_to_confirm(words.AGAIN.format(key=key, what=what), swap)
        else:
            self.say(words.SEVERAL_WIN(self.view.rules, cards=[self._text(face) for face in faces]))

    def _say_what_wins(self, sentence: str) -> None:
        """Says which cards win the jokers on the table, except those of the player's own melds."""
        view = self.view
        jokers = [
            (index, meld)
            for index, meld in enumerate(view.table)
            if meld.wild_count and (view.rules.exchange != "others" or meld.owner != self.seat)
        ]
        if jokers:
            wins = [
                _what_wins(view.rules, *each, self.screen.app.card_style) for each in jokers[:3]
            ]
            sentence = words.JOKERS_WON(said=sentence, wins=wins)
        else:
            sentence = words.OWN_JOKERS(view.rules, said=sentence, name=name_at(view, self.seat))
        self.say(with_clauses(sentence, view.rules, "exchange"))

    def _to_a_place(
        self,
        card: Card,
        places: Sequence[tuple[int, End | None]],
        move: Callable[[int, End | None], actions.SeatAction],
        verb: str,
    ) -> None:
        """Makes a move on the only possible meld, or on the one that is chosen. If there is none,
        says why the first is not possible."""
        legal = [place for place in places if not self.session.why_not(move(*place))]
        if not legal:
            self.say(self.session.why_not(move(*(places[0] if places else (0, None)))))
            if not places and self.view.table and self.view.seats[self.seat].down:
                self.say(words.NO_MELD_TAKES.format(card=self._text(card)))
            return
        style = self.screen.app.card_style
        title = (Bit(verb, "strong"), card_bit(card, style), Bit(words.ON_MELD))
        options = meld_options(self.view, legal, style, card)
        self.picker.ask(title, options, lambda chosen: self.do(move(chosen.meld, chosen.end)))

    def _why_no_discard(self, shanghai: bool = False) -> Reason | None:
        def why_not(card: Card) -> Reason | None:
            if not shanghai:
                return self.refused(actions.Discard(self.seat, self.hand.cards[0]))
            if self.is_playing and self.view.table:
                # Whether the card fits is for the player to see.
                return words.DECLARED_WRONGLY if self._declared_in == self._turn else None
            return self.refused(actions.Discard(self.seat, card, shanghai=True))

        return self._with_card("discard", why_not)

    @property
    def _turn(self) -> tuple[int, int]:
        return self.view.round, self.view.turns

    def _may_discard(self, shanghai: bool = False) -> bool:
        return self.is_playing and (self.view.rules.shanghai or not shanghai)

    @command("x", id="discard", when=_may_discard, why_not=_why_no_discard, place=PLAYING)
    @command(
        "s", True, id="discard-shanghai", when=_may_discard, why_not=_why_no_discard, place=PLAYING
    )
    def action_discard(self, shanghai: bool = False) -> None:
        """Discards the picked card. If it is only under the cursor, or a joker, the key must be
        pressed twice."""
        card = self._chosen("discard")
        if card is None:
            return
        action = actions.Discard(self.seat, card, shanghai)
        if shanghai and self.session.why_not(action):
            self._declared_in = self._turn
        asks = self.screen.app.settings.discard_twice
        is_meant = (bool(self.hand.picked) or not asks) and not is_joker(card)
        if is_meant or self._to_confirm == (action,):
            self.do(action)
            return
        if why := self.session.why_not(action):
            self.say(why)
            return
        key = self.screen.keys.cap("discard-shanghai" if shanghai else "discard")
        what = words.DISCARD_WITH_SHANGHAI if shanghai else words.DISCARD_IT
        sentence = words.AGAIN.format(key=key, what=what.format(card=self._text(card)))
        self._ask_to_confirm(sentence, action)

    @command(
        "e",
        id="end-turn",
        when=lambda moves: (
            moves.is_playing and (not moves.view.rules.last_discard or moves.view.all_in)
        ),
        why_not=lambda moves: moves.refused(actions.EndTurn(moves.seat)),
        place=PLAYING,
    )
    def action_end(self) -> None:
        """Ends the turn without a discard (CA-15)."""
        self.do(actions.EndTurn(self.seat))

    @command("escape,backspace", shown=False, place=HAND)
    def action_step_back(self) -> None:
        """Forgets moves that wait for a second press and puts picked cards back. If there is
        nothing to do, says how to leave."""
        is_idle = not (self.hand.picked or self.screen.status_rows)
        self.hand.unpick()
        self.say(self.screen.how_to_leave if is_idle else "")
        self.screen.after_hand_change()

    def _why_no_undo(self) -> Reason | None:
        return None if self.session.offers.is_possible else words.NO_UNDO(self.view.rules)

    @command(UNDO_KEY, why_not=_why_no_undo, place=HAND)
    def action_undo(self) -> None:
        """Undoes the last move, or all lay-offs of one key. If that is not allowed, asks the
        table."""
        version, count = self._last_lay_offs
        order = self.session.offers.own(self.seat, count if version == self.session.version else 1)
        if order is None:
            self.session.ask_undo(self.seat)
            self.after_move()
            return
        refused = self.session.undo(order)
        self.after_move()
        look = "warn" if refused else "accent"
        self.say(refused or self.session.log.latest_sentence(self.seat), look)

    def clicked(self, target: Target) -> None:
        """Draws at a click on the stock. At a click on the discards, takes the top one or discards
        the picked card."""
        match target:
            case StockTarget() if self.is_drawing:
                self.action_draw()
            case DiscardTarget() if self.is_drawing:
                self.action_take()
            case DiscardTarget() if self.view.turn == self.seat and self.hand.picked:
                self.action_discard()
            case _ if self.picker.is_open:
                self.picker.clicked(target)
            case MeldTarget(meld) if self.view.turn == self.seat and not self.is_drawing:
                card = self._chosen("lay off")
                if card is not None and self.hand.picked:
                    ends = places(self.view.rules, self.view.table[meld], card) or [None]
                    self._lay_on(card, [(meld, end) for end in ends])


def _what_wins(rules: Rules, index: int, meld: Meld, style: CardStyle) -> str:
    """The words that say which cards win a joker of a meld: `5♠ wins the joker of meld 3`."""
    jokers, number = meld.wild_count, index + 1
    if meld.is_run:
        cards = [style.text(face) for face in sorted(meld.stood_for)]
        return words.RUN_CARD_WINS(rules, cards=cards, jokers=jokers, number=number)
    return words.SET_CARD_WINS(rules, rank=Noun(style.rank(meld.low)), jokers=jokers, number=number)
