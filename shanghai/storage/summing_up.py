"""The summary of a finished game, from its journal."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from shanghai.engine import events
from shanghai.engine.actions import Correct, Deal
from shanghai.engine.handicap import NO_HANDICAP
from shanghai.engine.state import Phase
from shanghai.storage.entries import Ended, Entry, MoveEntry, moves_not_undone
from shanghai.storage.journal import Journal
from shanghai.storage.verdict import GameSummary, RoundSummary, SeatSummary

LONGEST_PAUSE: Final = 300
"""In seconds. A longer time between two moves was a break, and counts as this."""


def summary_of(game: str, read: Journal) -> GameSummary | None:
    """The summary of a finished game; None if it is not finished or cannot be read."""
    header, state = read.header, read.state
    if header is None or state is None or not read.is_ended or state.phase is not Phase.GAME_OVER:
        return None
    # A correction may be made long after the end of the game.
    moves = moves_not_undone(read.entries)
    times = [move.at for move in moves if not isinstance(move.action, Correct)]
    # A hint counts even if it was followed by a move that was taken back.
    hinted = {seat for each in read.entries if isinstance(each, MoveEntry) for seat in each.hinted}
    figures = _figures(read.log, state.players)
    seconds = _seconds(read.entries, len(state.results))
    return GameSummary(
        id=game,
        title=header.title,
        variant=header.rules.id,
        variant_name=header.rules.name,
        started=header.created,
        finished=(times[-1] if times else "") or header.created,
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
            RoundSummary(result.round, result.points, result.out, result.ending.value, length)
            for result, length in zip(state.results, seconds, strict=True)
        ),
        winners=state.winners,
        series=header.terms.series,
        code=header.terms.code,
        partner_sides=header.rules.sides,
    )


def _figures(log: Iterable[events.Event], seats: int) -> list[Counter[str]]:
    """The counts of each seat, by the fields of its summary."""
    counts = [Counter[str]() for _ in range(seats)]
    for event in log:
        match event:
            case events.CallMade(seat=seat):
                counts[seat]["calls_made"] += 1
            case events.CallGranted(seat=seat):
                counts[seat]["calls_won"] += 1
            case events.ShanghaiCalled(seat=seat, tosser=tosser):
                counts[seat]["shanghais_called"] += 1
                counts[tosser]["shanghais_suffered"] += 1
            case events.JokerSwapped(seat=seat):
                counts[seat]["jokers_won"] += 1
    return counts


def _seconds(entries: Iterable[Entry], rounds: int) -> list[int]:
    """The seconds of each round, from its deal to the next one, without breaks."""
    lengths = [0.0] * rounds
    index = -1
    before: datetime | None = None
    for entry in entries:
        if isinstance(entry, Ended):
            break
        now = _time(entry.at)
        if before is not None and now is not None and 0 <= index < rounds:
            lengths[index] += min(max((now - before).total_seconds(), 0), LONGEST_PAUSE)
        before = now or before
        index += isinstance(entry, MoveEntry) and isinstance(entry.action, Deal)
    return [round(seconds) for seconds in lengths]


def _time(text: str) -> datetime | None:
    """The time in an entry, or None if it is none with a zone."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return None
    return time if time.tzinfo else None
