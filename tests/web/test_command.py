import argparse
import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest

from shanghai.__main__ import main
from shanghai.commands import play, serve
from shanghai.web.addresses import shown_host
from tests.long import some
from tests.web.served import Command

GAME = ("--variant", "playerules", "--players", "Ann,Bob,Cy")


def asked(*arguments):
    parser = argparse.ArgumentParser()
    serve.add_arguments(parser)
    return serve.chosen_game(parser.parse_args(arguments))


def test_help_says_where_it_listens(capsys):
    with pytest.raises(SystemExit) as done:
        main(["serve", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert done.value.code == 0
    assert "127.0.0.1: this machine alone" in said
    assert "--variant" in said


def test_a_game_is_begun_as_play_begins_it():
    assert asked() == []
    given = [*GAME, "--seed", "1", "--house-rule", "call_cost=1", "--house-rule", "joker_points=25"]
    given += ["--rounds", "short", "--handicap", "Ann:calls=1", "--jobs", "2"]
    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    begun = asked(*given)
    assert begun[0] == "play"
    assert vars(parser.parse_args(begun[1:])) == vars(parser.parse_args(given))


@pytest.mark.parametrize("missing", some(["textual_serve", "aiohttp"]))
def test_without_the_extra_one_sentence_says_how_to_get_it(missing):
    code = (
        f"import sys\nsys.modules[{missing!r}] = None\n"
        "from shanghai.__main__ import main\nsys.exit(main(['serve']))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "'textual-serve" in done.stderr


def statuses(*addresses):
    """What comes of asking for pages."""

    async def ask():
        async with aiohttp.ClientSession() as client:
            return [(await client.get(address)).status for address in addresses]

    return asyncio.run(ask())


def test_the_printed_address_is_the_only_one_and_nobody_else_gets_the_port(tmp_path, capsys):
    with Command(data=tmp_path) as command:
        bare = command.address.partition("?")[0]
        assert listening(command.port) <= {"0100007F"}
        assert command.address.startswith("http://127.0.0.1:")
        asked = (command.address, bare, f"{bare}?token=x", f"{bare}ws")
        assert statuses(*asked) == [200, 403, 403, 403]
        for where in (
            ("--port", command.port),
            ("--host", "192.0.2.1"),
            ("--host", "no.such.host"),
        ):
            assert main(["--data-dir", str(tmp_path), "serve", *map(str, where)]) == 2
            said = capsys.readouterr().err
            assert said.count("\n") == 1
            assert "cannot be had" in said
        command.process.terminate()
        assert command.process.wait() == 128 + signal.SIGTERM


def listening(port):
    """The addresses on which this machine listens at a port, as the system writes them."""
    found = set()
    for name in ("tcp", "tcp6"):
        table = Path("/proc/net", name)
        for line in table.read_text().splitlines()[1:] if table.exists() else ():
            _, local, _, state, *_ = line.split()
            address, _, number = local.partition(":")
            if state == "0A" and int(number, 16) == port:
                found.add(address)
    return found


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="the system has no /proc/net/tcp")
def test_others_are_listened_to_when_told(tmp_path):
    with Command("--host", "0.0.0.0", data=tmp_path) as command:
        assert listening(command.port) == {"00000000"}
        assert "0.0.0.0" not in command.address


def test_an_address_of_many_is_shown_as_one_that_others_reach():
    assert shown_host("192.168.1.5") == "192.168.1.5"
    assert shown_host("::1") == "[::1]"
    for everywhere in ("0.0.0.0", "::"):
        assert shown_host(everywhere).strip("[]") not in ("0.0.0.0", "::", "")
