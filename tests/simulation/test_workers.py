"""Work in several processes, of our own and of other engines: the same reports from all."""

import json
import os
import sys
from concurrent.futures import BrokenExecutor
from pathlib import Path

import pytest
from msgspec import Struct

from shanghai.simulation.workers import Backend, BackendFault, play_all
from tests.long import some
from tests.patience import until

from .test_command import GAME, run


class Meeting(Struct, frozen=True):
    """Waits until somebody else is at work too; says in which process."""

    folder: str
    number: int

    def play(self) -> int:
        folder = Path(self.folder)
        (folder / str(self.number)).touch()
        until(lambda: len(list(folder.iterdir())) > 1)
        return os.getpid()


class Dying(Struct, frozen=True):
    """Ends the process that it is played in."""

    def play(self) -> None:
        os._exit(3)


class Failing(Struct, frozen=True):
    """Says that it cannot be."""

    def play(self) -> None:
        raise ValueError("this cannot be")


def meet(engine: Backend, folder: Path) -> None:
    """Proves that two processes of an engine are at work at the same time, and neither is ours."""
    pids = play_all([Meeting(str(folder), n) for n in (1, 2)], engine)
    assert len({os.getpid(), *pids}) == 3


@pytest.mark.slow
def test_two_processes_are_at_work_together(tmp_path):
    meet(Backend(2), tmp_path)


def test_progress_is_told_piece_by_piece(tmp_path):
    progress = []
    (tmp_path / "somebody").touch()
    work = [Meeting(str(tmp_path), number) for number in range(3)]
    play_all(work, Backend(), lambda done, total: progress.append((done, total)))
    assert progress == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_a_process_that_dies_is_told_and_so_is_what_a_piece_says():
    with pytest.raises(BrokenExecutor):
        play_all([Dying(), Dying()], Backend(2))
    with pytest.raises(ValueError, match="this cannot be"):
        play_all([Failing(), Failing()], Backend(2))


@pytest.mark.parametrize("missing", some(["joblib", "distributed"]))
def test_an_engine_that_is_not_installed_is_said(missing, monkeypatch, capsys):
    if missing == "distributed":
        pytest.importorskip("joblib")
    monkeypatch.setitem(sys.modules, missing, None)
    assert run(*GAME, "--backend", "dask") == 2
    error = capsys.readouterr().err
    assert f"needs {missing}" in error
    assert "pip install " in error
    assert "'distributed" in error


@pytest.mark.slow
def test_loky_plays_the_same_games(tmp_path, capsys):
    pytest.importorskip("joblib")
    meet(Backend(2, "loky"), tmp_path)
    assert digest(capsys, "--backend", "loky", "--jobs", "2") == digest(capsys)


def test_a_scheduler_that_is_not_there_is_said(monkeypatch):
    distributed = pytest.importorskip("distributed")

    def nobody(*args, **more):
        raise OSError("nobody answers")

    monkeypatch.setattr(distributed, "Client", nobody)
    with pytest.raises(BackendFault, match="no scheduler answers at tcp://localhost:1"):
        play_all([Failing()], Backend(1, "dask", "tcp://localhost:1"))


@pytest.mark.slow
def test_two_dask_workers_play_the_same_games(capsys):
    pytest.importorskip("distributed")
    pytest.importorskip("joblib")
    assert digest(capsys, "--backend", "dask", "--jobs", "2") == digest(capsys)


@pytest.mark.slow
def test_the_workers_of_a_running_scheduler_play_the_same_games(tmp_path, capsys):
    pytest.importorskip("joblib")
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        local_directory=str(tmp_path / "dask"),
    ) as cluster:
        address = cluster.scheduler_address
        (tmp_path / "met").mkdir()
        meet(Backend(1, "dask", address), tmp_path / "met")
        engine = ("--backend", "dask", "--scheduler", address)
        assert digest(capsys, *engine) == digest(capsys)


def digest(capsys, *engine: str) -> str:
    """What everything that happened in four games comes to."""
    assert run(*GAME, "--games", "4", "--bots", "simple,random", "--json", *engine) == 0
    return json.loads(capsys.readouterr().out)["digest"]
