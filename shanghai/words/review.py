"""What is said in the review of a finished game."""

from typing import Final

COST: Final = "{name} {did}; {instead} {about} about {points} less ({low} to {high})."
WOULD_HAVE_COST: Final = "would have cost"
MAY_HAVE_COST: Final = "may have cost"
GOING_OUT: Final = " and going out"
