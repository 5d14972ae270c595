"""The screens of scores."""
