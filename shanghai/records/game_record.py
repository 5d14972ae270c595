"""The record of a kept game, with comments that help an argument: dates, seats, cards drawn."""

from collections.abc import Sequence
from typing import Final

from shanghai.engine.actions import Deal, HandOver, ThrowIn
from shanghai.engine.cards import labels
from shanghai.engine.events import CallGranted, Drawn, Event, ShanghaiCalled
from shanghai.engine.state import State
from shanghai.records.recorder import GameRecorder
from shanghai.storage.course import Step, opened_course
from shanghai.storage.entries import Who
from shanghai.storage.journal import Journal
from shanghai.words.contracts import round_contract, round_of
from shanghai.words.handicaps import handicap_lines
from shanghai.words.phrases import counted
from shanghai.words.scores import correction_note, round_ended


class NothingFinished(ValueError):
    """No round of the game is finished, so all of it is still a secret."""


def record_of(read: Journal) -> str:
    """The finished rounds of a sound journal as a record; NothingFinished where there is none."""
    steps = opened_course(read)
    header = read.header
    if not steps or header is None:
        raise NothingFinished("no round of this game is finished yet, so there is no record of it")
    notes = _Notes(header.players, steps)
    recorder = GameRecorder(header.title, heading=notes.heading)
    for step in steps:
        # In this order: the deal of a round closes the one before it, under its own heading.
        recorder.feed(step.before, step.action, step.after, comment=comment_on(step))
        notes.follow(step)
    return recorder.yaml()


def comment_on(step: Step) -> str:
    """What a move alone does not tell: the cards that were drawn by it, and by whom."""
    parts = [part for event in step.events if (part := _drawn(event, step.before))]
    return "; ".join(parts)


def _drawn(event: Event, before: State) -> str:
    match event:
        case Drawn(seat=seat, card=card):
            return f"{before.seats[seat].name} drew {labels([card])}"
        case CallGranted(seat=seat, card=card, extra=extra):
            more = f" and drew {labels(extra)}" if extra else ""
            return f"{before.seats[seat].name} got {labels([card])}{more}"
        case ShanghaiCalled(seat=seat, tosser=tosser, picked=picked, extra=extra):
            names = before.seats[tosser].name, before.seats[seat].name
            drew = [f"{labels([picked])} from {names[1]}"] if event.given else []
            drew += [f"{labels(extra)} from the stock"] if extra else []
            return f"{names[0]} drew {' and '.join(drew)}" if drew else ""
        case _:
            return ""


class _Notes:
    """What is said above each round: when, who sat where, what the contract was, how it ended."""

    def __init__(self, players: Sequence[Who], steps: Sequence[Step]) -> None:
        self._players = list(players)
        self._seated: list[Who] = []
        self._begun = ""
        self._last = steps[-1].after

    def follow(self, step: Step) -> None:
        """Takes note of who sits, and of when the present round was dealt."""
        if isinstance(step.action, HandOver):
            self._players[step.action.seat] = Who(step.action.name, step.move.bot)
        elif isinstance(step.action, Deal | ThrowIn):
            self._begun = step.move.at
            self._seated = list(self._players)

    def heading(self, start: State, now: State) -> list[str]:
        """The comments above a round."""
        rules, number = start.rules, start.round
        word = rules.words.round.capitalize()
        dealt = counted(rules.cards_dealt(number, len(start.seats)), "card")
        dealer, first = (start.seats[at].name for at in (start.dealer, start.turn))
        asked = round_contract(start, number)
        if rules.is_by_player:
            asked = f"contracts {asked}"
        each = "" if any(seat.handicap.cards for seat in self._last.seats) else f"; {dealt} each"
        lines = [
            f"{word} {round_of(rules, number)}: {asked}{each}.",
            f"At the table: {', '.join(map(sitting, self._seated))}.",
            f"{dealer} deals, {first} begins.",
        ]
        if self._begun:
            lines.append(f"Dealt at {self._begun}.")
        if now.results and now.results[-1].round == number:
            lines.append(round_ended(now, now.results[-1]))
        if agreed := handicap_lines(self._last):
            lines += [*agreed, _WITHOUT_POINTS]
        made = [each for each in self._last.corrections if each.round == number]
        lines += [f"Corrected by the table: {correction_note(self._last, each)}" for each in made]
        return lines


_WITHOUT_POINTS: Final = (
    "Calls more stand as call_limit, of which the others have used as many; the scores are "
    "those of the rules, no handicap taken off."
)


def sitting(who: Who) -> str:
    """Who has a seat, and of a computer the level."""
    return f"{who.name} (computer, {who.bot})" if who.bot else who.name
