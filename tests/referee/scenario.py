"""Judges scenarios: positions in the middle of a round, with moves allowed and refused."""

from copy import deepcopy
from pathlib import Path
from typing import Any

from tests.plain_yaml import plain_documents

from .keys import variant_named
from .play import Round
from .record import Game, by_seat, judge_cards, read_meld
from .table import Foul, Unfollowed, Unwritten, read_cards
from .words import read_move


def judge_scenarios(path: str | Path) -> tuple[int, list[str]]:
    """How many documents of a file were judged, and the faults found.

    Left out is what this referee does not know: some keys of house rules and files, positions that
    are unusable, chance that is not written out, and questions that need a search.
    """
    judged, faults = 0, []
    for document in plain_documents(Path(path).read_text("utf-8")):
        if "unusable" in document:
            continue
        try:
            _judge(document)
        except (Unwritten, Unfollowed):
            continue
        except Foul as foul:
            faults.append(f"{document['title']}: {foul}")
        judged += 1
    return judged, faults


def _position(document: dict[str, Any], names: list[str]) -> Round:
    variant = variant_named(document["variant"], document.get("house_rules"))
    position = document["position"]
    if left := position.keys() & {"chips", "fined", "wild", "out", "contracts_done"}:
        raise Unfollowed(f"this referee does not know {', '.join(left)} of a position")
    discards = read_cards(position.get("discards", ""))
    hands = [read_cards(hand) for hand in by_seat(position["hands"], names)]
    stock = read_cards(position.get("stock", ""))
    dealer = names.index(position["dealer"])
    play = Round(variant, position["round"], dealer, hands, stock, discards)
    tossers = position.get("discarded_by") or []
    tossers = [tossers] if isinstance(tossers, str) else tossers
    table = position.get("table") or []
    played = list(position.get("contracts_played") or [])
    play.set_up(
        [read_meld(variant, position["round"], meld, names) for meld in table],
        [names.index(name) if name in names else None for name in tossers],
        turn=names.index(position["turn"]),
        turns=position.get("turns", 0),
        phase=position["phase"],
        calls_used=by_seat(position.get("calls_used") or {}, names, 0),
        calls_before=by_seat(position.get("calls_before") or {}, names, 0),
        calls_carried=by_seat(position.get("calls_carried") or {}, names, 0),
        met=by_seat(position.get("contracts_met") or {}, names, 0),
        played=played[: position["round"] - 1],
        chosen=(*played, *[0] * 30)[position["round"] - 1],
        is_declared=bool(position.get("shanghaied")),
    )
    return play


def _judge(document: dict[str, Any]) -> None:
    names = list(document["players"])
    play = _position(document, names)
    scores = by_seat(document["position"].get("scores") or {}, names, 0)
    for index, text in enumerate(document.get("moves", []), 1):
        refused = isinstance(text, dict)
        sentence = text["refused"] if refused else text
        tried = deepcopy(play)
        try:
            _move(sentence, tried, names)
        except Unwritten:
            raise
        except Foul as foul:
            if not refused:
                raise Foul(f"move {index} ({sentence}): {foul}") from None
            continue
        if refused and tried.is_unsure:
            raise Unwritten(f"move {index} ({sentence}) asks for a search")
        if refused:
            raise Foul(f"move {index} ({sentence}): allowed")
        play = tried
    _judge_then(document.get("then") or {}, play, names, scores)


def _move(sentence: str, play: Round, names: list[str]) -> None:
    move = read_move(sentence, names)
    if move.verb != "hands":
        play.play(move)
        return
    if move.word in names or play.is_game_over:
        raise Foul("ALL-14: the seat cannot be handed over so")
    names[move.seat] = move.word


def _judge_then(then: dict[str, Any], play: Round, names: list[str], before: list[int]) -> None:
    is_over, variant = play.phase == "round over", play.variant
    points = play.scores(is_last=play.is_game_over) if is_over else [0] * play.seats
    totals = [score + point for score, point in zip(before, points, strict=True)]
    game = Game("", variant, names, totals, [], met=play.contracts_met())
    is_last = is_over and (play.is_game_over or 0 < variant.end_at < max(game.by_side(totals)))
    for key, found in (("round_scores", points), ("scores", totals), ("contracts_met", game.met)):
        for name, told in (then.get(key) or {}).items():
            if told != found[names.index(name)]:
                raise Foul(f"{key} of {name}: told {told}, found {found[names.index(name)]}")
    if "winners" in then:
        found_winners = game.leaders if is_last else set()
        if set(then["winners"]) != found_winners:
            raise Foul(f"winners: told {then['winners']}, found {found_winners}")
    judge_cards(then, play, names, is_last=is_last)
