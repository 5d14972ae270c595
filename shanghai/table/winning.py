"""Which cards win a wild card of the table, for a player who is not down."""

from shanghai.engine.cards import Face, face_of
from shanghai.engine.state import SeatView
from shanghai.engine.wild import exchange_faces


def winning_faces(view: SeatView) -> dict[Face, tuple[int, Face]]:
    """By each face that the viewer may exchange for a wild card before going down (RG-13, CA-12,
    PR-8): the number of the meld, from 1, and the wild card."""
    rules, won = view.rules, dict[Face, tuple[int, Face]]()
    if rules.exchange == "none" or rules.exchange_when == "down":
        return won
    for number, meld in enumerate(view.table, 1):
        is_closed = rules.exchange == "others" and meld.owner == view.viewer
        if is_closed or (rules.exchange_in == "runs" and not meld.is_run):
            continue
        for face, index in exchange_faces(rules, meld).items():
            won.setdefault(face, (number, face_of(meld.cards[index])))
    return won
