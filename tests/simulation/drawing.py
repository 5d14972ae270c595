"""Rules drawn key by key within the schema, and games under them that must end and replay.

`python -m tests.simulation.drawing FIRST COUNT GAMES` tries many and names those that fail.
"""

import random
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any

from msgspec import inspect, structs, to_builtins

from shanghai.engine.evening import with_rounds
from shanghai.engine.parameters.checks import check_variant
from shanghai.engine.parameters.fields import RULES
from shanghai.engine.parameters.parts import WILD_RANKS, Contract
from shanghai.engine.rules import Rules
from shanghai.records.check import check_file
from shanghai.simulation.games import Task, play_game, seats_for
from shanghai.variants.file_types import changes_type
from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.library import shipped_variants
from shanghai.variants.loader import load_variant
from shanghai.yamlio.reader import Faults
from tests.patience import watched
from tests.referee import Unfollowed, judge

TYPES = {field.name: field.type for field in changes_type().fields}
TOGETHER = ("contracts", *(key for key, rule in RULES.items() if rule.goes_by == "round"))
"""Keys with an entry a round, which change together."""
TRIES = 4
MOST_TURNS = 400
"""Turns a seat after which a round is endless."""
HEAVY = (
    *("packs", "deal_for", "call_cost", "call_costs"),
    *("wild_ranks", "wild_cards", "wild_by_round", "upcard_wild"),
)
"""Keys that may fill hands with dozens of wild cards, over which players think for minutes."""
OPEN_SENTENCES: dict[str, tuple[Any, ...]] = {
    "take_discard": ("not-down", "once-down", "to-open"),
    "calls_carry": (True,),
    "out_bonus": (10, [5, 10, 15], [0, 20]),
    "lay_in_parts": (True,),
    "joker_tossed": ("blocks",),
    "sides": (2, 3),
    "partner_safe": (True,),
    "not_down_times": (2, 3),
    "contracts": ("different",),
}
"""The keys of HR-9 to HR-17 with the values that change a game; of contracts their `set_suits`."""


def drawn(kind: inspect.Type, rng: random.Random, key: str = "") -> Any:
    """A plain value of a type, mostly of a size that games have."""
    match kind:
        case inspect.Metadata():
            return drawn(kind.type, rng, key)
        case inspect.UnionType():
            kinds = [each for each in kind.types if not isinstance(each, inspect.CustomType)]
            return drawn(rng.choice(kinds), rng, key)
        case inspect.BoolType():
            return rng.random() < 0.5
        case inspect.LiteralType():
            return rng.choice(kind.values)
        case inspect.IntType():
            least = kind.ge or 0
            most = kind.le if kind.le is not None else least + rng.choice((2, 5, 15, 40))
            return rng.randint(least, most)
        case inspect.VarTupleType():
            least, most = kind.min_length or 0, kind.max_length or rng.choice((1, 2, 4))
            return [
                drawn(kind.item_type, rng, key) for _ in range(rng.randint(least, max(least, most)))
            ]
        case inspect.TupleType():
            return [drawn(each, rng, key) for each in kind.item_types]
        case inspect.DictType():
            names = rng.sample(("QS", "H", "2D", "S", "10C"), rng.randrange(3))
            return {name: drawn(kind.value_type, rng, key) for name in names}
        case inspect.StructType():
            return {
                field.encode_name: drawn(field.type, rng, field.name)
                for field in kind.fields
                if field.required or rng.random() < 0.5
            }
        case _:
            raise TypeError(kind)


def some_changes(rng: random.Random, key: str) -> dict[str, Any]:
    """A value of a key; of those that go by rounds all together."""
    if key not in TOGETHER:
        value = drawn(TYPES[key], rng, key)
        return {key: value if isinstance(value, (int, str, dict)) else unique(key, value)}
    rounds = rng.randint(1, 4)
    contracts = []
    for _ in range(rounds):
        sets = [rng.choice((2, 3, 3, 3, 4)) for _ in range(rng.randrange(3))]
        runs = [rng.choice((3, 4, 4, 5, 7)) for _ in range(rng.randrange(0 if sets else 1, 3))]
        one = {"sets": sets, "runs": runs} | some_conditions(rng, runs)
        if rng.random() < 0.3:
            one["alternatives"] = [{"runs": [rng.randint(4, 7)]}]
        contracts.append(one)
    deal = rng.choice((rng.randint(5, 14), [rng.randint(6, 14) for _ in range(rounds)]))
    changes = {"contracts": contracts, "deal": deal, "call_limit": rng.randrange(5)}
    if key == "wild_by_round":
        changes[key] = [rng.choice(WILD_RANKS) for _ in range(rounds)]
    if key == "joker_cap_by_round":
        changes[key] = [drawn(TYPES["joker_cap"], rng) for _ in range(rounds)]
    return changes


def some_conditions(rng: random.Random, runs: list[int]) -> dict[str, Any]:
    """What a contract asks of its melds beside their sizes, mostly nothing."""
    of_runs: list[dict[str, Any]] = [
        {"runs_of": "any"},
        {"runs_of": "colour"},
        {"suits": rng.choice(("different", "one", "colour"))},
        {"runs": [13], "royal": True},
    ]
    of_all: list[dict[str, Any]] = [
        {"clean": True},
        {"most_wild": rng.randrange(3)},
        {"ranks": "different"},
        {"set_suits": "different"},
        {"points": rng.choice((20, 40, 51))},
    ]
    changes: dict[str, Any] = {}
    for one in of_runs[: 4 if runs else 0] + of_all:
        if rng.random() < 0.12:
            changes |= one
    return changes


def unique(key: str, value: list[Any]) -> list[Any]:
    """The list with its entries once where they are no figures, packs and deals by rising size."""
    if key == "meld_points":
        return [random.Random(len(value)).randint(1, 12) for _ in range(13 + len(value) % 2)]
    if key in ("packs", "deal_for"):
        return [{**each, "up_to": number} for number, each in zip((5, 8), value, strict=False)]
    return value if RULES[key].most is not None else list(dict.fromkeys(value))


def is_hopeless(rules: Rules) -> bool:
    """Whether a whole hand must lie in melds far smaller than it: players would try for hours."""
    return any(
        rules.cards_dealt(number) >= rules.contract(number).size + 4 * (not rules.exact_sizes)
        for number in rules.all_in_rounds
        if number <= len(rules.contracts)
    )


def drawn_rules(seed: int, but: tuple[str, ...] = ()) -> Rules:
    """A shipped variant in which about half of all keys are drawn, as far as they go together.

    The keys of `but` are left as they are.
    """
    rng = random.Random(seed)
    rules = load_variant(rng.choice(shipped_variants()))
    kinds = sorted({*TYPES} - {*but})
    keys = rng.sample(kinds, rng.randrange(4, len(kinds)))
    for key in keys:
        for _ in range(TRIES):
            try:
                changed = with_house_rules(rules, some_changes(rng, key))
            except Faults:
                continue
            if changed.table_sizes and not is_hopeless(changed):
                rules = changed
                break
    return rules


def with_set_suits(contract: Contract, value: str) -> Contract:
    """The contract with this condition on its sets, if it has any that can hold it."""
    can_hold = contract.sets and max(contract.sets) <= 4
    return structs.replace(contract, set_suits=value) if can_hold else contract


def drawn_with_open_sentences(seed: int) -> tuple[Rules, set[str]]:
    """Rules in which some keys of HR-9 to HR-17 change the game, and these keys.

    Every second seed changes a shipped variant by them alone, so that the referee follows more.
    """
    rng = random.Random(f"open sentences {seed}")
    shipped = load_variant(rng.choice(shipped_variants()))
    rules = drawn_rules(seed, HEAVY) if seed % 2 else shipped
    changed: set[str] = set()
    for key in rng.sample(sorted(OPEN_SENTENCES), 4):
        value = rng.choice(OPEN_SENTENCES[key])
        if key == "contracts":
            value = [to_builtins(with_set_suits(one, value)) for one in rules.contracts]
        try:
            tried = with_house_rules(rules, {key: value})
        except Faults:
            continue
        if tried.table_sizes and not is_hopeless(tried) and tried != rules:
            rules = tried
            changed.add(key)
    return rules, changed


def drawn_size(rules: Rules, rng: random.Random) -> int:
    """A number of players for these rules, few where few can play."""
    most = rng.randint(2, min(rules.max_players, 5))
    return max((size for size in rules.table_sizes if size <= most), default=rules.table_sizes[0])


def small_sizes(rules: Rules, most: int = 5) -> tuple[int, ...]:
    """The numbers of players up to `most` that partners allow, or the smallest one there is."""
    small = [size for size in rules.table_sizes if size <= most]
    return (*small,) or rules.table_sizes[:1]


def play_drawn(seed: int, games: int, folder: Path, most_rounds: int = 3) -> None:
    """Plays games under the rules of a seed, see `play_games`."""
    play_games(drawn_rules(seed), seed, games, folder, most_rounds)


def play_games(rules: Rules, seed: int, games: int, folder: Path, most_rounds: int = 3) -> int:
    """Plays games under rules and checks their records; how many of these the referee followed.

    AssertionError says what fails. Raises whatever breaks a game.
    """
    rng = random.Random(-seed)
    followed = 0
    if len(rules.contracts) > most_rounds:
        rules = shortened(rules, most_rounds)
    for number in range(1, games + 1):
        players = drawn_size(rules, rng)
        levels = rng.choice((("simple",), ("random", "simple"), ("hard", "simple"), ("easy",)))
        task = Task(
            rules, seats_for(levels, players), seed, str(folder), rules.id, most_turns=MOST_TURNS
        )
        report = play_game(task, number)
        assert report.replaced == 0, "a computer player's move was replaced"
        assert report.finished, f"round {len(report.rounds) + 1} of {players} players has no end"
    for record in sorted(folder.iterdir()):
        for result in check_file(record):
            assert result.state == "passed", result.lines
        followed += is_followed(record)
        record.unlink()
    return followed


def is_followed(record: Path) -> bool:
    """Whether the referee knows all rules of a record; AssertionError if it finds a fault in it."""
    try:
        assert judge(record) == []
    except Unfollowed:
        return False
    return True


def shortened(rules: Rules, rounds: int) -> Rules:
    """The rules with their first rounds alone, if no contract needs the cards of a later round."""
    short = with_rounds(rules, range(1, rounds + 1))
    if short.is_by_player:
        short = structs.replace(short, most_rounds=min(short.rounds, 2 * rounds))
    return rules if [*check_variant(short)] else short


def main() -> int:
    """Tries many seeds, each for two minutes of work a game at most; 1 if any of them failed."""
    first, count, games = map(int, sys.argv[1:4])
    failed = 0
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory() as folder:
            try:
                with watched(120 * games):
                    play_drawn(seed, games, Path(folder))
            except Exception as error:
                failed += 1
                where = traceback.extract_tb(error.__traceback__)[-1]
                print(f"{seed}: {type(error).__name__}: {error} ({where.filename}:{where.lineno})")
        sys.stdout.flush()
    print(f"{count} tried, {failed} failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
