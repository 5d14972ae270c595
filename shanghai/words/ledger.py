"""What the commands of evenings say: the ledger, scores with real cards, tournaments."""

from typing import Final

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
ROUNDS: Final = "as for play: short, 3- or 1,4,7"
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
DRAWS_FOLLOW: Final = "All draws follow from the number {seed}."
DRAWS_DO_NOT: Final = "The draws do not follow from the number {seed}: another program made them."
SITTING_OUT: Final = "  Sitting out: {names}"
