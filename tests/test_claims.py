"""What README, the pages and the help claim: every command in them is one, and examples run."""

import argparse
import re
import shlex
from importlib.util import find_spec
from pathlib import Path

import pytest

from shanghai.__main__ import main
from shanghai.commands import play
from shanghai.commands.chosen_game import game_asked_for
from shanghai.commands.parser import make_parser, spelled_out
from shanghai.storage.saves import GameIndex
from shanghai.words import solve as solve_words
from shanghai.words.commands import COMMANDS, HANDICAP, ROUNDS
from tests.saving import SAVES, put_game

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / ".github").glob("*.md"))]
_ENDS = {"|", "||", "&&", ">", ">>", "<", "#", ";"}


def written(text):
    """The commands that a page writes: in spans, in blocks, and continued on the next line."""
    blocks = "\n".join(re.findall(r"```\w*\n(.*?)```", text, re.S))
    prose = re.sub(r"```.*?```", "", text, flags=re.S)
    spans = [" ".join(span.split()) for span in re.findall(r"`(shanghai [^`]+)`", prose)]
    return [*spans, *re.findall(r"(?m)^(?:\S*/)?(shanghai .*)$", blocks)]


def words_of(line):
    """The words of a command, up to a pipe."""
    found = []
    for word in shlex.split(line.replace("...", "").replace("…", ""), comments=True)[1:]:
        if word in _ENDS:
            break
        found.append(word.strip("[].,:;"))
    return [word for word in found if word]


def commands():
    for page in PAGES:
        if page.name != "CHANGELOG.md":
            yield from ((page.name, line) for line in written(page.read_text("utf-8")))
    for name in ("", *COMMANDS):
        parser = make_parser([name] if name else [])
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction) and name:
                text = action.choices[name].format_help()
                for line in re.findall(r"(?:`|: )(shanghai [^`\n]+)", text):
                    if "usage" not in line and "[-h]" not in line and "[options]" not in line:
                        yield f"help {name}", line


def named_options(words, given):
    """Whether the first word is a command whose parser knows all options; they may stand alone."""
    parser = make_parser(given)
    known = {option for one in parsers(parser) for option in one._option_string_actions}
    return all(word.partition("=")[0] in known for word in words if word.startswith("-"))


def parsers(parser):
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for sub in {id(each): each for each in action.choices.values()}.values():
                yield from parsers(sub)


def test_every_command_that_a_page_or_the_help_writes_is_one():
    found = [*commands()]
    wrong = []
    for where, line in found:
        words = spelled_out(words_of(line))
        given = [word for word in words if word in COMMANDS][:1] or words[:1]
        is_known = not words or words[0].startswith("-") or words[0] in COMMANDS
        if not (is_known and named_options(words, given)):
            wrong.append(f"{where}: {line}")
    assert wrong == []
    assert len(found) > 60


def test_every_module_that_a_page_runs_is_there():
    for page in PAGES:
        for name in re.findall(r"-m ((?:tests|screenshots)[\w.]*)", page.read_text("utf-8")):
            assert find_spec(name), f"{page.name}: {name}"


TABLE = "set:Bob:QS QD QC; run:Bob:5S 6S JK 8S"
EXAMPLES = (
    ("solve --variant california --round 2 '4S 4H 4D 7C 8C 9C JK 2D'", "left: 2D (20 points)"),
    (f"solve --variant california --round 2 --down --table '{TABLE}' 4S", "lay off: 4S on 2 low"),
    ("variants show california", "California (california)"),
    ("variants diff california playerules", "California: "),
    ("variants keys call_cost", "call_cost (A call costs)"),
    ("variants", "rummygames: Shanghai Rummy"),
    ("variants check smiths --games 0", "smiths: good"),
    ("variants new jones --extends california --set call_cost=1", "which extends California"),
    ("variants schema", '"$defs"'),
    ("games", "left: "),
    ("verify left", "left: ok"),
    ("show left --public", "Round"),
    ("ledger", "1 finished game"),
    ("ledger --rename Ann Anna", "Anna"),
    ("deal --variant california --seats 3", "To play it: shanghai play --deal"),
    ("record over --scorecard csv", "round,contract,out,Ann"),
    ("replay over --text", "Deal 1"),
    ("completion bash", "complete"),
    ("tournament --new --variant california --players Ann,Bob,Cy,Dora,Eve --seats 4", "Eve"),
)
"""Commands that the pages show, with what they print."""


@pytest.fixture
def home(tmp_path, monkeypatch):
    put_game(tmp_path, "left", (SAVES / "3-left.jsonl").read_bytes())
    put_game(tmp_path, "over", (SAVES / "1-rummygames.jsonl").read_bytes())
    (tmp_path / "variants").mkdir()
    page = (ROOT / ".github" / "VARIANTS.md").read_text("utf-8")
    own = next(part for part in re.findall(r"```yaml\n(.*?)```", page, re.S) if "extends" in part)
    (tmp_path / "variants" / "smiths.yaml").write_text(own)
    monkeypatch.setenv("SHANGHAI_HOME", str(tmp_path))
    return tmp_path


def test_the_examples_print_what_they_promise(home, capsys):
    for typed, said in EXAMPLES:
        assert main(shlex.split(typed)) == 0, typed
        assert said in capsys.readouterr().out, typed
    assert GameIndex(home).rows


def test_the_examples_of_the_help_of_play_begin_a_game(capsys):
    (typed,) = re.findall(r"for example: shanghai (.*)", play.more_help())
    assert TABLE in solve_words.HOW_TO_ASK
    handicap = re.search(r"as (\S+);", HANDICAP)[1]
    rounds = [*re.search(r"evening: (\w+), (\w+), (\S+) .*?, (\S+), .* (\S+)$", ROUNDS).groups()]
    for each in rounds:
        words = [*shlex.split(typed), "--rounds", each, "--handicap", handicap]
        start = game_asked_for(make_parser(words).parse_args(words))
        assert [player.name for player in start.players][:2] == ["Ann", "Bob"]
        assert start.players[0].handicap.points == 10
        assert 1 <= len(start.rules.contracts) <= 10


def test_the_argument_of_the_page_is_settled(tmp_path, capsys):
    page = (ROOT / ".github" / "ARGUMENTS.md").read_text("utf-8")
    (scenario,) = re.findall(r"```yaml\n(.*?)```", page, re.S)
    (tmp_path / "argument.yaml").write_text(scenario)
    assert main(["check", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


def test_the_table_of_levels_names_each_of_them():
    from shanghai.bots.levels import LEVELS

    page = (ROOT / ".github" / "PLAYERS.md").read_text("utf-8")
    rows = re.findall(r"(?m)^\| (`.*?) \|", page)
    assert [name for row in rows for name in re.findall(r"`([\w-]+)`", row)] == [*LEVELS]


def test_the_table_of_variants_says_how_many_play():
    from shanghai.variants.library import known_variants
    from shanghai.variants.loader import load_variant

    page = (ROOT / "README.md").read_text("utf-8")
    rows = re.findall(r"(?m)^\| `([\w-]+)` \| (.*?) \| (\d+)–(\d+) \|", page)
    assert {name for name, *_ in rows} == {*known_variants()}
    for name, title, least, most in rows:
        rules = load_variant(name)
        assert (rules.min_players, rules.max_players) == (int(least), int(most))
        assert rules.name in title
