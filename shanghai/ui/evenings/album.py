"""A person's page of the album: face, games, the best evening, the rival, medals, the course."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from shanghai.ledger.figures import (
    best_evening,
    evenings,
    house_records,
    meetings,
    rival,
)
from shanghai.ledger.ledger import Ledger
from shanghai.ui.kit.cards import seat_look
from shanghai.ui.kit.frames import framed
from shanghai.ui.kit.lines import Bit, Row, cut_row, pad, row, side_by_side, width, wrap
from shanghai.ui.kit.title import large_words
from shanghai.ui.table.scorecard import plot
from shanghai.words import evenings as titles
from shanghai.words import ledger as words
from shanghai.words.cards import CardStyle
from shanghai.words.cells import columns

_HAIR: Final = (" ,;;;, ", " ~~~~~ ", " _____ ", " ^^^^^ ", " .ooo. ", " @@@@@ ")
_EYES: Final = ("o o", "^ ^", "- -", "* *", "O O", "o-o")
_NOSES: Final = (">", "v", "c", "^", ".")
_MOUTHS: Final = ("\\_u_/", "\\___/", "\\_o_/", "\\_v_/")
_COURSE: Final = 12
"""The lines of the course at most."""
_LABEL: Final = 15
_LEAST: Final = 66
"""The cells of a page at least."""


def face(name: str) -> list[str]:
    """A face in four lines, always the same for a name."""
    pick = sha256(name.encode()).digest()
    hair, eyes, nose, mouth = (
        part[pick[at] % len(part)] for at, part in enumerate((_HAIR, _EYES, _NOSES, _MOUTHS))
    )
    return [hair, f"( {eyes} )", f"(  {nose}  )", f" {mouth} "]


def album_rows(
    ledger: Ledger, name: str, wide: int, high: int, style: CardStyle, *, people_only: bool
) -> list[Row]:
    """The page of a person in a frame, in about `high` lines."""
    outer, wide, high = wide, wide - 6, high - 4
    figures, look = ledger.players[name], seat_look(list(ledger.players).index(name))
    course = evenings(ledger.games, people_only=people_only)
    met = meetings(ledger.games, name, people_only=people_only)
    letters = () if style.ascii else large_words(name)
    if not letters or len(letters[0]) > wide - 12:
        letters = ("", name)
    games = words.ALBUM_GAMES(games=figures.games, won=figures.wins)
    head = side_by_side(
        [(Bit(line, look),) for line in face(name)],
        [*((Bit(line, look),) for line in letters), (Bit(games, "strong"),)],
        3,
    )
    rows = [cut_row(line, wide) for line in head] + [()]
    if best := best_evening(course, name):
        said = words.best_evening_text(best.wins[name], best.games, best.date)
        rows += _fact(words.BEST_EVENING, said, wide)
    in_a_row = words.WON_IN_A_ROW.format(now=figures.streak, most=figures.best_streak)
    rows += _fact(words.IN_A_ROW, in_a_row, wide) if figures.best_streak else []
    if found := rival(met):
        said = words.rival_text(name, found[0], found[1].behind, found[1].games)
        rows += _fact(words.RIVAL, said, wide)
    records = house_records(ledger.games, people_only=people_only)
    star = "*" if style.ascii else "★"
    medals = [f"{star} {record.what} {record.value}" for record in records if record.player == name]
    rows += _fact(words.MEDALS, "   ".join(medals), wide, "accent") if medals else []
    table: list[Sequence[str]] = [("", *titles.MEETINGS)]
    for other, each in sorted(met.items()):
        table.append((other, *map(str, (each.games, each.ahead, each.behind, each.level))))
    against = [cut_row(row(line), wide) for line in columns(table)] if met else []
    room = min(_COURSE, high - len(rows) - len(against) - 4)
    if len(course) > 1 and room > 4:
        won = [0, *(each.won_so_far.get(name, 0) for each in course)]
        days = {"first": course[0].date, "last": course[-1].date}
        foot = titles.EVENINGS_SPAN(count=len(course), **days)
        at = [list(ledger.players).index(name)]
        rows += [(), row(Bit(titles.GAMES_WON, "dim"))]
        rows += plot([won], [str(won[-1])], wide, room, style, (foot, foot), at)
    against_title = row(Bit(words.AGAINST.format(player=name), "accent"))
    rows += [(), against_title, *against] if against else []
    rows = [(), *((Bit(" "), *line) for line in rows), ()]
    outer = max(min(outer, _LEAST), max(map(width, rows)) + 5)
    return framed(rows, outer, len(rows) + 2, style, look=look)


def _fact(label: str, said: str, wide: int, look: str = "") -> list[Row]:
    """A fact after what it is about."""
    return wrap((*pad((Bit(label, "dim"),), _LABEL), Bit(said, look)), wide, _LABEL)
