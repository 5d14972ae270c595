"""The public text formats: moves, positions, scenarios and the records of games."""
