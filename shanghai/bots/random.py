"""The random computer player: any legal move, but it goes down when it can."""

from shanghai.bots.simple import SimpleBot
from shanghai.engine import actions
from shanghai.engine.game import legal, refuse
from shanghai.engine.shanghai import shanghai_calls
from shanghai.engine.state import Phase, SeatView

RANDOM_TURNS = 6
"""After so many of its turns in a round it plays as the simple player, so that the round ends."""
_CALLS = 0.15
_GOES_DOWN = 0.8
_PLAYS_ON = 0.6
_MOST_LAY_DOWNS = 8


class RandomBot(SimpleBot):
    """Plays at random for some turns, and then as the simple player does."""

    def decide(self, view: SeatView) -> actions.SeatAction:
        """A random legal step. It mostly goes down if it can, and often lays cards off first."""
        if self._turns > RANDOM_TURNS or self.lacks_room(view):
            return super().decide(view)
        if view.phase is Phase.DRAW:
            # It lets the top discard go only where there is something to let go.
            can_take = refuse(view, actions.Take(self.seat)) is None
            draws: list[actions.SeatAction] = [actions.Draw(self.seat)]
            draws += [actions.Take(self.seat)] if can_take else []
            draws += [actions.Pass(self.seat)] if can_take or view.calls else []
            return self._random.choice(draws)
        steps = [*legal(view, _MOST_LAY_DOWNS)]
        down = [step for step in steps if isinstance(step, actions.GoDown)]
        if down and (view.must_go_down or self._random.random() < _GOES_DOWN):
            return self._random.choice(down)
        ends = [step for step in steps if isinstance(step, actions.Discard | actions.EndTurn)]
        plays = [step for step in steps if not isinstance(step, actions.Discard | actions.EndTurn)]
        if plays and (not ends or self._random.random() < _PLAYS_ON):
            return self._random.choice(plays)
        return self._random.choice(ends)

    def wants_call(self, view: SeatView) -> actions.AnyCall | None:
        """Now and then a random call. None if its whole hand must go down at once (GD-19), and
        only SHANGHAI once it is down."""
        if self._turns > RANDOM_TURNS or self.lacks_room(view):
            return super().wants_call(view)
        if view.all_in or self._random.random() >= _CALLS:
            return None
        calls: list[actions.AnyCall] = [*shanghai_calls(view, (self.seat,))]
        if not view.seats[self.seat].down and (call := self.plain_call(view)):
            calls.append(call)
        return self._random.choice(calls) if calls else None
