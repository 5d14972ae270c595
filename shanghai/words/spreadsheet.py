"""Texts of people in tables that a spreadsheet opens."""


def no_formula(text: str) -> str:
    """The text, behind an apostrophe where a spreadsheet would take it for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
