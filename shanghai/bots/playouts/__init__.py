"""Play-outs: rounds played to their end in machine code, on a compact table of their own."""
