"""What a mistake on the command line is answered with."""

from typing import Final

_MEANT: Final = {
    "variants show {rest}": "rules variant rule",
    "games": "list saves saved history",
    "ledger": "stats statistics figures scores winners",
    "play --variant ID --players NAMES": "new start run begin game",
    "resume": "continue load open",
    "serve": "web browser server",
    "check FILE": "test scenario",
    "verify GAME": "validate",
    "solve --variant ID --round N CARDS": "hint best hand laydown",
    "help play": "bots levels players",
    "review GAME": "analyse analyze analysis",
    "record GAME": "export scorecard",
    "replay GAME": "watch view",
    "prove GAME": "proof fair",
    "deal --variant ID --seats N": "code cards",
    "tournament --new": "cup draw",
    "--version": "version",
    "variants keys": "keys",
    "variants schema": "schema",
    "play --text": "text",
}
MEANT: Final = {word: meant for meant, said in _MEANT.items() for word in said.split()}
"""What other words for a command mean; `rest` is the next word that was typed."""
ACTIONS: Final = {"compare": "diff A B", "test": "check FILE", "print": "show ID", "make": "new ID"}
"""What other words for an action of `shanghai variants` mean."""

NO_COMMAND: Final = "there is no command {word!r}.{meant} {program} help lists them."
PLAY_IT: Final = "play --variant {id} --players Ann,bot"
MEANT_COMMAND: Final = " Did you mean `shanghai {command}`?"
NO_OPTION: Final = "there is no option {word!r}.{meant}"
MORE: Final = "`{command}` tells what it takes."
NO_CHOICE: Final = "{name} is one of {known}, not {word!r}.{meant}"
NO_NUMBER: Final = "{name} ({help}) asks for a whole number, not {word!r}."
ASKS: Final = "{name} asks for {asked}: {help}."
COMMAS: Final = "several stand with commas between and no blanks: {option} {values}"
AS_VARIANT: Final = "a variant is named by --variant {id}."
