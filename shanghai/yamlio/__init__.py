"""YAML from people and for people: read strictly with the place of every node, written plainly."""
