"""The variants: YAML files read to `Rules`, and a cache of what was read."""
