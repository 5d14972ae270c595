"""Writes the table of keys into the README of the folder that it is started in."""

from pathlib import Path

from shanghai.ui.commands.reference import with_keys

if __name__ == "__main__":
    readme = Path("README.md")
    readme.write_text(with_keys(readme.read_text("utf-8")), "utf-8")
