"""The variants: YAML files read to `Rules`, house rules, deal codes."""
