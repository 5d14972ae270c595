"""The strongest computer player: the hard player's moves, tried against others in many worlds."""

from itertools import chain
from random import Random

from shanghai.bots.hard import HardBot
from shanghai.bots.protocol import (
    MOST_WORLDS,
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
    """Changes the hard player's move where its search, once ready, finds one surely better."""

    def __init__(self, seat: SeatIndex, random: Random, is_late: IsLate = never) -> None:
        super().__init__(seat, random, is_late)
        self._heard: list[Event] = []
        self.most_worlds: int | None = None
        self.tried = 0
        self.search: SearchEngine = ThinkingHere()
        self._unknown: tuple[str, ...] = ()

    @property
    def remark(self) -> str:
        """Why it plays as the hard player does, as the end of a sentence; "" where it does not."""
        return rules_not_known(self._unknown, words.NOT_KNOWN) or self.search.remark

    def notice(self, event: Event) -> None:
        """As the hard player, and keeps what it hears of the round."""
        super().notice(event)
        if isinstance(event, Dealt):
            self._heard = []
        self._heard.append(event)

    def decide(self, view: SeatView) -> SeatAction:
        """The next step, after a search if there is something to choose."""
        seed = self._random.getrandbits(60)
        answer = self._search(view, seed, is_call=False)
        if answer is not None and answer.move is not None:
            self.tried = answer.tried
            return answer.move
        self._random.seed(seed)
        return super().decide(view)

    def wants_call(self, view: SeatView) -> AnyCall | None:
        """Whether it calls, after a search where it may."""
        seed, self.tried = self._random.getrandbits(60), 0
        if not view.seats[self.seat].down:
            answer = self._search(view, seed, is_call=True)
            if answer is not None and isinstance(answer.move, AnyCall | None):
                self.tried = answer.tried
                return answer.move
        self._random.seed(seed)
        return super().wants_call(view)

    def _search(self, view: SeatView, seed: int, *, is_call: bool) -> Thought | None:
        """The answer of the search, None where there is none."""
        self.tried = 0
        most, seconds = self.most_worlds, None
        if most is None:
            most, seconds = MOST_WORLDS, SECONDS / 4 if is_call else SECONDS
        self._unknown = unknown_rules(view.rules, chain(*contracts_asked(view)))
        if not most or self._unknown:
            return None
        return self.search.think(
            SearchQuestion(self.seat, view, tuple(self._heard), seed, most, seconds, is_call)
        )
