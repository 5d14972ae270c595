"""What makes files of the repository, and the one file to run."""
