"""Lessons at the table."""
