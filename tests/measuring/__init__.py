"""What measures: the speed of parts, the strength of players, how firm the tests are."""
