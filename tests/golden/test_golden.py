"""Every golden match replays to the very text that stands in its file."""

import pytest

from shanghai.records.check import check_file
from shanghai.variants.library import shipped_variants
from tests.golden import FOLDER, file_of, with_outcomes
from tests.long import some


def test_every_shipped_variant_has_its_golden_match():
    assert {path.stem for path in FOLDER.glob("*.yaml")} == {*shipped_variants()}


@pytest.mark.parametrize("variant", some(shipped_variants(), 4))
def test_a_golden_match_replays_to_the_same_text(variant):
    file = file_of(variant)
    assert with_outcomes(file) == file.read_text("utf-8")


@pytest.mark.parametrize("variant", shipped_variants())
def test_a_golden_match_is_a_record_of_a_whole_game(variant):
    verdicts = check_file(file_of(variant))
    assert {verdict.state for verdict in verdicts} == {"passed"}
    text = file_of(variant).read_text("utf-8")
    assert f"variant: {variant}\n" in text
    assert "winners:" in text


def test_the_matches_hold_every_kind_of_move():
    text = "".join(file_of(variant).read_text("utf-8") for variant in shipped_variants())
    for said in ("draws", "takes", "passes", "calls buy", "calls may-i", "melds [", "lays"):
        assert f" {said}" in text, said
    for said in ("swaps", "calls shanghai on", "discards", "stock becomes", "ends"):
        assert f" {said}" in text, said
