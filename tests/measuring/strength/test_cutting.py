"""The trial of cut play-outs: what it is asked for."""

import pytest

pytest.importorskip("numba")

from tests.measuring.strength import cutting


@pytest.mark.parametrize("count", ["1", "0", "-3"])
def test_too_few_discards_are_refused_in_a_sentence(count):
    with pytest.raises(SystemExit, match="N must be 2 or more"):
        cutting.main(count)
