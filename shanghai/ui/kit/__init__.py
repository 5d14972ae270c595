"""The parts of which all screens are made."""
