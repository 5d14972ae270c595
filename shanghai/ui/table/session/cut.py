"""The question who cuts the cards before the first deal, and at which number."""

from msgspec import Struct

from shanghai.host.chance import fingerprint, short_fingerprint
from shanghai.host.host import Host
from shanghai.host.shuffle import who_cuts


class CutQuestion(Struct, frozen=True):
    """Who is to cut the cards, and the fingerprint of the seed as it is read aloud."""

    name: str
    fingerprint: str


def cut_question(host: Host) -> CutQuestion | None:
    """The question as it stands in a game, None where nobody is to cut."""
    if not host.awaits_cut:
        return None
    name = host.players[who_cuts(host.state, host.is_bot)].name
    return CutQuestion(name, short_fingerprint(fingerprint(host.seed)))
