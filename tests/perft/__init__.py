"""Perft: how many sequences of legal actions lead on from fixed positions, for each depth.

A rules engine that allows one action too many, or one too few, counts otherwise somewhere. Where
chance decides, the first possibility is taken: the discards become the stock in their order, and
the first card of a hand is drawn from it. `python -m tests.perft` writes `counts.txt` anew.
"""

from collections.abc import Iterator
from pathlib import Path

from msgspec import structs

from shanghai.engine.actions import Call, CallShanghai, Draw, Pass, SeatAction
from shanghai.engine.cards import JOKER, label
from shanghai.engine.game import apply, legal, needs
from shanghai.engine.state import State
from shanghai.records.documents import Document, read_documents
from shanghai.variants.library import shipped_variants
from shanghai.variants.loader import load_variant

FOLDER = Path(__file__).parent
COUNTS = FOLDER / "counts.txt"
DEPTH = 8
MOST = 3_000
"""A depth is counted while it has at most so many sequences."""


def positions(variant: str) -> Iterator[tuple[str, State]]:
    """The fixed positions in a variant, each with its title.

    Three play, each alone, also where the rules ask for four or for partners; a game without jokers
    has its first wild card, that of the first round in all of them.
    """
    rules = load_variant(variant)
    least, wild = min(rules.min_players, 3), rules.wild_by_round[:1]
    rules = structs.replace(rules, min_players=least, sides=0, wild_by_round=wild)
    joker = JOKER if rules.packs[0].jokers else min(rules.in_round(1).other_wild)
    text = (FOLDER / "positions.yaml").read_text("utf-8").replace("VARIANT", variant)
    for document in read_documents(text.replace("JK", label(joker)), variant, lambda _: rules):
        assert isinstance(document, Document), document
        assert document.state is not None, document.reasons
        yield document.title, document.state


def with_chance(state: State, action: SeatAction) -> SeatAction:
    """The action with the first possibility where chance decides."""
    need = needs(state, action)
    if isinstance(action, CallShanghai) and need.pick:
        return structs.replace(action, picked=need.pick[0])
    if isinstance(action, Draw | Pass | Call) and need.renew and need.shuffled:
        return structs.replace(action, renewed=need.renew)
    return action


def counts(state: State) -> list[int]:
    """The number of sequences of one action, of two and so on, while they are not too many."""
    found: list[int] = []
    reached = [state]
    for _ in range(DEPTH):
        reached = [
            apply(each, with_chance(each, action))[0] for each in reached for action in legal(each)
        ]
        if not reached or (len(reached) > MOST and found):
            break
        found.append(len(reached))
    return found


def table(variant: str) -> str:
    """The counts of a variant as they stand in the file."""
    rows = (
        f"  {title}: {' '.join(map(str, counts(state)))}" for title, state in positions(variant)
    )
    return "\n".join([variant, *rows]) + "\n"


def whole_table() -> str:
    """The counts of all shipped variants."""
    return "\n".join(map(table, shipped_variants()))
