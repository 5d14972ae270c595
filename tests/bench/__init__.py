"""Benchmarks of the repository, each run by a command that README names."""
