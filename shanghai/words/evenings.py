"""What is said of other evenings: past games, replay, review, ledger, real cards, tournaments."""

from collections.abc import Sequence
from typing import Final

from shanghai.engine.rules import Rules
from shanghai.engine.state import Ending, State
from shanghai.words.contracts import round_contract
from shanghai.words.phrases import Sentence, counted, listed

STOP: Final = "Stop"
PLAY: Final = "Play"
KEPT: Final = "Kept."
READING_GAME: Final = "The game is read: a moment."
READING_GAMES: Final = "The games are read: a moment."
NO_GAME_IN_JOURNAL: Final = "the journal holds no game"
NO_ROUND_SCORED: Final = "No round is scored yet."

# -- a finished game --

FINISHED_HELP: Final = (
    "The scores of a game that is finished, and why each round ended. {replay} steps through it "
    "move by move; {review} reviews it: luck, skill and turning points; {write-down} writes its "
    "record and its scorecard (text, CSV, a page to print) into files; {prove} computes every "
    "card, and every move of the computers, again. Where the cards had a deal code, {tables} "
    "compares the tables that have played it."
)
PROVING: Final = "The cards are computed again: a moment."
PROVED: Final = "Proved."
NOT_PROVED: Final = "Not proved."
WRITTEN_DOWN: Final = "The record and the scorecard lie in {folder}."
CARD_WRITTEN: Final = "The scorecard lies in {folder}."
NOT_WRITTEN: Final = "Nothing is written: {problem}."

# -- the replay --

REPLAY_HELP: Final = (
    "Left and right step by a move, up and down by a turn, PgUp and PgDn by a round; {next-moment} "
    "and {moment-before} jump to the moments: a lay-down, a call, a SHANGHAI, a joker won, the end "
    "of a round, and the turning points of a review. {eyes} changes whose eyes one looks through: "
    "the table's, each player's, all. The bar below is the whole game; a click in it jumps there, "
    "and the wheel steps by a move. A game that is not finished shows no hand."
)
NO_HANDS_YET: Final = "The game is not finished, so it shows no hand."
TABLES_EYES: Final = "the table's eyes"
ALL_EYES: Final = "all eyes"
NO_CARD: Final = "no card"
MOMENTS: Final = {"out": "out", "down": "down", "steal": "joker", "error": "turning point"}
REPLAY_TITLE: Final = "Replay {dot} {table}"
EYES_OF: Final = "{name}'s eyes"
PLACE: Final = "Move {at} of {last}, turn {turn} of {turns}, {eyes}"


# -- the review --

REVIEW_TITLE: Final = "Review"
REVIEW_HELP: Final = (
    "Each decision of the game is tried against its alternatives, in cards that fit what the "
    "player could know then. Of each player three sentences are said: what the cards gave and what "
    "the play made of them, the one move that cost most, and what to do otherwise next time. Up "
    "and down choose the player, {show-point} shows the move in the replay, {review-figures} shows "
    "the figures and all that cost points. {stop-review} stops the work, and what is done is kept "
    "beside the game."
)
NO_TURNING_POINT: Final = "This player has no turning point to show."
NO_REVIEW: Final = "The review could not be made."
COST: Final = "{name} {did}; {instead} {about} less."
COST_FIGURES: Final = Sentence("About {expected:point} ({low} to {high}), {charged} charged.")
WOULD_HAVE_COST: Final = "would have cost"
MAY_HAVE_COST: Final = "may have cost"
GOING_OUT: Final = " and going out"
FIGURE_HEADS: Final = ("points", "result", "cards", "play", "(+/-)", "even cards", "clear", "maybe")
RESULT: Final = "{name} had {points}, {result} the table's mean: {cards} by luck, {play} by play."
MORE_OR_FEWER: Final = ("{count} fewer", "{count} more")
NO_MORE: Final = "none"
THAN: Final = ("{count} fewer than", "{count} more than")
AS_MANY: Final = "as many as"
NO_TURNING_POINT_OF: Final = "No move of {name} was found that clearly cost points."
NEXT_TIME: Final = {
    "": "Next time look at the other moves once more.",
    "out": "Next time go out as soon as you can.",
    "GoDown": "Next time go down as soon as the hand allows it.",
    "GoDown GoDown": "Next time keep in hand what can be laid off, and lay down the rest.",
    "LayOff": "Next time lay off what fits before the turn ends.",
    "Swap": "Next time win the joker while the card for it is in hand.",
    "Take": "Next time take the discard when it brings the contract nearer.",
    "Draw": "Next time leave the discard and draw: a card that only looks useful is a burden.",
    "Pass": "Next time let the discard go.",
    "Call": "Next time call for a card that brings the contract nearer.",
    "CallShanghai": "Next time look whether the discard fits a meld, and call SHANGHAI.",
    "NoneType": "Next time let such a card go: what it brings with it costs more than it helps.",
    "wild Discard": "Next time keep the wild card: it fits every contract.",
    "fits Discard": "Next time hold back what others can lay off.",
    "heavy Discard": "Next time throw the heavy cards first while you are not down.",
    "needed Discard": "Next time keep the cards that go together, and throw the loose one.",
    "GoDown Discard": "Next time wait with going down.",
    "LayOff Discard": "Next time keep the card instead of laying it off.",
}
"""What to do otherwise, by the kind of the move that was made and that of the better one."""
WHAT_FIGURES_MEAN: Final = (
    "Fewer points are better. The result is how far the points are from the table's mean: cards "
    "is what luck gave, play what the errors of all players made of it. For errors in a round no "
    "more is charged than the round cost above the least of the table.",
    "(+/-) tells how sure that is; even cards are the points without luck; clear and maybe count a "
    "player's errors.",
)
ON_THE_SCORECARD: Final = "On the scorecard, with corrections and handicaps: {totals}."
SO_FAR_JUDGED: Final = "So far {done} of {total} are judged."
ROUNDS_LEFT_OUT: Final = "Left out, as play-outs do not know all of their rules: {rounds}."
REVIEW_NOT_KEPT: Final = "The review cannot be kept beside the game: {why}."
REVIEW_NEEDS: Final = "For a review Numba is needed: {install}"
NOT_FINISHED: Final = "{path}: the game is not finished, and only a finished one is reviewed."
TRYING_AGAIN: Final = "Each decision of the game is tried again."
WHAT_COST: Final = "What cost points"
DECISIONS_DONE: Final = Sentence("{done} of {total:decision}")
ROUNDS_ARE_READ: Final = "The rounds are read"


STOP_KEEPS: Final = "{key} stops; what is done is kept."
REVIEW_STOPPED: Final = Sentence("The review has stopped: {done} of {total:decision} are judged. ")


KEY_GOES_ON: Final = "{key} goes on."
IN_ROUND: Final = "{round} {number}: "

# -- the ledger --

PAGES: Final = ("Album", "Players", "Records of the house", "Evenings")
LEDGER_HELP: Final = (
    "All finished games of this folder, counted. Left and right turn the pages: the album with a "
    "page for each player, the players with their figures, the records of the house, the "
    "evenings. {next-variant} counts one variant alone, {next-time} the last evening, month or "
    "year, {next-company} the games of one company, {people-only} leaves the computer players out, "
    "{next-player} shows the next player, {games} lists the games to look at one again. "
    "{rename-player} counts the games of the player that {next-player} has shown for another "
    "name, so that Oma is Grandma; `shanghai ledger --rename Oma Oma` undoes that. Scores "
    "count as corrected; games put away do not count."
)
NARROW_LEGEND: Final = (
    "round, game: points on average; out: rounds gone out in; got: calls won; SH., hit: SHANGHAIs "
    "called and suffered; jokers: won."
)
WITH_COMPUTERS: Final = "With computers"
PEOPLE_ONLY: Final = "People only"
NO_PLAYER_YET: Final = "There is no player yet."
MEETINGS: Final = ("games", "ahead", "behind", "level")
GAMES_WON: Final = "Games won, evening by evening"
LEDGER_TITLE: Final = "Ledger: {parts}"


SINCE: Final = "since {day}"
WITH_COMPANY: Final = Sentence("with {people:and}")


WHOSE_GAMES: Final = "To whom do the games of {player} belong?"
EVENINGS_SPAN: Final = Sentence("{count:evening}, {first} to {last}")


# -- kinds of evenings --

WHAT_KIND: Final = "What kind of evening?"
KINDS_HELP: Final = (
    "Other evenings than a plain game on this screen: the score of a game with real cards, by the "
    "rules of any variant, the same cards for several tables by a code, and a tournament for more "
    "people than seats."
)
KINDS: Final = {
    "paper": ("Real cards", "keep the score of a game at your table"),
    "deal": ("Same cards", "the same cards for several tables"),
    "tournament": ("Tournament", "more people than seats: tables are drawn"),
}

# -- deal codes --

SAME_CARDS: Final = "The same cards"
DEAL_HELP: Final = (
    "A deal code is typed to play the cards of another table, or made for several. Codes that "
    "were played here stand below: the tables are compared deal by deal."
)
TYPE_A_CODE: Final = ("Type a code", "the same cards as another table")
MAKE_A_CODE: Final = ("Make a code", "new cards, for several tables")
HOW_MANY_PLAY: Final = "How many play?"
WHICH_CODE: Final = "Which deal code?"
CODE_FOR_ALL: Final = "The code for all tables:"
TYPE_THE_CODE: Final = "Type the code:"
CODE_HELP: Final = (
    "A deal code holds the variant, its house rules, the number of seats and the cards: "
    "whoever types it has the same cards. It has 18 letters and digits; small letters, blanks "
    "and dashes do not matter, and a slip is found."
)
TABLES_HELP: Final = (
    "Every table that played this code had the same cards in the same seats. Each seat is "
    "compared deal by deal; the fewest points of a line have a star. {play-code} plays the "
    "cards once more, with other people in the seats."
)
TABLES_OF: Final = Sentence("{variant}, {count:table}")


def code_holds(variant: str, house_rules: Sequence[str], players: int) -> str:
    """What a deal code holds."""
    house = f", with {listed(house_rules)}" if house_rules else ""
    return f"{variant}{house}, {counted(players, 'player')}."


DEAL_CODE_TITLE: Final = "Deal code {code}"
TABLE_NUMBER: Final = "Table {number}  "
WHO_WHEN: Final = Sentence("{when}, {players:and}")
SEAT_NUMBER: Final = "Seat {number}"


# -- real cards --

WHICH_PAPER_GAME: Final = "Real cards: which game?"
PAPER_LIST_HELP: Final = (
    "The scores of games with real cards. One that is not finished is gone on with; a finished "
    "one is looked at, corrected, or written into files."
)
NEW_PAPER_GAME: Final = ("A new game", "choose the rules and the names")
PAPER_HELP: Final = (
    "The cards are on your table, the score is kept here. Mark who went out, by the arrows or "
    "the number of the seat (0: nobody, the round is blocked), and press {went-out}; {how-out} "
    "says whether it was blind. Then type what each of the others has left: its cards, such as "
    "K K 7 JK, or its points, such as 35p. {correct-score} corrects a score, {count-now} ends "
    "the game early, {write-card} writes the scorecard into files. All is kept as it is typed; "
    "the game counts in the ledger once it is over."
)
HOW_OUT: Final = {
    Ending.OUT: "Blind: no",
    Ending.BLIND: "Blind: yes",
    Ending.CLEAN_BLIND: "Blind: with no joker",
}
NOBODY: Final = "nobody"
WHO_MET: Final = "Who met the contract? Names with commas between, all, or nobody."
WHICH_SCORE: Final = "Which score is corrected?"
TYPE_POINTS: Final = "Type the points, then a few words why, such as: 35 counted again."
CORRECTED: Final = "Corrected, and kept."
WHO_PLAYS: Final = "Who plays? {rules}"


def paper_note(rules: Rules, round: int, day: str) -> str:
    """How far a game with real cards has come, round 0 for a finished one."""
    far = f"{rules.words.round} {round} of {rules.rounds}" if round else "finished"
    return f"{far}, {day}, {rules.name}"


PAPER_TITLE: Final = "Real cards: {game}"
WHAT_IS_LEFT: Final = "What has {name} left?"
HOW_MANY: Final = "{name}: how many points shall it be, and why?"


def who_went_out(state: State, round: int) -> str:
    """What is asked at the end of a round."""
    contract = round_contract(state, round)
    if state.rules.is_by_player:
        contract = f"contracts {contract}"
    return f"{state.rules.words.round.capitalize()} {round}, {contract}: who went out?"


KEPT_POINTS: Final = "Kept: {points}."


COMES_TO: Final = "That is {count}."
ASK_TO_COUNT: Final = "{key} again counts the game as it stands, with no further round."

# -- tournaments --

WHICH_TOURNAMENT: Final = "Which tournament?"
TOURNAMENT_LIST_HELP: Final = (
    "Tournaments that were begun here, the last one first. A new one asks for the rules, how many "
    "sit at a table, and the names."
)
NEW_TOURNAMENT: Final = ("A new tournament", "choose the rules and the names")
HOW_MANY_AT_A_TABLE: Final = "How many at a table?"
TOURNAMENT_HELP: Final = (
    "More people than seats: for each round the tables are drawn, so that people meet whom "
    "they have met least and sit out in turn. All draws follow from a secret number, whose "
    "fingerprint is shown, and from where somebody cuts before the first one. "
    "{play-table} plays the marked table here, {paper-table} keeps the score of one that "
    "plays with real cards, {table-totals} takes the totals of one that played elsewhere. "
    "When all tables are finished {next-draw} draws the next round. "
)
NO_TABLE_YET: Final = "No table is drawn yet."
TABLE_FINISHED: Final = "This table is finished."
NO_GAME_THERE: Final = "No game is played at this table yet."
SITTING_OUT: Final = "Sitting out: "
BEING_PLAYED: Final = "  (being played)"
STANDING: Final = "Standing"
NONE_FINISHED: Final = "  No table has finished yet."
TOTALS_ARE_NUMBERS: Final = "Totals are numbers, such as 120 85 240."
TOURNAMENT_NOTE: Final = "{people} people, round {round}, {day}"
WHO_PLAYS_IN: Final = "Who plays in the tournament? {rules}"
TABLE_TITLE: Final = "{tournament}, round {round}, table {table}"
TOURNAMENT_TITLE: Final = "{tournament}: round {round}"
TABLE_TAKEN: Final = "This table plays {game}; {key} frees it."
MUST_FINISH: Final = Sentence("Table {tables:and} must finish first.")


WHO_CUTS: Final = "Somebody types a number to cut at; with none it is cut by chance."
ROUND_NUMBER: Final = "Round {number}"
IS_DRAWN: Final = "Round {round} is drawn."
ASK_TO_FREE: Final = "{key} again frees table {table}; its game is kept, but not counted."
TOTALS_OF: Final = "The totals of {names}, in this order, blanks between them:"
