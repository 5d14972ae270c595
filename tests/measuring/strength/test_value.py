"""The network that learns what a round will cost."""

import pytest


@pytest.mark.slow
def test_a_network_learns_what_is_no_sum_and_is_the_same_for_the_same_seed():
    np = pytest.importorskip("numpy")
    from tests.measuring.strength.value import trained

    chance = np.random.default_rng(3)
    rows = chance.normal(size=(8_000, 3)).astype(np.float32)
    costs = (10 * np.abs(rows[:, 0]) + 5 * rows[:, 1]).astype(np.float32)
    (net, share), (again, _) = (trained(rows, costs, 1) for _ in range(2))
    assert share > 0.7
    assert np.array_equal(net.costs(rows[:9]), again.costs(rows[:9]))
