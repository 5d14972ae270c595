"""Games on the disk: journals, the folder they lie in, and the one writer of each."""
