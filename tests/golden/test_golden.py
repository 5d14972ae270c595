"""Every golden match replays to the very text that stands in its file."""

import pytest

from shanghai.records.check import check_file
from shanghai.variants.library import known_variants
from tests.golden import file_of, with_outcomes


@pytest.mark.parametrize("variant", known_variants())
def test_a_golden_match_replays_to_the_same_text(variant):
    file = file_of(variant)
    assert with_outcomes(file) == file.read_text("utf-8")


@pytest.mark.parametrize("variant", known_variants())
def test_a_golden_match_is_a_record_of_a_whole_game(variant):
    verdicts = check_file(file_of(variant))
    assert {verdict.state for verdict in verdicts} == {"passed"}
    assert "winners:" in file_of(variant).read_text("utf-8")


def test_the_matches_hold_every_kind_of_move():
    text = "".join(file_of(variant).read_text("utf-8") for variant in known_variants())
    for said in ("draws", "takes", "passes", "calls buy", "calls may-i", "melds [", "lays"):
        assert f" {said}" in text, said
    for said in ("swaps", "calls shanghai on", "discards", "stock becomes", "ends"):
        assert f" {said}" in text, said
