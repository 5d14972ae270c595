"""Writes the golden matches anew: `python -m tests.golden [--keep] [VARIANT...]`."""

import sys

from shanghai.variants.library import shipped_variants
from tests.golden import file_of, played, with_outcomes

wanted = [word for word in sys.argv[1:] if word != "--keep"] or shipped_variants()
for variant in wanted:
    file = file_of(variant)
    if "--keep" not in sys.argv:
        file.write_text(played(variant), "utf-8")
    file.write_text(with_outcomes(file), "utf-8")
    print(file)
