"""The workshop: any rule of a variant is changed, tried at once, and saved as one's own."""

import asyncio
from asyncio.subprocess import DEVNULL, PIPE
from typing import Any, Final

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll

from shanghai.engine.parameters.checks import without_effect
from shanghai.engine.rules import Rules
from shanghai.processes import begin_async, module_command
from shanghai.ui import open as opening
from shanghai.ui.kit.command import BACK_Q, FIRST, Reason, command
from shanghai.ui.kit.lines import Bit, Lines, Row, cut_row, pad, row, wrap
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.kit.text_field import TextField
from shanghai.variants.draft import Draft, all_keys, base_value, check_new_id, id_of, keep_variant
from shanghai.variants.library import own_library
from shanghai.variants.loader import load_variant, read_value
from shanghai.words import workshop as words
from shanghai.words.rulebook import KEYS_BY_HEADING, differences
from shanghai.words.rulebook.rules import KEY_WORDS, RULE_WORDS
from shanghai.words.sanitize import sanitize
from shanghai.words.setup import WHAT_DIFFERS
from shanghai.yamlio.reader import Faults
from shanghai.yamlio.writer import flow_value

_NAME_CELLS: Final = 25
_QUIET: Final = 0.8
"""Seconds without a change before the rules are tried."""
_HEADINGS: Final = {
    KEY_WORDS["rounds"].title: ("rounds",),
    **KEYS_BY_HEADING,
    KEY_WORDS["words"].title: ("words",),
}
_KEYS: Final = tuple(key for keys in _HEADINGS.values() for key in keys)
_GAMES: Final = "1"


class WorkshopScreen(BaseScreen[Rules]):
    """Every rule with its value; beside it the sentence, the values allowed, and a trial."""

    KEYS = (BACK_Q.on("escape,q", action="leave_workshop", typing=False),)
    AUTO_FOCUS = ""
    HELP_TEXT = words.HELP
    DEFAULT_CSS = """
    WorkshopScreen {
        & Horizontal { height: 1fr; align: center top; }
        & #list { width: 1fr; max-width: 60; height: 1fr; padding: 0 1;
            scrollbar-gutter: stable; }
        & #side { width: 1fr; max-width: 84; height: 1fr; padding: 0 1; scrollbar-gutter: stable;
            border-left: vkey $line; }
        & Input { margin: 0 1; display: none; }
        &.-typing Input { display: block; }
    }
    .-ascii WorkshopScreen #side { border-left: ascii $line; }
    """

    def __init__(self, rules: Rules) -> None:
        """Starts from a variant."""
        super().__init__()
        self.HEADING = words.TITLE.format(rules=rules.name)
        self._base = rules
        self._draft = Draft(rules)
        self._at = 0
        self._naming = False
        self._said = ""
        self._trial: tuple[str, ...] = ()
        self._leaving = False
        self._saved: Rules | None = None

    def content(self) -> ComposeResult:
        """The rules, what there is to say of the marked one, and the field."""
        with Horizontal():
            with VerticalScroll(id="list", can_focus=False):
                yield Lines(id="rules")
            with VerticalScroll(id="side", can_focus=False):
                yield Lines(id="about")
        yield TextField(max_length=2000, select_on_focus=False)

    def on_mount(self) -> None:
        """Knows the variants of one's own."""
        self._draft = Draft(self._base, own_library(self.app.folder))

    # -- what the commands ask --

    def why_no_difference(self) -> Reason | None:
        """Why there is nothing to compare or to save."""
        if not self._draft.changes:
            return words.NOTHING_DIFFERS
        fault = words.CANNOT_BE_PLAYED.format(fault=self._draft.fault)
        return None if self._draft.rules is not None else fault

    # -- drawing --

    def draw(self) -> None:
        """Draws the rules and what is said of the marked one."""
        lines, about = self.query_one("#rules", Lines), self.query_one("#about", Lines)
        rows, marked = self._rows(max(30, lines.size.width))
        lines.show(rows)
        scroll = self.query_one("#list", VerticalScroll)
        if not scroll.scroll_y <= marked - 1 < scroll.scroll_y + scroll.size.height - 1:
            scroll.scroll_to(y=max(0, marked - scroll.size.height // 2), animate=False)
        about.show(self._about(max(30, about.size.width)))
        self.refresh_keys()

    def _rows(self, wide: int) -> tuple[list[Row], int]:
        """The lines of all rules, and which of them is the marked one."""
        arrow = self.app.card_style.arrow
        rows: list[Row] = []
        marked = 0
        for heading, keys in _HEADINGS.items():
            if keys:
                rows.append(row(Bit(heading, "accent")))
            for key in keys:
                at = _KEYS.index(key)
                look = "cursor" if at == self._at else ""
                if at == self._at:
                    marked = len(rows)
                star = "*" if key in self._draft.changes else " "
                name = f"{arrow if at == self._at else ' '}{star}{KEY_WORDS[key].title}"
                value = value_text(self._draft.value(key))
                named = pad(cut_row(row(Bit(name, look)), _NAME_CELLS), _NAME_CELLS + 1, look)
                line = cut_row((*named, Bit(value, look)), wide)
                rows.append(tuple(bit._replace(target=at) for bit in pad(line, wide, look)))
        return rows, marked

    def _about(self, wide: int) -> list[Row]:
        key, draft = _KEYS[self._at], self._draft
        info = all_keys()[key]
        rules = draft.rules or self._base
        rows = [row(Bit(info.words.title, "accent"), Bit(f"  {key}", "dim"))]
        sentence = RULE_WORDS[key].sentence(rules) if key in RULE_WORDS else ""
        meaning = info.words.description
        rows += wrap(row(sentence or f"{meaning[:1].upper()}{meaning[1:]}."), wide)
        rows += wrap(row(Bit(words.VALUES.format(words=info.values), "dim")), wide)
        if key in draft.changes:
            was = value_text(base_value(self._base, key))
            rows += wrap(row(Bit(words.WAS.format(rules=self._base.name, value=was), "dim")), wide)
            for _, other in without_effect(rules, (key,)):
                rows += wrap(row(Bit(words.NO_EFFECT.format(other=other), "warn")), wide)
        fault = draft.fault and words.CANNOT_BE_PLAYED.format(fault=draft.fault)
        for said in filter(None, (fault, self._said)):
            rows += [(), *wrap(row(Bit(said, "warn")), wide)]
        rows += [(), *self._differences(wide)]
        if self._trial:
            rows += [(), row(Bit(words.TRIED, "accent"))]
            rows += [line for said in self._trial for line in wrap(row(said), wide, indent=2)]
        return rows

    def _differences(self, wide: int) -> list[Row]:
        rules = self._draft.rules
        if not self._draft.changes:
            return wrap(row(Bit(words.NOTHING_DIFFERS, "dim")), wide)
        rows = [row(Bit(WHAT_DIFFERS, "accent"))]
        if rules is None:
            return rows + [row(f"- {KEY_WORDS[key].title}") for key in self._draft.changes]
        for each in differences(self._base, rules):
            was, now = Bit(each.first, "dim"), words.NOW.format(value=each.second)
            rows += wrap(row(f"- {each.title}: ", was, now), wide, indent=2)
        return rows

    # -- changing --

    @command("down,j,tab", 1, id="next", cap="↑↓", place=FIRST)
    @command("up,k,shift+tab", -1, id="previous", shown=False, place=FIRST)
    def action_move(self, by: int) -> None:
        """Moves the mark."""
        self._at = (self._at + by) % len(_KEYS)
        self._said, self._leaving = "", False
        self.draw()

    @command("right,l", 1, id="right", cap="←→")
    @command("left,h", -1, id="left", shown=False)
    def action_change(self, by: int) -> None:
        """Takes the next value of the marked rule, or opens the field where there is none."""
        key = _KEYS[self._at]
        changed = self._draft.turned(key, by)
        if changed is self._draft:
            self.action_type_value()
        else:
            self._take(changed)

    @command("enter,space")
    def action_type_value(self) -> None:
        """Opens the field with the value of the marked rule."""
        self._open_field(flow_value(self._draft.value(_KEYS[self._at])), "value")

    @command(
        "x",
        may=lambda self: None if _KEYS[self._at] in self._draft.changes else words.RULE_UNCHANGED,
    )
    def action_put_back(self) -> None:
        """Gives the marked rule the value that it had."""
        key = _KEYS[self._at]
        self._take(self._draft.with_value(key, base_value(self._base, key)))

    @command("d", may=why_no_difference)
    def action_see_difference(self) -> None:
        """Shows what differs from the variant that is extended, side by side."""
        if (rules := self._draft.rules) is not None:
            self.open(opening.compare(rules, [self._base]))

    @command("s", may=why_no_difference)
    def action_save_variant(self) -> None:
        """Asks for the name of the variant."""
        self._naming = True
        self._open_field("", words.NAME_FIELD)

    @command("enter", id="submit-value", typing=True)
    def action_submit(self) -> None:
        """Takes what was typed: a value, or the name under which the rules are saved."""
        typed = self.field.value
        if self._naming:
            self._save(sanitize(typed, 40))
            return
        try:
            value = read_value(typed)
        except Faults as faults:
            self._say(words.NO_VALUE.format(fault=faults.faults[0].message))
            return
        changed = self._draft.with_value(_KEYS[self._at], value)
        if changed.rules is None:
            self._say(f"{changed.fault}.")
            return
        self.action_close_field()
        self._take(changed)

    @command("escape", typing=True)
    def action_close_field(self) -> None:
        """Closes the field with nothing changed."""
        self._naming = False
        self.close_field()
        self.call_after_refresh(self.draw)

    def _take(self, draft: Draft) -> None:
        self._draft = draft
        self._said, self._leaving = "", False
        self._trial = ()
        self.draw()
        if draft.rules is not None and draft.changes:
            self._try(draft)

    @work(exclusive=True, group="trial")
    async def _try(self, draft: Draft) -> None:
        """Lets computers play by the rules, in a process of their own, and says what came of it."""
        await asyncio.sleep(_QUIET)
        self._show_trial(words.PLAYING_A_GAME)
        asked = ("variants", "check", "-", "--games", _GAMES)
        process = await begin_async(
            module_command("shanghai", f"--data-dir={self.app.folder}", *asked),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
        )
        try:
            out, _ = await process.communicate(draft.text().encode())
        finally:
            if process.returncode is None:
                process.kill()
        lines = [line.replace("standard input: ", "") for line in out.decode().splitlines()]
        if draft is self._draft:
            self._show_trial(*(sanitize(line, 200) for line in lines))

    def _show_trial(self, *lines: str) -> None:
        self._trial = lines
        self.draw()

    def _open_field(self, value: str, asks: str) -> None:
        self._said = ""
        self.open_field(value, asks)
        self.call_after_refresh(self.draw)

    def _save(self, name: str) -> None:
        id = id_of(name)
        try:
            check_new_id(id, self.app.folder)
            path = keep_variant(id, self._draft.text(id, name), self.app.folder)
            self._saved = load_variant(path, library=own_library(self.app.folder))
        except Faults as faults:
            self._say(words.ANOTHER_NAME.format(fault=faults.faults[0].message))
            return
        except OSError as error:
            self._say(words.NOT_SAVED.format(problem=error.strerror or str(error)))
            return
        self.app.notify(words.SAVED.format(name=name, path=path), timeout=10, markup=False)
        self.dismiss(self._saved)

    def _say(self, sentence: str) -> None:
        self._said = sentence
        self.draw()

    def action_leave_workshop(self) -> None:
        """Goes back; where something has been changed, at the second time."""
        if self._draft.changes and not self._leaving:
            self._leaving = True
            self._say(words.NOTHING_SAVED.format(key=self.cap("save-variant")))
            return
        self.dismiss(None)

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """A click marks a rule, a click on the marked one changes it."""
        if isinstance(message.target, int) and not self.is_typing:
            message.stop()
            if message.target == self._at:
                self.action_change(1)
            else:
                self.action_move(message.target - self._at)


def value_text(value: Any) -> str:  # noqa: ANN401
    """A plain value in short, for people."""
    if isinstance(value, bool):
        return words.YES if value else words.NO
    return value if isinstance(value, str) else flow_value(value)
