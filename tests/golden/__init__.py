"""Golden matches: a game of each shipped variant as a record that a person can read and review.

Behind each move stands what it led to. The program must replay every file to the very same text;
`python -m tests.golden` plays the matches again with the present computer players and writes them
anew, `python -m tests.golden --keep` only writes anew what stands behind their moves.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from shanghai.engine.legal import legal
from shanghai.engine.state import State
from shanghai.records.check import DocumentPlay, read_file_documents
from shanghai.records.documents import Document
from shanghai.records.recorder import GameRecorder
from shanghai.storage.journal import state_hash
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant

FOLDER = Path(__file__).parent
PLAYERS = (
    Player("Ann", "hard"),
    Player("Bob", "simple"),
    Player("Cy", "random"),
    Player("Dora", "simple"),
)
"""Three of them play, or four where the game asks for four."""
SEED = 1
_MOST_LAY_DOWNS = 3
_COLUMN = 44


def file_of(variant: str) -> Path:
    """The golden match of a variant."""
    return FOLDER / f"{variant}.yaml"


def played(variant: str) -> str:
    """A game among computer players, as a record without comments."""
    rules = load_variant(variant)
    host = Host(rules, PLAYERS[: max(3, rules.min_players)], SEED)
    recorder = GameRecorder(f"Golden match of {variant}")
    host.on_change.append(lambda before, action, after, _: recorder.feed(before, action, after))
    host.draw_for_dealer()
    while not recorder.finished:
        action = host.bot_action()
        if action is None:
            host.deal()
        else:
            host.do(action)
    return recorder.yaml()


def with_outcomes(file: Path) -> str:
    """The text of a golden match with what each of its moves leads to, whatever stood there."""
    documents = iter(read_file_documents(file))
    lines: list[str] = []
    outcomes: Iterator[str] = iter(())
    for line in file.read_text("utf-8").splitlines():
        move = line.partition("  # ")[0]
        if line.startswith("title:"):
            document = next(documents)
            assert isinstance(document, Document), document
            outcomes = _outcomes(document)
        if line.startswith("  - ") and not line.startswith("  - stock becomes"):
            move = f"{move:{_COLUMN}}  # {next(outcomes)}"
        lines.append(move)
    return "\n".join(lines) + "\n"


def _outcomes(document: Document) -> Iterator[str]:
    """What each move of a document leads to, the order of a new stock aside."""
    assert document.state is not None, document.reasons
    replay = DocumentPlay(document.state, Random(0))
    for move in document.moves:
        replay.do(move, move.text)
        if not move.text.startswith("stock becomes"):
            yield _outcome(replay.state)


def _outcome(state: State) -> str:
    """The cards in each hand and pile, how many moves are legal now, and the mark of the state."""
    hands = " ".join(str(len(seat.hand)) for seat in state.seats)
    choices = sum(1 for _ in legal(state, _MOST_LAY_DOWNS))
    return (
        f"hands {hands}, melds {len(state.table)}, stock {len(state.stock)}, "
        f"discards {len(state.discards)}, {choices} legal, {state_hash(state)[:8]}"
    )
