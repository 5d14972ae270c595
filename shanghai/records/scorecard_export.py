"""The scorecard of a saved game as text, as CSV, and as a page to print."""

import csv
import html
import io
from pathlib import Path
from typing import Final

from msgspec import Struct

from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Phase, State
from shanghai.storage.journal import Journal
from shanghai.words import records as words, scores
from shanghai.words.cells import columns
from shanghai.words.contracts import round_contract
from shanghai.words.games import of_game
from shanghai.words.handicaps import handicap_lines
from shanghai.words.sanitize import no_formula


class ScorecardLine(Struct, frozen=True):
    """A round on the scorecard. `points` and `totals` are by seat, `totals` after this round. `out`
    is the name of the player who went out, and `ended` a sentence on the end."""

    number: int
    contract: str
    points: tuple[int, ...]
    totals: tuple[int, ...]
    out: str
    ended: str


class Scorecard(Struct, frozen=True):
    """A scorecard as plain values and texts, from which all three forms are made."""

    title: str
    facts: str
    """The time of the game. The name of the variant is before it, if the title is another one."""
    names: tuple[str, ...]
    lines: tuple[ScorecardLine, ...]
    totals: tuple[int, ...]
    standing: str
    chips: tuple[int, ...]
    corrections: tuple[str, ...]
    handicaps: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()
    """Sentences on the evening, if the game is over."""
    sides: tuple[str, ...] = ()
    """A line for each side with its score, if players are partners."""


def scorecard_of(state: State, title: str, started: str) -> Scorecard:
    """The scorecard of the finished rounds of a game. `title` may be empty, and `started` is a time
    in ISO 8601."""
    rules = state.rules
    running = [*zip(*scores.running_totals(state), strict=True)]
    name = of_game(rules.name)
    named, when = title or name, started[:16].replace("T", " ")
    return Scorecard(
        title=named,
        facts=when if named == name else f"{name}, {when}",
        names=tuple(seat.name for seat in state.seats),
        lines=tuple(
            ScorecardLine(
                line.round,
                round_contract(state, line.round),
                line.points,
                running[index],
                "" if line.out == NOBODY else state.seats[line.out].name,
                scores.round_ended(state, line),
            )
            for index, line in enumerate(state.results, 1)
        ),
        totals=tuple(seat.score for seat in state.seats),
        standing=scores.standing(state) if state.results or state.phase is Phase.GAME_OVER else "",
        chips=tuple(seat.chips for seat in state.seats) if rules.chips else (),
        corrections=tuple(scores.correction_note(state, each) for each in state.corrections),
        handicaps=tuple(handicap_lines(state)),
        sides=tuple(scores.side_texts(state)),
        sentences=tuple(scores.evening_texts(state)) if state.phase is Phase.GAME_OVER else (),
    )


def as_text(card: Scorecard) -> str:
    """The scorecard as lines of text, with the points in columns under the names."""
    table = [
        ["", "", *card.names],
        *(
            [str(line.number), line.contract, *map("{} ({})".format, line.points, line.totals)]
            for line in card.lines
        ),
        ["", words.TOTAL, *map(str, card.totals)],
        *([["", words.CHIPS_HEAD, *map(str, card.chips)]] if card.chips else []),
    ]
    lines = [f"{card.title}: {card.facts}", "", *columns(table, left=(1,))]
    lines += ["", *(f"{line.number}: {line.ended}" for line in card.lines)]
    lines += [*card.sides, *card.handicaps]
    lines += [words.CORRECTED(note=note) for note in card.corrections]
    lines += ["", card.standing] if card.standing else []
    return "\n".join(lines) + "\n"


def as_csv(card: Scorecard) -> str:
    """The scorecard as CSV: a line for each round and for the totals, a column for each player."""
    file = io.StringIO()
    write = csv.writer(file, lineterminator="\n").writerow
    write(["round", "contract", "out", *map(no_formula, card.names)])
    for line in card.lines:
        write([line.number, line.contract, no_formula(line.out), *line.points])
    write(["total", "", "", *card.totals])
    if card.chips:
        write(["chips", "", "", *card.chips])
    return file.getvalue()


def as_html(card: Scorecard) -> str:
    """The scorecard as a page of HTML, to send or to print. It loads no other file."""
    head = "".join(f"<th scope='col'>{html.escape(name)}</th>" for name in card.names)
    rows = "".join(_html_row(line) for line in card.lines)
    totals = "".join(f"<td>{total}</td>" for total in card.totals)
    if card.chips:
        totals += f"</tr><tr><th scope='row'>{words.CHIPS_HEAD}</th>"
        totals += "".join(f"<td>{chips}</td>" for chips in card.chips)
    ends = "".join(
        f"<li value='{line.number}'>{html.escape(line.ended)}</li>" for line in card.lines
    )
    story = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in card.sentences)
    corrected = [words.CORRECTED(note=note) for note in card.corrections]
    below = (*card.sides, *card.handicaps, *corrected)
    notes = "".join(f"<p>{html.escape(note)}</p>" for note in below)
    page = Path(__file__).with_name("scorecard.html").read_text("utf-8")
    plain = {key: html.escape(getattr(card, key)) for key in ("title", "facts", "standing")}
    made = {"head": head, "rows": rows, "totals": totals, "ends": ends, "notes": notes}
    return page.format(**plain, **made, told=story, total=words.TOTAL)


def _html_row(line: ScorecardLine) -> str:
    cells = "".join(
        f"<td>{points} <small>{total}</small></td>"
        for points, total in zip(line.points, line.totals, strict=True)
    )
    name = f"{line.number} <small>{html.escape(line.contract)}</small>"
    return f"<tr><th scope='row'>{name}</th>{cells}</tr>"


def scorecard_of_game(read: Journal) -> Scorecard:
    """The scorecard of a sound journal; ValueError if it has no game."""
    if read.state is None or read.header is None:
        raise ValueError(words.NO_GAME)
    return scorecard_of(read.state, read.header.title, read.header.created)


FORMS: Final = {"text": as_text, "csv": as_csv, "html": as_html}
