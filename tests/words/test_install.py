import tomllib
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from shanghai.words.commands import install_command

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))


@pytest.mark.parametrize("extra", ["web", "cluster", "playouts"])
def test_what_an_extra_needs_is_told_by_names_that_pip_knows(extra):
    needed = PROJECT["project"]["optional-dependencies"][extra]
    command = install_command(extra)
    assert command.startswith("pip install ")
    assert all(line.partition(">")[0] in command for line in needed)
    assert "shanghai" not in command


def test_a_copy_that_is_not_installed_names_the_extra(monkeypatch):
    def missing(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.requires", missing)
    assert install_command("web") == "pip install '.[web]'"
