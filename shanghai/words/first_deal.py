"""The sentences of the draw for the first deal, and of cutting the cards."""

WHO_DEALS = "Who deals first?"
HELP = (
    "Every player draws a card; the lowest deals, an ace being the lowest of all. Those who "
    "tie draw again. Where somebody cuts, the cards follow from a secret number, whose "
    "fingerprint is shown before, and from the number of the cut: so nobody can have chosen "
    "them. `shanghai prove` shows it after the game."
)
FINGERPRINT, CUT_AT, ANYWHERE = "Fingerprint of the cards: ", "Cut at: ", "anywhere"
NOBODY_CUTS = "Nobody cuts the cards of this game."
NOTHING_TYPED = "No digit is typed yet."
WHO_CUTS = "{name} cuts: type a number, or let it be drawn."


def deal_label(typed: str, *, asks_cut: bool) -> str:
    """The key that deals, and at which number it cuts."""
    if not asks_cut:
        return "Deal"
    return f"Cut at {typed} and deal" if typed else "Cut anywhere and deal"
