"""Plain files: what is opened at all, and what is on the disk when it counts as written."""

import os
import sys
from pathlib import Path

import pytest

from shanghai.storage import files
from shanghai.storage.files import open_or_create, open_to_append, read_plain, write_file
from shanghai.variants.library import read_yaml_file
from shanghai.yamlio.reader import Faults

REFUSED = "no regular file|it is a link|Too many levels|No such file|no path"


def odd_places(folder: Path) -> list[Path]:
    """A folder, a pipe, a device, a link to itself, a missing file and no path at all."""
    (folder / "loop").symlink_to(folder / "loop")
    os.mkfifo(folder / "pipe")
    return [
        *(folder, folder / "pipe", Path("/dev/zero"), Path("/dev/tty")),
        *(folder / "loop", folder / "none", Path("a\0b")),
    ]


def test_only_a_regular_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(b"a: 1")
    assert read_plain(file, 4) == b"a: 1"
    with pytest.raises(OSError, match="larger than"):
        read_plain(file, 3)
    for path in odd_places(tmp_path):
        for opened in (lambda at: read_plain(at, 9), open_to_append):
            with pytest.raises(OSError, match=REFUSED):
                opened(path)


def test_a_link_is_followed_only_where_that_is_meant(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    link = tmp_path / "link"
    link.symlink_to("file")
    assert read_plain(link, 9) == b"x"
    for opened in (lambda at: read_plain(at, 9, follow=False), open_to_append, open_or_create):
        with pytest.raises(OSError, match="link"):
            opened(link)


def test_a_device_is_never_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    monkeypatch.setattr(files.os, "open", lambda path, *_: opened.append(path))
    for path in odd_places(tmp_path):
        with pytest.raises(OSError, match=REFUSED):
            read_plain(path, 9)
    assert opened == []


def test_a_file_is_written_whole_and_its_folders_with_it(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file"
    write_file(path, b"old")
    write_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert [each.name for each in path.parent.iterdir()] == ["file"]
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700


def test_what_cannot_be_written_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    write_file(path, b"old")

    def fail(*_: object) -> int:
        raise OSError(28, "No space left on device")

    for name in ("write", "fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(files.os, name, fail)
            with pytest.raises(OSError, match="No space"):
                write_file(path, b"new")
        assert path.read_bytes() == b"old"
        assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_a_planted_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("mine")
    path = tmp_path / "file"
    path.symlink_to(other)
    write_file(path, b"new")
    assert other.read_text() == "mine"
    assert not path.is_symlink()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fcntl")
def test_macos_is_asked_to_empty_the_memory_of_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    asked = []
    monkeypatch.setattr(files.sys, "platform", "darwin")
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", lambda _, command: asked.append(command))
    write_file(tmp_path / "file", b"x")
    assert asked == [51]

    def refuse(*_: object) -> None:
        raise OSError(25, "Inappropriate ioctl for device")

    synced = []
    monkeypatch.setattr(fcntl, "fcntl", refuse)
    monkeypatch.setattr(files.os, "fsync", synced.append)
    write_file(tmp_path / "file", b"x")
    assert len(synced) == 2


def test_yaml_files_are_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"a: 1")
    assert read_yaml_file(tmp_path / "a.yaml") == b"a: 1"
    for path in odd_places(tmp_path):
        with pytest.raises(Faults, match="cannot be read: "):
            read_yaml_file(path)
