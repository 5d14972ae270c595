"""The screen at the end of a round: who is out, all hands, the places and the scorecard."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from types import MappingProxyType
from typing import Final, NamedTuple

from shanghai.engine.cards import Card, face_of
from shanghai.engine.events import CallGranted, ShanghaiCalled
from shanghai.engine.scoring import blind_bonus
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Ending, Phase, SeatView
from shanghai.ui import screens
from shanghai.ui.kit.cards import card_bit, seat_look, seat_name, seat_sign, suit_look
from shanghai.ui.kit.command import command
from shanghai.ui.kit.frames import Edges, beside, block_centred, centred, fitted, framed
from shanghai.ui.kit.lines import Bit, Lines, Row, balanced, blanks, pad, row, row_width
from shanghai.ui.kit.pictures import INDEX, MEDIUM, TINY, CardForm, drawable
from shanghai.ui.kit.pixels import large_words
from shanghai.ui.scores.card import ScoresScreen
from shanghai.ui.table.card_row import Grid, HandMarks, hand_rows
from shanghai.ui.table.flights import cells_of
from shanghai.ui.table.log_lines import reason_row
from shanghai.ui.table.movement import Movement, scenes
from shanghai.ui.table.scorecard import chart_rows
from shanghai.ui.table.talk import Talk, table_talk
from shanghai.ui.table.targets import SeatTarget
from shanghai.words import scores, table
from shanghai.words.cards import CardStyle
from shanghai.words.phrases import call_name
from shanghai.words.round_story import round_story
from shanghai.words.setup import round_title
from shanghai.words.short_names import name_at, names_at

Calls = Mapping[SeatIndex, Sequence[CallGranted | ShanghaiCalled]]
_NAME: Final = 20
"""The most cells of a name."""
_SHORT_NAME: Final = 16
"""The most cells of a name in the list of places."""
_FRAME: Final = 96
_MIN_FRAME: Final = 34
"""The most cells of a frame, and the least if frames are next to each other."""
_PITCHES: Final = ((MEDIUM, 10), (INDEX, 7))
_SMALL: Final = ((TINY, 6), (TINY._replace(alphabet="N"), 4))
"""The forms of large and of small cards, each with the cells from one card to the next."""
_ACROSS: Final = (1, 2, 3, 4)

_Form = Callable[[SeatIndex, int], list[Row]]
"""Draws the hand of a seat in at most so many cells. No line if it is too wide."""


class Finish(NamedTuple):
    """The picture of a round that is over, at one step of its animation.

    `turned` says how many hands are turned over, with a fraction for cards of the next one. The
    places and totals are those after the round once it is `settled`.
    """

    view: SeatView
    style: CardStyle
    calls: Calls
    talk: Mapping[SeatIndex, Talk] = MappingProxyType({})
    turned: float = 99
    settled: bool = True
    story: tuple[str, ...] = ()
    """Sentences about the round."""

    def steps(self) -> list["Finish"]:
        """The steps of the animation: one card is turned over after the other, then a pause."""
        moments = [0.0]
        for seat, player in enumerate(self.view.seats):
            cards = max(1, len(player.hand))
            moments += [seat + (card + 1) / cards for card in range(cards)]
        hands = [self._replace(turned=moment, settled=False) for moment in moments]
        return [*hands, hands[-1], hands[-1]]

    def _hand(self, seat: SeatIndex) -> list[Card]:
        """The cards of a seat in the order in which they are turned over."""
        return sorted(self.view.seats[seat].hand, key=face_of)

    def _open_cards(self, seat: SeatIndex) -> int:
        """The number of cards of a seat that are turned over at this step."""
        cards = len(self.view.seats[seat].hand)
        return max(0, min(cards, int((self.turned - seat) * cards + 0.001)))

    def banner(self, width: int) -> list[Row]:
        """The winner's name and OUT in large letters. A sentence says how the round ended, unless
        that is clear."""
        result = self.view.results[-1]
        is_out = result.out != NOBODY and result.ending is not Ending.BLOCKED
        is_blind = blind_bonus(self.view.rules, result.ending) > 0
        outcome = scores.OUT_BLIND if is_blind else scores.OUT if is_out else scores.BLOCKED
        name = name_at(self.view, result.out) if is_out else ""
        look = seat_look(max(0, result.out))
        letters = [large_words(text, self.style) for text in (name, outcome)]
        if not name:
            letters[0] = ("",) * 4
        lines: list[Row] = [
            (Bit(left, look), Bit("   " if name else ""), Bit(right, "accent"))
            for left, right in zip(*letters, strict=False)
        ]
        sentences = balanced(row(Bit(scores.round_ended(self.view, result), "strong")), width)
        if not lines or row_width(lines[0]) > width:
            crown = self.style.crown
            lines = [(Bit(f"{crown} {name}".strip(), look), Bit(f"  {outcome} {crown}", "accent"))]
        elif result.ending is not Ending.SHANGHAI and is_out and not is_blind:
            sentences = []
        return [centred(line, width) for line in (*lines, *sentences)]

    def hands(self, width: int, height: int) -> list[Row]:
        """Every hand with its points, as large as there is room for.

        All hands are cards in frames. If that is too large, one hand is and the others are lines.
        If that is too large, all are lines of short cards in frames.
        """
        forms: list[_Form] = [partial(self._cards, *pitched) for pitched in _PITCHES]
        forms.append(self._small_cards)
        for rows in (self._frames(forms, width, height), self._one_open(width)):
            if rows and len(rows) <= height:
                return rows
        return self._frames([self._slips], width, height)

    def _frames(self, forms: Sequence[_Form], width: int, height: int) -> list[Row]:
        """Every hand in a frame, in the first form that fits. If none fits, in the last form."""
        seats = self.view.seat_numbers
        across = sorted(_ACROSS, key=lambda count: len(seats) % count > 0)
        rows: list[Row] = []
        for form, columns in product(forms, across):
            cells = min(_FRAME, (width - columns + 1) // columns)
            if columns > 1 and (columns > len(seats) or cells < _MIN_FRAME):
                continue
            drawn = [form(seat, cells - 4) for seat in seats]
            if not all(drawn):
                continue
            tall = [max(map(len, drawn[at : at + columns])) for at in range(0, len(seats), columns)]
            frames = [
                self._frame(seat, cells, drawn[seat], tall[seat // columns]) for seat in seats
            ]
            rows = []
            for at in range(0, len(seats), columns):
                some = frames[at : at + columns]
                rows += [centred(line, width) for line in beside(some, [cells] * len(some))]
            if len(rows) <= height:
                break
        return rows

    def _one_open(self, width: int) -> list[Row]:
        """One hand as cards in a frame, and each other one as a line. Empty if it is too wide. The
        framed hand is the one that is being turned over, at the end the one with most points."""
        cells, points = min(_FRAME, width), self.view.results[-1].points
        seats = self.view.seat_numbers
        turning = [seat for seat in seats if seat <= self.turned < seat + 1]
        shown = turning[0] if turning else max(seats, key=lambda seat: points[seat])
        drawn = self._small_cards(shown, cells - 4)
        if not drawn:
            return []
        rows = []
        for seat in seats:
            lines = [self._line(seat, cells)]
            if seat == shown:
                lines = self._frame(seat, cells, drawn, len(drawn))
            rows += [centred(line, width) for line in lines]
        return rows

    def _line(self, seat: SeatIndex, cells: int) -> Row:
        """One row for a hand: name, cards, points. The cards are face down until the hand has been
        turned."""
        longest = max(self._name(each).width for each in self.view.seat_numbers)
        name = pad((Bit(" "), self._name(seat)), longest + 4)
        points = (Bit(" "), self._points(seat), Bit("  "))
        room = cells - row_width(name) - row_width(points)
        cards = self._hand(seat)
        slips = [Bit(f" {self.style.text(card)}", f"paper-{suit_look(card)}") for card in cards]
        line: Row = (*slips, Bit(" ", "paper")) if slips else ()
        with_points = self._slips(seat, room)
        if len(with_points) == 1:
            line = with_points[0]
        if not slips and seat == self.view.results[-1].out:
            line = (Bit(f"{self.style.crown} {scores.NO_CARD_LEFT}", "accent"),)
        body = fitted(line, room, self.style.mark)
        return (*name, *(body if self.turned > seat else self._covered(body)), *points)

    def _bar(self, seat: SeatIndex, before: int, total: int, room: int) -> Bit:
        """A bar for a total in at most `room` cells. The points of this round are striped."""
        most = max(1, *(abs(score.points) for score in self.view.side_scores))
        solid, stripe = "#|" if self.style.ascii else "█▌"
        first, end = (max(0, round(points * room / most)) for points in (before, total))
        text = solid * min(first, end) + stripe * max(0, end - first)
        return Bit(text, seat_look(seat))

    def standing(self, width: int, *, has_bars: bool = False) -> list[Row]:
        """The places and totals, with the points of the round. Until it is settled, those before
        the round. A side has one line, with `has_bars` also a bar below it."""
        view = self.view
        points = view.sides.totals(view.results[-1].points)
        totals = [score.points for score in view.side_scores]
        before = [total - gained for total, gained in zip(totals, points, strict=True)]
        order = [side for _, side in scores.places(view)]
        old_order = (
            order if view.rules.is_by_player else sorted(order, key=lambda side: before[side])
        )
        names = {side: self._side(side) for side in order}
        room = max(map(row_width, names.values())) + 3
        now = {side: place for place, side in scores.places(view)}
        out = view.results[-1].out
        heads = f"{scores.BEFORE:>8}{scores.POINTS:>6}{scores.RUNNING:>7}"
        rows: list[Row] = [(Bit("".ljust(room) + heads, "dim"),)]
        for place, side in enumerate(order if self.settled else old_order):
            risen = old_order.index(side) - place if self.settled else 0
            up = "^v" if self.style.ascii else "▲▼"
            arrow = f"{up[risen < 0]}{abs(risen)}" if risen and len(view.results) > 1 else ""
            total = totals[side] if self.settled else before[side]
            number = now[side] if self.settled else 1 + sum(one < before[side] for one in before)
            seats = view.sides.seats(side)
            gained = Bit(
                f"{points[side]:>+6}" if self.turned >= seats[-1] + 1 else " " * 6,
                "good" if out in seats else "",
            )
            sums = Bit(f"{before[side]:>8}", "dim"), gained
            whole = Bit(f"{total:>7}", "accent" if number == 1 else "strong")
            name = pad((Bit(f"{number}. ", "dim"), *names[side]), room)
            rows.append(
                (*name, *sums, whole, Bit(f"  {arrow:<3}", "good" if risen > 0 else "warn"))
            )
            if has_bars:
                bar = self._bar(seats[0], before[side], total, row_width(rows[0]) - 3)
                rows.append((Bit("   "), bar))
        return block_centred(rows, width)

    def when_settled(self, rows: list[Row]) -> list[Row]:
        """The rows once the round is settled. Before that, blank rows of the same size."""
        if self.settled:
            return rows
        return [tuple(blanks(bit.width) for bit in line) for line in rows]

    def after_hands(self, width: int, *, has_standing: bool) -> Iterator[list[Row]]:
        """Yields the blocks of rows to show below the hands, the most important first. If the
        places are not shown elsewhere, they come first and the leader is named at the end."""
        sentences = [scores.overtaking(self.view)]
        if not has_standing:
            yield self.standing(width)
            sentences.append(scores.standing(self.view))
        for sentence in filter(None, sentences):
            yield self.when_settled(self._sentence(sentence, width, "strong"))

    def story_rows(self, width: int, *, is_centred: bool = True) -> list[list[Row]]:
        """The sentences about the round, each as rows of at most `width` cells."""
        return [
            self.when_settled(self._sentence(each, width, is_centred=is_centred))
            for each in self.story
        ]

    def _sentence(
        self, sentence: str, width: int, look: str = "", *, is_centred: bool = True
    ) -> list[Row]:
        line = reason_row(sentence, self.style, names_at(self.view), look)
        return [centred(part, width) if is_centred else part for part in balanced(line, width)]

    def _name(self, seat: SeatIndex, room: int = _NAME) -> Bit:
        return seat_name(seat, names_at(self.view, room)[seat], self.style)

    def _side(self, side: int) -> Row:
        """The name of a player who plays alone, or the letter and the names of a side."""
        seats = self.view.sides.seats(side)
        if len(seats) == 1:
            return (self._name(seats[0], _SHORT_NAME),)
        room = (_SHORT_NAME + 3 - 3 * len(seats)) // len(seats)
        bits = [Bit(f"{scores.side_letter(self.view, seats[0])} ", "strong")]
        for seat in seats:
            name = names_at(self.view, room)[seat] if room > 2 else seat_sign(seat, self.style)
            bits += [Bit(name, seat_look(seat)), Bit(" + ", "dim")]
        return tuple(bits[:-1])

    def _points(self, seat: SeatIndex) -> Bit:
        """The points of a seat in the round: of the cards turned so far, at the end all of them. A
        `c` marks a corrected score."""
        result = self.view.results[-1]
        corrected = ((each.seat, each.round) for each in self.view.corrections)
        text = f"{'c' if (seat, result.round) in corrected else ''}{result.points[seat]}"
        if self.turned < seat + 1:
            turned = self._hand(seat)[: self._open_cards(seat)]
            points = sum(self.view.rules.face_points(face_of(card)) for card in turned)
            text = f"{points:>{len(text)}}"
        return Bit(text, "good" if seat == result.out else "strong")

    def _status(self, seat: SeatIndex) -> Row:
        out = seat == self.view.results[-1].out
        word = scores.IS_OUT if out else "" if self.view.seats[seat].down else scores.NOT_DOWN
        bits = [Bit(word, "good" if out else "dim")] if word else []
        for call in self.calls.get(seat, ()):
            is_shanghai = isinstance(call, ShanghaiCalled)
            name = table.SHANGHAI if is_shanghai else call_name(self.view.rules)
            gap = "  " if bits else ""
            bits += [Bit(f"{gap}{name} ", "dim"), card_bit(call.card, self.style)]
        return tuple(bits)

    def _cards(self, form: CardForm, pitch: int, seat: SeatIndex, inner: int) -> list[Row]:
        """A hand as cards of a form, with the points below each. Empty if it is too wide."""
        hand, turned = self._hand(seat), self._open_cards(seat)
        form = drawable(form, self.style)
        if pitch * (len(hand) - 1) + form.width > inner:
            return []
        rows: list[Row] = [()] * (form.lines + 1)
        if hand:
            shown = HandMarks(wild=self.view.rules.other_wild)
            cards = hand_rows(hand, shown, Grid(len(hand), 1, form, pitch), self.style)[1:]
            figures = (f"{self.view.rules.face_points(face_of(card))}" for card in hand)
            rows = [*cards, tuple(Bit(f" {figure}".ljust(pitch), "dim") for figure in figures)]
        if turned < len(hand):
            parts = [(cells_of(line, 0, pitch * turned), line) for line in rows]
            rows = [
                (*before, *self._covered(cells_of(line, pitch * turned, inner)))
                for before, line in parts
            ]
        return block_centred(rows, inner)

    def _small_cards(self, seat: SeatIndex, inner: int) -> list[Row]:
        """A hand as small cards, next to each other if they fit, else overlapping."""
        return next(filter(None, (self._cards(*pitched, seat, inner) for pitched in _SMALL)), [])

    def _slips(self, seat: SeatIndex, inner: int) -> list[Row]:
        """A hand as short texts on paper, each with its points, in as many rows as needed."""
        rows: list[list[Bit]] = [[]]
        for card in self._hand(seat):
            points = self.view.rules.face_points(face_of(card))
            paper = Bit(f" {self.style.text(card)} ", f"paper-{suit_look(card)}")
            bits = [paper, Bit(f"{points} ", "dim")]
            if rows[-1] and row_width((*rows[-1], *bits)) > inner:
                rows.append([])
            rows[-1] += bits
        is_open = self.turned > seat
        return [tuple(line) if is_open else self._covered(tuple(line)) for line in rows]

    def _frame(self, seat: SeatIndex, width: int, rows: list[Row], height: int) -> list[Row]:
        out = seat == self.view.results[-1].out
        if out and not self.view.seats[seat].hand:
            crown = Bit(f"{self.style.crown} {scores.NO_CARD_LEFT}", "accent")
            rows = [*[()] * ((height - 1) // 2), centred((crown,), width - 4)]
        status, talk = self._status(seat), self.talk.get(seat, Talk())
        bubble = (Bit(f" {talk.words} ", "paper"),) if talk.words[:1] == '"' else ()
        return framed(
            rows,
            width,
            height + 2,
            self.style,
            Edges(
                (Bit(" "), self._name(seat), Bit("  " if status else ""), *status, Bit(" ")),
                (Bit(" "), self._points(seat), Bit(" ")),
                bubble,
            ),
            "gold" if out else "line",
            SeatTarget(seat),
        )

    def _covered(self, line: Row) -> Row:
        """A row of cards, face down."""
        fill = "#" if self.style.ascii else "▚" if self.style.quadrants else "░"
        bits = []
        for bit in line:
            if bit.look.startswith("paper"):
                bits.append(Bit(fill * bit.width, "back"))
            elif bit.look == "edge":
                bits.append(Bit(bit.text, "back-edge"))
            else:
                bits.append(blanks(bit.width))
        return tuple(bits)


_CHART: Final = 10
"""The least lines of a chart below the scorecard."""
_OPEN_HAND: Final = 6
"""How many more lines a hand as cards has than a hand as a line."""
_MOST: Final = 5
"""The most seats for which places are shown below the hands in a window of middle size."""


_READ_SECONDS: Final = 0.8
"""Seconds without keys after the question whether to end the game here."""


class RoundOverScreen(ScoresScreen[None]):
    """Shows every hand with its points, and the scorecard: side by side if there is room, else one
    after the other."""

    SHOWS_NO_HAND = False
    HELP_TEXT = scores.say.late("ROUND_OVER_HELP")
    START_PAUSE = 0.5
    MIDDLE = 0
    DEFAULT_CSS = "RoundOverScreen VerticalScroll { max-width: 100%; padding: 0 1; }"

    _movement: Movement | None = None
    _story: tuple[str, ...] = ()
    _story_of: tuple[SeatView, CardStyle] | None = None
    """The view and the style in which the round is told: the solver is asked once for both."""

    def heading(self) -> str:
        """The title of the round that is over."""
        return scores.ROUND_OVER(title=round_title(self._view.rules, self._view.round))

    @property
    def shows_both(self) -> bool:
        """Whether hands and scores are in sight together."""
        return self.has_class("-very-wide") or self.has_class("-tall")

    @property
    def has_card_in_sight(self) -> bool:
        """Whether the whole scorecard is in sight next to the hands, and not only the places."""
        is_full = self._view.players > _MOST
        return self.has_class("-very-wide") or (self.has_class("-tall") and is_full)

    def on_screen_suspend(self) -> None:
        """Ends the animation, as another screen comes on top."""
        if self._movement is not None:
            self._movement.end()

    def _onward_label(self) -> str:
        if not (self.shows_both or self.shows_card):
            return scores.SCORECARD
        if self.guide is not None:
            return scores.END_OF_LESSON
        return scores.THE_RESULT if self.is_over else scores.NEXT_ROUND(self._view.rules)

    @property
    def shows_card(self) -> bool:
        """Whether the scorecard is shown in the place of the hands."""
        return self.has_class("-card")

    @property
    def is_over(self) -> bool:
        """Whether it was the last round."""
        return self._view.phase is Phase.GAME_OVER

    def rows(self, width: int) -> Sequence[Row]:
        """The hands and the scores at the end."""
        return self._rows_of(self._finish(), width) if self._view.results else ()

    def _finish(self) -> Finish:
        style, table = self.app.card_style, self._table
        events = () if table is None else table.log.events_for(NOBODY)
        if self._story_of != (self._view, style):
            self._story = tuple(round_story(self._view, events, style))
            self._story_of = self._view, style
        if table is None:
            return Finish(self._view, style, {}, story=self._story)
        talk = table_talk(table, remarks=self.app.settings.remarks)
        return Finish(self._view, style, scores.round_calls(events), talk, story=self._story)

    def _rows_of(self, finish: Finish, width: int) -> list[Row]:
        """The rows at a step: hands and scores next to each other or below each other, or only the
        part that was chosen."""
        height = self.scroller.outer_size.height or self.size.height - 4
        if self.has_class("-very-wide"):
            return self._side_by_side(finish, width, height)
        if self.has_class("-tall") and self.has_card_in_sight:
            return self._above_scorecard(finish, width, height)
        if self.shows_card:
            card = block_centred(self.card_rows(width), width)
            standing = finish.standing(width)
            return card if len(card) + len(standing) + 1 > height else [*standing, (), *card]
        if self.has_class("-tall"):
            return self._above_places(finish, width, height)
        after = [*finish.after_hands(width, has_standing=False), *finish.story_rows(width)]
        return self._hands(finish, width, height, after)

    def _side_by_side(self, finish: Finish, width: int, height: int) -> list[Row]:
        """The hands on the left. Places, sentences and scores on the right."""
        left_cells = (width - 4) * 3 // 5
        right_cells = width - 4 - left_cells
        after = [*finish.after_hands(left_cells, has_standing=True)]
        left = self._hands(finish, left_cells, height, after)
        story = [line for part in finish.story_rows(right_cells) for line in (*part, ())]
        right = [*finish.standing(right_cells), (), *story]
        room = height - len(right)
        right += finish.when_settled(self._scores(right_cells, room))
        lines = max(len(left), len(right))
        parts = [[*[()] * ((lines - len(part)) // 2), *part] for part in (left, right)]
        return beside(parts, [left_cells, right_cells], 4)

    def _above_scorecard(self, finish: Finish, width: int, height: int) -> list[Row]:
        """The hands, with the scorecard below them."""
        after = [*finish.after_hands(width, has_standing=True), *finish.story_rows(width)]
        below = block_centred(finish.when_settled(self.card_rows(width)), width)
        return [*self._hands(finish, width, height - len(below) - 1, after), (), *below]

    def _above_places(self, finish: Finish, width: int, height: int) -> list[Row]:
        """The hands. Below them places and sentences, each in a frame."""
        cells = min(_FRAME, (width - 1) // 2)
        inner, lines = cells - 4, 2 * self._view.players + 1
        places = finish.standing(inner, has_bars=lines <= height // 2)
        sentences = [
            line for part in finish.story_rows(inner, is_centred=False) for line in (*part, ())
        ]
        lines = max(len(places), min(len(sentences) - 1, height // 2))
        style = finish.style
        frames = [
            framed(rows, cells, lines + 2, style, Edges((Bit(f" {head} ", "strong"),)))
            for rows, head in ((places, scores.PLACES), (sentences, scores.ROUND_IN_WORDS))
        ]
        below = [centred(line, width) for line in beside(frames, [cells, cells])]
        after = finish.after_hands(width, has_standing=True)
        return [*self._hands(finish, width, height - len(below) - 1, [*after]), (), *below]

    def _hands(
        self, finish: Finish, width: int, height: int, after: Sequence[list[Row]]
    ) -> list[Row]:
        """The banner, the hands, and as many blocks of `after` as fit."""
        banner = finish.banner(width)
        height -= len(banner) + 1
        spare = height - self._view.players - _OPEN_HAND
        below: list[Row] = []
        for block in after:
            if len(below) + 1 + len(block) <= spare:
                below += [(), *block]
        return [*banner, (), *finish.hands(width, height - len(below)), *below]

    def _scores(self, width: int, height: int) -> list[Row]:
        card = block_centred(self.card_rows(width), width)
        room = min(height - len(card) - self._view.players - 5, 2 * _CHART)
        if len(self._view.results) < 2 or room < _CHART:
            return card
        return [*card, (), *chart_rows(self._view, width, room, self.app.card_style)]

    def draw(self) -> None:
        """Draws everything. The first time it is animated, if the settings allow that."""
        if self._movement is not None:
            self._movement.end()
        super().draw()
        if self.app.may_animate and self._movement is None and self._view.results:
            lines = self.query_one("VerticalScroll > Lines", Lines)
            width, last = lines.size.width, lines.rows
            if width and last == self.rows(width):
                steps = self._finish().steps()
                self._movement = scenes(
                    self, lines, [partial(self._rows_of, s, width) for s in steps]
                )

    @command("enter,n", label=_onward_label)
    def action_go_on(self) -> None:
        """Shows the scorecard, or leaves the screen if it was shown."""
        if self.shows_both or self.shows_card:
            self.dismiss(None)
        else:
            self.action_turn_over()

    # Until the scorecard was shown, the label of Enter says what this key does.
    @command(
        "s",
        label=lambda screen: scores.HANDS if screen.shows_card else scores.SCORECARD,
        why_not=lambda screen: scores.BOTH_IN_SIGHT if screen.has_card_in_sight else None,
        shown=lambda screen: (
            (screen.shows_card or screen.shows_both) and not screen.has_card_in_sight
        ),
    )
    def action_turn_over(self) -> None:
        """Switches between the hands and the scorecard."""
        self.toggle_class("-card")
        self.draw()

    @command("c", when=ScoresScreen.has_session, shown=lambda screen: screen.guide is None)
    def action_correct(self) -> None:
        """Opens the screen that corrects scores."""
        self.correct()

    @command(
        "q",
        when=ScoresScreen.has_session,
        why_not=lambda self: (
            scores.OVER_LEADS_ON.format(key=self.keys.cap("go-on")) if self.is_over else None
        ),
        shown=lambda screen: not screen.is_over,
    )
    def action_leave_table(self) -> None:
        """Asks whether to leave the game."""

        def answered(leave: bool | None) -> None:
            if leave and self._table is not None:
                self._table.leave()
                self.dismiss(None)

        self.app.open(
            screens.LeaveScreen(is_saved=self.app.is_game_saved, lesson=self.guide is not None),
            answered,
        )

    @command("x", when=lambda self: self.has_session and self.guide is None and not self.is_over)
    def action_stop_here(self) -> None:
        """Asks whether to end the game after this round. The same key pressed again ends it."""
        if self.is_second_press and self._table is not None:
            self._table.stop()
            self.dismiss(None)
            return
        self.tell_why_not(
            scores.ASK_TO_STOP(key=self.keys.cap("stop-here"), on=self.keys.cap("go-on"))
        )
        # In a turn this key discards, and is often pressed twice.
        self.pause_input(_READ_SECONDS)
