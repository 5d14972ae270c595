"""Games and trials among computer players, over several processes, and what they come to."""
