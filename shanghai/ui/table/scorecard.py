"""The scorecard of a game, its podium, and the chart with a line for each side."""

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Final

from msgspec import Struct

from shanghai.engine.seats import MOST_SEATS, SeatIndex, by_seat
from shanghai.engine.state import Phase, Situation
from shanghai.ui.kit.cards import seat_look, seat_name, seat_sign
from shanghai.ui.kit.frames import beside, centred
from shanghai.ui.kit.lines import Bit, Row, blanks, cut_row, pad, row, row_width, wrap
from shanghai.words import scores as words
from shanghai.words.cards import CardStyle
from shanghai.words.cells import cell_width
from shanghai.words.contracts import contract_text, round_contract
from shanghai.words.grammar import listed
from shanghai.words.handicaps import handicap_lines
from shanghai.words.short_names import name_at, names_at

_MARGIN: Final = 4
"""The cells for the mark and the number of a round."""
_BROAD: Final = 20
"""The most cells to which a player's columns are widened for a long name."""
_SHORT_NAME: Final = 8
_STEPS: Final = {1: 4, 2: 3, 3: 2, 4: 1}
"""The height in lines of the steps of a podium, by place."""


class _Plan(Struct, frozen=True):
    """The widths of a scorecard's columns in cells: a player's points, a player's total, the
    contract."""

    points: int
    total: int
    contract: int
    short: bool = False
    gap: int = 2

    @property
    def player(self) -> int:
        """The width in cells of one player's columns and of the gap before them."""
        return self.gap + self.points + (1 + self.total if self.total else 0)

    @property
    def margin(self) -> int:
        """The cells before the first player."""
        return _MARGIN + self.contract


def scorecard_rows(
    view: Situation,
    width: int,
    *,
    ascii_only: bool = False,
    hinted: Collection[SeatIndex] = (),
    leads: bool = True,
) -> list[Row]:
    """The scorecard in `width` cells. An h marks seats that asked for hints, a c corrected
    scores."""
    plan, crown = _plan(view, width, hinted), CardStyle(ascii=ascii_only).crown
    dash = "-" if ascii_only else "─"
    rule = row(Bit(dash * min(width, plan.margin + plan.player * view.players), "dim"))
    rows = [_names(view, plan, hinted, ascii_only)]
    if plan.total:
        each = f"{words.POINTS:>{plan.gap + plan.points}} {words.RUNNING:>{plan.total}}"
        rows.append((Bit("".ljust(plan.margin) + each * view.players, "dim"),))
    rows += [rule, *(_round_line(view, number, plan) for number in _rounds(view))]
    rows += [rule, _totals(view, plan, crown)]
    rows += _side_rows(view, width, crown)
    if view.rules.chips:
        head = Bit(words.CHIPS.ljust(plan.margin)[: plan.margin], "dim")
        rows.append((head, *(Bit(f"{seat.chips:>{plan.player}}", "dim") for seat in view.seats)))
    rows.append(())
    if any(seat.fined for seat in view.seats):
        owed = [f"{name_at(view, i)} {seat.fined}" for i, seat in by_seat(view.seats) if seat.fined]
        rows += wrap(row(words.FINED.format(owed=listed(owed, ","))), width, 3)
    if view.bank:
        rows += wrap(row(words.IN_THE_BANK(chips=view.bank)), width, 3)
    if view.results and leads:
        rows += wrap(row(f"{crown}: {words.standing(view)}"), width, 3)
    if not plan.contract or view.rules.contracts_by != "round":
        rows += _ahead(view, width, ascii_only)
    if view.rules.is_by_player and plan.contract:
        rows += wrap(row(Bit(words.BESIDE_ROUND(view.rules), "dim")), width, 3)
    if hinted:
        rows.append(row(Bit(words.H_MARK, "dim")))
    notes = [*handicap_lines(view)]
    notes += [f"c: {words.correction_note(view, made)}" for made in view.corrections]
    rows += [part for line in notes for part in wrap(row(Bit(line, "dim")), width, 3)]
    return rows if rows[-1] else rows[:-1]


def has_all_columns(view: Situation, width: int, hinted: Collection[SeatIndex] = ()) -> bool:
    """Whether `width` cells are enough for points, totals and contracts."""
    return _plan(view, width, hinted).contract > 0


def _plan(view: Situation, width: int, hinted: Collection[SeatIndex]) -> _Plan:
    """The columns that fit: points, totals and contracts, or points and totals, or only points."""
    everything = [number for result in view.results for number in result.points]
    points = max(3, *(len(str(number)) for number in (*everything, 0)))
    points += bool(view.corrections)
    running = [number for column in words.running_totals(view) for number in column]
    totals = [*running, *(seat.score for seat in view.seats)]
    total = max(4, *(len(str(number)) for number in totals))
    room = width - _MARGIN
    narrow = (2 + points + total) * view.players
    with_totals = narrow + view.players
    for short in (False, True):
        contract = 1 + max(len(round_contract(view, number, short)) for number in _rounds(view))
        if with_totals + contract <= room:
            # The columns grow with the longest name, up to a broad one.
            names = (_name(view, seat, _BROAD, hinted) for seat in view.seat_numbers)
            lacking = min(_BROAD, max(map(cell_width, names)) + 1) - (3 + points + total)
            spare = (room - with_totals - contract) // view.players
            return _Plan(points, total, contract, short, 2 + min(spare, max(0, lacking)))
    if with_totals <= room:
        return _Plan(points, total, 0)
    if narrow <= room:
        return _Plan(points, total, 0, gap=1)
    alone = max(1, room // view.players - 1)
    return _Plan(min(alone, max(points, total)), 0, 0, gap=1)


def _rounds(view: Situation) -> range:
    """The rounds that have a line: all of the game or, if their number is not known, those
    begun."""
    return range(1, 1 + (view.round if view.rules.is_open else view.rules.rounds))


def _names(view: Situation, plan: _Plan, hinted: Collection[SeatIndex], ascii_only: bool) -> Row:
    bits = [blanks(plan.margin)]
    for seat in view.seat_numbers:
        name = _name(view, seat, plan.player - 1, hinted)
        if cell_width(name) + 2 < plan.player:
            name = f"{seat_sign(seat, CardStyle(ascii=ascii_only))} {name}"
        bits += [blanks(plan.player - cell_width(name)), Bit(name, seat_look(seat))]
    return tuple(bits)


def _name(view: Situation, seat: SeatIndex, room: int, hinted: Collection[SeatIndex]) -> str:
    """The name of a seat, with the letter of its side and an h if it asked for hints."""
    letter = words.side_letter(view, seat)
    side = f" ({letter})" if letter and room > _SHORT_NAME else f" {letter}".rstrip()
    after = side + (" h" if seat in hinted else "")
    return name_at(view, seat, room - len(after)) + after


def _round_line(view: Situation, number: int, plan: _Plan) -> Row:
    done = number <= len(view.results)
    over = view.phase in (Phase.ROUND_OVER, Phase.GAME_OVER)
    is_now = number == view.round and not over
    look = "accent" if is_now else ("" if done else "dim")
    bits = [Bit(f"{'>' if is_now else ' '}{number:>2}{'.' if plan.contract else ' '}", look)]
    if plan.contract:
        # What is still to come is written out over the columns of the points.
        text = round_contract(view, number, plan.short and done)
        room = plan.contract if done else plan.contract + plan.player * view.players
        bits += pad(cut_row(row(Bit(f" {text}", look)), room), plan.contract)
    if not done:
        return tuple(bits)
    running, result = words.running_totals(view), view.results[number - 1]
    corrected = {(made.round, made.seat) for made in view.corrections}
    for seat, points in enumerate(result.points):
        text = ("c" if (result.round, seat) in corrected else "") + str(points)
        look = "good" if seat == result.out else ""
        bits.append(Bit("".ljust(plan.gap) + f"{text:>{plan.points}}", look))
        if plan.total:
            bits.append(Bit(f" {running[seat][number]:>{plan.total}}", "dim"))
    return tuple(bits)


def _totals(view: Situation, plan: _Plan, crown: str) -> Row:
    bits = [Bit((words.TOTAL if plan.contract else words.SUM).ljust(plan.margin), "strong")]
    for at, seat in by_seat(view.seats):
        # Where sides play, the crown is beside the total of the side.
        leads = bool(view.results) and at in view.leaders and not view.sides.have_partners
        text = crown * leads + str(seat.score)
        bits.append(Bit(f"{text:>{plan.player}}", "accent" if leads else "strong"))
    return tuple(bits)


def _side_rows(view: Situation, width: int, crown: str) -> list[Row]:
    """The sides with their letters, players and totals. Empty if all play alone (HR-15)."""
    rows: list[Row] = []
    first = {view.sides.of(seat) for seat in view.leaders} if view.results else set()
    for side, text in enumerate(words.side_texts(view)):
        leads = side in first
        line = row(Bit(f"{crown if leads else ' '} {text}", "accent" if leads else "strong"))
        rows += wrap(line, width, 4)
    return rows


def _ahead(view: Situation, width: int, ascii_only: bool) -> list[Row]:
    """The contracts still to come for any player, if the table has no column for them."""
    ahead = [view.to_meet(at) for at in view.seat_numbers]
    due = ahead if view.rules.is_choice else [contracts[:1] for contracts in ahead]
    names = names_at(view, _SHORT_NAME)
    bits: list[Bit] = []
    for number in sorted({*chain.from_iterable(ahead)}):
        gap = (" - " if ascii_only else " · ") if bits else words.AHEAD_IN_LINE
        bits += [Bit(gap, "dim"), Bit(f"{number}. ", "strong")]
        bits.append(Bit(contract_text(view.rules, number)))
        at = [names[at] for at in view.seat_numbers if number in due[at]]
        if at and view.rules.is_by_player:
            bits.append(Bit(f" ({', '.join(at)})", "dim"))
    return wrap(tuple(bits), width, indent=7) if bits and view.phase is not Phase.GAME_OVER else []


def podium_rows(view: Situation, width: int, style: CardStyle) -> list[Row]:
    """The first four places on their steps, the winner highest. Those who tie are next to each
    other. The players of a side are together on one step."""
    order = [(place, side) for place, side in words.places(view) if place in _STEPS]
    stand: list[tuple[int, int]] = []
    for at, one in enumerate(order):
        # Winners stand in the middle, the others in turn at their left and their right.
        stand.insert(len(stand) if one[0] == 1 or at % 2 == 0 else 0, one)
    cells = min(24 if width < 130 else 32, (width - len(stand) + 1) // len(stand))
    names = names_at(view, cells - 4)
    blocks: list[list[Row]] = []
    for place, side in stand:
        wins, score = place == 1, str(view.side_scores[side].points)
        crown = Bit(f"{style.crown} " if wins else "", "accent")
        players = [seat_name(seat, names[seat], style) for seat in view.sides.seats(side)]
        steps = [words.ORDINALS[place], *[""] * (_STEPS[place] - 1)]
        blocks.append(
            [
                *(centred((crown, name), cells) for name in players),
                centred((Bit(score, "accent" if wins else "strong"),), cells),
                *((Bit(text.center(cells), "cap" if wins else "bar"),) for text in steps),
            ]
        )
    height = max(map(len, blocks))
    raised = [[*[()] * (height - len(block)), *block] for block in blocks]
    return [centred(line, width) for line in beside(raised, [cells] * len(raised))]


def chart_rows(view: Situation, width: int, height: int, style: CardStyle) -> list[Row]:
    """A chart with a line for each side over the rounds. Low totals are below, the names at the
    right. If all play alone, each seat is a side."""
    last = len(view.results)
    names = [words.side_name(view, side, 12) for side in range(view.sides.count)]
    foot = (words.CHART_FOOT(view.rules, last=last), words.CHART_FOOT_SHORT(view.rules, last=last))
    return plot(words.side_totals(view), names, width, height, style, foot)


def plot(
    totals: Sequence[Sequence[int]],
    names: Sequence[str],
    width: int,
    height: int,
    style: CardStyle,
    foot: tuple[str, str],
    seats: Sequence[int] = range(MOST_SEATS),
) -> list[Row]:
    """A chart with a line for each name, in the colour of its seat. `totals` are the counts of
    each. `foot` are two texts below it, of which the first that fits is used."""
    most = max(1, *(total for line in totals for total in line))
    least = min(0, *(total for line in totals for total in line))
    axis = max(len(str(most)), len(str(least))) + 2
    height = max(4, height - 2)

    def line_of(total: float) -> int:
        return round((most - total) / (most - least) * (height - 1))

    ends = _ends([line_of(line[-1]) for line in totals], names, height, style, seats)
    room = max(12, width - axis - max(17, *map(row_width, ends)))
    dots: list[list[Bit]] = [[Bit(" ")] * room for _ in range(height)]
    rounds = len(totals[0]) - 1
    point, side = (".", "|") if style.ascii else ("·", "│")
    for seat, line in zip(seats, totals, strict=False):
        for x in range(room):
            at = x * rounds / max(1, room - 1)
            first = min(int(at), rounds - 1) if rounds else 0
            value = line[first] + (line[min(first + 1, rounds)] - line[first]) * (at - first)
            if dots[line_of(value)][x].text == " ":
                dots[line_of(value)][x] = Bit(point, seat_look(seat))
    for seat, line in zip(seats, totals, strict=False):
        for number, total in enumerate(line):
            x = round(number * (room - 1) / max(1, rounds))
            dots[line_of(total)][x] = Bit(seat_sign(seat, style), seat_look(seat))
    figures = [str(most), *[""] * (height - 2), str(least)]
    rows: list[Row] = [
        (Bit(f"{figures[y]:>{axis - 2}} {side}", "dim"), *dots[y], *ends[y]) for y in range(height)
    ]
    below = foot[0] if len(foot[0]) <= room + 12 else foot[1]
    return [*rows, (blanks(axis), Bit(below, "dim"))]


def _ends(
    at: Sequence[int], names: Sequence[str], height: int, style: CardStyle, seats: Sequence[int]
) -> list[Row]:
    """The names at the ends of the lines. If several end at the same height, signs tell them
    apart."""
    ends: list[Row] = [()] * height
    for end, name, seat in sorted(zip(at, names, seats, strict=False)):
        free = [y for y in range(height) if not ends[y]]
        y = min(free, key=lambda y: abs(y - end)) if free else end
        is_shared = y != end or at.count(end) > 1
        sign = f" {seat_sign(seat, style)}" if is_shared else ""
        ends[y] += (Bit(f"{sign} {name}", seat_look(seat)),)
    return ends
