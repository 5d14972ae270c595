"""Short games, so that a test takes a moment."""

from msgspec import structs

from shanghai.variants.loader import load_variant


def short(variant: str, rounds: int = 1, **changes):
    """The first rounds of a variant alone."""
    rules = load_variant(variant)
    return structs.replace(
        rules,
        contracts=rules.contracts[:rounds],
        deal=rules.deal[:rounds],
        call_limit=rules.call_limit[:rounds],
        all_in_rounds=(),
        **changes,
    )
