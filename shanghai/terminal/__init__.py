"""All that touches private names of Textual or the terminal itself."""
