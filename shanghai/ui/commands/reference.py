"""The keys as a table of Markdown, as README shows it."""
