"""Games for the tests of saving: a cheap computer player that leans on chance, and a driver.

`python -m tests.saving FOLDER` writes sample games of the present format.
"""

import subprocess
import sys
import textwrap
import zlib
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import msgspec
from msgspec import structs

from shanghai.bots.levels import LEVELS
from shanghai.bots.protocol import Level
from shanghai.engine.actions import (
    Call,
    Correct,
    Discard,
    Draw,
    EndTurn,
    HandOver,
    Pass,
    Swap,
    Take,
)
from shanghai.engine.events import Drawn
from shanghai.engine.game import refuse
from shanghai.engine.handicap import Handicap
from shanghai.engine.rules import Rules
from shanghai.engine.state import Phase
from shanghai.engine.undo import UndoRequest
from shanghai.storage.entries import MoveEntry, Terms
from shanghai.storage.verdict import FORMAT
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import CardSource
from shanghai.table.host import Host, Player, simplest
from shanghai.table.pins import TypedPin
from shanghai.variants.loader import load_variant
from tests.playable import only_rounds

ROOT = Path(__file__).parent.parent
SAVES = ROOT / "tests" / "data" / "saves"
"""The folder of the sample games, in every format there was."""
VARIANTS = ("california", "grandma-davis", "playerules", "rummygames")


PLAYERS = ("Ann", "Bob:dice", "Cy:dice", "Dora:dice")


def chain(bodies: list[bytes]) -> bytes:
    """A journal with these bodies of lines, all its checksums right."""
    data, checksum = b"", 0
    for body in bodies:
        checksum = zlib.crc32(body, checksum)
        data += b"%08x %s\n" % (checksum, body)
    return data


def lacking(level: str) -> list[bytes]:
    """The bodies of the lines of a game in which a computer player of a level takes both seats."""
    bodies = [line[9:] for line in (SAVES / "1-left.jsonl").read_bytes().splitlines()]
    header = msgspec.json.decode(bodies[0])
    header["players"][0]["bot"] = level
    over = MoveEntry(len(bodies), HandOver(1, "Zoe"), bot=level)
    return [msgspec.json.encode(header), *bodies[1:], msgspec.json.encode(over)]


def flip_last_line(path: Path) -> bytes:
    """Changes one bit in the last line of a file; what the file holds then."""
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    return bytes(data)


class DiceBot:
    """Takes, calls and discards by chance, drawn when it is made and before every move."""

    def __init__(self, seat, random, is_late):
        self.seat, self.random = seat, random
        self.eagerness = random.random()
        self.turns = 0

    def notice(self, event):
        self.turns += isinstance(event, Drawn) and event.seat == self.seat

    def decide(self, view):
        if view.phase is Phase.DRAW:
            steps = [Draw(self.seat), Take(self.seat), Pass(self.seat)]
        else:
            steps = [Discard(self.seat, card) for card in view.seats[self.seat].hand]
            steps.append(EndTurn(self.seat))
        allowed = [step for step in steps if refuse(view, step) is None]
        return allowed[(self.random.randrange(99) + self.turns) % len(allowed)]

    def wants_call(self, view):
        is_eager = self.random.random() + len(view.calls) / 5 < self.eagerness + 0.3
        return Call(self.seat, view.rules.call_word) if is_eager else None


def seat_dice(monkeypatch) -> None:
    """Lets `dice` be a level."""
    monkeypatch.setitem(LEVELS, "dice", Level(DiceBot, "Dice", "A test."))


def clock() -> datetime:
    """A clock that stands still."""
    return datetime(2031, 7, 1, 20, 15, tzinfo=UTC)


def lean(variant: str, *rounds: int) -> Rules:
    """The rules of some rounds of a variant, without the texts about them."""
    rules = only_rounds(load_variant(variant), rounds) if rounds else load_variant(variant)
    return structs.replace(rules, sources={}, house_rules=())


def table(variant: str, *players: str, seed=1, rounds=(1,)) -> Host:
    """A host for players such as `Ann` and `Bob:dice`."""
    seats = [Player(*player.split(":")) for player in players]
    return Host(lean(variant, *rounds), seats, seed)


def step(host: Host) -> None:
    """One thing that the host, a computer or a person does, the same wherever the game is left."""
    chance = Random(f"step {host.version}")
    state = host.state
    if state.phase is Phase.SEATING:
        host.draw_for_dealer()
    elif state.phase in (Phase.DEALING, Phase.ROUND_OVER):
        host.deal()
    elif chance.random() < 0.08:
        seat = chance.randrange(state.players)
        host.hand_over(seat, f"N{host.version}", chance.choice(["", "dice", "dice"]))
    else:
        callers = [*host.may_call()]
        if callers and chance.random() < 0.4:
            host.do(Call(chance.choice(callers), state.rules.call_word))
            return
        action = host.bot_action(computer_may_draw=chance.random() < 0.7) or host.bot_action()
        host.do(action or persons(host, chance))


def persons(host: Host, chance: Random):
    """What the person on turn does."""
    seat, state = host.state.turn, host.state
    hand = list(state.seats[seat].hand)
    chance.shuffle(hand)
    wishes = [Pass(seat), Take(seat), Draw(seat)]
    chance.shuffle(wishes)
    swaps = [Swap(seat, card, at) for at in range(len(state.table)) for card in hand]
    wishes += [*swaps, *(Discard(seat, card) for card in hand)]
    fit = (wish for wish in wishes if host.refuse(wish) is None)
    return next(fit, None) or simplest(state, seat)


def play(host: Host, moves: int) -> None:
    """Plays on until so many moves have been made, or the game is over."""
    while host.version < moves and host.state.phase is not Phase.GAME_OVER:
        step(host)


def kept_game(data: Path, variant="playerules", moves=40, players=("Ann", "Bob:dice", "Cy:dice")):
    """A game that was played and left: its journal, its host."""
    host = table(variant, *players, seed=7)
    writer = GameWriter.begin(data, host, "Sunday", clock)
    play(host, moves)
    writer.close()
    assert not writer.problem
    return writer.path, host


def put_game(data: Path, name: str, content: bytes) -> Path:
    """A game folder with that content in its journal."""
    path = data / "games" / name / "game.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    path.chmod(0o600)
    return path


def resume(path: Path) -> tuple[GameWriter, Host, str]:
    """Goes on with a game, by a clock that stands still."""
    return GameWriter.resume(path, clock)


def spawn(script: str, *arguments: object, **more) -> subprocess.Popen:
    """Another process that runs a script; its standard output can be read."""
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script), *map(str, arguments)],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        **more,
    )


def _write_samples(folder: Path) -> None:
    """Finished games with seats that change hands, and one left after the stock was renewed."""
    for variant, seed in zip(VARIANTS, (4, 6, 3, 3), strict=True):
        host = table(variant, "Ann:random", "Bob:simple", "Cy:random", seed=seed, rounds=(1, 2))
        writer = GameWriter.begin(folder / "data", host, "A sample", clock)
        while host.state.phase is not Phase.GAME_OVER:
            _sample_step(host)
        writer.close()
        writer.path.rename(folder / f"{FORMAT}-{variant}.jsonl")
    host = table("playerules", "Ann", "Bob", "Zoë", seed=3, rounds=())
    writer = GameWriter.begin(folder / "data", host, "Left in the middle", clock)
    while host.version < 180:
        _sample_step(host)
    writer.close()
    writer.path.rename(folder / f"{FORMAT}-left.jsonl")
    _write_undone(folder)
    write_cut(folder)
    write_again(folder)
    _write_pin(folder)
    _write_handicaps(folder)


def _write_undone(folder: Path) -> None:
    """A finished game in which moves were taken back and scores corrected, also after its end."""
    host = table("playerules", "Ann", "Bob:simple", "Cy:random", seed=3, rounds=(1, 2))
    writer = GameWriter.begin(folder / "data", host, "Taken back", clock)
    chance = Random(5)
    while host.state.phase is not Phase.GAME_OVER:
        if host.state.phase is Phase.ROUND_OVER:
            host.do(Correct(1, host.state.round, 7, "counted again"))
        _sample_step(host)
        if host.undo_history.moments and chance.random() < 0.1:
            moment = chance.choice(host.undo_history.moments[-5:])
            host.take_back(UndoRequest(0, moment.number, agreed=True))
        own = UndoRequest(host.state.turn, host.version - 1)
        if host.undo_history.refuse(own, host.state, host.log) is None and chance.random() < 0.3:
            host.take_back(own)
    host.do(Correct(2, 2, -3, "a bonus"))
    writer.close()
    writer.path.rename(folder / f"{FORMAT}-taken-back.jsonl")


def write_cut(folder: Path) -> Path:
    """A finished game whose cards were cut, with a random pick and terms of the evening."""
    players = [Player("Ann"), Player("Bob", "simple"), Player("Cy", "easy")]
    host = Host(lean("grandma-davis", 1, 2), players, CardSource(12, is_fair=True))
    terms = Terms(series="a-series")
    writer = GameWriter.begin(folder / "data", host, "Cut", clock, terms)
    while host.state.phase is not Phase.GAME_OVER:
        if host.awaits_cut:
            host.cut_cards(417)
        _sample_step(host)
    writer.close()
    return writer.path.rename(folder / f"{FORMAT}-cut.jsonl")


def write_again(folder: Path) -> Path:
    """A game with the cards of another one, by other players; it was left."""
    people = [Player(name) for name in "ABC"]
    first = Host(lean("grandma-davis", 1, 2), people, CardSource(12, is_fair=True))
    source = GameWriter.begin(folder / "data", first, "Cut", clock)
    first.cut_cards(417)
    source.close()
    cards = structs.replace(first.cards, cuts=first.cuts)
    players = [Player(name, "easy") for name in ("Ida", "Otto", "Nell")]
    host = Host(first.state.game_rules, players, cards)
    terms = Terms(series=source.id, known_seed=True, again=source.id)
    writer = GameWriter.begin(folder / "data", host, "Again", clock, terms)
    while host.version < 40:
        _sample_step(host)
    writer.close()
    return writer.path.rename(folder / f"{FORMAT}-again-left.jsonl")


def _write_pin(folder: Path) -> None:
    """A game that was left, in which Bob has the PIN 73190 and that of Ann was taken away."""
    host = table("playerules", "Ann", "Bob", "Zoë", seed=3, rounds=())
    writer = GameWriter.begin(folder / "data", host, "With a PIN", clock)
    while host.version < 30:
        _sample_step(host)
    host.set_pin(0, TypedPin("73190"))
    host.set_pin(1, TypedPin("73190"))
    host.set_pin(0, None)
    while host.version < 60:
        _sample_step(host)
    writer.close()
    writer.path.rename(folder / f"{FORMAT}-pin-left.jsonl")


def _write_handicaps(folder: Path) -> None:
    """A finished game in which each seat has another handicap."""
    given = (Handicap(calls=1, hints=True), Handicap(points=10), Handicap(cards=-1))
    players = [Player(name, "easy", handicap) for name, handicap in zip("ABC", given, strict=True)]
    host = Host(lean("playerules", 1), players, 5)
    writer = GameWriter.begin(folder / "data", host, "With handicaps", clock)
    while host.state.phase is not Phase.GAME_OVER:
        if host.state.phase is Phase.SEATING:
            host.draw_for_dealer()
        elif host.state.phase is Phase.DEALING:
            host.deal()
        else:
            host.do(host.bot_action())
    writer.close()
    writer.path.rename(folder / f"{FORMAT}-handicaps.jsonl")


def _sample_step(host: Host) -> None:
    if host.state.phase is Phase.SEATING:
        host.draw_for_dealer()
    elif host.state.phase in (Phase.DEALING, Phase.ROUND_OVER):
        host.deal()
    elif host.version == 20 and host.is_bot(1):
        host.hand_over(1, "Dora", "random")
    elif host.version == 30 and host.is_bot(2):
        host.hand_over(2, "Eli")
    elif host.version == 41 and host.is_bot(1):
        host.hand_over(2, "Fay", "simple")
    else:
        host.do(host.bot_action() or simplest(host.state, host.state.turn))


if __name__ == "__main__":
    _write_samples(Path(sys.argv[1]))
