"""The rules that an earlier start has kept."""

import os
from random import Random

import pytest

from shanghai.commands.rules_option import chosen_rules
from shanghai.variants import cache, loader
from shanghai.variants.cache import FOLDER, cached_rules, is_shipped
from shanghai.variants.library import known_variants, more_variants
from shanghai.variants.loader import load_variant


@pytest.fixture
def read(monkeypatch):
    """The variant files that are read, one after the other."""
    found = []
    plain = loader.load_variant
    monkeypatch.setattr(loader, "load_variant", lambda name: found.append(name) or plain(name))
    return found


@pytest.fixture
def kept(tmp_path):
    """The cache of one variant."""
    cached_rules("california", tmp_path)
    return tmp_path / FOLDER / "california.json"


@pytest.mark.parametrize("variant", [*known_variants(), *more_variants()])
def test_remembered_rules_are_those_of_the_file(variant, tmp_path, read):
    assert is_shipped(variant)
    assert cached_rules(variant, tmp_path) == load_variant(variant)
    assert cached_rules(variant, tmp_path) == load_variant(variant)
    assert read == [variant]


def assert_made_again(kept, read):
    """What lies there is dropped in silence, and right rules take its place."""
    data = kept.parent.parent
    assert cached_rules("california", data) == load_variant("california")
    assert cached_rules("california", data) == load_variant("california")
    assert read[:1] == ["california"]


def test_no_bit_of_it_changes_unseen(kept, tmp_path, read):
    whole = kept.read_bytes()
    for at in Random(7).sample(range(len(whole) * 8), 300):
        changed = bytearray(whole)
        changed[at // 8] ^= 1 << at % 8
        kept.write_bytes(changed)
        read.clear()
        assert cached_rules("california", tmp_path) == load_variant("california")
        assert read == ["california"]
        assert kept.read_bytes() == whole


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"{}", b"\xff\x00", b"[" * 100_000, b"0" * 32 + b"\n" + b"[" * 100_000),
        *(b"x" * 300_000, b'{"mark":"x","rules":{}}'),
    ],
)
def test_what_is_no_cache_is_made_again(content, kept, read):
    kept.write_bytes(content)
    assert_made_again(kept, read)


def test_half_a_cache_and_that_of_another_variant_are_made_again(kept, tmp_path, read):
    kept.write_bytes(kept.read_bytes()[:-40])
    assert_made_again(kept, read)
    cached_rules("playerules", tmp_path)
    os.replace(kept.with_name("playerules.json"), kept)
    read.clear()
    assert cached_rules("california", tmp_path) == load_variant("california")


@pytest.mark.parametrize("plant", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_file_is_never_waited_for(plant, tmp_path):
    (tmp_path / FOLDER).mkdir()
    plant(tmp_path / FOLDER / "california.json")
    assert cached_rules("california", tmp_path) == load_variant("california")


@pytest.mark.parametrize("room", ["engine", "words", "variants", "yamlio"])
def test_a_change_in_any_module_that_makes_rules_is_seen(room, monkeypatch, tmp_path):
    copy = tmp_path / "shanghai"
    for name in cache._MAKERS:
        (copy / name).mkdir(parents=True, exist_ok=True)
        (copy / name / "module.py").write_text("x = 1\n")
    monkeypatch.setattr(cache, "_SHANGHAI", copy)
    before = cache._sources("california")
    assert cache._sources("california") == before
    (copy / room / "module.py").write_text("x = 10\n")
    assert cache._sources("california") != before


def test_the_modules_that_read_a_variant_are_among_those_looked_at():
    looked_at = {f"{path.parent.name}/{path.name}" for path in cache._modules()}
    assert looked_at >= {
        *("engine/rules.py", "parameters/checks.py", "variants/loader.py"),
        *("variants/building.py", "yamlio/reader.py", "yamlio/schema_reader.py"),
        *("words/sanitize.py", "words/cells.py", "storage/yaml_file.py"),
    }


def test_a_change_in_any_shipped_file_is_seen(monkeypatch, tmp_path):
    (tmp_path / "california.yaml").write_text("a: 1\n")
    monkeypatch.setattr(cache, "_FOLDERS", (tmp_path,))
    before = cache._sources("california")
    (tmp_path / "california.yaml").write_text("a: 2\n")
    assert cache._sources("california") != before


def test_where_nothing_can_be_kept_the_rules_are_read(tmp_path, read):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    assert cached_rules("california", blocked) == load_variant("california")
    assert blocked.read_text() == "no folder"


@pytest.mark.parametrize("text", ["", "nobody", "../variants/california", "california.yaml"])
def test_what_is_no_shipped_variant(text, tmp_path):
    assert not is_shipped(text)


def test_house_rules_are_put_over_the_rules_of_the_file(tmp_path):
    rules = chosen_rules("california", ["call_cost=1"], tmp_path, tmp_path)
    assert rules.call_cost == 1
    assert not os.listdir(tmp_path)
