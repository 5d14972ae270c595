"""What `shanghai solve` says."""

from typing import Final

HOW_TO_ASK: Final = """\
CARDS are written as `3S 10H JK`: a rank A 2-10 J Q K and a suit S H D C, or JK for a joker.
The best lay-down leaves the fewest points in hand after the contract's melds alone.

--table names the melds on the table, divided by semicolons: the kind, the owner if you like,
and the cards, those of a run from low to high with each joker in its place:
  --table "set:Bob:QS QD QC; run:Bob:5S 6S JK 8S"
What can be laid off is then shown as well: of the cards left after the lay-down, on these melds
and on the hand's own (numbered on after them), or with --down of the whole hand.
"""
CARDS: Final = "the hand; - reads one hand a line and prints one JSON object a line"
ROUND: Final = "the round, counted from 1"
TABLE: Final = "the melds on the table"
DOWN: Final = "the player is down already and only lays off"
NO_INPUT: Final = "there is no input to read hands from"
LEFT: Final = "left: {cards} ({points})"
LATER: Final = "laid off from the next turn on:"
LAY_OFF: Final = "lay off: {card} on {meld}"
THEN_LEFT: Final = "then left: {points}"
ALL_IN: Final = "cannot go down: the whole hand must be in the contract's melds"
SHORT: Final = "cannot go down: {cards} short; nearer with any of {helps}"
HAS_ROUNDS: Final = "{rules} has {rounds} 1 to {last}, not {given}"
DOWN_WHERE: Final = f"--down asks for {TABLE}: --table MELDS"
TOO_LONG: Final = "a {what} is written in at most {most} letters"
TOO_MANY: Final = "{count} cards are too many: a {what} has at most {most}"
NO_PACK: Final = "no pack holds {card} {count} times"
NO_MELD: Final = "meld {number}: {part!r}: write set:NAME:CARDS or run:NAME:CARDS"
MELD_FAULT: Final = "meld {number}: {fault}"
