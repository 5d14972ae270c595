"""What `shanghai simulate` says."""

from typing import Final

from shanghai.words.commands import IS_FOR

HOW_IT_COUNTS: Final = (
    "The same seed gives the same games, whatever the number of processes. All intervals hold the "
    "true figure in 95 % of all cases: means by Student's t, shares by Wilson's score, one value a "
    "game. --paired plays single deals instead, of every round in turn (round K alone, dealer by "
    "the game number, no points yet), each twice: the two levels sit alternately round the table, "
    "and then exchange seats over the very same cards. One value a deal: the mean points a seat of "
    "the first level less those of the second over both plays, so that luck cancels out as if two "
    "players had played the deal from either side. With more levels each is tried against the "
    "next one named. With --alone one of the first level sits among players of the second, in each "
    "seat in turn and with the same cards; its points less the mean of the others are what one "
    "player at a table feels."
)
VARIANTS: Final = "a variant, or its file; of several each is reported"
SEATS: Final = "seats at the table"
GAMES: Final = "how many (default 1)"
SEED: Final = "whole number; the same gives the same games"
BOTS: Final = "level of each seat, over and over; they move on a seat each game: {levels}"
COMPARE: Final = "play the same deals with this rule changed too, and say what that changes"
PAIRED: Final = "try levels against each other, deal by deal"
ROUNDS: Final = "with --paired: these rounds alone"
ALONE_HELP: Final = "with --paired: one of a level among players of the other, in each seat in turn"
AGAINST: Final = "with --paired: try each level against this one, not against the next"
BACKEND: Final = "another engine for the processes: joblib's own, or Dask (the extra `cluster`)"
SCHEDULER: Final = "with --backend dask: a running scheduler, whose workers play all games"
JSON: Final = "print one JSON object, or a list of several reports"
RECORD: Final = "write each game as a record"

EXCHANGED: Final = "each played twice with the seats exchanged"
ALONE: Final = "each played in every seat alone among the others"
GAIN: Final = "gain: points of {first} less those of {second} in the same seat, all others {second}"
TRIAL_HEADS: Final = ("deals", "won", "95 %", "points", "95 %", "t", "blocked", "longest")
GAIN_HEADS: Final = ("gain", "95 %")

NO_SEARCH: Final = "the search of these levels cannot be used: {why}"
NOT_INSTALLED: Final = "it is not installed: {install}"
STOPPED: Final = "stopped after {done}; nothing is reported"
PROCESS_DIED: Final = "a process ended before its work was done; fewer --jobs take less memory"
NOT_STORED: Final = "cannot store: {why}"
SCHEDULER_ALONE: Final = "--scheduler goes with --backend dask"
NO_SCHEDULER: Final = "{address!r} is no scheduler: write --scheduler tcp://HOST:PORT"
SCHEDULER_RECORDS: Final = "--scheduler goes without --record: its workers write nothing here"
PAIRED_ALONE: Final = "--paired goes without --compare and --record"
COMPARE_ALONE: Final = "--compare goes without --record"
WITH_PAIRED: Final = "{option} goes with --paired"
LEVELS_FOR_SEATS: Final = "{levels} levels for {seats} seats"
NOT_FOR: Final = f"{IS_FOR}, not {{given}}"
NO_LEVEL: Final = "no level is called {level!r}; there are {known}"
TWO_LEVELS: Final = "--paired asks for two levels or more, as --bots LEVEL,LEVEL"
ENGINE_NEEDS: Final = "--backend {backend} needs {name}: {install}"
NO_SCHEDULER_ANSWERS: Final = "no scheduler answers at {address}"
NO_ROUNDS: Final = "{text!r} are no rounds: write --rounds 1,2"
