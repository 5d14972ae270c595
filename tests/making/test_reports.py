"""The pages on how each game plays: one for each variant, with its games and its command told."""

import re

from shanghai.variants.library import shipped_variants
from tests.making import reports
from tests.simulation.short import short


def test_every_variant_has_a_page_that_says_how_it_was_measured():
    index = (reports.FOLDER / "REPORTS.md").read_text("utf-8")
    assert re.findall(r"\]\(([\w-]+)\.md\)", index) == [*shipped_variants()]
    for variant in shipped_variants():
        text = (reports.FOLDER / f"{variant}.md").read_text("utf-8")
        games = re.search(r"Measured in (\d+) games", text)[1]
        assert f"`python -m tests.making.reports {variant} --games {games}`" in text
        for part in ("turns in a game", "contracts missed", "the first seat", "ends", "rating"):
            assert part in text, (variant, part)


def test_a_page_is_written_from_games(monkeypatch):
    rules = short("playerules", 2)
    monkeypatch.setattr(reports, "load_variant", lambda _: rules)
    monkeypatch.setattr(reports, "LEVELS", ("simple", "easy", "random", "random"))
    _, found, games = reports.measured("playerules", 2, 1)
    text = "\n".join(reports.page(rules, found, games))
    assert "Measured in 2 games" in text
    assert len(re.findall(r"(?m)^\| [12] \|", text)) == 2
    assert text.index("| `simple` |") < text.index("| `random` |")
    ends = re.findall(r"(?m)^\| [a-z ]+ \| (\d+) \| [\d.]+ % \|$", text)
    assert sum(map(int, ends)) == found.rounds == 4
    assert reports.row(rules, found).startswith("| [Seven contracts](playerules.md) | 2 |")
    last = reports.ratings(games)["random"]
    assert (last.mean, last.lower, last.upper) == (0, 0, 0)
