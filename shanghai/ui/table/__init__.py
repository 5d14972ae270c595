"""The screens of a game at the table, what they keep, and how they draw it."""
