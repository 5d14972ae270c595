"""YAML that people write and read: a strict reader that knows all places, and a plain writer."""
