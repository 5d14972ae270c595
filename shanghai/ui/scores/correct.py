"""The screen that corrects a score: round and player in a grid, then new points and a note."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import Center
from textual.widgets import Input

from shanghai.engine.actions import Correct
from shanghai.engine.seats import NOBODY, SeatIndex, next_seat
from shanghai.engine.state import Situation
from shanghai.ui.kit.cards import seat_look
from shanghai.ui.kit.command import BACK_Q, Reason, command
from shanghai.ui.kit.frames import TRAY_CELLS, block_centred, centred, tray
from shanghai.ui.kit.lines import Bit, Lines, Row, Target, blanks, pad
from shanghai.ui.kit.text_field import TextField
from shanghai.ui.table.session import Session
from shanghai.ui.table.table_screen import TableScreen
from shanghai.words import scores
from shanghai.words.sanitize import sanitize
from shanghai.words.short_names import name_at, names_at

ROUNDS: Final = 10
"""The most rounds in sight. The grid scrolls with the mark."""
_HEAD: Final = 7
NOTE_CELLS: Final = 40
"""The most cells of a note."""


class ScoreTarget(Target, frozen=True):
    """A click on the score of a seat in a round. `line` is the index of the round."""

    line: int
    seat: SeatIndex


class CorrectScreen(TableScreen[None]):
    """Corrects a score. It is chosen in a grid, then new points and a note are typed. The log says
    so to all."""

    SHOWS_NO_HAND = False
    DEFAULT_CSS = """
    CorrectScreen {
        & #grid { height: auto; margin: 0 1 1 1; }
        & #words { height: auto; margin: 0 1; }
        &.-tall #words { margin-bottom: 1; }
        & Input { width: 50; }
    }
    """
    MIDDLE = 76
    KEYS = (BACK_Q.on("escape,q", typing=False),)
    HEADING = scores.say.late("CORRECT_TITLE")
    HELP_TEXT = scores.say.late("CORRECT_HELP")

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.line = max(0, len(session.public().results) - 1)
        self.seat = SeatIndex(0)

    def content(self) -> ComposeResult:
        """The scores, and the fields for new points and a note."""
        yield Lines(id="grid")
        yield Lines([()], id="words")
        with Center():
            yield TextField(id="points", max_length=6, restrict=r"-?[0-9]*")
        with Center():
            yield TextField(placeholder=scores.WHY_FIELD, id="note", max_length=120)
        yield Lines([()], id="status")

    def redraw(self) -> None:
        """Draws the grid of scores and the question below it."""
        width = self.across - 2
        room = width - TRAY_CELLS * self.has_class("-tall")
        grid = block_centred(score_grid(self.view, self.line, self.seat, room), room)
        grid = grid if room == width else tray(grid, width, self.app.card_style)
        self.query_one("#grid", Lines).show(grid)
        words: list[Row] = [()]
        if self.view.results:
            view, result = self.view, self.view.results[self.line]
            name, points = name_at(view, self.seat), result.points[self.seat]
            has = scores.HAS_POINTS_ASK if self.is_typing else scores.HAS_POINTS
            sentence = has(view.rules, name=name, points=points, at=result.round)
            words = [centred(line, width) for line in self.fit_lines((Bit(sentence, "accent"),), 2)]
        self.query_one("#words", Lines).show(words)
        self.refresh_keys()

    def _why_no_score(self, *_: int) -> Reason | None:
        return None if self.view.results else scores.NO_ROUND_SCORED(self.view.rules)

    @command("enter", typing=True)
    def action_submit_score(self) -> None:
        """Corrects the score if points and a note are typed. Else asks for what is missing."""
        points, note = self.query_one("#points", Input), self.query_one("#note", Input)
        if not points.value.lstrip("-"):
            self.say(scores.HOW_MANY_POINTS)
            points.focus()
            return
        if not sanitize(note.value, NOTE_CELLS) and self.focused is not note:
            note.focus()
            return
        round = self.view.results[self.line].round
        action = Correct(self.seat, round, int(points.value), sanitize(note.value, NOTE_CELLS))
        if refused := self.session.do(action):
            self.say(refused)
            return
        note.value = ""
        self.action_stop_typing()
        self.say(self.session.log.latest_sentence(NOBODY), "accent")

    @command("tab,shift+tab", typing=True)
    def action_other_field(self) -> None:
        """Moves the focus to the other field."""
        at_points = self.focused is self.query_one("#points", Input)
        self.query_one("#note" if at_points else "#points", Input).focus()

    @command("escape", typing=True)
    def action_stop_typing(self) -> None:
        """Closes the fields and changes nothing."""
        self.field.close()
        self.redraw()

    @command("up,k", -1, 0, id="round-before", why_not=_why_no_score, cap="↑↓")
    @command("down,j", 1, 0, id="round-after", why_not=_why_no_score, shown=False)
    @command("left,h", 0, -1, id="player-before", why_not=_why_no_score, cap="←→")
    @command("right,l", 0, 1, id="player-after", why_not=_why_no_score, shown=False)
    def action_go(self, down: int, right: int) -> None:
        """Moves the mark to another round or another player."""
        self.line = (self.line + down) % len(self.view.results)
        self.seat = next_seat(self.seat, self.view.players, right)
        self.redraw()

    @command("enter,space", id="new-points", why_not=_why_no_score)
    def action_start_typing(self) -> None:
        """Opens the fields for the marked score."""
        self.field.open(asks=scores.POINTS_FIELD)
        self.say()
        self.redraw()

    def clicked(self, target: Target) -> None:
        """Marks a clicked score. A click on the marked one opens the fields."""
        match target:
            case ScoreTarget(line, seat) if not self.is_typing:
                if (line, seat) == (self.line, self.seat):
                    self.action_start_typing()
                else:
                    self.line, self.seat = line, seat
                    self.redraw()


def score_grid(view: Situation, line: int, seat: SeatIndex, width: int) -> list[Row]:
    """The grid: a row of names, then one for each round in sight. The score of `seat` in the round
    with index `line` is marked."""
    each = min(14, max(6, (width - _HEAD) // view.players))
    names = [blanks(_HEAD)]
    for number, short in enumerate(names_at(view, each - 2)):
        name = Bit(short, seat_look(number))
        names += [blanks(each - 1 - name.width), name, Bit(" ")]
    first = max(0, min(line - ROUNDS // 2, len(view.results) - ROUNDS))
    rows: list[Row] = [tuple(names)]
    for at, result in enumerate(view.results[first : first + ROUNDS], first):
        look = "accent" if at == line else ""
        bits = [*pad((Bit(f"{result.round:>5}", look),), _HEAD)]
        for number, points in enumerate(result.points):
            here = (at, number) == (line, seat)
            text = f"[{points}]" if here else f"{points} "
            target = ScoreTarget(at, SeatIndex(number))
            bits.append(blanks(each - len(text), "", target))
            bits.append(Bit(text, "cursor" if here else look, target))
        rows.append(tuple(bits))
    return rows
