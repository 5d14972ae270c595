"""Calls and draws: who may claim the top discard, and how a turn begins."""

from collections.abc import Iterator, Sequence

from msgspec import structs

from shanghai.engine import opening, supply
from shanghai.engine.actions import Action, Call, Deal, Discard, Draw, EndTurn, Pass, Take, ThrowIn
from shanghai.engine.cards import Card
from shanghai.engine.events import CallGranted, CallLapsed, CallMade, DiscardTaken, Drawn, Passed
from shanghai.engine.refusal import Refusal, refusal
from shanghai.engine.scoring import end_blocked
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Phase, Situation, State
from shanghai.engine.wild import is_wild


def _settle(table: supply.Piles) -> None:
    """Grants the call that comes first. The other calls lapse and cost nothing (ALL-9)."""
    state = table.state
    caller, card = supply.first_caller(state), state.discards[0]
    lapsed = [CallLapsed(seat, card) for seat in state.calls if seat != caller]
    table.state = supply.without_top(state)
    extra = table.supply(state.call_cost(caller))
    points, chips = state.call_points(caller), state.call_chips(caller)
    seat = state.seats[caller]
    seats = supply.with_seat(
        state,
        caller,
        hand=(*seat.hand, card, *extra),
        calls_used=seat.calls_used + 1,
        chips=seat.chips - chips,
        fined=seat.fined + points,
    )
    table.state = structs.replace(table.state, seats=seats)
    table.events += [CallGranted(caller, card, extra, points, chips), *lapsed]


# Draw, take, pass


def refuse_between_rounds(state: Situation) -> Refusal | None:
    """Why nobody may play: no round is on, as it is over or not dealt yet (ALL-8)."""
    if state.phase in (Phase.DRAW, Phase.PLAY):
        return None
    return refusal("round-not-on", "ALL-8", phase=state.phase.value)


def refuse_turn(state: Situation, seat: SeatIndex, phase: Phase) -> Refusal | None:
    """Why a seat may not make a move that belongs to `phase`, which is DRAW or PLAY (ALL-7)."""
    if state.phase is not phase:
        code = "not-before-the-draw" if phase is Phase.DRAW else "not-drawn"
        return refuse_between_rounds(state) or refusal(code, "ALL-7", phase=state.phase.value)
    if seat != state.turn:
        return refusal("not-on-turn", "ALL-7", seat=seat, turn=state.turn)
    return None


def refuse_draw(state: Situation, action: Draw | Pass) -> Refusal | None:
    """Why the player may not draw from the stock (ALL-7), or let the top discard go (ALL-9)."""
    bad = refuse_turn(state, action.seat, Phase.DRAW)
    return bad or supply.refuse_renewed(state, action.renewed, need_of_draw, action)


def need_of_draw(state: Situation, action: Draw | Pass) -> supply.Need:
    """The discards that become the stock in a draw or pass, which settles the waiting calls."""
    drawn = int(isinstance(action, Draw))
    if not state.calls:
        return supply.stock_need(state, drawn, called=False)
    extra = state.call_cost(supply.first_caller(state))
    return supply.stock_need(state, drawn + extra, called=True)


def do_draw(state: State, action: Draw) -> supply.Outcome:
    """Settles the calls, then draws. If no card is left to draw, the round ends (ALL-11)."""
    if state.stock and not state.calls:
        card = state.stock[0]
        return _drawn(state, card, stock=state.stock[1:]), (Drawn(action.seat, card),)
    table = supply.Piles(state, action.renewed)
    if state.calls:
        _settle(table)
    cards = table.supply(1)
    if not cards:
        after, ended = end_blocked(table.state)
        return after, (*table.events, *ended)
    return _drawn(table.state, cards[0]), (*table.events, Drawn(action.seat, cards[0]))


def _drawn(state: State, card: Card, **changes: object) -> State:
    """The state after the player on turn drew a card, with other `changes`."""
    return structs.replace(
        state,
        **changes,
        seats=supply.with_seat(state, state.turn, hand=(*state.seats[state.turn].hand, card)),
        phase=Phase.PLAY,
        live=True,
        locked=False,
        tossed=False,
        given_up=False,
        calls=(),
    )


def refuse_top(state: Situation) -> Refusal | None:
    """Why nobody may have the top discard now, neither by a draw nor by a call."""
    if not state.discards:
        return refusal("no-discard", "ALL-9")
    if state.locked:
        return refusal("shanghaied", "shanghai", card=state.discards[0])
    if state.no_discard:
        return refusal("after-no-discard", _why_no_discard(state), card=state.discards[0])
    if not state.live:
        return refusal("dead", "beneath", card=state.discards[0])
    if state.rules.joker_tossed == "blocks" and is_wild(state.rules, state.discards[0]):
        return refusal("joker-blocks", "joker_tossed", card=state.discards[0])
    return None


def _why_no_discard(state: Situation) -> str:
    """The name of the rule by which the last turn could end without a discard."""
    if state.ending is not None:
        return "last_turn"
    return "all_in_rounds" if state.rules.last_discard else "last_discard"


def refuse_take(state: Situation, action: Take) -> Refusal | None:
    """Why the player on turn may not take the top discard (ALL-7, RG-9, CA-10, PR-6)."""
    if bad := refuse_turn(state, action.seat, Phase.DRAW) or refuse_top(state):
        return bad
    if state.given_up:
        return refusal("given-up", "ALL-7", card=state.discards[0])
    if supply.is_barred_from_taking(state):
        card, is_down = state.discards[0], state.seats[state.turn].down
        return refusal("may-not-take", "take_discard", card=card, is_down=is_down)
    if supply.takes_to_open(state) and not opening.can_open(state, state.discards[0]):
        return refusal("takes-to-open", "take_discard", card=state.discards[0])
    if state.calls and not _may_take_before_callers(state):
        is_if_down = state.rules.first_right == "unless-down"
        caller = supply.first_caller(state)
        return refusal("caller-first", "first_right", seat=caller, is_if_down=is_if_down)
    return None


def _may_take_before_callers(state: Situation) -> bool:
    """Whether the player on turn comes before the callers, if the player may take the card."""
    if supply.takes_to_open(state):
        return state.rules.first_right != "never"
    return supply.holds_first_right(state)


def do_take(state: State, action: Take) -> supply.Outcome:
    """Takes the top discard as the draw. Waiting calls lapse and cost nothing.

    Who may take it only to go down must then go down in this turn (HR-9).
    """
    card = state.discards[0]
    lapsed = tuple(CallLapsed(seat, card) for seat in state.calls)
    changes: dict[str, object] = {"discards": state.discards[1:], "tossers": state.tossers[1:]}
    if supply.takes_to_open(state):
        changes["must_go_down"] = True
    return _drawn(state, card, taken=card, **changes), (DiscardTaken(action.seat, card), *lapsed)


def do_pass(state: State, action: Pass) -> supply.Outcome:
    """Settles the calls. If there are none, the player on turn lets the top discard go."""
    if state.calls:
        table = supply.Piles(state, action.renewed)
        _settle(table)
        return table.state, tuple(table.events)
    if _pass_changes_nothing(state, action.seat):
        return state, ()
    passed = Passed(action.seat, state.discards[0])
    return structs.replace(state, given_up=True), (passed,)


def _pass_changes_nothing(state: Situation, seat: SeatIndex) -> bool:
    """Whether a pass changes nothing. The answer must not show if the player can go down (HR-9)."""
    if supply.takes_to_open(state):
        return state.given_up or refuse_top(state) is not None
    return refuse_take(state, Take(seat)) is not None


# Calls


def _refuse_window(state: Situation) -> Refusal | None:
    """Why nobody may claim the top discard now."""
    if state.phase is not Phase.DRAW:
        return refuse_between_rounds(state) or refusal(
            "window-closed", "ALL-9", phase=state.phase.value
        )
    return refuse_top(state)


def refuse_spent(state: Situation, seat: SeatIndex) -> Refusal | None:
    """Why a seat may make no more calls, in this round or in the whole game."""
    if state.calls_left(seat) > 0:
        return None
    limit, player = state.call_limit(seat), state.seats[seat]
    if player.calls_used >= limit:
        return refusal("no-calls-left", "call_limit", seat=seat, limit=limit)
    in_game = state.rules.calls_per_game + player.handicap.calls
    return refusal("no-calls-in-game", "calls_per_game", seat=seat, limit=in_game)


def _refuse_caller(state: Situation, seat: SeatIndex) -> Refusal | None:
    """Why this seat may not claim the top discard, which others might claim."""
    rules = state.rules
    if seat == state.turn:
        return refusal("on-turn", "ALL-9", seat=seat)
    if seat == state.tossers[0] and not rules.own_discard:
        return refusal("own-discard", "ALL-9", seat=seat, card=state.discards[0])
    if seat in state.calls:
        return refusal("called-already", "ALL-9", seat=seat)
    if bad := refuse_spent(state, seat):
        return bad
    if rules.calls_till_down and any(player.down for player in state.seats):
        return refusal("calls-over", "calls_till_down")
    if state.seats[seat].down and not rules.call_when_down:
        return refusal("down-no-call", "call_when_down", seat=seat)
    if seat == state.out:
        return refusal("out-already", "last_turn", seat=seat)
    if rules.call_chips and state.call_chips(seat) > state.seats[seat].chips:
        chips, price = state.seats[seat].chips, state.call_chips(seat)
        return refusal("no-chips", "call_chips", seat=seat, chips=chips, price=price)
    return None


def _is_supplied(state: Situation, seat: SeatIndex) -> bool:
    """Whether the stock can give the cards that come with a call of the seat (ALL-11)."""
    return supply.supply(state, called=True) >= state.call_cost(seat)


def refuse_call(state: Situation, action: Call) -> Refusal | None:
    """Why a seat may not claim the top discard out of turn (ALL-9, ALL-11)."""
    rules = state.rules
    if action.word != rules.call_word:
        return refusal("wrong-word", "call_word", word=action.word, right=rules.call_word)
    if bad := _refuse_window(state) or _refuse_caller(state, action.seat):
        return bad
    if not _is_supplied(state, action.seat):
        cost = state.call_cost(action.seat)
        return refusal("no-supply", "ALL-11", cost=cost, left=supply.supply(state, True))
    return supply.refuse_renewed(state, action.renewed, need_of_call, action)


def need_of_call(state: Situation, action: Call) -> supply.Need:
    """The discards that become the stock in a call that is granted at once (PR-6)."""
    if not supply.settles_at_once(state):
        return supply.NO_NEED
    return supply.stock_need(state, state.call_cost(action.seat), called=True)


def do_call(state: State, action: Call) -> supply.Outcome:
    """Makes a call. It is granted at once if the first call wins; else it is settled later."""
    call_made = CallMade(action.seat, state.discards[0])
    after = structs.replace(state, calls=(*state.calls, action.seat))
    if not supply.settles_at_once(state):
        return after, (call_made,)
    table = supply.Piles(after, action.renewed)
    _settle(table)
    return table.state, (call_made, *table.events)


def callers(state: Situation) -> tuple[SeatIndex, ...]:
    """The seats that may call the top discard now."""
    if _refuse_window(state):
        return ()
    able = [seat for seat in state.seat_numbers if seat != state.turn and state.calls_left(seat)]
    return tuple(
        [seat for seat in able if _refuse_caller(state, seat) is None and _is_supplied(state, seat)]
    )


def possible_calls(state: Situation, seats: Sequence[SeatIndex]) -> Iterator[Call]:
    """The calls for the top discard that these seats may make now."""
    word = state.rules.call_word
    return (Call(seat, word) for seat in callers(state) if seat in seats)


def is_fresh_top(before: State, after: State, action: Action) -> bool:
    """Whether an action began a new turn or phase, or brought another discard to the top."""
    return (
        isinstance(action, Deal | Discard | EndTurn | ThrowIn)
        or before.top != after.top
        or before.phase is not after.phase
    )
