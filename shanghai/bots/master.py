"""The strongest computer player. It compares the hard player's move with others in many worlds:
deals of the unseen cards, in which the round is played to its end."""

from itertools import chain
from random import Random

from shanghai.bots.hard import HardBot
from shanghai.bots.protocol import (
    MAX_WORLDS,
    SECONDS,
    IsLate,
    SearchEngine,
    SearchQuestion,
    Thought,
    never,
)
from shanghai.bots.thoughts import ThinkingHere
from shanghai.bots.unknown import contracts_asked, unknown_rules
from shanghai.engine.actions import AnyCall, SeatAction
from shanghai.engine.events import Dealt, Event
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import SeatView
from shanghai.words import computers as words
from shanghai.words.computers import rules_not_known


class MasterBot(HardBot):
    """Plays the hard player's move, unless its search knows one that is surely better. Without a
    search it plays as the hard player."""

    def __init__(self, seat: SeatIndex, random: Random, is_late: IsLate = never) -> None:
        super().__init__(seat, random, is_late)
        self._heard: list[Event] = []
        self.max_worlds: int | None = None
        self.tried = 0
        self.search: SearchEngine = ThinkingHere()
        self._unknown: tuple[str, ...] = ()

    @property
    def remark(self) -> str:
        """Why it plays as the hard player, as the end of a sentence; "" if it searches."""
        return rules_not_known(self._unknown, words.NOT_KNOWN) or self.search.remark

    def notice(self, event: Event) -> None:
        """Takes note of an event as the hard player does, and stores it for the search."""
        super().notice(event)
        if isinstance(event, Dealt):
            self._heard = []
        self._heard.append(event)

    def decide(self, view: SeatView) -> SeatAction:
        """The next step of its turn: that of the search, or the hard player's without one."""
        seed = self._random.getrandbits(60)
        answer = self._search(view, seed, is_call=False)
        if answer is not None and answer.move is not None:
            self.tried = answer.tried
            return answer.move
        self._random.seed(seed)
        return super().decide(view)

    def wants_call(self, view: SeatView) -> AnyCall | None:
        """The call of the search, or the hard player's without one. None is no call."""
        seed, self.tried = self._random.getrandbits(60), 0
        if not view.seats[self.seat].down:
            answer = self._search(view, seed, is_call=True)
            if answer is not None and isinstance(answer.move, AnyCall | None):
                self.tried = answer.tried
                return answer.move
        self._random.seed(seed)
        return super().wants_call(view)

    def _search(self, view: SeatView, seed: int, *, is_call: bool) -> Thought | None:
        """The answer of the search. None if there is no search, or it does not know the rules."""
        self.tried = 0
        most, seconds = self.max_worlds, None
        if most is None:
            most, seconds = MAX_WORLDS, SECONDS / 4 if is_call else SECONDS
        self._unknown = unknown_rules(view.rules, chain(*contracts_asked(view)))
        if not most or self._unknown:
            return None
        return self.search.think(
            SearchQuestion(self.seat, view, tuple(self._heard), seed, most, seconds, is_call)
        )
