"""The screens at the table."""
