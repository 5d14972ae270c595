"""Judges a record: its documents in order, each deal, each move, the scores and the winners."""

from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import yaml

from tests.plain_yaml import plain_documents

from .melds import Meld, make_meld
from .play import Round
from .table import HAND, VARIANTS, Foul, Variant, read_cards, whole_pack
from .words import read_move

_MUST = {"variant", "players", "position", "moves", "then"}
_DOCUMENT = _MUST | {"title", "house_rules", "handicaps", "corrections"}
SHORT = {"contracts", "deal", "deal_for", "call_limit", "all_in_rounds"}
"""The house rules by which a game has fewer rounds."""
_POSITION = {
    *("round", "dealer", "turn", "phase", "hands", "table", "stock", "discards"),
    *("discarded_by", "shanghaied", "calls_used", "scores"),
    "turns",
}
_THEN = {
    *("hands", "table", "discards", "stock", "turn", "phase", "calls_used", "out"),
    *("round_scores", "scores", "winners"),
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


def judge(path: str | Path) -> list[str]:
    """The faults of a record, each with its document and move; none where it is sound."""
    try:
        documents = list(plain_documents(Path(path).read_text("utf-8")))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        return [f"cannot be read: {error}"]
    faults: list[str] = []
    try:
        game = _begin(documents)
    except Foul as foul:
        return [str(foul)]
    rounds = len(game.variant.contracts)
    is_stopped = bool(documents[-1].get("then", {}).get("winners"))
    if len(documents) != rounds and not is_stopped:
        faults.append(f"{len(documents)} rounds, not {rounds}")
    for number, document in enumerate(documents, 1):
        if number > rounds:
            break
        try:
            is_last = number == (len(documents) if is_stopped else rounds)
            _judge_document(document, number, is_last, game, faults)
        except Foul as foul:
            faults.append(f"document {number}: {foul}")
    return faults


def _begin(documents: list[object]) -> Game:
    first = documents[0] if documents else None
    if not isinstance(first, dict) or not first.keys() >= _MUST:
        raise Foul("the first document is incomplete")
    if first["variant"] not in VARIANTS:
        raise Foul(f"no variant {first['variant']!r}")
    variant, names = VARIANTS[first["variant"]], first["players"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Foul(f"{names!r} is no list of players")
    fewest, most = variant.players
    if not fewest <= len(names) <= most or len(set(names)) < len(names):
        raise Foul(f"{len(names)} players, or two of one name")
    if rules := first.get("house_rules"):
        variant = _short(variant, rules)
    given = [{**each} for each in by_seat(first.get("handicaps", {}), names, {})]
    if any(each.keys() - {"calls", "points", "cards"} for each in given):
        raise Foul("a handicap of another kind")
    return Game(first["variant"], variant, list(names), [0] * len(names), given)


def _short(variant: Variant, rules: dict[str, Any]) -> Variant:
    """The variant with the rounds alone whose contracts stand in the house rules."""
    if "contracts" not in rules or not rules.keys() <= SHORT:
        raise Foul("house rules, which this referee does not know")
    left, kept = list(enumerate(variant.contracts)), []
    for asked in rules["contracts"]:
        sets, runs = asked.get("sets", ()), asked.get("runs", ())
        words = " ".join([*(f"S{each}" for each in sets), *(f"R{each}" for each in runs)])
        while left and _sorted(left[0][1]) != _sorted(words):
            left.pop(0)
        if not left:
            raise Foul(f"{words} is no contract of the variant, or not in its order")
        kept.append(left.pop(0)[0])
    calls, limits = [variant.calls[at] for at in kept], rules.get("call_limit")
    limits = [limits] if isinstance(limits, int) else limits or variant.calls
    told = [limits[min(at, len(limits) - 1)] for at in range(len(kept))]
    if told != calls:
        raise Foul(f"the calls are {calls}, not {told}")
    return replace(
        variant,
        contracts=tuple(variant.contracts[at] for at in kept),
        calls=tuple(calls),
        dealt_to_two=tuple(variant.dealt_to_two[at] for at in kept if variant.dealt_to_two),
        all_in=frozenset(new for new, at in enumerate(kept, 1) if at + 1 in variant.all_in),
    )


def _sorted(contract: str) -> list[str]:
    return sorted(contract.split())


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
    game.dealer = play.dealer
    sound = _replay(document["moves"], play, number, game, faults)
    if sound:
        game.rounds.append(list(play.scores()))
        game.totals = [sum(column) for column in zip(*game.rounds, strict=True)]
        for made in document.get("corrections", ()):
            _correct(made, game)
        _judge_then(document["then"], play, is_last, game)
    else:
        then = _keys(document["then"], _THEN, set(), "then")
        game.totals = list(by_seat(then.get("scores"), game.names))


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
    if game.dealer is not None and dealer != (game.dealer + 1) % len(names):
        raise Foul("ALL-1: the deal moves one seat to the left")
    if position["turn"] != names[(dealer + 1) % len(names)]:
        raise Foul("ALL-1: the dealer's left has the first turn")
    if position.get("table") or position.get("shanghaied"):
        raise Foul("a deal with melds or a SHANGHAI")
    if position.get("discarded_by") not in (None, [], [None], "none"):
        raise Foul("the first upcard has no tosser")
    if any(by_seat(position.get("calls_used", {}), names, 0)):
        raise Foul("a deal with calls used")
    if by_seat(position.get("scores", {}), names, 0) != game.totals:
        raise Foul(f"the scores before the round are not {game.totals}")
    hands = [read_cards(hand) for hand in by_seat(position["hands"], names)]
    each = HAND
    if len(names) == 2 and game.variant.dealt_to_two:
        each = game.variant.dealt_to_two[number - 1]
    asked = sum(int(part[1:]) for part in game.variant.contracts[number - 1].split())
    due = [max(each + own.get("cards", 0), min(each, asked - 1)) for own in game.given]
    if [len(hand) for hand in hands] != due:
        raise Foul(f"not {due} cards")
    upcards, stock = read_cards(position.get("discards", "")), read_cards(position.get("stock", ""))
    if len(upcards) != 1:
        raise Foul("not one upcard")
    cards = Counter(upcards + stock)
    for hand in hands:
        cards.update(hand)
    if cards != whole_pack(game.variant, len(names)):
        raise Foul("the deal is not the whole pack")
    play = Round(game.variant, number, dealer, hands, stock, upcards)
    play.given_calls = [own.get("calls", 0) for own in game.given]
    play.points_off = [own.get("points", 0) for own in game.given]
    return play


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


def _judge_then(found: object, play: Round, is_last: bool, game: Game) -> None:
    """Foul where `then` leaves out what a record must name, or is wrong."""
    must = {"round_scores", "scores"} | ({"winners"} if is_last else set())
    then = _keys(found, _THEN, must, "then")
    names = game.names
    if by_seat(then["round_scores"], names) != play.scores():
        raise Foul(f"the points of the round are {play.scores()}")
    if by_seat(then["scores"], names) != game.totals:
        raise Foul(f"the scores after the round are {game.totals}")
    lowest = min(game.totals)
    winners = {name for name, total in zip(names, game.totals, strict=True) if total == lowest}
    named = then.get("winners") or []
    if not isinstance(named, list) or len(set(named)) < len(named):
        raise Foul("winners is no list of different players")
    if set(named) != (winners if is_last else set()):
        raise Foul(f"ALL-12: the winners are {', '.join(sorted(winners))} after the last round")
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
        table = [read_meld(play.variant, meld, names) for meld in then["table"]]
        _same("melds", [_face(meld) for meld in table], [_face(meld) for meld in play.table])


def read_meld(variant: Variant, found: dict[str, str], names: list[str]) -> Meld:
    """A meld on the table of a position."""
    kind = "set" if "set" in found else "run"
    return make_meld(variant, names.index(found["owner"]), kind, read_cards(found[kind]))


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
