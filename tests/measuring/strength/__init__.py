"""How strong the computer players are: trials, bounds and earlier players to measure by."""
