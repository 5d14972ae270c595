"""The commands `games`, `verify` and `show`: what they print, what they keep to themselves."""

import io
import json
import os
import re
import shutil
from contextlib import contextmanager

import pytest

from shanghai.commands import working
from shanghai.commands.show import as_json
from shanghai.engine.cards import HIDDEN, label
from shanghai.engine.seats import NOBODY
from shanghai.engine.seen import view_for
from shanghai.storage import saves
from shanghai.storage.entries import state_hash
from shanghai.storage.journal import read
from shanghai.storage.saves import read_game
from shanghai.storage.writer import GameWriter
from shanghai.table.pins import TypedPin
from shanghai.words.language import in_language
from shanghai.words.view_lines import lines
from tests.saving import SAVES

LEFT = (SAVES / "1-left.jsonl").read_bytes()
NEWER = b'{"format":99,"program":"7.7"}'


@pytest.fixture
def left(tmp_path):
    """A saved game of three people in the middle of a round."""
    path = tmp_path / "games" / "sunday" / "game.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(LEFT)
    path.chmod(0o600)
    return path


def test_games_are_listed(shanghai, left, tmp_path):
    code, out, _ = shanghai("games")
    assert code == 0
    assert out.startswith("sunday: Left in the middle, ")
    assert "Ann, Bob, Zoë; round 1 of 7, 180 moves" in out
    bad = tmp_path / "games" / "bad\x1b[2J" / "game.jsonl"
    bad.parent.mkdir()
    bad.write_bytes(b"rubbish\n")
    code, out, _ = shanghai("games")
    assert code == 0
    assert "damaged" in out
    assert "\x1b" not in out
    games = json.loads(shanghai("games", "--json")[1])
    assert {game["verdict"] for game in games} == {"ok", "damaged"}
    assert not {"seed", "state"} & set(games[0])


def test_no_games_and_no_folder_are_said(shanghai, tmp_path):
    assert shanghai("games")[:2] == (0, f"No games are kept in {tmp_path}.\n")
    assert json.loads(shanghai("games", "--json")[1]) == []
    (tmp_path / "games").write_text("a file")
    code, _, err = shanghai("games")
    assert code == 3
    assert str(tmp_path) in err


def test_verify_says_ok_torn_damaged_or_newer(shanghai, left, tmp_path):
    digest = state_hash(read(LEFT).state)
    assert shanghai("verify", "sunday")[:2] == (
        0,
        f"sunday: ok, 180 moves, round 1, state {digest}\n",
    )
    assert shanghai("verify", left.parent)[0] == shanghai("verify", left)[0] == 0
    torn, damaged, newer = (tmp_path / name for name in ("torn", "damaged", "newer"))
    torn.write_bytes(LEFT[:-1])
    rows = LEFT.splitlines(keepends=True)
    damaged.write_bytes(b"".join([*rows[:9], *rows[10:]]))
    newer.write_bytes(b"6d2d5bd5 " + NEWER + b"\n")
    code, out, _ = shanghai("verify", "sunday", torn, damaged, newer, SAVES / "1-california.jsonl")
    said = out.splitlines()
    assert code == 3
    assert said[1].startswith(f"{torn}: torn, 179 moves, ")
    assert said[2].startswith(f"{damaged}: damaged, 8 moves, ")
    assert f"{damaged}, line 10: " in said[2]
    assert "ok, 157 moves, finished" in said[4]
    code, out, err = shanghai("verify", "nobody", tmp_path)
    assert code == 3
    assert "no saved game" in err
    assert "damaged" in out or "no saved game" in err


def test_a_beginning_of_an_id_is_enough_where_one_game_has_it(shanghai, left, tmp_path):
    code, out, _ = shanghai("verify", "sun")
    assert (code, out[:8]) == (0, "sun: ok,")
    shutil.copytree(left.parent, left.parent.with_name("sunset"))
    code, _, err = shanghai("verify", "sun")
    assert code == 3
    assert "Several saved games begin with 'sun': sunday, sunset." in err
    assert shanghai("verify", "sund")[0] == 0


def test_a_name_that_nobody_has_leads_on(shanghai, left):
    code, _, err = shanghai("show", "sunday", "--as", "An")
    assert code == 2
    assert "Did you mean Ann?" in err


def test_verify_rescues_what_is_sound(shanghai, tmp_path):
    damaged = tmp_path / "damaged"
    damaged.write_bytes(LEFT.replace(b'"n":50,', b'"n":51,'))
    before = damaged.read_bytes()
    code, out, _ = shanghai("verify", damaged, "--rescue")
    assert code == 3
    made = out.split()[-1].rstrip(".")
    assert damaged.read_bytes() == before
    assert shanghai("verify", made)[0] == 0
    assert "49 moves" in shanghai("games")[1]


def test_newer_games_are_left_alone(shanghai, tmp_path):
    import zlib

    newer = tmp_path / "newer"
    newer.write_bytes(b"%08x %s\n" % (zlib.crc32(NEWER), NEWER))
    code, out, _ = shanghai("verify", newer, "--rescue")
    assert code == 3
    assert "newer" in out
    assert "7.7" in out
    code, _, err = shanghai("show", newer, "--public")
    assert code == 3
    assert "7.7" in err


def cards_of(state, seat):
    return sorted(map(label, state.seats[seat].hand))


def test_show_tells_a_seat_its_own_hand_alone(shanghai, left):
    state = read(LEFT).state
    for name in ("--public", "Ann", "Bob", "Zoë"):
        who = (name,) if name == "--public" else ("--as", name)
        shown = json.loads(shanghai("show", "sunday", *who, "--json")[1])
        for seat, told in enumerate(shown["seats"]):
            assert told["cards"] == len(state.seats[seat].hand)
            own = told["name"] == name
            assert (sorted(told["hand"]) if own else told["hand"]) == (
                cards_of(state, seat) if own else None
            )
        assert "seed" not in shown
        code, text, _ = shanghai("show", "sunday", *who)
        assert code == 0
        assert text.isascii() or "ë" in text
        assert text.count("(") == (name != "--public")


def test_a_view_says_the_same_whatever_is_hidden():
    """The lines follow from the view, in which nothing hidden is left (ALL-13)."""
    for path in sorted(SAVES.iterdir()):
        found = read_game(path)
        for part in range(20, len(found.entries), 110):
            whole = path.read_bytes().splitlines(keepends=True)
            at = read(b"".join(whole[: part + 1]))
            for viewer in range(NOBODY, at.state.players):
                view = view_for(at.state, viewer)
                assert set(view.stock) <= {HIDDEN}
                assert [*lines(view, at.log)]
                assert as_json(view)["stock"] == len(at.state.stock)
                masked = [entry for entry in lines(view, at.log) if "draws" in entry]
                for said in (said for entry in masked for said in re.split("[.:;] ", entry)):
                    own = view.seats[viewer].name if viewer != NOBODY else "-"
                    if re.search("draws (?!a card from the (stock|hand))", said):
                        assert own in said


def test_show_refuses_strangers_and_broken_games(shanghai, left, tmp_path):
    code, out, err = shanghai("show", "sunday", "--as", "Nobody")
    assert (code, out) == (2, "")
    assert "Nobody" in err
    assert shanghai("show", "other", "--public")[0] == 3
    rows = LEFT.splitlines(keepends=True)
    left.write_bytes(b"".join([*rows[:9], *rows[10:]]))
    code, out, err = shanghai("show", "sunday", "--public")
    assert (code, out) == (3, "")
    assert "line 10" in err
    left.write_bytes(LEFT[:-4])
    code, out, err = shanghai("show", "sunday", "--public")
    assert code == 0
    assert "torn" in err
    assert out


def test_the_seed_is_told_of_a_finished_game_alone(shanghai, left):
    finished = SAVES / "1-grandma-davis.jsonl"
    assert "Seed" not in shanghai("show", "sunday", "--public", "--reveal")[1]
    assert "Seed" not in shanghai("show", finished, "--public")[1]
    assert "Seed: 6" in shanghai("show", finished, "--public", "--reveal")[1]
    shown = json.loads(shanghai("show", finished, "--public", "--json")[1])
    assert shown["phase"] == "game over"
    assert shown["winners"]


def test_show_asks_the_pin_of_a_game_that_is_left(shanghai, left, monkeypatch):
    writer, host, _ = GameWriter.resume(left)
    host.set_pin(0, TypedPin("73190"))
    writer.close()

    def run(typed, *words):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed)))
        return shanghai("show", "sunday", *words)

    for typed in (b"", b"\n", b"73191\n"):
        code, out, err = run(typed, "--as", "Ann")
        assert (code, out) == (1, "")
        assert "not the PIN" in err
        assert "7319" not in err
    code, out, _ = run(b"73190\n", "--as", "Ann", "--json")
    assert code == 0
    assert json.loads(out)["seats"][0]["hand"]
    assert run(b"", "--as", "Bob")[0] == 0
    code, out, _ = run(b"", "--public")
    assert "Ann's hand has a PIN now." in out


def test_the_bar_counts_in_the_language_of_who_reads_it(monkeypatch):
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stderr", terminal)
    with in_language("de"), working.progress_bar("game") as update:
        update(1, 2)
    assert "Spiele" in terminal.getvalue()


@pytest.mark.parametrize("command", ["games", "ledger"])
def test_a_bar_shows_how_many_of_many_games_are_read(command, shanghai, left, monkeypatch):
    steps = []
    named = []

    @contextmanager
    def bar(what):
        named.append(what)
        yield lambda *step: steps.append(step)

    monkeypatch.setattr(working, "progress_bar", bar)
    assert shanghai(command)[0] == 0
    assert named == []
    monkeypatch.setattr(saves, "MANY", 1)
    # One process alone: none has to be started.
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    os.utime(left, (7, 7))
    assert shanghai(command)[0] == 0
    assert (named, steps) == (["game"], [(1, 1)])
    assert shanghai(command)[0] == 0
    assert len(steps) == 1
