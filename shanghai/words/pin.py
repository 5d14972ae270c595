"""The sentences of typing the PIN of a seat, and of choosing one."""

PIN = "PIN"
ASK = "{name} types the PIN; the others look away."
ASK_BELOW = "Then the hand is shown."
ASK_HELP = (
    "The player has set a PIN, which is asked once after the game was left, before the hand "
    "is shown. After three wrong ones the table is shown again. {forgotten}, pressed twice, "
    "takes the PIN away: the whole table is told, and the log keeps it."
)
SHOW_HAND = "Show the hand"
CHOOSE = "{name} chooses a PIN; the others look away."
AGAIN = "The same PIN once more, please."
NOT_THE_SAME = "The two were not the same: choose again."
NOTHING_TYPED = "No digit is typed yet."
HAS_NO_PIN = "The seat has no PIN."
TITLE = "The PIN of {name}"
CHOOSE_BELOW = "{fewest} to {most} digits, asked when this game is gone on with."
CHOOSE_HELP = (
    "A PIN has {fewest} digits or more. It is asked once after the game was left and gone on "
    "with, before this hand is shown. It keeps an honest table honest; who can read the files of "
    "this computer can read the cards. Forgotten, it can be taken away, which the whole table is "
    "told."
)


def wrong_text(left: int) -> str:
    """That it was another PIN, and how many tries are left."""
    return f"That is not the PIN: {'1 try is' if left == 1 else f'{left} tries are'} left."


def take_away_text(key: str, owner: str = "the") -> str:
    """That a key takes a PIN away when it is pressed again; `owner` such as `Ann's`."""
    return f"{key} again takes {owner} PIN away; the table is told, and the log keeps it."
