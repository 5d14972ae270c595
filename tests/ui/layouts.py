"""Every function of the screens and of the words that lays something out for a size, by its name.

Each is called with a width and a height, and looks at those that it takes.
"""

import ast
from functools import partial
from itertools import product
from pathlib import Path

from textual.geometry import Size

import shanghai
from shanghai.engine.cards import deck_cards
from shanghai.engine.seats import NOBODY
from shanghai.engine.seen import public_view, view_for
from shanghai.engine.solver import distance
from shanghai.ledger.ledger import Wanted, ledger_of
from shanghai.records.replay import Replay
from shanghai.storage.saves import sound_game
from shanghai.table.grouping import meld_drafts as places_of
from shanghai.table.log import LogLine
from shanghai.ui.evenings.ledger import AlbumPage
from shanghai.ui.evenings.replay import course_rows
from shanghai.ui.kit import frames, lines, pictures
from shanghai.ui.scores.correct import score_grid
from shanghai.ui.scores.round_over import Finish
from shanghai.ui.setup import rules
from shanghai.ui.setup.seats import known_rows
from shanghai.ui.table import card_row, log_lines, meld_text, middle, needs, scorecard, sidebar
from shanghai.ui.table.session import Session
from shanghai.ui.table.sidebar import SidePanels
from shanghai.ui.table.table_contents import Marks, TableContents
from shanghai.ui.table.talk import Talk
from shanghai.ui.table.targets import SeatTarget
from shanghai.variants.loader import load_variant
from shanghai.words import cells, sanitize, scores as score_words, short_names, table
from shanghai.words.cards import CardStyle
from shanghai.words.installing import shell_lines
from tests.ui.apps import scored
from tests.ui.evenings.test_deals import summary
from tests.ui.states import FINISHED, begun, going, played
from tests.ui.tables import host_of

STYLE, PLAIN = CardStyle(), CardStyle(ascii=True)
STYLES = (STYLE, PLAIN, CardStyle(large="on"), CardStyle(large="off"), CardStyle(quadrants=False))
NAMES = ("Ann", "Bartholomäus", "花子と太郎", "Bartholomew", "x" * 40, "O'Neil-Davis", "Eva", "Hu")
SENTENCE = "Bartholomäus lays the 7♠ on 花子's run, and Ann-Kathrin-Luisa-Margarethe says BUY."
LINE = (
    lines.Bit("Ann ", "seat-1", SeatTarget(0)),
    lines.Bit(SENTENCE, "strong"),
    lines.Bit("\u00a0" * 3),
)
ROWS = [LINE, (), lines.row("   two  words "), lines.row("x" * 90)]
CARDS = deck_cards(2, 2)
LOG = [LogLine(f"{SENTENCE[at % 20 :]} {at}", at % 3) for at in range(40)]
LATE, EARLY, FULL = going(4), begun(8), going(8)
MELDS = FULL.table
CALIFORNIA, PLAYERULES = load_variant("california"), load_variant("playerules")
OVER = [
    scored("california", seats, 10, over=True, hands=[" ".join(["4S", "JK"] * at) for at in hands])
    for seats, hands in ((2, (0, 15)), (5, (0, 1, 2, 6, 13)), (8, (0, 1, 2, 3, 4, 7, 9, 13)))
]
HELD, ASKED = CARDS[3:50:4], CALIFORNIA.contract(2)
PLACES = places_of(HELD, ASKED, frozenset(), distance(HELD, ASKED, CALIFORNIA).short)
WINDOW = middle.WindowPanel(
    "BUY?",
    CARDS[3],
    (LINE,),
    SENTENCE,
    tuple(middle.Button(seat, name, "may BUY twice") for seat, name in enumerate(NAMES)),
    SENTENCE,
    ((lines.Bit(" Enter ", "cap"), lines.Bit(" Cy is here")),) * 2,
    (lines.Bit("━━━━ 9 seconds"),),
    foot=lines.row("stock 40   pile 12"),
)


def _setting(state, viewer, style, own=None, wings=None):
    """A table with lit and chosen melds, marks, talk, and its piles in the middle."""
    view = public_view(state) if viewer == NOBODY else view_for(state, viewer)
    piles = middle.pile_blocks(view, style, [LINE])
    talk = {0: Talk("(o o)", "I am down!", paid=True, jokers=2)}
    return TableContents(view, style, Marks({0, 3}, {1}, 2), piles, own, talk, wings)


SETTINGS = [
    _setting(LATE, NOBODY, PLAIN),
    _setting(EARLY, 0, STYLE, own=partial(lines.wrap, LINE)),
    _setting(FULL, NOBODY, STYLE, wings=(lambda width, height: [LINE] * height,) * 2),
    _setting(FULL, 0, STYLE, own=partial(lines.wrap, LINE)),
]
FINISHES = [
    Finish(view, style, {}, {1: Talk("", '"Oh!"')})
    for view, style in zip(OVER, (STYLE, PLAIN, STYLE), strict=True)
]


def _beside(host, style, head=""):
    session = Session(host)
    return SidePanels(session.public(), session, style, head)


BESIDE = [_beside(played(8), PLAIN, "Since the last turn of Ann:"), _beside(host_of(LATE), STYLE)]
LEDGER = ledger_of(
    [summary(n, ((0, 35, 12), (20, 0, 7)), *NAMES[:3]) for n in (1, 2)], Wanted(), {}
)
REPLAY = Replay(sound_game(FINISHED))


def blocks(ways):
    """What all ways to draw a block give for a width."""
    return lambda width, _: [way(width) for way in ways]


def each(function, *values):
    """What a function gives for each of some values and a width."""
    return lambda width, _: [function(value, width) for value in values]


def grids(width, height):
    """The layouts of hands of all lengths."""
    return [
        card_row.with_gaps(card_row.grid_for(count, width, height, STYLE), count, 4, width)
        for count in range(31)
    ]


def hands(width, height):
    """Hands laid out and drawn in every style."""
    shown = card_row.HandMarks(1, {*CARDS[:2]}, {*CARDS[:1]}, starts={*CARDS[3:30:9]})
    drawn = []
    for count, style in product((0, 1, 2, 13, 30), STYLES):
        grid = card_row.grid_for(count, width, height, style)
        grid = card_row.with_gaps(grid, count, 4, width)
        drawn.append(card_row.hand_rows(CARDS[:count], shown, grid, style, width, 1))
    return drawn


LAYOUTS = {
    "cut_row": each(lines.cut_row, *ROWS),
    "balanced": each(lines.balanced, *ROWS),
    "wrap": lambda width, height: [lines.wrap(line, width, height % 9) for line in ROWS],
    "wrap_text": lambda width, _: lines.wrap_text(SENTENCE, width, "dim", 4),
    "tabular": lambda width, _: lines.tabular([SENTENCE, "a  b"], width),
    "blanks": lambda width, _: [(lines.blanks(width),)],
    "fitted": each(frames.fitted, *ROWS),
    "centred": each(frames.centred, *ROWS),
    "block_centred": lambda width, _: frames.block_centred(ROWS, width),
    "framed": lambda width, height: frames.framed(
        ROWS, width, height, STYLE, frames.Edges(LINE, LINE[:1], LINE)
    ),
    "tray": lambda width, _: frames.tray(ROWS, width, STYLE),
    "window_frame": lambda width, _: frames.window_frame(ROWS, width, STYLE, SENTENCE, LINE),
    "grid_for": grids,
    "with_gaps": grids,
    "hand_rows": hands,
    "back_rows": lambda w, h: [
        card_row.back_rows(count, card_row.grid_for(count, w, h, style), style, w, 1)
        for count, style in product((1, 2, 13, 30), STYLES)
    ],
    "fitting_row": lambda width, _: needs.fitting_row(PLACES, ("book", "run"), STYLE, width),
    "narrow_bits": lambda width, _: [meld_text.narrow_bits(m, STYLE, width, "") for m in MELDS],
    "flow_blocks": lambda width, _: meld_text.flow_blocks(
        [meld_text.card_rows(meld, STYLE, pictures.SMALL) for meld in MELDS], width
    ),
    "latest_rows": lambda width, height: log_lines.latest_rows(LOG, STYLE, width, height),
    "latest_run_on": lambda w, h: log_lines.latest_run_on(LINE, LOG, STYLE, w, min(h, 9)),
    "at_most": lambda width, height: log_lines.at_most(
        lines.wrap(LINE, max(1, width)), width, height, STYLE
    ),
    "scorecard_rows": each(scorecard.scorecard_rows, *OVER, EARLY),
    "has_all_columns": each(scorecard.has_all_columns, *OVER),
    "podium_rows": lambda w, _: [scorecard.podium_rows(view, w, STYLE) for view in OVER],
    "chart_rows": lambda w, h: [scorecard.chart_rows(view, w, h, STYLE) for view in OVER],
    "plot": lambda w, h: scorecard.plot([[0], [5]], NAMES[:2], w, h, PLAIN, ("round", "r")),
    "has_wings": lambda width, height: sidebar.has_wings(Size(width, height)),
    "side_cells": lambda width, height: sidebar.side_cells(Size(width, height)),
    "pile_blocks": blocks([way for contents in SETTINGS for way in contents.middle]),
    "in_place_of": blocks(middle.in_place_of(WINDOW.blocks(STYLE), SETTINGS[0].middle)),
    "WindowPanel.blocks": blocks(
        [
            way
            for window in (
                WINDOW,
                WINDOW._replace(plain=True, buttons=()),
                WINDOW._replace(card=None),
            )
            for way in window.blocks(STYLE)
        ]
    ),
    "Banner.blocks": blocks(middle.Banner(CARDS[0], LINE).blocks(STYLE)),
    "score_grid": lambda width, _: [score_grid(view, 2, 1, width) for view in OVER],
    "brief_rows": each(rules.brief_rows, CALIFORNIA),
    "difference_rows": lambda w, _: rules.difference_rows(CALIFORNIA, PLAYERULES, w),
    "sentence_rows": lambda w, _: rules.sentence_rows(CALIFORNIA, PLAYERULES, w),
    "known_rows": lambda width, _: known_rows(NAMES, width, "accent"),
    "course_rows": lambda w, h: course_rows(REPLAY, 9, w, h, False),
    "AlbumPage.rows": lambda w, h: AlbumPage(LEDGER, NAMES[0], 0, STYLE, False).rows(w, h),
    "TableContents.rows": lambda w, h: [contents.rows(w, h) for contents in SETTINGS],
    "TableContents.least_lines": lambda w, _: [contents.least_lines(w) for contents in SETTINGS],
    "Finish.banner": lambda width, _: [finish.banner(width) for finish in FINISHES],
    "Finish.hands": lambda w, h: [finish.hands(w, h) for finish in FINISHES],
    "Finish.standing": lambda width, _: [finish.standing(width) for finish in FINISHES],
    "Finish.after_hands": lambda width, _: [
        line
        for finish, has_standing in product(FINISHES, (True, False))
        for block in finish.after_hands(width, has_standing=has_standing)
        for line in block
    ],
    "Finish.story_rows": lambda width, _: [
        line
        for finish in FINISHES
        for block in finish._replace(story=(SENTENCE,)).story_rows(width)
        for line in block
    ],
    "SidePanels.column": lambda w, h: [beside.column(w, h) for beside in BESIDE],
    "SidePanels.totals": lambda width, _: [beside.totals(width) for beside in BESIDE],
    "SidePanels.ahead": lambda w, h: [beside.ahead(w, h) for beside in BESIDE],
    "SidePanels.score_wing": lambda w, h: [beside.score_wing(w, h) for beside in BESIDE],
    "SidePanels.log_rows": lambda w, h: [beside.log_rows(w, h) for beside in BESIDE],
    "cut_text": lambda width, _: [cells.cut_text(name, width) for name in (*NAMES, SENTENCE)],
    "sanitize": lambda width, _: sanitize.sanitize(f"{SENTENCE}\x1b[2J" * 9, width),
    "short_names": lambda width, _: short_names.short_names(NAMES, width),
    "side_name": lambda width, _: [score_words.side_name(view, 0, width) for view in (LATE, FULL)],
    "names_at": each(short_names.names_at, LATE, FULL),
    "name_at": lambda width, _: short_names.name_at(FULL, 1, width),
    "own_title": lambda width, _: table.own_title(view_for(FULL, 1), 1, width),
    "shell_lines": lambda width, _: shell_lines("python -m pip install 'numba>=0.63'", width),
    "lay_all_text": lambda width, _: table.lay_all_text(
        "L", STYLE, [(card, at) for at, card in enumerate(CARDS[:20])], width
    ),
}
"""What each gives for a width and a height."""
SIZES = {"wide", "width", "high", "height", "room", "cells", "seen", "most"}
"""The names of a size among the parameters of a function."""
OTHERS = {
    "spoken": "the number of words",
    "tell": "the cells of names, 0 for whole ones",
    "PinScreen.fit_lines": "as that of a screen of the table",
    "TableScreen.fit_lines": "`balanced` lines, or the first of wrapped ones",
    "ContractNeeds.row": "a sentence where the melds do not fit, cut by who shows it",
    "missing_command": "that of `shell_lines`",
    "Baize.take": "a widget takes its width",
    "KeyBar.get_content_height": "with the keys of every screen",
    "Lines.get_content_height": "the number of its lines",
    "CardRow.get_content_height": "the number of its lines",
    "Choices.get_content_height": "the number of its lines",
}
"""Functions with such a parameter that are no layouts of their own, and why."""
OF_SCREENS = {"rows", "block", "below", "card_rows", "text_rows"}
"""What screens lay out, to be tried with each state that there is."""


def layout_functions():
    """The public functions and methods of screens and words that take a size, by their names."""
    found = set()
    for room in ("ui", "words"):
        for path in (Path(shanghai.__file__).parent / room).rglob("*.py"):
            tree = ast.parse(path.read_text("utf-8"))
            for node in tree.body:
                inner = node.body if isinstance(node, ast.ClassDef) else [node]
                owner = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
                found |= {f"{owner}{each.name}" for each in inner if _takes_size(each)}
    return found


def _takes_size(node):
    if not isinstance(node, ast.FunctionDef) or node.name.startswith("_"):
        return False
    return any(each.arg in SIZES for each in (*node.args.args, *node.args.kwonlyargs))
