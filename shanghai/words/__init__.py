"""Words for people: names, refusals, events and the rules page; needs no screen."""

from shanghai.words.messages import Messages

solve, tutorial, web = map(Messages, ("solve", "tutorial", "web"))
"""The sections that are messages alone."""
