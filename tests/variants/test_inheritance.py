"""A file that extends another: only its differences, from any depth, and never in a circle."""

import re
from pathlib import Path

import pytest

from shanghai.engine.parameters.fields import RULES
from shanghai.engine.parameters.parts import Source
from shanghai.simulation.playability import try_tables
from shanghai.simulation.workers import Backend
from shanghai.variants.house_rules import house_rule_named, with_chosen
from shanghai.variants.library import Library, own_library
from shanghai.variants.loader import inherited, load_variant, read_variant, summary_and_text
from shanghai.words.games import house_ruling, of_game
from shanghai.words.grammar import plural, table_words
from shanghai.words.language import speak
from shanghai.yamlio.reader import Faults

SMITHS = """id: smiths
name: The Smiths
extends: california
rounds: 7
call_cost: 1
"""


def write(folder: Path, **files: str) -> Library:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return Library((folder,))


def faults_of(text: str, library: Library | None = None) -> list[str]:
    with pytest.raises(Faults) as caught:
        read_variant(text, "f.yaml", library or Library())
    return [str(fault) for fault in caught.value.faults]


def test_only_what_a_file_says_differs() -> None:
    rules, base = read_variant(SMITHS, "f.yaml"), load_variant("california")
    assert rules.contracts == base.contracts[:7]
    assert (rules.call_cost, rules.rounds) == (1, 7)
    assert (rules.deal, rules.call_limit) == ((11,) * 7, (3,) * 7)
    alike = set(RULES) - {"contracts", "call_cost", "deal", "deal_for", "call_limit"}
    assert all(getattr(rules, key) == getattr(base, key) for key in alike)


def test_each_rule_says_where_it_comes_from(tmp_path: Path) -> None:
    jones = "id: jones\nname: Jones\nextends: smiths\nace: high\n"
    jones += "sources: {ace: {ruling: Grandma says so.}}\n"
    rules = read_variant(jones, "f.yaml", write(tmp_path, smiths=SMITHS))
    assert rules.sources["ace"] == Source(ruling="Grandma says so.")
    assert rules.sources["call_cost"].origin == "The Smiths"
    assert rules.sources["beneath"] == Source(("CA-5",), "", "California")
    assert rules.summary == "The Smiths, but ace: high."


def test_a_new_word_does_not_keep_the_forms_of_the_old_one() -> None:
    mother = "words: {set: Satz, run: Reihe, plurals: {set: Sätze, run: Reihen}}\n"
    words = table_words(read_variant(SMITHS + mother, "f.yaml"))
    assert (plural(words["set"]), plural(words["run"])) == ("Sätze", "Reihen")
    value = inherited(read_variant(SMITHS + mother, "f.yaml"), {"words": {"set": "book"}})
    assert value["words"]["plurals"] == {"run": "Reihen", "round": ""}


def test_words_are_taken_over_one_by_one() -> None:
    rules = read_variant(SMITHS + "words: {set: book}\n", "f.yaml")
    assert (rules.words.set, rules.words.round) == ("book", "hand")


def test_rounds_can_be_picked() -> None:
    text = "id: x\nname: X\nextends: grandma-davis\nrounds: [1, 7, 7]\n"
    rules, base = read_variant(text, "f.yaml"), load_variant("grandma-davis")
    assert rules.contracts == tuple(base.contracts[at] for at in (0, 6, 6))
    assert rules.all_in_rounds == (2, 3)


def test_rules_by_round_go_on_with_their_last_value() -> None:
    text = "id: x\nname: X\nextends: california\ncontracts: [" + "{sets: [3, 3]}, " * 12 + "]\n"
    assert read_variant(text, "f.yaml").call_limit == (3,) * 8 + (4,) * 4


def test_house_rules_are_offered_where_they_still_change_something() -> None:
    rules = read_variant(SMITHS + "last_discard: true\n", "f.yaml")
    names = {option.name for option in rules.house_rules}
    assert "Runs must break" in names
    assert not names & {"Discard to go out", "Nine hands"}


@pytest.mark.slow
def test_any_depth(tmp_path: Path) -> None:
    files = {"v0": "id: v0\nname: V0\nextends: california\ncall_cost: 4\n"}
    for number in range(1, 13):
        files[f"v{number}"] = f"id: v{number}\nname: V{number}\nextends: v{number - 1}\n"
    rules = load_variant("v12", library=write(tmp_path, **files))
    assert (rules.call_cost, rules.sources["call_cost"].origin) == (4, "V0")


def test_a_circle_is_refused_with_its_place(tmp_path: Path) -> None:
    library = write(
        tmp_path,
        a="id: a\nname: A\nextends: b\n",
        b="id: b\nname: B\nextends: a\n",
        c="id: c\nname: C\nextends: c\n",
    )
    with pytest.raises(Faults, match=r"a\.yaml:3:10: .* circle: a extends b extends a"):
        load_variant("a", library=library)
    with pytest.raises(Faults, match=r"c\.yaml:3:10: .* circle: c extends c"):
        load_variant("c", library=library)


def test_what_is_extended_must_be_there_and_good(tmp_path: Path) -> None:
    assert faults_of("id: x\nname: X\nextends: californa\n") == [
        "f.yaml:3:10: extends: no variant is called 'californa' (did you mean california?)"
    ]
    library = write(tmp_path, bad="id: bad\nname: Bad\nextends: california\nace: hihg\n")
    (said,) = faults_of("id: x\nname: X\nextends: bad\n", library)
    assert said.startswith("f.yaml:3:10: extends: what it extends cannot be read: ")
    assert "bad.yaml:4:6: ace" in said


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("rounds: 11\n", "4:9: rounds: is 11, and California has 10 hands"),
        ("rounds: [1, 12]\n", "4:13: rounds 2: is 12"),
        ("rounds: []\n", "4:9: rounds: picks no round"),
        ("contracts: []\n", "4:12: contracts: a game has at least one round"),
        ("rounds: 2\ncontracts: [{sets: [3]}]\n", "4:1: rounds: stands beside contracts"),
        ("deal: 2\n", "contracts of round 7: asks for 13 cards"),
    ],
)
def test_what_does_not_fit_is_said_at_its_place(more: str, said: str) -> None:
    assert any(
        fault.startswith(f"f.yaml:{said}") or said in fault
        for fault in faults_of("id: x\nname: X\nextends: california\n" + more)
    )


def test_an_inherited_rule_that_no_longer_fits_is_told_at_the_key_to_blame() -> None:
    (first, *_) = faults_of("id: x\nname: X\nextends: california\ndeal: 2\n")
    assert first.startswith("f.yaml:4:7: deal: contracts of round 7: asks for 13 cards")


def test_rounds_without_extends_is_refused() -> None:
    assert any("rounds: goes with extends alone" in each for each in faults_of("id: x\nrounds: 3"))


def test_a_family_file_is_known_by_its_id(tmp_path: Path) -> None:
    folder = tmp_path / "variants"
    folder.mkdir()
    write(folder, other_name=SMITHS, jones="id: jones\nname: Jones\nextends: smiths\n")
    library = own_library(tmp_path)
    assert load_variant("smiths", library=library).name == "The Smiths"
    assert load_variant("jones", library=library).call_cost == 1
    with pytest.raises(Faults, match="did you mean smiths"):
        load_variant("smith", library=library)


def test_house_rules_by_name_say_who_changed_what() -> None:
    rules = load_variant("california")
    option = house_rule_named(rules, "discard TO go out")
    changed = with_chosen(rules, [option], {"call_cost": 1})
    assert (changed.last_discard, changed.call_cost) == (True, 1)
    said = changed.sources["last_discard"].ruling
    assert said == "A house rule of this table: Discard to go out."
    assert changed.sources["call_cost"].ruling == house_ruling()
    with pytest.raises(Faults, match="did you mean Discard to go out"):
        house_rule_named(rules, "Discard go out")


def test_the_family_file_of_the_page_is_short_and_plays_well() -> None:
    page = Path(__file__).parents[2] / ".github" / "VARIANTS.md"
    text = next(
        part
        for part in re.findall(r"```yaml\n(.*?)```", page.read_text("utf-8"), re.S)
        if "extends" in part
    )
    assert len(text.splitlines()) < 10
    rules = read_variant(text, "smiths.yaml")
    assert (rules.rounds, rules.call_cost, rules.wild_ranks) == (7, 1, (2,))
    assert all(not table.problems for table in try_tables(rules, 1, Backend()))


def test_the_deal_of_a_small_table_follows_the_rounds_picked() -> None:
    base = load_variant("california")
    rules = read_variant("id: x\nname: X\nextends: california\nrounds: [1, 10]\n", "f.yaml")
    assert rules.cards_dealt(2, 2) == base.cards_dealt(10, 2)


def test_a_summary_names_each_rule_by_its_title() -> None:
    text = "id: x\nname: X\nextends: california\ncall_limit: 2\nchips: 20\njoker_points: 30\n"
    summary = read_variant(text, "x").summary
    said = "California, but chips: 20; calls: 2 in every hand; points of a joker: 30."
    assert summary == said


def test_fewer_rounds_take_less_time() -> None:
    base = load_variant("california")
    assert read_variant(SMITHS, "f.yaml").minutes == base.minutes * 7 // 10
    assert read_variant(f"{SMITHS}minutes: 33\n", "f.yaml").minutes == 33


def test_what_a_file_leaves_to_be_said_is_kept_in_english_and_told_in_the_language() -> None:
    text = "id: mine\nname: Mine\nextends: grandma-davis\ncall_limit: 3\n"
    english = read_variant(text, "mine")
    speak("de")
    rules = read_variant(text, "mine")
    assert rules == english
    assert (rules.summary, rules.text) != summary_and_text(rules)
    assert summary_and_text(rules)[1] == "Oma Davis, mit eigenen Regeln."
    assert summary_and_text(rules)[0].startswith("Oma Davis, aber Rufe")
    assert summary_and_text(load_variant("california"))[0] == of_game(
        load_variant("california").summary
    )
