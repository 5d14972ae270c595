"""What the command line says: its commands, the options that several have, the short commands."""

from collections.abc import Iterable
from typing import Final

COMMANDS: Final = {
    "play": "start a game without the menus",
    "resume": "go on with a game that was left",
    "serve": "the same table in a browser on this machine",
    "games": "list the games that are kept",
    "check": "run scenario and record files against the rules",
    "solve": "the best lay-down of a hand",
    "simulate": "play games among computer players",
    "variants": "list, show and check the rule systems",
    "verify": "judge kept games: ok, torn, damaged or newer",
    "show": "print what the table, or one seat, may see of a kept game",
    "ledger": "the figures of all evenings",
    "deal": "make a deal code: the same cards for several tables",
    "score": "keep the score of a game with real cards",
    "tournament": "draw tables for more people than seats, and keep the standing",
    "record": "write a kept game as a record, or its scorecard",
    "replay": "step through a kept game",
    "review": "what each decision of a finished game has cost, luck and skill apart",
    "prove": "compute the cards and the computers' moves of a kept game again",
    "completion": "print a script with which a shell completes commands",
}
"""The commands with their help; each has a module of its own."""
ABOUT: Final = (
    "Contract rummy for a family at one terminal. Without a command the table opens with its menu."
)
EXIT_CODES: Final = """\
exit codes: 0 good, 1 a check failed, 2 usage, 3 a bad file, 4 cannot store,
  5 the game is open elsewhere, 6 no usable terminal, 70 a crash, 128+n a signal
"""
HELP: Final = "help"
HELP_HELP: Final = "what a command does and takes: help COMMAND"
DATA_DIR: Final = "the folder for all that is written"
ASCII: Final = "letters in place of suit signs"
NO_ANIMATION: Final = "nothing moves"
LANGUAGES: Final = ("en",)
LANGUAGE: Final = "the language of what is said: en, so far the only one"

# -- what several commands have --

GAME: Final = "the id of a kept game, or a path to its file"
VARIANT: Final = "a variant, or its file"
HOUSE_RULE: Final = "the name of a house rule of the variant"
RULE_OR_NAME: Final = f"rule=value, or {HOUSE_RULE}"
SEVERAL_TIMES: Final = "; may be given several times"
TEXT: Final = "play in lines of text, for a screen reader or pipes; no screen is drawn"
ONE_JSON: Final = "print one JSON object"
LIST_AS_JSON: Final = "print the list as JSON"
PROCESSES: Final = "processes (default 1)"
RANGE: Final = "{option} is {low} to {high}"
IS_FOR: Final = "{rules} is for {seats} players"
NO_COMPUTER: Final = "no computer player is called {level!r}; there are {known}.{meant}"
NOBODY_CALLED: Final = "nobody called {name!r} plays in this game"
NO_OUTPUT: Final = "there is no output to write to"
PREPARING: Final = "Preparing the search, the first time only: about a minute."
LINE_FAULT: Final = "{path}, line {line}: {problem}"

# -- how a game is begun --

VARIANT_OR_PATH: Final = "a variant's id, or a path to its file"
PLAYERS: Final = "names with commas between, clockwise; bot or bot:LEVEL seats a computer"
SEED: Final = "a number that fixes the cards"
HANDICAP: Final = "what a seat is given, as Ann:calls=1,points=10,cards=1,hints; may be repeated"
DEAL: Final = "the cards of a deal code; `shanghai deal` makes one"
ROUNDS: Final = "how long an evening: short, all, 3- (from the third on), 3-5, or such as 1,4,7"
JOBS: Final = "cores on which computers of the level master search (default 1)"
AFTER_PLAY: Final = """\
the levels of computer players (bot alone is {usual}):
{levels}

the variants: {variants}

for example: shanghai play --variant california --players Ann,Bob,bot:hard
"""
VARIANT_AND_PLAYERS: Final = "--variant and --players are required"
NO_TERMINAL: Final = (
    "the table needs a terminal for keyboard and screen; `shanghai {command} --text` does "
    "without, and `shanghai --help` lists the commands that do."
)
DUMB_TERMINAL: Final = (
    "this terminal (TERM=dumb) cannot show the table; "
    "`shanghai --help` lists the commands that need none."
)
NO_LINES: Final = "there is no output to write lines to"
WHOSE_HANDICAP: Final = "--handicap names a player and a colon first; there are {known}"
NOBODY_HANDICAPPED: Final = "--handicap: nobody here is called {name!r}; there are {known}.{meant}"
CODE_FOR: Final = "this deal code is for {players} players, not {given}"

# -- deal --

VARIANT_ID: Final = "a variant's id"
SEATS: Final = "how many play"
NO_VARIANT: Final = "no variant is called {name!r}.{meant}"
CODES_HOLD_NAMES: Final = (
    "a deal code holds house rules by the names that {rules} offers: {names}. For a single rule "
    "name the cards by their number: shanghai play --variant {id} --house-rule {rule} --seed 7"
)
TO_PLAY: Final = "To play it: shanghai play --deal {code} --players NAMES"

# -- resume --

GAME_OR_LAST: Final = "an id or a path; left out: the game saved last"
INSTEAD: Final = (
    "the computer player, such as simple, for the seats of those that are not installed"
)
NONE_TO_GO_ON: Final = "No game that could go on is kept in {folder}."

# -- serve --

HOST: Final = "the address to listen on (default {host}: this machine alone)"
PORT: Final = "the port to listen on (default {port}; 0: any free one)"
BAD_HOST: Final = "--host needs an address or a name; {host} is this machine alone"
NEEDS_EXTRA: Final = "the table in a browser needs {name}: {install}"
OTHER_PORT: Final = "{error}; --port names another port, 0 any free one"
BAD_PORT: Final = "{text!r} is no port; a port is a number up to 65535"
SERVED: Final = (
    "The table is at {address}",
    "Everybody who has this address can play and see it.",
    "Ctrl+C ends the server; the game is kept.",
)

# -- kept games --

NO_GAMES: Final = "No games are kept in {folder}."
RESCUE: Final = "write what is sound of a torn or damaged game as a new game"
RESCUED: Final = "What is sound of it is kept as {name}."
AS_EVERYBODY: Final = "what everybody may see"
AS_PLAYER: Final = "what that player may see"
REVEAL: Final = "of a finished game, print the seed too"
SHOWN_STANDS: Final = "{verdict}: {problem}; shown is what stands"
NOT_THE_PIN: Final = "that is not the PIN of {name}; --public shows what all may see"
TYPE_PIN: Final = "The PIN, which is not shown:"
RECORD_FILE: Final = "the file to write; left out: standard output"
SCORECARD: Final = (
    "write the scorecard instead: lines, a table for a spreadsheet, or a page to print"
)
WRITTEN_STANDS: Final = "{verdict}: {problem}; written is what stands"
NOT_WRITTEN: Final = "{file} cannot be written: {why}"
REPLAY_AS: Final = "print what that player could see"
REPLAY_ALL: Final = "print what all of them could see"
REPLAY_TEXT: Final = "print it in lines of text"
NOT_FINISHED: Final = "the game is not finished, so it shows no hand"
REVIEW_JOBS: Final = "processes to judge with"
REVIEW_AGAIN: Final = "judge again what is kept"
REVIEW_PROGRESS: Final = "print how many decisions of how many are judged, beside --json as faults"
REVIEW_FIGURES: Final = "all figures, and all that cost points"
REVIEW_STOPPED: Final = "stopped; what is done is kept, and the same command goes on from there"
MORE_FAULTS: Final = "And {count} more that do not hold."
PROVED: Final = "proved"
NOT_PROVED: Final = "not proved"

# -- check and completion --

CHECKED: Final = "{passed} passed, {failed} failed"
CHECK_PATHS: Final = "a .yaml file, or a folder of them"
CHECK_LIMITS: Final = """\
`because` and `unusable` are regular expressions, searched without regard to case, with no
look-around and no references to groups. One has at most {letters} letters, and
{steps} steps once its repetitions are written out.

A file holds at most:
  {mebibytes} MiB, {documents} documents, {variants} different variants
  {moves} moves of {written} letters together
  {pattern_steps} steps of regular expressions
  {cards} cards in a list, {melds} melds on a table, {laid} melds in a lay-down
Of its faults 20 are told.
"""
NO_ARGCOMPLETE: Final = "argcomplete is not installed; pip install argcomplete"
TCSH_COMPLETION: Final = (
    "complete shanghai 'p@*@`env _ARGCOMPLETE=1 _ARGCOMPLETE_SHELL=tcsh "
    '_ARGCOMPLETE_IFS=" " shanghai`@\''
)
WHERE_COMPLETION_BELONGS: Final = """\
to use it:
  bash: shanghai completion bash > ~/.local/share/bash-completion/completions/shanghai
  zsh: shanghai completion zsh > _shanghai, in a folder of $fpath
  fish: shanghai completion fish > ~/.config/fish/completions/shanghai.fish
  PowerShell: shanghai completion powershell | Out-String | Invoke-Expression, in $PROFILE
  tcsh: shanghai completion tcsh >> ~/.tcshrc
"""


def install_command(extra: str) -> str:
    """The command that installs the libraries of an extra, by the names they have on PyPI."""
    import re
    import shlex
    from importlib.metadata import PackageNotFoundError, requires

    try:
        listed = requires("shanghai-rummy") or []
    except PackageNotFoundError:
        listed = []
    is_of_extra = re.compile(rf"extra\s*==\s*['\"]{re.escape(extra)}['\"]")
    wanted = [
        shlex.quote(requirement.strip())
        for requirement, _, marker in (line.partition(";") for line in listed)
        if is_of_extra.search(marker)
    ]
    return f"pip install {' '.join(wanted)}" if wanted else f"pip install '.[{extra}]'"


def guess(word: str, known: Iterable[str]) -> str:
    """The known word most like another, as a question after a blank; empty without one."""
    from difflib import get_close_matches

    small = {each.casefold(): each for each in sorted(known)}
    alike = get_close_matches(word[:80].casefold(), small, 1)
    return f" Did you mean {small[alike[0]]}?" if alike else ""
