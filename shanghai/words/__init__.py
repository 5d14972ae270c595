"""Words for people: names, refusals, events and the rules page; needs no screen."""

from shanghai.words.messages import Messages

records, saves, simulation = map(Messages, ("records", "saves", "simulation"))
solve, tutorial, web = map(Messages, ("solve", "tutorial", "web"))
lessons, library, simulate = map(Messages, ("lessons", "library", "simulate"))
yaml_files, own_turn, table_seats = map(Messages, ("yaml_files", "own_turn", "table_seats"))
remote, puzzles = map(Messages, ("remote", "puzzles"))
proof, mistakes = map(Messages, ("proof", "mistakes"))
"""The sections that are messages alone."""
