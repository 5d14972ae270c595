"""Tests of the simulation: figures, games, comparisons, trials, engines, and its command."""
