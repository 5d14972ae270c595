"""The workshop: here any rule of a variant can be changed. Computers try the rules at once, and the
result can be saved as a variant of the player's own."""

import asyncio
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll

from shanghai.engine.parameters.checks import RulePath
from shanghai.engine.parameters.effects import without_effect
from shanghai.engine.parameters.fields import DEFAULTS
from shanghai.engine.rules import Rules
from shanghai.processes import begin_async, module_command
from shanghai.ui import screens
from shanghai.ui.kit.command import BACK_Q, FIRST, Reason, command
from shanghai.ui.kit.lines import (
    UNBROKEN,
    Bit,
    IndexTarget,
    Lines,
    Row,
    Target,
    balanced,
    blanks,
    cut_row,
    pad,
    row,
    row_width,
    wrap,
    wrap_text,
)
from shanghai.ui.kit.list_screen import Choice
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.kit.text_field import TextField
from shanghai.ui.setup.value_text import around, option_text, titled
from shanghai.variants.draft import (
    RulePart,
    RulesDraft,
    base_value,
    check_new_id,
    id_of,
    keep_variant,
)
from shanghai.variants.house_rules import plain_value
from shanghai.variants.library import own_folder, own_library
from shanghai.variants.loader import Offer, load_variant
from shanghai.words import setup, variants, workshop as words
from shanghai.words.games import of_game
from shanghai.words.problems import why_idle
from shanghai.words.rulebook import HEADINGS, KEYS_BY_HEADING, differences, sentences_under
from shanghai.words.rulebook.rules import KEY_WORDS, RULE_WORDS
from shanghai.words.sanitize import sanitize
from shanghai.words.system import system_fault
from shanghai.yamlio.reader import Faults

_NAME_CELLS: Final = 27
_QUIET_SECONDS: Final = 0.8
_HEADINGS: Final = {**KEYS_BY_HEADING, "words": ("words",)}
_KEYS: Final = tuple(key for keys in _HEADINGS.values() for key in keys)
_GAMES: Final = "1"
_MIN_SENTENCE_LINES: Final = 12
_TRIAL_CELLS: Final = 120
"""The cells that are reserved for a verdict on the rules."""
_OPTIONS_ON_A_LINE: Final = 13
_BEHIND: Final = {
    "sides": ("partner_safe",),
    "deal": ("deal_for",),
    "contracts_then": ("most_rounds",),
    "all_in_rounds": ("all_in_discard",),
    "wild_ranks": ("wild_cards", "wild_by_round", "upcard_wild"),
    "joker_cap": ("joker_cap_by_round",),
    "call_cost": ("call_price_by", "call_costs", "call_points", "call_chips", "chips", "bank"),
    "call_limit": ("calls_per_game",),
    "lay_off_at_once": ("lay_off_from",),
    "shanghai": ("shanghai_card", "shanghai_gives", "shanghai_cards", "shanghai_points"),
    "last_discard": ("must_discard",),
    "out_bonus": ("blind_bonus", "clean_blind_bonus"),
    "points": ("card_points",),
    "not_down_penalty": ("not_down_times",),
}
"""The exceptions from a rule. They are listed below it if they are in use or the rule is opened."""
_RULE_OF: Final = {key: rule for rule, keys in _BEHIND.items() for key in keys}


class WorkshopLine(NamedTuple):
    """A line of the list: a rule, a part of one, or some options of a rule that takes several."""

    part: RulePart
    options: tuple[Any, ...] = ()
    field: str = ""
    """The field whose values in all entries of a list are on this line."""

    @property
    def id(self) -> tuple[RulePath, int]:
        """The path of the part, and the index of the first option on the line, -1 without options.
        The line keeps it when values change."""
        first = self.part.options.index(self.options[0]) if self.options else -1
        return (*self.part.path, *filter(None, [self.field])), first

    @property
    def kind(self) -> str:
        """The kind of the line, which says how it is changed."""
        return "options" if self.options else "row" if self.field else self.part.form

    @property
    def is_whole(self) -> bool:
        """Whether the line can be opened to show lines for its parts."""
        return self.kind in ("picks", "list", "parts")


class ArrowTarget(Target, frozen=True):
    """A click on an arrow next to a value. `by` is 1 for the next value, -1 for the one before."""

    by: int
    column: int | None = None
    """The index of the value, on a line with several."""


class LineTarget(Target, frozen=True):
    """A click on a line of the list, and on an arrow or an option of it if there is one."""

    mark: tuple[RulePath, int]
    part: Target | None = None


class WorkshopScreen(BaseScreen[Rules]):
    """Lists every rule with its value. At the side are its meaning, the changes, and a trial."""

    SHOWS_NO_HAND = True
    KEYS = (BACK_Q.on("escape,q", action="leave_workshop", typing=False),)
    MIDDLE = 0
    HELP_TEXT = words.say.late("HELP")
    DEFAULT_CSS = """
    WorkshopScreen {
        & Container { height: 1fr; layout: vertical; align: center top; }
        & #list { width: 1fr; height: 1fr; padding: 0 1; scrollbar-gutter: stable; }
        & #side { width: 1fr; height: 9; padding: 0 1; scrollbar-gutter: stable;
            border-top: hkey $line; }
        & Input { margin: 0 1; }
        &.-wide Container { layout: horizontal; }
        &.-wide #list { width: 3fr; max-width: 96; }
        &.-wide #side { width: 2fr; max-width: 84; height: 1fr; border-top: none;
            border-left: vkey $line; }
    }
    .-ascii WorkshopScreen #side { border-top: ascii $line; }
    .-ascii WorkshopScreen.-wide #side { border-top: none; border-left: ascii $line; }
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._base = self._good = rules
        self._draft = RulesDraft(rules)
        self._mark: tuple[RulePath, int] = ((_KEYS[0],), -1)
        self._column = 0
        self._open: RulePath = ()
        """The rule, or the part of one, whose lines are shown."""
        self._naming = False
        self._message = ""
        self._trial: tuple[str, ...] = ()
        self._listed: tuple[tuple[object, ...], list[WorkshopLine]] = (), []
        self._unmarked: tuple[tuple[object, ...], dict[tuple[RulePath, int], list[Row]]] = (), {}

    def heading(self) -> str:
        """The name of the variant that is changed, and how many of its rules are changed."""
        title = words.CHANGED if self._draft.changes else words.TITLE
        return title.format(rules=of_game(self._base.name), count=len(self._draft.changes))

    def content(self) -> ComposeResult:
        """The list of rules, the text about the marked one, and the field."""
        with Container():
            yield VerticalScroll(Lines(id="rules"), id="list", can_focus=False)
            yield VerticalScroll(Lines(id="about"), id="side", can_focus=False)
        yield TextField(max_length=60, select_on_focus=False)

    def on_mount(self) -> None:
        """Makes the draft once the folder of the player's own variants is known."""
        self._draft = RulesDraft(self._base, own_library(self.app.folder))

    def why_no_difference(self) -> Reason | None:
        """Why there is nothing to compare or to save."""
        if not self._draft.changes:
            return words.NOTHING_DIFFERS
        return None if self._draft.rules is not None else self._fault

    @property
    def _fault(self) -> str:
        fault = words.plain_words(self._draft.fault)
        return fault and words.CANNOT_BE_PLAYED.format(fault=fault)

    @property
    def key(self) -> str:
        """The key of the marked rule, or of the rule whose part is marked."""
        return str(self._mark[0][0])

    @property
    def _lines(self) -> list[WorkshopLine]:
        """All lines of the list, made once for each draft and each opened part."""
        if self._listed[0] != (shown := (self._draft, self._open)):
            keys = (key for key in _KEYS if key not in _RULE_OF or self._is_in_sight(key))
            lines = [line for key in keys for line in self._inside(self._draft.part((key,)))]
            self._listed = shown, lines
        return self._listed[1]

    def _is_in_sight(self, key: str) -> bool:
        """Whether an exception is listed: it is in use, changed, or its rule is opened."""
        opened = str(self._open[0]) if self._open else ""
        holds = self._draft.values[key] != plain_value(DEFAULTS[key])
        return holds or self._draft.is_changed(key) or _RULE_OF.get(opened, opened) == _RULE_OF[key]

    @property
    def _behind(self) -> int:
        """The number of exceptions from the marked rule that are not listed."""
        keys = _BEHIND.get(self.key, ()) if len(self._mark[0]) == 1 else ()
        return sum(not self._is_in_sight(key) for key in keys)

    @property
    def _line(self) -> WorkshopLine:
        """The marked line. If it is no longer listed, the line that it was part of."""
        lines = {line.id: line for line in self._lines}
        while self._mark not in lines:
            path = self._mark[0][: -1 if self._mark[1] < 0 else None]
            self._mark = path or (_RULE_OF.get(self.key, _KEYS[0]),), -1
        return lines[self._mark]

    def _inside(self, part: RulePart) -> Iterator[WorkshopLine]:
        """Yields the lines of a value: its own and, if it is open, those of its parts."""
        yield WorkshopLine(part)
        if part.path == ("packs",):
            yield from (WorkshopLine(part, (), field) for field in words.BY_TABLE)
        is_row = part.form == "list" and len(part.path) > 2
        if is_row or (part.path == self._open[: len(part.path)] and self._open):
            if part.form == "picks":
                for at in range(0, len(part.options), _OPTIONS_ON_A_LINE):
                    yield WorkshopLine(part, part.options[at : at + _OPTIONS_ON_A_LINE])
            for inner in part.inside:
                yield from self._inside(inner)

    def draw(self) -> None:
        """Draws the rules and the text about the marked one."""
        lines, about = self.query_one("#rules", Lines), self.query_one("#about", Lines)
        self._good = self._draft.rules or self._good
        rows, marked = self._rows(max(30, lines.size.width - 1))
        lines.show(rows)
        scroll = self.query_one("#list", VerticalScroll)
        scroll.scroll_to(y=max(0, marked - scroll.size.height // 2), animate=False)
        about.show(self._about(max(30, about.size.width)))
        self.refresh_heading()
        self.refresh_keys()

    def _rows(self, width: int) -> tuple[list[Row], int]:
        """The rows of the list, and the index of the first row of the marked line."""
        rows: list[Row] = []
        marked, mark = 0, self._line.id
        headings = {keys[0]: HEADINGS[heading] for heading, keys in _HEADINGS.items() if keys}
        drawn_for = self._draft, self._good, width, self.app.settings
        if self._unmarked[0] != drawn_for:
            self._unmarked = drawn_for, {}
        drawn = self._unmarked[1]
        for line in self._lines:
            path = line.part.path
            if line.id == ((path[0],), -1) and path[0] in headings:
                rows.append(row(Bit(headings[str(path[0])], "accent")))
            if line.id == mark:
                marked = len(rows)
                rows += self._drawn(line, True, width)
            else:
                rows += drawn.get(line.id) or drawn.setdefault(
                    line.id, self._drawn(line, False, width)
                )
        return rows, marked

    def _drawn(self, line: WorkshopLine, is_marked: bool, width: int) -> list[Row]:
        style, path = self.app.card_style, line.part.path
        look = "cursor" if is_marked and not line.options else ""
        name = style.arrow if is_marked else " "
        if len(path) > 1 or line.options:
            indent = 2 * (len(path) if line.options else len(path) - 1)
            head = row(Bit(f"{name}   ", look), blanks(indent, look))
        else:
            star = "*" if self._draft.is_changed(str(path[0])) and not line.field else " "
            title = words.BY_TABLE[line.field] if line.field else titled(line.part, self._good)
            head = cut_row(row(Bit(f"{name}{star}{title}", look)), _NAME_CELLS)
            head = pad(head, _NAME_CELLS + 1, look)
        bits = self._options(line, is_marked) if line.options else self._value(line, look)
        if line.field:
            bits = self._by_table(line, is_marked)
        if is_marked and self._behind:
            behind = words.BEHIND.format(key=self.keys.cap("unfold"), count=self._behind).strip()
            bits.append(Bit(f"  {behind.replace(' ', UNBROKEN)}", look))
        return [
            tuple(
                bit._replace(target=LineTarget(line.id, bit.target))
                for bit in pad(each, width, look)
            )
            for each in wrap((*head, *bits), width, min(row_width(head), width // 2))
        ]

    def _by_table(self, line: WorkshopLine, is_marked: bool) -> list[Bit]:
        """The values of a field for each size of the table, with their arrows."""
        bits, least = list[Bit](), self._draft.values["min_players"]
        back, on = (arrow.replace(" ", UNBROKEN) for arrow in self._arrows)
        for at, entry in enumerate(line.part.value):
            here = is_marked and at == self._at(line)
            arrow, look = ("cursor", "cursor") if here else ("gold", "")
            bits += [
                Bit(back, arrow, ArrowTarget(-1, at)),
                Bit(str(entry[line.field]), look, IndexTarget(at)),
            ]
            most = min(entry["up_to"], self._draft.values["max_players"])
            sizes = words.FOR_TABLE.format(sizes=f"{least}-{most}" if most > least else least)
            bits += [Bit(on, arrow, ArrowTarget(1, at)), Bit(UNBROKEN + sizes)]
            bits += [Bit(", ")] * (at + 1 < len(line.part.value))
            least = entry["up_to"] + 1
        return bits

    @property
    def _arrows(self) -> tuple[str, str]:
        return ("< ", " >") if self.app.is_ascii else ("◂ ", " ▸")

    def _value(self, line: WorkshopLine, look: str) -> list[Bit]:
        part = line.part
        before, text, after = around(part, self._draft, self._good, self.app.is_ascii)
        key = str(part.path[0])
        is_of_use = key not in RULE_WORDS or RULE_WORDS[key].is_of_use(self._good)
        usual_look = look or ("" if is_of_use else "dim")
        bits = [Bit(text, usual_look)]
        if part.stepped(1) != part.value or part.stepped(-1) != part.value:
            back, on = self._arrows
            arrow = look or "gold"
            bits = [Bit(back, arrow, ArrowTarget(-1)), *bits, Bit(on, arrow, ArrowTarget(1))]
        return [Bit(before, usual_look), *bits, Bit(after, usual_look)]

    def _options(self, line: WorkshopLine, is_marked: bool) -> list[Bit]:
        bits = []
        for at, option in enumerate(line.options):
            is_chosen = option in line.part.value
            text = option_text(option, self.app.is_ascii)
            here = is_marked and at == self._at(line)
            look = "cursor" if here else "strong" if is_chosen else ""
            bits.append(Bit(f"[{text}]" if is_chosen else f" {text} ", look, IndexTarget(at)))
        return bits

    def _about(self, width: int) -> list[Row]:
        key, draft = self.key, self._draft
        meaning = words.plain_words(setup.SENTENCE(text=KEY_WORDS[key].description))
        if key in RULE_WORDS and len(self._mark[0]) == 1:
            meaning = RULE_WORDS[key].sentence(self._good) or meaning
        how = self.keys.spell(words.HOW[self._line.kind])
        rows = balanced(row(meaning, Bit(f" {how}", "dim")), width)
        if draft.is_changed(key) and key in RULE_WORDS:
            was = RULE_WORDS[key].in_words(self._base)
            rows += wrap_text(words.WAS.format(rules=self._base.name, value=was), width, "dim")
            for idle in without_effect(self._good, (key,)):
                if idle.path == self._mark[0]:
                    why = why_idle(self._good, idle.reason, is_file=False)
                    rows += wrap_text(words.NO_EFFECT.format(why=why), width, "warn")
        for sentence in filter(None, (self._fault, self._message)):
            rows += wrap_text(sentence, width, "warn")
        if self._trial:
            verdict = [part for line in self._trial for part in wrap_text(line, width, "good")]
            # The lines of a verdict are reserved, so that nothing below moves when it comes.
            rows += verdict + [()] * (_TRIAL_CELLS // width + 1 - len(verdict))
        rows += [(), *self._differences(width)]
        room = self.query_one("#side", VerticalScroll).size.height - len(rows)
        return [*rows, *(self._sentences(width, room) if room >= _MIN_SENTENCE_LINES else ())]

    def _sentences(self, width: int, room: int) -> list[Row]:
        """The present rules in sentences, from the heading of the marked one on, in `room`
        lines."""
        headings = [*_HEADINGS]
        first = next(at for at, keys in enumerate(_HEADINGS.values()) if self.key in keys)
        rows = list[Row]()
        for heading in headings[first:] + headings[:first]:
            for index, sentence in enumerate(sentences_under(self._good, heading)):
                title = [] if index else [(), row(Bit(HEADINGS[heading], "accent"))]
                more = wrap_text(sentence, width, "dim")
                if len(rows) + len(title) + len(more) > room:
                    return rows
                rows += [*title, *more]
        return rows

    def _differences(self, width: int) -> list[Row]:
        """What differs from the variant at the start, those rules first that were changed here."""
        if not self._draft.changes:
            return wrap_text(words.NOTHING_DIFFERS, width, "dim")
        rows = [row(Bit(setup.WHAT_DIFFERS, "accent"))]
        if (rules := self._draft.rules) is None:
            keys = (key for key in _KEYS if self._draft.is_changed(key))
            return rows + [row(f"- {self._title(key)}") for key in keys]
        changes = [each for each in differences(self._base, rules) if each.second != "-"]
        for each in sorted(changes, key=lambda each: not self._draft.is_changed(each.key)):
            was, now = Bit(each.first, "dim"), words.NOW.format(value=each.second)
            rows += wrap(row(f"- {self._title(each.key)}: ", was, now), width, indent=2)
        return rows

    def _title(self, key: str) -> str:
        return titled(self._draft.part((key,)), self._good)

    @command("down,j,tab", 1, id="next", cap="↑↓", place=FIRST)
    @command("up,k,shift+tab", -1, id="previous", shown=False, place=FIRST)
    def action_move(self, by: int) -> None:
        """Moves the mark to another line, around the ends."""
        ids = [line.id for line in self._lines]
        self._mark_line(ids[(ids.index(self._line.id) + by) % len(ids)])

    def _mark_line(self, mark: tuple[RulePath, int]) -> None:
        self._mark, self._message = mark, ""
        self.draw()

    @command("right,l", 1, id="right", cap="←→")
    @command("left,h", -1, id="left", shown=False)
    def action_change(self, by: int) -> None:
        """Changes the value of the marked line, goes to its next option, or opens the line."""
        line = self._line
        if line.options:
            self._column = (self._column + by) % len(line.options)
            self.draw()
        elif line.field:
            number = line.part.part(self._at(line)).part(line.field)
            self._take(self._draft.with_part(number.path, number.stepped(by)))
        elif (value := line.part.stepped(by)) != line.part.value:
            self._take(self._draft.with_part(line.part.path, value))
        elif line.is_whole and by > 0 and line.part.stepped(-by) == line.part.value:
            self._open_part(line)

    def label_of_marked(self) -> str:
        """What Enter does to the marked line."""
        line = self._line
        return words.DO.get(line.kind, words.CLOSE if self._is_open(line) else words.OPEN)

    @command("space", shown=False)
    def action_unfold(self) -> None:
        """Shows or hides the exceptions from the marked rule. On other lines it works as Enter."""
        line = self._line
        is_rule = len(line.id[0]) == 1 and not line.options and self.key in _BEHIND
        if is_rule and self._is_open(line):
            self._close()
        elif is_rule and self._behind:
            self._open = line.part.path
            self.draw()
        else:
            self.action_work_on()

    @command("enter", label=label_of_marked)
    def action_work_on(self) -> None:
        """Works on the marked line by its kind: opens or closes it, chooses an option or not, opens
        the field for a value, or takes the next one."""
        line = self._line
        if line.field:
            self._column = (self._at(line) + 1) % len(line.part.value)
            self.draw()
            return
        if line.options:
            option = line.options[self._at(line)]
            self._take(self._draft.with_part(line.part.path, line.part.toggled(option)))
        elif line.kind == "choice":
            self.action_change(1)
        elif line.is_whole and self._is_open(line):
            self._close()
        elif line.is_whole:
            self._open_part(line)
        else:
            part = line.part
            is_text = part.form == "text"
            asks: str = words.TEXT_FIELD if is_text else words.NUMBER_FIELD
            asks = asks.format(least=part.least, most=part.most)
            self._open_field(str(part.value) if is_text else "", asks)

    def _at(self, line: WorkshopLine) -> int:
        """The index of the marked option or value on a line."""
        return min(self._column, len(line.options or line.part.value) - 1)

    def _is_open(self, line: WorkshopLine) -> bool:
        return bool(self._open) and line.part.path == self._open[: len(line.part.path)]

    def _open_part(self, line: WorkshopLine) -> None:
        self._open = line.part.path
        first = [*self._inside(line.part)][1:2]
        self._mark_line(first[0].id if first else line.id)

    def _close(self) -> None:
        """Closes the innermost open part, and marks its line if the mark was inside."""
        path, rule = self._open, _RULE_OF.get(str(self._open[0]))
        self._open = path[:-1] or ((rule,) if rule else ())
        self._mark_line((path, -1) if self._mark[0][: len(path)] == path else self._mark)

    @command(
        "x", why_not=lambda self: None if self._draft.is_changed(self.key) else words.RULE_UNCHANGED
    )
    def action_put_back(self) -> None:
        """Gives the marked rule the value that it has in the variant at the start."""
        self._open = ()
        self._take(self._draft.with_value(self.key, base_value(self._base, self.key)))

    @command("d", why_not=why_no_difference)
    def action_see_difference(self) -> None:
        """Compares the present rules with the variant at the start."""
        if (rules := self._draft.rules) is not None:
            self.app.open(screens.CompareScreen(rules, [Offer(self._base)]))

    @command("s", why_not=why_no_difference)
    def action_save_variant(self) -> None:
        """Asks for a name, to save the rules as a variant."""
        self._naming = True
        self._open_field("", words.NAME_FIELD)

    @command("f")
    def action_see_file(self) -> None:
        """Shows the file that would be saved."""
        self.app.open(FileScreen(self._draft.text()))

    @command("pagedown", 1, id="next-heading")
    @command("pageup", -1, id="heading-before", shown=False)
    def action_turn(self, by: int) -> None:
        """Marks the first rule of the next heading, or with -1 of the one before."""
        headings = [keys for keys in _HEADINGS.values() if keys]
        at = next(at for at, keys in enumerate(headings) if self.key in keys)
        self._mark_line(((headings[(at + by) % len(headings)][0],), -1))

    @command("enter", id="submit-value", typing=True)
    def action_submit(self) -> None:
        """Takes the typed text: the value of the marked line, or the name of the saved variant."""
        typed, part = self.field.value.strip(), self._line.part
        if self._naming:
            self._save(sanitize(typed, 40))
            return
        value: str | int = sanitize(typed, 40)
        if part.form == "number":
            if not typed.isdecimal() or not part.least <= int(typed) <= part.most:
                self._say(words.NO_NUMBER.format(least=part.least, most=part.most))
                return
            value = int(typed)
        self.action_close_field()
        self._take(self._draft.with_part(part.path, value))

    @command("escape", typing=True)
    def action_close_field(self) -> None:
        """Closes the field and changes nothing."""
        self._naming = False
        self.field.close()
        self.call_after_refresh(self.draw)

    def _take(self, draft: RulesDraft) -> None:
        self._draft = draft
        self._message = ""
        is_tried = draft.rules is not None and bool(draft.changes)
        self._trial = (words.PLAYING_A_GAME,) if is_tried else ()
        self.draw()
        if is_tried:
            self._try(draft)

    @work(exclusive=True, group="trial")
    async def _try(self, draft: RulesDraft) -> None:
        """Lets computers play a game by the rules in another process, and shows the verdict. Waits
        first for more changes, which start it again."""
        await asyncio.sleep(_QUIET_SECONDS)
        asked = ("variants", "check", "-", "--games", _GAMES)
        check = module_command("shanghai", f"--data-dir={self.app.folder}", *asked)
        process = await begin_async(check, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
        try:
            out, _ = await process.communicate(draft.text().encode())
        finally:
            if process.returncode is None:
                process.kill()
        if draft is self._draft:
            self._show_trial(*(sanitize(line, 300) for line in _verdict(out.decode())))

    def _show_trial(self, *lines: str) -> None:
        self._trial = lines
        self.draw()

    def _open_field(self, value: str, asks: str) -> None:
        self._message = ""
        self.field.open(value, asks)
        self.call_after_refresh(self.draw)

    def _save(self, name: str) -> None:
        """Saves the rules as a variant and answers with them. Says why if that cannot be."""
        id = id_of(name)
        try:
            check_new_id(id, self.app.folder)
            path = keep_variant(id, self._draft.text(id, name), self.app.folder)
            saved = load_variant(path, library=own_library(self.app.folder))
        except Faults as faults:
            self._say(words.ANOTHER_NAME.format(fault=faults.faults[0].message))
            return
        except OSError as error:
            self._say(words.NOT_SAVED.format(problem=system_fault(error)))
            return
        self.app.notify(words.SAVED.format(name=name), timeout=3)
        self.dismiss(saved)

    def _say(self, sentence: str) -> None:
        self._message = sentence
        self.draw()

    def action_leave_workshop(self) -> None:
        """Closes an open part, else leaves the workshop. Asks first if something was changed."""
        if self._open:
            self._close()
        elif self._draft.changes:
            choices = [Choice(id, name) for id, name in words.LEAVE_CHOICES.items()]
            self.app.open_then(screens.PickScreen(words.LEAVE, choices), self._leave)
        else:
            self.dismiss(None)

    def _leave(self, answer: str) -> None:
        if answer == "leave":
            self.dismiss(None)
        elif answer == "save":
            self.press_soon("save-variant")

    def clicked(self, target: Target) -> None:
        """Marks a clicked line, or works on it if it is marked already. A click on an arrow or an
        option changes the value."""
        if not isinstance(target, LineTarget) or self.is_typing:
            return
        was_marked, self._mark = target.mark == self._line.id, target.mark
        match target.part:
            case ArrowTarget(by, column):
                self._column = self._column if column is None else column
                self.action_change(by)
            case IndexTarget(index):
                self._column = index - bool(self._line.field)
                self.action_work_on()
            case None if was_marked:
                self.action_work_on()
            case _:
                self._mark_line(target.mark)


class FileScreen(ReadingScreen[None]):
    """Shows the text of the variant file that would be saved."""

    SHOWS_NO_HAND = True
    KEYS = (BACK_Q,)
    HEADING = words.say.late("FILE_TITLE")
    HELP_TEXT = words.say.late("FILE_HELP")

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def rows(self, width: int) -> Sequence[Row]:
        """A line about the file, then its text."""
        rows = wrap_text(words.FILE_ABOUT.format(folder=own_folder(self.app.folder)), width, "dim")
        lines = (one for line in self._text.splitlines() for one in wrap(row(line), width, 4))
        return [*rows, (), *lines]


def _verdict(out: str) -> list[str]:
    """The sentences of `variants check` about the game played, without hints about the file."""
    begins, lines = f"{variants.STANDARD_INPUT}: ", out.splitlines()
    sentences = [line.removeprefix(begins) for line in lines if line.startswith(begins)]
    return [line for line in sentences[1:] if not line.startswith(variants.HINT)] or sentences
