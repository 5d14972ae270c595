"""Finished games for the tests of the review, with planted blunders of eleven kinds, each of
which costs points in worlds of its own."""

from pathlib import Path

from msgspec import Struct

from shanghai.bots.hard import HardBot
from shanghai.bots.levels import LEVELS
from shanghai.bots.protocol import Level, never
from shanghai.engine.actions import Call, Correct, Discard, Draw, GoDown, LayOff, StopGame, Take
from shanghai.engine.cards import FACE_OF, Card
from shanghai.engine.game import refuse
from shanghai.engine.handicap import NO_HANDICAP, Handicap
from shanghai.engine.solver import lay_offs, shortage
from shanghai.engine.state import Phase
from shanghai.engine.turn import is_playable
from shanghai.engine.wild import is_wild
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant
from tests.playable import only_rounds
from tests.saving import clock

NEAR = 2
"""Cards left to a player who is down, from which the round may end at any turn."""
EARLY = 40
"""Cards of the stock from which a round is young."""
WORLDS = 2000
"""Worlds in which a blunder is tried before it is made."""
LEAST = 1.0
"""Points that it must cost there, with 95 %: less than one point no scorecard shows."""


class Planted(Struct, frozen=True):
    """A blunder that was made: its kind, and the moment as its seat saw it."""

    kind: str
    round: int
    seat: int
    hand: tuple[Card, ...]
    stock: int
    move: object


def joker(view, step, hand):
    """A wild card thrown away early."""
    if isinstance(step, Discard) and not view.seats[view.viewer].down and len(view.stock) > EARLY:
        return toss(view, [card for card in hand if is_wild(view.rules, card)][:1])
    return None


def out(view, step, hand):
    """A card thrown where all could be laid off, or all but the last discard."""
    if isinstance(step, LayOff) and len(laid_off(view, hand)) >= len(hand) - 1:
        return toss(view, by_points(view, hand))
    return None


def contract(view, step, hand):
    """A contract broken that could be laid, while somebody who is down has few cards left."""
    if isinstance(step, GoDown) and least(view) <= 2 * NEAR:
        laid = [card for meld in step.melds for card in meld.cards]
        return toss(view, by_points(view, natural(view, laid)))
    return None


def wait(view, step, hand):
    """A contract kept in hand, while somebody has few cards left."""
    if isinstance(step, GoDown) and least(view) <= NEAR:
        laid = {card for meld in step.melds for card in meld.cards}
        return toss(view, by_points(view, natural(view, [c for c in hand if c not in laid])))
    return None


def gift(view, step, hand):
    """A light card thrown that the next player, who is down and has few cards left, can lay off."""
    after = view.seats[view.seat_after(view.viewer)]
    if not isinstance(step, Discard) or not after.down or len(after.hand) > 2 * NEAR:
        return None
    if is_playable(view, step.card):
        return None
    fits = [card for card in natural(view, hand) if is_playable(view, card)]
    return toss(view, by_points(view, fits)[::-1])


def leave(view, step, hand):
    """A discard left that completes the contract, or a wild one."""
    if isinstance(step, Take) and (is_treasure(view) or completes(view, hand)):
        return Draw(view.viewer)
    return None


def take(view, step, hand):
    """A discard taken that does not help, in the place of a card from the stock."""
    return Take(view.viewer) if isinstance(step, Draw) and is_useless(view, hand) else None


def uncalled(view, step, hand):
    """A discard not called that brings the hand nearer to its contract, or a wild one."""
    if not isinstance(step, Call) or view.seats[view.viewer].down:
        return None
    return "no call" if is_treasure(view) or not is_useless(view, hand) else None


def unlaid(view, step, hand):
    """Cards kept that could be laid off, while somebody has few cards left."""
    if isinstance(step, LayOff) and least(view) <= 2 * NEAR:
        laid = laid_off(view, hand)
        if len(hand) - len(laid) > 1:
            return toss(view, by_points(view, [card for card in hand if card not in laid]))
    return None


def buy(view, step, hand):
    """A card called that does not help."""
    is_asked = step is None and view.phase is Phase.DRAW
    return Call(view.viewer, view.rules.call_word) if is_asked and is_useless(view, hand) else None


def breaks(view, step, hand):
    """A card thrown that a hand needs which is a card short, while somebody has few cards left."""
    if not isinstance(step, Discard) or lacks(view, hand) != 1 or least(view) > 2 * NEAR:
        return None
    rest = {card: tuple(c for c in hand if c != card) for card in natural(view, hand)}
    if lacks(view, rest.get(step.card, hand)) != 1:
        return None
    return toss(view, by_points(view, [card for card in rest if lacks(view, rest[card]) > 1]))


BLUNDERS = {
    kind.__name__: kind
    for kind in (gift, take, uncalled, unlaid, buy, contract, wait, joker, leave, out, breaks)
}
GROUPS = [
    *("gift", "take", "uncalled", "unlaid", "buy"),
    *("contract-wait", "joker-leave", "out-breaks"),
]
"""The kinds of which a player makes one. Those that seldom can be made are by themselves."""


def toss(view, cards):
    return Discard(view.viewer, cards[0]) if cards else None


def natural(view, cards):
    return [card for card in cards if not is_wild(view.rules, card)]


def points(view, card):
    return view.rules.face_points(FACE_OF[card])


def by_points(view, cards):
    return sorted(cards, key=lambda card: points(view, card), reverse=True)


def least(view):
    """The fewest cards of another player who is down; many where nobody is."""
    others = [held for seat, held in enumerate(view.seats) if seat != view.viewer]
    return min((len(held.hand) for held in others if held.down), default=EARLY)


def is_treasure(view):
    return not view.seats[view.viewer].down and is_wild(view.rules, view.top)


def completes(view, hand):
    return lacks(view, hand) == 1 and not lacks(view, (*hand, view.top))


def is_useless(view, hand):
    """Whether the top discard brings the hand of a player who is not down no nearer."""
    if view.top is None or view.seats[view.viewer].down or is_wild(view.rules, view.top):
        return False
    return lacks(view, (*hand, view.top)) == lacks(view, hand)


def lacks(view, hand):
    return -1 if view.seats[view.viewer].down else shortage(hand, view.contract, view.rules)


def laid_off(view, hand):
    return [step.card for step in lay_offs(hand, view.table, view.rules, view.viewer)]


class Careful(HardBot):
    """The master's search in this process, with few worlds: the same answers on every machine."""

    def __init__(self, seat, random, is_late=never, most=48):
        from shanghai.bots.playouts.thinking import Thinker

        super().__init__(seat, random)
        self.thinker, self.most = Thinker(seat, random), most

    def notice(self, event):
        self.thinker.notice(event)

    def decide(self, view):
        return self.thinker.choose(view, self.most, never, is_call=False).move

    def wants_call(self, view):
        if view.seats[self.seat].down:
            return self.thinker.wants_call(view)
        return self.thinker.choose(view, self.most, never, is_call=True).move


def cost_of(view, memory, step, wrong):
    """The points that a move costs more than another with 97.5 % at least, in worlds of its own."""
    from shanghai.bots.playouts.compact_rules import compact_rules_of
    from shanghai.bots.playouts.drawing import worlds
    from shanghai.bots.playouts.search import costs, judged, play_moves

    compact = compact_rules_of(view)
    seed = 7 * sum(view.seats[view.viewer].hand) + len(view.stock)
    points = play_moves(compact, view, [step, wrong], worlds(compact, view, memory, WORLDS, seed))
    means, errors = judged(costs(points, view.viewer, view.sides.count))
    return means[1] - 1.96 * errors[1]


def blunderer(kinds, base, planted):
    """The level whose player makes one blunder of some kinds, the first time that one is dear."""
    from shanghai.bots.memory import Memory

    class Blunderer(base):
        def __init__(self, *given):
            super().__init__(*given)
            self.is_made, self.memory = False, Memory()

        def notice(self, event):
            super().notice(event)
            self.memory.notice(event)

        def decide(self, view):
            return self._spoiled(view, super().decide(view))

        def wants_call(self, view):
            return self._spoiled(view, super().wants_call(view))

        def _spoiled(self, view, step):
            hand = view.seats[self.seat].hand
            for kind in () if self.is_made else kinds:
                wrong = BLUNDERS[kind](view, step, hand)
                move = None if wrong == "no call" else wrong
                if wrong is None or (move is not None and refuse(view, move) is not None):
                    continue
                if cost_of(view, self.memory, step, move) < LEAST:
                    continue
                self.is_made = True
                place = view.round, self.seat, tuple(sorted(hand)), len(view.stock)
                planted.append(Planted(kind, *place, move))
                return move
            return step

    return Level(Blunderer, " ".join(kinds), "A test.")


def blunderers(seed, base, planted):
    """Four players and their levels, who plant one blunder each: by the seed of which kinds."""
    players = [GROUPS[(4 * seed + seat) % len(GROUPS)] for seat in range(4)]
    return players, {name: blunderer(name.split("-"), base, planted) for name in GROUPS}


def play_game(
    data: Path, variant, players, seed=1, rounds=(), levels=LEVELS, stops_in=0, *, is_odd=False
) -> Path:
    """The journal of a finished game of computers, their levels being those given; one that is
    stopped in a round once somebody has discarded there. In an odd one the first seat has a
    handicap, and what it scores first is corrected."""
    rules = load_variant(variant)
    handicaps = (Handicap(points=5, cards=1) if is_odd else NO_HANDICAP, *[NO_HANDICAP] * 3)
    seated = list(map(Player, ("Ann", "Bob", "Cy", "Dora"), players, handicaps))
    chosen = only_rounds(rules, rounds) if rounds else rules
    host = Host(chosen, seated, seed, limit=600.0, levels=levels)
    writer = GameWriter.begin(data, host, "", clock)
    while host.state.phase is not Phase.GAME_OVER:
        if host.state.phase is Phase.SEATING:
            host.draw_for_dealer()
        elif is_odd and host.state.phase is Phase.ROUND_OVER:
            host.do(Correct(0, 1, 99, "counted again"))
            is_odd = False
        elif host.state.phase in (Phase.DEALING, Phase.ROUND_OVER):
            host.deal()
        elif 0 < stops_in <= host.state.round and len(host.state.discards) > 1:
            host.do(StopGame())
        else:
            host.do(host.bot_action())
    writer.close()
    return writer.path
