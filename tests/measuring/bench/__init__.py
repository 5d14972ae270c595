"""Benchmarks of the repository, each run by a command that .github/BENCHMARKS.md names."""
