"""The ledger of all evenings: who won how often, against whom, and the records of the house."""
