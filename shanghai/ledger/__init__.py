"""The ledger of all evenings: who won how often, against whom, and how the house records stand."""
