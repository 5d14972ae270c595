"""Drivers, input, signals and drawing: whatever needs private names of Textual."""
