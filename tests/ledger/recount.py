"""What a journal says of a finished game, counted card by card from its plain JSON.

Nothing of the program is used: the rules are read from the first line, each hand is followed from
the deal to the last card, and counted again where the round ends.
"""

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

JOKER = 52


def standing(entries: list[dict]) -> list[dict]:
    """The moves that were not taken back."""
    kept: list[dict] = []
    for entry in entries:
        if entry["type"] == "move":
            kept.append(entry)
        elif entry["type"] == "undo":
            kept = [move for move in kept if move["n"] <= entry["to"]]
    return kept


@dataclass
class Recount:
    """A game by seats: its rounds, totals and deeds."""

    variant: str
    started: str
    finished: str
    names: list[str]
    bots: list[str]
    hinted: set[int]
    handicapped: set[int] = field(default_factory=set)
    rounds: list[dict] = field(default_factory=list)
    deeds: Counter = field(default_factory=Counter)
    met: list[int] = field(default_factory=list)
    sides: int = 0

    def of_side(self, values: list[int], seat: int) -> int:
        """The sum of the values of a seat and its partners: every second or third seat (HR-15)."""
        step = self.sides or len(self.names)
        return sum(values[seat % step :: step])

    @property
    def totals(self) -> list[int]:
        """The total of each seat."""
        return [sum(column) for column in zip(*(r["points"] for r in self.rounds), strict=True)]

    @property
    def winners(self) -> list[int]:
        """The seats that have won."""
        met = self.met if any(self.met) else [0] * len(self.names)
        seats, totals = range(len(self.names)), self.totals
        ranks = [(-self.of_side(met, at), self.of_side(totals, at)) for at in seats]
        return [at for at, rank in enumerate(ranks) if rank == min(ranks)]


def recount(path: Path) -> Recount | None:
    """The game in a journal; None where it has no end."""
    header, *entries = (json.loads(line[9:]) for line in path.read_text("utf-8").splitlines())
    if not entries or entries[-1]["type"] != "end":
        return None
    moves = standing(entries)
    made = [move["at"] for move in moves if move["action"]["type"] != "Correct" and "at" in move]
    found = Recount(
        variant=header["rules"]["id"],
        started=header["created"],
        finished=made[-1],
        names=[player["name"] for player in header["players"]],
        bots=[player.get("bot", "") for player in header["players"]],
        handicapped={
            seat
            for seat, given in enumerate(header.get("terms", {}).get("handicaps") or ())
            if given
        },
        sides=header["rules"].get("sides", 0),
        hinted={seat for entry in entries for seat in entry.get("hinted", ())},
    )
    table = _Table(header, found)
    for move in moves:
        table.play(move["action"], move.get("bot", ""))
    return found


class _Table:
    """The cards of a game, by their faces: suit times 13 plus rank, 52 a joker."""

    def __init__(self, header: dict, found: Recount) -> None:
        self.rules, self.found = header["rules"], found
        self.seats = len(found.names)
        given = header.get("terms", {}).get("handicaps") or [{}] * self.seats
        self.handicaps = given
        self.way = -1 if self.rules.get("direction") == "counter-clockwise" else 1
        self.dealer = self.turn = -1
        self.round = 0
        self.by_player = self.rules.get("contracts_by") == "player"
        found.met = [0] * self.seats

    def play(self, action: dict, bot: str) -> None:
        """Follows a move."""
        getattr(self, f"_{action['type'].lower()}")(action, bot)

    # Before play

    def _drawfordealer(self, action: dict, _: str) -> None:
        last = {seat: card for seat, card in enumerate(action["draws"][-1]) if card >= 0}
        rank = {seat: 14 if card % 53 == JOKER else card % 53 % 13 for seat, card in last.items()}
        self.dealer = min(rank, key=lambda seat: rank[seat])

    def _deal(self, action: dict, _: str) -> None:
        if self.round:
            last = self.found.rounds[-1]["out"] if self.found.rounds else -1
            if self.rules.get("next_dealer") == "loser" and self.found.rounds:
                self.dealer = self._loser(self.found.rounds[-1]["points"])
            elif self.rules.get("next_dealer") == "winner" and last is not None:
                self.dealer = last
            else:
                self.dealer = self._after(self.dealer)
        self.round += 1
        self._lay_out(action["order"])

    def _lay_out(self, order: list[int]) -> None:
        faces = [card % 53 for card in order]
        deal = self.rules["deal"]
        for small in self.rules.get("deal_for") or ():
            if self.seats <= small["up_to"]:
                deal = small["deal"]
                break
        each = deal[min(self.round, len(deal)) - 1]
        at = self._after(self.dealer)
        self.turn = at
        self.hands = [Counter() for _ in range(self.seats)]
        sizes, dealt = [self._size(seat, each) for seat in range(self.seats)], 0
        while dealt < sum(sizes):
            if self.hands[at].total() < sizes[at]:
                self.hands[at][faces[dealt]] += 1
                dealt += 1
            at = self._after(at)
        rest, up = faces[dealt:], int(self.rules.get("upcard", True))
        self.discards, self.stock = rest[:up], rest[up:]
        self.table: list[list[int]] = []
        self.down = [False] * self.seats
        self.waiting: list[int] = []
        self.renewals = 0
        self.tosser = -1
        self._new_turn()

    def _size(self, seat: int, each: int) -> int:
        """The cards that a seat is dealt: fewer only as far as the contract stays in reach."""
        contract = self.rules["contracts"][min(self.round, len(self.rules["contracts"])) - 1]
        asked = sum(contract.get("sets") or ()) + sum(contract.get("runs") or ())
        return max(each + self.handicaps[seat].get("cards", 0), min(each, asked - 1), 1)

    def _new_turn(self) -> None:
        self.has_passed = self.went_down = self.joker_left = False

    def _loser(self, points: list[int]) -> int:
        """Who has most points; of several the one nearest to the dealer as play goes."""
        seats = [(self.dealer + self.way * step) % self.seats for step in range(1, self.seats + 1)]
        return next(seat for seat in seats if points[seat] == max(points))

    def _after(self, seat: int) -> int:
        return (seat + self.way) % self.seats

    def _handover(self, action: dict, bot: str) -> None:
        self.found.names[action["seat"]] = action["name"]
        self.found.bots[action["seat"]] = bot

    def _correct(self, action: dict, _: str) -> None:
        self.found.rounds[action["round"] - 1]["points"][action["seat"]] = action["points"]

    def _stopgame(self, action: dict, _: str) -> None:
        self.waiting = []

    # Calls and draws

    def _call(self, action: dict, _: str) -> None:
        self.found.deeds["made", action["seat"]] += 1
        self.waiting.append(action["seat"])
        if self.rules.get("call_order", "turn") == "first" and not self._turn_comes_first():
            self._settle(action)

    def _turn_comes_first(self) -> bool:
        right = self.rules.get("first_right", "always")
        if self.has_passed or right == "never":
            return False
        return right == "always" or not self.down[self.turn]

    def _settle(self, action: dict) -> None:
        """Gives the top discard, and what comes with it, to the caller who comes first."""
        caller = self.waiting[0]
        if self.rules.get("call_order", "turn") != "first":
            at = self.dealer if self.rules.get("call_order", "turn") == "dealer" else self.turn
            order = [at := self._after(at) for _ in self.hands]
            caller = next(seat for seat in order if seat in self.waiting)
        costs = self.rules.get("call_costs") or [self.rules["call_cost"]]
        self.hands[caller][self.discards.pop(0)] += 1
        for _ in range(costs[min(self.round, len(costs)) - 1]):
            if self._supplied(action):
                self.hands[caller][self.stock.pop(0)] += 1
        self.found.deeds["won", caller] += 1
        self.waiting, self.has_passed = [], False

    def _supplied(self, action: dict) -> bool:
        """Whether the stock has a card, the discards having become it where need be."""
        most = {"any": 10**9, "once": 1, "never": 0}[self.rules.get("renewals", "any")]
        if not self.stock and len(self.discards) > 1 and self.renewals < most:
            under = self.discards[1:][::-1]
            order = [card % 53 for card in action.get("renewed") or ()] or under
            assert sorted(order) == sorted(under)
            self.stock, self.discards = order, self.discards[:1]
            self.renewals += 1
        return bool(self.stock)

    def _draw(self, action: dict, _: str) -> None:
        if self.waiting:
            self._settle(action)
        if self._supplied(action):
            self.hands[action["seat"]][self.stock.pop(0)] += 1
            self.tosser = -1
        else:
            self._end(None)

    def _take(self, action: dict, _: str) -> None:
        self.hands[action["seat"]][self.discards.pop(0)] += 1
        self.waiting = []

    def _pass(self, action: dict, _: str) -> None:
        if self.waiting:
            self._settle(action)
        elif self.discards:
            self.has_passed = True

    def _callshanghai(self, action: dict, _: str) -> None:
        caller = action["seat"]
        self.found.deeds["called", caller] += 1
        self.found.deeds["suffered", self.tosser] += 1
        self.table[action["meld"]].append(self.discards.pop(0))
        held = list(self.hands[caller].elements())
        picked = held[0] if action.get("picked") is None else action["picked"] % 53
        self._leave(caller, picked)
        self.hands[self.tosser][picked] += 1
        self.waiting, self.has_passed = [], False
        if not self._left(caller):
            self._end(caller, is_called=True)

    # Plays

    def _leave(self, seat: int, face: int) -> None:
        assert self.hands[seat][face] > 0, "a card is played that is not held"
        self.hands[seat][face] -= 1

    def _left(self, seat: int) -> int:
        return sum(self.hands[seat].values())

    def _swap(self, action: dict, _: str) -> None:
        self.found.deeds["joker", action["seat"]] += 1
        meld, face = self.table[action["meld"]], action["card"] % 53
        self._leave(action["seat"], face)
        meld.remove(JOKER)
        meld.append(face)
        self.hands[action["seat"]][JOKER] += 1

    def _godown(self, action: dict, _: str) -> None:
        seat, melds = action["seat"], action["melds"]
        for meld in melds:
            faces = [card % 53 for card in meld["cards"]]
            self.table.append(faces)
            self.joker_left |= JOKER in faces
            for face in faces:
                self._leave(seat, face)
        self.down[seat] = self.went_down = True
        if not self._left(seat):
            self._end(seat)

    def _layoff(self, action: dict, _: str) -> None:
        seat, face = action["seat"], action["card"] % 53
        self.table[action["meld"]].append(face)
        self.joker_left |= face == JOKER
        self._leave(seat, face)
        if not self._left(seat):
            self._end(seat)

    def _discard(self, action: dict, _: str) -> None:
        seat, face = action["seat"], action["card"] % 53
        self._leave(seat, face)
        self.joker_left |= face == JOKER
        self.discards.insert(0, face)
        self.tosser = seat
        if not self._left(seat):
            self._end(seat)
        else:
            self._endturn(action, "")

    def _endturn(self, action: dict, _: str) -> None:
        self.turn = self._after(action["seat"])
        self.waiting = []
        self._new_turn()

    def _throwin(self, action: dict, _: str) -> None:
        if action.get("order"):
            self._lay_out(action["order"])
        else:
            self._end(None)

    def _end(self, out: int | None, *, is_called: bool = False) -> None:
        """Counts the hands."""
        rules = self.rules
        blind = out is not None and self.went_down and not is_called
        bonuses = rules.get("out_bonus") or 0
        if isinstance(bonuses, list):
            place = (self.round - 1) % len(rules["contracts"])
            bonuses = bonuses[min(place, len(bonuses) - 1)]
        bonus = bonuses
        if blind:
            more = rules["blind_bonus"]
            bonus += more if self.joker_left else max(more, rules["clean_blind_bonus"])
        for at, down in enumerate(self.down):
            self.found.met[at] += self.by_player and down
        is_last = self.round >= len(rules["contracts"])
        if self.by_player:
            is_last = max(self.found.met) >= len(rules["contracts"])
        times = rules.get("last_round_times", 1) if is_last else 1
        points = []
        for seat, hand in enumerate(self.hands):
            left = sum(self._worth(face) * count for face, count in hand.items())
            if out is not None and rules.get("partner_safe"):
                left *= seat % rules["sides"] != out % rules["sides"]
            if not self.down[seat]:
                left = left * rules.get("not_down_times", 1) + rules.get("not_down_penalty", 0)
            gained = times * (-bonus if seat == out else left)
            points.append(gained - self.handicaps[seat].get("points", 0))
        self.found.rounds.append({"points": points, "out": out, "blind": blind})

    def _worth(self, face: int) -> int:
        if face == JOKER:
            return self.rules["joker_points"]
        cards, rank, suit = self.rules.get("card_points", {}), face % 13, "SHDC"[face // 13]
        name = ("A", *map(str, range(2, 11)), "J", "Q", "K")[rank] + suit
        return cards.get(name, cards.get(suit, self.rules["points"][rank]))
