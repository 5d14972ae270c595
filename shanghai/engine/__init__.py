"""The rules of the table as pure functions over frozen values; no clock, file, print or chance."""
