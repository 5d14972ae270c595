import os

import pytest

from shanghai.engine.handicap import Player
from shanghai.storage import settings
from shanghai.storage.settings import Settings


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 5000, b'{"theme": 3}', b"{" + b" " * 70000],
)
def test_a_damaged_file_gives_what_holds_at_first(tmp_path, data):
    (tmp_path / settings.SETTINGS).write_bytes(data)
    assert settings.load(tmp_path) == Settings()


def test_one_bad_field_harms_no_other(tmp_path):
    text = (
        '{"theme": "neon", "ascii": true, "call_seconds": -1, "new": 1,'
        ' "names": ["Ann", "\\u202e"], "think": "for ever", "hints": false,'
        ' "no_hints": ["Bob\\u0007", 3], "no_needs": ["C\\u200dy"],'
        ' "seats": [{"name": " Bob\\n", "bot": "simple"}]}'
    )
    (tmp_path / settings.SETTINGS).write_text(text)
    kept = settings.load(tmp_path)
    seats = (Player("Bob", "simple"),)
    assert kept == Settings(ascii=True, names=("Ann",), seats=seats, hints=False, no_needs=("Cy",))


def test_what_is_kept_is_read_again_by_nobody_else(tmp_path):
    folder = tmp_path / "new" / "data"
    kept = Settings(theme="contrast", names=("Ann", "Zoë"), seats=(Player("Ann"),))
    settings.save(folder, kept)
    settings.save(folder, kept)
    assert settings.load(folder) == kept
    assert [path.name for path in folder.iterdir()] == [settings.SETTINGS]
    assert os.stat(folder / settings.SETTINGS).st_mode & 0o777 == 0o600
    assert os.stat(folder).st_mode & 0o777 == 0o700


@pytest.mark.parametrize("plant", [os.mkfifo, os.mkdir, lambda path: os.symlink("/dev/zero", path)])
def test_what_is_no_file_in_their_place_neither_hangs_nor_harms(tmp_path, plant):
    plant(tmp_path / settings.SETTINGS)
    assert settings.load(tmp_path) == Settings()


def test_whatever_the_mask_what_is_kept_can_be_read(tmp_path):
    before = os.umask(0o777)
    try:
        settings.save(tmp_path, Settings(theme="contrast"))
    finally:
        os.umask(before)
    assert os.stat(tmp_path / settings.SETTINGS).st_mode & 0o777 == 0o600
