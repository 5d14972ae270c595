"""Each published game is as its source has it, sentence by sentence, or says where it differs."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

from shanghai.engine.parameters.fields import CLAUSES, DEFAULTS, RULES
from shanghai.engine.rules import Rules
from shanghai.records.arguments import Case, all_cases
from shanghai.variants.library import MORE_FOLDER, more_variants
from shanghai.variants.loader import load_variant, read_keys, read_variant
from shanghai.words.rulebook import brief, rule_lines
from shanghai.yamlio.reader import Faults
from shanghai.yamlio.writer import flow_value
from tests.plain_yaml import plain_documents

FOLDER = MORE_FOLDER / "sources"
PAGE = (Path(__file__).parents[2] / ".github/VARIANTS.md").read_text("utf-8")
NEEDED = {"packs", "contracts", "deal", "call_limit", "points", "joker_points"}
"""The rules that every file sets, or the one that it extends."""
PROOFS = ("key", "scenario", "ruling", "differs", "cannot")


class Sentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence of a source in own words, with the one proof of it.

    `key` has a rule with its value, `scenario` the title of one, `ruling` a clause, `differs` what
    the page tells instead, and `cannot` the key that a file would be written with in vain.
    """

    says: str
    key: Mapping[str, Any] | None = None
    scenario: str = ""
    ruling: str = ""
    differs: str = ""
    cannot: str = ""


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game was read from, how far it was read, and what it says."""

    source: str
    title: str
    read: str
    sentences: list[Sentence]


@cache
def source_of(game: str) -> Source:
    [document] = plain_documents((FOLDER / f"{game}.yaml").read_text("utf-8"))
    return msgspec.convert(document, Source)


def proofs_of(game: str, kind: Literal["scenario", "ruling", "differs", "cannot"]) -> list[str]:
    return [proof for each in source_of(game).sentences if (proof := getattr(each, kind))]


def keys_of(game: str) -> list[Mapping[str, Any]]:
    return [each.key for each in source_of(game).sentences if each.key is not None]


def written_keys(game: str) -> dict[str, Any]:
    """The rules that the file of a game sets itself, and what it tells of their sources."""
    return read_keys((MORE_FOLDER / f"{game}.yaml").read_bytes(), game).value


def ancestors(game: str) -> list[str]:
    """A game, and the games of which its file says only what differs."""
    base = written_keys(game).get("extends") if game in more_variants() else None
    return [game, *ancestors(base)] if base else [game]


def page_of(rules: Rules) -> list[str]:
    """What a player reads of rules: the sentences of their page, and the few of the choice."""
    plain = msgspec.structs.replace(rules, sources={})
    return [*(line.sentence for line in rule_lines(plain)), *brief(plain)]


def flat(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


@cache
def rulings_of(game: str) -> dict[str, str]:
    """The rulings on the page of a game, each on one line, by their rules."""
    lines = rule_lines(load_variant(game))
    return {line.rule: flat(line.ruling) for line in lines if line.ruling}


of_each_game = pytest.mark.parametrize("game", more_variants())


def test_each_published_game_has_its_source_and_no_other_has() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.yaml")) == [*more_variants()]


@of_each_game
def test_it_names_its_source_and_says_each_thing_once_with_one_proof(game: str) -> None:
    source = source_of(game)
    assert re.match(r"https?://\S+$", source.source)
    assert source.title
    assert re.match("whole|excerpts|from memory", source.read)
    assert len(source.sentences) >= 15
    assert len({each.says for each in source.sentences}) == len(source.sentences)
    for each in source.sentences:
        assert each.says.endswith("."), each
        assert sum(bool(getattr(each, proof)) for proof in PROOFS) == 1, each


@of_each_game
def test_a_key_has_the_value_that_is_said_and_the_page_tells_it(game: str) -> None:
    rules = load_variant(game)
    page = page_of(rules)
    values = {key: value for pair in keys_of(game) for key, value in pair.items()}
    lines = [f"{key}: {flow_value(value)}\n" for key, value in values.items()]
    said = read_variant(f"id: x\nname: X\nextends: {game}\n{''.join(lines)}", game)
    assert len(values) == len(keys_of(game)), "a rule is said twice"
    for key in values:
        assert key in RULES
        assert getattr(said, key) == getattr(rules, key), key
        if differs(rules, key):
            without = msgspec.structs.replace(rules, **{key: DEFAULTS[key]})
            # How few may play follows from the number of sides where there are sides.
            is_implied = key == "min_players" and without.table_sizes == rules.table_sizes
            assert is_implied or page_of(without) != page, f"{key} is on no page"


@of_each_game
def test_a_scenario_is_of_this_game_and_shows_what_is_refused_or_what_comes_of_it(
    game: str,
) -> None:
    """That each scenario holds is tested where all of them are."""
    cases: dict[str, list[Case]] = {}
    for case in all_cases():
        cases.setdefault(case.title, []).append(case)
    for title in proofs_of(game, "scenario"):
        [case] = cases.get(title, [title])
        assert isinstance(case, Case), f"no scenario {title!r}"
        assert case.variant in ancestors(game), title
        assert "  - refused: " in case.text or "\nthen:" in case.text, title


@of_each_game
def test_a_ruling_is_one_that_a_scenario_proves_or_the_page_has(game: str) -> None:
    proved = {clause for case in all_cases() for clause in case.clauses}
    assert {*proofs_of(game, "ruling")} <= proved | CLAUSES.keys() | rulings_of(game).keys()


@of_each_game
def test_a_difference_is_told_to_the_player(game: str) -> None:
    for text in proofs_of(game, "differs"):
        told = (*rulings_of(game).values(), flat(PAGE))
        assert any(flat(text).removesuffix(".") in each for each in told), text


@of_each_game
def test_each_ruling_of_a_file_is_on_its_page(game: str) -> None:
    for key, source in written_keys(game).get("sources", {}).items():
        assert flat(source["ruling"]) in rulings_of(game).values(), (
            f"the ruling of {key} is on no page"
        )


@of_each_game
def test_what_cannot_be_asked_for_is_answered_as_such(game: str) -> None:
    for key in proofs_of(game, "cannot"):
        with pytest.raises(Faults) as answer:
            read_variant(f"id: x\nname: X\nextends: {game}\n{key}: true\n", game)
        assert f"unknown key '{key}' (that cannot be said: " in str(answer.value)
        assert "VARIANTS.md" in str(answer.value)


@of_each_game
def test_what_the_file_sets_is_said_by_the_source_or_ruled(game: str) -> None:
    written = written_keys(game)
    rules = load_variant(game)
    said = {key for pair in keys_of(game) for key in pair} | written.get("sources", {}).keys()
    for key in written.keys() & RULES.keys() - said:
        assert key not in NEEDED, f"nothing is said of {key}"
        assert not differs(rules, key), f"nothing is said of {key}"


def differs(rules: Rules, key: str) -> bool:
    """Whether a rule has another value than one that is left out."""
    return key in DEFAULTS and getattr(rules, key) != DEFAULTS[key]
