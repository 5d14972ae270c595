"""The line that installs what is missing, for each way in which the game may be installed."""

import os
import shlex
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from shanghai.words.installing import install_command, shell_lines

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))


@pytest.fixture
def environment(tmp_path, monkeypatch):
    """Makes the game look as if it were installed in an environment of this path."""

    def installed(*parts):
        folder = tmp_path.joinpath(*parts)
        folder.joinpath("bin").mkdir(parents=True)
        monkeypatch.setattr(sys, "prefix", str(folder))
        monkeypatch.setattr(sys, "executable", str(folder / "bin/python"))
        return folder

    return installed


@pytest.mark.parametrize("extra", ["web", "cluster", "full"])
def test_what_an_extra_needs_is_told_by_names_that_pip_knows(extra):
    needed = PROJECT["project"]["optional-dependencies"][extra]
    command = install_command(extra)
    assert needed
    assert all(line.partition(">")[0] in command for line in needed)
    assert "shanghai-rummy" not in command


def test_pip_is_that_of_the_python_that_runs(environment, monkeypatch):
    environment("elsewhere/.venv")
    monkeypatch.setattr("shanghai.words.installing.find_spec", lambda name: object())
    command = install_command("full")
    assert command == f"{sys.executable} -m pip install 'numba>=0.63'"
    monkeypatch.chdir(Path(sys.prefix).parent)
    assert install_command("full") == ".venv/bin/python -m pip install 'numba>=0.63'"
    monkeypatch.chdir(Path(sys.prefix) / "bin")
    assert install_command("full") == "./python -m pip install 'numba>=0.63'"


@pytest.mark.skipif(os.name == "nt", reason="its shells have other homes")
def test_a_path_below_the_home_folder_is_short(environment, monkeypatch):
    monkeypatch.setattr("shanghai.words.installing.find_spec", lambda name: object())
    folder = environment("my games", ".venv")
    monkeypatch.setenv("HOME", str(folder.parents[1]))
    assert install_command("full") == "~/'my games/.venv/bin/python' -m pip install 'numba>=0.63'"
    monkeypatch.setenv("HOME", str(folder.parents[1]) + "/my")
    assert install_command("full").startswith(f"'{folder.parent}")


def test_an_environment_without_pip_is_given_to_uv(environment, monkeypatch):
    environment(".venv")
    monkeypatch.setattr("shanghai.words.installing.find_spec", lambda name: None)
    expected = f"uv pip install --python {sys.executable} 'numba>=0.63'"
    assert install_command("full") == expected


def test_pipx_adds_to_the_environment_of_the_game(environment):
    environment("pipx/venvs/shanghai-rummy")
    assert install_command("full") == "pipx inject shanghai-rummy 'numba>=0.63'"


def test_uv_installs_the_tool_again_with_more(environment):
    folder = environment("uv/tools/shanghai-rummy")
    receipt = (
        '[tool]\nrequirements = [{ name = "shanghai-rummy", directory = "/home/ann/shanghai" }]\n'
    )
    (folder / "uv-receipt.toml").write_text(receipt, "utf-8")
    assert install_command("full") == "uv tool install --with 'numba>=0.63' /home/ann/shanghai"


def test_the_one_file_says_that_it_cannot(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["/home/ann/shanghai.pyz", "play"])
    assert install_command("full").startswith("nothing can be added to the program in one file")


def test_a_copy_that_is_not_installed_names_the_extra(monkeypatch):
    def missing(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.requires", missing)
    assert install_command("web").endswith(" '.[web]'")


@pytest.mark.skipif(os.name == "nt", reason="its shells go on otherwise")
@pytest.mark.parametrize("width", [43, 44, 60, 74, 75, 76, 120])
def test_a_shell_takes_the_lines_of_a_long_command_as_one(width):
    words = ["--python", "/home/ann/family games/.venv/bin/python", "numba>=0.63"]
    command = f"printf '%s|' {shlex.join(words)}"
    lines = shell_lines(command, width)
    assert max(map(len, lines)) <= width
    assert (len(lines) == 1) == (len(command) <= width)
    told = subprocess.run(["sh", "-c", "\n".join(lines)], capture_output=True, check=True).stdout
    assert told.decode().split("|") == [*words, ""]
