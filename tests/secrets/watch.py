"""Games for the tests of this folder, and what watches their events and views for all seats."""

from collections import Counter
from random import Random

from shanghai.engine.actions import Correct, StopGame
from shanghai.engine.events import DealerDrawn, MovesUndone
from shanghai.engine.seen import seen_by, view_for
from shanghai.engine.shanghai import shanghai_calls
from shanghai.engine.state import Phase
from shanghai.engine.undo import UndoRequest
from shanghai.table.host import Host, Player

from .known import COVERED, ONLOOKER, card_fields, event_for, state_for
from .places import has_seen

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eva", "Fay", "Gus", "Hal")
UNDEALT = (Phase.DEALING, Phase.ROUND_OVER, Phase.THROWN_IN)
BEYOND_PLACES = (DealerDrawn, MovesUndone)
"""Events whose cards lie in no pile, or lay there earlier: by their lines alone."""


class Watch:
    """Compares what the engine shows with both readings, and counts what it has compared."""

    def __init__(self):
        self.fields = Counter()
        """Cards compared, by type, field, and whether the viewer may know them."""
        self.types = Counter()
        """Events and states compared, by type."""

    def follow(self, host):
        """Watches a host from now on."""
        host.on_change.append(self.see_move)
        host.on_undo.append(self.see_undo)

    def see_move(self, before, action, after, events):
        """Compares the events of a move and the views after it, for all viewers."""
        for viewer in viewers(after):
            self._view(after, viewer)
            for event in events:
                self._event(event, viewer, before, after)

    def see_undo(self, order, before, after, event):
        """Compares what is told of moves taken back, and the views of the state gone back to."""
        for viewer in viewers(after):
            self._view(after, viewer)
            self._event(event, viewer, before, after)

    def _view(self, state, viewer):
        view, known = view_for(state, viewer), state_for(state, viewer)
        assert view.viewer == viewer
        self._same(view, known, viewer)
        for name, card in card_fields(known):
            self.fields[*name, card != COVERED] += 1

    def _event(self, event, viewer, before, after):
        shown = seen_by(event, viewer)
        self._same(shown, event_for(event, viewer), viewer)
        for (name, card), (_, seen) in zip(card_fields(event), card_fields(shown), strict=True):
            if card == COVERED:
                continue
            self.fields[*name, seen == card] += 1
            if not isinstance(event, BEYOND_PLACES):
                knows = has_seen(card, viewer, before, after)
                assert (seen == card) == knows, f"{name} of card {card}, seen by {viewer}"

    def _same(self, shown, known, viewer):
        """Compares two values field by field, the second as the clauses have it."""
        name = type(known).__name__
        self.types[name] += 1
        for field in known.__struct_fields__:
            assert getattr(shown, field) == getattr(known, field), f"{name}.{field} for {viewer}"


def viewers(state):
    """Everybody who may look at a table: each seat, and who has none."""
    return range(ONLOOKER, len(state.seats))


def hosted(rules, players, seed, level="random"):
    """A host before the draw, with so many computers of a level."""
    return Host(rules, [Player(name, level) for name in NAMES[:players]], seed)


def play(host, moves, *, lively=False):
    """Plays so many moves or to the end of the game, and says how many; a lively table also takes
    moves back, calls SHANGHAI where it can, hands seats over, corrects scores, may stop early."""
    dice = Random(f"{host.seed} lively")
    for number in range(moves):
        state = host.state
        if state.phase is Phase.GAME_OVER:
            return number
        if lively and _did_something_rare(host, dice, number):
            continue
        if state.phase is Phase.SEATING:
            host.draw_for_dealer()
        elif state.phase in UNDEALT:
            host.deal()
        else:
            host.do(host.bot_action())
    return moves


def _did_something_rare(host, dice, number):
    state, chance = host.state, dice.random()
    seat = dice.randrange(state.players)
    if state.phase is Phase.ROUND_OVER and not state.corrections:
        order = Correct(seat, state.round, dice.randint(-9, 90), "counted again")
        if host.refuse(order) is None:
            host.do(order)
            return True
    if state.phase is Phase.ROUND_OVER and len(state.results) > 2 and chance < 0.7:
        host.do(StopGame())
        return True
    if state.phase in (Phase.DRAW, Phase.PLAY) and chance < 0.02:
        host.hand_over(seat, f"N{number}", "random")
        return True
    if call := next(shanghai_calls(state, state.seat_numbers), None):
        host.do(call)
        return True
    if host.undo_history.moments and chance < 0.05:
        moment = dice.choice(host.undo_history.moments[-6:])
        host.take_back(UndoRequest(seat, moment.number, agreed=True))
        return True
    return False
