"""Judges a record: its documents in order, each deal, each move, the scores and the winners."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.plain_yaml import plain_documents

from .keys import variant_named
from .melds import Meld, Rules
from .play import Round
from .table import Foul, Unfollowed, Variant, read_cards, whole_pack
from .words import read_move

_MUST = {"variant", "players", "position", "moves", "then"}
_DOCUMENT = _MUST | {"title", "house_rules", "handicaps", "corrections"}
_POSITION = {
    *("round", "dealer", "turn", "phase", "hands", "table", "stock", "discards"),
    *("discarded_by", "shanghaied", "calls_used", "scores", "turns"),
    *("calls_before", "calls_carried", "contracts_met", "contracts_played"),
}
_THEN = {
    *("hands", "table", "discards", "stock", "turn", "phase", "calls_used", "out"),
    *("round_scores", "scores", "winners", "contracts_met", "calls_carried"),
}


@dataclass
class Game:
    """What one document hands on to the next."""

    variant_id: str
    variant: Variant
    names: list[str]
    totals: list[int]
    given: list[dict[str, int]]  # the handicap of each seat
    rounds: list[list[int]] = field(default_factory=list)  # the points of each, by seat
    head: object = None  # the house rules
    dealer: int | None = None  # of the round before
    out: int | None = None  # who went out of it
    met: list[int] = field(default_factory=list)  # the contracts of each seat
    played: list[int] = field(default_factory=list)  # the contracts chosen so far, by round
    calls_before: list[int] = field(default_factory=list)  # calls of each seat in earlier rounds
    carried: list[int] = field(default_factory=list)  # calls left from earlier rounds
    unsure: list[str] = field(default_factory=list)
    corrections: list[tuple[int, int, int]] = field(default_factory=list)  # round, seat, points

    def by_side(self, values: list[int]) -> list[int]:
        """The sum of each side, at each of its seats (HR-15)."""
        sides = self.variant.sides or len(self.names)
        return [sum(values[seat % sides :: sides]) for seat in range(len(self.names))]

    @property
    def leaders(self) -> set[str]:
        """Who has met most contracts, and of them who has the lowest total; whole sides."""
        met, totals = self.by_side(self.met), self.by_side(self.totals)
        ranks = [(-contracts, total) for contracts, total in zip(met, totals, strict=True)]
        pairs = zip(self.names, ranks, strict=True)
        return {name for name, rank in pairs if rank == min(ranks)}

    @property
    def is_over(self) -> bool:
        """Whether the last round, the last contract or a total has ended the game."""
        variant = self.variant
        is_met = variant.has_own_contracts and max(self.met) >= len(variant.contracts)
        is_reached = 0 < variant.end_at < max(self.by_side(self.totals))
        return len(self.rounds) >= variant.rounds or is_met or is_reached


def judge(path: str | Path, unsure: list[str] | None = None) -> list[str]:
    """The faults of a record, each with its document and move; none where it is sound.

    What was taken for right because only a search could judge it is added to `unsure`. Unfollowed
    names a rule that this referee does not know.
    """
    try:
        documents = list(plain_documents(Path(path).read_text("utf-8")))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        return [f"cannot be read: {error}"]
    faults: list[str] = []
    try:
        game = _begin(documents)
    except Unfollowed:
        raise
    except Foul as foul:
        return [str(foul)]
    game.corrections = _corrections(documents[-1])
    rounds = game.variant.rounds
    is_open = game.variant.end_at or game.variant.has_own_contracts
    is_stopped = bool(documents[-1].get("then", {}).get("winners"))
    if len(documents) != rounds and not (is_stopped or is_open):
        faults.append(f"{len(documents)} rounds, not {rounds}")
    for number, document in enumerate(documents, 1):
        if number > rounds:
            break
        try:
            _judge_document(document, number, number == len(documents), game, faults)
        except Foul as foul:
            faults.append(f"document {number}: {foul}")
    if is_open and not is_stopped:
        faults.append(f"{len(documents)} rounds, and nobody has won")
    if unsure is not None:
        unsure += game.unsure
    return faults


def _corrections(last: dict[str, Any]) -> list[tuple[int, int, int]]:
    """The round, the seat and the points of each correction, by who sits there in the end."""
    names = [*last.get("then", {}).get("scores", {})]
    return [
        (made["round"], names.index(made["player"]), made["points"])
        for made in last.get("corrections", ())
        if isinstance(made, dict) and made.get("player") in names
    ]


def _begin(documents: list[object]) -> Game:
    first = documents[0] if documents else None
    if not isinstance(first, dict) or not first.keys() >= _MUST:
        raise Foul("the first document is incomplete")
    variant, names = variant_named(first["variant"], first.get("house_rules")), first["players"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Foul(f"{names!r} is no list of players")
    check_players(variant, names)
    given = [{**each} for each in by_seat(first.get("handicaps", {}), names, {})]
    if any(each.keys() - {"calls", "points", "cards"} for each in given):
        raise Foul("a handicap of another kind")
    none = [0] * len(names)
    return Game(
        first["variant"],
        variant,
        list(names),
        list(none),
        given,
        met=list(none),
        calls_before=list(none),
        carried=list(none),
    )


def check_players(variant: Variant, names: list[str]) -> None:
    """Foul where so many cannot play, or where two have one name."""
    fewest, most = variant.players
    sides, count = variant.sides, len(names)
    if not fewest <= count <= most or len(set(names)) < count:
        raise Foul(f"{count} players, or two of one name")
    if sides and (count % sides or count <= sides):
        raise Foul(f"HR-15: {count} players cannot be shared out to {sides} sides")


def _keys(found: object, allowed: set[str], must: set[str], what: str) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise Foul(f"{what} is no mapping")
    if not must <= found.keys() <= allowed:
        raise Foul(f"{what} has the keys {', '.join(map(str, found))}")
    return found


def _judge_document(
    found: object, number: int, is_last: bool, game: Game, faults: list[str]
) -> None:
    document = _keys(found, _DOCUMENT, _MUST, "the document")
    if number == 1:
        game.head = document.get("house_rules")
    if document.get("house_rules") != game.head:
        raise Foul("other house rules than before")
    handicaps = by_seat(document.get("handicaps", {}), game.names, {})
    if handicaps != game.given:
        raise Foul("other handicaps than before")
    if document.get("corrections") and not is_last:
        raise Foul("corrections before the last document")
    if document["variant"] != game.variant_id or document["players"] != game.names:
        raise Foul("another variant or other players than before")
    play = _deal(document["position"], number, game)
    sound = _replay(document["moves"], play, number, game, faults)
    game.dealer, game.out = play.dealer, play.out
    game.unsure += play.unsure
    if sound:
        ends = play.is_game_over or number >= game.variant.rounds
        points = play.scores(is_last=ends)
        game.rounds.append(list(points))
        game.totals = [sum(column) for column in zip(*game.rounds, strict=True)]
        _note_round(play, game)
        if game.is_over and not is_last:
            raise Foul("the game is over, and another round follows")
        for made in document.get("corrections", ()):
            _correct(made, game)
        _judge_then(document["then"], play, points, is_last, game)
    else:
        then = _keys(document["then"], _THEN, set(), "then")
        game.totals = list(by_seat(then.get("scores"), game.names))


def _note_round(play: Round, game: Game) -> None:
    """Notes what the next round depends on."""
    game.met = play.contracts_met()
    if game.variant.contracts_by == "first":
        game.played.append(play.chosen)
    if game.variant.calls_carry:
        game.carried = [play.calls_left(seat) for seat in range(play.seats)]
    pairs = zip(game.calls_before, play.calls_used, strict=True)
    game.calls_before = [before + used for before, used in pairs]


def _next_dealers(game: Game, seats: int) -> set[int]:
    """Who may deal after a round (ALL-1, HR-6).

    Of the loser there may be two, as a record does not say when the points were corrected.
    """
    assert game.dealer is not None
    step = 1 if game.variant.clockwise else -1
    if game.variant.next_dealer == "winner" and game.out is not None:
        return {game.out}
    order = [(game.dealer + step * at) % seats for at in range(1, seats + 1)]
    if game.variant.next_dealer != "loser":
        return {order[0]}
    dealers = set()
    points = list(game.rounds[-1])
    for number, corrected, other in ((0, 0, 0), *game.corrections):
        if number == len(game.rounds):
            points[corrected] = other
        dealers.add(next(seat for seat in order if points[seat] == max(points)))
    return dealers


def _correct(found: object, game: Game) -> None:
    """Puts the points that the table has agreed on in the place of those counted."""
    keys = {"round", "player", "points", "why"}
    made = _keys(found, keys, keys, "a correction")
    if made["player"] not in game.names or not 1 <= made["round"] <= len(game.rounds):
        raise Foul(f"{made} corrects no score")
    if not made["why"] or not isinstance(made["points"], int):
        raise Foul(f"{made} says no points, or not why")
    game.rounds[made["round"] - 1][game.names.index(made["player"])] = made["points"]
    game.totals = [sum(column) for column in zip(*game.rounds, strict=True)]


def _deal(found: object, number: int, game: Game) -> Round:
    """The round as it is dealt; Foul where the deal is not what the rules ask."""
    names = game.names
    position = _keys(found, _POSITION, {"round", "dealer", "turn", "phase", "hands"}, "position")
    if position["round"] != number:
        raise Foul(f"round {position['round']}, not {number}")
    if position["phase"] != "draw" or position["dealer"] not in names:
        raise Foul("the position is no deal")
    dealer = names.index(str(position["dealer"]))
    if game.dealer is not None and dealer not in _next_dealers(game, len(names)):
        raise Foul("ALL-1: the deal moves one seat to the left")
    step = 1 if game.variant.clockwise else -1
    if position["turn"] != names[(dealer + step) % len(names)]:
        raise Foul("ALL-1: the dealer's left has the first turn")
    for key, due in (("calls_before", game.calls_before), ("contracts_met", game.met)):
        if key in position and by_seat(position[key], names, 0) != due:
            raise Foul(f"{key} is not {due}")
    carried = by_seat(position.get("calls_carried", {}), names, 0)
    if carried != (game.carried if game.variant.calls_carry else [0] * len(names)):
        raise Foul(f"calls_carried is not {game.carried}")
    if position.get("contracts_played", game.played) != game.played:
        raise Foul(f"contracts_played is not {game.played}")
    if position.get("table") or position.get("shanghaied"):
        raise Foul("a deal with melds or a SHANGHAI")
    if position.get("discarded_by") not in (None, [], [None], "none"):
        raise Foul("the first upcard has no tosser")
    if any(by_seat(position.get("calls_used", {}), names, 0)):
        raise Foul("a deal with calls used")
    if by_seat(position.get("scores", {}), names, 0) != game.totals:
        raise Foul(f"the scores before the round are not {game.totals}")
    hands = [read_cards(hand) for hand in by_seat(position["hands"], names)]
    each = game.variant.hand_size(number, len(names))
    sizes = [_least_size(game, number, seat) for seat in range(len(names))]
    due = [
        max(each + own.get("cards", 0), min(each, size - 1), 1)
        for own, size in zip(game.given, sizes, strict=True)
    ]
    if [len(hand) for hand in hands] != due:
        raise Foul(f"not {due} cards")
    upcards, stock = read_cards(position.get("discards", "")), read_cards(position.get("stock", ""))
    if len(upcards) != game.variant.upcard:
        raise Foul("not one upcard")
    cards = Counter(upcards + stock)
    for hand in hands:
        cards.update(hand)
    if cards != whole_pack(game.variant, len(names)):
        raise Foul("the deal is not the whole pack")
    play = Round(game.variant, number, dealer, hands, stock, upcards)
    play.given_calls = [own.get("calls", 0) for own in game.given]
    play.points_off = [own.get("points", 0) for own in game.given]
    play.met, play.played = list(game.met), list(game.played)
    play.calls_before, play.calls_carried = list(game.calls_before), list(game.carried)
    return play


def _least_size(game: Game, number: int, seat: int) -> int:
    """The fewest cards of the contracts that a seat may have in a round."""
    variant = game.variant
    if variant.has_own_contracts:
        numbers = [min(game.met[seat] + 1, len(variant.contracts))]
    elif variant.contracts_by == "first":
        numbers = [at for at in range(1, len(variant.contracts) + 1) if at not in game.played]
    else:
        numbers = [variant.place(number)]
    return min(option.size for at in numbers for option in variant.contracts[at - 1])


def by_seat(found: object, names: list[str], default: object = None) -> list[object]:
    """The values of a mapping by name, in the order of the seats."""
    if not isinstance(found, dict) or found.keys() - set(names):
        raise Foul(f"{found!r} is not by players")
    if default is None and len(found) != len(names):
        raise Foul(f"{found!r} does not name every player")
    return [found.get(name, default) for name in names]


def _replay(moves: object, play: Round, number: int, game: Game, faults: list[str]) -> bool:
    """Whether every move was allowed and the round is over."""
    if not isinstance(moves, list):
        raise Foul("moves is no list")
    for index, text in enumerate(moves, 1):
        try:
            move = read_move(text, game.names)
            if move.verb == "hands":
                if move.word in game.names or play.is_game_over:
                    raise Foul("ALL-14: the seat cannot be handed over so")
                game.names[move.seat] = move.word
            else:
                play.play(move)
        except Foul as foul:
            faults.append(f"document {number}, move {index} ({text}): {foul}")
            return False
    if play.given is not None or play.phase != "round over":
        faults.append(f"document {number}: the moves do not end the round")
        return False
    return True


def _judge_then(found: object, play: Round, points: list[int], is_last: bool, game: Game) -> None:
    """Foul where `then` leaves out what a record must name, or is wrong."""
    must = {"round_scores", "scores"} | ({"winners"} if is_last and game.is_over else set())
    then = _keys(found, _THEN, must, "then")
    names = game.names
    if by_seat(then["round_scores"], names) != points:
        raise Foul(f"the points of the round are {points}")
    if by_seat(then["scores"], names) != game.totals:
        raise Foul(f"the scores after the round are {game.totals}")
    if "contracts_met" in then and by_seat(then["contracts_met"], names, 0) != game.met:
        raise Foul(f"the contracts met are {game.met}")
    named = then.get("winners") or []
    if not isinstance(named, list) or len(set(named)) < len(named):
        raise Foul("winners is no list of different players")
    if named and not is_last:
        raise Foul("winners before the last round")
    if named and set(named) != game.leaders:
        raise Foul(f"ALL-12: the winners are {', '.join(sorted(game.leaders))}")
    judge_cards(then, play, names, is_last=is_last)


def judge_cards(then: dict[str, Any], play: Round, names: list[str], *, is_last: bool) -> None:
    """Foul where the optional parts of `then` are wrong: cards, melds, calls, turn and phase."""
    for name, told in then.get("hands", {}).items():
        _same_cards(f"hand of {name}", told, play.hands[names.index(name)], ordered=False)
    for key, pile in (("stock", play.stock), ("discards", play.discards)):
        if key in then:
            _same_cards(key, then[key], pile, ordered=True)
    for name, told in then.get("calls_used", {}).items():
        _same(f"calls of {name}", told, play.calls_used[names.index(name)])
    if "phase" in then:
        over = "game over" if is_last else "round over"
        _same("phase", then["phase"], over if play.phase == "round over" else play.phase)
    if "turn" in then:
        _same("turn", then["turn"], names[play.turn])
    if "out" in then:
        _same("out", then["out"] or "none", "none" if play.out is None else names[play.out])
    if "table" in then:
        table = [read_meld(play.variant, play.number, meld, names) for meld in then["table"]]
        _same("melds", [_face(meld) for meld in table], [_face(meld) for meld in play.table])


def read_meld(variant: Variant, number: int, found: dict[str, str], names: list[str]) -> Meld:
    """A meld on the table of a position in a round."""
    kind = "set" if "set" in found else "run"
    cards = read_cards(found[kind])
    mixes = {option.runs_of for contract in variant.contracts for option in contract} - {"suit"}
    return Rules(variant, number).make(names.index(found["owner"]), kind, cards, mixes)


def _face(meld: Meld) -> tuple[int, str, list[str]]:
    cards = meld.cards if meld.kind == "run" else sorted(meld.cards)
    return meld.owner, meld.kind, cards


def _same_cards(what: str, told: object, held: list[str], *, ordered: bool) -> None:
    if isinstance(told, int):
        _same(what, told, len(held))
    elif ordered:
        _same(what, read_cards(told), held)
    else:
        _same(what, sorted(read_cards(told)), sorted(held))


def _same(what: str, told: object, found: object) -> None:
    if told != found:
        raise Foul(f"{what}: told {told}, found {found}")
