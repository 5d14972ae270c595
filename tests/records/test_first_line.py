"""What the first line of a game says of its cards: each field is bound, listed, or of no weight.

The chain of a file has no secret, so anybody can change the first line and make all sums good. Then
`prove` must find a fault, call the cards known, or list what was changed.
"""

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import pytest
from msgspec import Struct, structs

from shanghai.__main__ import main
from shanghai.bots.pool import simplest
from shanghai.engine.handicap import Handicap
from shanghai.engine.rules import Rules
from shanghai.engine.state import Phase
from shanghai.records.proof import Proof, prove
from shanghai.storage.archive import archive
from shanghai.storage.entries import Header, Terms
from shanghai.storage.saves import finder, read_game
from shanghai.storage.verdict import FORMAT, JournalVerdict
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import CardSource, HashedChance, dealer_draws, hash_of, who_cuts
from shanghai.table.host import Host, Player
from shanghai.variants.deal_code import CUT, code_of
from shanghai.variants.loader import load_variant
from shanghai.words import proof as words
from tests import fair_cards
from tests.long import some
from tests.records.test_planted import good
from tests.records.test_proof import lines_of, write_lines
from tests.saving import SAVES, clock, lean, put_game

VARIANT = "playerules"
SEATS = (
    Player("Ann", "simple", Handicap(calls=1)),
    Player("Bob", "", Handicap(points=5)),
    Player("Cy"),
)
KINDS = ("fair", "again", "code", "seed")
"""Where the cards of a game come from; nobody knew those of the first kind."""
HARMLESS = {"program", "title", "format", "computers", "terms.known_seed"}
"""Fields that may be changed unseen where the cards were known: the verdict stays, and none of them
decides anything. Other moves than those of the computers of today are counted."""


@dataclass
class Kept:
    """A finished game in a data folder."""

    data: Path
    writer: GameWriter
    host: Host

    @property
    def id(self) -> str:
        return self.writer.id

    @property
    def lines(self) -> list[dict]:
        return lines_of(self.writer.path)


def play(
    data: Path,
    kind: str,
    source: Kept | None = None,
    seed: int = 9,
    seats: Sequence[Player] = SEATS,
) -> Kept:
    """A game of one round whose cards come from where the kind says, kept in a data folder."""
    terms, cards = Terms(series="a-series"), CardSource(seed)
    if kind == "code":
        terms = structs.replace(terms, code=code_of(load_variant(VARIANT), len(SEATS), seed))
        cards = structs.replace(cards, cuts=(CUT,))
    elif kind == "again":
        terms, first = structs.replace(terms, again=source.id), source.host
        cards = CardSource(first.seed, cuts=first.cuts, root=first.card_source.root)
    host = Host(lean(VARIANT, 1), seats, structs.replace(cards, is_fair=kind != "seed"))
    writer = GameWriter.begin(data, host, "A title", clock, terms)
    while host.state.phase is not Phase.GAME_OVER:
        if host.awaits_cut:
            host.cut_cards(417)
        if host.state.phase is Phase.SEATING:
            host.draw_for_dealer()
        elif host.state.phase in (Phase.DEALING, Phase.THROWN_IN):
            host.deal()
        else:
            host.do(host.bot_action() or simplest(host.state, host.state.turn))
    writer.close()
    return Kept(data, writer, host)


@pytest.fixture(scope="module")
def games(tmp_path_factory) -> dict[str, Kept]:
    """A game of each kind, in one data folder."""
    data = tmp_path_factory.mktemp("first-line")
    fair = play(data, "fair")
    return {"fair": fair, **{kind: play(data, kind, fair) for kind in KINDS[1:]}}


def fields_of(struct: type[Struct], path: str = "") -> Iterator[str]:
    """The paths of all fields of a struct, and of those inside; the rules are one field."""
    for each in structs.fields(struct):
        inner = next((kind for kind in (each.type, *get_args(each.type)) if is_struct(kind)), None)
        if inner is None or inner is Rules:
            yield f"{path}{each.name}"
        else:
            yield from fields_of(inner, f"{path}{each.name}.")


def is_struct(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


Change = Callable[[dict], object]
CHANGES: dict[str, list[Change]] = {
    "format": [lambda first, number=number: first.update(format=number) for number in range(1, 6)],
    "program": [lambda first: first.update(program="0.0.1")],
    "title": [lambda first: first.update(title="Another")],
    "created": [lambda first: first.update(created="2031-07-02T20:15:00+00:00")],
    "seed": [lambda first: first.update(seed="4"), lambda first: first.update(seed="9 9")],
    "players.name": [
        lambda first: first["players"][0].update(name="Anna"),
        lambda first: first["players"].reverse(),
    ],
    "players.bot": [
        lambda first: first["players"][0].update(bot=""),
        lambda first: first["players"][0].update(bot="guest"),
        lambda first: first["players"][2].update(bot="simple"),
    ],
    "rules": [lambda first: first["rules"].update(joker_points=5)],
    "fingerprint": [
        lambda first: first.update(fingerprint=""),
        lambda first: first.update(fingerprint=64 * "a"),
    ],
    "computers": [
        lambda first: first.update(computers=""),
        lambda first: first.update(computers=first["computers"].replace(":", ":9")),
    ],
    "terms.series": [lambda first: first["terms"].update(series="another")],
    "terms.code": [
        lambda first: first["terms"].update(code="another"),
        lambda first: first["terms"].update(
            code=code_of(load_variant(VARIANT), len(SEATS), 77), known_seed=True
        ),
    ],
    "terms.known_seed": [
        lambda first: first["terms"].update(known_seed=not first["terms"].get("known_seed"))
    ],
    "terms.handicaps.calls": [lambda first: first["terms"]["handicaps"][0].update(calls=2)],
    "terms.handicaps.points": [lambda first: first["terms"]["handicaps"][0].update(points=50)],
    "terms.handicaps.cards": [lambda first: first["terms"]["handicaps"][0].update(cards=-1)],
    "terms.handicaps.hints": [lambda first: first["terms"]["handicaps"][0].update(hints=True)],
    "terms.root": [
        lambda first: first["terms"].update(root=64 * "b"),
        lambda first: first["terms"].update(root=first["fingerprint"] or 64 * "c", known_seed=True),
        lambda first: first["terms"].update(root="a b", known_seed=True),
    ],
    "terms.again": [
        lambda first: first["terms"].update(again="another"),
        lambda first: first["terms"].update(again="../games"),
    ],
    "terms.cut_twice": [
        lambda first: first["terms"].update(cut_twice=not first["terms"].get("cut_twice"))
    ],
}
"""What somebody might make of each field of the first line."""


def proof_of(lines: list[dict], path: Path, data: Path, *, bound: bool = True) -> Proof | None:
    """The proof of changed lines, all their sums made good, the fingerprint too if they are to be
    `bound` to it; None where they are no whole game."""
    read = good(lines, path, bound=bound)
    is_whole = read.header is not None and read.verdict is JournalVerdict.OK
    return prove(read, find=finder(data)) if is_whole else None


def told(proof: Proof) -> tuple[str, ...]:
    """What a proof says, but for the sums of the whole file."""
    sums = ("Witness", "Fingerprint")
    return tuple(fact for fact in proof.facts if not fact.startswith(sums))


def test_every_field_of_the_first_line_has_its_changes():
    assert {*CHANGES} == {*fields_of(Header)}


@pytest.mark.parametrize("kind", KINDS)
def test_the_games_themselves_hold(kind, games, tmp_path, capsys):
    game = games[kind]
    proof = proof_of(game.lines, tmp_path / "game.jsonl", game.data)
    assert (proof.faults, proof.is_known) == ((), kind != "fair")
    assert main(["prove", str(game.writer.path)]) == (0 if kind == "fair" else 1)
    verdict = "proved" if kind == "fair" else "holds, but the cards were known"
    assert capsys.readouterr().out.splitlines()[0] == verdict
    assert fair_cards.faults(game.writer.path) == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_fingerprint_that_is_shown_is_that_of_the_first_line(kind, games):
    game = games[kind]
    writer, resumed, _ = GameWriter.resume(game.writer.path, clock)
    writer.close()
    assert game.lines[0]["fingerprint"] == game.host.fingerprint == resumed.fingerprint
    assert bool(resumed.fingerprint) == (kind != "seed")


CASES = [(kind, name) for kind in KINDS for name in CHANGES]


@pytest.mark.parametrize(("kind", "name"), some(CASES, len(CHANGES)))
def test_no_changed_field_of_a_first_line_is_proved_unseen(kind, name, games, tmp_path):
    game = games[kind]
    before = prove(read_game(game.writer.path), find=finder(game.data))
    for change in CHANGES[name]:
        lines = copy.deepcopy(game.lines)
        change(lines[0])
        if lines == game.lines:
            continue
        is_bound = name != "fingerprint"
        proof = proof_of(lines, tmp_path / "game.jsonl", game.data, bound=is_bound)
        if proof is None or proof.faults:
            continue
        assert proof.is_known, "what nobody could know is bound by the fingerprint"
        assert told(proof) != told(before) or (name in HARMLESS and before.is_known)


def rule_changes(rules: dict) -> Iterator[tuple[str, dict]]:
    """The rules with one field changed, for each of their fields; by the name of the field."""
    for each in structs.fields(Rules):
        before = rules.get(each.name, each.default)
        for value in others(before):
            if value != before:
                yield each.name, rules | {each.name: value}


def others(value: object) -> Iterator[object]:
    """Values that somebody might put in the place of another."""
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, max(0, value - 1))
        case str():
            yield from (f"{value}x", "any", "never", "first")
        case [first, *_]:
            yield from ([*value, first], value[:-1])
            yield from ([other, *value[1:]] for other in others(first))
        case dict() if value:
            yield from ({**value, key: new} for key in value for new in others(value[key]))
        case _:
            yield from (1, True, "any", [1], ["7"], {"7": 1})


UNSEEN_RULES = {"id", "name", "summary", "text", "words", "minutes", "sources", "house_rules"}
"""What stands with the rules and is none: names, texts, and how long an evening takes."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["fair", "again"])
def test_no_changed_rule_is_proved_unseen(kind, games, tmp_path):
    game = games[kind]
    before = told(prove(read_game(game.writer.path), find=finder(game.data)))
    lines, seen = game.lines, set()
    for name, rules in rule_changes(game.lines[0]["rules"]):
        changed = [{**lines[0], "rules": rules}, *copy.deepcopy(lines[1:])]
        proof = proof_of(changed, tmp_path / "game.jsonl", game.data)
        if proof is None or proof.faults:
            seen.add(name)
            continue
        assert proof.is_known
        assert told(proof) != before or name in UNSEEN_RULES, (name, rules[name])
        seen.add(name)
    assert seen == {each.name for each in structs.fields(Rules)}


CLAIMS = {
    "a root that is its own": lambda first: {"root": first["fingerprint"]},
    "no root": lambda first: {},
    "itself": lambda first: {"root": first["fingerprint"], "again": "self"},
}


@pytest.fixture(scope="module")
def close(tmp_path_factory) -> Kept:
    """A game in which Cy would have won with a handicap of 50 points."""
    data = tmp_path_factory.mktemp("close")
    seats = (*SEATS[:2], Player("Cy", "simple"))
    played = (play(data, "fair", seed=seed, seats=seats) for seed in range(40))
    return next(game for game in played if 0 < game.host.state.seats[2].score < 50)


@pytest.mark.parametrize("what", CLAIMS)
def test_a_winner_that_was_changed_by_a_handicap_is_never_proved(what, close, tmp_path, capsys):
    """With all sums good, and the cards said to be those of the game itself."""
    lines = close.lines
    first = lines[0]
    first["terms"] |= {"known_seed": True, **CLAIMS[what](first)}
    first["terms"]["handicaps"] = [{"calls": 1}, {}, {"points": 50}]
    path = tmp_path / "games" / "self" / "game.jsonl"
    path.parent.mkdir(parents=True)
    read = good(lines, path)
    if what != "no root":
        assert read.verdict is JournalVerdict.OK
        assert read.state.winners == (2,) != close.host.state.winners
    assert main(["prove", str(path), "--data-dir", str(tmp_path)]) == 1
    verdict = capsys.readouterr().out.splitlines()
    assert "proved" not in verdict
    assert ("not proved" in verdict) == (what != "a root that is its own")
    assert "Cy has a handicap: 50 points off a round." in verdict


def test_the_game_that_cards_come_from_is_named_and_laid_beside(games, capsys):
    fair, again = games["fair"], games["again"]
    assert again.lines[0]["terms"]["again"] == fair.id
    main(["prove", str(again.writer.path)])
    out = capsys.readouterr().out
    assert words.KNOWN_BY_GAME(game=fair.id) in out
    assert words.SAME_AS_GAME(game=fair.id, deals=1) in out
    main(["prove", str(games["code"].writer.path)])
    assert words.KNOWN_BY_CODE(code=games["code"].lines[0]["terms"]["code"]) in (
        capsys.readouterr().out
    )
    main(["prove", str(games["seed"].writer.path)])
    assert words.KNOWN_BY_SEED in capsys.readouterr().out


def test_names_in_a_first_line_are_cut_where_they_are_shown(games, tmp_path):
    lines = games["again"].lines
    lines[0]["terms"] |= {"again": 9000 * "a", "code": 9000 * "c", "series": 9000 * "e"}
    proof = proof_of(lines, tmp_path / "game.jsonl", tmp_path)
    assert max(map(len, (*proof.facts, *proof.faults))) < 500


def test_a_game_that_was_put_away_is_found_and_one_that_is_gone_is_said(tmp_path):
    fair = play(tmp_path, "fair")
    again = read_game(play(tmp_path, "again", fair).writer.path)
    archive(tmp_path, fair.id)
    same = words.SAME_AS_GAME(game=fair.id, deals=1)
    assert same in prove(again, find=finder(tmp_path)).facts
    gone = prove(again, find=finder(tmp_path / "games"))
    assert words.GAME_NOT_SAVED(game=fair.id) in gone.facts
    assert (gone.faults, gone.is_known) == ((), True)


def test_another_game_is_not_the_one_that_cards_come_from(tmp_path, games):
    fair = play(tmp_path, "fair", seed=8)
    lines = games["again"].lines
    lines[0]["terms"]["again"] = fair.id
    proof = proof_of(lines, tmp_path / "game.jsonl", tmp_path)
    assert proof.faults[-1] == words.OTHER_GAME(game=fair.id)


def test_cards_that_are_not_dealt_yet_are_told_from_those_of_another_game(tmp_path, games):
    fair = play(tmp_path, "fair", seed=8)
    lines = games["again"].lines[:1]
    lines[0]["terms"]["again"] = fair.id
    assert proof_of(lines, tmp_path / "game.jsonl", tmp_path).faults == (
        words.OTHER_GAME(game=fair.id),
    )


def test_a_deal_that_was_changed_in_the_game_that_cards_come_from_shows(tmp_path, games):
    lines = games["fair"].lines[:4]
    order = lines[3]["action"]["order"]
    order[-1], order[-2] = order[-2], order[-1]
    path = put_game(tmp_path, games["fair"].id, b"")
    assert good(lines, path, bound=False).verdict is JournalVerdict.OK
    proof = prove(read_game(games["again"].writer.path), find=finder(tmp_path))
    assert proof.faults == (words.OTHER_GAME(game=games["fair"].id),)


def test_a_seed_that_was_named_is_known_whatever_the_first_line_says(tmp_path, games):
    lines = games["seed"].lines
    lines[0]["terms"]["known_seed"] = False
    for number in (5, FORMAT):
        lines[0]["format"] = number
        assert proof_of(lines, tmp_path / "game.jsonl", tmp_path).is_known


@pytest.mark.parametrize("seats", [3, 4])
def test_another_deal_code_is_not_that_of_the_cards(seats, tmp_path, games):
    lines = games["code"].lines
    code = code_of(load_variant(VARIANT), seats, 9 + (seats == 3))
    lines[0]["terms"]["code"] = code
    proof = proof_of(lines, tmp_path / "game.jsonl", tmp_path)
    assert proof.faults == (words.OTHER_CODE(code=code),)


@pytest.mark.parametrize(
    ("kind", "field", "terms"),
    [
        ("fair", "code", {"code": "x"}),
        ("fair", "again", {"again": "x"}),
        ("seed", "root", {"root": 64 * "a"}),
        ("code", "cut_twice", {"cut_twice": True}),
    ],
)
def test_a_first_line_that_contradicts_itself_is_a_fault(kind, field, terms, games, tmp_path):
    lines = games[kind].lines[:1]
    lines[0]["terms"] |= terms
    proof = proof_of(lines, tmp_path / "game.jsonl", tmp_path)
    assert words.CONTRADICTS(field=field) in proof.faults


def test_cards_of_a_game_that_was_cut_twice_are_played_again(tmp_path):
    """A game in format 5 that is gone on with has two cuts, and so have its cards."""
    fair = frozen_in_format_5(tmp_path)
    writer, host, _ = GameWriter.resume(fair, clock)
    writer.close()
    terms = Terms(again=writer.id)
    cards = structs.replace(host.card_source, cuts=host.cuts)
    second = Host(host.state.game_rules, SEATS, cards)
    again = GameWriter.begin(tmp_path, second, "", clock, terms)
    second.draw_for_dealer()
    second.deal()
    again.close()
    assert len(second.cuts) == 2
    proof = prove(read_game(again.path), find=finder(tmp_path))
    assert proof.faults == ()
    assert words.SAME_AS_GAME(game=writer.id, deals=1) in proof.facts
    assert fair_cards.faults(again.path) == []


def frozen_in_format_5(data: Path) -> Path:
    """The sample of format 5 as a game of a data folder."""
    return put_game(data, "five", (SAVES / "5-cut.jsonl").read_bytes())


def test_a_seed_with_a_root_in_it_is_no_seed(tmp_path):
    """Without that a game of today could be told as one of format 4, which binds no first line."""
    forged = next(filter(None, (as_format_4(tmp_path, seed) for seed in range(40))))
    read = read_game(forged)
    assert read.verdict is JournalVerdict.OK
    assert prove(read).faults == (words.NO_SEED,)
    assert fair_cards.faults(forged)


def as_format_4(data: Path, seed: int) -> Path | None:
    """A game told as one of format 4, whose seed is the seed and the root, where it can be."""
    host = Host(lean(VARIANT, 1), SEATS, CardSource(seed, is_fair=True))
    writer = GameWriter.begin(data, host, "", clock)
    host.cut_cards(seed)
    host.draw_for_dealer()
    host.deal()
    writer.close()
    first, cut, draw, deal = lines_of(writer.path)
    cut["seat"] = who_cuts(host.state, host.is_bot)
    first["seed"] = f"{first['seed']} {first['fingerprint']}"
    first |= {"format": 4, "fingerprint": hash_of(first["seed"])}
    naturals = [card for card in host.state.rules.cards(3) if card % 53 != 52]
    order = HashedChance(first["seed"]).order(naturals, "dealer 1")
    draw["action"]["draws"] = dealer_draws(order, 3, first=True)
    good([first, draw, cut, deal], writer.path, bound=False)
    read = read_game(writer.path)
    return writer.path if read.state.dealer == host.state.dealer else None


@pytest.mark.parametrize(
    ("name", "number", "change"),
    [
        ("handicaps", 3, lambda first: None),
        ("terms", 2, lambda first: first["terms"].pop("handicaps")),
        ("root", 4, lambda first: first["terms"].update(root=64 * "a", known_seed=True)),
    ],
)
def test_what_a_format_did_not_have_is_a_fault(name, number, change, games, tmp_path):
    lines = games["seed"].lines
    lines[0]["format"] = number
    change(lines[0])
    proof = prove(good(lines, tmp_path / "game.jsonl"))
    assert words.NOT_IN_FORMAT(field=name, format=number) in proof.faults


@pytest.mark.parametrize("kind", KINDS)
def test_the_second_program_knows_which_cards_were_known(kind, games):
    game, fair = games[kind], games["fair"]
    assert fair_cards.are_known(game.lines[0]) == (kind != "fair")
    is_same = fair_cards.have_same_cards(game.writer.path, fair.writer.path)
    assert is_same == (kind in ("fair", "again"))


@pytest.mark.parametrize("kind", ["fair", "again", "code"])
def test_the_second_program_misses_the_cut(kind, games, tmp_path):
    lines = [line for line in games[kind].lines if line.get("type") != "cut"]
    write_lines(tmp_path / "game.jsonl", lines)
    found = fair_cards.faults(tmp_path / "game.jsonl")
    assert any("not cut as they should be" in fault for fault in found)
