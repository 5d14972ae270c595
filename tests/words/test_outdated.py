"""Which translations are out of date, by the history of their files."""

import os
import shutil
import subprocess

import pytest

from tests.words import language
from tests.words.language import outdated

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


class Repository:
    """Two languages of one section under git; each commit is a day later than the one before."""

    def __init__(self, folder):
        self.folder = folder
        self.day = 0
        self.git("init", "--quiet")

    def git(self, *command):
        names = {
            f"GIT_{who}_{what}": "x"
            for who in ("AUTHOR", "COMMITTER")
            for what in ("NAME", "EMAIL")
        }
        date = f"{1_700_000_000 + self.day * 86_400} +0000"
        env = os.environ | names | {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        env |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        done = subprocess.run(
            ["git", *command], cwd=self.folder, env=env, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def write(self, code, text):
        path = self.folder / code / "table.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    def commit(self):
        self.day += 1
        self.git("add", ".")
        self.git("commit", "--quiet", "--message", "Change")
        return self.git("rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path, monkeypatch):
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    monkeypatch.setattr(language, "ROOT", tmp_path)
    repository = Repository(tmp_path)
    repository.write("en", "A: a\nB:\n- one\n- two\n")
    repository.write("yy", "B:\n- uno\n- due\nA: ah\n")
    repository.commit()
    return repository


def test_a_translation_of_what_has_changed_is_out_of_date(repository):
    assert outdated("yy") == []
    repository.write("en", "A: a\nB:\n- one\n- three\n")
    repository.commit()
    assert outdated("yy") == ["table.B.1"]
    repository.write("yy", "B:\n- uno\n- tre\nA: ah\n")
    repository.commit()
    assert outdated("yy") == []


def test_what_is_not_committed_yet_counts(repository):
    repository.write("en", "A: aa\nB:\n- one\n- two\n")
    assert outdated("yy") == ["table.A"]


def test_a_commit_that_is_listed_changes_nothing(repository):
    repository.write("en", "A: 'a'\nB:\n- one\n- two\n")
    commit = repository.commit()
    assert outdated("yy") == ["table.A"]
    (repository.folder / language.IGNORED).write_text(f"{commit}\n")
    assert outdated("yy") == []
