"""Dialogs, and pages to read."""
