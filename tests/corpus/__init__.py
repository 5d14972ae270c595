"""Kept games of every kind, frozen in `tests/data/corpus`: a file for each format of saved games.

`python -m tests.corpus NUMBER` makes the file of the present format with so many games. A file that
is there is never made again.
"""
