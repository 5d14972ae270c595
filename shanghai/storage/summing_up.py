"""From a journal that was read to the summary of its game."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from shanghai.engine import events
from shanghai.engine.actions import Correct, Deal
from shanghai.engine.handicap import NO_HANDICAP
from shanghai.engine.state import Phase
from shanghai.storage.entries import Ended, Entry, MoveEntry, standing
from shanghai.storage.journal import Journal
from shanghai.storage.verdict import GameSummary, RoundSummary, SeatSummary

LONGEST_PAUSE: Final = 300
"""Seconds; a longer wait between two moves was a break and counts as this."""


def summary_of(game: str, read: Journal) -> GameSummary | None:
    """The summary of a finished game; None while it is not finished or where it cannot be read."""
    header, state = read.header, read.state
    if header is None or state is None or not read.is_ended or state.phase is not Phase.GAME_OVER:
        return None
    # When the last move was made that was no correction.
    moves = [each for each in standing(read.entries) if not isinstance(each.action, Correct)]
    # A hint was given, also before a move that was taken back.
    hinted = {seat for each in read.entries if isinstance(each, MoveEntry) for seat in each.hinted}
    figures = _figures(read.log, state.players)
    seconds = _seconds(read.entries, len(state.results))
    return GameSummary(
        id=game,
        title=header.title,
        variant=header.rules.id,
        variant_name=header.rules.name,
        started=header.created,
        finished=(moves[-1].at if moves else "") or header.created,
        seats=tuple(
            SeatSummary(
                who.name,
                who.bot,
                place.score,
                hinted=seat in hinted,
                has_handicap=place.handicap != NO_HANDICAP,
                **figures[seat],
            )
            for seat, (who, place) in enumerate(zip(read.players, state.seats, strict=True))
        ),
        rounds=tuple(
            RoundSummary(one.round, one.points, one.out, one.ending.value, taken)
            for one, taken in zip(state.results, seconds, strict=True)
        ),
        winners=state.winners,
        series=header.terms.series,
        code=header.terms.code,
    )


def _figures(log: Iterable[events.Event], seats: int) -> list[Counter[str]]:
    """What was done from each seat, by the fields of its summary."""
    found = [Counter[str]() for _ in range(seats)]
    for event in log:
        match event:
            case events.CallMade(seat=seat):
                found[seat]["calls_made"] += 1
            case events.CallGranted(seat=seat):
                found[seat]["calls_won"] += 1
            case events.ShanghaiCalled(seat=seat, tosser=tosser):
                found[seat]["shanghais_called"] += 1
                found[tosser]["shanghais_suffered"] += 1
            case events.JokerSwapped(seat=seat):
                found[seat]["jokers_won"] += 1
    return found


def _seconds(entries: Iterable[Entry], rounds: int) -> list[int]:
    """How long each round took, from its deal to the next one, breaks left out."""
    taken = [0.0] * rounds
    at, before = -1, None
    told, now = "", None
    for entry in entries:
        if isinstance(entry, Ended):
            break
        if entry.at != told:
            told, now = entry.at, _moment(entry.at)
        if before is not None and now is not None and 0 <= at < rounds:
            taken[at] += min(max((now - before).total_seconds(), 0), LONGEST_PAUSE)
        before = now or before
        at += isinstance(entry, MoveEntry) and isinstance(entry.action, Deal)
    return [round(seconds) for seconds in taken]


def _moment(at: str) -> datetime | None:
    """The time that an entry tells, None where it tells none with a zone."""
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return None
    return moment if moment.tzinfo else None
