"""The terminal interface: everything that loads textual is below this package."""
