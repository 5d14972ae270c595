"""A variant from the keys of its file, as VARIANTS.md and the rules page explain them.

The file is read by the usual YAML library. A key, or a value of one, that this referee does not
know raises `Unfollowed` with its name.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from .table import JOKER, RANKS, Contract, Option, Unfollowed, Variant, rank_of, suit_of

FOLDER = Path(__file__).parents[2] / "variants"
_TEXTS = {"id", "name", "summary", "text", "minutes", "words", "sources", "house_rules", "extends"}
_DEFAULTS: dict[str, Any] = {
    "min_players": 2,
    "max_players": 8,
    "sides": 0,
    "deal_for": [],
    "upcard": True,
    "direction": "clockwise",
    "next_dealer": "left",
    "meld_points": [],
    "contracts_by": "round",
    "contracts_then": "end",
    "most_rounds": 0,
    "exact_sizes": False,
    "all_in_rounds": [],
    "all_in_discard": False,
    "ace": "both",
    "repeated_suits": True,
    "same_rank_sets": True,
    "adjacent_runs": True,
    "wild_ranks": [],
    "wild_by_round": [],
    "wild_natural": True,
    "joker_cap": {"kind": "any"},
    "adjacent_wild": True,
    "exchange_when": "any",
    "exchange_in": "any",
    "exchange": "none",
    "exchange_duty": "none",
    "take_discard": "always",
    "joker_tossed": "free",
    "recycle": "shuffle",
    "stalemate": "count",
    "call_word": "buy",
    "call_cost": 1,
    "calls_per_game": 0,
    "calls_carry": False,
    "own_discard": False,
    "calls_till_down": False,
    "renewals": "any",
    "call_order": "turn",
    "first_right": "always",
    "call_when_down": True,
    "beneath": "dead",
    "down_from": 1,
    "meld_when_down": False,
    "lay_in_parts": False,
    "lay_off_at_once": True,
    "lay_off_from": 1,
    "lay_off_on": "any",
    "shanghai": False,
    "last_discard": True,
    "must_discard": False,
    "discard_ban": [],
    "out_bonus": 0,
    "blind_bonus": 0,
    "clean_blind_bonus": 0,
    "last_turn": False,
    "card_points": {},
    "partner_safe": False,
    "not_down_penalty": 0,
    "not_down_times": 1,
    "last_round_times": 1,
    "end_at": 0,
}
"""The keys that are followed, beside those that every file has, with what they mean if left out."""
_NEEDED = {"packs", "deal", "contracts", "call_limit", "points", "joker_points"}
IDLE: dict[str, Any] = {
    "call_costs": [], "call_points": [], "call_chips": [], "chips": 0, "bank": "game",
    "call_price_by": "round", "wild_cards": [], "upcard_wild": False, "joker_cap_by_round": [],
    "shanghai_card": "meld",
    "shanghai_gives": True, "shanghai_cards": 0, "shanghai_points": 0,
}  # fmt: skip
"""The keys that are not followed, each with the value by which it asks nothing."""
_CONTRACT = {"sets", "runs", "points", "runs_of", "royal", "suits", "ranks", "set_suits", "clean"}


def _published() -> dict[str, Path]:
    """The files of all games that are published with the program, by their ids."""
    files = sorted([*FOLDER.glob("*.yaml"), *FOLDER.glob("more/*.yaml")])
    return {path.stem: path for path in files}


def known_names() -> list[str]:
    """The ids of all games that are published with the program."""
    return sorted(_published())


def variant_named(name: str, changes: dict[str, Any] | None = None) -> Variant:
    """The game of an id or of a file, under house rules; Unfollowed names what is not known."""
    return variant_of(_merged(name) | (changes or {}))


def _merged(name: str) -> dict[str, Any]:
    """The keys of a file over those of the game that it extends."""
    path = _published().get(name, Path(name))
    if not path.is_file():
        raise Unfollowed(f"no variant {name!r}")
    keys: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return (_merged(keys["extends"]) | keys) if "extends" in keys else keys


def variant_of(written: dict[str, Any]) -> Variant:
    """The variant of the keys of a file."""
    idle = {key for key, value in written.items() if key in IDLE and value == IDLE[key]}
    left = written.keys() - _TEXTS - _NEEDED - _DEFAULTS.keys() - idle
    if left:
        raise Unfollowed(f"this referee does not know {', '.join(sorted(left))}")
    keys = _DEFAULTS | written
    if keys["stalemate"] != "count":
        raise Unfollowed("this referee does not know stalemate: deal-again")
    if keys["contracts_by"] == "free":
        raise Unfollowed("this referee does not know contracts_by: free")
    if keys["ace"] == "round" and not keys["adjacent_runs"]:
        raise Unfollowed("this referee does not know adjacent_runs with runs round the corner")
    contracts = tuple(map(_contract, keys["contracts"]))
    rounds = len(contracts)
    blind = keys["blind_bonus"]
    return Variant(
        contracts=contracts,
        players=(keys["min_players"], keys["max_players"]),
        pack=_pack(keys["packs"]),
        points=_points(keys),
        joker_cap=_cap(keys["joker_cap"]),
        call_word=keys["call_word"],
        call_cost=keys["call_cost"],
        calls=_by_round(keys["call_limit"], rounds),
        priority=keys["call_order"],
        ace=keys["ace"],
        first_right=keys["first_right"] != "never",
        beneath_opens=keys["beneath"] == "open",
        down_may_call=keys["call_when_down"],
        down_has_first_right=keys["first_right"] != "unless-down",
        lay_off_when_going_down=keys["lay_off_at_once"],
        exchange=keys["exchange"],
        exchange_when=keys["exchange_when"],
        exchange_in=keys["exchange_in"],
        exchange_duty=keys["exchange_duty"],
        no_adjacent_runs=not keys["adjacent_runs"],
        no_equal_sets=not keys["same_rank_sets"],
        shanghai=keys["shanghai"],
        discard_goes_out=keys["last_discard"],
        turned_over=keys["recycle"] == "turn",
        blind_bonus=(blind, max(blind, keys["clean_blind_bonus"])),
        all_in=frozenset(keys["all_in_rounds"]),
        dealt=_by_round(keys["deal"], rounds),
        dealt_to_few=tuple(
            (few["up_to"], _by_round(few["deal"], rounds)) for few in keys["deal_for"]
        ),
        all_in_discard=keys["all_in_discard"],
        upcard=keys["upcard"],
        clockwise=keys["direction"] == "clockwise",
        next_dealer=keys["next_dealer"],
        contracts_by=keys["contracts_by"],
        contracts_then=keys["contracts_then"],
        most_rounds=keys["most_rounds"],
        end_at=keys["end_at"],
        exact_sizes=keys["exact_sizes"],
        repeated_suits=keys["repeated_suits"],
        adjacent_wild=keys["adjacent_wild"],
        wild_ranks=frozenset(map(str, keys["wild_ranks"])),
        wild_by_round=tuple(map(str, _by_round(keys["wild_by_round"]))),
        wild_natural=keys["wild_natural"],
        meld_points=_places(keys),
        calls_per_game=keys["calls_per_game"],
        calls_carry=keys["calls_carry"],
        own_discard=keys["own_discard"],
        calls_till_down=keys["calls_till_down"],
        renewals={"any": 1_000_000, "once": 1, "never": 0}[keys["renewals"]],
        take_discard=keys["take_discard"],
        joker_blocks=keys["joker_tossed"] == "blocks",
        down_from=keys["down_from"],
        lay_off_from=keys["lay_off_from"],
        lay_off_on=keys["lay_off_on"],
        meld_when_down=keys["meld_when_down"],
        lay_in_parts=keys["lay_in_parts"],
        must_discard=keys["must_discard"],
        discard_ban=frozenset(keys["discard_ban"]),
        last_turn=keys["last_turn"],
        out_bonus=_by_round(keys["out_bonus"]) or (0,),
        not_down_penalty=keys["not_down_penalty"],
        not_down_times=keys["not_down_times"],
        last_round_times=keys["last_round_times"],
        sides=keys["sides"],
        partner_safe=keys["partner_safe"],
    )


def _by_round(value: Any, rounds: int = 1) -> tuple[Any, ...]:
    """A list by round, of which a single value is one for all rounds."""
    return tuple(value) if isinstance(value, list) else (value,) * rounds


def _contract(found: dict[str, Any]) -> Contract:
    return tuple(map(_option, (found, *found.get("alternatives", []))))


def _option(found: dict[str, Any]) -> Option:
    keys = {key: value for key, value in found.items() if key != "alternatives"}
    if left := keys.keys() - _CONTRACT - {"most_wild"}:
        raise Unfollowed(f"this referee does not know {', '.join(sorted(left))} of a contract")
    for key in ("sets", "runs"):
        keys[key] = tuple(keys.get(key, ()))
    return Option(**keys)


def _pack(packs: list[dict[str, Any]]) -> Callable[[int], tuple[int, int]]:
    if any(pack.keys() - {"up_to", "decks", "jokers"} for pack in packs):
        raise Unfollowed("this referee does not know packs that differ by round")

    def pack(players: int) -> tuple[int, int]:
        fits = next(each for each in packs if players <= each["up_to"])
        return fits["decks"], fits.get("jokers", 0)

    return pack


def _points(keys: dict[str, Any]) -> Callable[[str], int]:
    ranks = dict(zip(RANKS, keys["points"], strict=True))
    cards = keys["card_points"]

    def points(card: str) -> int:
        if card == JOKER:
            return int(keys["joker_points"])
        return int(cards.get(card, cards.get(suit_of(card), ranks[rank_of(card)])))

    return points


def _places(keys: dict[str, Any]) -> Callable[[int], int]:
    """What a card is worth in a meld, by its place; a fourteenth figure is for the high ace."""
    figures = keys["meld_points"] or keys["points"]
    high_ace = figures[13 % len(figures)]
    return lambda place: high_ace if place == 14 else figures[(place - 1) % 13]


def _cap(cap: dict[str, Any]) -> Callable[[str, int], int]:
    """The most wild cards of a meld; a natural card must be left in any case."""

    def most(kind: str, size: int) -> int:
        if cap.get("only", "any") not in ("any", kind + "s"):
            return 0
        match cap["kind"]:
            case "fixed":
                return min(cap.get("most", 0), size - 1)
            case "naturals":
                return size // 2
            case "by-size":
                steps = [figure for least, figure in cap.get(kind + "s", []) if size >= least]
                return min(steps[-1] if steps else 0, size - 1)
            case _:
                return size - 1

    return most
