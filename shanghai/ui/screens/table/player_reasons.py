"""Why a key of the player's own view does nothing now, and the keys that it has at other times."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from shanghai.engine.actions import (
    Call,
    CallShanghai,
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
from shanghai.engine.cards import label
from shanghai.engine.game import refuse
from shanghai.engine.refusal import refusal
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.text.phrases import call_name
from shanghai.text.refusals import reason, with_clauses
from shanghai.ui.screens.table.calling import seat_key
from shanghai.ui.session.player_help import may_hint
from shanghai.ui.text.own_turn import too_many_text
from shanghai.ui.text.table import computers_call_text
from shanghai.ui.widgets.keybar import Key

if TYPE_CHECKING:
    from shanghai.engine.view import SeatView
    from shanghai.ui.screens.table.player_view import PlayerScreen

_OF_ONE_CARD: Final = {"l": "lay-off", "j": "exchange", "x": "discard", "h": "discard"}
"""The keys that mean one card, and what they do with it."""
_NO_JOKER: Final = ("joker-for-joker", "no-such-meld", "no-joker-there")
"""Refusals of an exchange where another card or meld would be refused too."""
_IDLE: Final = (
    Key("d", "Draw", "", enabled=False),
    Key("t", "Take", "", enabled=False),
    Key("p", "Let go", "", enabled=False),
    Key("n", "No", "", enabled=False, why="No card is on offer to {name} now."),
    Key("s", "SHANGHAI", "", enabled=False),
    Key("g", "Go down", "", enabled=False),
    Key("l", "Lay off", "", enabled=False),
    Key("a", "Lay all", "", enabled=False),
    Key("j", "Joker", "", enabled=False),
    Key("x", "Discard", "", enabled=False),
    Key("h", "Discard SHANGHAI", "", enabled=False),
    Key("e", "End turn", "", enabled=False),
    Key("v", "Hint", "", enabled=False),
)


def idle_keys(screen: "PlayerScreen") -> tuple[Key, ...]:
    """The keys of a turn that the moment has not, the numbers of all seats among them."""
    view, word = screen.view, call_name(screen.view.rules)
    return (*_IDLE, *(seat_key(view, seat, word, "", False) for seat in view.seat_numbers))


def why_not(screen: "PlayerScreen", key: Key) -> str:
    """Why a key of the own view does nothing now."""
    session, seat, view = screen.session, screen.seat, screen.view
    name = session.short_names[seat]
    held = len(screen.hand.picked)
    if view.turn == seat and held > 1 and key.key in _OF_ONE_CARD:
        return too_many_text(held, _OF_ONE_CARD[key.key])
    if key.key.isdigit():
        return _why_no_call(screen, SeatIndex(int(key.key) - 1))
    match key.key:
        case "p":
            return session.why_not(Pass(seat)) or (
                "There is nothing to let go: nobody has called, and the discard cannot be taken."
            )
        case "s":
            return _why_no_shanghai(screen)
        case "f":
            return _why_no_wish(view, seat, session.short_names)
        case "u":
            return f"No move of this {view.rules.words.round} can be taken back."
        case "v" if not may_hint(screen.app, session, seat):
            return f"{name} plays without hints."
        case "v":
            return "A hint is for the own turn, and for a card on offer."
        case "n":
            return key.why.format(name=name)
        case _:
            return _why_no_move(screen, key.key)


def _why_no_move(screen: "PlayerScreen", key: str) -> str:
    """Why a move is not allowed, in the words of the rules."""
    session, seat, view = screen.session, screen.seat, screen.view
    card = screen.hand.picked[0] if screen.hand.picked else screen.hand.current
    if card is None:
        return session.why_not(Draw(seat)) or "The hand is empty."
    moves: dict[str, SeatAction] = {
        "d": Draw(seat),
        "t": Take(seat),
        "g": GoDown(seat, ()),
        "l": LayOff(seat, card, 0),
        "a": LayOff(seat, card, 0),
        "j": Swap(seat, card, 0),
        "x": Discard(seat, card),
        "h": Discard(seat, card, shanghai=True),
        "e": EndTurn(seat),
    }
    found = refuse(view, moves[key]) if key in moves else None
    if found is None:
        return ""
    if view.turn not in (seat, NOBODY):
        found = refusal("not-on-turn", "ALL-7", seat=seat, turn=view.turn)
    elif found.code == "no-such-meld" and key in "la" and not view.seats[seat].down:
        found = refusal("not-down", "ALL-6", seat=seat)
    elif found.code == "no-such-meld" and key in "la":
        return "No meld lies on the table yet."
    elif key == "j" and found.code in _NO_JOKER:
        return with_clauses("No meld on the table holds a joker.", view.rules, "exchange")
    return reason(view.rules, found, session.short_names)


def _why_no_call(screen: "PlayerScreen", seat: SeatIndex) -> str:
    """Why a seat does not call for the top discard now."""
    session = screen.session
    if session.is_bot(seat):
        return computers_call_text(session.short_names[seat])
    said = f"{session.short_names[seat]} has let this card go by."
    return session.why_not(Call(seat, session.rules.call_word)) or said


def _why_no_shanghai(screen: "PlayerScreen") -> str:
    """Why nobody at the keyboard may call SHANGHAI on the top discard."""
    view, names = screen.view, screen.session.short_names
    found = refuse(view, CallShanghai(screen.seat, -1))
    if found is None or found.code == "no-such-meld":
        card = "" if view.top is None else label(view.top)
        return with_clauses(f"{card} fits on no meld of the table.", view.rules, "shanghai")
    return reason(view.rules, found, names)


def _why_no_wish(view: "SeatView", seat: SeatIndex, names: Sequence[str]) -> str:
    """Why nothing can be wished for: no call is left, or being down ends one's calls."""
    rules = view.rules
    if view.calls_left(seat) > 0:
        return reason(rules, refusal("down-no-call", "call_when_down", seat=seat), names)
    limit = rules.calls_in(view.round)
    return reason(rules, refusal("no-calls-left", "call_limit", seat=seat, limit=limit), names)
