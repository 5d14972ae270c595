"""Shanghai rummy: a pure engine of the rules, variants as data, and a table in the terminal."""

__version__ = "0.1.0"
