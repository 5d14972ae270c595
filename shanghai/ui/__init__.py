"""The terminal interface: everything that loads textual stands below this package."""
