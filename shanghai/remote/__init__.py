"""The table on phones and on a television, over HTTP in the home network."""
