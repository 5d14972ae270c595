"""What `shanghai prove` says: what holds, what does not, and what else decided a game."""

from typing import Final

from shanghai.words.phrases import Sentence

UNFINISHED: Final = "unfinished: what was played holds, and the game is not over"

# -- what does not hold --

ENTRY: Final = "Entry {n}{where}: {what}"
WHERE: Final = ", {word} {round}"
OTHER_FIRST_LINE: Final = "The game did not commit to this seed and this first line."
OTHER_CUTTER: Final = "another seat should have cut."
OTHER_CARDS: Final = "the {kind} is not what chance gives."
OTHER_MOVE: Final = "the computer of {name} would not have done it."
CALL_MISSING: Final = "the computer of {name} would have called."
OTHER_FILE: Final = "It is not the file that the table saw: the witness fits no line of it."
AFTER_END: Final = Sentence("The table saw the end at entry {at}; {more:entry} came after it.")
BAD_WITNESS: Final = "A witness is eight words of five letters, or 32 to 64 hex digits."
WITNESS_HELP: Final = "the words that the table has kept: whether this is the file that it saw"

# -- what was computed, and who could have chosen --

CHANCES: Final = {
    "DrawForDealer": "draw for the first dealer",
    "CallShanghai": "pick",
    "Deal": "deal",
    "ThrowIn": "deal",
}
RENEWAL: Final = "renewal"
"""What chance gives with an action of each type, and with any other."""
COMPUTED_KINDS: Final = {
    "deal": Sentence("{count:deal}"),
    "renewal": Sentence("{count:renewal} of the stock"),
    "pick": Sentence("{count:random pick}"),
    "computer": Sentence("{count:move} of computers"),
}
COMPUTED: Final = Sentence("Computed again: {parts:and}.")
SEATED: Final = "At the table, from {begun}: {names}."
OWN_RULES: Final = "Played by {name}, rules of the table's own."
PLAYED_BY: Final = "Played by {name}{short}{other}."
OTHER_RULES: Final = ", other than in its file: {changed}"
NOT_BOUND: Final = "An older format: names, handicaps and rules do not go into its cards."
_NOT_SHOWN: Final = "{count:move} of computers cannot be shown"
NOT_SHOWN: Final = {
    "other": Sentence(f"{_NOT_SHOWN}: computer players of another version made them."),
    "unsearched": Sentence(
        f"{_NOT_SHOWN} here: they were searched for, and the search is not installed ({{command}})."
    ),
    "absent": Sentence(f"{_NOT_SHOWN} here: {{missing}}."),
    "failed": Sentence(f"{_NOT_SHOWN}: an answer had failed before."),
    "searched": Sentence("{count:answer} searched for, in as many worlds as the file tells."),
}
PEOPLE_MOVED: Final = (
    "Moves of people: {moves}. Only a witness shows that they, and the times, are as they were."
)
NO_COMMITMENT: Final = (
    "The game did not commit to its seed, and nobody cut: the cards follow from the seed, but that "
    "nobody chose it cannot be shown. Names, handicaps and rules do not go into its cards."
)
KNOWN_SEED: Final = "The seed was known before: by a deal code, or the cards were played again."
WHO_CUT: Final = "{name} cut the cards at {number}{what}."
FOR_THE_DRAW: Final = " for the draw"
CUT_BY_PROGRAM: Final = (
    "Cut at {number} by the program itself{what}, for only computers sat there: that it did not "
    "choose the number cannot be shown."
)
SEED: Final = "Seed: {seed}."

# -- what else decided it --

HANDED_OVER: Final = "{before} hands the seat over to {who}."
TAKEN_BACK: Final = Sentence("{name} takes back {moves:move}{agreed}.")
AS_AGREED: Final = ", as the table agrees"
HINTED: Final = Sentence("{names:and} asked for a first hint.")
PIN_SET: Final = "{name}'s hand has a PIN, kept as {mark}."
STOPPED: Final = "the game is stopped and counted as it stands."
LISTED: Final = (
    *("seats handed over", "moves taken back", "hints", "remarks on computers", "PINs"),
    *("corrected scores", "rounds that stood still", "an early end"),
)
"""All that is listed where it happened, or else is said not to have."""
NOTHING_ELSE: Final = Sentence("There were no {kinds:or}.")
RESULT: Final = "Counted: {done} of {all}. {totals}. {winners}The last entry is of {at}."
WITNESS: Final = "Witness of the whole file: {words}."
SEEN_WHOLE: Final = "The file is the one that the table saw, to its last entry."
SEEN_TO: Final = Sentence(
    "The file is the one that the table saw, to entry {at}; the witness is silent on {more:entry}."
)
