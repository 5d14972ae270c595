"""Who has seen a card move, by where it lay just before and just after: no table of fields.

Nobody sees the stock or what lies under the top discard, a hand is seen by its holder alone, and
everybody sees the melds and the top discard (ALL-13).
"""


def has_seen(card, viewer, before, after):
    """Whether a viewer saw the card in one of two states, as a card that lies open or in hand."""
    return any(_lies_in_sight(card, viewer, state) for state in (before, after))


def _lies_in_sight(card, viewer, state):
    is_top = card in state.discards[:1]
    is_in_a_meld = any(card in meld.cards for meld in state.table)
    is_in_own_hand = viewer >= 0 and card in state.seats[viewer].hand
    return is_top or is_in_a_meld or is_in_own_hand
