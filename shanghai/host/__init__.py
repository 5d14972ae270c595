"""The host of one game: it shuffles, keeps the log and asks the computer players."""
