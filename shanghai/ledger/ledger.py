"""The ledger of a data folder: its finished games with the people who played them, filtered."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, structs

from shanghai.ledger.figures import PlayerFigures, figures_of, in_order
from shanghai.ledger.people import People
from shanghai.storage.paths import PAPER
from shanghai.storage.saves import kept_games
from shanghai.storage.verdict import GameSummary, JournalVerdict
from shanghai.words import ledger as words

PUBLIC_FIGURES: Final = (
    *("games", "wins", "rounds", "points", "best_round", "worst_round", "out", "out_blind"),
    *("calls_made", "calls_won", "shanghais_called", "shanghais_suffered", "jokers_won"),
)
"""The figures of a player in the JSON form."""


class Wanted(Struct, frozen=True):
    """Which games count: of a player, of a variant by its id, since a date, of one deal code.

    `company` are people who all sat at the table; `people_only` leaves out computer players.
    """

    player: str = ""
    variant: str = ""
    since: str = ""
    people_only: bool = False
    code: str = ""
    company: tuple[str, ...] = ()


class Ledger(Struct, frozen=True):
    """The games that count, the last finished first, and the figures of their players."""

    games: tuple[GameSummary, ...]
    players: dict[str, PlayerFigures]
    notes: dict[str, str] = {}
    problem: str = ""
    wanted: Wanted = Wanted()


def read_ledger(data: Path, wanted: Wanted = Wanted(), *, rebuild: bool = False) -> Ledger:  # noqa: B008
    """The ledger of a data folder; `rebuild` reads every journal again.

    NotAGame where the folder, or what was typed about people, cannot be read.
    """
    people = People(data)
    kept = kept_games(data, summaries=True, rebuild=rebuild)
    paper, faults = _paper(data)
    damaged = sum(game.verdict == JournalVerdict.DAMAGED.value for game in kept.games)
    if damaged:
        faults.append(words.CANNOT_BE_READ(games=damaged))
    named = [with_people(game, people.person) for game in (*kept.summaries, *paper)]
    wanted = structs.replace(
        wanted,
        player=people.person(wanted.player),
        company=tuple(map(people.person, wanted.company)),
    )
    problem = " ".join(fault for fault in (people.problem, kept.problem, *faults) if fault)
    return ledger_of(named, wanted, people.notes, problem)


def _paper(data: Path) -> tuple[list[GameSummary], list[str]]:
    """The finished games with real cards, and what is wrong with others; few folders have any."""
    if not os.path.lexists(data / PAPER):
        return [], []
    from shanghai.ledger.paper import PaperGame

    return PaperGame.finished(data)


def ledger_of(
    games: list[GameSummary], wanted: Wanted, notes: dict[str, str], problem: str = ""
) -> Ledger:
    """The ledger of games whose seats have the names of people."""
    found = [game for game in games if _counts(game, wanted)]
    players = figures_of(found, people_only=wanted.people_only)
    if wanted.player:
        players = {name: each for name, each in players.items() if name == wanted.player}
    return Ledger(tuple(in_order(found)[::-1]), players, notes, problem, wanted)


def with_people(game: GameSummary, person: Callable[[str], str]) -> GameSummary:
    """The game with its people in the seats; two seats of one person keep their own names."""
    names = [person(seat.name) for seat in game.seats]
    if list(game.players) == names or len(set(names)) < len(names):
        return game
    seats = [structs.replace(seat, name=name) for seat, name in zip(game.seats, names, strict=True)]
    return structs.replace(game, seats=tuple(seats))


def _counts(game: GameSummary, wanted: Wanted) -> bool:
    return (
        (not wanted.player or wanted.player in game.players)
        and (not wanted.variant or game.variant == wanted.variant)
        and game.finished[:10] >= wanted.since
        and {*wanted.company} <= {*game.players}
        and (not wanted.code or same_code(game.code, wanted.code))
    )


def same_code(one: str, other: str) -> bool:
    """Whether two deal codes are the same, however they were typed."""
    return bool(one) and one.replace("-", "") == other.upper().replace("-", "").replace(" ", "")


def as_plain(ledger: Ledger) -> dict[str, Any]:
    """The ledger as plain values, in the form that other programs read."""
    return {
        "games": [plain_game(game) for game in ledger.games],
        "players": {
            name: {key: getattr(figures, key) for key in PUBLIC_FIGURES}
            for name, figures in ledger.players.items()
        },
    }


def plain_game(game: GameSummary) -> dict[str, Any]:
    """A game as plain values."""
    names = game.players
    return {
        "id": game.id,
        "finished": game.finished,
        "variant": game.variant,
        "players": list(names),
        "rounds": [
            {
                "scores": dict(zip(names, line.points, strict=True)),
                "out": names[line.out] if line.out >= 0 else None,
                "blind": line.is_blind,
            }
            for line in game.rounds
        ],
        "scores": {seat.name: seat.score for seat in game.seats},
        "winners": [names[seat] for seat in game.winners],
    }
