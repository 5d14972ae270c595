"""All that people read: messages, sentences on events and refusals, the rules page.

No module in this room needs a screen.
"""

from shanghai.words.messages import Messages

records, saves, simulation = map(Messages, ("records", "saves", "simulation"))
solve, tutorial, web = map(Messages, ("solve", "tutorial", "web"))
lessons, library, simulate = map(Messages, ("lessons", "library", "simulate"))
yaml_files, own_turn, table_seats = map(Messages, ("yaml_files", "own_turn", "table_seats"))
remote, puzzles = map(Messages, ("remote", "puzzles"))
proof, mistakes = map(Messages, ("proof", "mistakes"))
"""The sections of messages for which there is no module."""
