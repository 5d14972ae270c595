"""The rules that an earlier start has kept."""

import os

import msgspec
import pytest

from shanghai.commands.rules_option import chosen_rules
from shanghai.variants import cache, loader
from shanghai.variants.cache import FOLDER, cached_rules, is_shipped
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant


@pytest.fixture
def read(monkeypatch):
    """The variant files that are read, one after the other."""
    found = []
    plain = loader.load_variant
    monkeypatch.setattr(loader, "load_variant", lambda name: found.append(name) or plain(name))
    return found


@pytest.mark.parametrize("variant", known_variants())
def test_remembered_rules_are_those_of_the_file(variant, tmp_path, read):
    assert is_shipped(variant)
    assert cached_rules(variant, tmp_path) == load_variant(variant)
    assert cached_rules(variant, tmp_path) == load_variant(variant)
    assert read == [variant]


@pytest.mark.parametrize("damage", ["cut", "empty", "foreign", "other rules", "no text", "folder"])
def test_what_was_kept_is_taken_only_as_it_was_kept(damage, tmp_path, read):
    cached_rules("california", tmp_path)
    kept = tmp_path / FOLDER / "california.json"
    content = kept.read_bytes()
    if damage == "folder":
        kept.unlink()
        kept.mkdir()
    elif damage == "other rules":
        other = msgspec.json.decode(content) | {"mark": "0" * 32}
        kept.write_bytes(msgspec.json.encode(other))
    else:
        kept.write_bytes(
            {"cut": content[:-40], "empty": b"", "foreign": b"{}", "no text": b"\xff\x00"}[damage]
        )
    assert cached_rules("california", tmp_path) == load_variant("california")
    assert read == ["california", "california"]


def test_another_file_another_mark(tmp_path, monkeypatch, read):
    cached_rules("playerules", tmp_path)
    text = cache._text_of("playerules")
    monkeypatch.setattr(cache, "_text_of", lambda _: text + b"# more\n")
    cached_rules("playerules", tmp_path)
    assert read == ["playerules", "playerules"]


def test_where_nothing_can_be_kept_the_rules_are_read(tmp_path, read):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    assert cached_rules("california", blocked) == load_variant("california")
    assert blocked.read_text() == "no folder"


@pytest.mark.parametrize("text", ["", "nobody", "../variants/california", "california.yaml"])
def test_what_is_no_shipped_variant(text, tmp_path):
    assert not is_shipped(text)


def test_house_rules_are_put_over_the_rules_of_the_file(tmp_path):
    rules = chosen_rules("california", ["call_cost=1"], tmp_path)
    assert rules.call_cost == 1
    assert not os.listdir(tmp_path)
