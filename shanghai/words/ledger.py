"""What the commands of evenings say: the ledger, scores with real cards, tournaments."""

from collections.abc import Mapping
from typing import Final

from shanghai.words.phrases import Sentence, counted, number

# -- ledger --

LEDGER_COLUMNS: Final = """\
--json prints one object. `games` has the games that count, the last finished first, each with
  id, finished (ISO 8601), variant, players (clockwise, who had the seat at the end),
  rounds: scores by player, out (who went out, or null), blind (true or false),
  scores: the totals by player, and winners (several where a win is shared).
`players` has for each player, over these games,
  games, wins (shared ones too), rounds, points, best_round, worst_round (points of a round),
  out, out_blind (rounds gone out in, blind ones in both), calls_made, calls_won,
  shanghais_called, shanghais_suffered, jokers_won (exchanged for a card).
--csv prints a line for each player with those columns and
  shared_wins, best_game, worst_game, hinted and with_handicap (games with a hint, a handicap),
  streak and best_streak (games won in a row up to now, and most ever), per_round, per_game.
Scores count as corrected; games put away do not count; a game is counted once it is finished.
"""
PLOT: Final = "plot the course of games won: - as text, or into a .svg file"
CSV: Final = "print a line for each player as CSV"
PLAYER: Final = "only games of this player"
COMPANY: Final = "only games that NAME sat in, whoever else; may be given several times"
VARIANT: Final = "only games of this variant"
SINCE: Final = "only games finished since"
DEAL: Final = "compare the tables that played a deal code"
NO_COMPUTERS: Final = "leave computer players out"
REBUILD: Final = "read every game again"
RENAME: Final = "count all games of NAME for PERSON; its own name again undoes that"
NOTE: Final = "note a text about a game or a person"
NO_DATE: Final = "it is no date such as 2026-01-31"

# -- score --

SCORE: Final = "the id of a score to go on with"
NEW_RULES: Final = "the rules of a new game"
NEW_PLAYERS: Final = "as in Ann,Bob,Cy"
TITLE: Final = "what the game is called"
SCORECARD: Final = "print the scorecard of GAME instead"
LIST_SCORES: Final = "list the scores that are kept"
SCORE_OR_NEW: Final = "name a score to go on with, or --variant and --players of a new game"
SCORE_KEPT: Final = "The score is kept as {game}."
SCORE_HELP: Final = (
    "Type who went out (`Ann`, `Ann blind`, `Ann blind clean` without a joker, or `nobody`), then",
    "each hand that is left: its cards (`K K 7 JK`), or its points (`35p`).",
    "`correct ROUND NAME POINTS why`, `scores`, `end` to count it as it stands, `leave`.",
)
SCORE_GOES_ON: Final = "To go on: shanghai score {game}"
WHO_WENT_OUT: Final = "{round}, {contract}. Who went out?"
WHO_MET: Final = "Who met the contract? Names with commas, `all`, or `nobody`."

# -- tournament --

TOURNAMENT: Final = "its id; left out: the one begun last"
LIST_TOURNAMENTS: Final = "list the tournaments that are kept"
NEW: Final = "begin one, with the options below"
TOURNAMENT_RULES: Final = "the rules of a new one"
ROUNDS: Final = "as for play: short, 3-, 3-5 or 1,4,7"
TOURNAMENT_PLAYERS: Final = f"{NEW_PLAYERS},Dora,Eve"
SEATS: Final = "how many sit at a table at most"
TABLES: Final = "how many tables play at once at most"
TOURNAMENT_TITLE: Final = "what a new one is called"
DRAW: Final = "draw the tables of the next round"
COUNT: Final = "count a game for a table: the id of a kept game, or of one with real cards"
TOTALS: Final = "the totals of a table that played elsewhere, in the order of its seats"
LISTED: Final = "{id}: {title}, {people} people, round {round}"
NEEDS: Final = "a new tournament needs --variant and --players"
NO_TOURNAMENT: Final = "there is no tournament yet; --new begins one"
NO_FINISHED_GAME: Final = "no finished game {game!r} is kept"
TABLE_IS_FOR: Final = "table {table} is for {names}"
NO_TOTALS: Final = "totals are numbers, such as 120,85,240"
MUST_FINISH: Final = "table {table} must finish first"
NO_TABLE: Final = "there is no table {text!r} in this round"
CUT: Final = "cut before the first draw, at a number or by chance, and draw it"
DRAWS_FOLLOW: Final = "All draws follow from the number {seed}"
DRAWS_DO_NOT: Final = "Another program made the draws: they do not follow from the number {seed}"
CUT_AT: Final = ", whose fingerprint was {fingerprint}, and the cut at {cut}"
NOT_CUT: Final = (
    "The draws follow from a secret number and from where somebody cuts: so nobody can choose "
    "them. Its fingerprint, to be noted before the cut: {fingerprint}"
)
HOW_TO_CUT: Final = "Cut with --cut NUMBER; that draws the first round."
CUT_FIRST: Final = "Somebody must cut before the first draw."
IS_CUT: Final = "These draws are not to be cut."
CUT_BELOW: Final = "The number of a cut is below {most}."
NEWER_DRAWS: Final = "A newer program makes its draws."
MET_AGAIN: Final = (
    "Meetings of people who had met before: {repeats}. No draw has fewer than {least}."
)
SITTING_OUT: Final = "  Sitting out: {names}"

# -- what is kept: games with real cards, tournaments, names --

PAPER_GAME: Final = "game with real cards"
A_TOURNAMENT: Final = "tournament"
HOLDS_NONE: Final = "{path} holds no {kind}."
THERE_IS_NONE: Final = "There is no {kind} {name!r}; --list names those there are."
NOBODY_CAN_PLAY: Final = "nobody can play by what it says."
WRITTEN_MEANWHILE: Final = (
    "Another program has written on this score meanwhile: look at it as it stands now."
)
GAME_BEGINS_ONCE: Final = "A game begins once."
GAME_IS_OVER: Final = "The game is over."
OTHER_POINTS: Final = "The points are not those of the hands."
NO_ROUND_YET: Final = "No round has been scored yet."
NOBODY_SITS_THERE: Final = "Nobody sits there."
OUT_OR_BLOCKED: Final = "Somebody goes out, or the round is blocked."
OUT_HAS_NONE: Final = "The player who goes out has no card left."
HAND_COUNTS: Final = "A hand counts from 0 to {most} points."
TYPE_CARDS: Final = "A hand that is left has cards: type them, or points such as 35p."
NOBODY_IS_CALLED: Final = "Nobody is called {name!r}; there are {names}."
NO_CARD: Final = (
    "{word!r} is no card: type a rank such as K or 7, JK for a joker, or points as 35p."
)
ONLY_SO_MANY: Final = "There are only {most} of these cards in the whole pack."
MEET_NONE: Final = "Those seats meet no contract of their own."
NO_SUCH_SCORE: Final = "There is no such score."
TOURNAMENT_BEGINS_ONCE: Final = "A tournament begins once."
TOURNAMENT_OF: Final = "Tournament, {rules}"
NO_DRAW: Final = "That is no draw of these people."
NO_SUCH_TABLE: Final = "There is no table {table} in that round."
TABLE_HAS: Final = "That table has {seats} seats."
TOO_MANY_POINTS: Final = "Nobody has that many points."
TOURNAMENT_IS_FOR: Final = "A tournament is for {fewest} to {most} people."
NOT_FOR_TABLES: Final = "{rules} is not for tables of {seats}."
SAME_CONTRACT: Final = "In a tournament all must play the same contracts and as many rounds."
SO_MANY_TABLES: Final = "There cannot be so many tables."
HOW_IT_STANDS: Final = (
    "A player has beaten everybody at the table who ends with more points; a tie counts a half. "
    "First is who has beaten the largest share of the people met, then who has fewer points a game."
)
STANDING: Final = ("Standing", "beaten", "games", "won", "points a game", "sat out")
"""The heads of the columns of a standing."""
BOTH_NAMES: Final = "Both names must be there."
GOES_ROUND: Final = "{new} counts for {old} already; give {new} its own name first."
AT_LEAST: Final = "there must be at least {least} people and seats"
CANNOT_BE_READ: Final = Sentence("{games:game} cannot be read: `shanghai games` says why.")


# -- the figures in lines --

HEADINGS: Final = (
    *("games", "won", "shared", "round", "game", "best", "worst", "out", "blind"),
    *("calls", "got", "SH.", "hit", "jokers", "hints", "row"),
)
LEGEND: Final = (
    "round, game: points on average; best, worst: points of a round; calls, got: made and won;",
    "SH., hit: SHANGHAIs called and suffered; jokers: won; hints: games with one; row: most won",
    "in a row.",
)
NO_GAMES_OF: Final = "no finished game is of {variant!r}.{meant} `shanghai variants` lists all."
NO_GAME_COUNTS: Final = "No finished game counts here yet."
RECORDS: Final = "Records of the house"
EVENINGS: Final = "Evenings"
NOTE_ON: Final = "  Note on {about}: {note}"
WITH_HANDICAP: Final = "Games with a handicap, its points as they were scored: {players}."
NO_TABLE_PLAYED: Final = "No finished game was played with this deal code yet."
TABLE_PLAYED: Final = "Table {number}: {when}, {names}"
TOTAL: Final = "total"
AGAINST: Final = "{player} against"
LOWEST_TOTAL: Final = "lowest total of a game"
HIGHEST_TOTAL: Final = "highest total of a game"
MOST_POINTS: Final = "most points in a round"
FEWEST_POINTS: Final = "fewest points in a round"
WIDEST_WIN: Final = "widest win"
MOST_WINS: Final = "most wins in a row"
FINISHED_GAMES: Final = Sentence("{count:finished game}")


# -- the album --

ALBUM_GAMES: Final = Sentence("{games:game}, {won} won")
BEST_EVENING, IN_A_ROW, RIVAL = "Best evening", "Won in a row", "Rival"
MEDALS: Final = "Medals"
WON_IN_A_ROW: Final = "{now} now, {most} at most"


def best_evening_text(wins: int, games: int, date: str) -> str:
    """How many games were won on the best evening, and when that was."""
    return f"{number(wins)} of {counted(games, 'game')} won, on {date}"


def rival_text(player: str, other: str, beaten: int, games: int) -> str:
    """Who has beaten a player most often."""
    times = {1: "once", 2: "twice"}.get(beaten, f"{number(beaten)} times")
    return f"{other} has beaten {player} {times} of {number(games)}"


def evening_line(date: str, games: int, wins: Mapping[str, int]) -> str:
    """The games of an evening, and who won how many."""
    won = ", ".join(f"{name} {count}" for name, count in wins.items())
    return f"  {date}: {counted(games, 'game')}{f', won by {won}' if won else ''}"


MEETING: Final = Sentence("  {name}: {games:game}, {ahead} ahead, {behind} behind")
LEVEL: Final = ", {level} level"
