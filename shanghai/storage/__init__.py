"""All that is written to the disk: saved games as journals, their list, settings, crash reports."""
