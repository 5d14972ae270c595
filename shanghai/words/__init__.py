"""Words for people: names, refusals, events and the rules page; needs no screen."""

from shanghai.words.messages import Messages

records, saves, simulation = map(Messages, ("records", "saves", "simulation"))
solve, tutorial, web = map(Messages, ("solve", "tutorial", "web"))
yaml_files = Messages("yaml_files")
"""The sections that are messages alone."""
