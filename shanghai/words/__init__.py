"""Words for people: names, refusals, events and the rules page; needs no screen."""
