"""Lessons: a first round of each variant on a fixed deal."""
