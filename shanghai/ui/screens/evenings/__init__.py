"""The screens about past evenings: finished games, their replay, the ledger."""
