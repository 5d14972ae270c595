"""The scorecard: rounds by players with running totals, whole or in a narrow form."""

from collections.abc import Collection
from itertools import accumulate
from typing import Final

from msgspec import Struct

from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.state import Phase, State
from shanghai.ui.kit.lines import Bit, Row, cut_row, pad, row, width, wrap
from shanghai.ui.kit.seat_marks import seat_look, seat_sign
from shanghai.words import scores as words
from shanghai.words.cards import CardStyle
from shanghai.words.cells import cell_width
from shanghai.words.contracts import contract_text, round_contract
from shanghai.words.handicaps import handicap_lines
from shanghai.words.scores import correction_note, standing
from shanghai.words.short_names import name_at, names_at

_MARGIN: Final = 4
"""The cells of the mark and the number of a round."""
_NARROW: Final = 28
"""The least cells of a narrow column, where the screen has them."""
_BROAD: Final = 20
"""The cells of one player's columns at most, made broader for a long name."""


class _Plan(Struct, frozen=True):
    """The columns of a scorecard: cells of a player's points and total, and of the contract."""

    points: int
    total: int
    contract: int
    short: bool = False
    gap: int = 2

    @property
    def player(self) -> int:
        """The cells of one player, the gap before included."""
        return self.gap + self.points + (1 + self.total if self.total else 0)


def scorecard_rows(
    view: State, wide: int, *, ascii_only: bool = False, hinted: Collection[SeatIndex] = ()
) -> list[Row]:
    """The whole scorecard in at most `wide` cells: a line a round, totals, the contracts ahead.

    `hinted` are seats that asked for a hint; they are marked with an h, a score that was corrected
    with a c.
    """
    plan = _plan(view, wide, hinted)
    dash = "-" if ascii_only else "─"
    used = min(wide, _MARGIN + plan.contract + plan.player * view.players)
    rule = row(Bit(dash * used, "dim"))
    rows = [_names(view, plan, hinted, ascii_only), *_headings(view, plan), rule]
    rows += [_round_line(view, number, plan) for number in range(1, _rounds(view) + 1)]
    rows += [rule, _totals(view, plan, ascii_only)]
    if view.rules.chips:
        rows.append(_chips(view, plan))
    rows.append(())
    if any(seat.fined for seat in view.seats):
        owed = [f"{name_at(view, i)} {seat.fined}" for i, seat in by_seat(view.seats) if seat.fined]
        rows += wrap(row(words.fined_text(owed)), wide, 3)
    if view.bank:
        rows += wrap(row(words.bank_text(view.bank)), wide, 3)
    if view.results:
        rows += wrap(row(f"*: {standing(view)}"), wide, 3)
    if not plan.contract or plan.short or view.rules.is_by_player:
        rows += _ahead(view, wide, ascii_only)
    if view.rules.is_by_player and plan.contract:
        rows += wrap(row(Bit(words.BESIDE_ROUND, "dim")), wide, 3)
    if hinted:
        rows.append(row(Bit(words.H_MARK, "dim")))
    for line in handicap_lines(view):
        rows += wrap(row(Bit(line, "dim")), wide, 3)
    for made in view.corrections:
        rows += wrap(row(Bit(f"c: {correction_note(view, made)}", "dim")), wide, 3)
    return rows


def has_all_columns(view: State, wide: int, hinted: Collection[SeatIndex] = ()) -> bool:
    """Whether the contracts and the totals fit beside the points in `wide` cells."""
    return _plan(view, wide, hinted).contract > 0


def _plan(view: State, wide: int, hinted: Collection[SeatIndex]) -> _Plan:
    """The richest columns that fit: contract and totals, totals alone, or points alone."""
    everything = [number for result in view.results for number in result.points]
    points = max(3, *(len(str(number)) for number in (*everything, 0)))
    points += bool(view.corrections)
    running = [number for column in _running(view) for number in column]
    totals = [*running, *(seat.score for seat in view.seats)]
    total = max(4, *(len(str(number)) for number in totals))
    room = wide - _MARGIN
    narrow = (2 + points + total) * view.players
    with_totals = narrow + view.players
    for short in (False, True):
        contract = _longest(view, short)
        if with_totals + contract <= room:
            spare = (room - with_totals - contract) // view.players
            gap = 2 + min(spare, _lacking(view, 3 + points + total, hinted))
            return _Plan(points, total, contract, short, gap)
    if with_totals <= room:
        return _Plan(points, total, 0)
    if narrow <= room:
        return _Plan(points, total, 0, gap=1)
    alone = max(1, room // view.players - 1)
    return _Plan(min(alone, max(points, total)), 0, 0, gap=1)


def _lacking(view: State, player: int, hinted: Collection[SeatIndex]) -> int:
    """The cells that one player's columns are too few for the longest name, up to a broad one."""
    longest = max(
        map(cell_width, (_name(view, seat, _BROAD, hinted) for seat in view.seat_numbers))
    )
    return max(0, min(_BROAD, longest + 1) - player)


def _longest(view: State, short: bool) -> int:
    """The cells of the widest contract."""
    rounds = range(1, _rounds(view) + 1)
    return max(len(round_contract(view, number, short)) for number in rounds)


def _rounds(view: State) -> int:
    """The rounds that have a line: all of the game, or where that is not known those begun."""
    return view.round if view.rules.is_by_player else view.rules.rounds


def _running(view: State) -> list[list[int]]:
    """For each seat its running totals, a round each."""
    points = [result.points for result in view.results]
    return [list(accumulate(line[seat] for line in points)) for seat in range(view.players)]


def _names(view: State, plan: _Plan, hinted: Collection[SeatIndex], ascii_only: bool) -> Row:
    bits = [Bit(" " * (_MARGIN + plan.contract))]
    for seat in view.seat_numbers:
        name = _name(view, seat, plan.player - 1, hinted)
        if cell_width(name) + 2 < plan.player:
            name = f"{seat_sign(seat, CardStyle(ascii=ascii_only))} {name}"
        bits += _right(row(Bit(name, seat_look(seat))), plan.player)
    return tuple(bits)


def _name(view: State, seat: SeatIndex, room: int, hinted: Collection[SeatIndex]) -> str:
    """The name of a seat, with an h after it where the seat has asked for a hint."""
    return name_at(view, seat, room - 2) + " h" if seat in hinted else name_at(view, seat, room)


def _headings(view: State, plan: _Plan) -> list[Row]:
    """What the two columns of each player hold, where they are two."""
    if not plan.total:
        return []
    each = f"{words.POINTS:>{plan.gap + plan.points}} {words.RUNNING:>{plan.total}}"
    return [(Bit(" " * (_MARGIN + plan.contract) + each * view.players, "dim"),)]


def _corrected(view: State) -> set[tuple[int, int]]:
    """The rounds and seats whose score the table has corrected."""
    return {(made.round, made.seat) for made in view.corrections}


def _right(line: Row, wide: int) -> Row:
    """The line moved to the right end of `wide` cells."""
    return (Bit(" " * max(0, wide - width(line))), *line)


def _round_line(view: State, number: int, plan: _Plan) -> Row:
    """One round: number, contract, and for each player points and running total."""
    done = number <= len(view.results)
    over = view.phase in (Phase.ROUND_OVER, Phase.GAME_OVER)
    is_now = number == view.round and not over
    look = "accent" if is_now else ("" if done else "dim")
    bits = [Bit(f"{'>' if is_now else ' '}{number:>2} ", look)]
    if plan.contract:
        text = round_contract(view, number, plan.short)
        bits += pad(cut_row(row(Bit(text, look)), plan.contract), plan.contract)
    if not done:
        return tuple(bits)
    running = _running(view)
    result, corrected = view.results[number - 1], _corrected(view)
    for seat, points in enumerate(result.points):
        text = ("c" if (result.round, seat) in corrected else "") + str(points)
        look = "good" if seat == result.out else ""
        bits.append(Bit(" " * plan.gap + f"{text:>{plan.points}}", look))
        if plan.total:
            bits.append(Bit(f" {running[seat][number - 1]:>{plan.total}}", "dim"))
    return tuple(bits)


def _totals(view: State, plan: _Plan, ascii_only: bool) -> Row:
    """The totals, the lowest marked."""
    bits = [
        Bit((words.TOTAL if plan.contract else words.SUM).ljust(_MARGIN + plan.contract), "strong")
    ]
    for at, seat in by_seat(view.seats):
        leads = bool(view.results) and at in view.leaders
        text = ("*" if leads else "") + str(seat.score)
        bits.append(Bit(f"{text:>{plan.player}}", "accent" if leads else "strong"))
    return tuple(bits)


def _chips(view: State, plan: _Plan) -> Row:
    """The chips that each player holds."""
    head = Bit(words.CHIPS.ljust(_MARGIN + plan.contract)[: _MARGIN + plan.contract], "dim")
    return (head, *(Bit(f"{seat.chips:>{plan.player}}", "dim") for seat in view.seats))


def _ahead(view: State, wide: int, ascii_only: bool) -> list[Row]:
    """The contracts still to come, where the table has no column for them."""
    bits: list[Bit] = []
    for number in _contracts_ahead(view):
        bits += (
            [Bit(" - " if ascii_only else " · ", "dim")]
            if bits
            else [Bit(words.AHEAD_IN_LINE, "dim")]
        )
        bits += [Bit(f"{number} ", "strong"), Bit(contract_text(view.rules, number))]
        if at := _at_contract(view, number):
            bits.append(Bit(f" ({', '.join(at)})", "dim"))
    return wrap(row(*bits), wide, indent=7) if bits else []


def _contracts_ahead(view: State) -> range:
    """The numbers of the contracts that are still to come, for any player."""
    first = len(view.results) + 1
    if view.phase is Phase.GAME_OVER:
        return range(0)
    if view.rules.is_by_player:
        first = 1 + min(seat.met for seat in view.seats)
    return range(first, len(view.rules.contracts) + 1)


def _at_contract(view: State, number: int) -> list[str]:
    """The players who are at a contract, where each stays at one until it is met."""
    if not view.rules.is_by_player:
        return []
    names = names_at(view, _SHORT_NAME)
    return [names[at] for at, seat in by_seat(view.seats) if seat.met + 1 == number]


_SHORT_NAME: Final = 8
