"""The parameters of a rule system: one entry a rule, the general clauses, what they agree on."""
